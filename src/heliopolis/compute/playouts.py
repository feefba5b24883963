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
from heliopolis.core.position import Position
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
    start: str | Game | Position,
    players: int | None = None,
    games: int = 1,
    seed: int | str = 0,
    threads: int = 1,
    progress: Callable[[int], Any] | None = None,
    device: Literal["cpu", "cuda"] = "cpu",
) -> Playouts:
    """Play random games to their end: new games for that many players, or from a position.

    Game i of a seed is the same on any number of threads and on any device. `progress` is called after each chunk with
    the number of its games. From a position, everything is played as it lies there, hidden cards too.
    """
    rules, records, players = _start(start, players)
    for what, number in (("games", games), ("threads", threads)):
        if not isinstance(number, int | np.integer) or number < 1:
            raise InvalidSetup(f"The number of {what} must be 1 or more, not {number!r}.")
    key = kernel.seed_key(check_seed(seed))
    play = _player(device, rules, records, threads)
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


def _start(start: str | Game | Position, players: int | None) -> tuple[Game, NDArray[np.void], int]:
    """Return the game, the record to start from, which is blank for new games, and the number of players."""
    if isinstance(start, Position):
        if players not in (None, start.players):
            raise InvalidSetup(f"The position is one of {start.players} players, not of {players!r}.")
        records = start.game.blank()
        kernel.wrap_records(records)[0] = start.rule_records[0]
        return start.game, records, start.players
    rules = game(start)
    if players is None:
        raise InvalidSetup(f"New games of {rules.title} need a number of players.")
    return rules, rules.blank(), rules.check_players(players)


def _player(device: str, rules: Game, start: NDArray[np.void], threads: int) -> Player:
    """Return a function that plays random games of a game on a device."""
    if device == "cpu":
        return partial(_play_on_threads, rules, start, threads)
    if device == "cuda":
        from heliopolis.compute.devices import cuda

        return partial(cuda.playouts, rules, start)
    raise InvalidSetup(f"The device must be 'cpu' or 'cuda', not {device!r}.")


def _play_on_threads(
    rules: Game, start: NDArray[np.void], threads: int, players: int, games: int, key: int
) -> Iterator[tuple[NDArray[Any], ...]]:
    """Play random games on CPU threads; yield the results of some games at a time, in order."""
    kernels = PLAYOUTS.compiled(rules)
    size = max(1, min(MAX_CHUNK, games // (CHUNKS_PER_THREAD * threads)))

    def play(first: int) -> tuple[NDArray[Any], ...]:
        return run_playouts(kernels, rules, players, start, min(size, games - first), first, key)

    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(play, range(0, games, size))
