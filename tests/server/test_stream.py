"""News as it comes, for everybody what he may know."""

from __future__ import annotations

import random

from tests.server.people import Person, play_on, sit_down, wait_for


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
