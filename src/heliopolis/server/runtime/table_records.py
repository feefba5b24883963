"""Records of tables as they are sent; those of the last finished games stay in memory."""

from __future__ import annotations

from collections import OrderedDict
from typing import Literal

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.records import check_public, draws_of, ending_of, record_of
from heliopolis.server.domain.tables import OVER, Table
from heliopolis.server.runtime.encoding import encode
from heliopolis.server.runtime.work import WorkPool
from heliopolis.server.storage import Store

MAX_CACHED_RECORDS = 32
Form = Literal["json", "text", "draws", "ending"]  # the last two are not the record, but follow from it


class TableRecords:
    """Makes the records of tables in the threads of a pool."""

    def __init__(self, store: Store, pool: WorkPool) -> None:
        self.store = store
        self.pool = pool
        self._cached: OrderedDict[tuple[str, int, Form], bytes] = OrderedDict()

    def cached(self, table: Table, form: Form) -> bytes | None:
        """Return the record of a finished game if it was asked for lately; Problem if the record is still secret."""
        check_public(table)
        key = (table.setup.id, table.seq, form)
        if key in self._cached:
            self._cached.move_to_end(key)
        return self._cached.get(key)

    async def make(self, table: Table, form: Form) -> bytes:
        """Return a record in a form that it has. Only for work that has its turn in the pool."""
        moves = await self.store.moves(table.setup.id, table.seq, self.pool.threads)
        found = await self.pool.compute(encode_record, table, moves, form)
        if table.status == OVER:
            self._cached[table.setup.id, table.seq, form] = found
            if len(self._cached) > MAX_CACHED_RECORDS:
                self._cached.popitem(last=False)
        return found


def encode_record(table: Table, moves: list[JSON], form: Form) -> bytes:
    """Return the record, its draws or its ending as bytes; a Tekhenu session has JSON only."""
    record = record_of(table, moves)
    if isinstance(record, dict):
        return encode(record)
    if form == "json":
        return encode(record.to_json())
    if form == "ending":
        return encode(ending_of(table.match, record))
    try:
        return record.to_text().encode() if form == "text" else encode({"draws": draws_of(record)})
    except HeliopolisError:  # played in part by older rules
        raise Problem("record.bad") from None
