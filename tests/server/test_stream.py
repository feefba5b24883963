"""Updates as they come, for everybody what they may know."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from heliopolis.server.runtime import rooms, streams
from tests.server.people import JSON, Person, play_on, sit_down, wait_for
from tests.server.stores import next_move, open_table, store_in


def test_a_newcomer_gets_the_table_and_then_every_entry(anywhere: str) -> None:
    ada, grace = sit_down(anywhere, "ra", "Ada Grace")
    with Person(anywhere) as spectator:
        spectator.table = ada.table
        with spectator.stream() as events, grace.stream() as own:
            first = next(events)
            assert first["data"]["entries"] == []
            assert first["data"]["table"]["you"] == {"seat": None, "host": False}
            assert next(own)["data"]["table"]["you"]["seat"] == 1
            seq = int(first["id"])
            play_on([ada, grace], random.Random(2), moves=20)
            for number in range(1, 21):
                event = next(events)
                assert int(event["id"]) == seq + number == event["data"]["table"]["seq"]
                assert [entry["seq"] for entry in event["data"]["entries"]] == [seq + number]
                assert next(own)["data"]["table"]["you"]["seat"] == 1


def test_who_was_away_gets_what_he_missed(server: str) -> None:
    ada, grace = sit_down(server, "ra", "Ada Grace")
    with ada.stream() as events:
        known = int(next(events)["id"])
    play_on([ada, grace], random.Random(3), moves=12)
    answer = ada.http.build_request("GET", ada.path("events"), headers={"Last-Event-ID": str(known)})
    stream = ada.http.send(answer, stream=True)
    from tests.server.people import events_of

    first = next(events_of(stream))
    stream.close()
    assert [entry["seq"] for entry in first["data"]["entries"]] == list(range(known + 1, known + 13))
    assert first["data"]["table"]["seq"] == known + 12


def test_who_missed_more_than_is_told_at_once_hears_of_the_gap(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MAX_MISSED_ENTRIES", 5)
    ada, grace = sit_down(server, "ra", "Ada Grace")
    known = ada.get()["seq"]
    play_on([ada, grace], random.Random(3), moves=6)
    with ada.stream(after=known) as events, grace.stream(after=known + 1) as others, grace.stream() as new:
        first = next(events)["data"]
        assert ([entry["seq"] for entry in first["entries"]], first["gap"]) == ([*range(known + 2, known + 7)], True)
        assert not next(others)["data"]["gap"], "five are told"
        assert not next(new)["data"]["gap"], "a newcomer missed nothing"
        play_on([ada, grace], random.Random(4), moves=1)
        assert not next(events)["data"]["gap"]
    assert ada.get("updates", after=known)["gap"]
    assert not ada.get("updates", after=known + 2)["gap"]


def test_who_is_too_slow_hears_of_the_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the moments that nobody takes only the latest are kept."""
    monkeypatch.setattr(rooms, "MAX_PENDING_CHANGES", 7)

    async def ready(_: str) -> None: ...

    async def may_go_on() -> bool:
        return True

    async def go() -> list[JSON]:
        async with store_in(f"sqlite:///{tmp_path}/tables.sqlite3") as store:
            table = await open_table(store)
            room = rooms.Room(table)
            everybody = streams.Streams(rooms.Rooms(store, ready, lambda _: None))
            events = await everybody.follow(room, None, None, None, may_go_on)
            told = [await anext(events)]
            for moves in (7, 8):
                for _ in range(moves):
                    change = next_move(room.table)
                    room.advance(change.entries, change.tables)
                told.append(await anext(events))
            return [json.loads(event.partition(b"data: ")[2]) for event in told]

    first, second, third = asyncio.run(go())
    assert [len(one["entries"]) for one in (first, second, third)] == [0, 7, 7]
    assert [one["gap"] for one in (first, second, third)] == [False, False, True]


def test_polling_tells_the_same(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "greedy", "greedy")
        over = wait_for(ada, "over")
        update = ada.get("updates", after=over["seq"] - 5)
        assert len(update["entries"]) == 5
        assert update["entries"] == ada.get("log", after=over["seq"] - 5)["entries"]
        nothing = ada.get("updates", after=over["seq"], wait=0.2)
        assert nothing["entries"] == []


def test_who_loses_his_seat_is_told_so_and_hears_no_more(server: str) -> None:
    ada, grace = sit_down(server, "respublica", "Ada Grace Hedy")[:2]
    with grace.stream(seat=1) as events:
        assert "hand" in next(events)["data"]["table"]["position"]["seats"][1]
        ada.post("remove", seat=1)
        assert [event["event"] for event in events] == ["gone"]
    grace.get("events", status=403, seat=1)
    assert "hand" not in grace.get()["position"]["seats"][1]


def test_around_one_screen_the_view_follows_the_turn(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "me", "me")
        with ada.stream() as events:
            next(events)
            for _ in range(6):
                ada.move(ada.get()["position"]["legal"][0])
                table = next(events)["data"]["table"]
                assert table["you"]["seat"] == table["to_act"]
