"""What the view says about each card of Res Publica."""

from __future__ import annotations

import random

import pytest

import heliopolis as hp
from heliopolis.games.respublica.card_facts import points_of_cards
from heliopolis.games.respublica.cards import CARD_NAMES

GAME = hp.game("respublica")


def test_every_card_is_somewhere() -> None:
    rng, p = random.Random(4), GAME.start(players=4, seed=4)
    for _ in range(200):
        if p.over:
            break
        p.play(rng.choice(p.legal()))
    view = p.view(0)
    for card in CARD_NAMES:
        facts = view["card_facts"][card]
        assert sum(facts["places"]) + facts["unseen"] == facts["total"] == 12
        assert facts["hand"] == view["seats"][0]["hand"].get(card, 0)
        really_held = [p.view(seat)["seats"][seat]["hand"].get(card, 0) for seat in range(4)]
        laid = [5 * view["seats"][seat]["sets"].count(card) for seat in range(4)]
        assert all(known <= held + there for known, held, there in zip(facts["places"], really_held, laid, strict=True))


def test_the_chances_of_a_deck_add_up() -> None:
    facts = GAME.start(players=3, seed=1).view(1)["card_facts"]
    assert sum(facts[card]["next"] for card in CARD_NAMES[:5]) == pytest.approx(1)
    assert sum(facts[card]["next"] for card in CARD_NAMES[5:]) == pytest.approx(1)


def test_one_more_card_is_worth_a_pair_or_a_set() -> None:
    cities, monuments = [3] * 10, [9, 8]
    assert [points_of_cards(number, cities) for number in range(7)] == [0, 0, 1, 1, 2, 3, 3]
    assert [points_of_cards(number, monuments) for number in (4, 5, 7, 10)] == [2, 9, 10, 17]
    assert points_of_cards(5, []) == 2


def test_a_spectator_is_told_of_nobodys_hand() -> None:
    p = GAME.start(players=3, seed=1)
    facts = p.view(None)["card_facts"]["roman"]
    assert (facts["hand"], facts["worth"], facts["unseen"]) == (None, None, 12)
