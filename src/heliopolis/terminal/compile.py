"""`heliopolis compile`: compiles games ahead of time, for images and clusters."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain

from platformdirs import user_cache_path
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from heliopolis import kernel
from heliopolis.bots import pieces_for_levels
from heliopolis.compute.compiled import PIECES
from heliopolis.core.compile_process import CompileProcess, CompileProcesses
from heliopolis.core.cores import usable_cores
from heliopolis.core.errors import HeliopolisError, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.registry import game, games

FOR_LEVELS = "levels"  # instead of a piece: all that the levels of a game need


@dataclass
class Compiled:
    """What was done about one piece of a game."""

    game: str
    piece: str
    functions: int = 0  # that were compiled
    seconds: float = 0.0
    error: str | None = None


def run(arguments: Namespace) -> None:
    """Compile what is not compiled yet, in as many processes as there are jobs, behind progress bars."""
    chosen = [game(name) for name in arguments.games or games()]
    pieces = arguments.pieces or list(PIECES)
    for name in pieces:
        if name not in (FOR_LEVELS, *PIECES):
            raise InvalidSetup(f"There is no piece {name!r:.40}; there are {', '.join((FOR_LEVELS, *PIECES))}.")
    if not kernel.COMPILED:
        raise InvalidSetup("Nothing can be compiled with NUMBA_DISABLE_JIT=1.")
    root = user_cache_path("heliopolis")
    if not kernel.cache_folder().is_relative_to(root):
        raise InvalidSetup(f"Compiled rules cannot be stored: nothing can be written to {str(root)!r}.")
    needed = {one: [piece.name for piece in pieces_for_levels(one)] if FOR_LEVELS in pieces else [] for one in chosen}
    jobs = arguments.jobs or usable_cores()
    wanted = {one: [name for name in PIECES if name in (*pieces, *needed[one])] for one in chosen}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    hidden = arguments.json or not console.is_terminal
    with (
        Progress(*columns, console=console, transient=True, disable=hidden) as bar,
        ThreadPoolExecutor(jobs) as pool,
    ):
        found = compile_tasks(pool, split(wanted, jobs), bar)
    show(found, arguments.json)
    failures = [one.error for one in found if one.error is not None]
    if failures:
        raise HeliopolisError(failures[0])


def split(wanted: dict[Game, list[str]], jobs: int) -> list[tuple[Game, list[str]]]:
    """Return what each process is to compile, largest games first: all pieces of a game, unless there are more jobs.

    Pieces call the same rules, which one process need not read again for each piece.
    """
    parts = -(-jobs // len(wanted))
    tasks = list[tuple[Game, list[str]]]()
    for one in sorted(wanted, key=source_size, reverse=True):
        names = wanted[one]
        size = max(1, -(-len(names) // parts))
        tasks += [(one, names[first : first + size]) for first in range(0, len(names), size)]
    return tasks


def source_size(game: Game) -> int:
    """Return how much there is to compile of a game, in bytes of its sources."""
    return sum(path.stat().st_size for path in game.folder.glob("*.py"))


def compile_tasks(pool: ThreadPoolExecutor, tasks: list[tuple[Game, list[str]]], bar: Progress) -> list[Compiled]:
    """Compile pieces of games; Ctrl-C ends what is being compiled."""
    processes = CompileProcesses()
    try:
        return list(chain(*pool.map(lambda task: compile_in_turn(processes, bar, *task), tasks)))
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        processes.stop()
        raise


def compile_in_turn(processes: CompileProcesses, bar: Progress, game: Game, names: list[str]) -> list[Compiled]:
    """Compile the pieces that are not compiled, in one process; after a failure another one goes on with the rest."""
    found = [Compiled(game.name, name) for name in names]
    left = [one for one in found if not PIECES[one.piece].is_compiled(game)]
    while left:
        with processes.started(game, *(PIECES[one.piece] for one in left)) as process:
            while left and wait(process, bar, left.pop(0)):
                pass
    return found


def wait(process: CompileProcess, bar: Progress, done: Compiled) -> bool:
    """Show how far a process is with its next piece, and return whether it could compile it."""
    task = bar.add_task(PIECES[done.piece].title(game(done.game)), total=None)
    began = time.perf_counter()
    try:
        process.wait(partial(advance, bar, task, done))
    except HeliopolisError as error:
        done.error = str(error)
    done.seconds = round(time.perf_counter() - began, 1)
    return done.error is None


def advance(bar: Progress, task: TaskID, done: Compiled, compiled: int, total: int) -> None:
    """Move a bar, and note how many functions are compiled."""
    done.functions = compiled
    bar.update(task, completed=compiled, total=total)


def show(found: list[Compiled], as_json: bool) -> None:
    """Print one line per piece, or everything as JSON."""
    if as_json:
        print(json.dumps([asdict(one) for one in found]))
        return
    console = Console(highlight=False)
    for one in found:
        what = PIECES[one.piece].title(game(one.game))
        if one.error is None:
            how = f"{one.functions} functions in {one.seconds} s" if one.functions else "compiled already"
            console.print(f"{what[0].upper()}{what[1:]}: {how}.", markup=False)
