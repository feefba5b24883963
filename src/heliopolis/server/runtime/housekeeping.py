"""What has to be done from time to time: clocks, bots and reviews left waiting, changes that were not announced.

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
from heliopolis.server.runtime.bot_choices import traceback_without_message
from heliopolis.server.runtime.bot_turns import BotTurns
from heliopolis.server.runtime.health import Health
from heliopolis.server.runtime.reviews import Reviews
from heliopolis.server.runtime.rooms import Rooms
from heliopolis.server.runtime.security_events import events
from heliopolis.server.storage.retention import DAY_SECONDS, prune_step, tidy_step
from heliopolis.server.storage.reviews import prune_reviews

ROUND_SECONDS = 2.0
BATCH_SIZE = 500  # tables
MAX_TABLES_LOADED = 100  # in a round, for bots left waiting
PRUNE_SECONDS = 600.0  # from one look for what is old to the next
logger = logging.getLogger("heliopolis")


class Housekeeping:
    """One round after another, whatever goes wrong."""

    def __init__(
        self, rooms: Rooms, bot_turns: BotTurns, reviews: Reviews, health: Health, keep_days: int | None = None
    ) -> None:
        self.rooms = rooms
        self.bot_turns = bot_turns
        self.reviews = reviews
        self.health = health
        self.keep_days = keep_days  # None: nothing is ever deleted
        self.next_prune = 0.0  # on the monotonic clock
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
            self.health.recheck,
            self._listen,
            self._refresh_rooms,
            self._check_clocks,
            self._enqueue_bots,
            self.reviews.round,
            self._report_security_events,
            self._prune,
        ]
        while True:
            for duty in duties:
                try:
                    await duty()
                except Exception as error:
                    if not self.health.report(error):  # then it is a mistake of ours
                        logger.error("housekeeping failed: %s", traceback_without_message(error))
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
            batch = ids[first : first + BATCH_SIZE]
            last_seqs = await self.rooms.store.last_seqs(batch)
            for table_id in batch:
                if table_id not in last_seqs:
                    self.rooms.forget(table_id)
                elif last_seqs[table_id] > rooms[table_id].table.seq:
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

    async def _report_security_events(self) -> None:
        events.report()

    async def _prune(self) -> None:
        """Delete a little of what nobody needs any more, and more in the next round if there is."""
        if time.monotonic() < self.next_prune:
            return
        self.next_prune = time.monotonic() + PRUNE_SECONDS
        database, now = self.rooms.store.database, time.time()
        more = await tidy_step(database, now)
        more = await prune_reviews(database, now) or more
        if self.keep_days is not None:
            more = bool(await prune_step(database, now - self.keep_days * DAY_SECONDS, True)) or more
        if more:
            self.next_prune = 0.0
