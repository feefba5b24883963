"""Logs and snapshots as they are stored: reading them with a connection, and making tables of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from heliopolis.core.checks import JSON
from heliopolis.server.domain.problems import UnreadableTable
from heliopolis.server.domain.stored_tables import fold, read_snapshot
from heliopolis.server.domain.tables import Table, TableSetup
from heliopolis.server.storage.schema import log, snapshots


@dataclass(frozen=True, slots=True)
class Stored:
    """A snapshot as it is stored, after entry `seq`, and the entries behind it; None and 0: there is no snapshot."""

    snapshot: str | None
    seq: int
    entries: list[str]


def read_stored(connection: Connection, table_id: str, newest: int | None, upto: int | None) -> Stored:
    """Return the last snapshot that is not after entry `newest`, and the entries between it and `upto`."""
    near = select(snapshots.c.seq, snapshots.c.state).where(snapshots.c.table_id == table_id)
    if newest is not None:
        near = near.where(snapshots.c.seq <= newest)
    found = connection.execute(near.order_by(snapshots.c.seq.desc()).limit(1)).first()
    snapshot, seq = (None, 0) if found is None else (found.state, found.seq)
    return Stored(snapshot, seq, read_entries(connection, table_id, seq, upto))


def fold_stored(setup: TableSetup, stored: Stored) -> Table | None:
    """Return the table after stored entries; None if the snapshot before them cannot be read."""
    try:
        table = read_snapshot(setup, None if stored.snapshot is None else from_json_text(stored.snapshot))
    except UnreadableTable:
        if stored.snapshot is None:
            raise
        return None
    return fold(table, [from_json_text(entry) for entry in stored.entries])


MOVES = (log.c.kind == "move") | log.c.kind.is_(None)  # version 0.1 may have written entries after the upgrade


def read_entries(
    connection: Connection, table_id: str, after: int, upto: int | None, which: ColumnElement[bool] | None = None
) -> list[str]:
    wanted = (log.c.table_id == table_id) & (log.c.seq > after)
    if which is not None:
        wanted &= which
    if upto is not None:
        wanted &= log.c.seq <= upto
    return list(connection.execute(select(log.c.entry).where(wanted).order_by(log.c.seq)).scalars())


def to_json_text(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def from_json_text(text: str) -> Any:
    """Return stored JSON; UnreadableTable if it is none."""
    try:
        return json.loads(text)
    except ValueError:
        raise UnreadableTable("what is stored is not JSON") from None


def read_json_texts(texts: list[str]) -> list[JSON]:
    return [from_json_text(text) for text in texts]
