"""Finds puzzles on all cores, and keeps what was found in a file that a later run continues.

The file has one line per finished game, so that a run that is cut off loses only the games it was playing. A game
depends on the seed and its number alone: the same games give the same puzzles on any number of cores, and the files of
several machines that looked at different games can be put together.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from heliopolis.bots import compile_bots, levels
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.registry import game
from heliopolis.puzzles.finding import Finder
from heliopolis.puzzles.puzzle import Puzzle

OnGame = Callable[[int, int], None]  # is called with the number of games and puzzles so far


@dataclass
class Finds:
    """The file of what was found: the puzzles of each finished game by its number."""

    name: str
    seed: int | str
    file: Path
    found: dict[int, list[Puzzle]]

    @classmethod
    def open(cls, name: str, seed: int | str, file: Path) -> Finds:
        """Read what earlier runs found, if anything; InvalidSetup if that was in another game or of another seed."""
        finds = cls(name, seed, file, {})
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            try:
                data = json.loads(line)
            except ValueError:
                continue  # a run was cut off while it wrote this line
            if (data["game"], data["seed"]) != (name, seed):
                raise InvalidSetup(f"{str(file)!r} contains puzzles of {data['game']}, seed {data['seed']}.")
            finds.found[data["number"]] = [Puzzle.from_json(name, one) for one in data["puzzles"]]
        return finds

    def add(self, number: int, puzzles: list[Puzzle]) -> None:
        """Add the puzzles of a game, and write them into the file at once."""
        self.found[number] = puzzles
        self.file.parent.mkdir(parents=True, exist_ok=True)
        data = {"game": self.name, "seed": self.seed, "number": number, "puzzles": [one.to_json() for one in puzzles]}
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(data, separators=(",", ":")) + "\n")

    def puzzles(self) -> list[Puzzle]:
        """Return all puzzles in the order of their games."""
        return [one for number in sorted(self.found) for one in self.found[number]]


def find(finds: Finds, games: range, jobs: int, seconds: float | None, on_game: OnGame) -> None:
    """Look for puzzles in games of these numbers, in several processes, for at most so many seconds."""
    bots = ["net", *(level.bot for level in levels(finds.name))]
    compile_bots(bots, game(finds.name))  # once here, so that no worker does
    left = iter([number for number in games if number not in finds.found])
    end = None if seconds is None else time.monotonic() + seconds
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    try:
        for number, puzzles in _work(pool, finds, left, jobs, end):
            finds.add(number, puzzles)
            on_game(len(finds.found), sum(map(len, finds.found.values())))
    finally:
        for process in (pool._processes or {}).values():  # a game that is being played takes long and is not needed
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _work(
    pool: ProcessPoolExecutor, finds: Finds, left: Iterator[int], jobs: int, end: float | None
) -> Iterator[tuple[int, list[Puzzle]]]:
    """Yield the puzzles of each game as soon as it is finished, until there is no game or no time left."""
    running: dict[Future[list[Puzzle]], int] = {}
    while True:
        while len(running) < jobs and (number := next(left, None)) is not None:
            running[pool.submit(_find_in_game, finds.name, finds.seed, number)] = number
        seconds = None if end is None else max(0.0, end - time.monotonic())
        done, _ = wait(running, seconds, FIRST_COMPLETED)
        if not done:
            return
        for future in done:
            yield running.pop(future), future.result()


def _find_in_game(name: str, seed: int | str, number: int) -> list[Puzzle]:
    """Return the puzzles of a game; called in a process of the pool."""
    return _finder(name, seed).puzzles_of(number)


@cache
def _finder(name: str, seed: int | str) -> Finder:
    return Finder(game(name), seed)
