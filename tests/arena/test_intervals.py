"""Confidence intervals, compared with SciPy and with known values."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliopolis.arena.intervals import clustered, effective_games, student, wilson
from tests.lazy import lazy

stats = lazy("scipy.stats")


@pytest.mark.parametrize(("won", "games"), [(32, 100), (0, 20), (20, 20), (1, 7), (263, 400)])
def test_wilson_is_the_textbook_one(won: int, games: int) -> None:
    known = stats.binomtest(won, games).proportion_ci(0.95, method="wilson")
    assert wilson(won / games, games) == pytest.approx((known.low, known.high), abs=1e-12)


def test_wilson_of_a_known_case() -> None:
    """32 of 100: 24 % to 42 %."""
    assert [round(end, 2) for end in wilson(0.32, 100)] == [0.24, 0.42]


@pytest.mark.parametrize("freedom", [2, 3, 5, 10, 30, 99, 1000])
def test_student(freedom: int) -> None:
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01)


def test_deals_whose_games_all_end_alike_count_as_one_game_each() -> None:
    """If all four games of a deal always end alike, there are as many independent games as deals."""
    shares = [1.0] * 30 + [0.0] * 70
    assert effective_games(shares, 4) == pytest.approx(99)
    assert clustered(shares, 4) == pytest.approx(wilson(0.3, 99, student(99)))


def test_independent_games_count_in_full() -> None:
    """Two games per deal, each won by the toss of a coin: the four kinds of deal are equally frequent."""
    assert effective_games([0.0, 0.5, 0.5, 1.0] * 100, 2) == pytest.approx(800, rel=0.01)


def test_there_are_never_more_effective_games_than_were_played() -> None:
    assert effective_games([0.25] * 50, 4) == 200


def test_if_all_games_were_won_each_deal_counts_once() -> None:
    assert clustered([1.0] * 50, 4) == wilson(1.0, 50, student(49))
    assert clustered([0.0] * 50, 4)[0] == 0


def test_one_deal_gives_no_interval() -> None:
    assert clustered([0.5], 4) == (0.0, 1.0)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2), st.integers(1, 20))
def test_an_interval_holds_its_share_and_stays_in_range(shares: list[float], games: int) -> None:
    low, high = clustered(shares, games)
    assert 0 <= low <= sum(shares) / len(shares) <= high <= 1


def test_intervals_cover_what_they_promise() -> None:
    """Deals that lean one way or the other, 60 games in 15 deals: the truth is inside at least 94 % of the time."""
    rng = random.Random(1)
    inside = 0
    for _ in range(2000):
        deals = [sum(rng.random() < leaning for _ in range(4)) / 4 for leaning in rng.choices([0.1, 0.7], k=15)]
        low, high = clustered(deals, 4)
        inside += low <= 0.4 <= high
    assert inside / 2000 >= 0.94
