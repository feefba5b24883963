"""The search: what it finds, what it may know, and that it is repeatable."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from statistics import fmean
from types import SimpleNamespace
from typing import Any

import pytest

import heliopolis as hp
from heliopolis import kernel
from heliopolis.arena.endings import read_endings
from heliopolis.bots import search
from heliopolis.bots.search import Plain, Search
from heliopolis.compute import growing
from heliopolis.compute.endings import solve
from heliopolis.compute.growing import SIMULATIONS_PER_LOOK, GrowingTree, NetTree
from heliopolis.compute.net_files import own_nets
from heliopolis.compute.tree import ROOT, Tree, children
from tests.ra import table
from tests.walks import TABLES, visit

BOTS = [Plain, Search]  # without a net, and with one where the game has one


def grow(p: hp.Position, simulations: int) -> Iterator[Tree]:
    """Yield a tree of the plain search, and one of the search with a net, if there is one."""
    seat, nets = p.to_act or 0, own_nets(p.game)
    growing = [GrowingTree(p, seat, kernel.generator_from(random.Random(6)))]
    if nets is not None:
        growing.append(NetTree(p, seat, kernel.generator_from(random.Random(6)), nets))
    for tree in growing:
        tree.simulate(simulations)
        yield tree.tree


@pytest.mark.parametrize("players_at", TABLES)
def test_one_seed_gives_one_analysis(players_at: tuple[str, int]) -> None:
    for p in list(visit(*players_at, seed=3))[5::40]:
        for bot in BOTS if p.to_act is not None else ():
            first, again = (bot("60x2").explain(p, random.Random(8)) for _ in range(2))
            assert first == again
            assert bot("60x2").choose(p, random.Random(8)) in (first.move, *(o.move for o in first.options))


@pytest.mark.parametrize("players_at", TABLES)
def test_an_analysis_depends_only_on_what_the_seat_knows(players_at: tuple[str, int]) -> None:
    rng = random.Random(1)
    for p in list(visit(*players_at, seed=4))[3::30]:
        if p.to_act is not None and not p.unfinished:
            other = p.imagine(p.to_act, rng)
            for bot in BOTS:
                assert bot("40").explain(p, random.Random(2)) == bot("40").explain(other, random.Random(2))


@pytest.mark.parametrize("players_at", TABLES)
def test_trees_add_up(players_at: tuple[str, int]) -> None:
    for p in list(visit(*players_at, seed=5))[::50]:
        if p.to_act is None:
            continue
        for tree in grow(p, 150):
            assert tree.visits[ROOT] == 150
            for node in range(int(tree.size[0])):
                below = sum(int(tree.visits[child]) for child in children(tree, node))
                assert tree.visits[node] >= below


@pytest.mark.parametrize("players_at", TABLES)
def test_chances_of_winning_add_up_to_1_at_every_node(players_at: tuple[str, int]) -> None:
    """Whether or not the game ends before the horizon of the search."""
    for p in list(visit(*players_at, seed=7))[::30]:
        if p.to_act is None:
            continue
        for tree in grow(p, 150):
            for node in range(int(tree.size[0])):
                assert tree.wins[node].sum() == pytest.approx(tree.visits[node])
                assert all(0 <= share <= tree.visits[node] for share in tree.wins[node])


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", hp.games())
def test_an_analysis_explains_the_move(name: str, bot: type[Plain]) -> None:
    p = hp.game(name).start(players=4, seed=3)
    analysis = bot("300").explain(p, random.Random(1))
    assert analysis.simulations == 300
    visits = [option.visits for option in analysis.options]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) <= 300
    assert analysis.move in [option.move for option in analysis.options]
    assert analysis.move == analysis.options[0].move
    assert (analysis.win, analysis.points) == (analysis.options[0].win, analysis.options[0].points)
    for option in analysis.options:
        p.copy().play(option.move)
        p.copy().act(option.action)
        assert len(option.win) == len(option.points) == 4
        assert sum(option.win) == pytest.approx(1)
        assert all(0 < share < 1 for share in option.win)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", hp.games())
def test_expected_scores_are_final_scores(name: str, bot: type[Plain]) -> None:
    """On average over games of players that the search expects: neither points so far nor points still to come."""
    expected, final = list[float](), list[int]()
    for seed in range(12):
        p, positions = hp.game(name).start(players=4, seed=seed), list[hp.Position]()
        player = hp.bot("net" if bot is Search and own_nets(p.game) else "greedy")  # what the bot takes others for
        while not p.over:
            positions.append(p.without_history())
            p.play(player.choose(p, random.Random(seed)))
        middle = positions[len(positions) // 2]
        if not middle.unfinished and middle.to_act is not None and middle.to_act >= 0:
            expected += bot("50").explain(middle, random.Random(1)).points
            final += p.scores()
    assert fmean(expected) == pytest.approx(fmean(final), abs=6)


BLUNDERED_ROW = ["flood", "flood", "flood", "god", "god", "pharaoh", "palace", "steppyramid"]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("simulations", [900, 10_000])  # a search with a net that is longer may solve the ending
@pytest.mark.parametrize(
    ("track", "fame", "up", "tiles"),
    [
        (6, [18, 28, 16, 27], [[13], [12, 7], [8], [10]], [(3, 3, 1), (3, 5, 0), (4, 5, 1), (1, 5, 1)]),
        (5, [21, 24, 33, 35], [[6], [3], [4], [10]], [(4, 4, 1), (4, 4, 0), (3, 3, 0), (1, 2, 0)]),
        (6, [23, 35, 30, 24], [[6], [12], [11], [9]], [(2, 4, 1), (4, 3, 0), (3, 4, 0), (4, 5, 0)]),
    ],
)
def test_a_full_row_is_not_passed_because_the_game_ends_with_it(
    track: int,
    fame: list[int],
    up: list[list[int]],
    tiles: list[tuple[int, int, int]],
    simulations: int,
    bot: type[Plain],
) -> None:
    """A row of ten points in the last epoch that all others have passed; with values on two scales it was passed."""
    displays = [{"pharaoh": p, "nile": n, "art": 1, "obelisk": o} for p, n, o in tiles]
    p = table.position(
        epoch=3,
        ra_track=track,
        row=BLUNDERED_ROW,
        fame=dict(enumerate(fame)),
        up=dict(enumerate(up)),
        tiles={seat: {kind: number for kind, number in tile.items() if number} for seat, tile in enumerate(displays)},
    )
    p.play("invoke")
    while p.to_act != 0:
        p.play("pass")
    assert bot(str(simulations)).choose(p, random.Random(1)) == f"bid {up[0][0]}"


@pytest.mark.parametrize("bot", BOTS)
def test_the_last_auction_is_not_missed(bot: type[Plain]) -> None:
    """Three gold are in the row, the next Ra ends the epoch, and no other player has a sun."""
    data = hp.game("ra").start(players=3, seed=1).to_json()
    data |= {"epoch": 3, "ra_track": 7, "row": ["gold", "gold", "gold"]}
    data["pile"] = dict.fromkeys(data["pile"], 0) | {"ra": 7}  # nothing else can come
    for owner in data["seats"]:
        owner["suns"] = {"up": [], "down": owner["suns"]["up"]}
    data["seats"][0]["suns"] = {"up": [13], "down": [8, 5, 2]}
    p = hp.game("ra").from_json(data)
    assert bot("500").choose(p, random.Random(1)) == "invoke"


def test_endings_that_can_be_solved_are_solved() -> None:
    found = 0
    for ending in read_endings()[:20]:
        p = hp.game("ra").from_json(ending.position)
        solution = solve(p, search.MAX_SOLVED)
        if solution is not None:
            found += 1
            analysis = Search("1000").explain(p, random.Random(1))
            assert Search("1000").choose(p, random.Random(1)) == analysis.move == analysis.options[0].move
            assert max(ending.regret(analysis.options[0].action)) < 1e-4
            assert {o.action: (o.win, o.points) for o in analysis.options} == solution.after
    assert found > 10


def test_an_ending_is_searched_if_it_is_to_be_quick() -> None:
    p = hp.game("ra").from_json(read_endings()[0].position)
    assert sum(option.visits > 0 for option in Search("900").explain(p, random.Random(1)).options) > 1


def test_another_process_gives_the_same_analysis() -> None:
    code = (
        "import random, heliopolis as hp; p = hp.game('ra').start(4, seed=3); "
        "print(hp.bot('search:80x2').explain(p, random.Random(1)))"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    here = hp.bot("search:80x2").explain(hp.game("ra").start(4, seed=3), random.Random(1))  # type: ignore[attr-defined]
    assert process.stdout.strip() == str(here)


def test_without_a_choice_nothing_is_searched_but_an_analysis_is() -> None:
    p = hp.game("ra").start(players=3, seed=1)
    while len(p.actions()) > 1:
        p.play("draw" if "draw" in p.legal() else "pass" if "pass" in p.legal() else p.legal()[0])
    assert Search("10000000").choose(p, random.Random(1)) == p.legal()[0]
    analysis = Search("100").explain(p, random.Random(1))
    assert (analysis.move, [option.visits for option in analysis.options]) == (p.legal()[0], [100])
    assert sum(analysis.win) == pytest.approx(1)


def test_a_budget_of_time_ends() -> None:
    p = hp.game("ra").start(players=3, seed=1)
    assert Search("20ms").explain(p, random.Random(1)).simulations > 0
    assert Search("20msx2").choose(p, random.Random(1)) in p.legal()


class Clock:
    """A clock that advances a millisecond whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0
        self.lock = threading.Lock()

    def monotonic(self) -> float:
        with self.lock:
            self.now += 0.001
            return self.now


