"""Pictures of a table: of what a seat may know, and nothing more."""

from __future__ import annotations

import pytest

import heliopolis as hp
from tests.server.people import Person, sit_down


def picture(person: Person, query: str = "", status: int = 200) -> str:
    """Return the picture of the newest moment."""
    answer = person.http.get(person.path(f"picture{query}"))
    assert answer.status_code == status, answer.text
    return answer.text


def test_a_picture_is_an_svg(server: str) -> None:
    ada, _ = sit_down(server, "ra", "Ada Grace")
    answer = ada.http.get(ada.path("picture"))
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg ")


def test_every_seat_and_a_spectator_see_what_they_may_know(server: str) -> None:
    people = sit_down(server, "respublica", "Ada Grace Hedy")
    watcher = Person(server)
    watcher.table = people[0].table
    pictures = [picture(person) for person in [*people, watcher]]
    assert len(set(pictures)) == 4  # three hands, and none


def test_nobody_sees_the_picture_of_another_seat(server: str) -> None:
    ada, grace, _ = sit_down(server, "respublica", "Ada Grace Hedy")
    assert "seat.foreign" in picture(grace, "?seat=0", status=403)
    assert picture(ada, "?seat=0") == picture(ada)


def test_an_earlier_moment_has_its_own_picture(server: str) -> None:
    people = sit_down(server, "ra", "Ada Grace")
    before = people[0].get()
    people[before["to_act"]].post("moves", move="draw", expected_seq=before["seq"])
    earlier = people[0].http.get(people[0].path(f"picture?seq={before['seq']}")).text
    assert earlier.startswith("<svg ")
    assert earlier != picture(people[0])


def test_a_moment_that_has_not_come_has_no_picture(server: str) -> None:
    ada, _ = sit_down(server, "ra", "Ada Grace")
    assert ada.get("picture", status=404, seq=999)["key"] == "moment.unknown"


def test_a_game_without_a_drawing_has_no_picture(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _ = sit_down(server, "ra", "Ada Grace")

    def no_drawing(game: hp.Game) -> None:
        raise hp.HeliopolisError(f"{game.title} has no pictures.")

    monkeypatch.setattr(hp.Game, "drawing", property(no_drawing))
    assert "picture.none" in picture(ada, status=404)
