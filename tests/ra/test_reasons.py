"""Ra: why a move is better than another, in worked positions."""

from __future__ import annotations

from typing import Any

import heliopolis as hp
from heliopolis.games.ra.reasons import reasons
from heliopolis.text.narration import Narrator
from tests.ra.table import play, position

NAMES = ["Tiye", "Kenna", "Nefru", "Senbi"]


def why(p: hp.Position, best: str, other: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the reasons of the seat to act: the last part of each key, and the parameters without the seat."""
    assert isinstance(p.to_act, int)
    found = reasons(p, p.to_act, best, other)
    assert all(message["params"]["seat"] == p.to_act for message in found)
    return [
        (
            message["key"].removeprefix("sun.reason."),
            {name: value for name, value in message["params"].items() if name != "seat"},
        )
        for message in found
    ]


def fertile_auction() -> hp.Position:
    """Return an auction in which Kenna leads with 7, Senbi is asked, and Tiye, who bids last, has 13."""
    row, tiles = ["flood", "nile", "religion"], {3: {"nile": 4, "art": 1, "writing": 1}}
    return play(position(row=row, tiles=tiles), "invoke", "bid 7", "pass")


def drawn_auction(**changes: Any) -> hp.Position:
    """Return an auction after a drawn Ra; Kenna is asked first."""
    return play(position(**changes), "draw", "ra")


# ---- bids ----------------------------------------------------------------------------------------------------------


def test_a_row_is_worth_a_bid_to_its_winner_and_to_somebody_else() -> None:
    sources = [{"category": "nile", "points": "+6"}, {"category": "civilization", "points": "+5"}]
    assert why(fertile_auction(), "bid 10", "pass") == [
        ("row", {"points": 11, "sources": sources}),
        ("denied", {"partner": 1, "points": 7}),
        ("only_higher", {"sun": 10, "higher": 13, "partner": 0}),
    ]


def test_reasons_address_the_reader_and_name_the_others() -> None:
    found = reasons(fertile_auction(), 3, "bid 10", "pass")
    assert [Narrator("en", NAMES, you=3).render(message) for message in found] == [
        "The row is worth 11 to you now: Nile and floods +6, Civilization +5.",
        "Otherwise the row can go to Kenna, where it is worth 7.",
        "Only the 13 can still beat the 10, and it belongs to Tiye.",
    ]
    assert [Narrator("it", NAMES, you=1).render(message) for message in found[:2]] == [
        "Per Senbi la fila ora vale 11: Nilo e inondazioni +6, Civiltà +5.",
        "Altrimenti la fila può andare a te, e per te vale 7.",
    ]
    assert Narrator("es", NAMES, you=0).render(found[2]) == "Solo el 13 puede superar aún el 10, y es tuyo."


def test_a_lower_sun_is_beaten_by_the_same_suns() -> None:
    assert why(fertile_auction(), "bid 9", "bid 10") == [
        ("same_higher", {"sun": 9, "other": 10}),
        ("keep", {"sun": 10}),
    ]


def test_the_lowest_sun_is_enough_for_the_last_bidder() -> None:
    p = play(position(row=["gold"]), "invoke", "pass", "pass", "pass")
    assert why(p, "bid 2", "bid 13") == [("enough", {"sun": 2}), ("keep_highest", {"sun": 13})]


def test_a_sun_that_can_be_beaten_is_too_low() -> None:
    row, up = ["gold", "gold", "god"], {0: [6], 2: [4], 3: [5]}
    p = drawn_auction(row=row, up=up)
    gold = [{"category": "gold", "points": "+6"}, {"category": "god", "points": "+2"}]
    assert why(p, "bid 7", "bid 3") == [
        ("none_higher", {"sun": 7, "other": 3, "number": 3}),
        ("row", {"points": 8, "sources": gold}),
        ("denied", {"partner": 3, "points": 8}),
    ]
    p = drawn_auction(row=row, up=up | {2: [], 3: []})
    assert ("too_low", {"sun": 7, "other": 3, "higher": 6, "partner": 0}) in why(p, "bid 7", "bid 3")


def test_a_worthless_row_is_no_reason_to_change_a_twelve_for_a_one() -> None:
    assert why(drawn_auction(row=["nile"]), "pass", "bid 12") == [
        ("row_nothing", {}),
        ("swap", {"sun": 12, "centre": 1}),
        ("time", {"number": 8}),
    ]


def test_a_low_sun_for_a_high_one_is_a_reason_to_bid() -> None:
    data = position(row=["nile"], up={0: [13, 6], 1: [12, 7]}).to_json()
    data["centre"], data["seats"][0]["suns"] = 13, {"up": [6, 1], "down": [2]}
    p = play(hp.game("ra").from_json(data), "draw", "ra", "pass", "pass", "pass")
    assert why(p, "bid 1", "pass")[0] == ("swap", {"sun": 1, "centre": 13})


def test_a_row_with_a_disaster_may_cost_its_winner() -> None:
    p = drawn_auction(row=["funeral"], tiles={1: {"pharaoh": 2}})
    sources = [{"category": "pharaoh", "points": "−5"}]
    assert why(p, "pass", "bid 3")[0] == ("row_costs", {"points": 5, "sources": sources})


def test_monuments_are_worth_something_at_the_end_of_the_game() -> None:
    p = play(position(row=["palace", "gold"], tiles={0: {"palace": 2}}), "invoke", "pass", "pass", "pass")
    data = p.to_json() | {"auction": {"ra_player": 0, "kind": "drawn", "bid": 0, "bidder": None}}
    sources = [{"category": "monument", "points": "+5"}, {"category": "gold", "points": "+3"}]
    expected = ("row_later", {"points": "+3", "later": "+5", "sources": sources})
    assert why(hp.game("ra").from_json(data), "bid 6", "pass")[0] == expected


def test_the_last_sun_waits_for_a_better_row() -> None:
    p = drawn_auction(up={1: [3]})
    assert why(p, "pass", "bid 3")[:2] == [("row_empty", {}), ("time", {"number": 8})]
    assert ("last_sun", {"sun": 3}) in why(p, "pass", "bid 3")


def test_suns_score_in_the_last_epoch() -> None:
    p = play(position(epoch=3, up={0: [], 1: [], 2: []}, turn=3, to_act=3), "draw", "ra")
    assert why(p, "pass", "bid 10") == [
        ("sun_points", {"points": "+5", "other": "−5"}),
        ("row_empty", {}),
        ("alone", {}),
    ]


# ---- turns ---------------------------------------------------------------------------------------------------------


def test_the_next_ra_would_end_the_epoch() -> None:
    p = position(row=["gold"] * 4, ra_track=8)
    found = why(p, "invoke", "draw")
    percent = round(100 * 22 / (180 - 8 - 4))
    assert found == [
        ("row", {"points": 12, "sources": [{"category": "gold", "points": "+12"}]}),
        ("denied", {"partner": 3, "points": 12}),
        ("hurry", {"number": 1, "suns": 3}),
    ]
    alone = position(row=["gold"] * 4, ra_track=8, up={1: [], 2: [], 3: []})
    assert ("ra_ends", {"percent": percent}) in why(alone, "invoke", "draw")


def test_an_empty_row_is_not_worth_an_invocation() -> None:
    assert why(position(), "draw", "invoke") == [
        ("row_empty", {}),
        ("time", {"number": 9}),
        ("must_bid", {}),
    ]


def test_invoking_would_offer_the_row_to_somebody_else() -> None:
    p = position(row=["flood"], tiles={2: {"nile": 5}})
    assert ("offers", {"partner": 2, "points": 6}) in why(p, "draw", "invoke")


def test_nobody_else_has_a_sun_left() -> None:
    p = position(row=["nile"], up={1: [], 2: [], 3: []})
    assert ("alone", {}) in why(p, "draw", "invoke")
    assert ("no_rivals", {}) in why(p, "invoke", "draw")


# ---- gods and disasters --------------------------------------------------------------------------------------------


def test_a_god_takes_a_flood_before_a_drought_can_come() -> None:
    p = position(row=["flood"], tiles={0: {"god": 1, "nile": 3}})
    assert why(p, "take flood", "draw") == [
        ("god", {"tile": "flood", "points": "+2"}),
        ("next_disaster_costs", {"percent": 6, "tile": "drought", "points": 4}),
    ]
    assert why(position(row=["nile"], tiles={0: {"god": 1}}), "draw", "take nile") == [
        ("god", {"tile": "nile", "points": "−2"}),
    ]


def test_one_tile_brings_more_than_another() -> None:
    p = position(row=["gold", "palace"], tiles={0: {"god": 1}})
    found = why(p, "take gold", "take palace")
    assert ("other_tile", {"tile": "gold", "points": "+1", "other": "palace", "less": "−1"}) in found
    assert ("tile_denied", {"tile": "gold", "partner": 3, "points": 3}) in found


def test_a_god_removes_a_disaster_from_the_row() -> None:
    p = position(row=["pharaoh", "pharaoh", "funeral"], tiles={0: {"god": 1}})
    assert ("row_without", {"tile": "funeral", "points": 5}) in why(p, "take funeral", "draw")


def test_the_tile_that_is_held_most_costs_least() -> None:
    p = position(row=["unrest"], tiles={0: {"art": 3, "writing": 1, "religion": 1}})
    play(p, "invoke", "pass", "pass", "pass", "bid 2")
    assert why(p, "discard art", "discard writing") == [
        ("discard", {"tile": "art", "points": 0, "other": "writing", "more": 5}),
        ("held", {"tile": "art", "number": 3, "other": "writing", "others": 1}),
    ]
