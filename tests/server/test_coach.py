"""The coach: alone with bots always, with other people only if all agree, and everybody can see that it is on."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliopolis.server.runtime import hints
from tests.server.people import JSON, Person, sit_down
from tests.server.running import InThread


def about_the_coach(person: Person) -> list[tuple[int, bool, bool]]:
    """Return who agreed or withdrew, and whether the coach was on after it, as the log has it."""
    entries = person.get("log", limit=500)["entries"]
    return [(entry["seat"], entry["agrees"], entry["on"]) for entry in entries if entry["kind"] == "coach"]


def to_act(people: list[Person]) -> Person:
    return people[people[0].get()["to_act"]]


def test_it_is_off_until_somebody_switches_it_on(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "me", "random")
        assert (ada.get()["coach"], ada.get()["hints"]) == (False, True), "a hint is always possible against bots"
        assert ada.post("coach", agrees=True)["table"]["coach"]
        assert about_the_coach(ada) == [(0, True, True)]
        assert not ada.post("coach", agrees=False)["table"]["coach"]
        assert ada.get()["hints"]


def test_all_people_must_agree_and_each_can_withdraw(server: str) -> None:
    people = sit_down(server, "ra", "Ada Grace Hedy")
    ada, grace, hedy = people
    for person in (ada, grace):
        shown = person.post("coach", agrees=True)["table"]
        assert (shown["coach"], shown["hints"]) == (False, False)
        assert to_act(people).get("hint", status=403)["key"] == "hint.forbidden"
    assert [seat["coach"] for seat in hedy.get()["seats"]] == [True, True, None], "everybody sees who wants it"
    hedy.post("coach", agrees=True)
    assert all(person.get()["coach"] and person.get()["hints"] for person in people)
    assert to_act(people).get("hint")["hints"]
    grace.post("coach", agrees=False)
    assert not any(person.get()["coach"] or person.get()["hints"] for person in people)
    assert to_act(people).get("hint", status=403)["key"] == "hint.forbidden"
    assert about_the_coach(ada) == [(0, True, False), (1, True, False), (2, True, True), (1, False, False)]


def test_spectators_see_that_it_is_on_and_get_no_advice(server: str) -> None:
    with Person(server) as ada, Person(server, "Grace") as grace:
        ada.open("ra", "me", "random", hints=True)
        grace.table = ada.table
        assert ada.get()["coach"], "it was asked for with the table"
        assert (grace.get()["coach"], grace.get()["hints"]) == (True, False)
        assert grace.get("hint", status=403)["key"] == "seat.foreign"
        assert grace.post("coach", 403, agrees=False)["key"] == "seat.foreign"


def test_who_sits_down_has_not_agreed_and_who_leaves_is_not_asked(server: str) -> None:
    with Person(server) as ada, Person(server, "Grace") as grace:
        table = ada.open("ra", "me", "open", hints=True)
        assert table["coach"]
        grace.join(table, 1)
        assert (ada.get()["coach"], ada.get()["hints"], grace.get()["hints"]) == (False, False, False)
        grace.post("leave", seat=1)
        assert (ada.get()["coach"], ada.get()["hints"]) == (True, True)


def test_a_person_agrees_for_all_their_seats(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "me", "me", "random")
        assert ada.post("coach", agrees=True, seat=1)["table"]["coach"]
        assert [seat["coach"] for seat in ada.get()["seats"]] == [True, True, None]


def test_what_is_so_already_changes_nothing(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "me", "me")
        seqs = [ada.post("coach", agrees=True)["table"]["seq"] for _ in range(3)]
        assert len(set(seqs)) == 1


def test_there_is_no_coach_without_bots_and_after_the_end(server: str) -> None:
    with Person(server) as ada:
        ada.open("tekhenu", "me", hints=True)
        assert not ada.get()["coach"]
        assert ada.post("coach", 409, agrees=True)["key"] == "game.other"


def test_agreement_survives_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    first = InThread(url)
    people = sit_down(first.url, "ra", "Ada Grace", hints=True)
    people[1].post("coach", agrees=True)
    first.close()
    second = InThread(url)
    try:
        for person in people:
            again = Person(second.url, person.name)
            again.http.headers["Cookie"] = f"heliopolis={person.http.cookies['heliopolis']}"
            again.table = person.table
            assert again.get()["coach"]
            assert again.get()["hints"]
    finally:
        second.close()


def test_a_rematch_begins_without_it(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "me", "random", hints=True)
        ada.post("away", seat=0, bot="random")
        with ada.stream() as events:
            for event in events:
                if event["data"]["table"]["status"] == "over":
                    break
        ada.table = ada.post("rematch")["table"]["rematch"]
        assert not ada.get()["coach"]


# ---- advice ----------------------------------------------------------------------------------------------------------


def check_advice(person: Person, advice: JSON) -> None:
    moves = [hint["move"] for hint in advice["hints"]]
    assert advice["best"] == moves[0]
    assert len(set(moves)) == len(moves) > 1
    assert all(person.http.post(person.path("check"), json={"move": move}).json()["legal"] for move in moves)
    for hint in advice["hints"]:
        assert sum(hint["win"]) == pytest.approx(1)


@pytest.mark.parametrize("game", ["ra", "priests", "respublica"])
def test_advice_has_every_seats_chance_for_every_option_best_first(server: str, game: str) -> None:
    with Person(server) as ada:
        ada.open(game, "me", "me", "me")
        check_advice(ada, ada.get("hint"))


def test_a_decision_is_judged_once(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Person(server) as ada:
        ada.open("ra", "me", "me")
        first = ada.get("hint")
        monkeypatch.setattr(hints, "MAX_HINTS", 0)  # nothing more is thought about
        ada.post("chat", text="hello")
        again = ada.get("hint")
        assert {**again, "seq": 0} == {**first, "seq": 0}
        ada.move("draw")
        assert ada.get("hint", status=503)["key"] == "server.busy"


def test_nobody_gets_the_advice_on_somebody_elses_decision(server: str) -> None:
    people = sit_down(server, "respublica", "Ada Grace Hedy")
    for person in people:
        person.post("coach", agrees=True)
    acting = people[0].get()["to_act"]
    people[acting].get("hint")
    other = people[acting - 1]
    assert other.get("hint", status=409)["key"] == "turn.other"
    assert other.get("hint", status=403, seat=acting)["key"] == "seat.foreign"
