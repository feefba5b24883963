"""The schedule: who sits where, and with which seeds."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import heliopolis as hp
from heliopolis.arena.schedule import Tournament, arrange

tournaments = st.builds(
    Tournament,
    game=st.just("ra"),
    bots=st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=7).map(tuple),
    players=st.integers(2, 5),
    deals=st.integers(1, 3),
    seed=st.integers() | st.text(),
)


@given(tournaments)
def test_every_entry_sits_in_every_seat_equally_often_on_every_deal(planned: Tournament) -> None:
    entries = Counter(planned.bots)
    for deal in range(planned.deals):
        numbers = range(deal * planned.games_per_deal, (deal + 1) * planned.games_per_deal)
        for seat in range(planned.players):
            seen = Counter(planned.fixture(number).seats[seat] for number in numbers)
            assert {name: seen[name] * len(planned.bots) for name in entries} == {
                name: times * planned.games_per_deal for name, times in entries.items()
            }


@given(tournaments)
def test_games_of_a_deal_share_the_dealer_and_nothing_else(planned: Tournament) -> None:
    fixtures = [planned.fixture(number) for number in range(planned.games)]
    assert len({fixture.dealer_seed for fixture in fixtures}) == planned.deals
    assert all((one.dealer_seed == two.dealer_seed) == (one.deal == two.deal) for one in fixtures for two in fixtures)
    seeds = [seed for fixture in fixtures for seed in fixture.bot_seeds]
    assert len(set(seeds)) == len(seeds) == planned.games * planned.players


@given(tournaments)
def test_a_game_is_its_number_and_the_seed(planned: Tournament) -> None:
    more = Tournament(planned.game, planned.bots, planned.players, planned.deals + 5, planned.seed)
    assert [more.fixture(n) for n in range(planned.games)] == [planned.fixture(n) for n in range(planned.games)]
    other = Tournament(planned.game, planned.bots, planned.players, planned.deals, f"{planned.seed}!")
    assert other.fixture(0).dealer_seed != planned.fixture(0).dealer_seed


def test_line_ups_and_rotations() -> None:
    """As many bots as seats: all rotations. Two at four: A B A B. Three at four: each sits twice in turn."""
    assert Counter(Tournament("ra", ("a", "b", "b"), 3, 1).fixture(n).seats for n in range(3)) == Counter(
        [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    )
    pairs = Tournament("ra", ("a", "b"), 4, 1)
    assert {pairs.fixture(n).seats for n in range(pairs.games)} == {("a", "b", "a", "b"), ("b", "a", "b", "a")}
    three = Tournament("ra", ("a", "b", "c"), 4, 1)
    assert three.games_per_deal == 12
    twice = [max(Counter(three.fixture(n).seats).items(), key=lambda item: item[1]) for n in range(12)]
    assert Counter(twice) == {("a", 2): 4, ("b", 2): 4, ("c", 2): 4}


def test_neighbours_change_from_deal_to_deal() -> None:
    planned = Tournament("ra", ("a", "b", "c", "d"), 4, 40)
    left = {planned.fixture(n * 4).seats[(planned.fixture(n * 4).seats.index("a") + 1) % 4] for n in range(40)}
    assert left == {"b", "c", "d"}


def test_games_are_rounded_up_to_whole_deals() -> None:
    planned = arrange("ra", ["greedy", "random", "random"], games=10)
    assert (planned.players, planned.deals, planned.games) == (3, 4, 12)
    assert arrange("priests", ["greedy"], games=3).players == 2
    assert arrange("ra", ["random"] * 7, games=1).players == 5


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"bots": []}, "needs at least one bot"),
        ({"bots": ["deep"]}, "no bot 'deep'"),
        ({"bots": "greedy"}, "Bots must be a list .* not 'greedy'"),
        ({"bots": None}, "Bots must be a list .* not None"),
        ({"bots": ["random:3"]}, "'random' takes no option"),
        ({"players": 6}, "2 to 5 players, not 6"),
        ({"games": 0}, "1 or more, not 0"),
        ({"games": 1.5}, "1 or more, not 1.5"),
        ({"games": "4"}, "1 or more, not '4'"),
        ({"move_time": 0}, "more than 0 seconds"),
        ({"seed": 1.5}, "whole number or a text"),
        ({"name": "chess"}, "no game 'chess'"),
        ({"code": ["/nowhere/bot.py"]}, "cannot be read"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, object], says: str) -> None:
    right: dict[str, object] = {"name": "ra", "bots": ["greedy", "random"], "games": 4}
    with pytest.raises(hp.HeliopolisError, match=says):
        arrange(**{**right, **wrong})  # type: ignore[arg-type] # that is the point
