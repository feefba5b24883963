"""Opening the database of an address."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator

from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from heliopolis.core.errors import InvalidSetup
from heliopolis.server.storage.database import Database, Unavailable, read_url
from heliopolis.server.storage.postgres import Postgres
from heliopolis.server.storage.sqlite import Sqlite


def open_database(text: str, patient: bool = False) -> Database:
    """Return the database of an address; nothing is connected yet."""
    url = read_url(text)
    return Postgres(url, patient) if url.get_backend_name() == "postgresql" else Sqlite(url, patient)


@contextlib.asynccontextmanager
async def opened(text: str) -> AsyncIterator[Database]:
    """Open a database for maintenance; InvalidSetup says in one sentence why it is unavailable."""
    from asyncpg import InterfaceError, PostgresError

    database = open_database(text, patient=True)
    try:
        yield database
    except (OSError, SQLAlchemyError, CommandError, Unavailable, sqlite3.Error, PostgresError, InterfaceError) as error:
        cause = getattr(error, "orig", None) or error
        reason = str(cause).strip().partition("\n")[0].rstrip(".") or type(cause).__name__
        raise InvalidSetup(f"The database is unavailable: {reason}.") from None
    finally:
        await database.close()
