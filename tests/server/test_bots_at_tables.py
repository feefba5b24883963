"""Bots at the tables of a server: each turn is thought about once, people come first, moves have a pace."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

import heliopolis as hp
from heliopolis.server.domain.commands import BotChoice
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.runtime import bot_choices, bot_turns, housekeeping, turn_queue
from heliopolis.server.storage import Store
from tests.server.people import Person, wait_for
from tests.server.postgres import Postgres
from tests.server.running import InThread, wait_until

Start = Callable[..., InThread]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Servers on a file of the test, which are closed in the end."""
    with ExitStack() as stack:

        def start(**more: Any) -> InThread:
            server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3", **more)
            stack.callback(server.close)
            return server

        yield start


class Thoughts:
    """Every thought of a bot, begun only when it is allowed to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[tuple[str, int]] = []  # tables, and after which entry
        self.order: list[str] = []  # what was thought about, in the end
        self.allowed = threading.Semaphore(0)
        self.choose, self.explain = bot_choices.choose, bot_choices.explain
        monkeypatch.setattr(bot_turns, "choose", self.think)
        monkeypatch.setattr(bot_turns, "explain", self.advise)

    def think(self, table: Table) -> BotChoice:
        self.begun.append((table.setup.id, table.moved))
        self.allowed.acquire()
        self.order.append("turn")
        return self.choose(table)

    def advise(self, table: Table) -> Any:
        self.order.append("hint")
        return self.explain(table)

    def allow(self, number: int) -> None:
        for _ in range(number):
            self.allowed.release()


@pytest.fixture
def thoughts(
    monkeypatch: pytest.MonkeyPatch,
    start: Start,  # noqa: ARG001 -- asked for first, so that its servers are closed after the thoughts have ended
) -> Iterator[Thoughts]:
    """Thoughts that wait until they are allowed; all are allowed in the end."""
    found = Thoughts(monkeypatch)
    yield found
    found.allow(10_000)


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Housekeeping without a pause: wait for so many more rounds."""
    done = [0]
    look = Store.waiting_for_bots

    async def count(store: Store, *arguments: Any, **more: Any) -> dict[str, int]:
        done[0] += 1
        return await look(store, *arguments, **more)

    monkeypatch.setattr(Store, "waiting_for_bots", count)
    monkeypatch.setattr(housekeeping, "ROUND_SECONDS", 0.01)

    def wait(number: int) -> None:
        until = done[0] + 2 * number + 2  # it looks twice in a round
        wait_until(lambda: done[0] >= until)

    return wait


def open_for_bot(person: Person, *seats: str) -> str:
    """A table of Ra where a bot is to act first."""
    for seed in range(100):
        table = person.open("ra", *seats, seed=str(seed))
        if table["seats"][table["to_act"]]["kind"] == "bot":
            return str(table["id"])
    raise AssertionError("a bot begins sooner or later")


def counted(name: str, **labels: str) -> float:
    return metrics_of(name, labels) or 0.0


def metrics_of(name: str, labels: dict[str, str]) -> float | None:
    from prometheus_client import REGISTRY

    return REGISTRY.get_sample_value(name, labels)


# ---- once ------------------------------------------------------------------------------------------------------------


def test_fifteen_turns_are_fifteen_thoughts(start: Start, thoughts: Thoughts, rounds: Callable[[int], None]) -> None:
    played = counted("heliopolis_bot_turns_total", outcome="played")
    server = start(bot_threads=3)
    queue = server.app.state.services.bot_turns.queue
    with ExitStack() as stack:
        for _ in range(5):
            ada = stack.enter_context(Person(server.url))
            ada.open("ra", "greedy", "greedy")
            stack.enter_context(ada.stream())
        wait_until(lambda: len(thoughts.begun) == 3)
        rounds(5)
        assert len(queue) == 2, "the other two tables wait"
        assert counted("heliopolis_bots_queued") == 2
        for _ in range(5):
            thoughts.allow(3)
            rounds(2)
        wait_until(lambda: len(thoughts.begun) == 18)
        rounds(2)
        assert len(thoughts.order) == 15
        wait_until(lambda: counted("heliopolis_bot_turns_total", outcome="played") == played + 15)
        assert len(set(thoughts.begun)) == len(thoughts.begun) == 18
        assert len(queue) == 2


