"""The rules, loaded behind the first page: importing the compiler takes a second, compiling the rules longer.

What this machine never compiled is compiled in a process of its own, so that this one goes on answering.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import Future

from heliopolis.games import NAMES

COMPILE = "import sys, heliopolis; heliopolis.game(sys.argv[1]).compile()"


class Rules:
    """Which games can be played already."""

    def __init__(self) -> None:
        self._compiler: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._imported: Future[None] = Future()
        self._loaded: dict[str, Future[None]] = {name: Future() for name in NAMES}

    def begin(self) -> None:
        threading.Thread(target=self._load_all, name="rules", daemon=True).start()

    def _load_all(self) -> None:
        from heliopolis.game import game

        for name in NAMES:
            game(name)
        self._imported.set_result(None)
        for name, loaded in self._loaded.items():
            try:
                if not game(name).compiled:
                    self._compile(name)
                if self._closed:
                    return
                game(name).compile()
            except Exception as error:  # whoever waits for this game is told; the others can be played
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
        return game not in self._loaded or self._loaded[game].done()

    async def imported(self) -> None:
        """Wait until the games can be asked for their facts."""
        await asyncio.shield(asyncio.wrap_future(self._imported))

    async def ready(self, game: str) -> None:
        """Wait until a game can be played."""
        if game in self._loaded:
            await asyncio.shield(asyncio.wrap_future(self._loaded[game]))  # who gives up waiting stops nothing
