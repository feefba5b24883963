"""Where SQLite and PostgreSQL differ: opening, reading, writing, notifying other processes, kinds of errors."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from heliopolis.core.errors import InvalidSetup

BUSY_SECONDS = 10.0  # a writer of SQLite waits so long for another process
POOL_SIZE = 12  # connections to PostgreSQL for each process
CHANNEL = "heliopolis"
READER_THREADS = 3  # threads that read from SQLite
T = TypeVar("T")
Work = Callable[[Connection], T]
Wake = Callable[[str], None]


def read_url(text: str) -> URL:
    """Return a database address, `sqlite:///FILE` or `postgresql://…`, with the driver that is used for it."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # it may hold a password: it is not repeated
        raise InvalidSetup("That is no database: sqlite:///FILE or postgresql://USER@HOST:PORT/NAME.") from None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    if url.drivername not in drivers:
        raise InvalidSetup(f"There is no database {url.drivername!r} here; there are sqlite and postgresql.")
    if url.drivername == "sqlite" and not url.database:
        raise InvalidSetup("SQLite needs a file: sqlite:///FILE.")
    return url.set(drivername=drivers[url.drivername])


def make_folder(text: str) -> None:
    """Create the folder of an SQLite file."""
    url = read_url(text)
    if url.get_backend_name() != "sqlite":
        return
    folder = Path(str(url.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetup(f"The database cannot be kept in {str(folder)!r}: {error.strerror}.") from None


def open_private(file: str, flags: int) -> int:
    """Open a file; if it is created, only its owner may read it: seeds and hands are in it."""
    return os.open(file, flags, 0o600)


class Database(ABC):
    """A database that runs functions, each with a connection of its own."""

    shared: bool  # several processes work on it
    max_bot_threads: int  # bots that may think at the same time, where each holds a connection meanwhile

    def __init__(self, url: URL) -> None:
        self.url = url

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """Run a function that changes nothing, outside any transaction."""

    @abstractmethod
    async def read_snapshot(self, work: Work[T]) -> T:
        """Run a function that changes nothing, in one transaction: all that it reads is of one moment."""

    @abstractmethod
    async def write(self, work: Work[T]) -> T:
        """Run a function in a transaction; it is on the disk when this returns."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def notify(self, connection: Connection, table_id: str) -> None:
        """Notify the other processes, when this transaction is committed, that a table has changed."""

    @abstractmethod
    async def listen(self, wake: Wake) -> None:
        """Call `wake` for other processes' commits until the connection breaks; then call this again."""

    @abstractmethod
    def try_claim_thinking(self, table_id: str) -> AbstractAsyncContextManager[bool]:
        """Claim the turn of a table's bot; False if another process has it."""


class Sqlite(Database):
    """One file. Each function runs in a thread from beginning to end: one thread writes, a few read."""

    shared = False
    max_bot_threads = 64  # they hold no connection

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        arguments = {"timeout": BUSY_SECONDS, "check_same_thread": False}
        self.engine = create_engine(url, connect_args=arguments, hide_parameters=True)  # hands are among the parameters
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        event.listen(self.engine, "do_connect", self._make_file)
        event.listen(self.engine, "connect", _set_up_sqlite)
        event.listen(self.engine, "begin", _begin_immediately)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="write")
        self._readers = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="read")

    def _make_file(self, *_: object) -> None:
        """Create the file for its owner alone: SQLite would let everybody read it, and creates its companions like it.

        An existing file is not touched: closing it would drop all locks that this process has on it, and another
        program that opens it would then clear away the log that is still being written.
        """
        with contextlib.suppress(OSError):  # it exists; if it cannot be created, SQLite will say so
            os.close(open_private(str(self.url.database), os.O_CREAT | os.O_EXCL))

    async def read(self, work: Work[T]) -> T:
        def go() -> T:
            with self.reading.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, go)

    async def read_snapshot(self, work: Work[T]) -> T:
        def in_transaction(connection: Connection) -> T:
            connection.exec_driver_sql("BEGIN")
            try:
                return work(connection)
            finally:
                connection.exec_driver_sql("COMMIT")

        return await self.read(in_transaction)

    async def write(self, work: Work[T]) -> T:
        def go() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._writer, go)

    async def close(self) -> None:
        for threads in (self._writer, self._readers):
            threads.shutdown()
        self.engine.dispose()

    def notify(self, connection: Connection, table_id: str) -> None:
        """Do nothing: there are no other processes."""

    async def listen(self, wake: Wake) -> None:
        """Do nothing: there are no other processes."""

    @contextlib.asynccontextmanager
    async def try_claim_thinking(self, table_id: str) -> AsyncIterator[bool]:
        yield True


