"""Tournaments: played by any executor, and saved game by game if wanted."""

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
from heliopolis.core.game import Game

Progress = Callable[[int], Any]  # called with the number of games that were finished since the last call


def tournament(
    name: str | Game,
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
    """Play at least that many games, every deal with every bot in every seat, and return how strong the bots were.

    `code` names files with bots, `move_time` is the number of seconds allowed for a move, and `executor` says where the
    games are played: `processes()` unless given. With `save` every finished game is written to a file, from which a
    tournament that was stopped continues.
    """
    return run(arrange(name, bots, games, players, seed, move_time, code), executor, save, progress)


def run(
    planned: Tournament,
    executor: Executor | None = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Play the games of a tournament that are not saved yet, and return its standings."""
    report = progress or int
    with nullcontext() if save is None else opened(Path(save), planned) as file:
        results: dict[int, Result] = {} if file is None else file.results
        left = [number for number in range(planned.games) if number not in results]
        report(planned.games - len(left))
        for result in (executor or processes())(planned, left) if left else ():
            results[result.number] = result
            if file is not None:
                file.add(result)
            report(1)
    return make_standings(planned, [results[number] for number in range(planned.games)])
