"""Reviews as they are stored: of a finished table, deleted with it, or of a record, deleted when it is old.

A process that works on a review *claims* it until a time on the service clock, and renews the claim as it goes on. What
a process that has died had claimed is claimed by another when that time has come.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from heliopolis.server.domain.problems import Problem
from heliopolis.server.storage.database import Database, is_duplicate
from heliopolis.server.storage.schema import reviews

WAITING, DONE, FAILED = "waiting", "done", "failed"
CLAIM_SECONDS = 10.0  # of the service clock; several rounds of housekeeping
MAX_UNFINISHED = 200  # reviews, of everybody
MAX_UNFINISHED_OF_ADDRESS = 8
RETRY_SECONDS = 20  # after which a client that was refused may ask again
MAX_OF_RECORDS = 1000  # that are kept
KEEP_SECONDS = 30 * 24 * 3600.0  # that the review of a record is kept
ROWS_PER_STEP = 100


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review as it is stored."""

    id: str
    table_id: str | None  # None: of a record
    record: str | None
    state: str
    review: str | None  # JSON of what is judged so far
    origin: str | None
    asked: float
    changed: float
    place: int = 0  # 1: no other unfinished review was asked for before


@dataclass(frozen=True, slots=True)
class Asked:
    """A review that somebody asks for."""

    id: str
    table_id: str | None = None
    record: str | None = None
    origin: str | None = None


FIELDS = ("id", "table_id", "record", "state", "review", "origin", "asked", "changed")


class ReviewStore:
    """The reviews in a database, as one process reads and writes them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.name = secrets.token_hex(12)  # of this process, in its claims

    async def ask(self, asked: Asked) -> None:
        """Store a review to be made, unless there is one; Problem if too many wait."""

        def work(connection: Connection) -> None:
            if connection.execute(select(reviews.c.id).where(reviews.c.id == asked.id)).first() is not None:
                return
            check_places(connection, asked.origin)
            now = round(time.time(), 3)
            what = {"id": asked.id, "table_id": asked.table_id, "record": asked.record, "origin": asked.origin}
            connection.execute(insert(reviews).values(**what, state=WAITING, asked=now, changed=now))

        try:
            await self.database.write(work)
        except IntegrityError as error:
            if is_duplicate(error):  # somebody else asked for it at the same time
                return
            raise Problem("table.unknown") from None  # the table was deleted meanwhile

    async def find(self, review_id: str) -> StoredReview | None:
        """Return a review with its place among those that are not done; None if nobody has asked for it."""

        def work(connection: Connection) -> StoredReview | None:
            row = connection.execute(select(reviews).where(reviews.c.id == review_id)).first()
            if row is None:
                return None
            place = 0
            if row.state == WAITING:
                before = (reviews.c.state == WAITING) & (reviews.c.asked < row.asked)
                place = 1 + count(connection, before)
            return StoredReview(**{name: getattr(row, name) for name in FIELDS}, place=place)

        return await self.database.read(work)

    # ---- claims ----------------------------------------------------------------------------------------------------

    async def has_unfinished(self) -> bool:
        """Return whether any process has something to do."""
        one = select(reviews.c.id).where(reviews.c.state == WAITING).limit(1)
        return await self.database.read(lambda connection: connection.execute(one).first()) is not None

    async def claim(self, now: float, limit: int, excluded: Sequence[str] = ()) -> list[StoredReview]:
        """Claim reviews that nobody works on: one of each address first, then the second ones."""
        free = (reviews.c.state == WAITING) & self._is_free(now) & reviews.c.id.not_in(list(excluded))
        number = func.row_number().over(
            partition_by=func.coalesce(reviews.c.origin, reviews.c.id), order_by=reviews.c.asked
        )
        wanted = select(reviews.c.id).where(free).order_by(number, reviews.c.asked).limit(limit)

        def work(connection: Connection) -> list[StoredReview]:
            ids = list(connection.execute(wanted).scalars())
            mine = {"claimed_by": self.name, "claimed_until": now + CLAIM_SECONDS}
            claimed = update(reviews).where(reviews.c.id.in_(ids) & free).values(**mine).returning(reviews)
            rows = connection.execute(claimed).all() if ids else []
            return sorted((read_row(row) for row in rows), key=lambda review: ids.index(review.id))

        return await self.database.write(work)

    def _is_free(self, now: float) -> ColumnElement[bool]:
        """Return which reviews this process may claim; no other process works on a database that is not shared."""
        unclaimed = or_(reviews.c.claimed_by.is_(None), reviews.c.claimed_until < now)
        return unclaimed if self.database.shared else or_(unclaimed, reviews.c.claimed_by != self.name)

    async def renew(self, ids: Sequence[str], now: float) -> set[str]:
        """Renew claims; return which of them this process still has."""
        mine = reviews.c.id.in_(ids) & (reviews.c.claimed_by == self.name)
        renewed = update(reviews).where(mine).values(claimed_until=now + CLAIM_SECONDS).returning(reviews.c.id)
        return set(await self.database.write(lambda connection: list(connection.execute(renewed).scalars())))

    async def give_back(self) -> None:
        """Give up all claims, so that another process need not wait for their end."""
        mine = and_(reviews.c.claimed_by == self.name, reviews.c.state == WAITING)
        free = update(reviews).where(mine).values(claimed_by=None, claimed_until=None)
        await self.database.write(lambda connection: connection.execute(free))

    async def save(self, review_id: str, text: str | None, state: str = WAITING) -> bool:
        """Store what is judged so far; False if the review was deleted or is another process's by now."""
        mine = (reviews.c.id == review_id) & (reviews.c.claimed_by == self.name)
        values: dict[str, Any] = {"state": state, "changed": round(time.time(), 3)}
        values |= {} if text is None else {"review": text}
        if state != WAITING:
            values |= {"origin": None, "claimed_by": None, "claimed_until": None}
        saved = update(reviews).where(mine).values(**values)
        return bool(await self.database.write(lambda connection: connection.execute(saved).rowcount == 1))


