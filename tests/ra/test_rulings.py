"""Every rule and ruling of Ra that is no worked example, each test named after it."""

from __future__ import annotations

import pytest

import heliopolis as hp
from tests.ra.table import RA, SUNS, end_epoch, play, position, scoring, table, tiles_of

# ---- set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_suns_are_dealt_by_group_and_sun_1_lies_in_the_centre(players: int) -> None:
    dealt = set()
    for seed in range(60):
        start = RA.start(players=players, seed=seed).to_json()
        groups = [tuple(seat["suns"]["up"]) for seat in start["seats"]]
        assert sorted(groups) == sorted(map(tuple, SUNS[players]))
        assert start["centre"] == 1
        dealt.add(groups[0])
    assert len(dealt) == players, "any seat may get any group"


def test_everybody_starts_with_10_fame_and_180_tiles_lie_in_the_pile() -> None:
    start = RA.start(players=5, seed=1).to_json()
    assert [seat["fame"] for seat in start["seats"]] == [10] * 5
    assert sum(start["pile"].values()) == 180
    assert [start["pile"][word] for word in ("ra", "god", "pharaoh", "nile", "flood", "gold")] == [30, 8, 25, 25, 12, 5]
    assert [start["pile"][word] for word in ("funeral", "drought", "unrest", "earthquake")] == [2, 2, 4, 2]


@pytest.mark.parametrize(("players", "length"), [(2, 6), (3, 8), (4, 9), (5, 10)])
def test_length_of_the_ra_track(players: int, length: int) -> None:
    p = position(players=players, ra_track=length - 1)
    assert end_epoch(p).to_json()["epoch"] == 2
    assert end_epoch(position(players=players, ra_track=length - 2)).to_json()["phase"] == "bid"


def test_the_highest_sun_starts_each_epoch_and_the_centre_does_not_count() -> None:
    for seed in range(20):
        start = RA.start(players=4, seed=seed)
        assert start.to_act is not None
        assert 13 in start.to_json()["seats"][start.to_act]["suns"]["up"]
    data = table(ra_track=8, centre=13)
    data["seats"][0]["suns"] = {"up": [6, 2], "down": [1]}
    assert end_epoch(RA.from_json(data)).to_act == 1


# ---- turn ----------------------------------------------------------------------------------------------------------


def test_one_action_is_mandatory() -> None:
    assert RA.start(players=3, seed=0).legal() == ["draw", "invoke"]


def test_players_without_a_face_up_sun_are_skipped() -> None:
    assert play(position(up={1: [], 2: []}), "draw", "nile").to_act == 3


def test_drawing_is_illegal_with_a_full_row() -> None:
    p = position(row=["nile"] * 8)
    assert p.legal() == ["invoke"]
    with pytest.raises(hp.IllegalMove, match="may play invoke"):
        p.play("draw")


def test_a_tile_goes_to_the_next_free_space_and_the_turn_is_over() -> None:
    p = play(position(row=["god"]), "draw", "nile")
    assert (p.to_json()["row"], p.to_act) == (["god", "nile"], 1)


def test_a_drawn_ra_goes_to_the_track_and_starts_an_auction() -> None:
    after = play(position(), "draw", "ra").to_json()
    assert (after["ra_track"], after["phase"], after["row"]) == (1, "bid", [])
    assert after["auction"] == {"ra_player": 0, "kind": "drawn", "bid": 0, "bidder": None}


def test_odds_of_a_draw_are_those_of_the_pile() -> None:
    p = play(RA.start(players=4, seed=0, dealer=None), "draw")
    assert p.to_act == hp.CHANCE
    assert p.chances()["ra"] == pytest.approx(30 / 180)
    assert p.chances()["funeral"] == pytest.approx(2 / 180)
    assert sum(p.chances().values()) == pytest.approx(1)


def test_a_lone_player_keeps_taking_turns() -> None:
    p = position(up={1: [], 2: [], 3: []})
    assert play(p, "draw", "nile").to_act == 0


