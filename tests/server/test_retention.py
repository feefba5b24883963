"""Tables that are deleted: by their host, or because nobody has changed them for long; and how many one may have."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update

from heliopolis.server.domain import limits
from heliopolis.server.domain.changes import Request
from heliopolis.server.runtime import housekeeping
from heliopolis.server.storage import Database, opened, quotas
from heliopolis.server.storage.quotas import Origins
from heliopolis.server.storage.retention import Pruned, count_old, prune_step, tidy_step
from heliopolis.server.storage.schema import devices, metadata, players, tables
from heliopolis.terminal.database import prune, shrink
from tests.server.people import JSON, Person, sit_down, wait_for
from tests.server.running import InThread
from tests.server.stores import new_player, next_move, open_table, store_in
from tests.server.test_serve import heliopolis

DAY = 24 * 3600.0


async def counts(database: Database) -> dict[str, int]:
    """The number of rows of each table that has some."""

    def work(connection: Connection) -> dict[str, int]:
        found = {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }
        return {name: number for name, number in found.items() if number and name != "server_state"}

    return await database.read(work)


async def age(database: Database, table_id: str, **values: Any) -> None:
    changed = update(tables).where(tables.c.id == table_id).values(**values)
    await database.write(lambda connection: connection.execute(changed))


async def prune_all(database: Database, before: float, unfinished: bool = False) -> Pruned:
    pruned = Pruned()
    while step := await prune_step(database, before, unfinished):
        pruned += step
    return pruned


# ---- pruning ---------------------------------------------------------------------------------------------------------


def test_what_is_old_goes_with_all_that_belongs_to_it_and_the_rest_stays(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            now = time.time()
            old, unfinished, new = [await open_table(store) for _ in range(3)]
            await age(store.database, old.setup.id, status="over", changed=now - 100 * DAY)
            await age(store.database, unfinished.setup.id, changed=now - 100 * DAY)
            await age(store.database, new.setup.id, status="over", changed=now, created=now)
            await store.give_link(old.setup.id, 1, "hash")
            await store.database.write(lambda connection: connection.execute(update(players).values(created=1.0)))
            await store.database.write(lambda connection: connection.execute(update(devices).values(seen=1.0)))
            before = await counts(store.database)
            told = await count_old(store.database, now - 90 * DAY, unfinished=False)
            assert (told.tables, told.entries) == (1, old.seq)
            assert await counts(store.database) == before
            pruned = await prune_all(store.database, now - 90 * DAY)
            assert (pruned.tables, pruned.entries, pruned.players) == (1, old.seq, 1)
            assert await store.setup(old.setup.id) is None
            assert await store.setup(unfinished.setup.id) is not None
            assert (await store.load(new.setup)).to_json() == new.to_json()
            assert await prune_all(store.database, now - 90 * DAY) == Pruned()
            assert (await prune_all(store.database, now - 90 * DAY, unfinished=True)).tables == 1
            left = await counts(store.database)
            kept = {"tables": 1, "log": new.seq, "players": 1, "devices": 1, "occupants": 1, "snapshots": 1}
            assert left == kept

    asyncio.run(go())


def test_ids_of_requests_stay_with_an_unfinished_table_and_go_with_it(database: str) -> None:
    """They are not looked for among those of all tables, which may be millions: a server has seconds for it."""

    async def go() -> None:
        async with store_in(database) as store:
            table = await open_table(store)
            change = next_move(table)
            change.request = Request(table.setup.id, "the-request", "digest")
            await store.commit(change)
            before = time.time() - DAY
            await age(store.database, table.setup.id, changed=before - DAY)
            assert not await prune_all(store.database, before)
            assert await store.previous_answer(table.setup.id, "the-request") is not None
            told = await count_old(store.database, before, unfinished=True)
            assert await prune_all(store.database, before, unfinished=True) == told == Pruned(1, change.after.seq)
            assert await store.previous_answer(table.setup.id, "the-request") is None

    asyncio.run(go())


def test_a_finished_table_forgets_its_requests_after_a_day(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            for days, left in ((2, 0), (0, 1)):
                table = await open_table(store)
                change = next_move(table)
                change.request = Request(table.setup.id, "the-request", "digest")
                await store.commit(change)
                await age(store.database, table.setup.id, status="over", changed=time.time() - days * DAY)
                assert not await tidy_step(store.database, time.time())
                assert bool(await store.previous_answer(table.setup.id, "the-request")) == bool(left)

    asyncio.run(go())


def test_players_stay_who_have_a_table_or_were_seen(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            table = await open_table(store)
            gone, seen = await new_player(store), await new_player(store)

            def set_times(connection: Connection) -> None:
                connection.execute(update(players).values(created=1.0))
                connection.execute(devices.delete().where(devices.c.player_id == seen.id))
                row = {"id": "d", "player_id": seen.id, "secret_hash": "h", "created": 1.0, "seen": time.time()}
                connection.execute(devices.insert().values(**row))
                connection.execute(update(devices).where(devices.c.player_id == gone.id).values(seen=1.0))

            await store.database.write(set_times)
            await age(store.database, table.setup.id, changed=time.time())
            assert (await prune_all(store.database, time.time() - DAY)).players == 1
            left = select(players.c.id)
            found = await store.database.read(lambda connection: set(connection.execute(left).scalars()))
            assert found == {table.setup.host, seen.id}

    asyncio.run(go())


def test_two_processes_that_prune_at_once_do_it_once(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store, opened(database) as other:
            for _ in range(25):
                table = await open_table(store)
                await age(store.database, table.setup.id, status="over")
            done = await asyncio.gather(prune_all(store.database, 2.0), prune_all(other, 2.0))
            rest = await prune_all(store.database, 2.0)  # of two steps at the same time one does nothing
            assert sum((one.tables for one in (*done, rest)), 0) == 25

    asyncio.run(go())


def test_a_server_deletes_by_itself_what_is_older_than_it_shall_keep(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "ROUND_SECONDS", 0.05)
    monkeypatch.setattr(housekeeping, "PRUNE_SECONDS", 0.05)
    server = InThread(database, keep_days=30)
    ada = Person(server.url)
    kept = ada.open("ra", "me", "me")["id"]
    with Person(server.url) as watcher:
        watcher.table = ada.open("ra", "me", "me")["id"]
        with watcher.stream() as events:
            next(events)

            async def grow_old() -> None:
                async with opened(database) as found:
                    await age(found, watcher.table, changed=time.time() - 31 * DAY)

            asyncio.run(grow_old())
            assert next(events)["event"] == "gone"
        assert watcher.get("", 404)["key"] == "table.unknown"
    ada.table = kept
    assert ada.get()["status"] == "running"
    server.close()


def test_the_command(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"

    async def fill() -> None:
        async with store_in(url) as store:
            for _ in range(3):
                table = await open_table(store)
                await age(store.database, table.setup.id, status="over")

    asyncio.run(fill())
    for arguments, told in (
        (("--older-than", "1d", "--dry-run"), "3 tables with 6 entries and"),
        (("--older-than", "1d"), "deleted. The file now has"),
        (("--older-than", "1d"), "0 tables with 0 entries"),
    ):
        done = heliopolis("db", "prune", "--db", url, *arguments)
        assert done.returncode == 0, done.stderr
        assert told in done.stdout
    for wrong in ((), ("--older-than", "soon"), ("--older-than", "0d"), ("--older-than", "9")):
        refused = heliopolis("db", "prune", "--db", url, *wrong)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


def test_a_file_in_use_is_not_made_smaller_and_nobody_is_disturbed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"

    async def go() -> None:
        async with store_in(url) as store:
            table = await open_table(store)
            await age(store.database, table.setup.id, status="over")
            assert (await prune(url, 2.0, False, False)).tables == 1
            assert "keeps its size" in shrink(tmp_path / "tables.sqlite3", 0)
            await open_table(store)
        assert "instead of" in shrink(tmp_path / "tables.sqlite3", 0)

    asyncio.run(go())


# ---- a host who deletes ----------------------------------------------------------------------------------------------


def delete(person: Person, status: int = 200) -> JSON:
    answer = person.http.request("DELETE", person.path(""), json={})
    assert answer.status_code == status, answer.text
    found: JSON = answer.json()
    return found


def test_a_host_deletes_a_table_and_everybody_there_is_told(anywhere: str) -> None:
    ada, grace = Person(anywhere), Person(anywhere)
    made = ada.open("ra", "me", "open")
    grace.table = ada.table
    with grace.stream() as events:
        next(events)
        assert delete(grace, 403)["key"] == "host.only"
        assert delete(ada) == {"deleted": True}
        assert next(events)["event"] == "gone"
    assert delete(ada) == {"deleted": False}, "once more is as good"
    for person in (ada, grace):
        assert person.get("", 404)["key"] == "table.unknown"
    assert ada.post("chat", 404, text="hello?")["key"] == "table.unknown"
    secret = made["links"]["1"].partition("#")[2]
    assert grace.post("join", 404, secret=secret)["key"] == "table.unknown"
    assert ada.get("/api/tables", which="mine")["tables"] == []


def test_a_running_game_of_others_is_not_deleted(anywhere: str) -> None:
    ada, grace = sit_down(anywhere, "ra", "Ada Grace")
    assert delete(ada, 409)["key"] == "table.people"
    grace.post("leave", seat=1)
    assert delete(ada) == {"deleted": True}
    alone = Person(anywhere)
    alone.open("ra", "me", "greedy")
    assert delete(alone) == {"deleted": True}
    over = Person(anywhere)
    over.open("ra", "random", "random")
    wait_for(over, "over")
    assert delete(over) == {"deleted": True}


def test_a_full_table_is_deleted_whoever_sits_there(anywhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, grace = sit_down(anywhere, "ra", "Ada Grace")
    assert delete(ada, 409)["key"] == "table.people"
    monkeypatch.setattr(limits, "MAX_ENTRIES", ada.get()["seq"])
    assert delete(grace, 403)["key"] == "host.only"
    assert delete(ada) == {"deleted": True}


def test_somebody_who_waits_for_an_update_is_told_too(anywhere: str) -> None:
    ada, grace = Person(anywhere), Person(anywhere)
    grace.table = ada.open("ra", "me", "open")["id"]
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(grace.get, "updates", 404, after=1, wait=25)
        grace.get()
        delete(ada)
        assert waiting.result()["key"] == "table.unknown"


def test_a_table_that_another_process_deleted_is_gone_here(database: str) -> None:
    here, there = InThread(database), InThread(database)
    ada = Person(here.url)
    ada.open("ra", "me", "open")
    watcher = Person(there.url)
    watcher.table = ada.table
    with watcher.stream() as events:
        next(events)
        delete(ada)
        assert next(events)["event"] == "gone"
    assert watcher.get("", 404)["key"] == "table.unknown"
    for server in (here, there):
        server.close()


# ---- quotas ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def limited(database: str) -> Iterator[str]:
    server = InThread(database, limits=True)
    yield server.url
    server.close()


def test_a_player_and_an_address_have_so_many_unfinished_tables(limited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_UNFINISHED_OF_PLAYER", 2)
    monkeypatch.setattr(quotas, "MAX_UNFINISHED_OF_ADDRESS", 3)
    ada, grace = Person(limited), Person(limited)
    for _ in range(2):
        ada.open("ra", "me", "open")
    first = ada.table
    refused = ada.open("ra", "me", "open", status=429)
    assert (refused["key"], refused["params"]) == ("quota.tables", {"most": 2})
    grace.open("ra", "me", "open")
    assert grace.open("ra", "me", "open", status=429)["params"] == {"most": 3}
    ada.table = first
    delete(ada)
    ada.open("ra", "me", "open")


def test_an_address_makes_so_many_tables_in_a_day(limited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_NEW_A_DAY", 2)
    for _ in range(2):
        person = Person(limited)
        person.open("ra", "random", "random")
        wait_for(person, "over")
    assert Person(limited).open("ra", "me", "me", status=429)["key"] == "quota.day"
    assert person.post("rematch", 403)["key"] == "seat.foreign"


def test_few_games_of_bots_alone_run_for_an_address(limited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_WITHOUT_PEOPLE", 0)
    ada = Person(limited)
    assert ada.open("ra", "random", "random", status=429)["key"] == "quota.bots"
    ada.open("ra", "me", "random")


def test_without_limits_there_are_no_quotas(anywhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_UNFINISHED_OF_PLAYER", 0)
    Person(anywhere).open("ra", "me", "me")


def test_where_a_table_was_made_is_stored_as_a_hash_and_forgotten_afterwards(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store, opened(database) as other:
            origin = await Origins(store.database).origin_of("192.0.2.7")
            assert origin == await Origins(other).origin_of("192.0.2.7"), "all processes have the same salt"
            assert origin != await Origins(store.database).origin_of("192.0.2.8")
            assert len(origin) == 64
            tables_made = [await open_table(store) for _ in range(2)]
            for table in tables_made:
                await age(store.database, table.setup.id, origin=origin)
            await age(store.database, tables_made[0].setup.id, status="over", changed=time.time() - 2 * DAY)
            assert not await tidy_step(store.database, time.time())
            left = select(tables.c.id).where(tables.c.origin == origin)
            found = await store.database.read(lambda connection: list(connection.execute(left).scalars()))
            assert found == [tables_made[1].setup.id]

    asyncio.run(go())
