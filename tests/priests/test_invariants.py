"""Random games of Priests of Ra by the hundred thousand, with every invariant checked after every step."""

from __future__ import annotations

import numpy as np
import pytest

import heliopolis as hp
from heliopolis import kernel
from heliopolis.games.priests.tiles import KINDS
from tests import sun_invariants
from tests.priests import invariants

PRIESTS = hp.game("priests")


def numbers(size: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.zeros(size, np.int64)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_100_000_random_games(players: int) -> None:
    positions = kernel.readable(PRIESTS.blank(2))
    scratch = numbers(5), numbers(KINDS), numbers(KINDS)
    wrong = invariants.play_checked(positions, players, 11, 100_000, kernel.new_generator(), *scratch)
    assert wrong == sun_invariants.OK


def test_the_check_can_fail() -> None:
    """Each kind of damage is found."""
    found = set()
    for field, value in [("ankhs", 7), ("suns_up", 1 << 9), ("fame", -1), ("row", 4), ("flips", 1)]:
        records = PRIESTS.blank()
        PRIESTS.loops.set_up(kernel.readable(records), 4, kernel.new_generator())
        before = records["fame"][0].astype(np.int64)
        assert invariants.check(kernel.readable(records)[0], before, numbers(KINDS), numbers(KINDS)) == 0
        if records[field].ndim == 1:
            records[field][0] = value
        else:
            records[field][0][1] = value
        found.add(invariants.check(kernel.readable(records)[0], before, numbers(KINDS), numbers(KINDS)))
    assert found == {getattr(sun_invariants, name) for name in ("TILES", "SUNS", "FAME", "ROW_ORDER", "DEBTS")}
