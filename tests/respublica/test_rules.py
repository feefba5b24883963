"""Res Publica: worked examples first, then every rule and ruling."""

from __future__ import annotations

import random
from typing import Any

import pytest

import heliopolis as hp

RP = hp.game("respublica")
PEOPLE = ["roman", "babylonian", "egyptian", "atlantean", "greek"]
TECHNOLOGY = ["metallurgy", "wheel", "architecture", "chemistry", "navigation"]
VALUES = [9, 8, 8, 7, 7, 6, 6, 5, 5, 4]


def table(hands: list[dict[str, int]], sets: dict[int, list[str]] | None = None, **changes: Any) -> dict[str, Any]:
    """A position as JSON: these hands and sets, seat 0 about to trade, all other cards in the decks."""
    sets = sets or {}
    left = {card: 12 - sum(hand.get(card, 0) for hand in hands) for card in PEOPLE + TECHNOLOGY}
    monuments = iter(VALUES)
    seats = []
    for seat, hand in enumerate(hands):
        laid = sets.get(seat, [])
        for card in laid:
            left[card] -= 5
        built = sum(card in TECHNOLOGY for card in laid)
        owned = [next(monuments) for _ in range(built)]
        seats.append({"hand": hand, "sets": laid, "cities": len(laid) - built, "monuments": owned})
    return {
        "game": "respublica",
        "players": len(hands),
        "phase": "trade",
        "to_act": 0,
        "turn": 0,
        "decks": {"people": {c: left[c] for c in PEOPLE}, "technology": {c: left[c] for c in TECHNOLOGY}},
        "idle": 1,
        "final_round": None,
        "seats": seats,
    } | changes


def position(hands: list[dict[str, int]], sets: dict[int, list[str]] | None = None, **changes: Any) -> hp.Position:
    return RP.from_json(table(hands, sets, **changes))


def play(p: hp.Position, *moves: str) -> hp.Position:
    for move in moves:
        p.play(move)
    return p


def hand(p: hp.Position, seat: int) -> dict[str, int]:
    found: dict[str, int] = p.to_json()["seats"][seat]["hand"]
    return found


def refuses(p: hp.Position, *moves: str) -> bool:
    before = p.copy()
    for move in moves:
        with pytest.raises(hp.IllegalMove, match="not legal"):
            p.play(move)
    return p == before


# ---- worked examples -----------------------------------------------------------------------------------------------

KATE, JOHN, ALICE, SCOTT = range(4)


def seeds_table() -> hp.Position:
    hands = [
        {"greek": 2, "roman": 1, "navigation": 1},
        {"greek": 1, "roman": 1, "wheel": 1, "navigation": 1},
        {"greek": 1, "chemistry": 2, "babylonian": 3},
        {"roman": 1, "egyptian": 2},
    ]
    return position(hands, {KATE: ["egyptian"], JOHN: ["atlantean", "babylonian"]})


def test_the_seeds_first_round() -> None:
    """Kate asks 1 greek: only John's price can be paid."""
    p = play(seeds_table(), "ask 1 greek")
    play(p, "for 1 roman")
    play(p, "for 1 atlantean or 1 egyptian")
    assert refuses(p, "for 1 wheel"), "Scott has no greek"
    play(p, "nothing")
    assert p.legal() == ["decline", "accept 1"]
    play(p, "accept 1")
    assert (hand(p, KATE), hand(p, JOHN)) == (
        {"greek": 3, "navigation": 1},
        {"roman": 2, "wheel": 1, "navigation": 1},
    )
    assert p.to_json()["phase"] == "lay"


def test_the_seeds_second_round() -> None:
    """John offers 1 navigation and takes Kate's roman or wheel rather than Scott's roman or egyptian."""
    hands = [
        {"greek": 3, "roman": 1, "navigation": 1, "wheel": 1},
        {"roman": 2, "wheel": 1, "navigation": 1},
        {"greek": 1, "chemistry": 2, "babylonian": 3},
        {"roman": 1, "egyptian": 2},
    ]
    p = position(hands, {KATE: ["egyptian"], JOHN: ["atlantean", "babylonian"]}, turn=JOHN, to_act=JOHN)
    play(p, "offer 1 navigation", "nothing", "for 1 roman or 1 egyptian", "for 1 roman or 1 wheel")
    assert p.legal() == ["decline", "accept 0", "accept 3"]
    play(p, "accept 0")
    assert (p.to_act, p.to_json()["phase"]) == (KATE, "give"), "John's navigation goes by itself"
    assert sorted(p.legal()) == ["give roman", "give wheel"]
    play(p, "give roman")
    assert (hand(p, JOHN), hand(p, KATE)["navigation"]) == ({"roman": 3, "wheel": 1}, 2)
    play(p, "end")
    assert "draw 1 people 2 technology" in p.legal()


