"""Exact endings of Ra: the solver, the positions solved by it, and what bots give away there."""

from __future__ import annotations

import pytest

import heliopolis as hp
from heliopolis.arena.endings import SolvedEnding, measure, read_endings
from heliopolis.compute.endings import solve
from tests.endings import is_right
from tests.ra.table import table

SLICE = 40  # positions that are solved again; `make endings` solves all
ENDINGS = read_endings()


def test_there_are_two_thousand() -> None:
    assert len(ENDINGS) >= 2000
    assert len({repr(ending.position) for ending in ENDINGS}) == len(ENDINGS)


def test_a_slice_is_solved_as_stored() -> None:
    assert [number for number, ending in enumerate(ENDINGS[:SLICE]) if not is_right(ending)] == []


def lonely(fame: int) -> hp.Position:
    """Seat 0 alone has a sun; a god is in the row, seven gods and four Ra in the pile, and a Ra ends the game."""
    up, others = {0: [13], 1: [], 2: [], 3: []}, {1: 30, 2: 20, 3: 20}
    data = table(players=4, epoch=3, ra_track=8, up=up, fame={0: fame, **others}, row=["god"])
    return hp.game("ra").from_json(data | {"pile": dict.fromkeys(data["pile"], 0) | {"ra": 4, "god": 7}})


def solve_lonely(fame: int, move: str) -> tuple[float, float]:
    """Return the chance of winning and the expected score of seat 0 after a move."""
    p = lonely(fame)
    found = solve(p)
    assert found is not None
    win, points = found.after[p.game.action_numbers[move]]
    return win[0], points[0]


def test_a_draw_is_weighed_by_its_odds() -> None:
    """A god is two points. A second one comes with 7/11, after which seat 0 stops; with 4/11 the row is lost."""
    (_, invoke), (_, draw) = solve_lonely(10, "invoke"), solve_lonely(10, "draw")
    assert draw - invoke == pytest.approx(7 / 11 * 4 - 2)


def test_winning_comes_before_points() -> None:
    """One god is enough to win the game; a draw would bring more points on average, but may lose it."""
    (invoke, points), (draw, more_points) = solve_lonely(34, "invoke"), solve_lonely(34, "draw")
    assert invoke == 1
    assert draw == pytest.approx(7 / 11)
    assert more_points > points
    found = solve(lonely(34))
    assert found is not None
    assert (found.win[0], found.points[0]) == (1, points)


def test_chances_add_up_to_1_and_nobody_can_do_better_than_the_best_action() -> None:
    for ending in ENDINGS[:SLICE]:
        p = hp.game("ra").from_json(ending.position)
        found, seat = solve(p), p.to_act
        assert found is not None
        assert seat is not None
        assert sum(found.win) == pytest.approx(1)
        assert all(sum(win) == pytest.approx(1) for win, _ in found.after.values())
        assert found.win[seat] == pytest.approx(max(win[seat] for win, _ in found.after.values()))
        assert (found.win, found.points) == found.after[ending.best]


Values = tuple[list[float], list[float]]


def expand(p: hp.Position, memo: dict[hp.Position, Values]) -> Values:
    """Solve a position with nothing but its own methods: chances of winning and expected scores by seat."""
    if p not in memo:
        memo[p] = find_values(p, memo)
    return memo[p]


def find_values(p: hp.Position, memo: dict[hp.Position, Values]) -> Values:
    if p.over:
        return [float(seat in p.winners()) for seat in range(p.players)], [float(score) for score in p.scores()]
    after = {move: expand(played(p, move), memo) for move in (p.chances() or p.legal())}
    if p.to_act == hp.CHANCE:
        odds = p.chances()
        win, points = (
            [sum(odds[move] * values[i][seat] for move, values in after.items()) for seat in range(p.players)]
            for i in (0, 1)
        )
        return win, points
    seat = p.to_act or 0
    return max(after.values(), key=lambda values: (round(values[0][seat], 9), round(values[1][seat], 9)))


def played(p: hp.Position, move: str) -> hp.Position:
    after = p.without_history()
    after.play(move)
    return after


def test_the_solver_agrees_with_a_second_one_that_knows_no_equivalent_positions() -> None:
    compared = 0
    for ending in ENDINGS[:300]:
        p = hp.game("ra").from_json(ending.position)
        if solve(p, max_positions=150) is None:
            continue
        for action in p.actions():
            win, points = expand(played(p, p.text(action)), {})
            assert win[p.to_act or 0] == pytest.approx(ending.win[action], abs=1e-6)
            assert points[p.to_act or 0] == pytest.approx(ending.points[action], abs=1e-4)
        compared += 1
    assert compared >= 10


def test_what_is_too_much_is_not_solved() -> None:
    assert solve(hp.game("ra").start(players=3, seed=1), max_positions=100) is None


def test_what_cannot_be_solved() -> None:
    with pytest.raises(hp.HeliopolisError, match=r"Positions of Res Publica cannot be solved\."):
        solve(hp.game("respublica").start(players=3, seed=1))
    p = hp.game("ra").start(players=3, seed=1, dealer=None)
    p.play("draw")
    with pytest.raises(hp.IllegalMove, match="a player is to act"):
        solve(p)


# ---- bots ------------------------------------------------------------------------------------------------------------


def test_a_plain_search_finds_exact_endings() -> None:
    random_moves, greedy, searched = (measure(spec, ENDINGS[:150]) for spec in ("random", "greedy", "plain:2000"))
    assert random_moves.points > greedy.points > searched.points
    assert searched.best > 0.75
    assert searched.points < 0.25
    assert searched.win < 0.005


def test_a_search_with_a_net_finds_exact_endings_and_a_longer_one_solves_them() -> None:
    bots = ("net", "search:50", "search:900", "search:2000")
    net, shallow, searched, solved = (measure(spec, ENDINGS[:150]) for spec in bots)
    assert net.points > shallow.points > searched.points > solved.points
    assert searched.win < 0.005
    assert solved.points < 0.01


def test_regret_is_what_is_given_away() -> None:
    ending = SolvedEnding({}, win={0: 0.5, 1: 0.5, 2: 0.4}, points={0: 20.0, 1: 22.0, 2: 30.0})
    assert ending.best == 1
    assert [ending.regret(action) for action in (0, 1, 2)] == [(0, 2), (0, 0), (pytest.approx(0.1), 0)]
