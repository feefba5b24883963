"""Why a database is unavailable; other errors are mistakes of ours, which nobody should be told to try again."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from heliopolis.server.storage.database import Unavailable
from heliopolis.server.storage.postgres import SILENT
from heliopolis.server.storage.sqlite import LOCKED

MALFORMED = "the file is malformed"
REFUSED = "the database cannot be reached"
SQLITE_REASONS = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file is read-only",
    sqlite3.SQLITE_PERM: "the file is read-only",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_NOMEM: "there is no memory left",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_CORRUPT: MALFORMED,
    sqlite3.SQLITE_NOTADB: MALFORMED,
}
POSTGRES_REASONS = {  # by the beginning of the SQLSTATE, the longest first
    "53100": "the disk is full",
    "53300": "the database has no connection left",
    "57014": SILENT,  # our own statement_timeout
    "25006": "the database is read-only",
    "25P03": SILENT,  # our own idle_in_transaction_session_timeout
    "55P03": LOCKED,
    "40P01": LOCKED,
    "XX001": "the database is malformed",
    "XX002": "the database is malformed",
    "57P03": "the database is starting or stopping",
    "57P": "the connection to the database was closed",
    "08": REFUSED,
    "28": "the database refuses our user or password",
    "3D": "the database does not exist",
    "53": "the database has no resources left",
    "58": "the disk cannot be read or written",
}


def unavailable_reason(error: BaseException) -> str | None:
    """Return why the database is unavailable, for the log; None if the error is something else."""
    if isinstance(error, Unavailable):
        return str(error)
    if isinstance(error, (PoolTimeout, TimeoutError)):
        return SILENT
    if isinstance(error, ConnectionError):
        return REFUSED
    cause: BaseException | None = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return SQLITE_REASONS.get(code & 0xFF)
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return next((reason for start, reason in POSTGRES_REASONS.items() if state.startswith(start)), None)
    is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return "the connection to the database was closed" if is_lost or is_lost_connection(cause) else None


def is_lost_connection(error: BaseException | None) -> bool:
    """Return whether the driver of PostgreSQL has lost its connection, or could not make one."""
    import asyncpg

    lost = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError)
    known = [error, getattr(error, "__cause__", None)]
    return any(isinstance(one, lost) and "clos" in str(one) for one in known)
