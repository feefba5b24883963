"""What SQLite and PostgreSQL have in common: addresses, reading, writing, notifying other processes, unavailability."""

from __future__ import annotations

import os
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from heliopolis.core.errors import InvalidSetup

SLOW = "writing takes too long"
T = TypeVar("T")
Work = Callable[[Connection], T]
Wake = Callable[[str], None]


class Unavailable(Exception):
    """Raised when the database cannot do anything for anybody now; what was asked for may have been done or not."""


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
    """A database that runs functions, each with a connection of its own.

    A server's database is impatient: what takes longer than `max_seconds` is given up, and `Unavailable` is raised.
    Maintenance, which may take as long as it takes, opens a patient one.
    """

    max_seconds = 3.0  # that a request waits for the database, shorter than a server takes to stop
    shared: bool  # several processes work on it
    max_bot_threads: int  # bots that may think at the same time, where each holds a connection meanwhile

    def __init__(self, url: URL, patient: bool) -> None:
        self.url = url
        self.patient = patient
        self.written = -float("inf")  # when something was last written, on the monotonic clock

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
    async def probe(self, work: Work[T], writes: bool) -> T:
        """Run a function on a connection that shows the database as a newcomer finds it, past all queues."""

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

    @abstractmethod
    def try_lock(self, connection: Connection, number: int) -> bool:
        """Take a lock until the end of the transaction, by its number; False if another process has it."""

    def note_write(self) -> None:
        self.written = time.monotonic()


def refuse_foreign_tables(names: list[str]) -> None:
    """Refuse a database with tables that are not ours."""
    if names and not {"alembic_version", "players", "tables", "log"} <= set(names):
        raise InvalidSetup(
            f"The database belongs to another program: it has a table {names[0]!r}. Heliopolis needs one of its own."
        )


def is_duplicate(error: DBAPIError) -> bool:
    """Return whether a unique key existed already."""
    cause = getattr(error.orig, "pgcode", None) or getattr(error.orig, "sqlstate", None)
    if cause is not None:
        return bool(cause == "23505")
    unique = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
    return getattr(error.orig, "sqlite_errorcode", None) in unique
