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
from dataclasses import dataclass, field

import httpx
from sqlalchemy import select

from heliopolis.server.shown import show_entry, show_table
from heliopolis.server.storage import Store, open_database
from heliopolis.server.storage.schema import requests
from heliopolis.server.tables import fold
from tests.server.people import JSON, events_of, new_request
from tests.server.running import Process, wait_until

SPECTATOR = None
GIVE_UP = 240.0  # seconds a client insists on an answer


@dataclass
class History:
    """What all clients were told."""

    acknowledged: dict[tuple[str, str], JSON] = field(default_factory=dict)  # (table, request): the entry
    refused: list[tuple[str, str]] = field(default_factory=list)
    reads: list[tuple[str, list[JSON]]] = field(default_factory=list)  # entries as a spectator hears of them
    retries: int = 0
    kills: int = 0
    restarts: int = 0
    errors: list[str] = field(default_factory=list)


class Client:
    """Somebody who insists: asks any server, again and again, until he knows."""

    def __init__(self, servers: list[Process], history: History, luck: random.Random) -> None:
        self.servers = servers
        self.history = history
        self.luck = luck
        self.http = httpx.Client()
        made = self.insist("POST", "/api/players", {"name": "client"})
        self.http.headers["Authorization"] = f"Bearer {made.json()['token']}"

    def once(self, method: str, path: str, body: JSON | None, timeout: float) -> httpx.Response | None:
        """An answer that is one; None if nobody knows what came of it."""
        url = self.luck.choice(self.servers).url + path
        try:
            answer = self.http.request(method, url, json=body, timeout=timeout)
        except httpx.TransportError:
            return None
        if answer.status_code >= 500 and answer.status_code != 503:
            self.history.errors.append(f"{answer.status_code} {path}")
        return None if answer.status_code >= 500 else answer

    def insist(self, method: str, path: str, body: JSON | None = None) -> httpx.Response:
        until = time.monotonic() + GIVE_UP
        while True:
            hurry = self.luck.random() < 0.1  # a time-out that is too short, so that nobody knows
            answer = self.once(method, path, body, 0.02 if hurry else 5.0)
            if answer is not None:
                if body is not None and self.luck.random() < 0.1:
                    self.once(method, path, body, 5.0)  # once more, for nothing
                return answer
            assert time.monotonic() < until, f"no answer to {method} {path}"
            self.history.retries += 1
            time.sleep(0.02)

    def look(self, table: str) -> JSON:
        found: JSON = self.insist("GET", f"/api/tables/{table}").json()
        return found

    def read(self, table: str) -> None:
        """Write the whole log down, as anybody may hear of it."""
        entries: list[JSON] = []
        while True:
            told = self.insist("GET", f"/api/tables/{table}/log?limit=500&after={len(entries)}").json()["entries"]
            entries += told
            if len(told) < 500:
                break
        self.history.reads.append((table, entries))

    def play(self, table: JSON) -> None:
        move = self.luck.choice(table["position"]["legal"])
        body = {"expected_seq": table["seq"], "move": move, "request_id": new_request()}
        answer = self.insist("POST", f"/api/tables/{table['id']}/moves", body)
        key = (table["id"], body["request_id"])
        if answer.status_code == 200:
            self.history.acknowledged[key] = answer.json()["entries"][0]
        else:
            assert answer.status_code == 409, answer.text
            self.history.refused.append(key)


