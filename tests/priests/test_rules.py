"""Priests of Ra: worked examples first, then every rule that is not Ra's."""

from __future__ import annotations

from typing import Any

import pytest

import heliopolis as hp
from tests.ra.table import SUNS, end_epoch, play, scoring, tiles_of

PRIESTS = hp.game("priests")
KIND = {face: kind for kind in PRIESTS.notation.OUTCOMES for face in kind.split("|")}


def table(
    players: int = 4, tiles: dict[int, dict[str, int]] | None = None, fame: dict[int, int] | None = None, **changes: Any
) -> dict[str, Any]:
    """A start position as JSON with seat 0 on turn and the groups of suns in order."""
    data = PRIESTS.start(players=players, seed=0).to_json() | {"turn": 0, "to_act": 0}
    for seat, display in enumerate(data["seats"]):
        display["suns"] = {"up": SUNS[players][seat], "down": []}
        display["tiles"] = (tiles or {}).get(seat, {})
        display["fame"] = (fame or {}).get(seat, 10)
        for face, number in display["tiles"].items():
            data["pile"][KIND[face]] -= number
    for face in changes.get("row", []):
        data["pile"][KIND[face]] -= 1
    data["pile"]["ra"] -= changes.get("ra_track", 0)
    return data | changes


def position(**changes: Any) -> hp.Position:
    return PRIESTS.from_json(table(**changes))


def ended(epoch: int = 1, **tiles_of_seat_0: int) -> hp.Position:
    return end_epoch(position(epoch=epoch, ra_track=8, tiles={0: tiles_of_seat_0}))


# ---- worked examples -----------------------------------------------------------------------------------------------


def test_warriors_3_3_1_0() -> None:
    p = end_epoch(position(ra_track=8, tiles={0: {"warrior": 3}, 1: {"warrior": 3}, 2: {"warrior": 1}}))
    assert scoring(p, "people") == [5, 5, 0, 0]


def test_farmers_1_1_0_0() -> None:
    p = end_epoch(position(ra_track=8, tiles={0: {"farmer": 1}, 1: {"farmer": 1}}))
    assert scoring(p, "people") == [0, 0, 0, 0]


def test_granary_5_fortress_2_market_2() -> None:
    assert scoring(ended(granary=5, fortress=2, market=2), "building")[0] == 13


def test_4_priests_and_3_plagues() -> None:
    p = ended(priest=4, plague=3)
    assert (scoring(p, "priest")[0], scoring(p, "plague")[0]) == (8, -3)
    assert tiles_of(p, 0) == {"plague": 2}


def test_9_pyramid_tiles_with_4_red_and_3_green() -> None:
    p = ended(epoch=3, pyramid=2, red=4, green=3)
    assert (scoring(p, "pyramid")[0], scoring(p, "chamber")[0]) == (10, 15)


def test_three_kinds_of_people_bring_one_ankh() -> None:
    assert ended(farmer=1, warrior=2, scribe=1).to_json()["seats"][0]["ankhs"] == 1


def test_two_priests_in_the_row_are_at_most_two_flips() -> None:
    p = position(row=["priest", "farmer", "priest"], tiles={0: {"red": 2, "priest": 3}})
    play(p, "invoke", "pass", "pass", "pass", "bid 2")
    assert (p.to_json()["phase"], p.to_json()["flips"]) == ("flip", 2)
    assert p.legal() == ["end", "flip farmer", "flip red"]
    play(p, "flip red")
    assert p.to_json()["flips"] == 1
    play(p, "flip blue")
    assert p.to_act == 1
    assert tiles_of(p, 0) == {"farmer": 1, "red": 2, "priest": 5}


def test_fame_2_net_minus_6_is_0() -> None:
    p = end_epoch(position(ra_track=8, fame={0: 2}, tiles={0: {"plague": 3}}))
    assert sum(p.to_json()["scoring"][0].values()) == -6
    assert p.scores()[0] == 0


# ---- tiles and turns -----------------------------------------------------------------------------------------------


