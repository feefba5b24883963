"""Upgrade a database again and again, each time dying one statement later, until it succeeds.

Each attempt is a process of its own that has not started any threads when it is forked; `python -m` this with the
address of the database. Prints the number of attempts.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys

from sqlalchemy import event
from sqlalchemy.engine import Engine

from heliopolis.server.storage import opened
from heliopolis.server.storage.backups import upgrade_safely
from heliopolis.server.storage.upgrades import newest, version_of

DIED = 7


async def upgrade(url: str) -> None:
    async with opened(url) as database:
        await upgrade_safely(database)


async def version(url: str) -> str | None:
    async with opened(url) as database:
        return await version_of(database)


def die_at(number: int) -> None:
    """Die before the statement of that number; commits count, and so do statements that only read."""
    statements = itertools.count(1)

    def die(*_: object) -> None:
        if next(statements) == number:
            os._exit(DIED)

    for name in ("before_cursor_execute", "commit", "rollback"):
        event.listen(Engine, name, die)


def attempt(url: str, number: int) -> bool:
    """Try once, and return whether the process lived to the end."""
    child = os.fork()
    if child == 0:
        die_at(number)
        asyncio.run(upgrade(url))
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, DIED), status
    return status == 0


def main(url: str) -> None:
    for number in itertools.count(1):
        before = asyncio.run(version(url))
        lived = attempt(url, number)
        after = asyncio.run(version(url))
        assert after in (before, newest()), "completely or not at all"
        if lived:
            break
    assert after == newest()
    print(number)


if __name__ == "__main__":
    main(sys.argv[1])
