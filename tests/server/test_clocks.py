"""Clocks on servers: they run on service time, and a person who runs out of it keeps their seat."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from heliopolis.server.domain import commands
from heliopolis.server.domain.tables import MAX_LATE
from heliopolis.server.runtime import housekeeping
from heliopolis.server.runtime.service_clock import ServiceClock
from heliopolis.server.storage import Store, opened
from heliopolis.server.storage.backups import restore, upgrade_safely
from tests.server.people import JSON, Person, sit_down
from tests.server.running import InThread, Process, wait_until
from tests.versions import V0_1, read

DAY = 86400


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Housekeeping that does not keep a test waiting."""
    monkeypatch.setattr(housekeeping, "ROUND_SECONDS", 0.05)


@pytest.fixture
def running(database: str) -> Iterator[InThread]:
    server = InThread(database)
    yield server
    server.close()


def execute(url: str, sql: str) -> Any:
    """Execute a statement behind the server's back; the first value that it returns."""

    async def go() -> Any:
        async with opened(url) as database:
            return await database.write(lambda connection: first_value(connection.execute(text(sql))))

    return asyncio.run(go())


def first_value(result: Any) -> Any:
    return result.scalar() if result.returns_rows else None


def let_time_pass(url: str, seconds: float) -> None:
    execute(url, f"UPDATE service_clock SET uptime = uptime + {seconds}")


def uptime(url: str) -> float:
    return float(execute(url, "SELECT uptime FROM service_clock") or 0.0)


def kinds(person: Person) -> list[str]:
    return [entry["kind"] for entry in person.get("log", limit=500)["entries"]]


def late_entries(person: Person) -> list[JSON]:
    return [entry for entry in person.get("log", limit=500)["entries"] if entry["kind"] in ("late", "away")]


def wait_for_beats(url: str) -> None:
    """A server is there, and its clock runs."""
    before = uptime(url)
    wait_until(lambda: uptime(url) > before)


def test_a_late_decision_is_made_once_and_the_seat_stays(running: InThread, database: str) -> None:
    people = sit_down(running.url, "ra", "Ada Grace", clock={"seconds_per_move": 3600})
    table = people[0].get()
    assert 0 < table["clock"]["deadline"] - table["clock"]["now"] <= 3600
    slow = table["to_act"]
    let_time_pass(database, 4000)
    wait_until(lambda: people[0].get()["moved"] > table["moved"])
    entry, move = people[0].get("log", after=table["seq"])["entries"]
    assert {key: entry[key] for key in ("kind", "seat", "name", "bot")} == {
        "kind": "late",
        "seat": slow,
        "name": table["seats"][slow]["name"],
        "bot": "greedy",
    }
    assert (move["kind"], move["seat"], move["by"]) == ("move", slow, "bot")
    now = people[slow].get()
    seat = now["seats"][slow]
    assert (seat["kind"], seat["yours"], seat["away"], seat["late"]) == ("person", True, False, 1)
    assert 3500 < now["clock"]["deadline"] - now["clock"]["now"] <= 3600, "the next decision has its full time"
    wait_for_beats(database)
    assert len(late_entries(people[0])) == 1


def test_after_three_in_a_row_the_seat_is_handed_over_and_can_be_taken_back(running: InThread, database: str) -> None:
    with Person(running.url) as ada:
        ada.open("ra", "me", "greedy", clock={"seconds_per_move": 3600})
        for times in range(1, MAX_LATE + 1):
            wait_until(lambda: ada.get()["clock"]["deadline"] is not None)
            let_time_pass(database, 4000)
            wait_until(lambda times=times: len(late_entries(ada)) == times)
        found = late_entries(ada)
        assert [entry["kind"] for entry in found] == ["late"] * (MAX_LATE - 1) + ["away"]
        assert found[-1]["why"] == "time"
        seat = ada.get()["seats"][0]
        assert (seat["away"], seat["bot"], seat["yours"]) == (True, "greedy", True)
        back = ada.post("back", seat=0)["table"]["seats"][0]
        assert (back["kind"], back["late"]) == ("person", 0)


