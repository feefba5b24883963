"""Deleting tables: one that its host gives up, or all that nobody has changed for long, with what belonged to them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, Select, delete, exists, func, select, update

from heliopolis.server.domain.commands import check_may_delete
from heliopolis.server.domain.problems import UnreadableTable
from heliopolis.server.domain.tables import OVER
from heliopolis.server.storage.database import Database
from heliopolis.server.storage.schema import (
    devices,
    former_occupants,
    handovers,
    links,
    log,
    occupants,
    players,
    requests,
    reviews,
    snapshots,
    tables,
)

TABLES_PER_STEP = 10  # deleted in one transaction: few, so that moves do not wait for long
ROWS_PER_STEP = 500
DAY_SECONDS = 24 * 3600.0
TIDY_DAYS = 8
PRUNE_LOCK = 0x48454C50  # the number of an advisory lock


@dataclass(frozen=True, slots=True)
class Pruned:
    """How much was deleted."""

    tables: int = 0
    entries: int = 0
    players: int = 0

    def __add__(self, other: Pruned) -> Pruned:
        mine, theirs = asdict(self), asdict(other)
        return Pruned(**{name: mine[name] + theirs[name] for name in mine})

    def __bool__(self) -> bool:
        return any(asdict(self).values())


# ---- one table -------------------------------------------------------------------------------------------------------


async def delete_table(database: Database, table_id: str, player: str | None) -> bool:
    """Delete a table for its host, also one that this version cannot read; False if there is none."""

    def work(connection: Connection) -> bool:
        found = select(tables.c.facts, tables.c.status, tables.c.head).where(tables.c.id == table_id).with_for_update()
        row = connection.execute(found).first()
        if row is None:
            return False
        people = connection.execute(select(occupants.c.player_id).where(occupants.c.table_id == table_id)).scalars()
        check_may_delete(host_in(row.facts), row.status, row.head, set(people), player)
        delete_tables(database, connection, [table_id])
        return True

    return await database.write(work)


def host_in(facts: str) -> str:
    """Return the host of a stored table."""
    try:
        return str(json.loads(facts)["host"])
    except (ValueError, TypeError, LookupError):
        raise UnreadableTable("its host cannot be read") from None


def delete_tables(database: Database, connection: Connection, ids: list[str]) -> int:
    """Delete tables with all that belongs to them; return how many entries they had."""
    entries = connection.execute(select(func.count()).select_from(log).where(log.c.table_id.in_(ids))).scalar_one()
    for part in (links, occupants, former_occupants, requests, reviews, snapshots, log):
        connection.execute(delete(part).where(part.c.table_id.in_(ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))
    for table_id in ids:
        database.notify(connection, table_id)
    return int(entries)


# ---- all that is old -------------------------------------------------------------------------------------------------


def old_tables(before: float, unfinished: bool) -> ColumnElement[bool]:
    """Return which tables nobody has changed since a time: finished ones, or all."""
    old = tables.c.changed < before
    return old if unfinished else old & (tables.c.status == OVER)


def old_players(before: float) -> ColumnElement[bool]:
    """Return which players never were at a table that is still there, and were not here on a device since a time.

    Those who left a table stay with it: else their name in its log could no longer be erased.
    """
    seats = exists().where(occupants.c.player_id == players.c.id)
    left = exists().where(former_occupants.c.player_id == players.c.id)
    seen = exists().where((devices.c.player_id == players.c.id) & (devices.c.seen >= before))
    return (players.c.created < before) & ~seats & ~left & ~seen


async def count_old(database: Database, before: float, unfinished: bool) -> Pruned:
    """Return what `prune` would delete; players only as far as they have no table now."""

    def work(connection: Connection) -> Pruned:
        old = old_tables(before, unfinished)
        these = select(tables.c.id).where(old)

        def count(table: FromClause, condition: ColumnElement[bool]) -> int:
            return int(connection.execute(select(func.count()).select_from(table).where(condition)).scalar_one())

        return Pruned(
            count(tables, old),
            count(log, log.c.table_id.in_(these)),
            count(players, old_players(before)),
        )

    return await database.read(work)


async def prune_step(database: Database, before: float, unfinished: bool) -> Pruned:
    """Delete a little of what is old; nothing if there is nothing, or if another process is at it.

    What is old is looked for outside the transaction that deletes it, which is short, so that moves do not wait.
    """
    old = old_tables(before, unfinished)
    ids = await find(database, select(tables.c.id).where(old).order_by(tables.c.changed).limit(TABLES_PER_STEP))
    if ids:
        return await delete_alone(database, lambda connection: delete_old_tables(database, connection, ids, old))
    if ids := await find(database, select(players.c.id).where(old_players(before))):
        return await delete_alone(database, lambda connection: delete_players(connection, ids, old_players(before)))
    return Pruned()


async def find(database: Database, query: Select[Any]) -> list[Any]:
    """Return some rows, or some values if the query has one column."""
    found = await database.read(lambda connection: connection.execute(query.limit(ROWS_PER_STEP)).all())
    return [row[0] if len(row) == 1 else row for row in found]


async def delete_alone(database: Database, work: Callable[[Connection], Pruned]) -> Pruned:
    """Delete in one transaction, unless another process is deleting."""

    def locked(connection: Connection) -> Pruned:
        return work(connection) if database.try_lock(connection, PRUNE_LOCK) else Pruned()

    return await database.write(locked)


def delete_old_tables(database: Database, connection: Connection, ids: list[str], old: ColumnElement[bool]) -> Pruned:
    """Delete those of the tables that have not been changed meanwhile."""
    still_old = select(tables.c.id).where(tables.c.id.in_(ids) & old).with_for_update()
    ids = list(connection.execute(still_old).scalars())
    return Pruned(tables=len(ids), entries=delete_tables(database, connection, ids))


def delete_requests(connection: Connection, wanted: list[Any]) -> None:
    """Delete the ids of requests, which nobody sends again."""
    for scope, request_id in wanted:
        same = (requests.c.scope == scope) & (requests.c.request_id == request_id)
        connection.execute(delete(requests).where(same))


def delete_players(connection: Connection, ids: list[str], old: ColumnElement[bool]) -> Pruned:
    """Delete those of the players who have not come back meanwhile."""
    ids = list(connection.execute(select(players.c.id).where(players.c.id.in_(ids) & old).with_for_update()).scalars())
    for part in (handovers, devices):
        connection.execute(delete(part).where(part.c.player_id.in_(ids)))
    connection.execute(delete(players).where(players.c.id.in_(ids)))
    return Pruned(players=len(ids))


# ---- what finished tables need no more -------------------------------------------------------------------------------


async def tidy_step(database: Database, now: float) -> bool:
    """Forget of finished tables, a day later, where they were made and which requests they answered.

    Return whether there may be more. Tables that were finished while no server looked for a week are passed over.
    """
    finished = (tables.c.status == OVER) & (tables.c.changed < now - DAY_SECONDS)
    lately = finished & (tables.c.changed > now - TIDY_DAYS * DAY_SECONDS)
    with_origin = await find(database, select(tables.c.id).where(lately & tables.c.origin.is_not(None)))
    at_these = select(requests.c.scope, requests.c.request_id).join(tables, tables.c.id == requests.c.scope)
    wanted = await find(database, at_these.where(lately))

    def forget(connection: Connection) -> None:
        connection.execute(update(tables).where(tables.c.id.in_(with_origin)).values(origin=None))
        delete_requests(connection, wanted)

    if with_origin or wanted:
        await database.write(forget)
    return ROWS_PER_STEP in (len(with_origin), len(wanted))
