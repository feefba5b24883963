"""What is kept of tables and players, and how it is read and written."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from heliopolis.core.checks import JSON
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.matches import enters_again
from heliopolis.server.domain.tables import Facts, Table, fold
from heliopolis.server.storage.database import Database, is_duplicate
from heliopolis.server.storage.schema import links, log, occupants, players, requests, snapshots, tables

SNAPSHOT_EVERY = 32  # entries: nobody replays more than that
REMEMBERED = 10_000  # players, so that not every request asks who asks
LISTED = 50  # tables named in a list at most
HANDED_ON = ("sit", "fill", "leave", "remove")  # entries that give a seat to somebody else: its links die


class Conflict(Exception):
    """Somebody else wrote first: look again."""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, so that the same request again does nothing again."""

    scope: str
    id: str
    digest: str


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a request before."""

    digest: str
    table_id: str
    seq: int


@dataclass(slots=True)
class Change:
    """Entries that are to be appended to a table's log, the table after them, and what else goes with it."""

    before: Table | None  # None: the table is new
    after: Table
    entries: list[JSON]
    request: Request | None = None
    used_link: str | None = None  # the hash of a link that works only once
    new_links: dict[int, str] = field(default_factory=dict)  # hashes by seat
    by: Player | None = None  # who does it
    with_table: Change | None = None  # another table that is made with it
    tables: list[Table] = field(default_factory=list)  # after each of the entries
    snapshot: str | None = None

    @property
    def wants_snapshot(self) -> bool:
        """Every so many entries, and after one that it would take long to apply again."""
        crosses = self.before is None or self.after.seq // SNAPSHOT_EVERY > self.before.seq // SNAPSHOT_EVERY
        return crosses or any(map(enters_again, self.entries))


@dataclass(frozen=True, slots=True)
class Player:
    id: str
    name: str | None


@dataclass(frozen=True, slots=True)
class NewPlayer(Player):
    """Somebody who is not written down yet: that is done together with the first thing he does."""

    secret_hash: str