def test_a_lone_player_may_pass_with_a_full_row_and_flush_it() -> None:
    p = position(up={1: [], 2: [], 3: []}, row=["nile"] * 8)
    play(p, "invoke", "pass")
    assert (p.to_json()["row"], p.to_act) == ([], 0)


# ---- gods ----------------------------------------------------------------------------------------------------------


def test_gods_take_row_tiles_but_no_god() -> None:
    p = position(row=["god", "nile", "gold"], tiles={0: {"god": 1}})
    assert p.legal() == ["draw", "invoke", "take nile", "take gold"]


def test_gods_are_unavailable_without_a_target() -> None:
    assert position(row=["god"], tiles={0: {"god": 1}}).legal() == ["draw", "invoke"]
    assert position(tiles={0: {"god": 1}}).legal() == ["draw", "invoke"]


def test_at_least_one_god_then_the_phase_goes_on_until_end() -> None:
    p = position(row=["nile", "gold", "art"], tiles={0: {"god": 2}})
    assert "end" not in p.legal()
    play(p, "take gold")
    assert (p.to_json()["phase"], p.legal()) == ("gods", ["end", "take nile", "take art"])
    play(p, "end")
    assert p.to_act == 1
    assert tiles_of(p, 0) == {"god": 1, "gold": 1}


def test_the_gods_phase_ends_by_itself_without_god_or_target() -> None:
    assert play(position(row=["nile", "gold"], tiles={0: {"god": 1}}), "take gold").to_act == 1
    assert play(position(row=["nile", "god"], tiles={0: {"god": 2}}), "take nile").to_act == 1


def test_played_gods_leave_the_game() -> None:
    after = play(position(row=["nile"], tiles={0: {"god": 1}}), "take nile").to_json()
    assert after["seats"][0]["tiles"] == {"nile": 1}
    assert after["pile"]["god"] == 7


def test_gods_are_legal_with_a_full_row() -> None:
    assert position(row=["nile"] * 8, tiles={0: {"god": 1}}).legal() == ["invoke", "take nile"]


def test_the_leftmost_tile_is_taken_and_the_row_closes_up_in_order() -> None:
    p = position(row=["art", "nile", "gold", "nile", "god"], tiles={0: {"god": 1}})
    assert play(p, "take nile").to_json()["row"] == ["art", "gold", "nile", "god"]


def test_a_disaster_taken_by_a_god_is_resolved_at_once() -> None:
    p = position(row=["funeral", "nile"], tiles={0: {"god": 2, "pharaoh": 3}})
    play(p, "take funeral")
    assert (tiles_of(p, 0), p.to_json()["phase"]) == ({"god": 1, "pharaoh": 1}, "gods")


def test_after_the_discards_of_a_disaster_the_gods_go_on() -> None:
    p = position(row=["unrest", "nile"], tiles={0: {"god": 2, "art": 2, "writing": 2}})
    play(p, "take unrest")
    state = p.to_json()
    assert (state["phase"], state["auction"], state["owed"]) == ("discard", None, {"unrest": 2, "earthquake": 0})
    play(p, "discard art", "discard writing")
    assert (p.to_json()["phase"], p.legal()) == ("gods", ["end", "take nile"])


# ---- auction -------------------------------------------------------------------------------------------------------


def test_bids_go_clockwise_from_the_left_of_the_ra_player_who_is_last() -> None:
    p = position(turn=2, to_act=2)
    order = []
    for move in ("invoke", "pass", "pass", "pass", "bid 4"):
        order.append(p.to_act)
        p.play(move)
    assert order == [2, 3, 0, 1, 2]


def test_only_players_who_can_outbid_are_asked() -> None:
    p = play(position(turn=3, to_act=3), "invoke", "bid 13")
    assert p.to_json()["phase"] == "turn", "nobody has a sun above 13"
    p = play(position(turn=3, to_act=3, up={1: [], 2: [11]}), "invoke", "bid 6")
    assert p.to_act == 2


