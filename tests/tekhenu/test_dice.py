"""Which die an automa takes, and the rotation of the light."""

from __future__ import annotations

from typing import Any

import pytest

from heliopolis.core.errors import IllegalMove, UnknownName
from heliopolis.games import tekhenu
from heliopolis.games.tekhenu.obelisk import shaded_sections
from tests.tekhenu.boards import keys, make_board

# With Horus first: Horus and Ra are sunny, Hathor shaded, Bastet and Thoth dark, Osiris shaded.
RESOURCES = "granite-limestone-bread-papyrus"


def taken(tile: str, obelisk: str = "horus", **dice: Any) -> tuple[Any, ...] | None:
    changes = {f"dice__{section}": rolled for section, rolled in dice.items()}
    board = make_board(**changes, automas__a1__obelisk=obelisk)
    choice = tekhenu.choose_die(board, "a1", tile).choice
    return None if choice is None else (choice["section"], choice["colour"], choice["value"])


def test_god_tile_takes_the_highest_valid_die() -> None:
    assert taken("horus", horus=[["black", 6], ["white", 2], ["grey", 4]]) == ("horus", "grey", 4)


def test_god_tile_prefers_pure() -> None:
    assert taken("horus", horus=[["grey", 4], ["white", 4], ["yellow", 4]]) == ("horus", "white", 4)


def test_god_tile_goes_counter_clockwise() -> None:
    assert taken("horus", horus=[["black", 6]], osiris=[["grey", 1]], ra=[["grey", 6]]) == ("osiris", "grey", 1)
    assert taken("ra", thoth=[["black", 1]], bastet=[["black", 6]]) == ("thoth", "black", 1)


def test_god_tile_never_reaches_the_seth_board() -> None:
    assert taken("horus", seth=[["grey", 6]]) is None


def test_resource_tile_takes_the_first_colour_there_is() -> None:
    assert taken(RESOURCES, thoth=[["black", 2]], ra=[["white", 6]]) == ("thoth", "black", 2)
    assert taken(RESOURCES, horus=[["black", 6]], ra=[["white", 1]]) == ("ra", "white", 1)
    assert taken(RESOURCES, osiris=[["brown", 1]], ra=[["yellow", 6]]) == ("osiris", "brown", 1)
    assert taken(RESOURCES, ra=[["yellow", 6]]) == ("ra", "yellow", 6)


def test_resource_tile_prefers_pure() -> None:
    assert taken(RESOURCES, hathor=[["black", 5]], bastet=[["black", 5]]) == ("bastet", "black", 5)


def test_resource_tile_without_its_colours_takes_any() -> None:
    assert taken(RESOURCES, thoth=[["grey", 2], ["white", 6]], osiris=[["green", 3]]) == ("osiris", "green", 3)


@pytest.mark.parametrize(
    ("tile", "colours"),
    [
        ("granite-limestone-bread-papyrus", ["black", "white", "brown", "yellow"]),
        ("papyrus-bread-limestone-granite", ["yellow", "brown", "white", "black"]),
        ("limestone-granite-papyrus-bread", ["white", "black", "yellow", "brown"]),
        ("bread-papyrus-granite-limestone", ["brown", "yellow", "black", "white"]),
    ],
)
def test_colours_of_resource_tiles(tile: str, colours: list[str]) -> None:
    decision = tekhenu.choose_die(make_board(), "a1", tile)
    asked = [reason.params["colour"] for reason in decision.why if "colour" in reason.params]
    assert asked == colours


def test_soldier_and_priest_take_red_or_blue() -> None:
    assert taken("soldier+priest", ra=[["red", 2]], thoth=[["blue", 3]], horus=[["green", 6]]) == ("thoth", "blue", 3)
    assert taken("soldier+priest", horus=[["grey", 5]], ra=[["green", 5]]) == ("ra", "green", 5)


def test_seth_tile_takes_from_the_seth_board() -> None:
    assert taken("seth", seth=[["grey", 1], ["grey", 3]], ra=[["white", 6]]) == ("seth", "grey", 3)
    assert taken("seth", ra=[["white", 6]], horus=[["yellow", 6]]) == ("ra", "white", 6)


