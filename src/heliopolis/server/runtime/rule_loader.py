"""Games are imported, compiled and loaded in the background, while the server already answers.

Importing takes a second. Rules that this machine has never compiled are compiled in processes of low priority; until
then tables are played with interpreted rules, and bots that think decide by the heuristic.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from concurrent.futures import Future
from contextlib import suppress
from itertools import zip_longest
from typing import TYPE_CHECKING

from heliopolis.core.registry import games
from heliopolis.server.domain.problems import Problem

if TYPE_CHECKING:
    from heliopolis.core.background import BackgroundCompiler

logger = logging.getLogger("heliopolis")


class RuleLoader:
    """Imports all games, and has them compiled."""

    def __init__(self) -> None:
        self._imported: dict[str, Future[None]] = {name: Future() for name in games()}
        self._left_to_others = False  # whether this process leaves compiling to others
        self._all_compiled = True
        self._compiler: BackgroundCompiler | None = None
        self._preferred: str | None = None  # the game that is compiled first
        self._thread = threading.Thread(target=self._load_all, name="rules", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _load_all(self) -> None:
        with suppress(Exception):  # if there is no compiler, all imports fail and are logged
            from heliopolis import kernel  # loads Numba, which takes a while

            kernel.leave_to_others()
            self._left_to_others = True
        for name, imported in self._imported.items():
            self._import(name, imported)
        found = [name for name, imported in self._imported.items() if imported.exception() is None]
        if found:
            self._compile(found)

    def _import(self, name: str, imported: Future[None]) -> None:
        from heliopolis.core.registry import game

        try:
            _ = game(name).kernels
        except Exception as error:  # requests for this game fail; the others can be played
            logger.exception("%s cannot be imported", name)
            imported.set_exception(error)
        else:
            imported.set_result(None)

    def _compile(self, names: list[str]) -> None:
        from heliopolis.bots import pieces_for_levels
        from heliopolis.core.background import BackgroundCompiler
        from heliopolis.core.cores import usable_cores
        from heliopolis.core.registry import game

        names.sort(key=lambda name: name != self._preferred)
        needed = [[(game(name), piece) for piece in pieces_for_levels(game(name))] for name in names]
        pieces = [
            task for tasks in zip_longest(*needed) for task in tasks if task is not None
        ]  # the first of all games
        self._compiler = BackgroundCompiler(pieces, usable_cores(), failed=self._failed, finished=self._finished)
        self._compiler.start()

    def _failed(self, reason: str) -> None:
        self._all_compiled = False
        logger.error("%s It is played interpreted.", reason)

    def _finished(self) -> None:
        """Compile again what is called for the first time, unless something cannot be compiled."""
        if self._all_compiled:
            self._take_back()

    def _take_back(self) -> None:
        if self._left_to_others:
            from heliopolis import kernel

            self._left_to_others = False
            kernel.take_back()

    def prefer(self, name: str) -> None:
        """Have a game compiled before others: somebody plays it."""
        from heliopolis.core.registry import game

        self._preferred = name
        if self._compiler is not None and name in self._imported:
            self._compiler.prefer(game(name))

    async def close(self) -> None:
        """End what is still compiling."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._thread.join()
        if self._compiler is not None:
            self._compiler.close()
        self._take_back()

    async def imported(self) -> None:
        """Wait until all games are imported."""
        for name in self._imported:
            await self.ready(name)

    async def ready(self, name: str) -> None:
        """Wait until a game can be played; Problem if it cannot be imported. Tekhenu needs no compiled rules."""
        if name not in self._imported:
            return
        try:
            await asyncio.shield(asyncio.wrap_future(self._imported[name]))
        except Exception:  # it is in the log already
            raise Problem("server.broken") from None
