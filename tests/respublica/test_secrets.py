"""Res Publica: who knows what, and worlds that agree with it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import heliopolis as hp
from tests.respublica.test_rules import RP, play, position


def known(p: hp.Position, viewer: int, seat: int) -> dict[str, int]:
    found: dict[str, int] = p.to_json()["known"][viewer][seat]
    return found


def test_a_choice_free_trade_is_known_to_all() -> None:
    p = position([{"roman": 2}, {"wheel": 1}, {}, {}])
    play(p, "offer 2 roman", "for 1 wheel", "nothing", "nothing", "accept 1")
    assert known(p, 3, 0) == {"wheel": 1}
    assert known(p, 3, 1) == {"roman": 2}
    assert known(p, 0, 1) == {"roman": 2}
    assert known(p, 0, 0) == {}, "one's own hand is no news"


def test_a_choice_is_known_to_the_two_only() -> None:
    p = position([{"roman": 1, "greek": 1}, {"wheel": 1}, {}])
    play(p, "offer 1 people", "for 1 wheel", "nothing", "accept 1", "give greek")
    assert known(p, 0, 1) == {"greek": 1}
    assert known(p, 2, 1) == {}
    assert known(p, 2, 0) == {"wheel": 1}


def test_what_may_have_been_given_away_is_no_longer_known() -> None:
    p = position([{"roman": 2}, {"wheel": 1, "greek": 1}, {"navigation": 1}])
    play(p, "offer 2 roman", "for 1 wheel", "nothing", "accept 1", "end", "draw nothing")
    assert known(p, 0, 1) == {"roman": 2}
    play(p, "offer 1 people", "for 1 navigation", "nothing", "accept 2", "give greek")
    assert known(p, 0, 1) == {"roman": 1, "navigation": 1}, "it may have been a roman"
    assert known(p, 2, 1) == {"roman": 2, "navigation": 1}, "they saw that it was a greek"


def test_laid_cards_are_no_longer_known_in_hand() -> None:
    p = position([{"roman": 2}, {"wheel": 1, "roman": 4}, {}])
    play(p, "offer 2 roman", "for 1 wheel", "nothing", "accept 1", "end", "draw nothing", "no trade", "lay roman")
    assert known(p, 0, 1) == {}


def test_categories_stay_fixed_through_draws_and_trades_that_fix_them() -> None:
    p = position([{"roman": 2}, {"wheel": 1, "greek": 1}, {}])
    play(p, "offer 1 people", "for 1 technology", "nothing", "accept 1", "give roman", "give wheel")
    assert "categories" not in p.to_json()
    play(p, "end", "draw nothing", "offer 1 any", "nothing", "for 1 roman", "accept 0", "give greek")
    categories = p.to_json()["categories"]
    assert categories[2][1] == {"people": 2, "technology": 0}, "a roman came in, and it may have been either that went"


def agree(p: hp.Position, seat: int, world: hp.Position) -> None:
    """Everything the rules page asks of a resampled world."""
    true, other = p.to_json(), world.to_json()
    assert other["seats"][seat]["hand"] == true["seats"][seat]["hand"]
    for who in range(p.players):
        mine, its = true["seats"][who], other["seats"][who]
        assert sum(its["hand"].values()) == sum(mine["hand"].values())
        assert (its["sets"], its["monuments"]) == (mine["sets"], mine["monuments"])
        for card, number in true["known"][seat][who].items():
            assert its["hand"].get(card, 0) >= number
        if who != seat:
            bounds = p.view(seat)["seats"][who]["at_least"]
            people = sum(number for card, number in its["hand"].items() if card in RP.notation.OUTCOMES[:5])
            assert people >= bounds["people"]
            assert sum(its["hand"].values()) - people >= bounds["technology"]
    for deck in ("people", "technology"):
        assert sum(other["decks"][deck].values()) == sum(true["decks"][deck].values())
    assert RP.from_json(other) == world, "the world is a legal position, its running trade included"
    assert world.view(seat) == p.view(seat)


@pytest.mark.slow
def test_imagined_worlds_agree_with_everything_a_seat_knows() -> None:
    for seed in range(6):
        rng = random.Random(seed)
        p = RP.start(players=3 + seed % 3, seed=seed)
        while not p.over:
            if rng.random() < 0.03:
                for seat in range(p.players):
                    agree(p, seat, p.imagine(seat, rng))
            p.act(rng.choice(p.actions()))


def test_imagined_worlds_do_not_depend_on_how_the_cards_really_lie() -> None:
    """Re-deal, then imagine with an equal generator: the worlds are equal."""
    for seed in range(4):
        rng = random.Random(seed)
        p = RP.start(players=4, seed=seed)
        for _ in range(400):
            if p.over:
                break
            p.act(rng.choice(p.actions()))
            if p.to_act in (None, hp.CHANCE) or rng.random() > 0.1:
                continue
            for seat in range(4):
                other = p.imagine(seat, rng)
                number = rng.random()
                assert other.imagine(seat, Fixed(number)) == p.imagine(seat, Fixed(number))


class Fixed:
    def __init__(self, value: float) -> None:
        self.value = value

    def random(self) -> float:
        return self.value


def test_worlds_are_spread_over_what_is_possible() -> None:
    """One unknown people card of another: it is each card about as often as copies are left."""
    hands: list[dict[str, int]] = [{"roman": 6, "greek": 4}, {"babylonian": 1}, {}]
    p, rng = position(hands), random.Random(1)
    found: dict[str, int] = {}
    for _ in range(2400):
        (card,) = p.imagine(0, rng).to_json()["seats"][1]["hand"]
        found[card] = found.get(card, 0) + 1
    left = {"roman": 6, "babylonian": 12, "egyptian": 12, "atlantean": 12, "greek": 8}
    for card, copies in left.items():
        assert abs(found[card] - 2400 * copies / 50) < 100


def test_a_view_is_built_by_name() -> None:
    """No key of a view of a spectator, at any depth, is a hand, and no seat sees another's."""
    rng = random.Random(1)
    p = RP.start(players=4, seed=3)
    for _ in range(300):
        p.act(rng.choice(p.actions()))
        assert "hand" not in str(p.view(None))
        for seat in range(4):
            shown = [number for number, who in enumerate(p.view(seat)["seats"]) if "hand" in who]
            assert shown == [seat]


def test_observations_have_the_documented_size() -> None:
    assert RP.observation_size == 9 + 3 + 3 + 8 + 6 + 30 + 20 + 5 * 79
    assert np.isfinite(RP.start(players=3, seed=1).observe(0)).all()
