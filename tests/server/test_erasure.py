"""A person deletes themselves: their name and their words are nowhere any more, and the games go on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, event

from heliopolis.server.domain import commands
from heliopolis.server.domain.changes import Change
from heliopolis.server.domain.tables import OVER, Seat, Table
from heliopolis.server.storage import Store, opened
from heliopolis.server.storage.backups import existing_tables
from heliopolis.server.storage.erasure import erase_from_table, follow, without_person
from tests.server.people import Person, new_request, play_on, sit_down
from tests.server.postgres import Postgres
from tests.server.running import InThread, wait_until
from tests.server.stores import next_move, open_table, store_in

NAME, WORDS = "Zenobia", "palmyra awaits"


def dump(url: str) -> str:
    """All that a database has, as text."""

    async def go() -> str:
        async with opened(url) as database:
            return await database.read(
                lambda connection: "\n".join(
                    str(row)
                    for table in existing_tables(connection).sorted_tables
                    for row in connection.execute(table.select())
                )
            )

    return asyncio.run(go())


def erase(person: Person) -> httpx.Response:
    return person.http.request("DELETE", "/api/me", json={"forever": True})


def join_again(person: Person, host: Person, seat: int) -> None:
    link = host.post("link", seat=seat)["link"]
    person.table = host.table
    person.post("join", secret=link.partition("#")[2], name=person.name)


def test_nothing_of_a_person_is_left(database: str) -> None:
    server = InThread(database)
    zenobia = Person(server.url, NAME)
    zenobia.http.put("/api/me", json={"name": NAME})

    ada, _ = people = [Person(server.url, "Ada"), zenobia]  # a finished game
    zenobia.join(ada.open("ra", "me", "open"), 1)
    zenobia.post("chat", text=WORDS)
    play_on(people, random.Random(3))
    finished = ada.table

    grace = Person(server.url, "Grace")  # one that she has left, where another person sits now
    zenobia.join(grace.open("ra", "me", "open", "open"), 1)
    zenobia.post("chat", text=WORDS)
    zenobia.post("leave", seat=1)
    left_behind = grace.table
    hedy = Person(server.url, "Hedy")
    join_again(hedy, grace, 1)
    hedy.post("chat", text="I am Hedy")

    made = zenobia.open("respublica", "me", "open", "open", name=f"At {NAME}'s")  # her own, in the middle
    for seat, person in ((1, ada), (2, grace)):
        person.join(made, seat)
    ada.post("chat", text="Good luck!")
    zenobia.post("chat", text=WORDS)
    zenobia.post("away", seat=0)
    zenobia.post("back", seat=0)
    running = zenobia.table
    assert dump(database).count(WORDS) == 3

    cookie = {"Cookie": f"heliopolis={zenobia.http.cookies['heliopolis']}"}
    assert erase(zenobia).json() == {"name": None, "known": False}
    assert dict(zenobia.http.cookies) == {}
    assert erase(zenobia).status_code == 200, "asked again, nothing happens"
    left = dump(database)
    assert NAME not in left
    assert WORDS not in left

    for table in (finished, running, left_behind):
        for path in ("", "/log?limit=500", "/updates?after=0", "/record"):
            answer = ada.http.get(f"/api/tables/{table}{path}")
            assert NAME not in answer.text
            assert WORDS not in answer.text
    said = [entry for entry in ada.get(f"/api/tables/{running}/log")["entries"] if entry["kind"] == "chat"]
    assert [(one["name"], one["text"]) for one in said] == [("Ada", "Good luck!"), (None, None)]
    names = [
        one["name"]
        for one in ada.get(f"/api/tables/{left_behind}/log")["entries"]
        if one["kind"] in ("sit", "leave", "chat")
    ]
    assert names == [None, None, None, "Hedy", "Hedy"]

    ada.table = running
    after = ada.get()
    assert (after["seats"][0]["kind"], after["you"]["host"], after["name"]) == ("bot", True, None)
    assert httpx.get(f"{server.url}/api/tables/{running}", headers=cookie).json()["you"] == {
        "seat": None,
        "host": False,
    }
    body = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "open"}], "request_id": new_request()}
    assert httpx.post(f"{server.url}/api/tables", json=body, headers=cookie).status_code == 401

    ada.table = finished
    assert ada.get()["seats"][1] | {"name": None} == ada.get()["seats"][1]
    ada.table = ada.post("rematch")["table"]["rematch"]
    assert [seat["kind"] for seat in ada.get()["seats"]] == ["person", "open"]
    server.close()
    again = InThread(database)  # from the database alone
    with Person(again.url) as stranger:
        for table in (finished, running, left_behind):
            stranger.table = table
            stranger.get()
            assert stranger.get("moments/2")["seq"] == 2
    again.close()


def test_other_processes_forget_too(postgres: Postgres) -> None:
    database = postgres.new_database()
    here, there = InThread(database), InThread(database)
    ada = Person(here.url)
    with Person(here.url, NAME) as zenobia, Person(there.url) as watcher:
        zenobia.join(ada.open("ra", "me", "open", "open", name="Friday"), 1)
        watcher.table = ada.table
        with watcher.stream(after=0) as events:
            next(events)
            zenobia.post("chat", text=WORDS)
            assert next(events)["data"]["entries"][0]["text"] == WORDS
            erase(zenobia)
            kinds: list[str] = []
            while "erased" not in kinds:
                update = next(events)["data"]
                kinds += [entry["kind"] for entry in update["entries"]]
                assert NAME not in str(update)
        missed = watcher.http.get(watcher.path("updates"), params={"after": 0})
        assert WORDS not in missed.text
        assert NAME not in missed.text
    here.close()
    there.close()


def test_an_interrupted_deletion_is_continued(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database fails in the middle: some tables are done and the others are whole; the next time the rest is."""
    server = InThread(database)
    zenobia = Person(server.url, NAME)
    hosts = [Person(server.url, "Ada") for _ in range(4)]
    for host in hosts:
        zenobia.join(host.open("ra", "me", "open", "open"), 1)
        zenobia.post("chat", text=WORDS)
    commit = Store.commit
    committed: list[Change] = []

    async def failing(self: Store, change: Change) -> None:
        if len(committed) == 2:
            raise OSError("the disk is full")
        committed.append(change)
        await commit(self, change)

    monkeypatch.setattr(Store, "commit", failing)
    assert erase(zenobia).status_code >= 500
    monkeypatch.undo()
    assert dump(database).count(WORDS) == 2
    assert erase(zenobia).status_code == 200
    assert WORDS not in dump(database)
    assert NAME not in dump(database)
    assert [host.get()["seats"][1]["kind"] for host in hosts] == ["open"] * 4
    server.close()