def test_alices_1_chemistry_and_2_people() -> None:
    p = play(seeds_table(), "no trade", "end", "draw nothing", "offer 1 navigation")
    assert p.to_act == ALICE
    play(p, "for 1 chemistry and 2 people", "nothing", "nothing", "accept 2")
    assert p.to_act == ALICE
    assert refuses(p, "give chemistry greek", "give greek babylonian", "give roman greek chemistry")
    play(p, "give chemistry babylonian greek")
    assert p.record.moves[-1] == "give babylonian greek chemistry", "written in the order of the cards"
    assert hand(p, ALICE) == {"babylonian": 2, "chemistry": 1, "navigation": 1}


def test_an_or_offer_lacking_one_alternative_is_illegal() -> None:
    p = position([{"roman": 1}, {}, {}])
    assert refuses(p, "offer 1 roman or 1 greek")
    play(p, "ask 1 roman or 1 greek")


def test_1_roman_and_2_people_with_two_romans_and_one_greek() -> None:
    p = position([{"roman": 2, "greek": 1}, {"roman": 1, "wheel": 2}, {}])
    play(p.copy(), "offer 1 roman and 2 people")
    assert refuses(p, "offer 1 roman and 3 people", "offer 2 greek and 1 people", "offer 2 roman and 2 people")
    assert refuses(p, "offer 2 roman and 1 wheel")


def test_three_cities_and_an_empty_people_deck() -> None:
    rest = dict.fromkeys(PEOPLE, 12) | {"roman": 2, "greek": 7, "egyptian": 7}
    p = play(position([{}, rest, {}], {0: ["roman", "roman", "greek"], 1: ["egyptian"]}), "no trade", "end")
    draws = ["draw nothing", "draw 1 technology", "draw 2 technology", "draw 3 technology"]
    assert p.legal() == draws


def test_three_cities_are_1_and_2_or_0_and_3() -> None:
    p = play(position([{}, {}, {}], {0: ["roman", "roman", "greek"]}), "no trade", "end")
    assert "draw 1 people 2 technology" in p.legal()
    assert "draw 3 technology" in p.legal()
    assert refuses(p, "draw 1 people 3 technology", "draw 2 people", "draw 4 technology", "draw 0 people")


def test_four_greek_and_three_wheel_are_3_points() -> None:
    assert position([{"greek": 4, "wheel": 3}, {}, {}]).scores() == [3, 0, 0]


def last_technology(seat: int, players: int = 4) -> hp.Position:
    """One technology card is left; the seat is about to draw it."""
    hands: list[dict[str, int]] = [{} for _ in range(players)]
    hands[seat] = dict.fromkeys(TECHNOLOGY, 2) | {"wheel": 1}
    other = (seat + 1) % players
    hands[other] = {"wheel": 5}
    sets = {seat: ["roman"], (seat + 2) % players: TECHNOLOGY * 2}
    sets[(seat + 2) % players] = [card for card in TECHNOLOGY * 2 if card != "wheel"] + ["wheel"]
    return play(position(hands, sets, turn=seat, to_act=seat), "no trade", "end", "draw 1 technology")


def test_last_technology_card_drawn_by_seat_2_of_4() -> None:
    p = play(last_technology(2), "wheel")
    assert p.to_json()["final_round"] == 2
    turns, lays = [], []
    while not p.over:
        state = p.to_json()
        if state["phase"] == "trade":
            turns.append(state["turn"])
        if state["phase"] == "last lay":
            lays.append(state["turn"])
            assert p.to_act == state["turn"]
        if p.to_act == hp.CHANCE:
            p.play(next(iter(p.chances())))
        else:
            p.play(p.legal()[0] if p.legal()[0] in ("no trade", "end", "draw nothing") else p.legal()[-1])
    assert turns == [3, 0, 1, 2]
    assert lays == [3, 0, 1, 2]


def test_monuments_fall_9_8_8() -> None:
    hands = [{"wheel": 10, "chemistry": 5}, {"navigation": 5}, {}]
    p = play(position(hands), "no trade", "lay wheel", "lay chemistry", "lay wheel", "end", "draw nothing")
    play(p, "no trade", "lay navigation")
    state = p.to_json()
    assert [seat["monuments"] for seat in state["seats"]] == [[9, 8, 8], [7], []]
    assert state["monuments_left"] == [7, 6, 6, 5, 5, 4]
    assert p.scores() == [25, 7, 0]


