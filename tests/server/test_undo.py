"""Never across chance, hidden information or another person's decision; against bots at a price."""

from __future__ import annotations

import pytest

from tests.server.people import JSON, Person, sit_down
from tests.server.running import wait_until


def to_move(people: list[Person]) -> Person:
    return people[people[0].get()["to_act"]]


def test_a_decision_without_consequences_can_be_taken_back(server: str) -> None:
    people = sit_down(server, "ra", "Ada Grace")
    mover = to_move(people)
    before = mover.get()
    mover.move("invoke")
    assert mover.get()["undo"] == {"to": 1, "practice": False}
    after = mover.post("undo", expected_seq=mover.get()["seq"])["table"]
    assert after["position"] == before["position"]
    assert not after["practice"]
    assert [entry["kind"] for entry in mover.get("log", after=3)["entries"]] == ["move", "undo"]
    mover.move("invoke")


def test_never_across_another_persons_decision(server: str) -> None:
    people = sit_down(server, "ra", "Ada Grace")
    first = to_move(people)
    first.move("invoke")
    second = to_move(people)
    assert second is not first
    assert second.post("undo", 409, expected_seq=second.get()["seq"])["key"] == "undo.nothing"
    second.move("pass")
    seq = first.get()["seq"]
    assert first.post("undo", 409, expected_seq=seq)["key"] == "undo.person"
    assert first.get()["undo"] is None
    assert second.get()["undo"] is not None


def test_never_across_chance_where_people_play(server: str) -> None:
    people = sit_down(server, "ra", "Ada Grace")
    mover = to_move(people)
    mover.move("draw")
    assert mover.post("undo", 409, expected_seq=mover.get()["seq"], practice=True)["key"] == "undo.chance"


def test_never_across_what_was_hidden(server: str) -> None:
    people = sit_down(server, "respublica", "Ada Grace Hedy")
    mover = to_move(people)
    offer = next(move for move in mover.get()["position"]["legal"] if move.startswith("offer"))
    mover.move(offer)  # an offer reveals what the hand has, which cannot be taken back
    assert mover.post("undo", 409, expected_seq=mover.get()["seq"])["key"] == "undo.chance"


def test_against_bots_alone_it_makes_the_table_a_practice_one(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "me", "random", seed="seven")  # it decides the bot's luck too
        wait_until(lambda: ada.get()["to_act"] == 0)
        before = ada.get()
        assert "practice" not in ada.get("record")
        assert [one["practice"] for one in ada.get("/api/tables")["tables"]] == [False]
        assert "draw" in before["position"]["legal"]
        ada.move("draw")
        wait_until(lambda: ada.get()["to_act"] in (0, None))
        table = ada.get()
        assert table["undo"]["practice"]
        assert ada.post("undo", 409, expected_seq=table["seq"])["key"] == "undo.practice"
        after = ada.post("undo", expected_seq=table["seq"], practice=True)["table"]
        assert after["practice"]
        assert after["position"] == before["position"]
        assert ada.get("record")["practice"]
        assert "Practice: true\n" in ada.http.get(ada.path("record"), params={"form": "text"}).text
        assert [one["practice"] for one in ada.get("/api/tables")["tables"]] == [True]
        entries = ada.get("log", after=before["seq"])["entries"]
        ada.move("draw")
        again = ada.get("log", after=after["seq"])["entries"]
        assert again[0]["outcomes"] == entries[0]["outcomes"], "the same luck comes again"


def test_undo_of_a_long_game_does_not_replay_it(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from heliopolis.server.domain.dealt_match import DealtMatch
    from heliopolis.server.storage.store import SNAPSHOT_EVERY

    with Person(server) as ada:
        ada.open("ra", "me", "me", seed="a long one")
        for _ in range(3 * SNAPSHOT_EVERY):
            ada.move(ada.get()["position"]["legal"][0])
        applied: list[JSON] = []
        apply = DealtMatch.apply

        def counted(self: DealtMatch, entry: JSON) -> DealtMatch:
            applied.append(entry)
            return apply(self, entry)

        monkeypatch.setattr(DealtMatch, "apply", counted)
        ada.post("undo", expected_seq=ada.get()["seq"], practice=True)
        assert len(applied) <= SNAPSHOT_EVERY
