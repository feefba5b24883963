"""`heliopolis arena`: a tournament between bots, with a bar while it lasts and a table in the end."""

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

HOUR = 3600.0  # over which the speed is averaged: one game may take minutes
TIGHT: Any = {"box": SIMPLE_HEAD, "padding": (0, 0, 0, 1), "pad_edge": False}  # a table for a narrow screen
FORFEITS = 5  # of which the reasons are told


def run(arguments: argparse.Namespace) -> None:
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
        Bar(title_of(planned), planned.games, hidden=arguments.json) as bar,
        redirect_stdout(sys.stderr),
    ):  # bots, and Ray, may print anything
        try:
            table = play(planned, executor_of(arguments), arguments.save, bar.add)
        except KeyboardInterrupt:
            bar.stop()
            if arguments.save is not None:
                kept = f"{arguments.save} has {bar.done} of {planned.games} games"
                print(f"Stopped; {kept}, and the same command goes on.", file=sys.stderr)
            raise
    if arguments.json:
        print(json.dumps(table.to_json()))
    else:
        show(table, arguments.games)
    if arguments.csv is not None:
        write_csv(table, arguments.csv)
    if arguments.plot is not None:
        plot(table, arguments.plot)


def executor_of(arguments: argparse.Namespace) -> Executor:
    if arguments.ray is not None:
        return on_ray(arguments.ray)
    return serial if arguments.serial else processes(arguments.workers)


def check_files(arguments: argparse.Namespace) -> None:
    """What could not be written in the end is refused at once."""
    for path in (arguments.csv, arguments.plot):
        if path is not None and (path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK)):
            raise InvalidSetup(f"{str(path)!r} cannot be written.")
    if arguments.plot is not None:
        check_plot(arguments.plot)


def write_csv(table: Standings, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [column.name for column in fields(Standing)])
        writer.writeheader()
        writer.writerows(asdict(standing) for standing in table.standings)


class Bar(Progress):
    """How far it is, and how long it may still take; on the standard error, so that output can go into a file."""

    def __init__(self, title: str, games: int, hidden: bool) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        left = (TextColumn("left"), TimeRemainingColumn())
        console = Console(stderr=True)
        hidden = hidden or not console.is_terminal
        super().__init__(*columns, *left, console=console, transient=True, disable=hidden, speed_estimate_period=HOUR)
        self.task = self.add_task(title, total=games)
        self.done = 0

    def add(self, games: int) -> None:
        self.done += games
        if games > 1:  # they were saved before, and tell nothing about how long the others take
            self.reset(self.task, completed=self.done)
        else:
            self.update(self.task, advance=games)


def title_of(planned: Tournament) -> str:
    return f"{game(planned.game).title}, {planned.players} players"


def show(table: Standings, asked: int) -> None:
    planned = table.tournament
    console = Console(highlight=False)
    heading = f"{title_of(planned)}: {planned.games:,} games, seed {planned.seed!r}"
    shown = RichTable(title=heading, title_justify="left", **TIGHT)
    shown.add_column("bot")
    for name in ("games", "won", "95 %", "score", "rank", "rating", "a move"):
        shown.add_column(name, justify="right")
    if any(standing.forfeits for standing in table.standings):
        shown.add_column("failed", justify="right")
    for standing in table.standings:
        shown.add_row(*cells(standing), *([str(standing.forfeits)] if len(shown.columns) > 8 else []))
    console.print(shown)
    for line in notes(table, asked):
        console.print(line, markup=False)


def cells(standing: Standing) -> list[str]:
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
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.0f} µs"


def notes(table: Standings, asked: int) -> list[str]:
    planned = table.tournament
    deals = "deal" if planned.deals == 1 else "deals"
    found = [
        f"{planned.deals:,} {deals}, each played {planned.games_per_deal} times with the bots in other seats; "
        f"chance is {1 / planned.players:.1%}.",
        f"The mean score of a winner is {table.mean_winning_score:.1f}, of anybody {table.mean_score:.1f}.",
    ]
    if planned.games != asked:
        found.append(f"{asked:,} games were asked for; whole deals make it {planned.games:,}.")
    if planned.move_time is not None:
        found.append(f"With {planned.move_time:g} s for a move, another run may end otherwise.")
    forfeits = table.to_json()["forfeits"]
    found += [f"{one['bot']} forfeited game {one['game']}: it {one['why']}." for one in forfeits[:FORFEITS]]
    if len(forfeits) > FORFEITS:
        found.append(f"… and {len(forfeits) - FORFEITS:,} games more were forfeited.")
    return found
