"""Random games by the hundred thousand, inside the kernel, with every invariant checked after every step."""

from __future__ import annotations

import numpy as np
import pytest

import heliopolis as hp
from heliopolis import kernel
from heliopolis.games.ra.tiles import KINDS
from tests import sun_invariants
from tests.ra import invariants

RA = hp.game("ra")


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_100_000_random_games(players: int) -> None:
    before, gone = np.zeros(5, np.int64), np.zeros(KINDS, np.int64)
    positions = kernel.readable(RA.blank(2))
    wrong = invariants.play_checked(positions, players, 11, 100_000, kernel.new_generator(), before, gone)
    assert wrong == sun_invariants.OK


def test_the_check_can_fail() -> None:
    """Each kind of damage is found."""
    found = set()
    for field, value in [("pile", 9), ("suns_up", 1 << 9), ("fame", -1), ("row", 4), ("owed_unrest", 1)]:
        records = RA.blank()
        RA.loops.set_up(kernel.readable(records), 4, kernel.new_generator())
        before, gone = records["fame"][0].astype(np.int64), np.zeros(KINDS, np.int64)
        assert invariants.check(kernel.readable(records)[0], before, gone) == sun_invariants.OK
        if field == "pile":
            gone[:] = 1
        elif records[field].ndim == 1:
            records[field][0] = value
        else:
            records[field][0][1] = value
        found.add(invariants.check(kernel.readable(records)[0], before, gone))
    assert found == {getattr(sun_invariants, name) for name in ("TILES", "SUNS", "FAME", "ROW_ORDER", "DEBTS")}
