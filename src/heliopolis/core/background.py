"""Compiling in the background: a first game begins at once, with interpreted rules.

Other processes compile, threads of this one wait for them and load what they compiled. From then on the same functions
run compiled; whoever calls them need not know.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from heliopolis import kernel
from heliopolis.core.compile_process import CompileProcesses
from heliopolis.core.errors import HeliopolisError

if TYPE_CHECKING:
    from heliopolis.core.game import Game
    from heliopolis.core.pieces import Piece

_begun: set[tuple[Game, Piece]] = set()  # what this process has had compiled in the background
_beginning = threading.Lock()
kernel.hold_while_forking(_beginning)


class BackgroundCompiler:
    """Compiles pieces of games in other processes, which give way to this one, and loads them here."""

    def __init__(
        self,
        pieces: Iterable[tuple[Game, Piece]],
        jobs: int = 1,
        *,
        failed: Callable[[str], object] = lambda _: None,
        finished: Callable[[], object] = lambda: None,
    ) -> None:
        self.failed = failed  # is called with one sentence if a piece cannot be compiled
        self.finished = finished  # is called when all is done that can be done
        self._waiting = list(pieces)  # what is needed first comes first
        self._processes = CompileProcesses()
        self._closed = False
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._work, name="compile", daemon=True) for _ in range(jobs)]
        self._working = jobs

    def start(self) -> None:
        """Begin to compile; what still compiles when the interpreter exits is ended."""
        for thread in self._threads:
            thread.start()
        atexit.register(self.close)

    def prefer(self, game: Game) -> None:
        """Compile what is left of a game before that of others."""
        with self._lock:
            self._waiting.sort(key=lambda task: task[0] != game)

    def close(self) -> None:
        """End all processes and threads."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
        self._processes.stop()
        self.join()
        atexit.unregister(self.close)

    def join(self) -> None:
        """Wait until everything is compiled and loaded."""
        for thread in self._threads:
            if thread.is_alive():  # else it is done, or could not be started
                thread.join()

    def _work(self) -> None:
        """Compile and load one piece after the other; the last thread says that all is done, whatever has failed."""
        try:
            while (task := self._next()) is not None:
                reason = self._try(*task)
                if reason is not None and not self._closed:
                    self.failed(reason)
        finally:
            with self._lock:
                self._working -= 1
                last = not self._working
            if last:
                self.finished()

    def _next(self) -> tuple[Game, Piece] | None:
        with self._lock:
            return self._waiting.pop(0) if self._waiting else None

    def _try(self, game: Game, piece: Piece) -> str | None:
        """Compile and load a piece; return one sentence if that fails."""
        try:
            self._compile(game, piece)
        except HeliopolisError as error:
            return str(error)
        except Exception as error:  # no process can be started, or the code that it wrote cannot be loaded
            return f"The {piece.meaning} of {game.title} cannot be loaded: {type(error).__name__}."
        return None

    def _compile(self, game: Game, piece: Piece) -> None:
        if not piece.is_compiled(game):
            self._processes.compile(game, piece, low_priority=True)
        piece.load(game)


def compile_in_background(game: Game, piece: Piece) -> None:
    """Let another process compile a piece of a game unless it is cached; it runs interpreted until then.

    If it cannot be compiled there, each function is compiled here at its first call.
    """
    if piece.is_compiled(game) or kernel.is_compiling() or kernel.is_left_to_others():
        return
    package = game.package.__name__
    with _beginning:
        if (game, piece) in _begun:
            return
        _begun.add((game, piece))
        kernel.leave_to_others(package)  # before another thread sees that this has begun
    try:
        BackgroundCompiler([(game, piece)], finished=lambda: kernel.take_back(package)).start()
    except RuntimeError:  # there can be no more threads
        kernel.take_back(package)
