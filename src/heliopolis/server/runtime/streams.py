"""Changes of a table as they come: server-sent events, or one answer to a client that waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from heliopolis.core.checks import JSON
from heliopolis.server.domain.presenters import present_update, viewpoint
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.encoding import encode
from heliopolis.server.runtime.rooms import Listener, Room, Rooms, TableChange
from heliopolis.server.settings import NORMAL_PACE

HEARTBEAT_SECONDS = 15.0
MAX_SINGLE_UPDATES = 4  # changes sent one by one; a listener for whom more wait is slow, and gets them together
MayGoOn = Callable[[], Awaitable[bool]]  # whether the device that listens has not been revoked
HEARTBEAT = b": still here\n\n"
GONE = b"event: gone\ndata: {}\n\n"


class Streams:
    """All open streams; they end when the server closes."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.closing = asyncio.Event()

    async def follow(
        self,
        room: Room,
        player: str | None,
        seat: int | None,
        after: int | None,
        may_go_on: MayGoOn,
        pace: float = NORMAL_PACE,
    ) -> AsyncIterator[bytes]:
        """Return updates: the table now, then each entry with the table after it, as long as the client may go on."""
        viewpoint(room.table, player, seat)
        listener, table = self.rooms.watch(room, player, pace), room.table
        missed = await self.rooms.missed_entries(table, after)  # now: a client that hangs up later interrupts nothing
        return self._send(listener, missed, table, player, seat, after, may_go_on)

    async def _send(
        self,
        listener: Listener,
        missed: list[JSON],
        table: Table,
        player: str | None,
        seat: int | None,
        after: int | None,
        may_go_on: MayGoOn,
    ) -> AsyncIterator[bytes]:
        metrics.STREAMS.inc()
        try:
            through = viewpoint(table, player, seat)
            update = present_update(missed, table, player, through, self.rooms.clock.now(), after)
            yield b"retry: 1000\n" + as_event(table.seq, encode(update))
            while await self._wait(listener):
                changes = [change for change in listener.drain() if change.table.seq > table.seq]
                if (listener.closed and not changes) or not await may_go_on():
                    yield GONE
                    return
                if not changes:
                    yield HEARTBEAT
                for group in [changes] if len(changes) > MAX_SINGLE_UPDATES else [[change] for change in changes]:
                    known, table = table.seq, group[-1].table
                    yield as_event(table.seq, encode_update(group, player, seat, self.rooms.clock.now(), known))
        except Problem:  # the seat is somebody else's now
            yield GONE
        finally:
            metrics.STREAMS.dec()

    async def _wait(self, listener: Listener, seconds: float = HEARTBEAT_SECONDS) -> bool:
        """Wait for a change or the next heartbeat; False when the server closes."""
        waits = [asyncio.ensure_future(self.closing.wait()), asyncio.ensure_future(listener.wake_up.wait())]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        return not self.closing.is_set()

    async def wait_for(self, room: Room, player: str | None, seat: int | None, after: int, seconds: float) -> JSON:
        """Return one update: at once if there are changes, else when there are or the time is over."""
        viewpoint(room.table, player, seat)
        if after >= room.table.seq and seconds:
            listener = self.rooms.watch(room, player)
            await self._wait(listener, seconds)
            if listener.closed:
                room = await self.rooms.enter(room.table.setup.id)  # which says why
        table = room.table
        missed = await self.rooms.missed_entries(table, after)
        return present_update(missed, table, player, viewpoint(table, player, seat), self.rooms.clock.now(), after)


def encode_update(group: list[TableChange], player: str | None, seat: int | None, now: float, known: int) -> bytes:
    """Return an update of some changes for a viewer who knows up to an entry; spectators all get the same bytes."""
    table = group[-1].table
    through = viewpoint(table, player, seat)
    viewer = player if table.seats_of(player) or player == table.setup.host else None
    key = (viewer, through, len(group), known)
    encoded = group[-1].encoded
    if key not in encoded:
        entries = [change.entry for change in group]
        encoded[key] = encode(present_update(entries, table, viewer, through, now, known))
    return encoded[key]


def as_event(seq: int, data: bytes) -> bytes:
    return b"id: %d\nevent: update\ndata: %b\n\n" % (seq, data)