def check_places(connection: Connection, origin: str | None) -> None:
    """Refuse one more review if too many wait, of everybody or of one address."""
    unfinished = reviews.c.state == WAITING
    of_address = 0 if origin is None else count(connection, unfinished & (reviews.c.origin == origin))
    if of_address >= MAX_UNFINISHED_OF_ADDRESS or count(connection, unfinished) >= MAX_UNFINISHED:
        raise Problem("server.busy", seconds=RETRY_SECONDS)


def count(connection: Connection, condition: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(reviews).where(condition)).scalar_one())


def read_row(row: Any) -> StoredReview:
    return StoredReview(**{name: getattr(row, name) for name in FIELDS})


# ---- what nobody needs any more --------------------------------------------------------------------------------------


async def prune_reviews(database: Database, now: float) -> bool:
    """Delete a few reviews of records that are old, or more than are kept; return whether there may be more.

    Those of tables are deleted with their tables.
    """
    of_records = select(reviews.c.id).where(reviews.c.table_id.is_(None))
    newest_first = of_records.order_by(reviews.c.changed.desc(), reviews.c.id)
    unwanted: tuple[Select[tuple[str]], ...] = (
        of_records.where(reviews.c.changed < now - KEEP_SECONDS).limit(ROWS_PER_STEP),
        newest_first.offset(MAX_OF_RECORDS).limit(ROWS_PER_STEP),
    )

    def look(connection: Connection) -> set[str]:
        return {row.id for query in unwanted for row in connection.execute(query)}

    found = await database.read(look)
    if found:
        gone = delete(reviews).where(reviews.c.id.in_(found))
        await database.write(lambda connection: connection.execute(gone))
    return len(found) >= ROWS_PER_STEP
