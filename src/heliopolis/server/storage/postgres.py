"""PostgreSQL: a server that any number of processes share, and that may stop answering at any moment."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from heliopolis.server.storage.database import Database, T, Unavailable, Wake, Work

POOL_SIZE = 12  # connections for each process
MAINTENANCE_CONNECT_SECONDS = 10.0
LISTENER_SECONDS = 2.0  # that the connection for notifications may take to show that it is alive
CHANNEL = "heliopolis"
SILENT = "the database does not answer"
SETTINGS = {  # of the database for each of our connections
    "application_name": "heliopolis",
    "tcp_keepalives_idle": "20",  # seconds; it then notices that a process of ours is gone without a word
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


class Postgres(Database):
    """A server that any number of processes share."""

    shared = True
    max_bot_threads = POOL_SIZE - 4  # the rest is for people, and for the moves that bots have chosen

    def __init__(self, url: URL, patient: bool) -> None:
        super().__init__(url, patient)
        pool = {"pool_size": POOL_SIZE, "max_overflow": 0, "pool_timeout": self.max_seconds}
        self.engine = create_async_engine(
            "postgresql+asyncpg://", async_creator=self._connect, hide_parameters=True, **pool
        )
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._listener: Any = None

    async def _connect(self) -> Any:
        """Connect to the address as PostgreSQL's own tools read it, `sslmode` and all."""
        import asyncpg

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        settings = SETTINGS if self.patient else SETTINGS | impatient_settings(self.max_seconds)
        seconds = MAINTENANCE_CONNECT_SECONDS if self.patient else self.max_seconds
        try:
            connection = await asyncpg.connect(address, timeout=seconds, server_settings=settings)
        except (asyncpg.ClientConfigurationError, ValueError) as error:
            raise OSError(error) from None
        except (FileNotFoundError, PermissionError, socket.gaierror) as error:  # no socket while it restarts, no name
            raise ConnectionError(error.strerror or str(error)) from None
        keep_alive(connection)
        return connection

    # ---- running functions -----------------------------------------------------------------------------------------

    async def read(self, work: Work[T]) -> T:
        async with self._connection(self.reading) as connection:
            return await connection.run_sync(work)

    async def read_snapshot(self, work: Work[T]) -> T:
        async with self.engine.begin() as connection:
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        async with self._connection(self.engine) as connection, connection.begin():
            done = await connection.run_sync(work)
        self.note_write()
        return done

    async def probe(self, work: Work[T], writes: bool) -> T:
        return await (self.write if writes else self.read)(work)

    @contextlib.asynccontextmanager
    async def _connection(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """Give a connection, for a limited time if this database is impatient."""
        connection = await engine.connect()
        with self._limited(await driver_of(connection)):
            try:
                yield connection
            finally:
                await asyncio.shield(connection.close())

    def _limited(self, driver: Any) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext() if self.patient else cut_off_after(self.max_seconds, driver)

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.terminate()
        await self.engine.dispose()

    # ---- other processes -------------------------------------------------------------------------------------------

    def notify(self, connection: Connection, table_id: str) -> None:
        connection.execute(text("SELECT pg_notify(:channel, :id)"), {"channel": CHANNEL, "id": table_id})

    async def listen(self, wake: Wake) -> None:
        """Listen on a connection of its own, which has to show each time that it is alive."""
        if self._listener is not None and not self._listener.is_closed():
            try:
                await asyncio.wait_for(self._listener.execute("SELECT 1"), LISTENER_SECONDS)
                return
            except Exception:
                self._listener.terminate()
                raise
        connection = await self._connect()
        try:
            await connection.add_listener(CHANNEL, lambda *notification: wake(notification[-1]))
        except BaseException:
            connection.terminate()
            raise
        self._listener = connection

    @contextlib.asynccontextmanager
    async def try_claim_thinking(self, table_id: str) -> AsyncIterator[bool]:
        """Claim by a lock that the database releases when the process dies."""
        key = int.from_bytes(hashlib.sha256(table_id.encode()).digest()[:8], signed=True)
        async with self.reading.connect() as connection:
            driver = await driver_of(connection)
            with self._limited(driver):
                claim = await connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": key})
                claimed = bool(claim.scalar())
            try:
                yield claimed
            finally:
                if claimed:
                    with contextlib.suppress(DBAPIError, OSError, Unavailable), self._limited(driver):
                        await connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": key})

    def try_lock(self, connection: Connection, number: int) -> bool:
        return bool(connection.execute(text("SELECT pg_try_advisory_xact_lock(:n)"), {"n": number}).scalar())


def impatient_settings(seconds: float) -> dict[str, str]:
    """Return the settings of a connection on which a statement takes at most so many seconds."""
    return {"statement_timeout": f"{seconds:g}s", "idle_in_transaction_session_timeout": f"{3 * seconds:g}s"}


async def driver_of(connection: AsyncConnection) -> Any:
    """Return the driver's own connection."""
    return (await connection.get_raw_connection()).driver_connection


@contextlib.contextmanager
def cut_off_after(seconds: float, driver: Any) -> Iterator[None]:
    """Cut a connection off if it is used for too long, which ends every wait on it at once.

    To cancel a statement instead, one would have to ask the database, which may be what does not answer.
    """
    cut = False

    def cut_off() -> None:
        nonlocal cut
        cut = True
        driver.terminate()

    timer = asyncio.get_running_loop().call_later(seconds, cut_off)
    try:
        yield
    except Exception:
        if cut:
            raise Unavailable(SILENT) from None
        raise
    finally:
        timer.cancel()


def keep_alive(connection: Any) -> None:
    """Let the operating system notice that the database is gone without a word."""
    used: socket.socket | None = connection._transport.get_extra_info("socket")
    if used is None or used.family not in (socket.AF_INET, socket.AF_INET6):
        return
    used.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("TCP_KEEPIDLE", 20), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, option):  # not everywhere
            used.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
