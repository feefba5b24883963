"""The table: light, status, JSON both ways, and errors that name the field."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from heliopolis import InvalidPosition
from heliopolis.core.errors import UnknownName
from heliopolis.games.tekhenu import Automa, Die, GameSettings, SharedBoard
from tests.tekhenu.boards import blank, make_board, put


def test_what_a_person_writes_comes_back_as_he_wrote_it() -> None:
    data = blank(3)
    data["dice"]["horus"] = [["white", 3], ["grey", 6]]
    data["osiris"]["buildings"][2][1] = "a2"
    data["temple"]["statues"]["8"] = "person"
    data["god_statues"]["ra"] = ["a3"]
    before = copy.deepcopy(data)
    board = SharedBoard.from_json(data)
    assert board.to_json() == before
    assert data == before
    assert SharedBoard.from_json(board.to_json()) == board


def test_own_fields_are_written_when_they_say_something() -> None:
    data = blank(2)
    data |= {"round": 5, "piles": {"a1": ["ra"], "a2": []}, "stack": ["seth"], "discards": ["horus"]}
    data["settings"] |= {"buildings_per_region": 2, "new_dice": 4}
    data["seth"]["regions"] = [["a1", "a1"], [], ["person"], [], [], []]
    assert SharedBoard.from_json(data).to_json() == data


def test_defaults_are_those_of_the_rules() -> None:
    board = SharedBoard.from_json(blank())
    assert board == SharedBoard()
    assert board.settings == GameSettings()
    assert board.automas["a1"] == Automa()


def test_sections_that_are_left_out_are_empty() -> None:
    data = blank()
    data["dice"] = {"ra": [["red", 1]]}
    assert SharedBoard.from_json(data).dice["ra"] == (Die("red", 1),)
    assert SharedBoard.from_json(data).dice["seth"] == ()


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("settings.statues_per_god", 0, "settings.statues_per_god"),
        ("settings.region_vp", [1, 2], "settings.region_vp"),
        ("settings.people_statue_regions.left", [1, 1], "settings.people_statue_regions.left"),
        ("settings.people_statue_regions.left", [7], "settings.people_statue_regions.left"),
        ("settings.own_action_pays", 1, "settings.own_action_pays"),
        ("settings.order_bonus.3", [1], "settings.order_bonus.3"),
        ("settings.colour", 1, "'colour'"),
        ("difficulty", 5, "difficulty"),
        ("difficulty", True, "difficulty"),
        ("first_sunny", "anubis", "first_sunny"),
        ("dice.horus", [["pink", 3]], "dice.horus[0]"),
        ("dice.horus", [["white", 3], ["white", 7]], "dice.horus[1]"),
        ("dice.mars", [], "'mars'"),
        ("horus_order", ["ra"] * 6, "horus_order"),
        ("god_statues.ra", ["person", "a1"], "god_statues.ra"),
        ("god_statues.ra", ["bob"], "god_statues.ra[0]"),
        ("osiris.buildings.2.1", "a4", "osiris.buildings[2][1]"),
        ("osiris.buildings", [], "osiris.buildings"),
        ("osiris.statues", [None], "osiris.statues"),
        ("temple.pillars.4.4", 3, "temple.pillars[4][4]"),
        ("temple.conquest.0.3", 2, "temple.conquest[0][3]"),
        ("temple.buildings", [None] * 9, "temple.buildings"),
        ("temple.statues", {"3": None}, "temple.statues lacks '8'"),
        ("seth.regions.5", "a4", "seth.regions[5]"),
        ("seth.statues.left", "a9", "seth.statues.left"),
        ("conquest_stack", -1, "conquest_stack"),
        ("order", ["a1"], "order"),
        ("order", ["a1", "a1"], "order"),
        ("person.pillars", 9, "person.pillars"),
        ("automas.a1.statues", 7, "automas.a1.statues"),
        ("automas.a1.buildings", 11, "automas.a1.buildings"),
        ("automas.a1.happiness", 6, "automas.a1.happiness"),
        ("automas.a1.population", 22, "automas.a1.population"),
        ("automas.a1.vp", "10", "automas.a1.vp"),
        ("automas.a1.ankhs", 4, "automas.a1.ankhs"),
        ("automas.a1.district", "gold", "automas.a1.district"),
        ("automas.a1.obelisk", "seth", "automas.a1.obelisk"),
        ("automas.a1.line", 11, "automas.a1.line"),
        ("automas.a1.cell", [0, 1], "automas.a1.cell"),
        ("automas.a1.mood", 1, "'mood'"),
        ("automas", {"a2": {}}, "'a1'"),
        ("round", 17, "round"),
        ("piles", {"a1": ["anubis"]}, "piles.a1[0]"),
        ("discards", ["anubis"], "discards[0]"),
        ("discards", ["ra", "ra"], "each tile once"),
    ],
)
def test_bad_field_is_named(path: str, value: Any, named: str) -> None:
    data = blank()
    put(data, path, value)
    with pytest.raises(InvalidPosition) as error:
        SharedBoard.from_json(data)
    assert named in str(error.value)


@pytest.mark.parametrize("field", list(blank()))
def test_missing_field_is_named(field: str) -> None:
    data = blank()
    del data[field]
    with pytest.raises(InvalidPosition, match=f"lacks '{field}'"):
        SharedBoard.from_json(data)


@pytest.mark.parametrize("data", [None, [], "table", 3])
def test_something_else_is_no_table(data: Any) -> None:
    with pytest.raises(InvalidPosition, match="the table must be an object"):
        SharedBoard.from_json(data)


@pytest.mark.parametrize(
    ("path", "value"),
    [("dice.ra", [["red", 1]]), ("dice.seth", [["grey", 1]]), ("god_statues.seth", ["a1"]), ("seth.regions.0", "a1"),
     ("seth.statues.left", "a1"), ("stack", ["seth"])],
)  # fmt: skip
def test_without_time_of_seth_nothing_of_seth_is_on_the_table(path: str, value: Any) -> None:
    data = blank()
    data["settings"]["time_of_seth"] = False
    assert SharedBoard.from_json(data).to_json() == data
    put(data, path, value)
    with pytest.raises(InvalidPosition):
        SharedBoard.from_json(data)


def test_three_automas_need_the_second() -> None:
    data = blank(3)
    del data["automas"]["a2"]
    with pytest.raises(InvalidPosition, match="lacks 'a2'"):
        SharedBoard.from_json(data)


def test_light_goes_round() -> None:
    lights = ["sunny", "sunny", "shaded", "dark", "dark", "shaded"]
    assert [make_board().light(section) for section in make_board().dice if section != "seth"] == lights
    assert make_board(first_sunny="osiris").light("horus") == "sunny"
    assert make_board(first_sunny="osiris").light("ra") == "shaded"


@pytest.mark.parametrize(
    ("colour", "sunny", "shaded", "dark"),
    [
        ("white", "pure", "tainted", "forbidden"),
        ("yellow", "tainted", "pure", "forbidden"),
        ("brown", "forbidden", "pure", "tainted"),
        ("black", "forbidden", "tainted", "pure"),
        ("grey", "tainted", "tainted", "tainted"),
        ("red", "tainted", "tainted", "tainted"),
        ("blue", "tainted", "tainted", "tainted"),
        ("green", "pure", "pure", "pure"),
    ],
)
def test_status_by_light(colour: str, sunny: str, shaded: str, dark: str) -> None:
    board = make_board()
    assert [board.status(section, colour) for section in ("horus", "hathor", "thoth")] == [sunny, shaded, dark]
    assert board.status("seth", colour) == "tainted"


def test_unknown_automa() -> None:
    with pytest.raises(UnknownName, match="a2"):
        make_board().automa("a2")


def test_more_fields_may_stand_beside_and_come_back() -> None:
    data = blank() | {"round": 1, "piles": {}, "log": ["a1 took a die"]}
    assert SharedBoard.from_json(data).to_json() == data
    assert SharedBoard.from_json(data) == SharedBoard.from_json(blank())


def test_settings_that_are_left_out_have_their_defaults() -> None:
    data = blank() | {"settings": {"own_action_pays": False}}
    settings = SharedBoard.from_json(data).settings
    assert (settings.own_action_pays, settings.region_vp) == (False, (2, 2, 3, 3, 4, 5))


def test_pieces_of_players_who_are_not_at_the_table_are_pieces() -> None:
    data = blank()
    data["osiris"]["buildings"][2][1] = "a3"
    assert SharedBoard.from_json(data).to_json() == data
