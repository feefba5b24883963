"""Rules that are compiled in the background: a first game begins at once, with interpreted rules."""

from __future__ import annotations

import atexit
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from heliopolis import kernel
from heliopolis.core.compile_process import CompileProcess
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.rule_calls import RULES

if TYPE_CHECKING:
    from heliopolis.core.game import Game


def compile_in_background(game: Game) -> None:
    """Let another process compile the rules of a game unless they are cached; they run interpreted until then.

    Where no process can compile them, each rule is compiled here at its first call.
    """
    if RULES.is_compiled(game) or kernel.is_compiling() or kernel.is_left_to_others():
        return
    with suppress(OSError):
        _Job(game, CompileProcess(game, RULES)).start()


class _Job(threading.Thread):
    """A thread that waits for a process that compiles, and then loads what it compiled."""

    def __init__(self, game: Game, process: CompileProcess) -> None:
        super().__init__(name=f"rules of {game.name}", daemon=True)
        self.game = game
        self.process = process
        kernel.leave_to_others(game.package.__name__)
        atexit.register(self.end)

    def run(self) -> None:
        try:
            with suppress(HeliopolisError):  # then they are compiled here, which raises the same error where it belongs
                self.process.wait()
                RULES.load(self.game)
        finally:
            kernel.take_back(self.game.package.__name__)
            atexit.unregister(self.end)

    def end(self) -> None:
        """End process and thread before the interpreter is torn down."""
        self.process.stop()
        self.join()
