"""A process that compiles pieces of a game, and tells this one how far it is.

It ends when this process ends, and what it has compiled until then stays in the cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from heliopolis import kernel
from heliopolis.core.errors import HeliopolisError

if TYPE_CHECKING:
    from heliopolis.core.game import Game
    from heliopolis.core.pieces import Piece
    from heliopolis.kernel import Report

COMMAND = [sys.executable, "-P", "-m", "heliopolis.compute.compile_pieces"]
PACKAGES = Path(__file__).parent.parent.parent  # the folder that this package lies in
NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # of Windows

_running: set[CompileProcess] = set()


class CompileProcess:
    """A process that compiles pieces of a game in turn; it ends with its `with` block at the latest."""

    def __init__(self, game: Game, *pieces: Piece, low_priority: bool = False) -> None:
        self._titles = [f"The {piece.meaning} of {game.title}" for piece in pieces]
        self._errors = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115  # `close` closes it
        arguments = [game.name, game.package.__name__, "low" if low_priority else "normal"]
        self._process = subprocess.Popen(
            [*COMMAND, *arguments, *(piece.name for piece in pieces)],
            stdin=subprocess.PIPE,  # closed when this process ends: so does the other one
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, "PYTHONPATH": _search_path(), kernel.CACHE_VARIABLE: str(kernel.cache_folder())},
            start_new_session=True,  # Ctrl-C is for this process
            creationflags=NEW_GROUP,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> CompileProcess:
        _running.add(self)
        return self

    def __exit__(self, *_: object) -> None:
        _running.discard(self)
        self.stop()
        with self._process, self._errors:  # closes the pipes and waits
            pass

    def wait(self, report: Report | None = None) -> None:
        """Wait until the next piece is compiled, and report how much is; raise an error of one line if that fails."""
        assert self._process.stdout is not None
        title = self._titles.pop(0)
        for line in self._process.stdout:
            found = json.loads(line)
            if found is None:
                return
            if report is not None:
                report(*found)
        if self._process.wait() != 0:
            raise HeliopolisError(f"{title} cannot be compiled: {self._reason()}.")

    def _reason(self) -> str:
        """Return why the process failed: its last line."""
        self._errors.seek(0)
        lines = [line.strip().rstrip(".") for line in self._errors if line.strip()]
        return lines[-1] if lines else f"the process ended with status {self._process.returncode}"

    def stop(self) -> None:
        """End the process if it still runs."""
        self._process.kill()

    def let_go(self) -> None:
        """Close the pipe that keeps the process running, in a process that has only inherited it."""
        assert self._process.stdin is not None
        self._process.stdin.close()


class CompileProcesses:
    """Processes that threads wait for, and that can be stopped together."""

    def __init__(self) -> None:
        self._running: set[CompileProcess] = set()
        self._stopped = False
        self._lock = threading.Lock()

    def compile(self, game: Game, piece: Piece, report: Report | None = None, *, low_priority: bool = False) -> None:
        """Compile a piece in a process and wait for it; raise an error of one line if that fails or is stopped."""
        with self.started(game, piece, low_priority=low_priority) as process:
            process.wait(report)

    @contextmanager
    def started(self, game: Game, *pieces: Piece, low_priority: bool = False) -> Iterator[CompileProcess]:
        """Start a process that compiles pieces, to be waited for once for each of them."""
        with CompileProcess(game, *pieces, low_priority=low_priority) as process:
            with self._lock:
                self._running.add(process)
                if self._stopped:
                    process.stop()
            try:
                yield process
            finally:
                with self._lock:
                    self._running.remove(process)

    def stop(self) -> None:
        """End all processes, and those that are started later."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                process.stop()


def _search_path() -> str:
    """Return where this process finds packages; this one may have been imported in another way."""
    folders = [folder or str(Path.cwd()) for folder in sys.path]
    if str(PACKAGES) not in folders:
        folders.append(str(PACKAGES))  # last: nothing in it hides a module of the standard library
    return os.pathsep.join(folders)


def _let_go_of_all() -> None:
    for process in _running:
        process.let_go()
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_of_all)  # they end with the process that started them