class Store:
    """Tables and players in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._players: OrderedDict[str, Player] = OrderedDict()  # by the hash of their secret; nobody loses his id

    # ---- writing ---------------------------------------------------------------------------------------------------

    async def commit(self, change: Change) -> None:
        """All of it, or Conflict and nothing of it."""

        def work(connection: Connection) -> None:
            if change.with_table is not None:
                write_change(connection, change.with_table)
            write_change(connection, change)
            self.database.wake_others(connection, change.after.facts.id)

        for one in (change, change.with_table):
            if one is not None and one.wants_snapshot:
                one.snapshot = await asyncio.to_thread(lambda table: pack(table.to_json()), one.after)
        try:
            await self.database.write(work)
        except IntegrityError as error:
            if is_duplicate(error):
                raise Conflict from None
            raise

    async def give_link(self, table_id: str, seat: int, secret_hash: str) -> None:
        """A new link for a seat; the old ones die."""
        await self.database.write(lambda connection: write_links(connection, table_id, {seat: secret_hash}))

    async def new_player(self, player: NewPlayer) -> None:
        await self.database.write(lambda connection: write_player(connection, player))

    async def rename(self, player: Player, name: str) -> None:
        """Also somebody new."""
        if isinstance(player, NewPlayer):
            await self.new_player(replace(player, name=name))
            return
        named = update(players).where(players.c.id == player.id).values(name=name)
        await self.database.write(lambda connection: connection.execute(named))

    # ---- reading tables --------------------------------------------------------------------------------------------

    async def facts(self, table_id: str) -> Facts | None:
        row = await self._first(select(tables.c.facts).where(tables.c.id == table_id))
        return None if row is None else facts_from(json.loads(row.facts))

    async def load(self, facts: Facts, upto: int | None = None) -> Table:
        """A table now, or after an earlier entry: the last snapshot before it and the few entries since."""
        near = select(snapshots.c.seq, snapshots.c.state).where(snapshots.c.table_id == facts.id)
        if upto is not None:
            near = near.where(snapshots.c.seq <= upto)

        def work(connection: Connection) -> tuple[JSON | None, list[JSON]]:
            found = connection.execute(near.order_by(snapshots.c.seq.desc()).limit(1)).first()
            snapshot, seq = (None, 0) if found is None else (json.loads(found.state), found.seq)
            return snapshot, read_entries(connection, facts.id, seq, upto)

        return await asyncio.to_thread(fold, facts, *await self.database.read(work))

    async def entries(self, table_id: str, after: int, upto: int | None = None) -> list[JSON]:
        return await self.database.read(lambda connection: read_entries(connection, table_id, after, upto))

    async def heads(self, table_ids: Sequence[str]) -> dict[str, int]:
        """How far the logs of these tables are."""
        rows = await self._all(select(tables.c.id, tables.c.head).where(tables.c.id.in_(table_ids)))
        return {row.id: row.head for row in rows}

    async def answered(self, scope: str, request_id: str) -> Answered | None:
        """What came of a request, if it was made before."""
        same = (requests.c.scope == scope) & (requests.c.request_id == request_id)
        row = await self._first(select(requests).where(same))
        return None if row is None else Answered(row.digest, row.table_id, row.seq)

    async def link(self, secret_hash: str) -> tuple[str, int] | None:
        """The table and seat of a link that still works."""
        row = await self._first(select(links).where(links.c.secret_hash == secret_hash))
        return None if row is None else (row.table_id, row.seat)

    async def _first(self, query: Any) -> Any:
        return await self.database.read(lambda connection: connection.execute(query).first())

    async def _all(self, query: Any) -> Sequence[Any]:
        return await self.database.read(lambda connection: connection.execute(query).all())

    # ---- looking for work, and lists -------------------------------------------------------------------------------

    async def waiting_for_bots(self, most: int) -> list[str]:
        found = select(tables.c.id).where(tables.c.bot_to_act).order_by(tables.c.changed).limit(most)
        return [row.id for row in await self._all(found)]

    async def out_of_time(self, now: float, most: int) -> list[str]:
        return [row.id for row in await self._all(select(tables.c.id).where(tables.c.deadline <= now).limit(most))]

    async def all_ids(self) -> list[str]:
        """Every table, in the order in which they were made."""
        return [row.id for row in await self._all(select(tables.c.id).order_by(tables.c.created, tables.c.id))]

    async def tables_of(self, player_id: str) -> list[JSON]:
        mine = tables.join(occupants, occupants.c.table_id == tables.c.id)
        return await self._summaries(select(tables).select_from(mine).where(occupants.c.player_id == player_id))

    async def listed(self) -> list[JSON]:
        return await self._summaries(select(tables).where(tables.c.listed))

    async def _summaries(self, query: Any) -> list[JSON]:
        rows = await self._all(query.order_by(tables.c.changed.desc()).limit(LISTED))
        return [{**json.loads(row.summary), "changed": row.changed} for row in rows]

    # ---- players ---------------------------------------------------------------------------------------------------

    async def remembered_player(self, secret_hash: str) -> Player | None:
        """The player of a secret; his nickname may be an old one."""
        player = self._players.get(secret_hash) or await self.player(secret_hash)
        if player is not None:
            self._players[secret_hash] = player
            self._players.move_to_end(secret_hash)
            if len(self._players) > REMEMBERED:
                self._players.popitem(last=False)
        return player

    async def player(self, secret_hash: str) -> Player | None:
        row = await self._first(select(players).where(players.c.secret_hash == secret_hash))
        return None if row is None else Player(row.id, row.name)


# ---- pieces of work, with a connection -----------------------------------------------------------------------------


def write_change(connection: Connection, change: Change) -> None:
    write_head(connection, change)
    table_id, seq = change.after.facts.id, change.after.seq
    rows = [{"table_id": table_id, "seq": e["seq"], "at": e["at"], "entry": pack(e)} for e in change.entries]
    connection.execute(insert(log), rows)
    if change.snapshot is not None:
        since = (snapshots.c.table_id == table_id) & (snapshots.c.seq > seq - seq % SNAPSHOT_EVERY)
        connection.execute(delete(snapshots).where(since))  # one is enough for so few entries
        connection.execute(insert(snapshots).values(table_id=table_id, seq=seq, state=change.snapshot))
    if change.request is not None:
        asked = {"scope": change.request.scope, "request_id": change.request.id, "digest": change.request.digest}
        connection.execute(insert(requests).values(**asked, table_id=table_id, seq=seq))
    write_people(connection, change)


def write_head(connection: Connection, change: Change) -> None:
    after = change.after
    head = {
        "head": after.seq,
        "changed": change.entries[-1]["at"],
        "status": after.status,
        "bot_to_act": after.bot_to_act,
        "deadline": after.deadline,
        "summary": pack(summary_of(after)),
    }
    if change.before is None:
        facts = after.facts
        made = {"id": facts.id, "facts": pack(asdict(facts)), "created": facts.created, "listed": facts.listed}
        connection.execute(insert(tables).values(**made, **head))
        return
    same = (tables.c.id == after.facts.id) & (tables.c.head == change.before.seq)
    if connection.execute(update(tables).where(same).values(**head)).rowcount != 1:
        raise Conflict


def write_people(connection: Connection, change: Change) -> None:
    table_id = change.after.facts.id
    if isinstance(change.by, NewPlayer):
        write_player(connection, change.by)
    if change.used_link is not None:
        used = delete(links).where(links.c.secret_hash == change.used_link)
        if connection.execute(used).rowcount != 1:
            raise Conflict
    for entry in change.entries:
        if entry["kind"] in HANDED_ON:
            kill_links(connection, table_id, entry["seat"])
    write_links(connection, table_id, change.new_links)
    before = set() if change.before is None else people_of(change.before)
    after = people_of(change.after)
    if gone := before - after:
        there = (occupants.c.table_id == table_id) & occupants.c.player_id.in_(gone)
        connection.execute(delete(occupants).where(there))
    if new := after - before:
        connection.execute(insert(occupants), [{"table_id": table_id, "player_id": one} for one in new])


def write_player(connection: Connection, player: NewPlayer) -> None:
    connection.execute(insert(players).values(**asdict(player), created=time.time()))


def write_links(connection: Connection, table_id: str, new: dict[int, str]) -> None:
    for seat, secret_hash in new.items():
        kill_links(connection, table_id, seat)
        connection.execute(insert(links).values(secret_hash=secret_hash, table_id=table_id, seat=seat))


def kill_links(connection: Connection, table_id: str, seat: int) -> None:
    connection.execute(delete(links).where((links.c.table_id == table_id) & (links.c.seat == seat)))


def read_entries(connection: Connection, table_id: str, after: int, upto: int | None) -> list[JSON]:
    wanted = (log.c.table_id == table_id) & (log.c.seq > after)
    if upto is not None:
        wanted &= log.c.seq <= upto
    rows = connection.execute(select(log.c.entry).where(wanted).order_by(log.c.seq))
    return [json.loads(entry) for entry in rows.scalars()]


def pack(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def facts_from(data: JSON) -> Facts:
    return Facts(**{**data, "deal": Deal(**data["deal"])})


def people_of(table: Table) -> set[str]:
    """Who finds the table in his list."""
    return {seat.player for seat in table.seats if seat.player is not None} | {table.facts.host}


def summary_of(table: Table) -> JSON:
    """What a list tells of a table, and which player is to act; that is not told."""
    facts, to_act = table.facts, table.to_act
    return {
        "id": facts.id,
        "game": facts.game,
        "name": facts.name,
        "status": table.status,
        "practice": table.practice,
        "players": [seat.name or seat.bot for seat in table.seats],
        "open": sum(seat.open for seat in table.seats),
        "created": facts.created,
        "mover": None if to_act is None or table.bot_to_act else table.seats[to_act].player,
    }
