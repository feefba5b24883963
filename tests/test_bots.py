"""Bots and matches."""

from __future__ import annotations

import random
from typing import Any

import pytest

import heliopolis as hp
from tests.walks import TABLES, visit


def test_the_bots() -> None:
    assert hp.bots() == ["random", "careless", "greedy", "plain", "net", "search"]
    assert hp.bot("greedy").name == "greedy"


@pytest.mark.parametrize("table", TABLES)
def test_bots_play_legal_moves_everywhere(table: tuple[str, int]) -> None:
    rng = random.Random(0)
    for p in visit(*table, seed=9):
        if p.to_act is not None:
            for name in ("random", "careless", "greedy", "greedy:50", "plain:20"):
                p.copy().play(hp.bot(name).choose(p.imagine(p.to_act, rng), rng))


@pytest.mark.parametrize(
    ("name", "games", "least"), [("ra", 400, 0.95), ("priests", 400, 0.95), ("respublica", 12, 0.9)]
)
def test_greedy_beats_three_random_players(name: str, games: int, least: float) -> None:
    """In every seat in turn."""
    won = 0
    for seed in range(games):
        seats = ["random"] * 4
        seats[seed % 4] = "greedy"
        won += hp.play_match(name, seats, seed=seed).winners == [seed % 4]
    assert won >= least * games


class Hermit:
    """A bot like greedy that never trades."""

    name = "hermit"

    def choose(self, position: hp.Position, rng: random.Random) -> str:
        move = position.suggest(rng)
        return "no trade" if move.startswith(("ask", "offer")) else "nothing" if move.startswith("for") else move


def test_trading_tables_of_res_publica_finish_clearly_more_sets() -> None:
    """At least 1.5 times as many; it is nearly twice."""

    def sets(bots: list[Any]) -> int:
        ends = (hp.play_match("respublica", bots, seed=seed).record.replay().to_json() for seed in range(20))
        return sum(len(seat["sets"]) for end in ends for seat in end["seats"])

    assert sets(["greedy"] * 4) > 1.5 * sets([Hermit()] * 4)


def test_a_match_is_decided_by_its_seed() -> None:
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


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ([None, "random"], "A bot must be a name or an object with a method 'choose', not None"),
        ([Stubborn, "random"], "a method 'choose', not <class"),
        ([3.5, "random"], "a method 'choose', not 3.5"),
        ("greedy", r"Bots must be a list such as \['greedy', 'random'\], not 'greedy'"),
        (None, "Bots must be a list .* not None"),
    ],
)
def test_matches_refuse_what_is_not_a_bot(bots: Any, says: str) -> None:
    with pytest.raises(hp.InvalidSetup, match=says):
        hp.play_match("ra", bots, seed=1)


def test_the_error_about_an_unknown_bot_lists_the_known_ones() -> None:
    for wrong in ("deep", "deep:3", None):
        with pytest.raises(hp.UnknownName, match="search and the levels beginner, easy, medium, hard, expert, master"):
            hp.bot(wrong)  # type: ignore[arg-type]


def test_matches_need_the_right_number_of_bots() -> None:
    with pytest.raises(hp.InvalidSetup, match="2 to 5 players, not 1"):
        hp.play_match("ra", ["greedy"], seed=1)
    with pytest.raises(hp.UnknownName, match="no bot 'deep'"):
        hp.play_match("ra", ["greedy", "deep"], seed=1)
