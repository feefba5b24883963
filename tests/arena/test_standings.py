"""Standings: computed from the results of a tournament."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

import heliopolis as hp
from heliopolis.arena import Standings, serial, tournament
from heliopolis.arena.intervals import clustered
from heliopolis.arena.referee import Result
from heliopolis.arena.schedule import Tournament
from heliopolis.arena.standings import make_standings
from tests.profiles import examples


def result(number: int, scores: list[int]) -> Result:
    """A game in which the best score wins."""
    ranks = [sum(b > a for b in scores) + (scores.count(a) + 1) / 2 for a in scores]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return Result(number, scores, winners, ranks, {}, [10] * len(scores), [0.5] * len(scores))


@st.composite
def played(draw: st.DrawFn) -> Standings:
    players = draw(st.integers(2, 5))
    bots = tuple(draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=6)))
    planned = Tournament("ra", bots, players, draw(st.integers(1, 4)))
    row = st.lists(st.integers(0, 3), min_size=players, max_size=players)
    return make_standings(planned, [result(number, draw(row)) for number in range(planned.games)])


@examples(50)
@given(played())
def test_shares_of_all_seats_add_up_to_every_game(table: Standings) -> None:
    games = table.tournament.games
    assert sum(one.win_share * one.games for one in table.standings) == pytest.approx(games)
    assert sum(one.games for one in table.standings) == games * table.tournament.players
    ranks = sum(one.mean_rank * one.games for one in table.standings)
    assert ranks == pytest.approx(games * sum(range(1, table.tournament.players + 1)))
    for one in table.standings:
        assert one.low <= one.win_share <= one.high
        assert one.seconds_per_move == pytest.approx(0.05)
    assert [one.win_share for one in table.standings] == sorted(
        (one.win_share for one in table.standings), reverse=True
    )


def test_a_bot_against_itself_wins_as_often_as_chance() -> None:
    for bots, players in ((["random"], 2), (["greedy"] * 3, 3), (["random"], 5)):
        table = tournament("ra", bots, games=10, players=players, executor=serial)
        [only] = table.standings
        assert only.win_share == pytest.approx(1 / players)
        assert only.mean_rank == pytest.approx((players + 1) / 2)
        assert only.mean_score == pytest.approx(table.mean_score)
        assert only.games == players * table.tournament.games


def test_worked_example() -> None:
    """One a against two b, two deals: a wins twice, ties once for the win, loses three times."""
    planned = Tournament("ra", ("a", "b", "b"), 3, 2)
    scores = {"win": (9, 5, 1), "tie": (5, 5, 1), "loss": (2, 8, 3)}
    results = []
    for number, what in enumerate(["win", "tie", "loss", "win", "loss", "loss"]):
        seats = planned.fixture(number).seats
        ours, *others = scores[what]
        results.append(result(number, [ours if name == "a" else others.pop() for name in seats]))
    table = make_standings(planned, results)
    a, b = table.standings
    assert (a.bot, a.games, b.bot, b.games) == ("a", 6, "b", 12)
    assert (a.win_share * 6, b.win_share * 12) == pytest.approx((2.5, 3.5))
    assert (a.low, a.high) == clustered([1.5 / 3, 1 / 3], 3)
    assert a.mean_score == pytest.approx((9 + 5 + 2 + 9 + 2 + 2) / 6)
    assert a.mean_rank == pytest.approx(float(Fraction(1 + 3 + 1 + 3 + 3, 1) + Fraction(3, 2)) / 6)
    assert table.mean_winning_score == pytest.approx((9 + 5 + 5 + 8 + 9 + 8 + 8) / 7)


def test_ratings_are_openskills() -> None:
    """Bots that are entered once: exactly what the library gives, game after game."""
    table = tournament("ra", ["greedy", "random"], games=10, executor=serial)
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in ("greedy", "random")}
    for one in table.results:
        seats = table.tournament.fixture(one.number).seats
        rated = model.rate([[ratings[name]] for name in seats], ranks=one.ranks)
        ratings.update(zip(seats, (team[0] for team in rated), strict=True))
    for standing in table.standings:
        assert standing.rating == pytest.approx(ratings[standing.bot].mu)
        assert standing.rating_sigma == pytest.approx(ratings[standing.bot].sigma)


def test_thinking_times_do_not_count_in_comparisons() -> None:
    tables = [tournament("ra", ["greedy", "random"], games=4, executor=serial) for _ in range(2)]
    assert tables[0] == tables[1]
    assert tables[0].standings[0].seconds_per_move != tables[1].standings[0].seconds_per_move


def test_the_json_says_what_was_played() -> None:
    data = hp.tournament("ra", ["greedy", "random"], games=3, seed="s", executor=serial).to_json()
    assert data["heliopolis"] == hp.__version__
    assert (data["game"], data["players"], data["bots"], data["seed"]) == ("ra", 2, ["greedy", "random"], "s")
    assert (data["deals"], data["games"], data["chance"], data["forfeits"]) == (2, 4, 0.5, [])
    assert data["origins"] == {"greedy": "heliopolis", "random": "heliopolis"}
    assert len(data["sources"]) == 16