def test_a_turn_that_was_taken_away_is_discarded(start: Start, thoughts: Thoughts) -> None:
    """The person comes back while a bot thinks for them."""
    discarded = counted("heliopolis_bot_turns_total", outcome="discarded")
    server = start()
    with Person(server.url) as ada:
        ada.open("ra", "me", "me")
        seat = ada.get()["to_act"]
        ada.post("away", seat=seat)
        wait_until(lambda: len(thoughts.begun) == 1)
        seq = ada.post("back", seat=seat)["table"]["seq"]
        thoughts.allow(1)
        wait_until(lambda: counted("heliopolis_bot_turns_total", outcome="discarded") == discarded + 1)
        assert ada.get()["seq"] == seq
        assert ada.table not in server.app.state.services.bot_turns.queue


def test_two_processes_think_about_a_turn_once(postgres: Postgres, thoughts: Thoughts) -> None:
    thoughts.allow(10_000)
    database = postgres.new_database()
    servers = [InThread(database, bot_threads=2) for _ in range(2)]
    ada, grace = (Person(server.url) for server in servers)
    ada.open("ra", "greedy", "random")
    grace.table = ada.table
    with grace.stream():
        over = wait_for(ada, "over")
    for server in servers:
        server.close()
    assert len(set(thoughts.begun)) == len(thoughts.begun) == over["seq"] - 2


# ---- who comes first -------------------------------------------------------------------------------------------------


def test_a_table_without_people_is_played_for_those_who_watch(
    start: Start, monkeypatch: pytest.MonkeyPatch, rounds: Callable[[int], None]
) -> None:
    monkeypatch.setattr(turn_queue, "IDLE_PAUSE", 3600.0)
    server = start()
    with Person(server.url) as ada:
        opened = ada.open("ra", "greedy", "random")["seq"]
        wait_until(lambda: ada.get()["seq"] == opened + 1)
        rounds(5)
        assert ada.get()["seq"] == opened + 1, "one turn, since there was nothing else to do"
        assert wait_for(ada, "over")["winners"]


def test_a_persons_bot_comes_before_all_tables_of_a_stranger(start: Start, thoughts: Thoughts) -> None:
    server = start()
    with Person(server.url) as ada, Person(server.url) as stranger, ExitStack() as stack:
        for _ in range(6):
            stranger.open("ra", "master", "master", "master")
            stack.enter_context(stranger.stream())
        wait_until(lambda: len(thoughts.begun) == 1)
        table = open_for_bot(ada, "me", "easy")
        thoughts.allow(1)
        wait_until(lambda: len(thoughts.begun) == 2)
        assert thoughts.begun[1][0] == table


def test_hints_stand_behind_all_turns(start: Start, thoughts: Thoughts) -> None:
    server = start()
    with Person(server.url) as ada, Person(server.url) as grace:
        for _ in range(3):
            open_for_bot(ada, "me", "greedy")
        wait_until(lambda: len(thoughts.begun) == 1)
        waiting = len(server.app.state.services.bot_turns.queue) + 1
        grace.open("ra", "me", "me")
        hints: list[Any] = []
        asks = threading.Thread(target=lambda: hints.append(grace.get("hint")))
        asks.start()
        wait_until(lambda: len(server.app.state.services.bot_turns.hints) == 1)
        thoughts.allow(10_000)
        asks.join()
        assert hints[0]["hints"]
        assert thoughts.order.index("hint") >= waiting
        assert set(thoughts.order[:waiting]) == {"turn"}


def test_nobody_thinks_for_a_client_that_hung_up(start: Start, thoughts: Thoughts) -> None:
    server = start()
    connections = server.server.server_state.connections
    with Person(server.url) as ada, Person(server.url) as grace:
        open_for_bot(ada, "me", "greedy")
        wait_until(lambda: len(thoughts.begun) == 1)
        grace.open("ra", "me", "me")
        before = len(connections)
        cookies = grace.http.cookies
        with httpx.Client(base_url=server.url, cookies=cookies) as impatient, pytest.raises(httpx.ReadTimeout):
            impatient.get(grace.path("hint"), timeout=1)
        wait_until(lambda: len(connections) == before)
        thoughts.allow(10_000)
        assert grace.get("hint")["hints"]
        assert thoughts.order.count("hint") == 1


