"""Upgrades of every older version, interrupted anywhere, with older servers at work; what is not ours is left alone."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from heliopolis.core.errors import InvalidSetup
from heliopolis.server import startup
from heliopolis.server.domain import commands
from heliopolis.server.domain.secrets import hash_of, new_secret
from heliopolis.server.storage import Store, opened
from heliopolis.server.storage.backups import read_rows, restore
from heliopolis.server.storage.upgrades import newest, run_upgrade, version_of
from heliopolis.terminal.database import work
from tests.server.people import JSON, Person, play_on, sit_down
from tests.server.running import InThread
from tests.versions import V0_1, read

TABLES: dict[str, JSON] = read(V0_1 / "seats.json")["tables"]


def run_sql(url: str, *statements: str) -> None:
    async def go() -> None:
        async with opened(url) as database:

            def execute(connection: Connection) -> None:
                for statement in statements:
                    connection.execute(text(statement))

            await database.write(execute)

    asyncio.run(go())


def old_database(url: str) -> str:
    """Fill an empty database with what version 0.1.0 had in it, in the schema of that time."""

    async def go() -> None:
        async with opened(url) as database:

            def fill(connection: Connection) -> None:
                run_upgrade(database, connection, "0001")
                read_rows(connection, V0_1 / "server.backup")

            await database.write(fill)

    asyncio.run(go())
    return url


def heliopolis(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "heliopolis", *arguments], capture_output=True, text=True, check=False)


# ---- what cannot be upgraded -----------------------------------------------------------------------------------------


def test_a_newer_database_is_one_sentence_however_often_one_starts(database: str, tmp_path: Path) -> None:
    asyncio.run(startup.prepare(database))
    run_sql(database, "UPDATE alembic_version SET version_num = '9999'")
    sentence = "made by a newer version of Heliopolis .schema 9999, this program knows up to 0003.: update the program"
    for _ in range(2):
        for start in (lambda: startup.prepare(database), lambda: work("upgrade", None, database)):
            with pytest.raises(InvalidSetup, match=sentence):
                asyncio.run(start())
    assert [file.name for file in tmp_path.iterdir() if "-" not in file.name] in ([], ["tables.sqlite3"])


def test_a_newer_database_is_one_line_of_the_command(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    asyncio.run(startup.prepare(url))
    run_sql(url, "UPDATE alembic_version SET version_num = '9999'")
    refused = heliopolis("serve", "--port", "0", "--no-browser", "--db", url)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "update the program" in refused.stderr


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_file_of_another_program_is_not_touched(journal: str, tmp_path: Path) -> None:
    file = tmp_path / "theirs.sqlite3"
    with closing(sqlite3.connect(file)) as theirs:
        theirs.execute(f"PRAGMA journal_mode={journal}")
        theirs.execute("CREATE TABLE users (name TEXT)")
        theirs.commit()
    before = file.read_bytes()
    for start in (startup.prepare(f"sqlite:///{file}"), work("upgrade", None, f"sqlite:///{file}")):
        with pytest.raises(InvalidSetup, match="belongs to another program: it has a table 'users'"):
            asyncio.run(start)
    assert file.read_bytes() == before


def test_a_database_of_another_program_is_refused(database: str) -> None:
    run_sql(database, "CREATE TABLE users (name TEXT)")
    for _ in range(2):
        with pytest.raises(InvalidSetup, match="belongs to another program: it has a table 'users'"):
            asyncio.run(startup.prepare(database))


# ---- what can --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "file", "postgresql"])
def test_an_upgrade_that_is_interrupted_anywhere_can_be_started_again(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "file":
        shutil.copy(V0_1 / "server.sqlite", tmp_path / "tables.sqlite3")
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    if kind == "postgresql":
        url = request.getfixturevalue("postgres").new_database()
    if kind != "file":
        old_database(url)
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.interrupted_upgrade", url], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10, "it was interrupted at many places"

    async def go() -> None:
        async with opened(url) as database:
            store = Store(database)
            for table in TABLES.values():
                setup = await store.setup(table["id"])
                assert setup is not None
                assert (await store.load(setup)).seq == table["seq"]

    asyncio.run(go())


def test_a_damaged_entry_breaks_its_own_table_and_no_upgrade(database: str) -> None:
    old_database(database)
    damaged = {
        "ra-middle": '{"kind":"move","seat',
        "priests-middle": "nonsense",
        "ra-long": '{"kind":"sit","player":"x',
    }
    odd = {"kind": "open", "seats": ["nobody", {"player": 5}, None]}
    rows = [(TABLES[name]["id"], TABLES[name]["seq"], entry) for name, entry in damaged.items()]
    rows.append((TABLES["ra-finished"]["id"], 1, json.dumps(odd)))
    run_sql(
        database,
        *(f"UPDATE log SET entry = '{entry}' WHERE table_id = '{table}' AND seq = {seq}" for table, seq, entry in rows),
    )
    asyncio.run(work("upgrade", None, database))
    server = InThread(database)
    with Person(server.url) as visitor:
        for name, table in TABLES.items():
            visitor.table = table["id"]
            found = visitor.get("", 410 if name in damaged else 200)
            assert found["key"] == "table.broken" if name in damaged else found["seq"] >= table["seq"]
    server.close()


def test_an_interrupted_restore_can_be_started_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> int:
        raise KeyboardInterrupt

    async def go() -> None:
        async with opened(database) as found:
            with monkeypatch.context() as broken:
                broken.setattr("heliopolis.server.storage.backups.read_rows", dies)
                with pytest.raises(KeyboardInterrupt):
                    await restore(found, V0_1 / "server.backup")
            assert await version_of(found) is None
            assert await restore(found, V0_1 / "server.backup") > 0
            assert await version_of(found) == newest()

    asyncio.run(go())


def test_a_server_stays_ready_while_its_database_is_upgraded_further(database: str) -> None:
    """The other workers of a rolling upgrade are newer; the schema has only been added to."""
    server = InThread(database)
    people = sit_down(server.url, "ra", "Ada Grace")
    run_sql(
        database,
        "ALTER TABLE players ADD COLUMN colour TEXT",
        "UPDATE alembic_version SET version_num = '9999'",
    )
    assert people[0].http.get("/api/ready").status_code == 200
    play_on(people, random.Random(1), moves=5)
    server.close()


def test_a_server_is_not_ready_without_its_schema(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    server = InThread(url)
    run_sql(url, "UPDATE alembic_version SET version_num = '0001'")
    assert Person(server.url).http.get("/api/ready").status_code == 503
    server.close()


def test_play_goes_on_with_what_an_older_worker_writes_after_the_upgrade(database: str) -> None:
    """A 0.1 worker beside one of this version, on a database that has been upgraded: it fills the columns it knows."""
    server = InThread(database)
    people = sit_down(server.url, "ra", "Ada Grace")
    play_on(people, random.Random(1), moves=3)
    known = people[0].get()["seq"]
    for _ in range(4):
        asyncio.run(move_like_0_1(database, people[0].table))
    assert people[0].get()["seq"] == known + 4
    play_on(people, random.Random(2), moves=3)
    moves = [entry for entry in people[0].get("log", limit=500)["entries"] if entry["kind"] == "move"]
    assert len(moves) == len(people[0].get("record")["moves"]) == 10
    secret = new_secret()
    run_sql(database, f"INSERT INTO players VALUES ('newcomer', '{hash_of(secret)}', 'Zoe', 1.0)")
    zoe = Person(server.url)
    zoe.http.headers["Authorization"] = f"Bearer {secret}"
    assert zoe.get("/api/me")["name"] == "Zoe"
    assert zoe.open("ra", "me", "me")["you"]["host"]
    server.close()


async def move_like_0_1(url: str, table_id: str) -> None:
    """Make any legal move, and write it as version 0.1 does."""
    async with opened(url) as database:
        store = Store(database)
        setup = await store.setup(table_id)
        assert setup is not None
        table = await store.load(setup)
        assert table.to_act is not None
        player, move = table.seats[table.to_act].player, table.match.view(table.to_act)["legal"][0]
        change = commands.play(table, player, table.to_act, table.seq, move)
        change.number_and_apply(2.0)
        (entry,), after = change.entries, change.after
        row = {"table": table_id, "seq": after.seq, "at": 2.0, "entry": json.dumps(entry)}
        head = {"table": table_id, "seq": after.seq, "before": table.seq, "status": after.status}

        def write(connection: Connection) -> None:
            connection.execute(
                text("INSERT INTO log (table_id, seq, at, entry) VALUES (:table, :seq, :at, :entry)"), row
            )
            new = "head = :seq, changed = 2.0, status = :status, bot_to_act = FALSE, deadline = NULL"
            connection.execute(text(f"UPDATE tables SET {new} WHERE id = :table AND head = :before"), head)

        await database.write(write)