class Group:
    """Two people and a bot at one table after the other."""

    def __init__(self, servers: list[Process], history: History, seed: int, done: threading.Event) -> None:
        self.servers, self.history, self.done = servers, history, done
        self.people = [Client(servers, history, random.Random(f"{seed}/{seat}")) for seat in range(2)]
        self.luck = random.Random(seed)
        self.tables: list[str] = []

    def threads(self) -> list[Callable[[], None]]:
        self.open()
        return [lambda: self.sit(self.people[0], True), lambda: self.sit(self.people[1], False), self.watch]

    def open(self) -> None:
        """A new table, and the second person joins; both may have to ask more than once."""
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": self.luck.choice(["random", "greedy"])}]
        body = {"game": self.luck.choice(["ra", "priests"]), "seats": seats, "request_id": new_request()}
        made = self.people[0].insist("POST", "/api/tables", body)
        assert made.status_code == 201, made.text
        while True:  # the answer that came may not be the last one given: its links may be dead
            table = self.people[0].insist(
                "POST", f"/api/tables/{made.json()['id']}/link", {"seat": 1, "request_id": new_request()}
            )
            secret = table.json()["link"].partition("#")[2]
            join = {"secret": secret, "request_id": new_request()}
            if self.people[1].insist("POST", f"/api/tables/{made.json()['id']}/join", join).status_code == 200:
                break
        self.tables.append(made.json()["id"])

    def sit(self, person: Client, leads: bool) -> None:
        while not self.done.is_set():
            table = person.look(self.tables[-1])
            if table["status"] == "over" and leads:
                self.open()
            elif table["to_act"] is not None and table["to_act"] == table["you"]["seat"]:
                person.play(table)
            if person.luck.random() < 0.05:
                person.read(self.luck.choice(self.tables))
            time.sleep(person.luck.random() * 0.01)

    def watch(self) -> None:
        """A spectator with a stream, who comes back wherever it breaks."""
        heard: dict[str, list[JSON]] = {}
        while not self.done.is_set():
            table = self.tables[-1]
            entries = heard.setdefault(table, [])
            url = f"{self.luck.choice(self.servers).url}/api/tables/{table}/events?after={len(entries)}"
            try:
                with httpx.stream("GET", url, timeout=3) as answer:
                    for event in events_of(answer):
                        entries += event["data"]["entries"]
                        if self.done.is_set() or event["data"]["table"]["status"] == "over":
                            break
            except (httpx.TransportError, ValueError):
                continue
            if entries and self.tables[-1] == table:
                time.sleep(0.05)
        self.history.reads += heard.items()


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
            time.sleep(self.luck.random())
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


def run(
    servers: list[Process], seed: int, kills: int, restart: Callable[[], None] | None = None, groups: int = 3
) -> History:
    """Let clients and nemesis loose on servers until so many were killed; then check everything."""
    history, done = History(), threading.Event()
    for server in servers:
        server.start()
    try:
        for server in servers:
            server.wait()
        playing = [Group(servers, history, seed + number, done) for number in range(groups)]
        play(playing, Nemesis(servers, history, seed, restart), kills)
        final = states(servers)
    finally:
        for server in servers:
            server.end()
    asyncio.run(check(servers[0].database, history, final))
    return history


def play(playing: list[Group], nemesis: Nemesis, kills: int) -> None:
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
                person.http.close()
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
    database = open_database(url)
    found = await Store(database).all_ids()
    await database.close()
    return found


async def check(url: str, history: History, shown: Callable[[str], list[JSON]]) -> None:
    assert not history.errors, history.errors[:5]
    database = open_database(url)
    store = Store(database)
    logs: dict[str, list[JSON]] = {}
    rows = await database.read(lambda connection: connection.execute(select(requests)).all())
    known = {(row.scope, row.request_id): row.seq for row in rows}
    for table_id in await store.all_ids():
        logs[table_id] = await check_table(store, table_id, shown(table_id))
    await database.close()
    for (table_id, request_id), entry in history.acknowledged.items():
        assert known.get((table_id, request_id)) == entry["seq"], "an acknowledged move is not there"
        assert show_entry(logs[table_id][entry["seq"] - 1], "ra", SPECTATOR) == entry
    for table_id, entries in logs.items():
        asked = sorted(seq for (scope, _), seq in known.items() if scope == table_id)
        decided = [entry["seq"] for entry in entries if entry["kind"] == "move" and entry["player"] is not None]
        assert [seq for seq in asked if seq in set(decided)] == decided, (
            "a move nobody asked for, or one asked for twice"
        )
    taken = [(table_id, entry["seq"]) for (table_id, _), entry in history.acknowledged.items()]
    assert len(taken) == len(set(taken)), "two moves were acknowledged for one place"
    for key in history.refused:
        assert key not in known, "a refused move is there"
    for table_id, entries in history.reads:
        final = [show_entry(entry, "ra", SPECTATOR) for entry in logs[table_id][: len(entries)]]
        assert entries == final, "somebody read what is not in the log"


async def check_table(store: Store, table_id: str, shown: list[JSON]) -> list[JSON]:
    """No gap, and the state that servers show is the replay of the log so far."""
    entries = await store.entries(table_id, 0)
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
    facts = await store.facts(table_id)
    assert facts is not None
    final = await store.load(facts)
    assert final.to_json() == fold(facts, None, entries).to_json(), "the snapshots disagree with the log"
    for one in shown:
        then = show_table(fold(facts, None, entries[: one["seq"]]), None, None, 0.0)
        differ = {
            key: (one.get(key), then.get(key)) for key in one.keys() | then.keys() if one.get(key) != then.get(key)
        }
        assert differ.keys() <= {"clock"}, f"a server shows what is not the replay of the log: {differ}"
    return entries