def test_too_many_hints_are_refused_with_the_time_to_wait(start: Start, thoughts: Thoughts) -> None:
    server = start()
    with Person(server.url) as ada, Person(server.url) as grace:
        open_for_bot(ada, "me", "greedy")
        wait_until(lambda: len(thoughts.begun) == 1)
        grace.open("ra", "me", "me")
        asks = [threading.Thread(target=grace.get, args=("hint",)) for _ in range(2)]
        for one in asks:
            one.start()
        wait_until(lambda: len(server.app.state.services.bot_turns.hints) == 2)
        refused = grace.http.get(grace.path("hint"))
        assert (refused.status_code, refused.json()["key"]) == (503, "server.busy")
        assert int(refused.headers["Retry-After"]) == refused.json()["params"]["seconds"] > 0
        thoughts.allow(10_000)
        for one in asks:
            one.join()


# ---- pace ------------------------------------------------------------------------------------------------------------


class Sleep:
    """The pause before a bot's move, which ends when the test says so; the clock stands still."""

    def __init__(self, server: InThread) -> None:
        self.pauses: list[float] = []
        self.loop: asyncio.AbstractEventLoop | None = None
        self.over: asyncio.Event | None = None
        bots = server.app.state.services.bot_turns
        bots.clock, bots.sleep = lambda: 0.0, self.sleep

    async def sleep(self, seconds: float) -> None:
        self.loop, self.over = asyncio.get_running_loop(), asyncio.Event()
        self.pauses.append(seconds)
        await self.over.wait()

    def end(self) -> None:
        assert self.loop is not None
        assert self.over is not None
        self.loop.call_soon_threadsafe(self.over.set)


def test_a_bots_move_waits_for_a_person_who_watches(start: Start) -> None:
    server = start(bot_pace=0.8)
    sleep = Sleep(server)
    with Person(server.url) as ada, Person(server.url) as grace:
        ada.open("ra", "me", "me", "greedy")
        with ada.stream(seat=0) as events:
            next(events)
            while not sleep.pauses:
                table = ada.get()
                if table["seats"][table["to_act"]]["kind"] == "person":
                    ada.move(table["position"]["legal"][0])
            assert sleep.pauses == [0.8]
            seq = ada.get()["seq"]
            open_for_bot(grace, "me", "greedy")
            wait_until(lambda: grace.get()["seq"] > 2)  # the only thread is free, and nobody watches there
            assert ada.get()["seq"] == seq
            sleep.end()
            entry = next(one for event in events for one in event["data"]["entries"] if one["seq"] > seq)
            assert entry["by"] == "bot"


PERSON_FIRST = "2"  # a deal in which the bot at the last of three seats does not begin


@pytest.mark.parametrize(
    ("wished", "waits"), [("slow", 1.5), ("normal", 0.8), ("fast", pytest.approx(0.32)), ("none", None)]
)
def test_a_player_wishes_for_a_pace(start: Start, wished: str, waits: float | None) -> None:
    """Nobody waits longer than a round of housekeeping allows."""
    server = start(bot_pace=0.8)
    sleep = Sleep(server)
    with Person(server.url) as ada:
        ada.open("ra", "me", "me", "greedy", seed=PERSON_FIRST)
        with ada.stream(seat=0, pace=wished) as events:
            next(events)
            moves = bot_moves_or_pauses(ada, sleep)
    assert sleep.pauses == ([] if waits is None else [waits])
    assert moves == (waits is None)


def bot_moves_or_pauses(ada: Person, sleep: Sleep) -> bool:
    """Play both own seats until it is the bot's turn; return whether it moves without a pause."""
    while not sleep.pauses:
        if any(entry.get("by") == "bot" for entry in ada.get("log")["entries"]):
            return True
        table = ada.get()
        if table["seats"][table["to_act"]]["kind"] == "person":
            ada.move(table["position"]["legal"][0])
    return False


def test_of_several_people_the_slowest_wish_counts_and_spectators_have_none(start: Start) -> None:
    server = start(bot_pace=0.8)
    sleep = Sleep(server)
    with Person(server.url) as ada, Person(server.url) as grace, Person(server.url) as watcher:
        grace.join(ada.open("ra", "me", "open", "greedy", seed=PERSON_FIRST), 1)
        watcher.table = ada.table
        with ada.stream(pace="none") as his, grace.stream(pace="fast") as hers, watcher.stream(pace="slow") as theirs:
            for events in (his, hers, theirs):
                next(events)
            while not sleep.pauses:
                for person in (ada, grace):
                    legal = person.get()["position"]["legal"]  # empty if it is not their turn
                    if legal:
                        person.move(legal[0])
    assert sleep.pauses == [pytest.approx(0.32)]


