"""The typed views are complete: real views and facts have exactly the keys and types that they promise."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from typing_extensions import is_typeddict

import heliopolis as hp
from heliopolis.games.priests.scoring import CATEGORY_NAMES as PRIESTS_CATEGORIES
from heliopolis.games.priests.types import PriestsFacts, PriestsPoints, PriestsView
from heliopolis.games.ra.scoring import CATEGORY_NAMES as RA_CATEGORIES
from heliopolis.games.ra.types import RaFacts, RaPoints, RaView
from tests.walks import TABLES, visit

TYPES: dict[str, tuple[type, type]] = {"ra": (RaFacts, RaView), "priests": (PriestsFacts, PriestsView)}
SUN_TABLES = [table for table in TABLES if table[0] in TYPES]


def misfits(value: Any, hint: Any, where: str) -> Iterator[str]:
    """Yield what is wrong with a value that ought to have a type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        yield from misfits_in_typed_dict(value, get_type_hints(hint), where)
    elif origin is list and isinstance(value, list):
        for number, item in enumerate(value):
            yield from misfits(item, arguments[0], f"{where}[{number}]")
    elif origin is dict and isinstance(value, dict):
        for key, item in value.items():
            yield from misfits(key, arguments[0], f"{where} key")
            yield from misfits(item, arguments[1], f"{where}.{key}")
    elif not is_one_of(value, hint, origin, arguments):
        yield f"{where}: {value!r} is not {hint}"


def misfits_in_typed_dict(value: Any, hints: dict[str, Any], where: str) -> Iterator[str]:
    if not isinstance(value, dict) or set(value) != set(hints):
        yield f"{where}: {value!r} has not the keys {sorted(hints)}"
    else:
        for key, hint in hints.items():
            yield from misfits(value[key], hint, f"{where}.{key}")


def is_one_of(value: Any, hint: Any, origin: Any, arguments: tuple[Any, ...]) -> bool:
    if origin in (Union, UnionType):
        return any(not list(misfits(value, kind, "")) for kind in arguments)
    if origin is Literal:
        return value in arguments
    return hint is Any or type(value) is hint


@pytest.mark.parametrize("table", SUN_TABLES)
def test_views_and_facts_are_what_their_types_promise(table: tuple[str, int]) -> None:
    facts, view = TYPES[table[0]]
    for p in list(visit(*table, seed=7))[::4]:
        assert not list(misfits(p.known_facts(None), facts, "facts"))
        for seat in (None, p.to_act if isinstance(p.to_act, int) and p.to_act >= 0 else 0):
            assert not list(misfits(p.view(seat), view, "view"))


@pytest.mark.parametrize(("points", "categories"), [(RaPoints, RA_CATEGORIES), (PriestsPoints, PRIESTS_CATEGORIES)])
def test_points_have_the_categories_of_the_game(points: type, categories: list[str]) -> None:
    assert list(get_type_hints(points)) == categories


def test_a_misfit_is_found() -> None:
    view = hp.game("ra").start(players=2, seed=1).view(0)
    assert any(misfits(view | {"may_outbid": []}, RaView, "view"))
    assert any(misfits(view | {"phase": "flip"}, RaView, "view"))
    assert any(misfits(view | {"owed": {"unrest": 0}}, RaView, "view"))
