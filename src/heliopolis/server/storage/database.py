"""Where SQLite and PostgreSQL differ: opening, writing one after the other, waking up others, telling errors apart."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Callable
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from heliopolis.errors import InvalidSetup

BUSY = 10.0  # seconds a writer of SQLite waits for another process
POOL = 12  # connections to PostgreSQL for each process
CHANNEL = "heliopolis"
Wake = Callable[[str], None]


def read_url(text: str) -> URL:
    """`sqlite:///FILE` or `postgresql://…` with the driver that is used for it."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise InvalidSetup(f"{text!r} is no database: sqlite:///FILE or postgresql://USER@HOST/NAME.") from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    if url.drivername not in drivers:
        raise InvalidSetup(f"There is no database {url.drivername!r} here; there are sqlite and postgresql.")
    if url.drivername == "sqlite" and not url.database:
        raise InvalidSetup("SQLite needs a file: sqlite:///FILE.")
    return url.set(drivername=drivers[url.drivername])


class Database:
    """An engine and what its kind needs."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.shared = url.get_backend_name() == "postgresql"  # several processes work on it
        self.engine = self._engine()
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._one_writer = asyncio.Lock()
        self._listener: Any = None

    def _engine(self) -> AsyncEngine:
        if self.shared:
            arguments: dict[str, Any] = {"server_settings": {"application_name": "heliopolis"}, "timeout": 10}
            return create_async_engine(
                self.url, pool_size=POOL, max_overflow=0, pool_timeout=10, connect_args=arguments
            )
        engine = create_async_engine(self.url, connect_args={"timeout": BUSY})
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_immediately)
        return engine

    async def close(self) -> None:
        if self._listener is not None:
            with contextlib.suppress(Exception):  # it may be gone already
                await self._listener.close()
        await self.engine.dispose()

    # ---- reading and writing ---------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self.reading.connect() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; it is committed, to the disk, when this is left without an error."""
        if self.shared:
            async with self.engine.begin() as connection:
                yield connection
        else:
            async with self._one_writer, self.engine.begin() as connection:
                yield connection

    # ---- other processes -------------------------------------------------------------------------------------------

    async def wake_others(self, connection: AsyncConnection, table_id: str) -> None:
        """With the commit the other processes are told that a table has news."""
        if self.shared:
            await connection.execute(text("SELECT pg_notify(:channel, :id)"), {"channel": CHANNEL, "id": table_id})

    async def listen(self, wake: Wake) -> None:
        """Hear of other processes' commits, until the connection breaks; then ask again."""
        if not self.shared or (self._listener is not None and not self._listener.is_closed()):
            return
        import asyncpg

        self._listener = await asyncpg.connect(self.url.set(drivername="postgresql").render_as_string(False), timeout=5)
        await self._listener.add_listener(CHANNEL, lambda *heard: wake(heard[-1]))

    @contextlib.asynccontextmanager
    async def sole_thinker(self, table_id: str) -> AsyncIterator[bool]:
        """Whether this process is to think for the bot of a table: the database forgets it when the process dies."""
        if not self.shared:
            yield True
            return
        key = int.from_bytes(hashlib.sha256(table_id.encode()).digest()[:8], signed=True)
        async with self.reading.connect() as connection:
            won = bool((await connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": key})).scalar())
            try:
                yield won
            finally:
                if won:
                    with contextlib.suppress(DBAPIError, OSError):
                        await connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": key})


def _set_up_sqlite(connection: Any, _: object) -> None:
    """A commit is on the disk when it is told (FULL); readers do not wait for the writer (WAL)."""
    connection.isolation_level = None  # transactions begin where we say so
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediately(connection: Connection) -> None:
    """A writer says so at once, so that it never has to give way in the middle."""
    if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def open_database(text: str) -> Database:
    return Database(read_url(text))


@contextlib.asynccontextmanager
async def using(text: str) -> AsyncIterator[Database]:
    """A database for a while; one that cannot be had is told in one sentence."""
    database = open_database(text)
    try:
        yield database
    except (OSError, SQLAlchemyError) as error:
        cause = getattr(error, "orig", None) or error
        said = str(cause).strip().partition("\n")[0].rstrip(".") or type(cause).__name__
        raise InvalidSetup(f"The database is not to be had: {said}.") from None
    finally:
        await database.close()


def is_duplicate(error: DBAPIError) -> bool:
    """Whether a unique key was there already."""
    cause = getattr(error.orig, "pgcode", None) or getattr(error.orig, "sqlstate", None)
    if cause is not None:
        return bool(cause == "23505")
    unique = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
    return getattr(error.orig, "sqlite_errorcode", None) in unique