@pytest.mark.parametrize("tile", ["ra", RESOURCES, "soldier+priest", "seth"])
def test_no_valid_die_gives_3_vp(tile: str) -> None:
    board = make_board(dice__ra=[["black", 6]], dice__thoth=[["white", 6]])
    decision = tekhenu.choose_die(board, "a1", tile)
    assert (decision.choice, decision.vp) == (None, 3)
    assert tekhenu.apply(board, "a1", decision) == board.add_vp("a1", 3)


def test_tie_goes_counter_clockwise_from_the_cube() -> None:
    """The cube on the line between Hathor and Bastet: Hathor comes first, then Ra, Horus, Osiris."""
    tied = {"horus": [["grey", 4]], "bastet": [["grey", 4]], "osiris": [["grey", 4]]}
    assert taken("soldier+priest", obelisk="hathor", **tied) == ("horus", "grey", 4)
    assert taken("soldier+priest", obelisk="bastet", **tied) == ("bastet", "grey", 4)
    assert taken("soldier+priest", obelisk="thoth", **tied) == ("bastet", "grey", 4)


def test_cube_stays_when_the_light_turns() -> None:
    board = make_board(automas__a1__obelisk="bastet")
    assert tekhenu.rotate(board).automas == board.automas


@pytest.mark.parametrize(
    ("dice", "best"),
    [
        ([["grey", 5], ["white", 5], ["green", 5]], "white"),
        ([["green", 5], ["grey", 5], ["red", 5]], "green"),
        ([["blue", 5], ["red", 5], ["grey", 5]], "grey"),
        ([["blue", 5], ["red", 5]], "red"),
    ],
)
def test_last_tie_is_broken_by_colour(dice: list[list[Any]], best: str) -> None:
    assert taken("horus", horus=dice) == ("horus", best, 5)


def test_reasons_name_candidates_and_only_what_decided() -> None:
    board = make_board(dice__horus=[["white", 3], ["grey", 3], ["black", 6]])
    decision = tekhenu.choose_die(board, "a1", "horus")
    assert keys(decision) == ["die.section", "die.pure"]
    assert [die["colour"] for die in decision.why[0].params["dice"]] == ["white", "grey"]
    alone = tekhenu.choose_die(make_board(dice__horus=[["white", 3]]), "a1", "ra")
    assert keys(alone) == ["die.no_section", "die.section"]
    walk = make_board(dice__horus=[["white", 3]], dice__ra=[["white", 3], ["grey", 1]])
    assert keys(tekhenu.choose_die(walk, "a1", "seth")) == ["die.no_seth", "die.any", "die.highest", "die.cube"]
    last = make_board(dice__horus=[["red", 3], ["blue", 3]])
    assert keys(tekhenu.choose_die(last, "a1", "soldier+priest")) == ["die.soldier", "die.colour_order"]


def test_apply_takes_the_die_away() -> None:
    board = make_board(dice__horus=[["white", 3], ["white", 3]])
    after = tekhenu.apply(board, "a1", tekhenu.choose_die(board, "a1", "horus"))
    assert after.dice["horus"] == (("white", 3),)
    with pytest.raises(IllegalMove, match="no white 3 at horus"):
        tekhenu.apply(make_board(), "a1", tekhenu.choose_die(board, "a1", "horus"))


def test_rotation_moves_the_light_one_section_clockwise() -> None:
    board = make_board()
    assert shaded_sections(board) == ["hathor", "osiris"]
    board = tekhenu.rotate(board)
    assert board.first_sunny == "ra"
    assert shaded_sections(board) == ["horus", "bastet"]
    for _ in range(5):
        board = tekhenu.rotate(board)
    assert board == make_board()


def test_unknown_words() -> None:
    with pytest.raises(UnknownName, match="anubis"):
        tekhenu.choose_die(make_board(), "a1", "anubis")
    with pytest.raises(UnknownName, match="a2"):
        tekhenu.choose_die(make_board(), "a2", "ra")
    with pytest.raises(IllegalMove, match="Time of Seth"):
        tekhenu.choose_die(make_board(settings__time_of_seth=False), "a1", "seth")