def test_174_tiles() -> None:
    pile = PRIESTS.start(players=3, seed=1).to_json()["pile"]
    assert pile == {
        "ra": 30,
        "farmer|warrior": 30,
        "trader|scribe": 30,
        "granary|fortress": 15,
        "market|library": 15,
        "red|blue": 7,
        "green|yellow": 7,
        "pyramid": 15,
        "priest": 15,
        "plague": 10,
    }


def test_draw_or_invoke() -> None:
    assert position().legal() == ["draw", "invoke"]
    assert position(row=["plague"] * 8).legal() == ["invoke"]


def test_the_drawer_chooses_the_face_that_shows() -> None:
    p = play(PRIESTS.start(players=3, seed=1, dealer=None), "draw")
    first = p.to_json()["turn"]
    play(p, "market|library")
    state = p.to_json()
    assert (state["phase"], state["drawn"], p.to_act, state["row"]) == ("place", "market|library", first, [])
    assert p.legal() == ["place market", "place library"]
    play(p, "place library")
    assert (p.to_json()["row"], p.to_json()["drawn"], p.to_act) == (["library"], None, (first + 1) % 3)
    assert p.record.moves == ("draw market|library", "place library")


@pytest.mark.parametrize("face", ["pyramid", "priest", "plague"])
def test_tiles_of_one_face_are_placed_by_themselves(face: str) -> None:
    p = play(position(), "draw", face)
    assert (p.to_json()["row"], p.to_act) == ([face], 1)


def test_tiles_are_taken_as_they_lie() -> None:
    p = play(position(row=["warrior", "blue", "plague"]), "invoke", "pass", "pass", "pass", "bid 2")
    assert tiles_of(p, 0) == {"warrior": 1, "blue": 1, "plague": 1}
    assert p.to_act == 1


def test_a_full_row_that_nobody_wants_leaves_the_game() -> None:
    p = play(position(row=["plague"] * 8), "invoke", "pass", "pass", "pass", "pass")
    assert (p.to_json()["row"], p.to_json()["centre"], p.to_json()["pile"]["plague"]) == ([], 1, 2)


def test_no_flips_without_a_two_faced_tile() -> None:
    p = play(position(row=["priest", "pyramid"]), "invoke", "pass", "pass", "pass", "bid 2")
    assert (p.to_act, p.to_json()["flips"]) == (1, 0)


def test_owned_priests_give_no_flips() -> None:
    p = position(row=["farmer"], tiles={0: {"priest": 2, "farmer": 1}})
    assert play(p, "invoke", "pass", "pass", "pass", "bid 2").to_act == 1


def test_flips_may_be_given_up() -> None:
    p = position(row=["priest", "priest", "farmer"])
    play(p, "invoke", "pass", "bid 4", "pass", "pass")
    state = p.to_json()
    assert (p.to_act, state["turn"], state["auction"]["bidder"]) == (2, 0, 2)
    assert play(p, "end").to_act == 1
    assert tiles_of(p, 2) == {"priest": 2, "farmer": 1}


# ---- scoring -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kinds", "ankhs"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2)])
def test_ankhs_by_kinds_of_people(kinds: int, ankhs: int) -> None:
    people = dict.fromkeys(["farmer", "warrior", "trader", "scribe"][:kinds], 1)
    assert ended(**people).to_json()["seats"][0]["ankhs"] == ankhs


def test_people_of_each_kind_score_alone() -> None:
    assert scoring(ended(farmer=2, warrior=2, trader=3, scribe=2), "people")[0] == 20


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ({"granary": 1}, 0),
        ({"granary": 2}, 2),
        ({"granary": 4}, 4),
        ({"granary": 2, "market": 2}, 4),
        ({"granary": 2, "market": 3, "library": 2}, 11),
        ({"granary": 2, "fortress": 2, "market": 2, "library": 2}, 18),
    ],
)
def test_buildings(tiles: dict[str, int], points: int) -> None:
    p = ended(**tiles)
    assert scoring(p, "building")[0] == points
    assert tiles_of(p, 0) == tiles, "buildings stay and score again"