# ---- set-up --------------------------------------------------------------------------------------------------------


def test_everybody_gets_four_people_cards_and_a_random_seat_starts() -> None:
    starters = set()
    for seed in range(40):
        start = RP.start(players=4, seed=seed).to_json()
        assert [sum(seat["hand"].values()) for seat in start["seats"]] == [4] * 4
        assert all(card in PEOPLE for seat in start["seats"] for card in seat["hand"])
        assert sum(start["decks"]["people"].values()) == 44
        assert sum(start["decks"]["technology"].values()) == 60
        starters.add(start["turn"])
    assert starters == {0, 1, 2, 3}


# ---- trade -----------------------------------------------------------------------------------------------------------


def test_the_grammar_of_phrases() -> None:
    p = position([{"roman": 3, "wheel": 2}, {}, {}])
    for phrase in ("ask 9 greek", "ask 1 any and 2 people", "ask 1 people or 1 roman", "offer 1 any", "offer 5 any"):
        play(p.copy(), phrase)
    assert refuses(p, "ask", "ask 0 greek", "ask 10 greek", "ask 1 greeks", "ask 1 greek and 1 greek", "ask 1 greek or")
    assert refuses(p, "ask 1 greek and 1 wheel and 1 roman", "ask  1 greek", "Ask 1 greek", "ask 1 greek for 1 wheel")
    assert refuses(p, "offer 6 any", "for 1 greek")


def test_both_orders_are_legal_and_kept_as_said() -> None:
    for phrase in ("1 wheel or 2 greek", "2 greek or 1 wheel"):
        p = play(position([{}, {"wheel": 1}, {}]), f"ask {phrase}")
        assert p.to_json()["announcement"] == {"mode": "ask", "phrase": phrase}
        assert p.record.moves == (f"ask {phrase}",)


def test_an_offer_needs_a_card() -> None:
    p = position([{}, {"wheel": 1}, {}])
    assert refuses(p, "offer 1 any")
    assert all(not move.startswith("offer") for move in p.legal())


def test_the_others_answer_clockwise_and_are_always_asked() -> None:
    p = play(position([{}, {}, {}, {}], turn=2, to_act=2), "ask 1 greek")
    order = []
    while p.to_json()["phase"] == "answer":
        order.append(p.to_act)
        assert p.legal() == ["nothing"], "nobody has a greek"
        p.play("nothing")
    assert order == [3, 0, 1]
    assert p.to_json()["phase"] == "lay", "accept is not asked when nobody answered with a phrase"


def test_one_alternative_of_an_asked_or_is_enough() -> None:
    p = play(position([{}, {"wheel": 1}, {}]), "ask 5 greek or 1 wheel")
    assert "for 1 roman" in p.legal()


def test_an_answer_to_an_offer_must_be_held() -> None:
    p = play(position([{"roman": 1}, {"wheel": 1}, {}]), "offer 1 roman")
    assert refuses(p, "for 2 wheel", "for 1 greek", "for 1 wheel or 1 greek")
    play(p, "for 1 wheel")


def test_what_is_wanted_need_not_exist() -> None:
    p = play(position([{}, {"wheel": 1}, {}]), "ask 1 wheel", "for 9 atlantean and 9 any")
    assert play(p, "nothing").legal() == ["decline"], "accept is asked even if nothing can be paid"


def test_of_an_or_price_one_alternative_is_enough() -> None:
    p = play(position([{"greek": 1}, {"wheel": 1}, {}]), "ask 1 wheel", "for 2 roman or 1 greek", "nothing")
    assert p.legal() == ["decline", "accept 1"]
    play(p, "accept 1")
    assert p.legal() == ["give greek"], "asked, since the phrase leaves a choice, whatever the hand"
    play(p, "give greek")
    assert (hand(p, 0), hand(p, 1)) == ({"wheel": 1}, {"greek": 1})


def test_the_active_player_gives_first_and_hands_change_after_the_last_choice() -> None:
    hands: list[dict[str, int]] = [{"roman": 2, "greek": 1}, {"wheel": 1, "navigation": 1}, {}]
    p = play(position(hands), "offer 2 people", "for 1 technology", "nothing", "accept 1")
    assert p.to_act == 0
    assert set(p.legal()) == {"give roman roman", "give roman greek"}
    play(p, "give greek roman")
    state = p.to_json()
    assert (p.to_act, state["given"]) == (1, {"0": ["roman", "greek"]})
    assert hand(p, 0) == {"roman": 2, "greek": 1}
    assert p.view(0)["given"] == ["roman", "greek"]
    assert p.view(1)["given"] is None
    assert p.view(None)["given"] is None
    play(p, "give wheel")
    assert (hand(p, 0), hand(p, 1)) == ({"roman": 1, "wheel": 1}, {"roman": 1, "greek": 1, "navigation": 1})