class Postgres(Database):
    """A server that any number of processes share."""

    shared = True
    max_bot_threads = POOL_SIZE - 4  # the rest is for people, and for the moves that bots have chosen

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        pool = {"pool_size": POOL_SIZE, "max_overflow": 0, "pool_timeout": 10}
        self.engine = create_async_engine(
            "postgresql+asyncpg://", async_creator=self._connect, hide_parameters=True, **pool
        )
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._listener: Any = None

    async def _connect(self) -> Any:
        """Connect to the address as PostgreSQL's own tools read it, `sslmode` and all."""
        import asyncpg

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            return await asyncpg.connect(address, timeout=10, server_settings={"application_name": "heliopolis"})
        except (asyncpg.ClientConfigurationError, ValueError) as error:
            raise OSError(error) from None

    async def read(self, work: Work[T]) -> T:
        async with self.reading.connect() as connection:
            return await connection.run_sync(work)

    async def read_snapshot(self, work: Work[T]) -> T:
        async with self.engine.begin() as connection:
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        if self._listener is not None:
            with contextlib.suppress(Exception):  # it may be gone already
                await self._listener.close()
        await self.engine.dispose()

    def notify(self, connection: Connection, table_id: str) -> None:
        connection.execute(text("SELECT pg_notify(:channel, :id)"), {"channel": CHANNEL, "id": table_id})

    async def listen(self, wake: Wake) -> None:
        if self._listener is not None and not self._listener.is_closed():
            return
        self._listener = await self._connect()
        await self._listener.add_listener(CHANNEL, lambda *notification: wake(notification[-1]))

    @contextlib.asynccontextmanager
    async def try_claim_thinking(self, table_id: str) -> AsyncIterator[bool]:
        """Claim by a lock that the database releases when the process dies."""
        key = int.from_bytes(hashlib.sha256(table_id.encode()).digest()[:8], signed=True)
        async with self.reading.connect() as connection:
            claimed = bool((await connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": key})).scalar())
            try:
                yield claimed
            finally:
                if claimed:
                    with contextlib.suppress(DBAPIError, OSError):
                        await connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": key})


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Set up a connection: a commit is on the disk when it returns (FULL), readers do not wait for the writer (WAL)."""
    connection.isolation_level = None  # transactions begin where this module says so
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediately(connection: Connection) -> None:
    """Lock for writing at the start of a transaction, so that it never fails in the middle."""
    if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def open_database(text: str) -> Database:
    """Return the database of an address; nothing is connected yet."""
    url = read_url(text)
    return Postgres(url) if url.get_backend_name() == "postgresql" else Sqlite(url)


@contextlib.asynccontextmanager
async def opened(text: str) -> AsyncIterator[Database]:
    """Open a database for a while; InvalidSetup says in one sentence why it is unavailable."""
    database = open_database(text)
    try:
        yield database
    except (OSError, SQLAlchemyError) as error:
        cause = getattr(error, "orig", None) or error
        reason = str(cause).strip().partition("\n")[0].rstrip(".") or type(cause).__name__
        raise InvalidSetup(f"The database is unavailable: {reason}.") from None
    finally:
        await database.close()


def is_duplicate(error: DBAPIError) -> bool:
    """Return whether a unique key existed already."""
    cause = getattr(error.orig, "pgcode", None) or getattr(error.orig, "sqlstate", None)
    if cause is not None:
        return bool(cause == "23505")
    unique = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
    return getattr(error.orig, "sqlite_errorcode", None) in unique
