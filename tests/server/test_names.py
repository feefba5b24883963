"""Names that can be seen and told apart, and who sits at several seats."""

from __future__ import annotations

import random

import pytest

from heliopolis.server.domain.names import clean_name, is_taken, number_name
from heliopolis.server.domain.problems import Problem
from tests.server.people import Person, play_on, sit_down


@pytest.mark.parametrize(
    "name", ["\u3164", "\u115f\u1160", "\u2800\u2800", "\u0301\u0302", "\u202e\u200b", "\ufe0f", "\u00ad", " \uffa0 "]
)
def test_names_that_cannot_be_seen_are_refused(name: str) -> None:
    with pytest.raises(Problem, match=r"setup\.name"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Ada", "李", "José", "☀", "Ζωή", "Анна", "נועה", "a\u0301", "O’Neill"])
def test_names_of_all_scripts_are_accepted(name: str) -> None:
    assert is_taken(clean_name(name), [name])


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "ada"),
        ("Ada", "Аda"),
        ("Ada", "Ａｄａ"),
        ("Ivan", "lvan"),
        ("IVAN", "ivan"),
        ("Ada", "A d a"),
        ("Bob", "B0b"),
    ],
)
def test_names_that_look_the_same(name: str, other: str) -> None:
    assert is_taken(name, [None, other])


@pytest.mark.parametrize(("name", "other"), [("Neil", "Nell"), ("Zoë", "Zoe"), ("Ada", "Ida"), ("Ada 1", "Ada 2")])
def test_names_that_can_be_told_apart(name: str, other: str) -> None:
    assert not is_taken(name, [other])


def test_numbered_names_stay_short() -> None:
    long = "A" * 24
    assert number_name("Ada", ["Ada", "ada 2"]) == "Ada 3"
    assert number_name(long, [long]) == "A" * 22 + " 2"


def test_two_people_at_a_table_have_different_names(server: str) -> None:
    with Person(server) as ada, Person(server) as other:
        ada.http.put("/api/me", json={"name": "Ada"})
        made = ada.open("ra", "me", "open", "open")
        secret = made["links"]["1"].partition("#")[2]
        other.table = ada.table
        taken = other.post("join", 409, secret=secret, name="АDA")
        assert (taken["key"], taken["params"]) == ("name.taken", {"name": "АDA"})
        assert other.post("join", secret=secret, name="Grace")["table"]["seats"][1]["name"] == "Grace"
        ada.table = made["id"]
        second = ada.post("join", secret=made["links"]["2"].partition("#")[2])["table"]
        assert [seat["name"] for seat in second["seats"]] == ["Ada", "Grace", "Ada 2"]


def test_everybody_sees_which_seats_are_one_person(server: str) -> None:
    with Person(server) as ada, Person(server, "Grace") as grace, Person(server) as stranger:
        wanted = [{"kind": "me", "name": "Anna"}, {"kind": "open"}, {"kind": "me", "name": "Carla"}]
        made = ada.post("/api/tables", 201, game="respublica", seats=wanted)
        ada.table = stranger.table = made["id"]
        grace.join(made, 1)
        for viewer in (ada, grace, stranger):
            assert [seat["same_as"] for seat in viewer.get()["seats"]] == [None, None, 0]
        ada.post("away", seat=2)
        assert grace.get()["seats"][2]["same_as"] == 0


def test_a_person_at_several_seats_names_the_hand_that_they_look_at(server: str) -> None:
    """Whoever is in front of the screen may be the other one."""
    with Person(server) as ada, Person(server, "Grace") as grace:
        made = ada.open("respublica", "me", "open", "me")
        grace.join(made, 1)
        for path in ("", "updates?after=0", "log", f"moments/{ada.get()['seq']}"):
            assert '"hand"' not in ada.http.get(ada.path(path)).text
        with ada.stream() as events:
            assert '"hand"' not in str(next(events)["data"])
        seen = ada.get()
        assert (seen["you"]["seat"], seen["status"]) == (None, "running")
        for seat in (0, 2):
            seats = ada.get(seat=seat)["position"]["seats"]
            assert [number for number, place in enumerate(seats) if "hand" in place] == [seat]
        assert grace.get()["you"]["seat"] == 1, "with one seat nothing has to be said"
        ada.open("ra", "me", "me")
        assert ada.get()["you"]["seat"] == ada.get()["to_act"], "where nothing is hidden, the view follows the turn"


def test_the_rematch_keeps_its_host(server: str) -> None:
    ada, grace = sit_down(server, "ra", "Ada Grace")
    play_on([ada, grace], random.Random(4))
    again = grace.post("rematch")["table"]["rematch"]
    for person in (ada, grace):
        person.table = again
    assert ada.get()["you"]["host"]
    assert not grace.get()["you"]["host"]


def test_a_host_without_a_seat_is_not_the_host_of_the_rematch(server: str) -> None:
    with Person(server) as ada, Person(server, "Grace") as grace:
        grace.join(ada.open("ra", "open", "greedy"), 0)
        play_on([grace], random.Random(4))
        grace.table = grace.post("rematch")["table"]["rematch"]
        assert grace.get()["you"]["host"]
