"""Stored data of other versions: unknown fields are ignored, and a table that cannot be read says so."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.server.storage.store import SNAPSHOT_EVERY
from heliopolis.terminal.database import work
from tests.server.people import JSON, Person, new_request, wait_for
from tests.server.running import InThread, wait_until

BROKEN = "table.broken"
EXTRA = {"from_tomorrow": [1, {"a": None}]}


class World:
    """A server on a file, whose rows can be changed while it is down."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "tables.sqlite3"
        self.server = InThread(f"sqlite:///{self.file}")
        self.ada = Person(self.server.url)

    def restart(self, change: Callable[[sqlite3.Connection], object]) -> None:
        self.server.close()
        self.alter(change)
        self.server = InThread(f"sqlite:///{self.file}")
        self.ada.http.base_url = self.server.url

    def alter(self, change: Callable[[sqlite3.Connection], object]) -> None:
        connection = sqlite3.connect(self.file)
        with connection:
            change(connection)
        connection.close()

    def rows(self, query: str) -> list[Any]:
        connection = sqlite3.connect(self.file)
        found = [json.loads(str(row[0])) for row in connection.execute(query).fetchall()]
        connection.close()
        return found

    def play(self, moves: int) -> None:
        for _ in range(moves):
            seat = self.ada.get()["to_act"]
            self.ada.move(self.ada.get(seat=seat)["position"]["legal"][0], seat=seat)

    def is_broken(self) -> None:
        """Whatever is asked for at the table, the answer is a problem, and everything else works."""
        ada = self.ada
        for path in ("", "log", "moments/1", "record", "events", "updates?after=0", "hint"):
            assert ada.http.get(ada.path(path)).json()["key"] == BROKEN, path
        assert ada.post("moves", 410, expected_seq=2, move="draw")["key"] == BROKEN
        assert ada.post("chat", 410, text="hello?")["key"] == BROKEN
        assert ada.post("link", 410, seat=0)["key"] == BROKEN
        assert ada.table in [table["id"] for table in ada.get("/api/tables")["tables"]]
        with Person(self.server.url) as grace:
            grace.open("ra", "me", "greedy")
            assert grace.get()["status"] == "running"


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture(autouse=True)
def stop(world: World) -> Iterator[None]:
    yield
    world.server.close()


def change_json(connection: sqlite3.Connection, table: str, column: str, change: Callable[[JSON], object]) -> None:
    for row, text in connection.execute(f"SELECT rowid, {column} FROM {table}").fetchall():
        data = json.loads(text)
        change(data)
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", [json.dumps(data), row])


def change_entry(connection: sqlite3.Connection, seq: int, **fields: object) -> None:
    """Change an entry of the table that was made first."""
    [rowid, text] = connection.execute("SELECT rowid, entry FROM log WHERE seq = ? ORDER BY rowid", [seq]).fetchone()
    connection.execute("UPDATE log SET entry = ? WHERE rowid = ?", [json.dumps({**json.loads(text), **fields}), rowid])


# ---- what is ignored -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["ra", "respublica"])
def test_unknown_fields_are_ignored(world: World, game: str) -> None:
    ada = world.ada
    ada.open(game, "me", "me", "me", listed=True)
    world.play(5)
    before, log, lists = ada.get(), ada.get("log"), ada.get("/api/tables", which="listed")

    def change(connection: sqlite3.Connection) -> None:
        change_json(connection, "tables", "facts", lambda facts: (facts.update(EXTRA), facts["deal"].update(EXTRA)))
        change_json(connection, "tables", "summary", lambda summary: summary.update(EXTRA))
        change_json(connection, "log", "entry", add_to_entry)
        change_json(connection, "snapshots", "state", add_to_snapshot)

    world.restart(change)
    assert ada.get() == before
    assert ada.get("log") == log
    assert ada.get("/api/tables", which="listed") == lists
    world.play(SNAPSHOT_EVERY)


def add_to_entry(entry: JSON) -> None:
    entry.update(EXTRA)
    for seat in entry.get("seats", []):
        seat.update(EXTRA)


def add_to_snapshot(state: JSON) -> None:
    state.update(EXTRA)
    state["match"].update(EXTRA)
    for seat in state["seats"]:
        seat.update(EXTRA)
    state["line"] = [[*move, "from tomorrow"] for move in state["line"]]