def test_a_bid_is_any_higher_face_up_sun_or_a_pass() -> None:
    p = play(position(), "invoke", "bid 7")
    assert p.legal() == ["pass", "bid 8", "bid 11"]
    p = play(position(up={1: [7]}), "invoke")
    assert p.legal() == ["pass", "bid 7"]


def test_a_voluntary_invocation_obliges_the_ra_player_if_nobody_bids() -> None:
    p = play(position(), "invoke", "pass", "pass", "pass")
    assert p.legal() == ["bid 2", "bid 6", "bid 13"]
    p = play(position(), "invoke", "bid 3", "pass", "pass")
    assert p.legal() == ["pass", "bid 6", "bid 13"]


def test_a_drawn_ra_may_be_passed_by_all_and_the_row_stays() -> None:
    p = play(position(row=["gold"]), "draw", "ra", "pass", "pass", "pass", "pass")
    assert (p.to_json()["row"], p.to_json()["centre"], p.to_act) == (["gold"], 1, 1)


def test_a_forced_invocation_may_be_passed_even_by_an_owner_of_gods() -> None:
    p = play(position(row=["nile"] * 8, tiles={0: {"god": 1}}), "invoke")
    assert p.to_json()["auction"]["kind"] == "forced"
    assert "pass" in play(p, "pass", "pass", "pass").legal()


def test_an_empty_row_may_be_auctioned() -> None:
    p = play(position(), "invoke", "pass", "pass", "pass", "bid 2")
    seat = p.to_json()["seats"][0]
    assert (seat["tiles"], seat["suns"]) == ({}, {"up": [13, 6], "down": [1]})


def test_the_winner_takes_the_row_and_swaps_suns() -> None:
    p = play(position(row=["gold", "god"]), "invoke", "bid 7", "pass", "pass", "pass")
    after = p.to_json()
    assert after["seats"][1] == {"fame": 10, "suns": {"up": [12, 3], "down": [1]}, "tiles": {"god": 1, "gold": 1}}
    assert (after["centre"], after["row"], after["auction"]) == (7, [], None)


def test_losing_suns_stay_face_up() -> None:
    after = play(position(), "invoke", "bid 3", "bid 4", "bid 5", "bid 6").to_json()
    assert [seat["suns"]["up"] for seat in after["seats"][1:]] == SUNS[4][1:]
    assert after["seats"][0]["suns"] == {"up": [13, 2], "down": [1]}


def test_play_goes_on_from_the_left_of_the_ra_player_whoever_won() -> None:
    assert play(position(), "invoke", "pass", "bid 8", "pass", "pass").to_act == 1


def test_the_epoch_ends_when_nobody_has_a_face_up_sun() -> None:
    p = play(position(up={0: [2], 1: [], 2: [], 3: []}), "invoke", "bid 2")
    after = p.to_json()
    assert (after["epoch"], after["phase"], after["centre"]) == (2, "turn", 2)


# ---- disasters -----------------------------------------------------------------------------------------------------


def win(*row: str, **tiles: int) -> hp.Position:
    """Seat 0 wins this row with these tiles before it."""
    return play(position(row=list(row), tiles={0: tiles}), "invoke", "pass", "pass", "pass", "bid 2")


def test_other_won_tiles_are_placed_first() -> None:
    assert tiles_of(win("funeral", "pharaoh", "pharaoh", pharaoh=1), 0) == {"pharaoh": 1}


def test_a_disaster_takes_all_if_there_are_fewer() -> None:
    assert tiles_of(win("funeral", pharaoh=1), 0) == {}
    assert tiles_of(win("drought"), 0) == {}


def test_a_drought_takes_floods_first_then_niles() -> None:
    assert tiles_of(win("drought", flood=1, nile=3), 0) == {"nile": 2}
    assert tiles_of(win("drought", flood=3, nile=3), 0) == {"flood": 1, "nile": 3}


def test_unrest_takes_civilization_by_choice_and_gold_is_safe() -> None:
    p = win("unrest", art=1, religion=2, gold=2)
    assert p.to_act == 0
    assert p.legal() == ["discard art", "discard religion"]
    play(p, "discard religion")
    assert p.legal() == ["discard art", "discard religion"], "a second tile is owed"
    play(p, "discard religion")
    assert tiles_of(p, 0) == {"gold": 2, "art": 1}


