"""Res Publica: the reasons why one move is better than another, in words and without secrets."""

from __future__ import annotations

import random
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.games.respublica.reasons import reasons
from heliopolis.text.catalogues import LANGUAGES
from heliopolis.text.narration import Narrator
from tests.respublica.test_rules import RP, play, position

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve")


def said(p: hp.Position, best: str, other: str, you: int | None = 0, language: str = "en") -> list[str]:
    """Return the reasons of the seat to act in words, read by a seat."""
    seat = p.to_act
    assert isinstance(seat, int)
    narrator = Narrator(language, NAMES, you)
    return [narrator.render(reason) for reason in reasons(p, seat, best, other)]


# ---- announcements ---------------------------------------------------------------------------------------------------


def test_an_ask_that_completes_a_set_beats_one_that_only_helps() -> None:
    p = position([{"greek": 4, "roman": 1}, {"greek": 1}, {}])
    assert said(p, "ask 1 greek", "ask 1 roman")[0] == "1 Greek would complete your five of a kind: a city, 3 points."
    assert said(p, "ask 1 greek", "ask 1 roman", you=None)[0] == (
        "1 Greek would complete five of a kind for Ada: a city, 3 points."
    )


def test_a_monument_is_told_with_its_points() -> None:
    p = position([{"wheel": 3}, {}, {}], {1: ["chemistry"]})
    assert said(p, "ask 2 wheel", "no trade") == [
        "2 Wheels would complete your five of a kind: the monument worth 8.",
        "Wheels in other hands or in the deck: 9 of twelve.",
        "An announcement binds nobody: you could decline all answers.",
    ]


def test_a_card_that_nobody_can_hold_is_not_asked_for() -> None:
    p = position([{"roman": 3}, {"greek": 2}, {"greek": 1}])
    assert said(p, "ask 1 roman", "ask 1 wheel")[0] == "By what you know, 1 Wheel cannot come from anybody."


def test_a_card_that_somebody_is_known_to_hold_is_asked_for() -> None:
    p = position([{"wheel": 3}, {"roman": 1}, {}])
    play(p, "offer 1 wheel", "for 1 roman", "nothing", "accept 1", "end", "draw nothing")
    play(p, "no trade", "end", "draw nothing", "no trade", "end", "draw nothing")
    assert "You know that 1 Wheel can come from Bob." in said(p, "ask 1 wheel", "ask 1 greek")


def test_too_few_copies_are_left_for_a_set() -> None:
    p = position([{"greek": 1, "roman": 2}, {"egyptian": 2}, {}], {1: ["greek", "greek"]})
    assert said(p, "ask 1 roman", "ask 1 greek")[:2] == [
        "You hold 1 of the Greeks, and only 1 is in other hands or in the deck: never a set of five.",
        "With 1 Roman you would have 3 of five; 2 would be missing.",
    ]


def test_nothing_is_shown_to_the_others_without_need() -> None:
    p = position([{"greek": 1, "roman": 2}, {"egyptian": 1}, {}])
    assert said(p, "no trade", "ask 1 roman") == ["Asking for Romans shows the others what you collect."]


# ---- answers, acceptance and gifts -----------------------------------------------------------------------------------


def test_giving_away_a_nearly_complete_set_is_told() -> None:
    p = position([{"wheel": 1, "egyptian": 1}, {"greek": 4}, {}])
    play(p, "ask 2 greek")
    assert said(p, "nothing", "for 1 wheel", you=1) == [
        "Giving 2 Greeks would leave you with 2 of 4.",
        "You would get 1 card and give 2.",
        "1 Wheel would bring you to only 1 of five.",
    ]


def test_the_better_answer_is_accepted() -> None:
    p = position([{"wheel": 1}, {"roman": 1}, {"egyptian": 2}], {1: ["chemistry"]})
    play(p, "offer 1 wheel", "for 1 roman", "for 2 egyptian")
    assert said(p, "accept 2", "accept 1") == [
        "Cards would go to Bob, in the lead with 9 points on the table.",
        "You would get 2 cards and give 1.",
        "With 2 Egyptians you would have 2 of five; 3 would be missing.",
    ]


def test_the_partner_is_you_where_they_read_it() -> None:
    p = position([{"wheel": 1}, {"roman": 1}, {"egyptian": 2}], {1: ["chemistry"]})
    play(p, "offer 1 wheel", "for 1 roman", "for 2 egyptian")
    assert said(p, "accept 2", "accept 1", you=1)[0] == (
        "Cards would go to you, in the lead with 9 points on the table."
    )


def test_a_gift_that_is_missed_least_is_chosen() -> None:
    p = position([{"roman": 4, "greek": 1}, {"wheel": 1}, {}])
    play(p, "offer 1 people", "for 1 wheel", "nothing", "accept 1")
    assert said(p, "give greek", "give roman") == [
        "Giving 1 Roman would leave you with 3 of 4.",
        "Greek is a single card in your hand: not even a pair.",
    ]


