"""The test set of exact endings: `python -m tests.endings` solves it again, with `--write` it is made anew."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import heliopolis as hp
from heliopolis.arena.endings import EQUAL, SolvedEnding, read_endings, write_endings
from heliopolis.compute.endings import solve

GAMES = ((5, 3000, 0), (5, 300, 24), (4, 12_000, 0))  # players, games, simulations per decision; 0: greedy players
MAX_LEFT = {4: 21, 5: 18}  # tiles in the pile and twice the suns face up: with more, hardly any ending can be solved
MAX_SUNS = 3
MAX_POSITIONS = 150_000  # that can come of one
SIZE = 1700  # at most, of one kind of games
DIGITS = 1e-5  # to which scores are stored


def main() -> None:
    """Make the set anew, or solve all of it again."""
    if "--write" in sys.argv[1:]:
        write_endings(make())
    endings = read_endings()
    wrong = [number for number, ending in enumerate(endings) if not is_right(ending)]
    print(f"{len(endings) - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(bool(wrong))


def is_right(ending: SolvedEnding) -> bool:
    """Solve a position again, and compare."""
    found = solved(hp.game("ra").from_json(ending.position))
    return found is not None and all(
        math.isclose(ours[action], theirs, abs_tol=tolerance)
        for ours, other, tolerance in ((found.win, ending.win, EQUAL), (found.points, ending.points, DIGITS))
        for action, theirs in other.items()
    )


def solved(p: hp.Position) -> SolvedEnding | None:
    """Solve a position, and keep what the seat to act may expect; None if too much can come of it."""
    found, seat = solve(p, MAX_POSITIONS), p.to_act or 0
    if found is None:
        return None
    win, points = ({action: values[i][seat] for action, values in found.after.items()} for i in (0, 1))
    return SolvedEnding(p.to_json(), win, points)


def make() -> list[SolvedEnding]:
    """Return solved positions in which the choice matters, from games of bots, in random order."""
    rng, found = random.Random(1), dict[hp.Position, SolvedEnding]()
    for seed, (players, games, simulations) in enumerate(GAMES):
        most, candidates = len(found) + SIZE, list(last_positions(players, games, simulations, seed))
        rng.shuffle(candidates)
        for p in candidates:
            ending = solved(p)
            if ending is not None and any(max(ending.regret(action)) > DIGITS for action in ending.win):
                found[p] = ending
            if len(found) >= most:
                break
        print(
            f"{players} players, {simulations} simulations: {len(candidates)} positions, {len(found)} in all",
            flush=True,
        )
    endings = list(found.values())
    rng.shuffle(endings)
    return endings


def last_positions(players: int, games: int, simulations: int, seed: int) -> Iterator[hp.Position]:
    """Yield positions with a choice and few suns from the last epoch of games between bots."""
    batch, rng = hp.Batch("ra", players, games, seed=seed, auto_reset=False), np.random.default_rng(seed)
    while (batch.to_act >= 0).any():
        batch.step(batch.search(simulations)[0].argmax(axis=1) if simulations else batch.suggest())
        several = (batch.to_act >= 0) & (batch.legal & (batch.legal - 1) != 0)
        for place in np.flatnonzero(several & is_last(batch) & (rng.random(games) < 0.25)):
            yield batch.position(int(place))


def is_last(batch: hp.Batch) -> NDArray[np.bool_]:
    """Return in which games few suns and tiles are left in the last epoch."""
    records = batch.state()["records"].view(batch.game.dtype)
    suns = np.bitwise_count(records["suns_up"]).sum(axis=1)
    tiles = records["pile"].sum(axis=1)
    found: NDArray[np.bool_] = (
        (records["epoch"] == 3) & (suns <= MAX_SUNS) & (tiles + 2 * suns <= MAX_LEFT[batch.players])
    )
    return found


if __name__ == "__main__":
    main()
