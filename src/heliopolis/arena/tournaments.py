"""Playing a tournament: by any executor, saved as it goes, with the same table in the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from heliopolis.arena.executors import Executor, processes
from heliopolis.arena.referee import Result
from heliopolis.arena.results_file import opened
from heliopolis.arena.schedule import Tournament, arrange
from heliopolis.arena.standings import Standings, make_standings

Progress = Callable[[int], Any]  # hears how many more games are finished


def tournament(
    name: str,
    bots: Sequence[str],
    games: int = 400,
    players: int | None = None,
    seed: int | str = 0,
    *,
    move_time: float | None = None,
    code: Sequence[str | Path] = (),
    executor: Executor | None = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Let bots play at least so many games, every deal with every bot in every seat, and tell how strong they were."""
    return run(arrange(name, bots, games, players, seed, move_time, code), executor, save, progress)


def run(
    planned: Tournament,
    executor: Executor | None = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Play what is not yet saved."""
    tell = progress or int
    with nullcontext() if save is None else opened(Path(save), planned) as saved:
        results: dict[int, Result] = {} if saved is None else saved.results
        left = [number for number in range(planned.games) if number not in results]
        tell(planned.games - len(left))
        for result in (executor or processes())(planned, left) if left else ():
            results[result.number] = result
            if saved is not None:
                saved.add(result)
            tell(1)
    return make_standings(planned, [results[number] for number in range(planned.games)])
