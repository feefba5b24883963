"""Bounds of what a table stores: its log, its chat, what is taken back; and how fast people may chat."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.core.checks import JSON
from heliopolis.server.domain import commands, limits
from heliopolis.server.domain.changes import Change
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import MAX_LATE, Table, TableSetup
from heliopolis.server.domain.undo import Undo
from heliopolis.server.runtime import chat_pace, replays, rooms
from heliopolis.server.runtime.chat_pace import BURST, SECONDS_PER_LINE, ChatPace
from heliopolis.server.runtime.rooms import Rooms
from heliopolis.server.storage import Store
from tests.server.people import Person
from tests.server.running import InThread, wait_until
from tests.server.stores import next_move, open_table, store_in


def test_a_log_that_is_full_takes_nothing_more_and_nobody_is_to_act(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_ENTRIES", 12)
    with Person(server) as ada:
        ada.open("ra", "me", "me", seed="1")
        for number in range(10):
            table = ada.move(ada.get()["position"]["legal"][0])["table"]
            assert table["seq"] == number + 3
        assert (table["status"], table["to_act"]) == ("running", None)
        for action, body in (
            ("moves", {"expected_seq": 12, "move": "draw"}),
            ("undo", {"expected_seq": 12}),
            ("chat", {"text": "Well…"}),
            ("away", {"seat": 0}),
        ):
            refused = ada.post(action, 409, **body)
            assert (refused["key"], refused["params"]) == ("table.long", {"most": 12})
        assert ada.get()["seq"] == 12
        assert len(ada.get("record")["moves"]) == 10, "it is still read"


def test_bots_stop_at_a_full_table(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ENTRIES", 20)
    with Person(server) as ada:
        ada.open("ra", "random", "random")
        wait_until(lambda: ada.get()["seq"] == 20)
        assert ada.get()["to_act"] is None


def test_chat_and_undo_have_limits_of_their_own(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ENTRIES_OF_KIND", {"chat": 3, "undo": 2})
    with Person(server) as ada:
        ada.open("ra", "me", "me", seed="1")
        for _ in range(3):
            ada.post("chat", text="Well…")
        assert ada.post("chat", 409, text="Well…")["params"] == {"most": 3}
        for _ in range(2):
            seq = ada.move("invoke")["table"]["seq"]
            ada.post("undo", expected_seq=seq)
        seq = ada.move("invoke")["table"]["seq"]
        assert ada.post("undo", 409, expected_seq=seq)["params"] == {"most": 2}
        ada.move(ada.get()["position"]["legal"][0])


def test_coming_and_going_does_not_fill_the_log(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ENTRIES_OF_KIND", {"away": 3, "sit": 3, "fill": 3})
    with Person(server) as ada, Person(server, "Grace") as grace:
        ada.open("ra", "me", "open", "me", seed="1")
        for bot in ("random", "greedy", "random"):
            ada.post("fill", seat=1, bot=bot)
        assert ada.post("fill", 409, seat=1, bot="greedy")["params"] == {"most": 3}
        for _ in range(3):
            ada.post("away", seat=2)
            ada.post("back", seat=2)
        assert ada.post("away", 409, seat=2)["params"] == {"most": 3}
        grace.table = ada.table
        for _ in range(3):
            secret = ada.post("link", seat=1)["link"].partition("#")[2]
            grace.post("join", secret=secret, name="Grace")
            grace.post("leave", seat=1)
        secret = ada.post("link", seat=1)["link"].partition("#")[2]
        assert grace.post("join", 409, secret=secret, name="Grace")["params"] == {"most": 3}
        assert ada.get()["status"] == "running"


def test_the_clock_goes_on_when_absences_are_used_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ENTRIES_OF_KIND", {"away": 1})

    async def go() -> Table:
        async with store_in(f"sqlite:///{tmp_path}/tables.sqlite3") as store:
            return await open_table(store)

    table = asyncio.run(go())
    seats = tuple(replace(seat, late=MAX_LATE - 1) for seat in table.seats)
    table = replace(table, setup=replace(table.setup, seconds_per_move=60), seats=seats)
    assert [entry["kind"] for entry in commands.time_out(table, 1e9).entries] == ["away"]
    change = commands.time_out(replace(table, counts={"away": 1}), 1e9)
    change.number_and_apply(1.0, 1e9)
    assert [entry["kind"] for entry in change.entries] == ["late"]
    assert change.after.bot_to_act


def test_counts_are_in_snapshots_and_old_ones_have_none(tmp_path: Path) -> None:
    async def go() -> None:
        async with store_in(f"sqlite:///{tmp_path}/tables.sqlite3") as store:
            table = await open_table(store)
            change = commands.chat(table, table.setup.host, 0, "Well…")
            change.number_and_apply(1.0)
            state = json.loads(json.dumps(change.after.to_json()))
            assert Table.from_json(table.setup, state).counts == {"chat": 1}
            del state["counts"]  # as version 0.1 wrote it
            assert Table.from_json(table.setup, state).counts == {}

    asyncio.run(go())


def test_an_undo_stores_little_and_there_are_few(tmp_path: Path) -> None:
    """All that a table may store by taking moves back is a megabyte or two."""

    async def go() -> int:
        async with store_in(f"sqlite:///{tmp_path}/tables.sqlite3") as store:
            largest = 0
            for game in hp.games():
                table = await open_table(store, 5, game=game)
                for _ in range(60):
                    change = next_move(table, -1)
                    found = Undo(table.seq, False)
                    undo = commands.undo(change.after, 0, found, table)
                    largest = max(largest, len(json.dumps(undo.entries)))
                    table = change.after
            return largest

    assert asyncio.run(go()) * limits.MAX_ENTRIES_OF_KIND["undo"] < 2_500_000


@pytest.mark.parametrize(("game", "bot"), [("ra", "random"), ("priests", "random"), ("respublica", "random")])
def test_long_games_fit_by_far(game: str, bot: str) -> None:
    """Players who move at random take far longer than all others."""
    moves = len(hp.play_match(game, [bot] * 5, seed=3).record.moves)
    assert moves * 1.5 < replays.MAX_MOVES
    assert moves * 1.5 < limits.MAX_ENTRIES - sum(limits.MAX_ENTRIES_OF_KIND.values())


# ---- chat ------------------------------------------------------------------------------------------------------------


def test_who_writes_slowly_is_never_stopped() -> None:
    pace = ChatPace()
    for number in range(100):
        pace.take("ada", number * SECONDS_PER_LINE)


def test_who_writes_fast_waits() -> None:
    pace, now = ChatPace(), 1000.0
    for _ in range(BURST):
        pace.take("ada", now)
    for _ in range(2):
        with pytest.raises(Problem, match=r"request\.often") as refused:
            pace.take("ada", now)
        assert refused.value.params["seconds"] == SECONDS_PER_LINE, "to be refused costs nothing"
    pace.take("grace", now)
    pace.take("ada", now + SECONDS_PER_LINE)
    with pytest.raises(Problem):
        pace.take("ada", now + SECONDS_PER_LINE)


def test_few_writers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_pace, "MAX_WRITERS", 2)
    pace = ChatPace()
    for name in ("ada", "grace", "ada", "alan"):
        pace.take(name, 0.0)
    assert list(pace._used_up) == ["ada", "alan"]


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[str]:
    running = InThread(f"sqlite:///{tmp_path}/tables.sqlite3", limits=True)
    yield running.url
    running.close()


def test_the_server_stops_whoever_writes_fast(limited: str) -> None:
    with Person(limited) as ada, Person(limited, "Grace") as grace:
        table = ada.open("ra", "me", "open", seed="1")
        grace.join(table, 1)
        said = [ada.http.post(ada.path("chat"), json={"text": "x", "request_id": f"request-{n}"}) for n in range(20)]
        codes = [answer.status_code for answer in said]
        assert codes[:BURST] == [200] * BURST
        assert 429 in codes
        stopped = said[codes.index(429)]
        assert stopped.json()["key"] == "request.often"
        assert 1 <= int(stopped.headers["Retry-After"]) <= SECONDS_PER_LINE
        grace.post("chat", text="y")
        again = ada.http.post(ada.path("chat"), json={"text": "x", "request_id": "request-0"})
        assert again.status_code == 200, "what was said before is not said again"
        ada.move("draw")


# ---- tables in memory ------------------------------------------------------------------------------------------------


def test_a_room_in_use_is_never_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MAX_IDLE_ROOMS", 1)

    async def ready(_: str) -> None:
        return

    async def go(store: Store) -> None:
        house = Rooms(store, ready, lambda _: None)
        tables = [await open_table(store) for _ in range(4)]
        first = tables[0].setup
        decided, decide_now = asyncio.Event(), asyncio.Event()

        async def decide(table: Table) -> Change:
            decided.set()
            await decide_now.wait()
            return commands.chat(table, first.host, 0, "Well…")

        room = await house.enter(first.id)
        first_change = asyncio.create_task(house.execute(first.id, None, decide))
        second_change = asyncio.create_task(house.execute(first.id, None, decide))  # waits for the first
        await decided.wait()
        for table in tables[1:]:
            await house.enter(table.setup.id)
        decide_now.set()
        await asyncio.gather(first_change, second_change)
        assert await house.enter(first.id) is room
        assert room.table.seq == tables[0].seq + 2
        assert room.idle

    async def with_store() -> None:
        async with store_in(f"sqlite:///{tmp_path}/tables.sqlite3") as store:
            await go(store)

    asyncio.run(with_store())


def test_a_room_that_is_played_in_is_not_the_first_to_be_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MAX_IDLE_ROOMS", 2)
    loaded: list[str] = []
    load = Store.load

    async def counted(self: Store, setup: TableSetup, *more: object) -> Table:
        loaded.append(setup.id)
        return await load(self, setup, *more)  # type: ignore[arg-type]  # whatever else it was called with

    monkeypatch.setattr(Store, "load", counted)

    async def ready(_: str) -> None:
        return

    def say(table: Table) -> Change:
        return commands.chat(table, table.setup.host, 0, "Well…")

    async def go() -> list[JSON]:
        async with store_in(f"sqlite:///{tmp_path}/tables.sqlite3") as store:
            house = Rooms(store, ready, lambda _: None)
            played, *others = [(await open_table(store)).setup.id for _ in range(5)]
            for other in others:
                await house.execute(played, None, say)
                await house.enter(other)
            assert loaded.count(played) == 1
            return await store.entries(played, 0)

    assert sum(entry["kind"] == "chat" for entry in asyncio.run(go())) == 4
