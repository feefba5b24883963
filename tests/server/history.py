"""A history checker: many clients, retries, duplicates and time-outs, while servers are killed and databases restarted.

Every client writes down what it was told. When the dust has settled the log in the database must agree with all of it:
an acknowledged move is there exactly once, a refused one is not, nothing is missing in between, everything that anybody
ever read is a beginning of the final log, and replaying the log gives the final state.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
import time
from collections.abc import Callable

import httpx
from sqlalchemy import Connection, select

from heliopolis.server.domain.presenters import present_entry, present_table
from heliopolis.server.domain.stored_tables import fold, read_snapshot
from heliopolis.server.domain.tables import TableSetup
from heliopolis.server.storage import Store
from heliopolis.server.storage.opening import opened
from heliopolis.server.storage.schema import metadata, requests
from tests.server.clients import GAMES, GIVE_UP, Group, History, OneScreen, Soloist, Visitor
from tests.server.people import JSON
from tests.server.running import Process, wait_until

OPTIONS = ("--no-limits", "--bot-threads", "3")  # of the servers
LONG_SLEEP = 20.0  # seconds, for which clocks must stand still
ERASED_FIELDS = ("name", "text")
Playing = Group | Soloist | OneScreen | Visitor
BY_PEOPLE = ("undo", "chat", "away", "back", "operation")  # besides moves, which bots make too


class Nemesis:
    """Kills, stops and restarts, at random; and a stranger who looks into the database each time."""

    def __init__(self, servers: list[Process], history: History, seed: int, restart: Callable[[], None] | None) -> None:
        self.servers, self.history, self.restart = servers, history, restart
        self.luck = random.Random(seed)

    def strike(self) -> None:
        victim = self.luck.choice(self.servers)
        assert victim.process is not None
        sort = self.luck.random()
        if sort < 0.15:
            os.killpg(victim.process.pid, signal.SIGSTOP)
            time.sleep(LONG_SLEEP if self.luck.random() < 0.05 else self.luck.random())
            os.killpg(victim.process.pid, signal.SIGCONT)
        elif sort < 0.3 and self.restart is not None:
            self.restart()
            self.history.restarts += 1
        else:
            victim.kill()
            time.sleep(self.luck.random() * 0.3)
            victim.start()
            victim.wait()
            self.history.kills += 1
        asyncio.run(ids(victim.database))  # another program looks into the database, and goes
        enough = len(self.history.acknowledged) + self.luck.randint(1, 25)  # some moves in peace
        wait_until(lambda: len(self.history.acknowledged) >= enough)


def run(servers: list[Process], seed: int, kills: int, restart: Callable[[], None] | None = None) -> History:
    """Let clients and nemesis loose on servers until so many were killed; then check everything."""
    history, done = History(), threading.Event()
    for server in servers:
        server.start()
    try:
        for server in servers:
            server.wait()
        playing: list[Playing] = [Soloist(servers, history, seed, done), Visitor(servers, history, seed, done)]
        playing += [Group(servers, history, f"{seed}/{game}", game, done) for game in GAMES]
        playing.append(OneScreen(servers, history, seed, "respublica", done))
        play(playing, Nemesis(servers, history, seed, restart), kills)
        final = states(servers)
    finally:
        for server in servers:
            server.end()
    asyncio.run(check(servers[0].database, history, final))
    return history


def play(playing: list[Playing], nemesis: Nemesis, kills: int) -> None:
    failures: list[BaseException] = []
    threads = [guarded(target, failures) for group in playing for target in group.threads()]
    for thread in threads:
        thread.start()
    try:
        while nemesis.history.kills < kills and not failures:
            nemesis.strike()
    finally:
        for group in playing:
            group.done.set()
        for thread in threads:
            thread.join(2 * GIVE_UP)
        for group in playing:
            for person in group.people:
                person.close()
    if failures:
        raise failures[0]


def guarded(target: Callable[[], None], failures: list[BaseException]) -> threading.Thread:
    def work() -> None:
        try:
            target()
        except BaseException as error:
            failures.append(error)

    return threading.Thread(target=work, daemon=True)


def states(servers: list[Process]) -> Callable[[str], list[JSON]]:
    """How each server shows the tables when all is quiet; bots may go on, so the log decides which moment it was."""
    cache: dict[str, list[JSON]] = {}
    for table_id in asyncio.run(ids(servers[0].database)):
        cache[table_id] = [httpx.get(f"{server.url}/api/tables/{table_id}", timeout=30).json() for server in servers]
    return cache.__getitem__


async def ids(url: str) -> list[str]:
    async with opened(url) as database:
        return await Store(database).all_ids()


async def check(url: str, history: History, shown: Callable[[str], list[JSON]]) -> None:
    assert not history.errors, history.errors[:5]
    logs: dict[str, list[JSON]] = {}
    games: dict[str, str] = {}
    async with opened(url) as database:
        store = Store(database)
        rows = await database.read(lambda connection: connection.execute(select(requests)).all())
        for table_id in await store.all_ids():
            games[table_id] = shown(table_id)[0]["game"]
            logs[table_id] = await check_table(store, table_id, shown(table_id))
        stored = await database.read(all_texts)
    known = {(row.scope, row.request_id): row.seq for row in rows}
    assert not history.deleted & logs.keys(), "a deleted table is there"
    assert not [word for word in history.erased if word in stored], "a word of somebody who deleted themselves is there"

    def told(table_id: str, seq: int, viewer: int | None) -> JSON:
        return present_entry(logs[table_id][seq - 1], games[table_id], viewer)

    def lasting(table_id: str, entry: JSON) -> JSON:
        """An entry without what may have been erased since."""
        erased = any(one["kind"] == "erased" for one in logs[table_id])
        return {key: value for key, value in entry.items() if not erased or key not in ERASED_FIELDS}

    acknowledged = {key: value for key, value in history.acknowledged.items() if key[0] not in history.deleted}
    for (table_id, request_id), (viewer, entry) in acknowledged.items():
        assert (table_id, request_id) in known, f"an acknowledged {entry['kind']} is not there"
        there = told(table_id, known[table_id, request_id], viewer)
        expected = lasting(table_id, entry)
        assert {key: there[key] for key in expected} == expected, "what was acknowledged is not what is there"
    for table_id, entries in logs.items():
        asked = sorted(seq for (scope, _), seq in known.items() if scope == table_id)
        decided = [entry["seq"] for entry in entries if is_by_people(entry)]
        assert [seq for seq in asked if seq in set(decided)] == decided, "something nobody asked for, or done twice"
    taken = [(key[0], known[key]) for key in acknowledged]
    assert len(taken) == len(set(taken)), "two requests were acknowledged for one place"
    for key in history.refused:
        assert key not in known, "something refused is there"
    for table_id, eyes, entries in history.reads:
        if table_id not in history.deleted:
            final = [lasting(table_id, told(table_id, seq, eyes)) for seq in range(1, len(entries) + 1)]
            assert [lasting(table_id, entry) for entry in entries] == final, "somebody read what is not in the log"


def all_texts(connection: Connection) -> str:
    """Everything that is stored, as one text."""
    rows = [row for table in metadata.sorted_tables for row in connection.execute(select(table))]
    return "\n".join(str(value) for row in rows for value in row if isinstance(value, str))


def is_by_people(entry: JSON) -> bool:
    if entry["kind"] == "move":
        return entry["player"] is not None
    return entry["kind"] in BY_PEOPLE and entry.get("why") != "time"  # a clock may have sent them away


async def check_table(store: Store, table_id: str, shown: list[JSON]) -> list[JSON]:
    """No gap, and the state that servers show is the replay of the log so far."""
    entries = await store.entries(table_id, 0)
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
    setup = await store.setup(table_id)
    assert setup is not None
    check_clock(setup, entries)
    final = await store.load(setup)
    assert final.to_json() == fold(read_snapshot(setup, None), entries).to_json(), "the snapshots disagree with the log"
    for one in shown:
        then = present_table(fold(read_snapshot(setup, None), entries[: one["seq"]]), None, None, 0.0)
        differ = {
            key: (one.get(key), then.get(key)) for key in one.keys() | then.keys() if one.get(key) != then.get(key)
        }
        assert differ.keys() <= {"clock"}, f"a server shows what is not the replay of the log: {differ}"
    return entries


def check_clock(setup: TableSetup, entries: list[JSON]) -> None:
    """Nobody's time ran out before it was over, however long servers slept."""
    table, began = read_snapshot(setup, None), 0.0
    for entry in entries:
        if entry["kind"] == "late" or entry.get("why") == "time":
            assert setup.seconds_per_move is not None
            assert entry["at"] - began >= setup.seconds_per_move - 0.01, "somebody had too little time"
        before, table = table.clock_started, table.apply(entry)
        began = entry["at"] if table.clock_started != before else began  # whoever is back in time has no new clock
