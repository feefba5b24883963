"""Pictures of moments of finished games, as messengers show them; those asked for lately stay in memory."""

from __future__ import annotations

from collections import OrderedDict

from heliopolis.server.domain.tables import Table
from heliopolis.server.domain.tries import entry_before
from heliopolis.server.runtime.reviews import check_reviewable
from heliopolis.server.runtime.rooms import Rooms
from heliopolis.server.runtime.work import WorkPool

MAX_CACHED_CARDS = 64  # of some 50 KB each


class Cards:
    """Paints pictures in the threads of a pool."""

    def __init__(self, rooms: Rooms, pool: WorkPool) -> None:
        self.rooms = rooms
        self.pool = pool
        self._cached: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()

    def cached(self, table: Table, at: int) -> bytes | None:
        """Return a picture that was painted lately; Problem if the game is not over."""
        check_reviewable(table)
        key = (table.setup.id, table.seq, at)
        if key in self._cached:
            self._cached.move_to_end(key)
        return self._cached.get(key)

    async def paint(self, table: Table, at: int) -> bytes:
        """Return the table as the seat to act saw it after so many moves. Only for work that has its turn."""
        then = await self.rooms.table_at(table, entry_before(table, at), self.pool.threads)
        found = await self.pool.compute(paint, then)
        self._cached[table.setup.id, table.seq, at] = found
        if len(self._cached) > MAX_CACHED_CARDS:
            self._cached.popitem(last=False)
        return found


def paint(table: Table) -> bytes:
    from heliopolis.server.runtime.png import to_png  # Pillow takes a while to load

    return to_png(table.match.picture(table.match.to_act))