def test_a_gift_does_not_complete_the_set_of_the_partner() -> None:
    known: list[list[dict[str, int]]] = [[{}, {"roman": 4}, {}], [{}, {}, {}], [{}, {}, {}]]
    p = position([{"roman": 1, "greek": 2}, {"roman": 4, "wheel": 1}, {}], known=known)
    play(p, "offer 1 people", "for 1 wheel", "nothing", "accept 1")
    assert said(p, "give greek", "give roman")[0] == "1 Roman would complete five of a kind for Bob: 3 points."


def test_pairs_count_in_the_last_turn() -> None:
    p = position([{"wheel": 1, "greek": 2}, {"wheel": 1}, {"roman": 1}], final_round=0)
    play(p, "offer 1 any", "for 1 wheel", "for 1 roman")
    assert said(p, "accept 1", "accept 2") == ["It is your last turn: 1 Wheel would bring 1 point with pairs."]


# ---- laying and drawing ----------------------------------------------------------------------------------------------


def test_a_laid_set_is_worth_more_than_the_cards_in_hand() -> None:
    p = position([{"greek": 5}, {}, {}], phase="lay")
    assert said(p, "lay greek", "end") == [
        "Five Greeks are worth 3 points on the table, 2 in hand.",
        "With this city you may draw 1 technology card at once.",
    ]


def test_monuments_fall() -> None:
    p = position([{"wheel": 5}, {}, {}], phase="lay")
    assert said(p, "lay wheel", "end") == [
        "Five Wheels are worth 9 points on the table, 2 in hand.",
        "The next monument is worth 9, the one after it 8.",
    ]


def test_a_draw_says_how_likely_the_card_is_that_the_seat_needs() -> None:
    p = position([{"greek": 4}, {"roman": 2}, {}], phase="draw")
    assert said(p, "draw 1 people", "draw nothing") == [
        "You still need 1 Greek; 8 of the 56 cards of that deck whose place is unknown are such cards.",
        "You would draw 1 card instead of 0.",
    ]


def test_the_last_technology_card_starts_the_final_round() -> None:
    technology = {"metallurgy": 1}
    hands: list[dict[str, int]] = [{"metallurgy": 11}, dict.fromkeys(("wheel", "chemistry"), 12), {}]
    hands[2] = dict.fromkeys(("architecture", "navigation"), 12)
    p = position(hands, {0: ["roman"]}, phase="draw", idle=0)
    assert p.to_json()["decks"]["technology"] == technology
    assert "Drawing the last technology card begins the final round." in said(p, "draw nothing", "draw 1 technology")


def test_moves_that_the_cards_do_not_tell_apart_get_a_general_reason() -> None:
    p = position([{"greek": 5, "roman": 5}, {}, {}], phase="lay")
    assert said(p, "lay greek", "lay roman") != said(p, "lay greek", "end")
    (reason,) = reasons(p, 0, "end", "end")
    assert reason["key"] == "respublica.reason.even"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("it", "Con 1 Greco completeresti cinque carte uguali: una città, 3 punti."),
        ("es", "Con 1 griego completarías cinco cartas iguales: una ciudad, 3 puntos."),
    ],
)
def test_reasons_are_in_all_languages(language: str, sentence: str) -> None:
    p = position([{"greek": 4}, {"greek": 1}, {}])
    assert said(p, "ask 1 greek", "no trade", language=language)[0] == sentence


# ---- every decision --------------------------------------------------------------------------------------------------


def check(found: list[Any], seat: int) -> None:
    """Check that there are one to three different reasons, which every reader can read."""
    assert 1 <= len(found) <= 3
    assert len({str(reason) for reason in found}) == len(found)
    for language in LANGUAGES:
        for you in (None, seat, (seat + 1) % 3):
            narrator = Narrator(language, NAMES, you)
            assert all(narrator.render(reason) for reason in found)


@pytest.mark.parametrize("seed", range(6))
def test_every_decision_has_reasons_that_tell_no_secret(seed: int) -> None:
    """Everything that the seat may not know is dealt again: its reasons stay the same."""
    rng = random.Random(seed)
    p = RP.start(players=3 + seed % 3, seed=seed)
    for _ in range(150):
        if p.over:
            break
        seat, legal = p.to_act, p.legal()
        assert isinstance(seat, int)
        if len(legal) >= 2:
            best, other = rng.sample(legal, 2)
            found = reasons(p, seat, best, other)
            check(found, seat)
            assert reasons(p.imagine(seat, rng), seat, best, other) == found
        p.play(p.suggest(rng) if rng.random() < 0.7 else rng.choice(legal))