def test_earthquake_takes_monuments_by_choice() -> None:
    p = win("earthquake", palace=3, temple=1)
    play(p, "discard temple")
    assert tiles_of(p, 0) == {"palace": 2}, "one kind left: nothing to choose"


def test_no_choice_is_asked_where_none_exists() -> None:
    assert win("unrest", art=3).to_act == 1, "only one kind"
    assert win("unrest", art=1, writing=1).to_act == 1, "no more than is owed"
    assert win("unrest", "unrest", art=2, writing=1, religion=1).to_act == 1


def test_equal_disasters_are_added_up() -> None:
    p = win("unrest", "unrest", art=2, writing=3)
    assert p.to_json()["owed"] == {"unrest": 4, "earthquake": 0}
    play(p, "discard art", "discard writing", "discard writing")
    assert p.legal() == ["discard art", "discard writing"]
    play(p, "discard art")
    assert tiles_of(p, 0) == {"writing": 1}


def test_disasters_come_in_order_unrest_before_earthquake() -> None:
    p = win("earthquake", "unrest", art=2, writing=2, palace=2, temple=2)
    assert p.to_json()["owed"] == {"unrest": 2, "earthquake": 2}
    play(p, "discard art", "discard art")
    assert p.legal() == ["discard palace", "discard temple"]
    state = p.to_json()
    assert (state["phase"], state["auction"]["bidder"], state["turn"]) == ("discard", 0, 0)
    assert play(p, "discard palace", "discard temple").to_act == 1


def test_disasters_and_what_they_cost_leave_the_game() -> None:
    after = win("earthquake", palace=3).to_json()
    assert after["seats"][0]["tiles"] == {"palace": 1}
    assert (after["pile"]["palace"], after["pile"]["earthquake"]) == (2, 1)


# ---- scoring -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("different", "points"), [(0, -5), (1, 0), (2, 0), (3, 5), (4, 10), (5, 15)])
def test_civilization_by_different_kinds(different: int, points: int) -> None:
    kinds = ["art", "agriculture", "religion", "astronomy", "writing"][:different]
    p = position(ra_track=8, tiles={2: dict.fromkeys(kinds, 2)})
    assert scoring(end_epoch(p), "civilization")[2] == points


