"""The worked examples of Ra's rules, one test each."""

from __future__ import annotations

from tests.ra.table import RA, end_epoch, play, position, scoring, table, tiles_of


def test_pharaohs_3_2_2_3() -> None:
    p = position(ra_track=8, tiles={0: {"pharaoh": 3}, 1: {"pharaoh": 2}, 2: {"pharaoh": 2}, 3: {"pharaoh": 3}})
    assert scoring(end_epoch(p), "pharaoh") == [5, -2, -2, 5]


def test_all_pharaohs_equal() -> None:
    equal = position(ra_track=8, tiles={seat: {"pharaoh": 2} for seat in range(4)})
    assert scoring(end_epoch(equal), "pharaoh") == [0, 0, 0, 0]
    assert scoring(end_epoch(position(ra_track=8)), "pharaoh") == [0, 0, 0, 0]


def test_three_astronomy_two_agriculture_two_writing() -> None:
    p = position(ra_track=8, tiles={0: {"astronomy": 3, "agriculture": 2, "writing": 2}})
    assert scoring(end_epoch(p), "civilization") == [5, -5, -5, -5]


def test_monuments_4_3_2_1_of_four_kinds() -> None:
    tiles = {"pyramid": 4, "temple": 3, "fortress": 2, "sphinx": 1}
    assert scoring(end_epoch(position(epoch=3, ra_track=8, tiles={0: tiles})), "monument") == [19, 0, 0, 0]


def test_eight_kinds_of_monuments_one_of_them_five_times() -> None:
    words = "fortress obelisk palace pyramid sphinx statues steppyramid temple".split()
    tiles = dict.fromkeys(words, 1) | {"palace": 5}
    assert scoring(end_epoch(position(epoch=3, ra_track=8, tiles={1: tiles})), "monument") == [0, 30, 0, 0]


def test_suns_17_25_21_17() -> None:
    hands = [[12, 3, 2], [13, 8, 4], [10, 6, 5], [9, 7, 1]]
    data = table(epoch=3, ra_track=8, centre=11)
    for seat, (first, *others) in enumerate(hands):
        data["seats"][seat]["suns"] = {"up": [first], "down": others}
    assert scoring(end_epoch(RA.from_json(data)), "sun") == [-5, 5, 0, -5]


def test_fame_3_net_minus_7_is_0() -> None:
    p = position(ra_track=8, fame={0: 3}, tiles={1: {"pharaoh": 1}, 2: {"pharaoh": 1}, 3: {"pharaoh": 1}})
    end_epoch(p)
    assert sum(p.to_json()["scoring"][0].values()) == -7
    assert p.scores()[0] == 0


def test_two_droughts_against_3_floods_and_4_niles() -> None:
    p = position(row=["drought", "drought"], tiles={0: {"flood": 3, "nile": 4}})
    play(p, "invoke", "pass", "pass", "pass", "bid 2")
    assert tiles_of(p, 0) == {"nile": 3}


def test_full_row_all_pass() -> None:
    p = position(row=["nile"] * 8)
    play(p, "invoke", "pass", "pass", "pass", "pass")
    after = p.to_json()
    assert (after["row"], after["centre"], after["turn"]) == ([], 1, 1)
    assert after["pile"]["nile"] == 25 - 8


def test_eighth_ra_with_three_players_and_five_tiles() -> None:
    p = position(players=3, ra_track=7, row=["nile", "gold", "god", "art", "palace"])
    end_epoch(p)
    after = p.to_json()
    assert (after["phase"], after["epoch"], after["row"], after["auction"]) == ("turn", 2, [], None)
    assert all(seat["tiles"] == {} for seat in after["seats"])


def test_a_lone_player_invoking_must_bid() -> None:
    p = position(up={1: [], 2: [], 3: []})
    assert play(p, "invoke").legal() == ["bid 2", "bid 6", "bid 13"]