def test_numbers_may_differ() -> None:
    p = position([{"roman": 3}, {"wheel": 1}, {}])
    play(p, "offer 3 roman", "for 1 wheel", "nothing", "accept 1")
    assert (hand(p, 0), hand(p, 1)) == ({"wheel": 1}, {"roman": 3})


def test_one_announcement_a_turn() -> None:
    p = play(position([{"roman": 1}, {"wheel": 1}, {}]), "ask 1 wheel", "for 1 roman", "nothing", "decline")
    assert p.legal() == ["end"]
    assert refuses(p, "ask 1 wheel", "no trade")


# ---- lay, draw, end --------------------------------------------------------------------------------------------------


def test_a_city_laid_now_counts_for_this_draw() -> None:
    p = play(position([{"greek": 5}, {}, {}]), "no trade", "lay greek", "end")
    assert "draw 1 people 1 technology" in p.legal()


def test_laying_is_optional_and_goes_on_until_end() -> None:
    p = play(position([{"greek": 5, "wheel": 6}, {}, {}]), "no trade")
    assert p.legal() == ["lay greek", "lay wheel", "end"]
    play(p, "lay wheel")
    assert p.legal() == ["lay greek", "end"]
    play(p, "end")
    assert hand(p, 0) == {"greek": 5, "wheel": 1}


def test_without_a_city_there_is_no_technology() -> None:
    p = play(position([{}, {}, {}]), "no trade", "end")
    assert p.legal() == ["draw nothing", "draw 1 people"]


def test_the_people_card_comes_first() -> None:
    p = play(position([{}, {}, {}], {0: ["greek"]}), "no trade", "end", "draw 1 people 1 technology")
    assert (p.to_act, p.to_json()["pending"]) == (hp.CHANCE, {"people": 1, "technology": 1})
    assert set(p.chances()) == set(PEOPLE)
    play(p, "roman")
    assert set(p.chances()) == set(TECHNOLOGY)
    play(p, "wheel")
    assert (hand(p, 0), p.to_act) == ({"roman": 1, "wheel": 1}, 1)
    assert p.record.moves[-1] == "draw 1 people 1 technology roman wheel"


def idle_turn(p: hp.Position) -> None:
    play(p, "no trade", "end", "draw nothing")


def test_nine_idle_turns_of_three_players_start_the_final_round() -> None:
    p = position([{}, {}, {}], turn=1, to_act=1)
    for turn in range(9):
        assert (p.to_json()["idle"], p.to_json()["final_round"]) == (turn + 1, None)
        idle_turn(p)
    state = p.to_json()
    assert (state["final_round"], state["turn"], state["idle"]) == (0, 1, 10)
    for _ in range(3):
        idle_turn(p)
    assert (p.to_json()["phase"], p.to_act) == ("last lay", 1)


def test_a_draw_or_a_set_ends_idleness_and_a_trade_does_not() -> None:
    p = position([{"greek": 5}, {"wheel": 1}, {}], idle=7)
    play(p, "ask 1 wheel", "for 1 greek", "nothing", "accept 1")
    assert p.to_json()["idle"] == 7
    p = play(position([{"greek": 5}, {}, {}], idle=7), "no trade", "lay greek")
    assert p.to_json()["idle"] == 0
    p = play(position([{}, {}, {}], idle=7), "no trade", "end", "draw 1 people", "greek")
    assert p.to_json()["idle"] == 1, "the next turn has begun"


def test_emptying_the_technology_deck_in_a_final_round_does_not_lengthen_it() -> None:
    data = table([dict.fromkeys(TECHNOLOGY, 12) | {"wheel": 11}, {}, {}, {}], {0: ["roman"]}, final_round=1)
    p = play(RP.from_json(data), "no trade", "end", "draw 1 technology", "wheel")
    assert p.to_json()["final_round"] == 1


def test_an_empty_technology_deck_starts_the_final_round_after_the_running_turn() -> None:
    p = position([dict.fromkeys(TECHNOLOGY, 12), {}, {}])
    idle_turn(p)
    assert p.to_json()["final_round"] == 0


def test_sets_can_be_laid_in_the_last_lay() -> None:
    p = position([{"greek": 5}, {}, {}], phase="last lay", final_round=2)
    play(p, "lay greek", "end", "end", "end")
    assert p.over
    assert (p.scores(), p.winners()) == ([3, 0, 0], [0])