def test_time_that_no_server_was_there_does_not_count(database: str, tmp_path: Path) -> None:
    server = Process(database, tmp_path / "log.txt")
    server.start()
    try:
        server.wait()
        with Person(server.url) as ada:
            ada.open("ra", "me", "me", clock={"seconds_per_move": 30})
            wait_for_beats(database)
            server.kill()
            execute(database, "UPDATE service_clock SET beat = beat - 40")  # it was killed 40 seconds ago
            server.start()
            server.wait()
            wait_for_beats(database)
            assert late_entries(ada) == []
            assert ada.get()["clock"]["deadline"] - ada.get()["clock"]["now"] > 0
            let_time_pass(database, 40)
            wait_until(lambda: late_entries(ada) != [])
    finally:
        server.end()


@pytest.mark.parametrize("jump", [4 * DAY, -4 * DAY])
def test_a_jump_of_the_wall_clock_does_not_count(running: InThread, database: str, jump: int) -> None:
    with Person(running.url) as ada:
        ada.open("ra", "me", "me", clock={"seconds_per_move": 3600})
        wait_for_beats(database)
        execute(database, f"UPDATE service_clock SET beat = beat - {jump}")
        wait_for_beats(database)
        assert late_entries(ada) == []
        let_time_pass(database, 4000)
        wait_until(lambda: late_entries(ada) != [])


def test_two_servers_make_a_late_decision_once(database: str) -> None:
    servers = [InThread(database), InThread(database)]
    try:
        people = sit_down(servers[0].url, "ra", "Ada Grace", clock={"seconds_per_move": 3600})
        seq = people[0].get()["seq"]
        let_time_pass(database, 4000)
        wait_until(lambda: people[0].get()["seq"] >= seq + 2)
        wait_for_beats(database)
        assert kinds(people[0])[seq:] == ["late", "move"]
    finally:
        for server in servers:
            server.close()


def test_nobody_beats_while_no_clock_runs(running: InThread, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Person(running.url) as ada:
        ada.open("ra", "me", "me")
        ada.open("ra", "me", "me", clock={"seconds_per_move": 3600})
        wait_for_beats(database)
        ada.post("away", seat=0)
        ada.post("away", seat=1)
        wait_until(lambda: ada.get()["status"] == "over")
        assert execute(database, "SELECT count(*) FROM tables WHERE due IS NOT NULL OR deadline IS NOT NULL") == 0
        rounds, beats = count_calls(monkeypatch, Store, "clock_runs"), count_calls(monkeypatch, ServiceClock, "beat")
        wait_until(lambda: len(rounds) > 1)  # the round that may have begun before
        beats.clear()
        wait_until(lambda: len(rounds) > 4)
        assert beats == []


def count_calls(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> list[None]:
    """A list that gets one item for each call of a method."""
    calls: list[None] = []
    method = getattr(kind, name)

    def counted(self: object) -> Any:
        calls.append(None)
        return method(self)

    monkeypatch.setattr(kind, name, counted)
    return calls


# ---- tables of version 0.1 -------------------------------------------------------------------------------------------


def old_database(kind: str, folder: Path, new_database: Callable[[], str]) -> str:
    """The database of 0.1, upgraded: its file, or its backup restored into PostgreSQL."""

    async def go(url: str) -> None:
        async with opened(url) as database:
            if kind == "sqlite":
                await upgrade_safely(database)
            else:
                await restore(database, V0_1 / "server.backup")

    if kind == "sqlite":
        shutil.copy(V0_1 / "server.sqlite", folder / "server.sqlite")
    url = f"sqlite:///{folder}/server.sqlite" if kind == "sqlite" else new_database()
    asyncio.run(go(url))
    return url


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_clock_of_version_0_1_begins_anew_with_the_upgrade(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = old_database(kind, tmp_path, lambda: request.getfixturevalue("postgres").new_database())
    table_id = read(V0_1 / "seats.json")["tables"]["ra-clock"]["id"]

    async def go() -> None:
        async with opened(url) as database:
            store = Store(database)
            assert await store.out_of_time(4.9, 10) == []
            assert await store.out_of_time(5.0, 10) == [table_id], "five seconds a move"
            setup = await store.setup(table_id)
            assert setup is not None
            table = await store.load(setup)
            assert table.due == 5.0
            assert commands.time_out(table, 4.9).entries == []
            assert [entry["kind"] for entry in commands.time_out(table, 5.0).entries] == ["late"]

    asyncio.run(go())
