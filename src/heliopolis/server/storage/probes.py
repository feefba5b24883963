"""Whether the database can be read and written, tried for real but seldom."""

from __future__ import annotations

import time

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, delete, insert, literal, select

from heliopolis.server.storage.database import Database
from heliopolis.server.storage.schema import metadata, server_state
from heliopolis.server.storage.upgrades import can_serve

WRITE_EVERY_SECONDS = 10.0  # while nothing else is written
WRONG_SCHEMA = "the schema is too old: run 'heliopolis db upgrade'"


async def probe(database: Database, in_doubt: bool) -> str | None:
    """Try the database and return what is wrong with it, or None; what it raises says that it is unavailable.

    It is written to if that is in doubt, or if nothing was written for a while.
    """
    writes = in_doubt or time.monotonic() - database.written >= WRITE_EVERY_SECONDS

    def work(connection: Connection) -> str | None:
        if not can_serve(MigrationContext.configure(connection).get_current_revision()):
            return WRONG_SCHEMA
        for table in metadata.sorted_tables:
            connection.execute(select(literal(1)).select_from(table).limit(1)).first()
        if writes:
            connection.execute(delete(server_state).where(server_state.c.name == "probe"))
            connection.execute(insert(server_state).values(name="probe", value=f"{time.time():.0f}"))
        return None

    wrong = await database.probe(work, writes)
    if writes:
        database.note_write()
    return wrong
