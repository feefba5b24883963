"""What the view says about each tile, of Ra and of Priests of Ra, is what the rules do with it."""

from __future__ import annotations

import random

import pytest

import heliopolis as hp
from heliopolis.games.priests.advice import ADVICE as PRIESTS
from heliopolis.games.ra.advice import ADVICE as RA
from heliopolis.games.sun.advice import GameAdvice
from heliopolis.games.sun.worth import with_row, worth_of_row
from tests.ra.table import position


def midgame(game: str, players: int, seed: int) -> hp.Position:
    """A position in which everybody has tiles."""
    rng, p = random.Random(seed), hp.game(game).start(players=players, seed=seed)
    for _ in range(40 + 25 * seed):
        if not p.over:
            p.play(p.suggest(rng))
    return p


@pytest.mark.parametrize(("game", "advice"), [("ra", RA), ("priests", PRIESTS)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_tile_is_worth_what_winning_it_alone_would_bring(game: str, advice: GameAdvice, seed: int) -> None:
    p = midgame(game, players=3, seed=seed)
    assert not p.over
    facts = p.view(p.to_act if isinstance(p.to_act, int) else None)["tile_facts"]
    for face, name in enumerate(advice.vocabulary.faces):
        if name == "ra":
            assert facts[name]["now"] == facts[name]["later"] == []
            continue
        for seat in range(3):
            worth = worth_of_row(with_row(p._records, [face]), seat, advice)
            assert (facts[name]["now"][seat], facts[name]["later"][seat]) == (worth.points, worth.points_later), name


def test_the_numbers_of_a_flood_in_a_known_position() -> None:
    p = position(players=3, tiles={0: {"nile": 4}, 1: {"nile": 1, "flood": 1}}, row=["flood"])
    flood = p.view(0)["tile_facts"]["flood"]
    assert flood["now"] == [5, 1, 1]
    assert (flood["left"], flood["total"]) == (10, 12)
    assert flood["next"] == pytest.approx(10 / p.view(0)["pile_left"])


def test_a_disaster_costs_what_hurts_least() -> None:
    p = position(tiles={0: {"art": 1, "writing": 2, "religion": 1}})
    assert p.view(0)["tile_facts"]["unrest"]["now"] == [-5, 0, 0, 0]  # one kind is left whatever goes: 5 points less
    p = position(tiles={0: {"art": 3, "writing": 1, "religion": 1}})
    assert p.view(0)["tile_facts"]["unrest"]["now"] == [0, 0, 0, 0]  # two of the three arts


def test_monuments_count_later_until_the_third_epoch() -> None:
    held = {0: {"sphinx": 2}}
    assert position(tiles=held).view(0)["tile_facts"]["sphinx"]["later"] == [5, 1, 1, 1]
    last = position(tiles=held, epoch=3).view(0)["tile_facts"]["sphinx"]
    assert (last["now"], last["later"]) == ([5, 1, 1, 1], [0, 0, 0, 0])


def test_both_faces_of_a_tile_have_its_numbers() -> None:
    facts = hp.game("priests").start(players=2, seed=1).view(0)["tile_facts"]
    assert facts["farmer"] == facts["warrior"]
    assert facts["farmer"]["total"] == 30