def test_ties_share() -> None:
    p = play(position([{"greek": 2}, {"wheel": 2}, {}], phase="last lay", turn=2, to_act=2, final_round=2), "end")
    assert p.winners() == [0, 1]


# ---- steps ---------------------------------------------------------------------------------------------------------


def test_phrases_are_composed_in_small_steps_that_nobody_else_sees() -> None:
    p = position([{"greek": 1}, {"wheel": 1}, {}])
    seen = p.view(1), p.view(None), p.observe(1).tobytes()
    for step in ("ask", "wheel", "1", "or", "roman"):
        p.act(RP.notation.ACTIONS.index(step))
        assert (p.view(1), p.view(None), p.observe(1).tobytes()) == seen
        assert RP.from_json(p.to_json()) == p
        assert p.imagine(1, random.Random(1)).to_json().get("unfinished") is None
    assert list(p.record.moves) == []
    play(p, "ask 1 wheel or 3 roman")
    assert list(p.record.moves) == ["ask 1 wheel or 3 roman"]


def test_no_decision_has_more_than_a_few_dozen_options() -> None:
    rng = random.Random(5)
    p = RP.start(players=5, seed=5)
    while not p.over:
        assert 1 <= len(p.actions()) <= 13
        p.act(rng.choice(p.actions()))


def test_every_legal_phrase_can_be_played_also_one_that_is_not_proposed() -> None:
    p = position([{"roman": 3, "wheel": 4}, {}, {}])
    assert "offer 3 wheel and 2 people" not in p.legal()
    play(p, "offer 3 wheel and 2 people")


def random_phrase(rng: random.Random) -> str:
    kinds = rng.sample([*PEOPLE, *TECHNOLOGY, "people", "technology", "any"], 2)
    first, second = (f"{rng.randint(1, 3)} {kind}" for kind in kinds)
    return rng.choice([first, f"{first} and {second}", f"{first} or {second}"])


def test_an_offer_can_be_composed_if_and_only_if_the_rules_allow_it() -> None:
    """The steps of a phrase, and the check of a position after it, are two ways to say one rule."""
    rng, legal = random.Random(2), 0
    hands: list[dict[str, int]] = [{"roman": 3, "greek": 1, "wheel": 2, "navigation": 1}, {}, {}]
    for _ in range(60):
        phrase = random_phrase(rng)
        p, after = position(hands), {"mode": "offer", "phrase": phrase}
        try:
            RP.from_json(table(hands, phase="answer", to_act=1, announcement=after))
        except hp.InvalidPosition as error:
            assert str(error) == f"Seat 0 cannot give {phrase!r}."
            assert refuses(p, f"offer {phrase}")
        else:
            assert play(p, f"offer {phrase}").to_json()["announcement"] == after
            legal += 1
    assert 5 < legal < 55


# ---- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": 6}, "players must be"),
        ({"decks": {"people": {}, "technology": {}}}, "roman cards over decks, hands and sets"),
        ({"cities_left": 9}, "cities_left must be 10"),
        ({"monuments_left": [9]}, "monuments_left must be"),
        ({"announcement": {"mode": "ask", "phrase": "1 greek"}}, "no trade in phase trade"),
        ({"phase": "answer", "to_act": 1, "announcement": {"mode": "ask", "phrase": "1 grek"}}, "must be a phrase"),
        (
            {"phase": "answer", "to_act": 1, "announcement": {"mode": "offer", "phrase": "1 greek"}},
            "cannot give '1 greek'",
        ),
        ({"phase": "answer", "to_act": 2, "announcement": {"mode": "ask", "phrase": "1 greek"}}, "answers lacks '1'"),
        ({"phase": "deal", "to_act": "chance"}, "pending must be an object"),
        ({"phase": "over"}, "must be null"),
        ({"known": [[{}, {"greek": 3}, {}], [{}] * 3, [{}] * 3]}, "known\\[0\\]\\[1\\] must be cards"),
        ({"unfinished": [3]}, "unfinished move is wrong"),
    ],
)
def test_invalid_positions(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(hp.InvalidPosition, match=says) as error:
        RP.from_json(table([{"roman": 1}, {"wheel": 1}, {}]) | changes)
    assert "\n" not in str(error.value)


def test_monuments_must_be_the_dearest_first() -> None:
    data = table([{}, {}, {}], {0: ["wheel"]})
    data["seats"][0]["monuments"] = [8]
    with pytest.raises(hp.InvalidPosition, match="must be the dearest"):
        RP.from_json(data)
