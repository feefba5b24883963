"""What has to be looked after from time to time: clocks, bots left waiting, news that nobody announced.

Several processes may do it at once: the log takes each entry only once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

from heliopolis.server.domain import commands
from heliopolis.server.domain.problems import Problem
from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.bot_turns import Thinking
from heliopolis.server.runtime.rooms import Rooms

EVERY = 2.0  # seconds
AT_ONCE = 500  # tables
logger = logging.getLogger("heliopolis")


class Keeper:
    """One round after the other, whatever goes wrong."""

    def __init__(self, rooms: Rooms, thinking: Thinking) -> None:
        self.rooms = rooms
        self.thinking = thinking
        self.tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        self._start(self._rounds())

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _rounds(self) -> None:
        duties: list[Callable[[], Awaitable[None]]] = [self._listen, self._news, self._clocks, self._bots]
        while True:
            for duty in duties:
                try:
                    await duty()
                except Exception as error:  # the database may be away for a while
                    logger.warning("the keeper could not do its round: %s", type(error).__name__)
            await asyncio.sleep(EVERY)

    async def _listen(self) -> None:
        await self.rooms.store.database.listen(self.wake)

    def wake(self, table_id: str) -> None:
        """Another process has written to a table."""
        room = self.rooms.listened_to().get(table_id)
        if room is not None:
            self._start(self._refresh(table_id))

    async def _refresh(self, table_id: str) -> None:
        with contextlib.suppress(Exception):  # the next round brings it
            await self.rooms.enter(table_id)

    async def _news(self) -> None:
        rooms = self.rooms.listened_to()
        names = list(rooms)
        for first in range(0, len(names), AT_ONCE):
            heads = await self.rooms.store.heads(names[first : first + AT_ONCE])
            for table_id, head in heads.items():
                if head > rooms[table_id].table.seq:
                    await self.rooms.refresh(rooms[table_id])

    async def _clocks(self) -> None:
        for table_id in await self.rooms.store.out_of_time(time.time(), AT_ONCE):
            with contextlib.suppress(Problem):
                await self.rooms.do(table_id, None, lambda table: commands.time_out(table, time.time()))

    async def _bots(self) -> None:
        for table_id in await self.rooms.store.waiting_for_bots(AT_ONCE):
            self.thinking.consider_id(table_id)
        metrics.QUEUED.set(self.thinking.queue.qsize())