def test_a_snapshot_that_cannot_be_read_is_passed_over(world: World) -> None:
    world.ada.open("ra", "me", "me")
    world.play(2 * SNAPSHOT_EVERY + 3)
    before = world.ada.get()

    def change(connection: sqlite3.Connection) -> None:
        change_json(connection, "snapshots", "state", lambda state: state["match"]["position"].update(EXTRA))
        connection.execute("UPDATE snapshots SET state = 'nonsense' WHERE seq > ?", [SNAPSHOT_EVERY + 1])

    world.restart(change)
    assert world.ada.get() == before
    world.play(1)


def lines_about_tables(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged, without what the process tells of requests from time to time."""
    lines = [record.getMessage() for record in caplog.records]
    return [line for line in lines if not line.startswith("security:")]


# ---- what cannot be read ---------------------------------------------------------------------------------------------


def test_an_entry_that_the_rules_refuse_gives_a_table_that_says_so(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.ada.open("ra", "me", "me")
    world.play(3)
    entries = world.ada.get("log")["entries"]
    with caplog.at_level(logging.WARNING, "heliopolis"):
        world.restart(lambda connection: change_entry(connection, 4, move="bid 99"))
        world.is_broken()
        world.is_broken()
    assert lines_about_tables(caplog) == ["a table of ra cannot be read: entry 4 cannot be read: IllegalMove"]
    world.restart(lambda connection: change_entry(connection, 4, move=entries[3]["move"]))
    assert world.ada.get("log")["entries"] == entries, "nothing was lost"


def test_a_refused_entry_before_the_newest_snapshot_does_no_harm(world: World) -> None:
    ada = world.ada
    ada.open("ra", "me", "me", seed="a long one")
    world.play(SNAPSHOT_EVERY + 2)
    before = ada.get()
    world.restart(lambda connection: change_entry(connection, 5, move="bid 99"))
    assert ada.get() == before
    assert len(ada.get("log")["entries"]) == before["seq"]
    assert ada.get("moments/4")["seq"] == 4
    assert ada.get("moments/6", status=410)["key"] == BROKEN
    assert "bid 99" in ada.get("record")["moves"][2]
    assert ada.get("record", status=422, form="text")["key"] == "record.bad"
    world.play(2)


@pytest.mark.parametrize(
    "change",
    [
        lambda facts: facts.update(rules=99),
        lambda facts: facts.update(game="chess"),
        lambda facts: facts.update(deal=7),
        lambda facts: facts.pop("host"),
        lambda facts: facts.update(players=77),
    ],
    ids=["newer rules", "unknown game", "no deal", "no host", "too many players"],
)
def test_a_setup_that_cannot_be_read(world: World, change: Callable[[JSON], object]) -> None:
    world.ada.open("ra", "me", "me")

    def without_snapshots(connection: sqlite3.Connection) -> None:
        change_json(connection, "tables", "facts", change)
        connection.execute("DELETE FROM snapshots")

    world.restart(without_snapshots)
    world.is_broken()


@pytest.mark.parametrize(
    "entry",
    ['"no object"', "{}", "nonsense", '{"seq": 3, "kind": "from tomorrow"}', '{"seq": 9, "kind": "chat"}'],
)
def test_an_entry_that_is_none(world: World, entry: str) -> None:
    world.ada.open("ra", "me", "me")
    world.play(1)
    world.restart(lambda connection: connection.execute("UPDATE log SET entry = ? WHERE seq = 3", [entry]))
    world.is_broken()


def test_a_session_that_cannot_be_read(world: World) -> None:
    ada = world.ada
    ada.open("tekhenu", "me")
    ada.post("operations", expected_seq=2, operation=["answer", "setup.game", {}])
    world.restart(lambda connection: change_entry(connection, 3, operation=["answer", "setup.game", "many"]))
    world.is_broken()
    assert ada.get("story", status=410)["key"] == BROKEN


def test_a_summary_that_cannot_be_read_is_left_out_of_lists(world: World) -> None:
    ada = world.ada
    gone = ada.open("ra", "me", "me", listed=True)["id"]
    kept = ada.open("ra", "me", "me", listed=True)["id"]
    world.restart(lambda c: c.execute("UPDATE tables SET summary = '[]' WHERE id = ?", [gone]))
    for which in ("mine", "listed"):
        assert [table["id"] for table in ada.get("/api/tables", which=which)["tables"]] == [kept]


def test_bots_and_clocks_pass_over_a_table_that_cannot_be_read(world: World, caplog: pytest.LogCaptureFixture) -> None:
    ada = world.ada
    ada.open("ra", "me", "greedy", clock={"seconds_per_move": 5})
    broken = ada.table

    def change(connection: sqlite3.Connection) -> None:
        change_json(connection, "tables", "facts", lambda facts: facts.update(rules=99))
        connection.execute("UPDATE tables SET bot_to_act = 1, due = 0")

    with caplog.at_level(logging.WARNING, "heliopolis"):
        world.restart(change)
        rooms = world.server.app.state.services.rooms
        wait_until(lambda: broken in rooms.unreadable)
        with Person(world.server.url) as grace:
            grace.open("ra", "greedy", "greedy")
            wait_for(grace, "over")
    assert len(lines_about_tables(caplog)) == 1
    waiting = "SELECT count(*) FROM tables WHERE bot_to_act AND due = 0"
    assert world.rows(waiting) == [1], "it waits for its version"


def test_a_stream_ends_when_another_process_writes_what_cannot_be_read(world: World) -> None:
    ada = world.ada
    ada.open("ra", "me", "me")
    entry = json.dumps({"seq": 3, "at": 1.0, "kind": "from tomorrow"})

    def write(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO log (table_id, seq, at, entry) SELECT id, 3, 1.0, ? FROM tables", [entry])
        connection.execute("UPDATE tables SET head = 3")

    with ada.stream() as events:
        next(events)
        world.alter(write)
        assert [event["event"] for event in events] == ["gone"]
    world.is_broken()


def test_export_names_tables_that_cannot_be_read(world: World, tmp_path: Path) -> None:
    ada = world.ada
    ada.open("ra", "greedy", "greedy")
    wait_for(ada, "over")
    broken = ada.open("ra", "me", "me")["id"]

    def change(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE tables SET facts = 'nonsense' WHERE id = ?", [broken])

    world.restart(change)
    told = asyncio.run(work("export", tmp_path / "records", f"sqlite:///{world.file}"))
    assert told.startswith("1 records of finished games")
    assert told.endswith(f"Tables that this version cannot read: {broken}.")


# ---- versions of rules -----------------------------------------------------------------------------------------------


def test_a_table_goes_on_under_newer_rules_and_says_since_when(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = world.ada
    ada.open("ra", "me", "me")
    world.play(3)
    [facts] = world.rows("SELECT facts FROM tables")
    assert facts["rules"] == 1
    monkeypatch.setattr(hp.game("ra"), "rules_version", 2)
    world.restart(lambda _: None)
    world.play(2)
    entries = world.rows("SELECT entry FROM log ORDER BY seq")
    assert [entry.get("rules") for entry in entries] == [None, None, None, None, None, 2, None]
    newest = world.rows("SELECT state FROM snapshots ORDER BY seq")[-1]
    assert (newest["seq"], newest["rules"]) == (6, 2), "nobody replays the older entries by the newer rules"
    assert "rules" not in ada.get("log")["entries"][5]
    assert ada.get("record")["rules"] == "ra/1"
    assert world.ada.open("ra", "me", "me")["id"]
    assert [facts["rules"] for facts in world.rows("SELECT facts FROM tables ORDER BY created")] == [1, 2]


def test_a_table_that_went_on_under_newer_rules_is_not_read_by_older_ones(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.ada.open("ra", "me", "me")
    world.play(1)
    monkeypatch.setattr(hp.game("ra"), "rules_version", 2)
    world.restart(lambda _: None)
    world.play(1)
    monkeypatch.setattr(hp.game("ra"), "rules_version", 1)
    world.restart(lambda _: None)
    world.is_broken()


def test_a_repeated_request_at_a_broken_table_is_no_server_error(world: World) -> None:
    ada, request = world.ada, new_request()
    ada.open("ra", "me", "me")
    ada.post("chat", text="hello", request_id=request)
    world.restart(lambda connection: change_json(connection, "tables", "facts", lambda facts: facts.update(rules=99)))
    assert ada.post("chat", 410, text="hello", request_id=request)["key"] == BROKEN
