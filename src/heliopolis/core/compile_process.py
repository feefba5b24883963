"""A process that compiles one piece of a game, and tells this one how far it is.

It ends when this process ends, and what it has compiled until then stays in the cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from heliopolis import kernel
from heliopolis.core.errors import HeliopolisError

if TYPE_CHECKING:
    from heliopolis.core.game import Game
    from heliopolis.core.pieces import Piece
    from heliopolis.kernel import Report

COMMAND = [sys.executable, "-P", "-m", "heliopolis.compute.compile_piece"]
PACKAGES = Path(__file__).parent.parent.parent  # the folder that this package lies in


LOWEST_PRIORITY = 19

_running: set[CompileProcess] = set()


def give_way() -> None:
    """Lower the priority of all processes that compile for this one: it waits for something else now."""
    for process in list(_running):
        process.lower_priority()


class CompileProcess:
    """A process that compiles one piece of a game."""

    def __init__(self, game: Game, piece: Piece, *, low_priority: bool = False) -> None:
        self.what = f"The {piece.meaning} of {game.title}"
        self._errors = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115  # `wait` closes it
        arguments = [game.name, game.package.__name__, piece.name, "low" if low_priority else "normal"]
        path = os.pathsep.join([str(PACKAGES), *(folder or str(Path.cwd()) for folder in sys.path)])
        self._process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,  # closed when this process ends: so does the other one
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, "PYTHONPATH": path, kernel.CACHE_VARIABLE: str(kernel.cache_folder())},
            start_new_session=True,  # Ctrl-C is for this process
            text=True,
            encoding="utf-8",
        )

        _running.add(self)

    def wait(self, report: Report | None = None) -> None:
        """Wait until everything is compiled, and report how much is; raise an error of one line if that fails."""
        with self._errors, self._process as process, self._forgotten():
            assert process.stdout is not None
            for line in process.stdout:
                if report is not None:
                    report(*json.loads(line))
            if process.wait() != 0:
                raise HeliopolisError(f"{self.what} cannot be compiled: {self._reason()}.")

    def _reason(self) -> str:
        """Return why the process failed: its last line."""
        self._errors.seek(0)
        lines = [line.strip().rstrip(".") for line in self._errors if line.strip()]
        return lines[-1] if lines else f"the process ended with status {self._process.returncode}"

    @contextmanager
    def _forgotten(self) -> Iterator[None]:
        """Forget the process at the end."""
        try:
            yield
        finally:
            _running.discard(self)

    def lower_priority(self) -> None:
        """Let the process compile only when nothing else is to be done, where that is possible."""
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, LOWEST_PRIORITY)

    def stop(self) -> None:
        """End the process if it still runs."""
        self._process.kill()
