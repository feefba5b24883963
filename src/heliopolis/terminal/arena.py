"""`heliopolis arena`: plays a tournament between bots, with a progress bar, and prints the standings."""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from contextlib import redirect_stdout
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from heliopolis.arena.executors import Executor, processes, serial
from heliopolis.arena.plot import check_plot, plot
from heliopolis.arena.ray_executor import on_ray
from heliopolis.arena.schedule import Tournament, arrange
from heliopolis.arena.standings import Standing, Standings
from heliopolis.arena.tournaments import run as play
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.registry import game

SPEED_SECONDS = 3600.0  # over which the speed is averaged: one game may take minutes
TIGHT: Any = {"box": SIMPLE_HEAD, "padding": (0, 0, 0, 1), "pad_edge": False}  # a table for a narrow screen
MAX_FORFEITS_SHOWN = 5


def run(arguments: argparse.Namespace) -> None:
    """Play the tournament and print or write its standings."""
    planned = arrange(
        arguments.game,
        arguments.bots,
        arguments.games,
        arguments.players,
        arguments.seed,
        arguments.move_time,
        arguments.code,
    )
    check_files(arguments)
    with (
        ProgressBar(title_of(planned), planned.games, hidden=arguments.json) as bar,
        redirect_stdout(sys.stderr),
    ):  # bots, and Ray, may print anything
        try:
            standings = play(planned, executor_of(arguments), arguments.save, bar.add)
        except KeyboardInterrupt:
            bar.stop()
            if arguments.save is not None:
                saved = f"{arguments.save} has {bar.done} of {planned.games} games"
                print(f"Stopped; {saved}, and the same command continues.", file=sys.stderr)
            raise
    if arguments.json:
        print(json.dumps(standings.to_json()))
    else:
        show(standings, arguments.games)
    if arguments.csv is not None:
        write_csv(standings, arguments.csv)
    if arguments.plot is not None:
        plot(standings, arguments.plot)


def executor_of(arguments: argparse.Namespace) -> Executor:
    """Return the executor that the options name."""
    if arguments.ray is not None:
        return on_ray(arguments.ray)
    return serial if arguments.serial else processes(arguments.workers)


def check_files(arguments: argparse.Namespace) -> None:
    """Raise `InvalidSetup` at once if an output file could not be written in the end."""
    for path in (arguments.csv, arguments.plot):
        if path is not None and (path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK)):
            raise InvalidSetup(f"{str(path)!r} cannot be written.")
    if arguments.plot is not None:
        check_plot(arguments.plot)


def write_csv(standings: Standings, path: Path) -> None:
    """Write the standings as CSV, one row per bot."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [column.name for column in fields(Standing)])
        writer.writeheader()
        writer.writerows(asdict(standing) for standing in standings.standings)


class ProgressBar(Progress):
    """A progress bar with the time left, on the standard error, so that output can be redirected."""

    def __init__(self, title: str, games: int, hidden: bool) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        remaining = (TextColumn("left"), TimeRemainingColumn())
        console = Console(stderr=True)
        hidden = hidden or not console.is_terminal
        super().__init__(
            *columns,
            *remaining,
            console=console,
            transient=True,
            disable=hidden,
            speed_estimate_period=SPEED_SECONDS,
        )
        self.task = self.add_task(title, total=games)
        self.done = 0

    def add(self, games: int) -> None:
        """Count games that were finished."""
        self.done += games
        if games > 1:  # they were saved by an earlier run, and say nothing about the speed of this one
            self.reset(self.task, completed=self.done)
        else:
            self.update(self.task, advance=games)


def title_of(planned: Tournament) -> str:
    """Return what is played, for people."""
    return f"{game(planned.game).title}, {planned.players} players"


def show(standings: Standings, requested: int) -> None:
    """Print the standings as a table, with notes."""
    planned = standings.tournament
    console = Console(highlight=False)
    heading = f"{title_of(planned)}: {planned.games:,} games, seed {planned.seed!r}"
    shown = RichTable(title=heading, title_justify="left", **TIGHT)
    shown.add_column("bot")
    for name in ("games", "won", "95 %", "score", "rank", "rating", "per move"):
        shown.add_column(name, justify="right")
    if any(standing.forfeits for standing in standings.standings):
        shown.add_column("forfeits", justify="right")
    for standing in standings.standings:
        shown.add_row(*cells(standing), *([str(standing.forfeits)] if len(shown.columns) > 8 else []))
    console.print(shown)
    for line in notes(standings, requested):
        console.print(line, markup=False)


def cells(standing: Standing) -> list[str]:
    """Return the row of a bot."""
    return [
        standing.bot,
        f"{standing.games:,}",
        f"{standing.win_share:.1%}",
        f"{standing.low * 100:.1f}–{standing.high:.1%}",
        "–" if standing.mean_score is None else f"{standing.mean_score:.1f}",
        f"{standing.mean_rank:.2f}",
        f"{standing.rating:.1f}±{standing.rating_sigma:.1f}",
        "–" if standing.seconds_per_move is None else duration(standing.seconds_per_move),
    ]


def duration(seconds: float) -> str:
    """Return a time in a unit that suits it."""
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.0f} µs"


def notes(standings: Standings, requested: int) -> list[str]:
    """Return what a reader of the table should know."""
    planned = standings.tournament
    deals = "deal" if planned.deals == 1 else "deals"
    found = [
        f"{planned.deals:,} {deals}, each played {planned.games_per_deal} times with the bots in different seats; "
        f"chance is {1 / planned.players:.1%}.",
        f"The mean score is {standings.mean_score:.1f}, that of winners {standings.mean_winning_score:.1f}.",
    ]
    if planned.games != requested:
        found.append(f"{requested:,} games were requested, rounded up to {planned.games:,} for whole deals.")
    if planned.move_time is not None:
        found.append(f"With a limit of {planned.move_time:g} s per move, another run may give other results.")
    forfeits = standings.to_json()["forfeits"]
    found += [f"{one['bot']} forfeited game {one['game']}: it {one['why']}." for one in forfeits[:MAX_FORFEITS_SHOWN]]
    if len(forfeits) > MAX_FORFEITS_SHOWN:
        found.append(f"{len(forfeits) - MAX_FORFEITS_SHOWN:,} more games were forfeited.")
    return found
