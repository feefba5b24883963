"""SQLite: one file, written by one thread; other programs may lock it, fill its disk, or delete it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL

from heliopolis.server.storage.database import (
    SLOW,
    Database,
    T,
    Unavailable,
    Wake,
    Work,
    open_private,
    refuse_foreign_tables,
)

PATIENCE_SECONDS = 10.0  # that maintenance waits for a lock
PROBE_SECONDS = 1.0  # that a probe waits for a lock
MAX_SLOW_DISK_SECONDS = 1.5  # beyond `max_seconds`, for a commit that has begun
READER_THREADS = 3
LOCKED, GONE = "the database is locked", "the file was deleted or replaced"


class Sqlite(Database):
    """One file. Each function runs in a thread from beginning to end: one thread writes, a few read."""

    shared = False
    max_bot_threads = 64  # they hold no connection

    def __init__(self, url: URL, patient: bool) -> None:
        super().__init__(url, patient)
        self.file = Path(str(url.database))
        arguments = {"timeout": PATIENCE_SECONDS if patient else self.max_seconds, "check_same_thread": False}
        self.engine = create_engine(url, connect_args=arguments, hide_parameters=True)  # hands are among the parameters
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        event.listen(self.engine, "do_connect", self._prepare_file)
        event.listen(self.engine, "connect", self._set_up)
        event.listen(self.engine, "begin", _begin_immediately)
        self._opened: tuple[int, int] | None = None  # device and inode of the file
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="write")
        self._readers = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="read")
        self._prober = ThreadPoolExecutor(1, thread_name_prefix="probe")

    # ---- the file --------------------------------------------------------------------------------------------------

    def _prepare_file(self, *_: object) -> None:
        """Create the file for its owner alone: SQLite would let everybody read it, and creates its companions like it.

        An existing file is not touched: closing it would drop all locks that this process has on it, and another
        program that opens it would then clear away the log that is still being written. Nor is a file created again
        that was there before: who deleted it must not be told that all is well.
        """
        self.check_file()
        if self._opened is not None:
            return
        try:
            os.close(open_private(str(self.file), os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            refuse_foreign_file(self.file)
        except OSError:
            pass  # it cannot be created: SQLite will say so

    def _set_up(self, connection: Any, _: object) -> None:
        """Set up a connection: commits are on the disk when they return (FULL), readers wait for nobody (WAL)."""
        connection.isolation_level = None  # transactions begin where this module says so
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        if self._opened is None:
            self._opened = identity_of(self.file)

    def check_file(self) -> None:
        """Refuse to work on a file that is no longer at its path: nothing written to it would be found again."""
        if self._opened is not None and identity_of(self.file) != self._opened:
            raise Unavailable(GONE)

    # ---- running functions -----------------------------------------------------------------------------------------

    async def read(self, work: Work[T]) -> T:
        def go() -> T:
            self.check_file()
            with self.reading.connect() as connection:
                return work(connection)

        return await self._run(self._readers, go)

    async def read_snapshot(self, work: Work[T]) -> T:
        def in_transaction(connection: Connection) -> T:
            connection.exec_driver_sql("BEGIN")
            try:
                return work(connection)
            finally:
                connection.exec_driver_sql("COMMIT")

        return await self.read(in_transaction)

    async def write(self, work: Work[T]) -> T:
        asked = time.monotonic()

        def go() -> T:
            self.check_file()
            left = PATIENCE_SECONDS if self.patient else asked + self.max_seconds - time.monotonic()
            if left <= 0:  # those before waited for a lock, or for the disk
                raise Unavailable(self._why_slow)
            with self.engine.connect() as connection:
                wait_for_locks(connection, left)
                try:
                    with connection.begin():
                        done = work(connection)
                except Exception as error:
                    self._why_slow = LOCKED if is_locked(error) else SLOW
                    raise
            self._why_slow = SLOW
            self.check_file()
            self.note_write()
            return done

        return await self._run(self._writer, go)

    _why_slow = SLOW  # what the next in the queue are told if they have waited too long

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        """Run a function in a thread; it goes on alone if the disk keeps it for too long."""
        running = asyncio.get_running_loop().run_in_executor(threads, work)
        if self.patient:
            return await running
        done, _ = await asyncio.wait([running], timeout=self.max_seconds + MAX_SLOW_DISK_SECONDS)
        if not done:
            running.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody asks any more
            raise Unavailable(SLOW)
        return running.result()

    async def probe(self, work: Work[T], writes: bool) -> T:
        """Run a function on a new connection: it reads from the disk what others have in their caches."""

        def go() -> T:
            self.check_file()
            fresh = self._fresh_engine()
            try:
                with fresh.connect() as connection:
                    return run_probe(connection, work, writes)
            finally:
                fresh.dispose()

        return await asyncio.get_running_loop().run_in_executor(self._prober, go)

    def _fresh_engine(self) -> Engine:
        engine = create_engine(self.url, connect_args={"timeout": PROBE_SECONDS}, hide_parameters=True)
        event.listen(engine, "connect", self._set_up)
        event.listen(engine, "begin", _begin_immediately)
        return engine

    async def close(self) -> None:
        for threads in (self._writer, self._readers, self._prober):
            threads.shutdown()
        self.engine.dispose()

    # ---- other processes -------------------------------------------------------------------------------------------

    def notify(self, connection: Connection, table_id: str) -> None:
        """Do nothing: there are no other processes."""

    async def listen(self, wake: Wake) -> None:
        """Do nothing: there are no other processes."""

    @contextlib.asynccontextmanager
    async def try_claim_thinking(self, table_id: str) -> AsyncIterator[bool]:
        yield True

    def try_lock(self, connection: Connection, number: int) -> bool:
        """Return True: the transaction has the whole file."""
        return True


def identity_of(file: Path) -> tuple[int, int] | None:
    """Return device and inode of a file; None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def refuse_foreign_file(file: Path) -> None:
    """Refuse a file that another program has made, before anything in it is changed."""
    reader = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE_SECONDS)
    try:
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        names = [name for (name,) in reader.execute(named)]
    finally:
        reader.close()
    refuse_foreign_tables(names)


def compact(file: Path) -> bool:
    """Give the space of deleted rows back to the disk; False, with nothing done, while others have the file open."""
    alone = sqlite3.connect(file, isolation_level=None, timeout=0)
    try:
        alone.execute("PRAGMA journal_mode=DELETE")  # is refused unless we are alone
        alone.execute("VACUUM")
        alone.execute("PRAGMA journal_mode=WAL")
    except sqlite3.OperationalError:
        return False
    finally:
        alone.close()
    return True


def wait_for_locks(connection: Connection, seconds: float) -> None:
    """Let the next transaction on a connection wait so long for other programs' locks."""
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA busy_timeout={int(seconds * 1000) + 1}")


def is_locked(error: Exception) -> bool:
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def run_probe(connection: Connection, work: Work[T], writes: bool) -> T:
    if not writes:
        return work(connection.execution_options(isolation_level="AUTOCOMMIT"))
    with connection.begin():
        return work(connection)


def _begin_immediately(connection: Connection) -> None:
    """Lock for writing at the start of a transaction, so that it never fails in the middle."""
    if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
