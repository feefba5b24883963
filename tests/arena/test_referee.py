"""The referee: games in which bots make mistakes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.arena import serial, tournament
from heliopolis.arena.referee import Result, play_game
from heliopolis.arena.schedule import Tournament, arrange
from heliopolis.arena.standings import make_standings
from heliopolis.bots.greedy import Greedy
from heliopolis.bots.plugins import BotFile

MISFITS = Path(__file__).parent / "misfits.py"


def games_of(*bots: str, move_time: float | None = None) -> Iterator[tuple[Tournament, Result]]:
    planned = arrange("ra", bots, games=2 * len(bots), code=[MISFITS], move_time=move_time)
    for number in range(planned.games):
        yield planned, play_game(planned, number)


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("raises", "raised ZeroDivisionError: no idea at all"),
        ("silent", "returned NoneType instead of a move"),
        ("liar", "played 'bid 99', which was not legal"),
        ("quits", "raised SystemExit: enough"),
        ("late", "played 'what?', which was not legal"),
    ],
)
def test_a_bot_that_makes_a_mistake_is_last_and_the_game_continues(bot: str, why: str) -> None:
    for planned, result in games_of(bot, "random", "random"):
        seat = planned.fixture(result.number).seats.index(bot)
        assert result.forfeits == {seat: why}
        assert result.ranks[seat] == 3
        assert seat not in result.winners
        assert result.winners
        assert sum(result.ranks) == 6
        assert result.moves[seat] == (2 if bot == "late" else 0)
        assert min(moves for other, moves in enumerate(result.moves) if other != seat) > 10


def test_greedy_plays_on_so_that_the_others_have_a_whole_game() -> None:
    """The seat does well, which shows that an able bot took over; yet it has not won."""
    best = [max(result.scores) == result.scores[next(iter(result.forfeits))]
            for _, result in games_of("raises", "random", "random")]  # fmt: skip
    assert all(best)


def test_without_forfeits_the_rules_decide() -> None:
    for _, result in games_of("honest", "greedy", "random"):
        assert not result.forfeits
        assert [seat for seat, rank in enumerate(result.ranks) if rank < 2] == result.winners


def test_if_all_bots_forfeit_the_last_one_to_do_so_wins() -> None:
    for planned, result in games_of("raises", "late", "liar"):
        seats = planned.fixture(result.number).seats
        assert result.winners == [seats.index("late")]
        assert sorted(result.ranks) == [1, 2, 3]
        assert sorted(result.forfeits) == [0, 1, 2]


def test_a_bot_that_cannot_be_created_forfeits() -> None:
    code = BotFile("unborn.py", "class Unborn:\n def __init__(self): 1 / 0\n def choose(self, position, rng): ...\n")
    planned = Tournament("ra", ("unborn", "random"), 2, 1, code=(code,))
    with pytest.raises(hp.InvalidSetup, match="'unborn' cannot be created: ZeroDivisionError: division by zero"):
        planned.check()
    result = play_game(planned, 0)
    assert result.forfeits == {planned.fixture(0).seats.index("unborn"): "could not be created: InvalidSetup: The bot "
                               "'unborn' cannot be created: ZeroDivisionError: division by zero"}  # fmt: skip
    assert play_game(Tournament("ra", ("unborn",), 2, 1, code=(code,)), 0).winners == [0, 1], "equally bad"


def test_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which every reading takes a second."""
    ticks = iter(range(10**9))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    for _, result in games_of("honest", "greedy", move_time=0.5):
        assert list(result.forfeits.values()) == ["thought longer than 0.5 s"] * 2
    for _, result in games_of("honest", "greedy", move_time=1.5):
        assert not result.forfeits
        assert result.seconds == result.moves


def test_a_bot_that_is_known_to_forfeit_is_not_asked_again() -> None:
    planned = arrange("ra", ["honest", "random"], games=2, code=[MISFITS])
    reported: list[tuple[int, int]] = []
    result = play_game(planned, 0, {1: (4, "was bad")}, lambda seat, turn: reported.append((seat, turn)))
    assert result.forfeits == {1: "was bad"}
    assert (1, -1) in reported
    assert max(turn for seat, turn in reported if seat == 1) < 4
    assert max(turn for seat, turn in reported if seat == 0) > 10


def test_a_bot_sees_nothing_that_it_may_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[hp.Position] = []

    def choose(_: object, position: hp.Position, __: object) -> str:
        seen.append(position)
        return position.legal()[0]

    monkeypatch.setattr(Greedy, "choose", choose)
    play_game(Tournament("ra", ("greedy", "greedy"), 2, 1), 0)
    assert seen
    assert all(position.dealer is None and position.record.moves == () for position in seen)


def test_every_game_has_a_new_bot() -> None:
    """Otherwise the order of the games would matter."""
    planned = arrange("ra", ["stateful", "random"], games=8, code=[MISFITS])
    forwards = list(serial(planned, range(8)))
    assert list(serial(planned, range(7, -1, -1))) == forwards[::-1]


def test_forfeits_in_the_standings() -> None:
    table = tournament("ra", ["late", "random", "greedy"], games=30, code=[MISFITS], executor=serial)
    late = next(standing for standing in table.standings if standing.bot == "late")
    assert (late.forfeits, late.games, late.win_share, late.mean_rank, late.mean_score) == (30, 30, 0, 3, None)
    assert sum(standing.win_share for standing in table.standings) == pytest.approx(1)
    assert table.to_json()["forfeits"][0] == {"game": 0, "bot": "late", "why": "played 'what?', which was not legal"}
    assert make_standings(table.tournament, table.results[::-1]) == table
