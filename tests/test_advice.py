"""Advice on a decision: every option with everybody's chances, best first, a reason, within what a seat may know."""

from __future__ import annotations

import random

import pytest

import heliopolis as hp
from heliopolis.core.pieces import Piece
from heliopolis.review.advice import (
    MAX_SIMULATIONS,
    MIN_SIMULATIONS,
    advise,
    simulations_per_option,
)
from heliopolis.text.catalogues import format_message


@pytest.mark.parametrize("name", hp.games())
def test_every_option_has_chances_that_add_up(name: str) -> None:
    p = hp.game(name).start(players=3, seed=2)
    assert p.to_act is not None
    advice = advise(p, random.Random(1))
    own = [option.win[p.to_act] for option in advice.options]
    assert own == sorted(own, reverse=True)
    assert advice.best == advice.options[0].move
    for option in advice.options:
        assert sum(option.win) == pytest.approx(1, abs=1e-6)
        q = p.copy()
        q.play(option.move)  # is legal
    if not p.game.composed:
        assert {option.move for option in advice.options} == set(p.legal())


@pytest.mark.parametrize("name", hp.games())
def test_the_reasons_are_in_the_catalogues(name: str) -> None:
    rng, told = random.Random(5), 0
    p = hp.game(name).start(players=4, seed=3)
    for _ in range(12):
        assert p.to_act is not None
        for message in advise(p.imagine(p.to_act, rng), rng).why:
            names = {"name": "Ada", "partner_name": "Grace"}
            assert format_message("it", message["key"], message["params"] | names)
            told += 1
        p.play(rng.choice(p.legal()))
    assert told


def test_saying_nothing_is_always_compared() -> None:
    p = hp.game("respublica").start(players=4, seed=3)
    assert "no trade" in [option.move for option in advise(p, random.Random(1)).options]


def test_the_same_position_gets_the_same_advice() -> None:
    p = hp.game("ra").start(players=3, seed=2)
    assert advise(p, random.Random(1)) == advise(p, random.Random(1))


def test_many_options_share_the_simulations() -> None:
    p = hp.game("ra").start(players=3, seed=2)
    assert simulations_per_option(p) == MAX_SIMULATIONS
    assert MIN_SIMULATIONS <= simulations_per_option(hp.game("respublica").start(players=3, seed=2)) < MAX_SIMULATIONS


def test_without_a_compiled_search_there_is_only_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Piece, "is_usable", lambda *_: False)
    p = hp.game("ra").start(players=3, seed=2)
    advice = advise(p, random.Random(1))
    assert advice.best in p.legal()
    assert (advice.options, advice.why) == ([], [])
