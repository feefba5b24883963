"""Tables in memory, brought up to date from the log, and those who listen to them.

A table in a room is never changed, only replaced by its successor: whoever has one in hand may look at it in peace.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakSet

from heliopolis.core.checks import JSON
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table, successors
from heliopolis.server.runtime import metrics
from heliopolis.server.storage import Conflict, Store
from heliopolis.server.storage.store import Change, Request

T = TypeVar("T")
KEPT = 500  # tables in memory that nobody listens to
UNHEARD = 200  # moments that wait for somebody slow
TRIES = 50  # to get an entry in before others
Decide = Callable[[Table], Awaitable[Change] | list[JSON]]


@dataclass(slots=True)
class Moment:
    """An entry and the table after it; what was drawn of it, by viewer."""

    entry: JSON
    table: Table
    drawn: dict[Any, bytes] = field(default_factory=dict)


class Listener:
    """Somebody who waits for news of a table; of one who never takes them only the latest are kept."""

    def __init__(self) -> None:
        self.moments: deque[Moment] = deque(maxlen=UNHEARD)
        self.news = asyncio.Event()

    def hear(self, moment: Moment) -> None:
        self.moments.append(moment)
        self.news.set()

    def take(self) -> list[Moment]:
        """What came since the last time."""
        taken = list(self.moments)
        self.moments.clear()
        self.news.clear()
        return taken


class Room:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.recent: deque[JSON] = deque(maxlen=UNHEARD)  # the last entries
        self.one_at_a_time = asyncio.Lock()
        self.listeners: WeakSet[Listener] = WeakSet()  # who goes away without a word is forgotten

    def listen(self) -> Listener:
        listener = Listener()
        self.listeners.add(listener)
        return listener

    def advance(self, entries: list[JSON], tables: list[Table]) -> None:
        """The tables after these entries, one by one; who listens hears of each that is news here."""
        for entry, table in zip(entries, tables, strict=True):
            if table.seq <= self.table.seq:
                continue
            self.table = table
            self.recent.append(entry)
            moment = Moment(entry, table)
            for listener in list(self.listeners):
                listener.hear(moment)


class Rooms:
    """All tables that this process has in memory."""

    def __init__(self, store: Store, ready: Callable[[str], Awaitable[None]], changed: Callable[[Table], None]) -> None:
        self.store = store
        self.ready = ready  # waits for the rules of a game
        self.changed = changed  # is told of every table that has news
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    def __iter__(self) -> Any:
        return iter(list(self._rooms.values()))

    async def enter(self, table_id: str) -> Room:
        """The room of a table, up to date."""
        room = self._rooms.get(table_id)
        if room is None:
            facts = await self.store.facts(table_id)
            if facts is None:
                raise Problem("table.unknown")
            await self.ready(facts.game)
            table = await self.store.load(facts)
            room = self._rooms.setdefault(table_id, Room(table))
            self._forget()
        self._rooms.move_to_end(table_id)
        await self.refresh(room)
        return room

    def _forget(self) -> None:
        """Of the tables that nobody listens to, those not used for longest."""
        idle = [table_id for table_id, room in self._rooms.items() if not room.listeners]
        for table_id in idle[: max(0, len(idle) - KEPT)]:
            del self._rooms[table_id]

    async def refresh(self, room: Room) -> None:
        """What other processes wrote since."""
        facts = room.table.facts
        head = (await self.store.heads([facts.id])).get(facts.id, 0)
        if head > room.table.seq:
            entries = await self.store.entries(facts.id, room.table.seq)
            new = [entry for entry in entries if entry["seq"] > room.table.seq]  # somebody else may have been quicker
            room.advance(new, await at_leisure(room.table, successors, room.table, new))
            if new:
                self.changed(room.table)

    def listened_to(self) -> dict[str, Room]:
        return {table_id: room for table_id, room in self._rooms.items() if room.listeners}

    async def since(self, room: Room, after: int) -> list[JSON]:
        """The entries after one, up to the table as it is: from memory, or as far back as need be from the log."""
        head = room.table.seq
        recent = [entry for entry in room.recent if entry["seq"] > after]
        if len(recent) == max(0, head - after):
            return recent
        return await self.store.entries(room.table.facts.id, after, head)

    async def at(self, room: Room, seq: int) -> Table:
        """The table after an earlier entry."""
        if not 1 <= seq <= room.table.seq:
            raise Problem("moment.unknown")
        return room.table if seq == room.table.seq else await self.store.load(room.table.facts, seq)

    # ---- doing -----------------------------------------------------------------------------------------------------

    async def do(self, table_id: str, request: Request | None, decide: Decide) -> Room:
        """Append what `decide` says to the log: commit first, then tell. The same request again does nothing.

        A room that lags behind another process does no harm: before it refuses, or is refused, it looks again.
        """
        room = self._rooms.get(table_id) or await self.enter(table_id)
        async with room.one_at_a_time:
            for _ in range(TRIES):
                if request is not None and await self._was_done(request):
                    await self.refresh(room)  # perhaps by another process, a moment ago
                    return room
                before = room.table.seq
                try:
                    change = await self._change(room.table, decide)
                except Problem:
                    await self.refresh(room)
                    if room.table.seq == before:
                        raise
                    continue  # it may be all right now
                if not change.entries:
                    return room
                change.request = request
                try:
                    await self.store.commit(change)
                except Conflict:
                    await self.refresh(room)
                    continue
                count(change)
                room.advance(change.entries, change.tables)
                self.changed(room.table)
                return room
        raise Problem("server.busy")

    async def _was_done(self, request: Request) -> bool:
        before = await self.store.answered(request.scope, request.id)
        if before is not None and before.digest != request.digest:
            raise Problem("request.reused")
        return before is not None

    async def _change(self, table: Table, decide: Decide) -> Change:
        decided = decide(table)
        change = Change(table, table, decided) if isinstance(decided, list) else await decided
        await at_leisure(table, stamp, change)
        return change

    async def open(self, change: Change) -> Room:
        """A new table."""
        stamp(change)
        await self.store.commit(change)
        count(change)
        room = self._rooms[change.after.facts.id] = Room(change.after)
        self._forget()
        self.changed(room.table)
        return room


async def at_leisure(table: Table, work: Callable[..., T], *arguments: Any) -> T:
    """Do something to a table; where that may take long, in a thread."""
    return await asyncio.to_thread(work, *arguments) if table.match.slow else work(*arguments)


def stamp(change: Change) -> None:
    """Number and time of the entries, and the tables after them; Problem if one does not fit."""
    now = round(time.time(), 3)
    for seq, entry in enumerate(change.entries, change.after.seq + 1):
        entry |= {"seq": seq, "at": now}
    change.tables = successors(change.after, change.entries)
    change.after = change.tables[-1] if change.tables else change.after
    if change.with_table is not None:
        stamp(change.with_table)


def count(change: Change) -> None:
    for entry in change.entries:
        metrics.ENTRIES.labels(entry["kind"]).inc()
