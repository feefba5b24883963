"""What has to be done from time to time: clocks, bots left waiting, changes that were not announced.

Several processes may do it at once: the log takes each entry only once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from heliopolis.server.domain import commands
from heliopolis.server.domain.problems import Problem
from heliopolis.server.runtime.bot_turns import BotTurns
from heliopolis.server.runtime.rooms import Rooms

ROUND_SECONDS = 2.0
BATCH_SIZE = 500  # tables
MAX_TABLES_LOADED = 100  # in a round, for bots left waiting
logger = logging.getLogger("heliopolis")


class Housekeeping:
    """One round after another, whatever goes wrong."""

    def __init__(self, rooms: Rooms, bot_turns: BotTurns) -> None:
        self.rooms = rooms
        self.bot_turns = bot_turns
        self.tasks: set[asyncio.Task[None]] = set()
        self.waiting: dict[str, int] = {}  # tables that waited for a bot in the last round, with their last entries

    def start(self) -> None:
        self._run(self._rounds())

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _run(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _rounds(self) -> None:
        duties: list[Callable[[], Awaitable[None]]] = [
            self._listen,
            self._refresh_rooms,
            self._check_clocks,
            self._enqueue_bots,
        ]
        while True:
            for duty in duties:
                try:
                    await duty()
                except Exception as error:  # the database may be down for a while
                    logger.warning("housekeeping failed: %s", type(error).__name__)
            await asyncio.sleep(ROUND_SECONDS)

    async def _listen(self) -> None:
        await self.rooms.store.database.listen(self.wake)

    def wake(self, table_id: str) -> None:
        """Refresh a table that another process has changed, if somebody here listens to it."""
        if table_id in self.rooms.with_listeners():
            self._run(self._refresh(table_id))

    async def _refresh(self, table_id: str) -> None:
        with contextlib.suppress(Exception):  # the next round does it
            await self.rooms.enter(table_id)

    async def _refresh_rooms(self) -> None:
        """Find the changes of other processes that were not announced."""
        rooms = self.rooms.with_listeners()
        ids = list(rooms)
        for first in range(0, len(ids), BATCH_SIZE):
            last_seqs = await self.rooms.store.last_seqs(ids[first : first + BATCH_SIZE])
            for table_id, seq in last_seqs.items():
                if seq > rooms[table_id].table.seq:
                    with contextlib.suppress(Problem):  # a table that cannot be read does not stop the others
                        await self.rooms.refresh(rooms[table_id])

    async def _check_clocks(self) -> None:
        """Advance the service clock while somebody's time is running, and find those whose time is up."""
        store = self.rooms.store
        if not await store.clock_runs():
            return
        now = await self.rooms.clock.beat()
        for table_id in await store.out_of_time(now, BATCH_SIZE, self.rooms.unreadable):
            with contextlib.suppress(Problem):
                await self.rooms.execute(table_id, None, lambda table: commands.time_out(table, now))

    async def _enqueue_bots(self) -> None:
        """Queue the turns of tables that wait for a bot, unless another process has just taken care of them."""
        store = self.rooms.store
        found = await store.waiting_for_bots(BATCH_SIZE, self.rooms.unreadable)
        found |= await store.waiting_for_bots(BATCH_SIZE, self.rooms.unreadable, without_people=True)
        before, self.waiting = self.waiting, found
        overdue = [one for one, seq in found.items() if not store.database.shared or before.get(one) == seq]
        new = [table_id for table_id in overdue if table_id not in self.bot_turns.queue]
        for table_id in new[:MAX_TABLES_LOADED]:
            with contextlib.suppress(Problem):  # a table that cannot be read does not stop the others
                self.bot_turns.update((await self.rooms.enter(table_id)).table)
