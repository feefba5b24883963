"""Deleting tables: one that its host gives up, or all that nobody has changed for long, with what belonged to them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select, update

from heliopolis.server.domain.commands import check_may_delete
from heliopolis.server.domain.problems import UnreadableTable
from heliopolis.server.domain.tables import OVER
from heliopolis.server.storage.database import Database
from heliopolis.server.storage.schema import (
    devices,
    handovers,
    links,
    log,
    occupants,
    players,
    requests,
    snapshots,
    tables,
)

TABLES_PER_STEP = 10  # deleted in one transaction: few, so that moves do not wait for long
ROWS_PER_STEP = 500
ORIGIN_SECONDS = 24 * 3600.0  # that a finished table remembers where it was made
PRUNE_LOCK = 0x48454C50  # the number of an advisory lock


@dataclass(frozen=True, slots=True)
class Pruned:
    """How much was deleted."""

    tables: int = 0
    entries: int = 0
    requests: int = 0  # ids of old requests at tables that stay
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
        found = select(tables.c.facts, tables.c.status).where(tables.c.id == table_id).with_for_update()
        row = connection.execute(found).first()
        if row is None:
            return False
        people = connection.execute(select(occupants.c.player_id).where(occupants.c.table_id == table_id)).scalars()
        check_may_delete(host_in(row.facts), row.status, set(people), player)
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
    for part in (links, occupants, requests, snapshots, log):
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


def old_requests(before: float) -> ColumnElement[bool]:
    """Return which requests were carried out before a time."""
    done = (log.c.table_id == requests.c.table_id) & (log.c.seq == requests.c.seq) & (log.c.at < before)
    return exists().where(done) & exists().where((tables.c.id == requests.c.table_id) & (tables.c.created < before))


def old_players(before: float) -> ColumnElement[bool]:
    """Return which players have no table and none of whose devices has been seen since a time."""
    seats = exists().where(occupants.c.player_id == players.c.id)
    seen = exists().where((devices.c.player_id == players.c.id) & (devices.c.seen >= before))
    return (players.c.created < before) & ~seats & ~seen


async def count_old(database: Database, before: float, unfinished: bool) -> Pruned:
    """Return what `prune` would delete; players only as far as they have no table now."""

    def work(connection: Connection) -> Pruned:
        old = old_tables(before, unfinished)
        these = select(tables.c.id).where(old)
        staying = old_requests(before) & requests.c.table_id.not_in(these)

        def count(table: object, condition: ColumnElement[bool]) -> int:
            return int(connection.execute(select(func.count()).select_from(table).where(condition)).scalar_one())  # type: ignore[arg-type]  # tables of different columns

        return Pruned(
            count(tables, old),
            count(log, log.c.table_id.in_(these)),
            count(requests, staying),
            count(players, old_players(before)),
        )

    return await database.read(work)


async def prune_step(database: Database, before: float, unfinished: bool) -> Pruned:
    """Delete a little of what is old, in one short transaction; nothing if another process is at it, or all is done."""

    def work(connection: Connection) -> Pruned:
        if not database.try_lock(connection, PRUNE_LOCK):
            return Pruned()
        old = select(tables.c.id).where(old_tables(before, unfinished)).order_by(tables.c.changed)
        ids = list(connection.execute(old.limit(TABLES_PER_STEP).with_for_update(skip_locked=True)).scalars())
        if ids:
            return Pruned(tables=len(ids), entries=delete_tables(database, connection, ids))
        return Pruned(requests=delete_requests(connection, before), players=delete_players(connection, before))

    return await database.write(work)


def delete_requests(connection: Connection, before: float) -> int:
    """Delete some ids of old requests and return how many: nobody sends those again."""
    old = select(requests.c.scope, requests.c.request_id).where(old_requests(before)).limit(ROWS_PER_STEP)
    found = connection.execute(old).all()
    for row in found:
        same = (requests.c.scope == row.scope) & (requests.c.request_id == row.request_id)
        connection.execute(delete(requests).where(same))
    return len(found)


def delete_players(connection: Connection, before: float) -> int:
    """Delete some players who have not been here for long and have no table; return how many."""
    old = select(players.c.id).where(old_players(before)).limit(ROWS_PER_STEP)
    ids = list(connection.execute(old.with_for_update(skip_locked=True)).scalars())
    for part in (handovers, devices):
        connection.execute(delete(part).where(part.c.player_id.in_(ids)))
    connection.execute(delete(players).where(players.c.id.in_(ids)))
    return len(ids)


async def forget_origins(database: Database, now: float) -> None:
    """Forget where finished tables were made, once no quota counts them any more."""
    counted_no_more = (tables.c.status == OVER) & (tables.c.created < now - ORIGIN_SECONDS)
    forgotten = update(tables).where(tables.c.origin.is_not(None) & counted_no_more).values(origin=None)
    await database.write(lambda connection: connection.execute(forgotten))
