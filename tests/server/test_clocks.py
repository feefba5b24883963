"""For a person who runs out of time a bot decides once; the seat stays theirs, unless that happens again and again."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from heliopolis.server.domain import commands
from heliopolis.server.domain.changes import Change
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import MAX_LATE, Seat, Table, TableSetup
from heliopolis.server.runtime import housekeeping
from heliopolis.server.runtime.bot_choices import choose
from heliopolis.server.runtime.service_clock import ServiceClock
from heliopolis.server.storage import Store, opened
from heliopolis.server.storage.backups import restore, upgrade_safely
from tests.server.people import JSON, Person, sit_down
from tests.server.running import InThread, Process, wait_until
from tests.versions import V0_1, read

MINUTE, DAY = 60, 86400
ADA, GRACE = "ada", "grace"


# ---- what a table makes of it ----------------------------------------------------------------------------------------


def clocked_table() -> Table:
    """Ada and Grace, each with a minute for a move; the clock of one of them was started at second 100."""
    setup = TableSetup(
        id="a",
        game="ra",
        players=2,
        host=ADA,
        name=None,
        created=1.0,
        listed=False,
        hints=False,
        seconds_per_move=MINUTE,
        stand_in="greedy",
        deal=Deal.chosen("7"),
    )
    return after(commands.open_table(setup, [Seat(ADA, "Ada"), Seat(GRACE, "Grace")]), 100.0)


def after(change: Change, up: float = 100.0) -> Table:
    """The table after a change at a moment of service time; its snapshot is the same table."""
    change.number_and_apply(5.0, up)
    table = change.after
    assert Table.from_json(table.setup, table.to_json()).to_json() == table.to_json()
    return table


def person_to_act(table: Table) -> str:
    assert table.to_act is not None
    return (ADA, GRACE)[table.to_act]


def bot_move(table: Table) -> Change:
    return commands.play_bot(table, table.moved, choose(table))


def own_move(table: Table, move: str = "draw") -> Change:
    return commands.play(table, person_to_act(table), None, table.seq, move)


def test_only_tables_with_a_clock_keep_the_service_time() -> None:
    table = clocked_table()
    assert table.due == 160.0
    change = own_move(table)
    change.number_and_apply(5.0, 130.0)
    assert change.entries[0]["up"] == 130.0
    assert change.after.due == 190.0
    without = replace(table, setup=replace(table.setup, seconds_per_move=None))
    change = own_move(without)
    change.number_and_apply(5.0, 130.0)
    assert "up" not in change.entries[0]
    assert change.after.due is None


def test_a_bot_makes_one_decision_and_the_seat_stays_the_persons() -> None:
    table = clocked_table()
    assert commands.time_out(table, 159.9).entries == []
    change = commands.time_out(table, 160.0)
    seat = table.to_act
    assert seat is not None
    name = table.seats[seat].name
    assert change.entries == [{"kind": "late", "seat": seat, "name": name, "bot": "greedy"}]
    late = after(change)
    assert (late.bot_to_act, late.acting_bot, late.due) == (True, "greedy", None)
    assert late.seats[seat] == replace(table.seats[seat], late=1)
    assert commands.time_out(late, 1e9).entries == [], "only once"
    decided = after(bot_move(late), 170.0)
    assert decided.moves_in_force[-1].player is None
    assert decided.seats[seat] == late.seats[seat]
    assert not decided.bot_to_act
    assert decided.due == 230.0, "whoever is next has their full time"


def test_a_person_who_is_quicker_than_the_bot_decides_after_all() -> None:
    late = after(commands.time_out(clocked_table(), 160.0))
    choice = choose(late)
    moved = after(own_move(late), 161.0)
    assert moved.moves_in_force[-1].player is not None
    assert [seat.late for seat in moved.seats] == [0, 0]
    assert not moved.overdue
    with pytest.raises(Problem, match=r"table\.stale"):
        commands.play_bot(moved, late.moved, choice)


def until_away(table: Table) -> Table:
    """The person to act never decides; the other one passes or draws. The table as their seat is handed over."""
    absent, now = table.to_act, 100.0
    for _ in range(50):
        if table.to_act != absent:
            move = table.match.view(table.to_act)["legal"][0]
            table = after(own_move(table, move), now)
            continue
        now += MINUTE
        change = commands.time_out(table, now)
        table = after(change, now)
        if change.entries[0]["kind"] == "away":
            return table
        table = after(bot_move(table), now)
    raise AssertionError("the seat was never handed over")


def test_three_in_a_row_hand_the_seat_over_and_it_can_be_taken_back() -> None:
    table = clocked_table()
    absent = table.to_act
    assert absent is not None
    away = until_away(table)
    assert away.seats[absent].away
    assert away.seats[absent].late == MAX_LATE
    assert away.acting_bot == "greedy"
    player = (ADA, GRACE)[absent]
    back = after(commands.come_back(away, player, absent), 1000.0)
    assert back.seats[absent] == table.seats[absent]
    assert back.due == 1060.0
    again = commands.time_out(back, 1060.0)
    assert [entry["kind"] for entry in again.entries] == ["late"], "they are counted from the beginning"


def test_nobody_gains_time_by_going_away_for_a_moment() -> None:
    table = after(bot_move(after(commands.time_out(clocked_table(), 160.0))), 170.0)
    while table.seats[table.to_act or 0].late == 0:  # until the one who was late is to act again
        table = after(own_move(table, table.match.view(table.to_act)["legal"][0]), 170.0)
    seat, person = table.to_act or 0, person_to_act(table)
    away = after(commands.go_away(table, person, seat, None), 200.0)
    back = after(commands.come_back(away, person, seat), 229.0)
    assert (back.due, back.seats[seat].late) == (table.due, 1)
    late = after(commands.come_back(away, person, seat), 231.0)
    assert late.due == 231.0 + MINUTE, "their time would have run out while the bot was there"


def test_a_decision_of_their_own_starts_the_count_again() -> None:
    table = clocked_table()
    absent, kinds, now = table.to_act, [], 100.0
    for turn in range(2 * MAX_LATE):
        while table.to_act != absent:
            table = after(own_move(table, table.match.view(table.to_act)["legal"][0]), now)
        if turn % MAX_LATE == MAX_LATE - 1:
            table = after(own_move(table, table.match.view(table.to_act)["legal"][0]), now)
            continue
        now += MINUTE
        change = commands.time_out(table, now)
        kinds += [entry["kind"] for entry in change.entries]
        table = after(bot_move(after(change, now)), now)
    assert kinds == ["late"] * 4


def test_whoever_takes_the_seat_of_somebody_late_owes_nothing() -> None:
    late = after(commands.time_out(clocked_table(), 160.0))
    seat = late.to_act
    assert seat is not None
    left = after(commands.leave(late, person_to_act(late), seat))
    assert left.acting_bot == "greedy", "the bot that has the seat now"
    assert not left.overdue
    sits = after(commands.sit(left, "hedy", seat, "Hedy"), 200.0)
    assert (sits.acting_bot, sits.due, sits.seats[seat].late) == (None, 260.0, 0)


def test_a_bot_of_ones_choice_takes_over_from_the_stand_in() -> None:
    late = after(commands.time_out(clocked_table(), 160.0))
    assert late.to_act is not None
    away = after(commands.go_away(late, person_to_act(late), late.to_act, "random"))
    assert away.acting_bot == "random"


def test_an_undo_shows_that_somebody_is_there() -> None:
    """Ada plays alone, takes both seats, and takes back what the bot decided for her."""
    table = clocked_table()
    alone = replace(table, seats=(Seat(ADA, "Ada"), Seat(ADA, "Ada")))
    first = commands.play(alone, ADA, None, alone.seq, "draw")
    moved = after(first, 110.0)
    late = after(commands.time_out(moved, 170.0), 170.0)
    decided = after(bot_move(late), 171.0)
    assert sum(seat.late for seat in decided.seats) == 1
    seat, found = commands.check_undo(decided, ADA, late.to_act, decided.seq, practice=True)
    undone = after(commands.undo(decided, seat, found, alone), 180.0)
    assert undone.seats[seat].late == 0
    assert not undone.overdue
    assert undone.due == 240.0


# ---- servers ---------------------------------------------------------------------------------------------------------


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
