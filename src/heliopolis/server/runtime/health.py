"""Whether the database is available: asked by whoever watches the server, and logged when it changes."""

from __future__ import annotations

import asyncio
import logging
import time

from heliopolis.server.storage import Database
from heliopolis.server.storage.probes import probe
from heliopolis.server.storage.unavailability import MALFORMED, unavailable_reason

MAX_CHECK_SECONDS = 1.8  # so that whoever asks has an answer within two seconds
FRESH_SECONDS = 1.0  # how long the result of a check is used again
logger = logging.getLogger("heliopolis")


class Health:
    """The state of the database as this process knows it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.logged: set[str] = set()  # reasons logged since the database was last available
        self.malformed = False  # for good: a damaged page may not be read again for a long time
        self._checking: asyncio.Task[str | None] | None = None
        self._checked = -float("inf")  # when the last check ended, on the monotonic clock

    def report(self, error: Exception) -> bool:
        """Log an error once if it means that the database is unavailable; return whether it does."""
        reason = unavailable_reason(error)
        if reason is not None:
            self._log(reason)
        return reason is not None

    def _log(self, reason: str) -> None:
        self.malformed = self.malformed or reason == MALFORMED
        if reason not in self.logged:
            logger.warning("the database is unavailable: %s", reason)
            self.logged.add(reason)

    async def is_available(self) -> bool:
        """Check whether the database can be read and written, within two seconds."""
        if self._checking is None or (self._checking.done() and time.monotonic() - self._checked > FRESH_SECONDS):
            self._checking = asyncio.create_task(self._check())
        done, _ = await asyncio.wait([self._checking], timeout=MAX_CHECK_SECONDS)
        return bool(done) and self._checking.result() is None and not self.malformed

    async def recheck(self) -> None:
        """Check again after trouble, so that the log says when it is over."""
        if self.logged:
            await self.is_available()

    async def _check(self) -> str | None:
        try:
            reason = await probe(self.database, in_doubt=bool(self.logged))
        except Exception as error:
            reason = unavailable_reason(error)
            if reason is None:
                raise
        finally:
            self._checked = time.monotonic()
        if reason is not None:
            self._log(reason)
        elif self.logged and not self.malformed:
            logger.warning("the database is available again")
            self.logged.clear()
        return reason