@pytest.mark.parametrize("cores", [1, 2, 8])
def test_all_trees_end_at_the_same_moment(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(search, "time", clock)
    monkeypatch.setattr(growing, "time", clock)
    monkeypatch.setattr(search, "usable_cores", lambda: cores)
    p = hp.game("ra").start(players=3, seed=1)
    Search("20msx8").choose(p, random.Random(1))
    assert clock.now <= 0.001 + 0.020 + 0.001 * cores  # the start, the budget, the last reading of each tree


@pytest.mark.parametrize(("threads", "trees"), [(1, 1), (3, 3), (8, 4)])
def test_with_a_time_no_tree_waits_for_a_thread(threads: int, trees: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(monotonic=iter(range(1, 10**6)).__next__)
    monkeypatch.setattr(search, "time", clock)
    monkeypatch.setattr(growing, "time", clock)
    p = hp.game("ra").start(players=3, seed=1)
    analysis = Search("1msx4", threads=threads).explain(p, random.Random(1))
    assert analysis.simulations == trees * SIMULATIONS_PER_LOOK, (
        "each tree has grown a little, even if the time is over at once"
    )


# ---- threads ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", hp.games())
def test_threads_change_nothing(name: str) -> None:
    p = hp.game(name).start(players=4, seed=3)
    for bot in BOTS:
        analyses = [bot("90x3", threads=threads).explain(p, random.Random(1)) for threads in (None, 1, 2, 8)]
        assert all(analysis == analyses[0] for analysis in analyses)


@pytest.mark.parametrize("spec", ["search:60x4", "plain:60x4", "search:1msx4", "master"])
def test_one_thread_is_one(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, simulate = set[int](), GrowingTree.simulate

    def recorded(growing: GrowingTree, simulations: int) -> None:
        threads.add(threading.get_ident())
        simulate(growing, simulations)

    monkeypatch.setattr(GrowingTree, "simulate", recorded)
    monkeypatch.setattr(search, "usable_cores", lambda: 4)
    p = hp.game("ra").start(players=3, seed=1)
    hp.bot(spec, threads=1).choose(p, random.Random(1))
    assert len(threads) == 1


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_invalid_numbers_of_threads(threads: Any) -> None:
    for spec in ("search:10", "expert", "random"):
        with pytest.raises(hp.InvalidSetup, match="The number of threads must be 1 or more, not"):
            hp.bot(spec, threads=threads)


@pytest.mark.parametrize("option", ["", "0", "-1", "many", "100s", "10x0", "1e3", "99999999999", "١٠"])
def test_invalid_budgets(option: str) -> None:
    for name in ("search", "plain"):
        with pytest.raises(hp.InvalidSetup, match=f"The option of {name} is a number of simulations"):
            hp.bot(f"{name}:{option}")


def test_a_search_is_refused_when_no_player_is_to_act() -> None:
    p = hp.game("ra").start(players=3, dealer=None, seed=1)
    p.play("draw")
    with pytest.raises(hp.IllegalMove):
        hp.bot("search:10").choose(p, random.Random(1))
