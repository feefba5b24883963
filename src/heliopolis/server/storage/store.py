"""What is stored of tables and players, and how it is read and written."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, func, insert, select, union, update
from sqlalchemy.exc import IntegrityError

from heliopolis.core.checks import JSON
from heliopolis.server.domain.changes import Change, NewPlayer
from heliopolis.server.domain.companion_match import replays_session
from heliopolis.server.domain.stored_tables import read_setup
from heliopolis.server.domain.tables import OVER, Table, TableSetup
from heliopolis.server.storage.database import Database, is_duplicate
from heliopolis.server.storage.erasure import erase_from_table
from heliopolis.server.storage.people import insert_if_absent, write_player
from heliopolis.server.storage.quotas import check_quotas
from heliopolis.server.storage.schema import former_occupants, links, log, occupants, requests, snapshots, tables
from heliopolis.server.storage.stored_logs import (
    MOVES,
    fold_stored,
    from_json_text,
    read_entries,
    read_json_texts,
    read_stored,
    to_json_text,
)

SNAPSHOT_EVERY = 32  # entries: nobody replays more than that
MAX_LISTED_TABLES = 50
FOLD_THREADS = 2  # in which tables are read from their logs
SEAT_CHANGES = ("sit", "fill", "leave", "remove")  # entries that give a seat to somebody else: its links die
T = TypeVar("T")


class Conflict(Exception):
    """Raised when somebody else wrote first: look again."""


@dataclass(frozen=True, slots=True)
class PreviousAnswer:
    """What came of a request that was sent before."""

    digest: str
    table_id: str


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """A table whose game is over: its set-up, its last entry, and when it changed last."""

    setup: TableSetup
    seq: int
    changed: float


class Store:
    """Tables and players in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._threads = ThreadPoolExecutor(FOLD_THREADS, thread_name_prefix="fold")
        self._snapshot_thread = ThreadPoolExecutor(
            1, thread_name_prefix="snapshot"
        )  # moves wait for no table's loading

    async def in_thread(self, work: Callable[..., T], *arguments: Any, threads: Executor | None = None) -> T:
        """Call a function outside the event loop: in these threads, or in the store's own."""
        call = partial(work, *arguments)
        return await asyncio.get_running_loop().run_in_executor(threads or self._threads, call)

    def close(self) -> None:
        for threads in (self._threads, self._snapshot_thread):
            threads.shutdown(wait=False)

    # ---- writing ---------------------------------------------------------------------------------------------------

    async def commit(self, change: Change) -> None:
        """Write all of a change, or raise Conflict and write nothing."""
        changes = [change] if change.with_table is None else [change.with_table, change]
        states = [await self._snapshot(one) if wants_snapshot(one) else None for one in changes]

        def work(connection: Connection) -> None:
            for one, state in zip(changes, states, strict=True):
                write_change(connection, one, state)
            self.database.notify(connection, change.after.setup.id)

        try:
            await self.database.write(work)
        except IntegrityError as error:
            if is_duplicate(error):
                raise Conflict from None
            raise

    async def _snapshot(self, change: Change) -> str:
        return await self.in_thread(snapshot_of, change, threads=self._snapshot_thread)

    async def give_link(self, table_id: str, seat: int, secret_hash: str) -> None:
        """Store a new link for a seat; older ones die."""
        await self.database.write(lambda connection: write_links(connection, table_id, {seat: secret_hash}))

    async def erase_unreadable(self, table_id: str, player_id: str) -> None:
        """Erase a player's name and words from a table that this version cannot read."""
        await self.database.write(lambda connection: erase_from_table(connection, table_id, player_id, None))

    # ---- reading tables --------------------------------------------------------------------------------------------

    async def setup(self, table_id: str) -> TableSetup | None:
        """Return how a table was made; None if there is none."""
        row = await self._first(select(tables.c.facts).where(tables.c.id == table_id))
        return None if row is None else read_setup(from_json_text(row.facts))

    async def load(self, setup: TableSetup, upto: int | None = None, threads: Executor | None = None) -> Table:
        """Return a table now, or after an earlier entry: from the last snapshot before it and the few entries since.

        A snapshot that cannot be read is passed over for the one before it: the log has all that happened since.
        """
        newest = upto
        while True:
            read = partial(read_stored, table_id=setup.id, newest=newest, upto=upto)
            stored = await self.database.read(read)
            table = await self.in_thread(fold_stored, setup, stored, threads=threads)
            if table is not None:
                return table
            newest = stored.seq - 1

    async def entries(self, table_id: str, after: int, upto: int | None = None) -> list[JSON]:
        """Return the entries after one, up to another or the last."""
        return read_json_texts(await self.entry_texts(table_id, after, upto))

    async def entry_texts(self, table_id: str, after: int, upto: int | None = None) -> list[str]:
        """Return the entries after one, up to another or the last, as they are stored."""
        return await self.database.read(lambda connection: read_entries(connection, table_id, after, upto))

    async def moves(self, table_id: str, upto: int, threads: Executor | None = None) -> list[JSON]:
        """Return the moves of the log up to an entry, whether or not they were taken back."""
        found = await self.database.read(lambda connection: read_entries(connection, table_id, 0, upto, MOVES))
        entries = await self.in_thread(read_json_texts, found, threads=threads)
        return [entry for entry in entries if entry.get("kind") == "move"]

    async def last_seqs(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the numbers of the last entries of these tables."""
        rows = await self._all(select(tables.c.id, tables.c.head).where(tables.c.id.in_(table_ids)))
        return {row.id: row.head for row in rows}

    async def previous_answer(self, scope: str, request_id: str) -> PreviousAnswer | None:
        """Return what came of a request, if it was sent before."""
        same = (requests.c.scope == scope) & (requests.c.request_id == request_id)
        row = await self._first(select(requests).where(same))
        return None if row is None else PreviousAnswer(row.digest, row.table_id)

    async def link(self, secret_hash: str) -> tuple[str, int] | None:
        """Return the table and seat of a link that still works."""
        row = await self._first(select(links).where(links.c.secret_hash == secret_hash))
        return None if row is None else (row.table_id, row.seat)

    async def _first(self, query: Any) -> Any:
        return await self.database.read(lambda connection: connection.execute(query).first())

    async def _all(self, query: Any) -> Sequence[Any]:
        return await self.database.read(lambda connection: connection.execute(query).all())

    # ---- looking for work, and lists -------------------------------------------------------------------------------

    async def waiting_for_bots(
        self, limit: int, excluded: Collection[str] = (), without_people: bool = False
    ) -> dict[str, int]:
        """Return tables where a bot is to act, with their last entries; either those with people or those without.

        One of each address comes first, then the second ones; those of one address as long as they have waited.
        """
        of_kind = tables.c.people.is_(False) if without_people else tables.c.people.is_not(False)
        address = func.coalesce(tables.c.origin, tables.c.id)
        number = func.row_number().over(partition_by=address, order_by=tables.c.changed)
        wanted = tables.c.bot_to_act & of_kind & tables.c.id.not_in(list(excluded))
        found = select(tables.c.id, tables.c.head).where(wanted).order_by(number, tables.c.changed).limit(limit)
        return {row.id: row.head for row in await self._all(found)}

    async def origin(self, table_id: str) -> str | None:
        """Return where a table was made, if that is known."""
        row = await self._first(select(tables.c.origin).where(tables.c.id == table_id))
        return None if row is None else row.origin

    async def clock_runs(self) -> bool:
        """Return whether the time of anybody is running."""
        return await self._first(select(tables.c.id).where(tables.c.due.is_not(None)).limit(1)) is not None

    async def out_of_time(self, now: float, limit: int, excluded: Collection[str] = ()) -> list[str]:
        """Return tables where the person to act has run out of time, by the service clock; the longest ago first."""
        found = select(tables.c.id).where((tables.c.due <= now) & tables.c.id.not_in(list(excluded)))
        found = found.order_by(tables.c.due)
        return [row.id for row in await self._all(found.limit(limit))]

    async def all_ids(self) -> list[str]:
        """Return all tables in the order in which they were made."""
        return [row.id for row in await self._all(select(tables.c.id).order_by(tables.c.created, tables.c.id))]

    async def tables_of(self, player_id: str) -> list[JSON]:
        """Return summaries of a player's tables, the latest first."""
        mine = tables.join(occupants, occupants.c.table_id == tables.c.id)
        return await self._summaries(select(tables).select_from(mine).where(occupants.c.player_id == player_id))

    async def finished_tables_of(self, player_id: str, game: str) -> list[FinishedTable]:
        """Return a player's tables of a game that are over, the latest first."""
        mine = tables.join(occupants, occupants.c.table_id == tables.c.id)
        of_game = tables.c.summary.contains(to_json_text({"game": game})[1:-1], autoescape=True)
        wanted = (occupants.c.player_id == player_id) & (tables.c.status == OVER) & of_game
        found = select(tables.c.facts, tables.c.head, tables.c.changed).select_from(mine).where(wanted)
        rows = await self._all(found.order_by(tables.c.changed.desc()).limit(MAX_LISTED_TABLES))
        return [FinishedTable(read_setup(from_json_text(row.facts)), row.head, row.changed) for row in rows]

    async def tables_naming(self, player_id: str) -> list[str]:
        """Return the tables that may have a player's name or words: they have a seat there, or had one, or are host."""
        theirs = [select(one.c.table_id).where(one.c.player_id == player_id) for one in (occupants, former_occupants)]
        return sorted({row.table_id for row in await self._all(union(*theirs))})

    async def listed(self) -> list[JSON]:
        """Return summaries of the tables that everybody may find, the latest first."""
        return await self._summaries(select(tables).where(tables.c.listed))

    async def _summaries(self, query: Any) -> list[JSON]:
        rows = await self._all(query.order_by(tables.c.changed.desc()).limit(MAX_LISTED_TABLES))
        found = [(read_summary(row.summary), row.changed) for row in rows]
        return [{**summary, "changed": changed} for summary, changed in found if summary is not None]


# ---- writing with a connection ---------------------------------------------------------------------------------------


def wants_snapshot(change: Change) -> bool:
    """Return whether a snapshot is due: every so many entries, after slow ones, and where newer rules begin.

    A session that is over gets one too: its result is read again and again.
    """
    crosses = change.is_new_table or change.after.seq // SNAPSHOT_EVERY > change.before.seq // SNAPSHOT_EVERY
    ends = change.after.status == OVER and change.after.match.slow
    return crosses or ends or any("rules" in entry or replays_session(entry) for entry in change.entries)


def snapshot_of(change: Change) -> str:
    """Return the table after a change as the text of a snapshot."""
    return to_json_text(change.after.to_json())


def write_change(connection: Connection, change: Change, state: str | None) -> None:
    """Write everything that belongs to a change, with a snapshot if there is one."""
    write_head(connection, change)
    table_id, seq = change.after.setup.id, change.after.seq
    connection.execute(insert(log), [log_row(table_id, entry) for entry in change.entries])
    if state is not None:
        since = (snapshots.c.table_id == table_id) & (snapshots.c.seq > seq - seq % SNAPSHOT_EVERY)
        connection.execute(delete(snapshots).where(since))  # one is enough for so few entries
        connection.execute(insert(snapshots).values(table_id=table_id, seq=seq, state=state))
    if change.request is not None:
        asked = {"scope": change.request.scope, "request_id": change.request.id, "digest": change.request.digest}
        connection.execute(insert(requests).values(**asked, table_id=table_id, seq=seq))
    write_people(connection, change)
    if change.erased is not None:
        erase_from_table(connection, table_id, change.erased, change.after.setup.host)


def log_row(table_id: str, entry: JSON) -> JSON:
    stored = {"table_id": table_id, "entry": to_json_text(entry)}
    return {**stored, "seq": entry["seq"], "at": entry["at"], "kind": entry["kind"]}


def write_head(connection: Connection, change: Change) -> None:
    """Write what the head of the log comes to; Conflict if it is not where the change begins."""
    after = change.after
    head = {
        "head": after.seq,
        "changed": change.entries[-1]["at"],
        "status": after.status,
        "bot_to_act": after.bot_to_act,
        "people": after.has_people,
        "deadline": None,
        "due": after.due,
        "summary": to_json_text(summary_of(after)),
    }
    setup = after.setup
    if change.is_new_table:
        facts = to_json_text(setup.to_json())
        made = {"id": setup.id, "facts": facts, "created": setup.created, "listed": setup.listed}
        made["origin"] = change.origin
        check_quotas(connection, change)
        connection.execute(insert(tables).values(**made, **head))
        return
    same = (tables.c.id == setup.id) & (tables.c.head == change.before.seq)
    if connection.execute(update(tables).where(same).values(**head)).rowcount != 1:
        raise Conflict


def write_people(connection: Connection, change: Change) -> None:
    """Write new players, links, and who has a seat."""
    table_id = change.after.setup.id
    if isinstance(change.by, NewPlayer):
        write_player(connection, change.by)
    if change.used_link is not None:
        used = delete(links).where(links.c.secret_hash == change.used_link)
        if connection.execute(used).rowcount != 1:
            raise Conflict
    for entry in change.entries:
        if entry["kind"] in SEAT_CHANGES:
            revoke_links(connection, table_id, entry["seat"])
        elif entry["kind"] == "start" and "lots" in entry:  # the seats have other numbers now
            connection.execute(delete(links).where(links.c.table_id == table_id))
    write_links(connection, table_id, change.new_links)
    before = set() if change.is_new_table else people_of(change.before)
    after = people_of(change.after)
    if gone := before - after:
        rows_of_gone = (occupants.c.table_id == table_id) & occupants.c.player_id.in_(gone)
        connection.execute(delete(occupants).where(rows_of_gone))
        for player in gone:
            insert_if_absent(connection, former_occupants, {"player_id": player, "table_id": table_id})
    if new := after - before:
        connection.execute(insert(occupants), [{"table_id": table_id, "player_id": one} for one in new])


def write_links(connection: Connection, table_id: str, new: dict[int, str]) -> None:
    for seat, secret_hash in new.items():
        revoke_links(connection, table_id, seat)
        connection.execute(insert(links).values(secret_hash=secret_hash, table_id=table_id, seat=seat))


def revoke_links(connection: Connection, table_id: str, seat: int) -> None:
    connection.execute(delete(links).where((links.c.table_id == table_id) & (links.c.seat == seat)))


# ---- what lists need -------------------------------------------------------------------------------------------------


def people_of(table: Table) -> set[str]:
    """Return the players who find the table in their list."""
    return {seat.player for seat in table.seats if seat.player is not None} | {table.setup.host}


def summary_of(table: Table) -> JSON:
    """Return what a list says of a table, and which player is to act, which is not sent to anybody."""
    setup, to_act = table.setup, table.to_act
    return {
        "id": setup.id,
        "game": setup.game,
        "name": setup.name,
        "status": table.status,
        "practice": table.practice,
        "players": [seat.name or seat.bot for seat in table.seats],
        "open": sum(seat.open for seat in table.seats),
        "created": setup.created,
        "mover": None if to_act is None or table.bot_to_act else table.seats[to_act].player,
    }


SUMMARY_FIELDS = ("id", "game", "name", "status", "practice", "players", "open", "created", "mover")


def read_summary(text: str) -> JSON | None:
    """Return a stored summary without fields that this version does not know; None if it cannot be read."""
    try:
        data = json.loads(text)
        return {name: data[name] for name in SUMMARY_FIELDS}
    except (ValueError, TypeError, LookupError):
        return None
