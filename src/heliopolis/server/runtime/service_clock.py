"""Service time: the seconds in which a server was there, by which the clocks of tables run.

It stands still while no server runs, while the machine sleeps and while the database is unavailable, and takes no
notice when the wall clock is set. The database has the time (`storage.beats`); every process advances it from time to
time by a *beat*. In between, a process counts on by its monotonic clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection

from heliopolis.server.storage import Database
from heliopolis.server.storage.beats import MAX_GAP, advance

FRESH = 5.0  # seconds: after a beat so long ago, a new one comes before a clock is started
TOLERANCE = 3.0  # seconds by which wall clock and monotonic clock may disagree between two beats


class ServiceClock:
    """The service time as this process knows it.

    Without a `wall_clock`, the machine's is read; with a database that several machines share, the database's own.
    """

    def __init__(
        self,
        database: Database,
        wall_clock: Callable[[], float] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.database = database
        self._wall_clock = wall_clock or (None if database.shared else time.time)
        self._monotonic = monotonic
        self._uptime = 0.0  # at the last beat
        self._beaten: float | None = None  # when that was, by the monotonic clock; None: the service begins anew

    async def beat(self) -> float:
        """Advance the service time by what has passed since the last beat of any process, and return it.

        Nothing is added by the first beat of a process, or after the database was unavailable, since nobody was served
        before; nor what this process did not live through, because the wall clock was set or the machine slept.
        """
        try:
            uptime = await self.database.write(self._advance)
        except BaseException:
            self._beaten = None
            raise
        self._uptime, self._beaten = uptime, self._monotonic()
        return uptime

    def _advance(self, connection: Connection) -> float:
        limit = 0.0 if self._beaten is None else min(MAX_GAP, self._monotonic() - self._beaten + TOLERANCE)
        return advance(connection, None if self._wall_clock is None else self._wall_clock(), limit)

    async def exact(self) -> float:
        """Return the time at which a clock is started."""
        if self._beaten is None or self._monotonic() - self._beaten > FRESH:
            await self.beat()
        return self.now()

    def now(self) -> float:
        """Return the time as far as it is known here: without beats it soon stands still."""
        passed = 0.0 if self._beaten is None else min(self._monotonic() - self._beaten, MAX_GAP)
        return round(self._uptime + passed, 3)
