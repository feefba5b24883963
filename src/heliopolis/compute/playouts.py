"""Random games in compiled code, on any number of threads: one seed always gives the same games."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.compute.compiled import PLAYOUTS, run_playouts
from heliopolis.core.checks import JSON, check_seed
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.registry import game
from heliopolis.text.narration import Narrator

GAMES_PER_CHUNK = 4096  # games that a thread plays between two reports of progress


@dataclass(frozen=True)
class Playouts:
    """The results of many random games."""

    scores: NDArray[np.int32]  # one row per game, one column per seat
    wins: NDArray[np.int32]  # one row per game: the winning seats as a bit set
    decisions_per_game: NDArray[np.int32]
    counted: Sequence[JSON]  # the game's statistics: messages, each with its number
    seconds: float

    @property
    def statistics(self) -> dict[str, int]:
        """What else was counted in these games, by its English name."""
        narrator = Narrator("en")
        return {narrator.statistic(one): one["number"] for one in self.counted}

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.scores)

    @property
    def decisions(self) -> int:
        """The number of decisions in all games."""
        return int(self.decisions_per_game.sum())


def playouts(
    name: str | Game,
    players: int,
    games: int,
    seed: int | str = 0,
    threads: int = 1,
    progress: Callable[[int], Any] | None = None,
    device: Literal["cpu", "cuda"] = "cpu",
) -> Playouts:
    """Play random games to their end; `progress` is called after each chunk with the number of its games.

    Game i of a seed is the same on any number of threads and on any device.
    """
    rules = game(name)
    players = rules.check_players(players)
    for what, number in (("games", games), ("threads", threads)):
        if not isinstance(number, int | np.integer) or number < 1:
            raise InvalidSetup(f"The number of {what} must be 1 or more, not {number!r}.")
    key = kernel.seed_key(check_seed(seed))
    play, size, workers = _player(device, rules, threads)
    play(players, 1, 0, key)  # loads compiled code before the time is measured

    def chunk(first: int) -> tuple[NDArray[Any], ...]:
        number = min(size, games - first)
        found = play(players, number, first, key)
        if progress is not None:
            progress(number)
        return found

    began = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        parts = list(pool.map(chunk, range(0, games, size)))
    seconds = time.perf_counter() - began
    scores, wins, decisions, counts = zip(*parts, strict=True)
    counted = rules.rules.describe_statistics(np.sum(counts, axis=0).tolist(), games)
    return Playouts(np.concatenate(scores), np.concatenate(wins), np.concatenate(decisions), counted, seconds)


def _player(device: str, rules: Game, threads: int) -> tuple[Callable[..., tuple[NDArray[Any], ...]], int, int]:
    """Return a function that plays random games on a device, how many to play per call, and how many calls at once."""
    if device == "cpu":
        return partial(run_playouts, PLAYOUTS.compiled(rules), rules), GAMES_PER_CHUNK, threads
    if device == "cuda":
        from heliopolis.compute.devices import cuda

        return partial(cuda.playouts, rules), cuda.GAMES_PER_CHUNK, cuda.CHUNKS_AT_ONCE
    raise InvalidSetup(f"The device must be 'cpu' or 'cuda', not {device!r}.")
