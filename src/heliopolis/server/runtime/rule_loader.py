"""Rules are loaded in the background: importing the compiler takes a second, compiling the rules longer.

Rules that this machine has never compiled are compiled in a process of their own, so that this one goes on answering.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
from concurrent.futures import Future

from heliopolis.core.registry import games
from heliopolis.server.domain.problems import Problem

COMPILE = (
    "import sys, heliopolis as hp; from heliopolis.compute import compiled as c; c.compile_all(hp.game(sys.argv[1]))"
)
logger = logging.getLogger("heliopolis")


class RuleLoader:
    """Loads the rules of all games and knows which can be played already."""

    def __init__(self) -> None:
        self._compiler: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._imported: Future[None] = Future()
        self._loaded: dict[str, Future[None]] = {name: Future() for name in games()}

    def start(self) -> None:
        threading.Thread(target=self._load_all, name="rules", daemon=True).start()

    def _load_all(self) -> None:
        try:
            from heliopolis.compute.compiled import compile_all, is_compiled
            from heliopolis.core.registry import game

            for name in self._loaded:
                game(name)
        except Exception as error:  # nothing can be played: nobody is left waiting
            logger.exception("the games cannot be imported")
            for waited_for in (self._imported, *self._loaded.values()):
                waited_for.set_exception(error)
            return
        self._imported.set_result(None)
        for name, loaded in self._loaded.items():
            try:
                if not is_compiled(game(name)):
                    self._compile(name)
                if self._closed:
                    return
                compile_all(game(name))
            except Exception as error:  # requests for this game fail; the others can be played
                logger.exception("the rules of %s cannot be compiled", name)
                loaded.set_exception(error)
            else:
                loaded.set_result(None)

    def _compile(self, name: str) -> None:
        """Compile a game in a process of another session: Ctrl-C is for this process, which ends the other one."""
        self._compiler = subprocess.Popen([sys.executable, "-c", COMPILE, name], start_new_session=True)
        self._compiler.wait()

    def close(self) -> None:
        self._closed = True
        if self._compiler is not None:
            self._compiler.kill()

    def is_ready(self, game: str) -> bool:
        """Return whether a game can be played now."""
        loaded = self._loaded.get(game)
        return loaded is None or (loaded.done() and loaded.exception() is None)

    async def imported(self) -> None:
        """Wait until all games are imported."""
        await wait_for(self._imported)

    async def ready(self, game: str) -> None:
        """Wait until a game can be played."""
        if game in self._loaded:
            await wait_for(self._loaded[game])


async def wait_for(loaded: Future[None]) -> None:
    """Wait until a game is loaded; Problem if that failed. Cancelling the wait does not cancel the load."""
    try:
        await asyncio.shield(asyncio.wrap_future(loaded))
    except Exception:  # it is in the log already
        raise Problem("server.broken") from None
