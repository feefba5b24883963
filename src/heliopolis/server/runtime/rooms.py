"""In-memory tables, refreshed from the log, and their listeners. Tables are immutable: readers need no lock."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakSet

from heliopolis.core.checks import JSON
from heliopolis.server.domain.changes import Change, Request
from heliopolis.server.domain.problems import Problem, UnreadableTable
from heliopolis.server.domain.stored_tables import successors
from heliopolis.server.domain.tables import Table
from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.service_clock import ServiceClock
from heliopolis.server.settings import NORMAL_PACE
from heliopolis.server.storage import Conflict, Store

MAX_IDLE_ROOMS = 500  # rooms without listeners that stay in memory
MAX_UNREADABLE_TABLES = 1000  # that are remembered as such
MAX_PENDING_CHANGES = 200  # that wait for a slow listener
MAX_MISSED_ENTRIES = 200  # sent at once to a client that was away; those before are a gap, and in the log
MAX_COMMIT_ATTEMPTS = 50  # before a table that others keep changing is reported as busy
MAX_LOCK_SECONDS = 1.5  # that a request waits for those before it at the same table
Decide = Callable[[Table], Change | Awaitable[Change]]
logger = logging.getLogger("heliopolis")


@dataclass(slots=True)
class TableChange:
    """An entry and the table after it; the updates made from it so far, as bytes by viewer."""

    entry: JSON
    table: Table
    encoded: dict[Any, bytes] = field(default_factory=dict)


class Listener:
    """Somebody who waits for changes of a table; if they never take them, only the latest stay."""

    def __init__(self, player: str | None, pace: float = NORMAL_PACE) -> None:
        self.player = player
        self.pace = pace  # of bots, as a multiple of the server's
        self.changes: deque[TableChange] = deque(maxlen=MAX_PENDING_CHANGES)
        self.wake_up = asyncio.Event()
        self.closed = False

    def push(self, change: TableChange) -> None:
        self.changes.append(change)
        self.wake_up.set()

    def close(self) -> None:
        """Wake the listener up for the last time: nothing more can come."""
        self.closed = True
        self.wake_up.set()

    def drain(self) -> list[TableChange]:
        """Return what came since the last call."""
        changes = list(self.changes)
        self.changes.clear()
        self.wake_up.clear()
        return changes


class Room:
    """A table in memory."""

    def __init__(self, table: Table, origin: str | None = None) -> None:
        self.table = table
        self.origin = origin  # where the table was made
        self.recent: deque[JSON] = deque(maxlen=MAX_MISSED_ENTRIES)  # the last entries
        self.lock = asyncio.Lock()  # held while the table is changed
        self.listeners: WeakSet[Listener] = WeakSet()  # a listener that nobody holds any more is forgotten
        self.users = 0  # who is refreshing or changing the table, or waits for it

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep the room in memory meanwhile."""
        self.users += 1
        try:
            yield
        finally:
            self.users -= 1

    @property
    def idle(self) -> bool:
        return not (self.users or self.listeners)

    def listen(self, player: str | None = None, pace: float = NORMAL_PACE) -> Listener:
        listener = Listener(player, pace)
        self.listeners.add(listener)
        return listener

    @property
    def pace(self) -> float:
        """How slow bots are to be here: as the slowest wishes of those who have a seat and listen; 0 for nobody."""
        players = [listener for listener in list(self.listeners) if self.table.seats_of(listener.player)]
        return max((listener.pace for listener in players), default=0.0)

    def advance(self, entries: list[JSON], tables: list[Table]) -> None:
        """Go on to the tables after these entries, one by one; listeners get each that is new here."""
        for entry, table in zip(entries, tables, strict=True):
            if table.seq <= self.table.seq:
                continue
            self.table = table
            if entry["kind"] == "erased":
                self.recent.clear()  # what a person wrote who has deleted themselves
            self.recent.append(entry)
            change = TableChange(entry, table)
            for listener in list(self.listeners):
                listener.push(change)


