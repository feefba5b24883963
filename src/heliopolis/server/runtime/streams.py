"""News of a table as it comes: server-sent events, or one answer to somebody who waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from heliopolis.core.checks import JSON
from heliopolis.server.domain.presenters import eyes, show_update
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.http.responses import encode
from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.rooms import Listener, Moment, Room, Rooms

HEARTBEAT = 15.0  # seconds
MISSED = 200  # entries that somebody is told at once; whoever missed more is told that there is a gap
AT_ONCE = 4  # moments that are told one by one; if more wait, somebody is slow, and gets them together
GONE = b"event: gone\ndata: {}\n\n"


class Streams:
    """Everybody who is listening; they are let go when the server closes."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.closing = asyncio.Event()

    async def missed(self, room: Room, after: int | None) -> list[JSON]:
        """The entries since somebody last looked, up to the table as it is."""
        head = room.table.seq
        if after is None or after >= head:
            return []
        return await self.rooms.since(room, max(after, head - MISSED))

    async def follow(self, room: Room, player: str | None, seat: int | None, after: int | None) -> AsyncIterator[bytes]:
        """Updates without end: the table now, then each entry with the table after it."""
        eyes(room.table, player, seat)
        listener = room.listen()
        table = room.table
        entries = await self.missed(room, after)  # now: whoever hangs up later interrupts no reading
        return self._tell(listener, entries, table, player, seat, after)

    async def _tell(
        self,
        listener: Listener,
        entries: list[JSON],
        table: Table,
        player: str | None,
        seat: int | None,
        after: int | None,
    ) -> AsyncIterator[bytes]:
        metrics.STREAMS.inc()
        try:
            update = show_update(entries, table, player, eyes(table, player, seat), time.time(), after)
            yield b"retry: 1000\n" + as_event(table.seq, encode(update))
            while await self._wait(listener):
                moments = [moment for moment in listener.take() if moment.table.seq > table.seq]
                if not moments:
                    yield b": still here\n\n"
                for group in [moments] if len(moments) > AT_ONCE else [[moment] for moment in moments]:
                    known, table = table.seq, group[-1].table
                    yield as_event(table.seq, draw(group, player, seat, known))
        except Problem:  # the seat is somebody else's now
            yield GONE
        finally:
            metrics.STREAMS.dec()

    async def _wait(self, listener: Listener, seconds: float = HEARTBEAT) -> bool:
        """Until there is news or it is time for a sign of life; False when the server closes."""
        waits = [asyncio.ensure_future(self.closing.wait()), asyncio.ensure_future(listener.news.wait())]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        return not self.closing.is_set()

    async def wait_for(self, room: Room, player: str | None, seat: int | None, after: int, seconds: float) -> JSON:
        """One update: at once if there is news, else when there is or the time is over."""
        eyes(room.table, player, seat)
        if after >= room.table.seq and seconds:
            await self._wait(room.listen(), seconds)
        table = room.table
        entries = [entry for entry in await self.missed(room, after) if entry["seq"] <= table.seq]
        return show_update(entries, table, player, eyes(table, player, seat), time.time(), after)


def draw(group: list[Moment], player: str | None, seat: int | None, known: int) -> bytes:
    """An update of some moments for somebody who heard up to an entry; spectators all get the same bytes."""
    table = group[-1].table
    through = eyes(table, player, seat)
    who = player if table.seats_of(player) or player == table.facts.host else None
    key = (who, through, len(group), known)
    drawn = group[-1].drawn
    if key not in drawn:
        entries = [moment.entry for moment in group]
        drawn[key] = encode(show_update(entries, table, who, through, time.time(), known))
    return drawn[key]


def as_event(seq: int, data: bytes) -> bytes:
    return b"id: %d\nevent: update\ndata: %b\n\n" % (seq, data)
