"""Res Publica: real views have just the keys and types that are declared for them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from typing_extensions import get_type_hints, is_typeddict

import heliopolis as hp
from heliopolis.games.respublica.types import ResPublicaFacts, ResPublicaView

RP = hp.game("respublica")


def mistakes(value: Any, declared: Any, where: str) -> Iterator[str]:
    """Return where a value differs from its declared type."""
    origin, args = get_origin(declared), get_args(declared)
    if is_typeddict(declared):
        yield from mistakes_of_keys(value, declared, where)
    elif origin is Literal:
        if value not in args:
            yield f"{where}: {value!r}"
    elif origin in (Union, UnionType):
        if all(any(True for _ in mistakes(value, option, where)) for option in args):
            yield f"{where}: {value!r}"
    elif origin is not None and not isinstance(value, origin):
        yield f"{where}: {value!r}"
    elif origin is list:
        for number, item in enumerate(value):
            yield from mistakes(item, args[0], f"{where}[{number}]")
    elif origin is dict:
        for key, item in value.items():
            yield from mistakes(key, args[0], f"{where} key")
            yield from mistakes(item, args[1], f"{where}.{key}")
    elif declared is not Any and type(value) is not declared:
        yield f"{where}: {value!r}"


def mistakes_of_keys(value: Any, declared: Any, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where}: {value!r}"
        return
    hints = get_type_hints(declared)
    if not declared.__required_keys__ <= value.keys() <= hints.keys():
        yield f"{where}: {sorted(declared.__required_keys__ ^ value.keys())}"
    for key in value.keys() & hints.keys():
        yield from mistakes(value[key], hints[key], f"{where}.{key}")


def positions(seed: int) -> Iterator[hp.Position]:
    """Return some positions of a random game, of every phase at least one."""
    rng, met = random.Random(seed), set()
    p = RP.start(players=3 + seed % 3, seed=seed, dealer=None)
    for _ in range(300):
        if p.to_json()["phase"] not in met or rng.random() < 0.05:
            met.add(p.to_json()["phase"])
            yield p
        p.play(rng.choice(list(p.chances()) if p.to_act == hp.CHANCE else accepting(p.legal())))
    assert met == {"trade", "answer", "accept", "give", "lay", "draw", "deal"}


def accepting(legal: list[str]) -> list[str]:
    """Accept wherever possible, so that gifts are met."""
    return [move for move in legal if move.startswith("accept")] or legal


@pytest.mark.parametrize("seed", range(3))
def test_views_are_as_they_are_declared(seed: int) -> None:
    for p in positions(seed):
        for seat in (*range(p.players), None):
            assert not list(mistakes(p.view(seat), ResPublicaView, "view"))
            assert not list(mistakes(p.known_facts(seat), ResPublicaFacts, "facts"))


def test_an_undeclared_key_and_a_wrong_type_are_found() -> None:
    view = RP.start(players=3, seed=1).view(0)
    assert list(mistakes(view | {"secret": 1}, ResPublicaView, "view"))
    assert list(mistakes(view | {"idle": "1"}, ResPublicaView, "view"))
    assert list(mistakes({key: view[key] for key in view if key != "idle"}, ResPublicaView, "view"))
    seats = [view["seats"][0] | {"hands": {}}, *view["seats"][1:]]
    assert list(mistakes(view | {"seats": seats}, ResPublicaView, "view"))


def test_a_seat_is_known_by_its_own_hand_or_by_what_others_know_of_it() -> None:
    seats = RP.start(players=3, seed=1).view(1)["seats"]
    assert [set(seat) & {"hand", "hand_points", "known", "at_least"} for seat in seats] == [
        {"known", "at_least"},
        {"hand", "hand_points"},
        {"known", "at_least"},
    ]