class Rooms:
    """All tables that this process has in memory."""

    def __init__(self, store: Store, ready: Callable[[str], Awaitable[None]], changed: Callable[[Table], None]) -> None:
        self.store = store
        self.clock = ServiceClock(store.database)
        self.ready = ready  # waits for the rules of a game
        self.changed = changed  # is called with every table that has changed, or that somebody begins to watch
        self.unreadable: OrderedDict[str, None] = OrderedDict()  # tables that this version cannot read
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    async def enter(self, table_id: str) -> Room:
        """Return the room of a table, up to date."""
        if table_id in self.unreadable:
            raise Problem("table.broken")
        room = self._rooms.get(table_id)
        if room is None:
            table = await self._load(table_id)
            room = self._rooms.setdefault(table_id, Room(table, await self.store.origin(table_id)))
            self._forget_idle()
        self._rooms.move_to_end(table_id)
        with room.in_use():
            await self.refresh(room)
        return room

    def find(self, table_id: str) -> Room | None:
        """Return the room of a table that is in memory, where it stays for a while."""
        room = self._rooms.get(table_id)
        if room is not None:
            self._rooms.move_to_end(table_id)
        return room

    def watch(self, room: Room, player: str | None, pace: float = NORMAL_PACE) -> Listener:
        """Listen to a table for a player, or for a spectator who is none, at a pace of bots that they wish."""
        listener = room.listen(player, pace)
        self.changed(room.table)
        return listener

    async def _load(self, table_id: str) -> Table:
        game = "an unknown game"
        try:
            setup = await self.store.setup(table_id)
            if setup is None:
                raise Problem("table.unknown")
            game = setup.game
            await self.ready(game)
            return await self.store.load(setup)
        except UnreadableTable as problem:
            self._set_aside(table_id, game, problem)
            raise

    def _forget_idle(self) -> None:
        """Drop those of the tables without listeners that were not used for longest."""
        idle = [table_id for table_id, room in self._rooms.items() if room.idle]
        for table_id in idle[: max(0, len(idle) - MAX_IDLE_ROOMS)]:
            del self._rooms[table_id]

    def _set_aside(self, table_id: str, game: str, problem: UnreadableTable) -> None:
        """Remember that a table cannot be read, and log it once."""
        logger.error("a table of %s cannot be read: %s", game, problem.reason)
        self.unreadable[table_id] = None
        if len(self.unreadable) > MAX_UNREADABLE_TABLES:
            self.unreadable.popitem(last=False)
        self._close(table_id)

    def forget(self, table_id: str) -> None:
        """Forget a table that was deleted."""
        self.unreadable.pop(table_id, None)
        self._close(table_id)

    def _close(self, table_id: str) -> None:
        """Close the room of a table; its listeners are told that nothing more can come."""
        room = self._rooms.pop(table_id, None)
        for listener in [] if room is None else list(room.listeners):
            listener.close()

    async def refresh(self, room: Room) -> None:
        """Apply what other processes have written since."""
        setup = room.table.setup
        last = (await self.store.last_seqs([setup.id])).get(setup.id)
        if last is None:
            self.forget(setup.id)
            raise Problem("table.unknown")
        if last <= room.table.seq:
            return
        try:
            entries = await self.store.entries(setup.id, room.table.seq)
            new = [entry for entry in entries if entry["seq"] > room.table.seq]  # somebody else may have been quicker
            slow = room.table.match.slow
            tables = await self.store.in_thread(successors, room.table, new) if slow else successors(room.table, new)
        except UnreadableTable as problem:
            self._set_aside(setup.id, setup.game, problem)
            raise
        room.advance(new, tables)
        if new:
            self.changed(room.table)

    def with_listeners(self) -> dict[str, Room]:
        return {table_id: room for table_id, room in self._rooms.items() if room.listeners}

    async def missed_entries(self, table: Table, after: int | None) -> list[JSON]:
        """Return the entries after one, at most so many, up to a table: from memory, or from the log."""
        if after is None or after >= table.seq:
            return []
        after = max(after, table.seq - MAX_MISSED_ENTRIES)
        room = self._rooms.get(table.setup.id)
        recent = [] if room is None else [entry for entry in room.recent if after < entry["seq"] <= table.seq]
        if len(recent) == table.seq - after:
            return recent
        return await self.store.entries(table.setup.id, after, table.seq)

    async def table_at(self, table: Table, seq: int, threads: Executor | None = None) -> Table:
        """Return the table as it was after an earlier entry; these threads, or the store's own, do the work."""
        if not 1 <= seq <= table.seq:
            raise Problem("moment.unknown")
        return table if seq == table.seq else await self.store.load(table.setup, seq, threads)

    # ---- changing --------------------------------------------------------------------------------------------------

    async def execute(self, table_id: str, request: Request | None, decide: Decide) -> Change:
        """Commit the change that `decide` makes, then announce it. A repeated request changes nothing.

        A room that lags behind another process does no harm: it is refreshed before it refuses, or when it is refused.
        """
        room = self.find(table_id) or await self.enter(table_id)
        with room.in_use():
            async with use_soon(room.lock):
                return await self._commit(room, request, decide)

    async def _commit(self, room: Room, request: Request | None, decide: Decide) -> Change:
        for _ in range(MAX_COMMIT_ATTEMPTS):
            if request is not None and await self._was_done(request):
                await self.refresh(room)  # perhaps by another process, a moment ago
                return Change(room.table, [])
            before = room.table.seq
            try:
                change = await self._make_change(room.table, decide)
            except Problem:
                await self.refresh(room)
                if room.table.seq == before:
                    raise
                continue  # it may be possible now
            if not change.entries:
                return change
            change.request = request
            try:
                await self.store.commit(change)
            except Conflict:
                await self.refresh(room)
                continue
            count_entries(change)
            room.advance(change.entries, change.tables)
            self.changed(room.table)
            if change.with_table is not None:
                self.changed(change.with_table.after)
            return change
        raise Problem("server.busy")

    async def _was_done(self, request: Request) -> bool:
        before = await self.store.previous_answer(request.scope, request.id)
        if before is not None and before.digest != request.digest:
            raise Problem("request.reused")
        return before is not None

    async def _make_change(self, table: Table, decide: Decide) -> Change:
        made = decide(table)
        change = made if isinstance(made, Change) else await made
        await self._date(change)
        return change

    async def _date(self, change: Change) -> None:
        """Number and date the entries of a change; at a table with a clock they have the service time too."""
        has_clock = change.before.setup.seconds_per_move is not None and bool(change.entries)
        change.number_and_apply(round(time.time(), 3), await self.clock.exact() if has_clock else None)

    async def open(self, change: Change) -> Room:
        """Commit a new table, then announce it."""
        await self._date(change)
        await self.store.commit(change)
        count_entries(change)
        table_id = change.after.setup.id
        room = self._rooms[table_id] = Room(change.after, await self.store.origin(table_id))
        self._forget_idle()
        self.changed(room.table)
        return room


@asynccontextmanager
async def use_soon(lock: asyncio.Lock) -> AsyncIterator[None]:
    """Hold a lock; Problem if those before hold it for too long, so that nobody waits for all of them."""
    try:
        await asyncio.wait_for(lock.acquire(), MAX_LOCK_SECONDS)
    except TimeoutError:
        raise Problem("server.busy", seconds=1) from None
    try:
        yield
    finally:
        lock.release()


def count_entries(change: Change) -> None:
    for entry in change.entries:
        metrics.ENTRIES.labels(entry["kind"]).inc()
