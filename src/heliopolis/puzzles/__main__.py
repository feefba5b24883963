"""Finds and publishes puzzles: `python -m heliopolis.puzzles find GAME --out FILE`, then `… publish GAME FILE`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from heliopolis.core.cores import usable_cores
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.registry import game
from heliopolis.puzzles.processes import Finds, find
from heliopolis.puzzles.selection import DEFAULT_NUMBER, select, write
from heliopolis.puzzles.shipped import file_of


def run_find(arguments: argparse.Namespace) -> None:
    """Look for puzzles with a progress bar; in a log, a line now and then."""
    finds = Finds.open(game(arguments.game).name, arguments.seed, arguments.out)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("games", total=arguments.games, completed=len(finds.found))

        def on_game(games: int, puzzles: int) -> None:
            progress.update(task, completed=games, description=f"{puzzles} puzzles in games")
            if not console.is_terminal and games % 20 == 0:
                print(f"{games} games, {puzzles} puzzles", flush=True)

        seconds = None if arguments.minutes is None else 60 * arguments.minutes
        games = range(arguments.first, arguments.first + arguments.games)
        find(finds, games, arguments.jobs, seconds, on_game)
    print(f"{len(finds.found)} games, {len(finds.puzzles())} puzzles in {arguments.out}", flush=True)


def run_publish(arguments: argparse.Namespace) -> None:
    """Write the file of a game's puzzles into the package, and say of which kinds they are."""
    name, seed = game(arguments.game).name, arguments.seed
    chosen = select(Finds.open(name, seed, arguments.file).puzzles(), arguments.number)
    write(chosen, file_of(name))
    print(f"{len(chosen)} puzzles, {file_of(name).stat().st_size // 1024} KiB in {file_of(name)}")
    for what in ("theme", "difficulty", "players"):
        counts = Counter(getattr(one, what) for one in chosen)
        print(f"by {what}:", ", ".join(f"{kind} {number}" for kind, number in sorted(counts.items())))


def main() -> None:
    """Run the command that was typed."""
    parser = argparse.ArgumentParser(prog="python -m heliopolis.puzzles", description=__doc__)
    commands = parser.add_subparsers(required=True)
    finding = commands.add_parser("find", help="look for puzzles in games of strong bots; a stopped run continues")
    finding.add_argument("game")
    finding.add_argument("--games", type=int, default=1000, help="number of games (default: %(default)s)")
    finding.add_argument("--first", type=int, default=0, help="number of the first game (default: %(default)s)")
    finding.add_argument("--seed", default="puzzles", help="seed of the games (default: %(default)s)")
    finding.add_argument("--jobs", type=int, default=usable_cores(), help="processes (default: one per core)")
    finding.add_argument("--minutes", type=float, help="stop after so many minutes (default: when all is played)")
    finding.add_argument("--out", type=Path, required=True, help="file of what is found")
    finding.set_defaults(run=run_find)
    publishing = commands.add_parser("publish", help="write a choice of what was found into the package")
    publishing.add_argument("game")
    publishing.add_argument("file", type=Path)
    publishing.add_argument("--seed", default="puzzles", help="seed of the games (default: %(default)s)")
    publishing.add_argument("--number", type=int, default=DEFAULT_NUMBER, help="default: %(default)s")
    publishing.set_defaults(run=run_publish)
    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except HeliopolisError as error:
        sys.exit(f"heliopolis: {error}")


if __name__ == "__main__":
    main()
