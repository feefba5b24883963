"""Random games in compiled code, on any number of threads: one seed always gives the same games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
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

Results = Iterator[tuple[NDArray[Any], ...]]  # of some games at a time
Player = Callable[[int, int, int], Results]  # players, games, key

MAX_CHUNK = 4096  # games that a thread plays between two reports of progress
CHUNKS_PER_THREAD = 8  # at least, so that no thread waits long for the last one


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
    play = _player(device, rules, threads)
    list(play(players, 1, key))  # loads compiled code before the time is measured
    parts: list[tuple[NDArray[Any], ...]] = []
    began = time.perf_counter()
    for part in play(players, games, key):
        parts.append(part)
        if progress is not None:
            progress(len(part[0]))
    seconds = time.perf_counter() - began
    scores, wins, decisions, counts = zip(*parts, strict=True)
    counted = rules.rules.describe_statistics(np.sum(counts, axis=0).tolist(), games)
    return Playouts(np.concatenate(scores), np.concatenate(wins), np.concatenate(decisions), counted, seconds)


def _player(device: str, rules: Game, threads: int) -> Player:
    """Return a function that plays random games of a game on a device."""
    if device == "cpu":
        return partial(_play_on_threads, rules, threads)
    if device == "cuda":
        from heliopolis.compute.devices import cuda

        return partial(cuda.playouts, rules)
    raise InvalidSetup(f"The device must be 'cpu' or 'cuda', not {device!r}.")


def _play_on_threads(
    rules: Game, threads: int, players: int, games: int, key: int
) -> Iterator[tuple[NDArray[Any], ...]]:
    """Play random games on CPU threads; yield the results of some games at a time, in order."""
    play = partial(run_playouts, PLAYOUTS.compiled(rules), rules, players)
    size = max(1, min(MAX_CHUNK, games // (CHUNKS_PER_THREAD * threads)))
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(lambda first: play(min(size, games - first), first, key), range(0, games, size))