def test_a_table_that_cannot_be_read_is_erased_too(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    server = InThread(f"sqlite:///{file}")
    zenobia = Person(server.url, NAME)
    zenobia.open("ra", "me", "me", name=NAME)
    zenobia.post("chat", text=WORDS)
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("UPDATE log SET entry = '{' WHERE seq = 2")
        connection.execute("UPDATE snapshots SET state = '{'")
    connection.close()
    server.close()
    server = InThread(f"sqlite:///{file}")
    cookie = {"Cookie": f"heliopolis={zenobia.http.cookies['heliopolis']}"}
    assert httpx.get(f"{server.url}/api/tables/{zenobia.table}", headers=cookie).status_code == 410
    assert httpx.request("DELETE", f"{server.url}/api/me", json={"forever": True}, headers=cookie).status_code == 200
    left = dump(f"sqlite:///{file}")
    assert WORDS not in left
    assert NAME not in left
    server.close()


def test_what_is_erased_is_decided_by_the_seat_at_that_time() -> None:
    said = {"kind": "chat", "seat": 1, "name": "Ada", "text": "hello"}
    assert without_person(said, "me", {1: "me"}) == {"kind": "chat", "seat": 1, "name": None, "text": None}
    assert without_person(said, "me", {1: "you"}) == said
    assert without_person({**said, "player": "you"}, "me", {1: "me"}) == {**said, "player": "you"}


def test_only_rows_that_name_the_person_are_rewritten_and_all_at_once(database: str) -> None:
    """The time for it is short: what a table stores of others, and of moves, costs nothing."""

    async def go() -> None:
        async with store_in(database) as store:
            table = await open_table(store)
            host = table.setup.host
            for number in range(70):
                said = commands.chat(table, host, 0, WORDS) if number % 10 == 0 else next_move(table)
                if not said.tables:
                    said.number_and_apply(1.0)
                await store.commit(said)
                table = said.after

            def erase_and_count(connection: Connection, player: str) -> dict[str, list[int]]:
                rows: dict[str, list[int]] = {"log": [], "snapshots": []}

                def count(_: Any, __: Any, statement: str, parameters: Any, ___: Any, many: bool) -> None:
                    first, name = statement.split()[:2]
                    if first == "UPDATE" and name in rows:
                        rows[name].append(len(parameters) if many else 1)

                event.listen(connection, "before_cursor_execute", count)
                erase_from_table(connection, table.setup.id, player, None)
                event.remove(connection, "before_cursor_execute", count)
                return rows

            async def count_for(player: str) -> dict[str, list[int]]:
                return await store.database.write(lambda connection: erase_and_count(connection, player))

            assert await count_for("somebody else") == {"log": [], "snapshots": []}
            assert await count_for(host) == {"log": [1 + 7], "snapshots": [3]}  # the opening and what was said
            assert await count_for(host) == {"log": [], "snapshots": []}
            assert (await store.load(table.setup)).seq == table.seq

    asyncio.run(go())
    assert WORDS not in dump(database)


def test_lots_move_people_to_other_seats() -> None:
    seats: dict[int, str | None] = {}
    follow(seats, {"kind": "open", "seats": [{"player": "ada"}, {"player": None}, {"player": "grace"}]})
    follow(seats, {"kind": "start", "lots": [2, 0, 1]})
    assert seats == {0: "grace", 1: "ada", 2: None}
    follow(seats, {"kind": "leave", "seat": 1})
    assert seats == {0: "grace", 1: None, 2: None}


def test_nobody_who_is_erased_becomes_host(tmp_path: Path) -> None:
    async def go() -> Table:
        async with store_in(f"sqlite:///{tmp_path}/tables.sqlite3") as store:
            return await open_table(store, 3)

    table = asyncio.run(go())
    host, gone = table.setup.host, Seat("grace", None, erased=True)
    table = replace(table, status=OVER, seats=(table.seats[0], gone, Seat("hedy", "Hedy")))
    assert commands.erase(table, host).entries[-1]["host"] == "hedy"
    alone = replace(table, seats=(table.seats[0], gone, gone))
    assert commands.erase(alone, host).entries[-1]["host"] == host


def test_the_deletion_of_somebody_who_was_never_here_changes_nothing(server: str) -> None:
    with Person(server) as nobody:
        assert nobody.http.request("DELETE", "/api/me", json={}).status_code == 400, "nobody is deleted by mistake"
        assert erase(nobody).json() == {"name": None, "known": False}
        assert nobody.get("/api/me") == {"name": None, "known": False}


def test_bots_play_on_for_who_deleted_themselves(server: str) -> None:
    ada, zenobia = sit_down(server, "ra", f"Ada {NAME}")
    erase(zenobia)
    wait_until(lambda: ada.get()["to_act"] == 0)
