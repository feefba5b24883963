"""Bots and matches."""

from __future__ import annotations

import random

import pytest

import heliopolis as hp
from tests.walks import TABLES, walk


def test_the_bots() -> None:
    assert hp.bots() == ["random", "greedy"]
    assert hp.bot("greedy").name == "greedy"


@pytest.mark.parametrize("table", TABLES)
def test_bots_play_legal_moves_everywhere(table: tuple[str, int]) -> None:
    rng = random.Random(0)
    for p in walk(*table, seed=9, sensible=0.2):
        if p.to_act is not None:
            for name in hp.bots():
                assert hp.bot(name).choose(p.imagine(p.to_act, rng), rng) in p.legal()


def test_greedy_beats_three_random_players() -> None:
    """At least 90 % of 4-player games are asked for; every seat in turn."""
    won = 0
    for seed in range(400):
        seats = ["random"] * 4
        seats[seed % 4] = "greedy"
        won += hp.play_match("ra", seats, seed=seed).winners == [seed % 4]
    assert won >= 380


def test_a_match_is_its_seed() -> None:
    one, two = (hp.play_match("ra", ["greedy", "random", "random"], seed=1) for _ in range(2))
    assert one == two
    assert one.record.replay().scores() == one.scores
    assert one.record.seats == ("greedy", "random", "random")
    assert hp.play_match("ra", ["greedy", "random", "random"], seed=2) != one


class Stubborn:
    """The smallest bot there can be."""

    name = "stubborn"

    def choose(self, position: hp.Position, rng: object) -> str:
        assert position.dealer is None
        assert position.record.moves == ()
        return position.legal()[0]


def test_a_bot_is_anything_that_chooses() -> None:
    match = hp.play_match("ra", [Stubborn(), "random"], seed=3)
    assert match.record.seats == ("stubborn", "random")


def test_matches_need_the_right_number_of_bots() -> None:
    with pytest.raises(hp.InvalidSetup, match="2 to 5 players, not 1"):
        hp.play_match("ra", ["greedy"], seed=1)
    with pytest.raises(hp.UnknownName, match="no bot 'deep'"):
        hp.play_match("ra", ["greedy", "deep"], seed=1)
