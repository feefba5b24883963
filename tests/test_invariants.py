"""Random games by the hundred thousand, inside the kernel, with every invariant checked after every step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import heliopolis as hp
from heliopolis import kernel
from tests import sun_invariants
from tests.priests import invariants as priests
from tests.ra import invariants as ra
from tests.respublica import invariants as respublica
from tests.walks import TABLES

INVARIANTS: dict[str, Any] = {"ra": ra, "priests": priests, "respublica": respublica}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_100_000_random_games(name: str, players: int) -> None:
    positions = kernel.wrap_records(hp.game(name).blank(3))
    assert INVARIANTS[name].play_checked(positions, players, 11, 100_000, kernel.new_generator()) == 0


def found(name: str, field: str, index: int, value: int) -> int:
    """What the check says of a first position in which one number is wrong."""
    records = hp.game(name).blank(2)
    hp.game(name).kernels.set_up(kernel.wrap_records(records), 4, kernel.new_generator())
    records[1] = records[0]
    both = kernel.wrap_records(records)
    assert INVARIANTS[name].check(both[0], both[1]) == 0
    np.atleast_1d(records[field][1]).reshape(-1)[index] = value
    if records[field].ndim == 1:
        records[field][1] = value
    wrong: int = INVARIANTS[name].check(both[0], both[1])
    return wrong


@pytest.mark.parametrize("name", ["ra", "priests"])
def test_the_checks_of_the_sun_auctions_can_fail(name: str) -> None:
    s = sun_invariants
    own = ("unrest_discards", 0, 1) if name == "ra" else ("flips", 0, 1)
    for (field, index, value), wrong in {
        ("pile", 3, 3): s.TILES,
        ("pile", 4, -1): s.TILES,
        ("tiles", 5, 1): s.TILES,
        ("suns_up", 1, 1 << 9): s.SUNS,
        ("fame", 1, -1): s.FAME,
        ("fame", 1, 11): s.SCORES,
        ("row", 2, 4): s.ROW_ORDER,
        ("phase", 0, 3): s.NOTHING_LEGAL,
        ("auction", 0, 1): s.STUCK,
        own: s.DEBTS,
    }.items():
        assert found(name, field, index, value) == wrong, field


def test_the_checks_of_res_publica_can_fail() -> None:
    r = respublica
    for (field, index, value), wrong in {
        ("decks", 7, 11): r.CARDS_LOST,
        ("hands", 3, -1): r.CARDS_LOST,
        ("given", 3, 1): r.NOT_HELD,
        ("monuments", 0, 1): r.SETS,
        ("phase", 0, 8): r.NOTHING_LEGAL,
        ("known", 13, 5): r.FALSE_KNOWLEDGE,
        ("sure", 2, 6): r.FALSE_KNOWLEDGE,
        ("steps_len", 0, 1): r.UNFINISHED,
    }.items():
        assert found("respublica", field, index, value) == wrong, field
