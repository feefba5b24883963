"""The rules, loaded behind the first page: importing the compiler takes a second, compiling the rules longer.

What this machine never compiled is compiled in a process of its own, so that this one goes on answering.
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


class Rules:
    """Which games can be played already."""

    def __init__(self) -> None:
        self._compiler: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._imported: Future[None] = Future()
        self._loaded: dict[str, Future[None]] = {name: Future() for name in games()}

    def begin(self) -> None:
        threading.Thread(target=self._load_all, name="rules", daemon=True).start()

    def _load_all(self) -> None:
        try:
            from heliopolis.compute.compiled import compile_all, is_compiled
            from heliopolis.core.registry import game

            for name in self._loaded:
                game(name)
        except Exception as error:  # nothing can be played: nobody is left waiting for it
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
            except Exception as error:  # whoever waits for this game is told; the others can be played
                logger.exception("the rules of %s cannot be compiled", name)
                loaded.set_exception(error)
            else:
                loaded.set_result(None)

    def _compile(self, name: str) -> None:
        """In a session of its own: Ctrl-C is for us, and we end it."""
        self._compiler = subprocess.Popen([sys.executable, "-c", COMPILE, name], start_new_session=True)
        self._compiler.wait()

    def close(self) -> None:
        self._closed = True
        if self._compiler is not None:
            self._compiler.kill()

    def are_ready(self, game: str) -> bool:
        loaded = self._loaded.get(game)
        return loaded is None or (loaded.done() and loaded.exception() is None)

    async def imported(self) -> None:
        """Wait until the games can be asked for their facts."""
        await wait_for(self._imported)

    async def ready(self, game: str) -> None:
        """Wait until a game can be played."""
        if game in self._loaded:
            await wait_for(self._loaded[game])


async def wait_for(loaded: Future[None]) -> None:
    """Until it is done, or Problem if it failed; who gives up waiting stops nothing."""
    try:
        await asyncio.shield(asyncio.wrap_future(loaded))
    except Exception:  # it is in the log
        raise Problem("server.broken") from None