@pytest.mark.parametrize(
    ("plagues", "points"), [(0, 0), (1, -1), (2, -3), (3, -6), (4, -10), (5, -15), (6, -20), (8, -20)]
)
def test_plagues_stay_and_score_again(plagues: int, points: int) -> None:
    p = ended(plague=plagues)
    assert scoring(p, "plague")[0] == points
    assert tiles_of(p, 0).get("plague", 0) == plagues


def test_two_priests_return_no_plague_and_six_only_one() -> None:
    assert tiles_of(ended(priest=2, plague=1), 0) == {"plague": 1}
    assert tiles_of(ended(priest=6, plague=3), 0) == {"plague": 2}
    assert tiles_of(ended(priest=3), 0) == {}


@pytest.mark.parametrize(("size", "points"), [(2, 0), (3, 5), (5, 5), (6, 10), (9, 10), (10, 20), (13, 20)])
def test_pyramid_in_epoch_3(size: int, points: int) -> None:
    assert scoring(ended(epoch=3, pyramid=size), "pyramid")[0] == points
    assert scoring(ended(epoch=2, pyramid=size), "pyramid")[0] == 0


@pytest.mark.parametrize(("number", "points"), [(2, 0), (3, 5), (4, 10), (7, 10)])
def test_chambers_of_a_colour_in_epoch_3(number: int, points: int) -> None:
    assert scoring(ended(epoch=3, yellow=number), "chamber")[0] == points
    assert scoring(ended(epoch=1, yellow=number), "chamber")[0] == 0


@pytest.mark.parametrize(("ankhs", "points"), [(0, 0), (1, 0), (2, 5), (3, 10), (4, 20)])
def test_ankhs_in_epoch_3(ankhs: int, points: int) -> None:
    data = table(epoch=3, ra_track=8)
    data["seats"][1]["ankhs"] = ankhs
    assert scoring(end_epoch(PRIESTS.from_json(data)), "ankh")[1] == points


def test_ankhs_of_epoch_3_count() -> None:
    data = table(epoch=3, ra_track=8, tiles={1: {"farmer": 1, "warrior": 1, "trader": 1, "scribe": 1}})
    data["seats"][1]["ankhs"] = 4
    p = end_epoch(PRIESTS.from_json(data))
    assert p.to_json()["seats"][1]["ankhs"] == 6, "ankhs are not capped"
    assert scoring(ended(epoch=3, farmer=1, warrior=1, trader=1, scribe=1), "ankh")[0] == 5


def test_suns_score_as_in_ra() -> None:
    assert scoring(ended(epoch=3), "sun") == [-5, 0, 0, 5]


@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_people_and_priests_leave_and_the_rest_stays(epoch: int) -> None:
    p = ended(epoch=epoch, farmer=2, priest=1, granary=1, red=1, pyramid=2, plague=1)
    assert tiles_of(p, 0) == {"granary": 1, "red": 1, "pyramid": 2, "plague": 1}


# ---- positions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"phase": "place"}, "A tile is drawn in phase place"),
        ({"drawn": "red|blue"}, "8 tiles of red"),
        ({"drawn": "pyramid", "phase": "place"}, "drawn must be one of"),
        ({"flips": 1}, "Flips are left in phase flip"),
        ({"phase": "flip"}, "Flips are left in phase flip"),
        ({"phase": "flip", "flips": 1}, "auction is missing in phase flip"),
        ({"row": ["farmer|warrior"]}, "row\\[0\\] must be one of"),
        ({"pile": {"ra": 30, "farmer": 3}}, "a kind in pile must be one of"),
    ],
)
def test_invalid_positions(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(hp.InvalidPosition, match=says):
        PRIESTS.from_json(table() | changes)


def test_faces_of_one_tile_are_counted_together() -> None:
    with pytest.raises(hp.InvalidPosition, match="8 tiles of red"):
        PRIESTS.from_json(table() | {"pile": {"ra": 30}, "row": ["red", "blue"] * 4})