@pytest.mark.parametrize(("different", "points"), list(enumerate([0, 1, 2, 3, 4, 5, 6, 10, 15])))
def test_monuments_by_different_kinds(different: int, points: int) -> None:
    kinds = ["fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "steppyramid", "temple"][:different]
    p = position(epoch=3, ra_track=8, tiles={0: dict.fromkeys(kinds, 1)})
    assert scoring(end_epoch(p), "monument")[0] == points


@pytest.mark.parametrize(("number", "points"), [(1, 1), (2, 1), (3, 6), (4, 11), (5, 16)])
def test_monuments_of_one_kind(number: int, points: int) -> None:
    p = position(epoch=3, ra_track=8, tiles={0: {"sphinx": number}})
    assert scoring(end_epoch(p), "monument")[0] == points


def test_monuments_and_suns_score_only_in_epoch_3() -> None:
    for epoch in (1, 2):
        p = end_epoch(position(epoch=epoch, ra_track=8, tiles={0: {"temple": 5}}))
        assert scoring(p, "monument") == [0] * 4
        assert scoring(p, "sun") == [0] * 4


def test_gods_2_and_gold_3_each() -> None:
    p = end_epoch(position(ra_track=8, tiles={0: {"god": 3, "gold": 2}}))
    assert (scoring(p, "god")[0], scoring(p, "gold")[0]) == (6, 6)


def test_niles_count_only_with_a_flood() -> None:
    p = position(ra_track=8, tiles={0: {"nile": 4}, 1: {"nile": 4, "flood": 2}, 2: {"flood": 1}})
    assert scoring(end_epoch(p), "nile") == [0, 6, 1, 0]


def test_one_net_sum_before_the_limit_at_0() -> None:
    p = position(ra_track=8, fame={0: 0}, tiles={0: {"gold": 2}})
    assert end_epoch(p).scores()[0] == 1, "-5 for civilization and +6 for gold in one sum"


@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_what_leaves_and_what_stays(epoch: int) -> None:
    tiles = {"god": 1, "gold": 1, "flood": 1, "art": 2, "pharaoh": 3, "nile": 2, "temple": 1}
    p = end_epoch(position(epoch=epoch, ra_track=8, tiles={0: tiles}))
    assert tiles_of(p, 0) == {"pharaoh": 3, "nile": 2, "temple": 1}


def test_all_suns_turn_face_up_and_the_centre_sun_stays() -> None:
    data = table(ra_track=8, centre=9)
    data["seats"][3]["suns"] = {"up": [10, 5], "down": [1]}
    after = end_epoch(RA.from_json(data)).to_json()
    assert after["seats"][3]["suns"] == {"up": [10, 5, 1], "down": []}
    assert (after["centre"], after["ra_track"], after["pile"]["ra"]) == (9, 0, 21)


def test_equal_sums_of_suns_score_nothing() -> None:
    # Two players, 9+6+5+2 and 8+7+4+3: both 22.
    p = position(players=2, epoch=3, ra_track=5)
    assert scoring(end_epoch(p), "sun") == [0, 0]


def test_the_breakdown_stays_until_the_next_scoring() -> None:
    p = end_epoch(position(ra_track=8, tiles={0: {"gold": 1}}))
    before = p.to_json()["scoring"]
    play(p, "draw", "nile", "draw", "god")
    assert p.to_json()["scoring"] == before


def test_the_game_is_over_after_three_epochs() -> None:
    p = end_epoch(position(epoch=3, ra_track=8))
    after = p.to_json()
    assert (p.over, p.to_act, p.legal(), p.chances()) == (True, None, [], {})
    assert (after["phase"], after["epoch"], after["turn"], after["to_act"]) == ("over", 3, None, None)
    with pytest.raises(hp.IllegalMove, match="over"):
        p.play("draw")


def test_most_fame_wins_and_of_equals_the_highest_single_sun() -> None:
    tie = {0: 20, 1: 20, 2: 10, 3: 10}
    p = end_epoch(position(epoch=3, ra_track=8, fame=tie, tiles={seat: {"art": 1} for seat in range(4)}))
    # sums of suns: 21, 22, 23, 24: the lowest loses 5, the highest wins 5
    assert p.scores() == [15, 20, 10, 15]
    assert p.winners() == [1]
    data = p.to_json()
    data["seats"][0]["fame"] = 20
    assert RA.from_json(data).winners() == [0], "sun 13 beats sun 12"


def test_no_winners_before_the_end() -> None:
    assert position().winners() == []


def test_a_breakdown_edited_by_hand_does_not_score_again() -> None:
    data = table(epoch=2, ra_track=8)
    data["scoring"] = [dict.fromkeys(["god", "gold", "pharaoh", "nile", "civilization", "monument", "sun"], 9)] * 4
    assert scoring(end_epoch(RA.from_json(data)), "sun") == [0, 0, 0, 0]


def test_disasters_are_added_up_in_every_category() -> None:
    assert tiles_of(win("funeral", "funeral", pharaoh=5), 0) == {"pharaoh": 1}
    p = win("earthquake", "earthquake", palace=3, temple=2)
    assert p.to_json()["owed"] == {"unrest": 0, "earthquake": 4}
    p = win("unrest", "earthquake", art=3, palace=2, temple=2)
    assert (p.legal(), tiles_of(p, 0)["art"]) == (["discard palace", "discard temple"], 1)


def test_two_players_have_six_ra_spaces_and_nine_suns() -> None:
    p = RA.start(players=2, seed=3)
    suns = sorted(sun for seat in p.to_json()["seats"] for sun in seat["suns"]["up"])
    assert suns == [2, 3, 4, 5, 6, 7, 8, 9]
