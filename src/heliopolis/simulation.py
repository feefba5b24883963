"""Random games inside the kernel, on as many threads as wanted: always the same games for the same seed."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.errors import InvalidSetup
from heliopolis.game import Game, game, run_playouts
from heliopolis.position import check_seed

CHUNK = 4096  # games a thread plays between two looks at the clock


@dataclass(frozen=True)
class Playouts:
    """What happened in many random games."""

    scores: NDArray[np.int32]  # a row a game, a column a seat
    wins: NDArray[np.int32]  # a row a game: the winning seats as bits
    decisions_per_game: NDArray[np.int32]
    tallies: dict[str, int]
    seconds: float

    @property
    def games(self) -> int:
        return len(self.scores)

    @property
    def decisions(self) -> int:
        return int(self.decisions_per_game.sum())


def playouts(
    name: str,
    players: int,
    games: int,
    seed: int | str = 0,
    threads: int = 1,
    progress: Callable[[int], Any] | None = None,
    device: Literal["cpu", "cuda"] = "cpu",
) -> Playouts:
    """Play random games to their end; `progress` hears after each chunk how many were played in it.

    Game i of a seed is always the same, whatever the threads and the device.
    """
    rules = game(name)
    players = rules.check_players(players)
    for what, number in (("games", games), ("threads", threads)):
        if not isinstance(number, int | np.integer) or number < 1:
            raise InvalidSetup(f"The number of {what} must be 1 or more, not {number!r}.")
    key = kernel.key_of(check_seed(seed))
    play, size = _player(device, rules)
    play(players, 1, 0, key)  # what is compiled is loaded before the clock starts

    def chunk(first: int) -> tuple[NDArray[Any], ...]:
        number = min(size, games - first)
        found = play(players, number, first, key)
        if progress is not None:
            progress(number)
        return found

    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(chunk, range(0, games, size)))
    seconds = time.perf_counter() - began
    scores, wins, decisions, counts = zip(*parts, strict=True)
    tallies = rules.rules.explain_tally(np.sum(counts, axis=0).tolist(), games)
    return Playouts(np.concatenate(scores), np.concatenate(wins), np.concatenate(decisions), tallies, seconds)


def _player(device: str, rules: Game) -> tuple[Callable[..., tuple[NDArray[Any], ...]], int]:
    """What plays random games of this kind, and how many at a time."""
    if device == "cpu":
        return partial(run_playouts, rules.loops, rules), CHUNK
    if device == "cuda":
        from heliopolis import cuda

        return partial(cuda.playouts, rules), cuda.CHUNK
    raise InvalidSetup(f"The device is 'cpu' or 'cuda', not {device!r}.")