def test_a_server_without_a_pace_has_none_whatever_is_wished(start: Start) -> None:
    server = start(bot_pace=0)
    sleep = Sleep(server)
    with Person(server.url) as ada:
        ada.open("ra", "me", "me", "greedy", seed=PERSON_FIRST)
        with ada.stream(seat=0, pace="slow") as events:
            next(events)
            assert bot_moves_or_pauses(ada, sleep)
        assert ada.http.get(ada.path("events"), params={"pace": "warp"}).status_code == 400


def test_spectators_and_other_peoples_absence_delay_nothing(start: Start) -> None:
    server = start(bot_pace=0.8)
    sleep = Sleep(server)
    with Person(server.url) as ada, Person(server.url) as watcher:
        ada.open("ra", "me", "greedy", "greedy")
        watcher.table = ada.table
        with watcher.stream():
            for _ in range(3):
                wait_until(lambda: ada.get()["to_act"] == 0)
                ada.move(ada.get()["position"]["legal"][0])
    assert not sleep.pauses


# ---- what is remembered ----------------------------------------------------------------------------------------------


def test_the_log_remembers_which_bot_chose_and_it_chooses_the_same_again(start: Start) -> None:
    server = start()
    services = server.app.state.services
    with Person(server.url) as ada:
        ada.open("ra", "hard", "easy", "random")
        wait_for(ada, "over")
        assert all("bot" not in entry for entry in ada.get("log", limit=500)["entries"])

    async def check() -> set[str]:
        room = await services.rooms.enter(ada.table)
        moves = [one for one in await services.store.entries(ada.table, 0) if one["kind"] == "move"]
        for entry in moves[::9]:
            before = await services.rooms.table_at(room.table, entry["seq"] - 1)
            assert bot_choices.ask(before, entry["bot"]) == entry["move"]
        return {entry["bot"] for entry in moves}

    assert asyncio.run(check()) == {"plain:200", "careless:suns+epochs", "random"}


def test_moves_of_people_name_no_bot_and_a_bot_that_fails_is_not_named(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ask = bot_choices.ask

    def fail(table: Table, spec: str) -> str:
        if spec != bot_choices.HEURISTIC:
            raise RuntimeError("it fails")
        return ask(table, spec)

    monkeypatch.setattr(bot_choices, "ask", fail)
    server = start()
    with Person(server.url) as ada:
        ada.open("ra", "me", "hard")
        for _ in range(3):
            wait_until(lambda: ada.get()["to_act"] == 0)
            ada.move("draw" if "draw" in ada.get()["position"]["legal"] else ada.get()["position"]["legal"][0])
        wait_until(lambda: ada.get()["to_act"] == 0)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as connection:
        moves = [json.loads(row[0]) for row in connection.execute("SELECT entry FROM log WHERE kind = 'move'")]
    connection.close()
    assert {entry["bot"] for entry in moves if entry["player"] is None} == {"greedy"}
    people = [entry for entry in moves if entry["player"] is not None]
    assert len(people) == 3
    assert not any("bot" in entry for entry in people)


@pytest.mark.parametrize("name", hp.games())
def test_as_long_as_what_a_bot_needs_is_being_compiled_the_heuristic_decides(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    specs = {level.name: level.bot for level in hp.levels(name)}
    assert {level: bot_choices.bot_in_force(name, level) for level in specs} == specs
    monkeypatch.setattr("heliopolis.core.pieces.Piece.is_usable", lambda *_: False)
    assert {bot_choices.bot_in_force(name, level) for level in ("hard", "expert", "master")} == {"greedy"}
    assert bot_choices.bot_in_force(name, "easy") == specs["easy"]


def test_no_table_takes_a_bot_that_cannot_play_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bot_choices.check_bot("ra", "net") == "net"
    monkeypatch.setattr("heliopolis.bots.net.own_nets", lambda _: None)
    with pytest.raises(Problem, match=r"setup\.bot"):
        bot_choices.check_bot("ra", "net")
