"""Evaluators of one's own: the search is that of the nets, and what an evaluator must not return."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import heliopolis as hp
from heliopolis import kernel
from heliopolis.compute import evaluation
from heliopolis.compute.evaluators import EVALUATORS, EvaluatedSearch, run_all
from heliopolis.compute.growing import NetTree
from heliopolis.compute.net import Net
from heliopolis.compute.tree import ROOT
from heliopolis.compute.weights import NET
from tests.small_nets import net_for
from tests.walks import visit

Arrays = tuple[Any, ...]


def uniform(observations: NDArray[Any]) -> Arrays:
    """Judge all positions alike."""
    rows = len(observations)
    return np.ones((rows, hp.game("ra").actions)), np.ones((rows, 5)), None


class NetEvaluator:
    """Computes what a net says, as the search does by itself."""

    def __init__(self, net: Net, game: hp.Game, players: int) -> None:
        self.net, self.game, self.players = net, game, players
        self.scratch, self.divisors = net.new_scratch(), game.observation_divisors(players)
        self.search: EvaluatedSearch | None = None

    def __call__(self, observations: NDArray[Any]) -> Arrays:
        """Return the judgements of all positions that are not over."""
        assert self.search is not None
        rows, actions = len(observations), self.game.actions
        priors, win, points = np.ones((rows, actions)), np.ones((rows, self.players)), np.zeros((rows, self.players))
        for row, features in enumerate(observations):
            leaf = self.game.from_bytes(self.search.leaves[row].tobytes())
            if self.search.depths[row] == 0 or leaf.over:
                continue
            self.scratch.counts[:] = np.round(features * self.divisors)
            evaluation.run_net(self.net.arrays, self.scratch)
            output = self.scratch.output
            evaluation.write_chances(output, actions, self.players, 0, win[row])
            evaluation.write_points(output, actions, self.players, 0, points[row])
            output[:actions] = (output[:actions] / NET.heat).astype(np.int32)
            evaluation.write_priors(output, sum(1 << action for action in leaf.actions()), priors[row])
        return priors, win, points


@pytest.mark.parametrize(("name", "players"), [("ra", 4), ("priests", 3)])
def test_an_evaluator_that_computes_as_the_net_does_gives_the_same_trees(name: str, players: int) -> None:
    game, net = hp.game(name), net_for(name, [12, 12])
    weights = NET._replace(playout=0)
    visited = [p for p in visit(name, players, seed=3) if p.to_act is not None and p.to_act >= 0][4::25]
    records, generators = kernel.wrap_records(game.blank(len(visited))), np.zeros((len(visited), 2), np.int64)
    for number, p in enumerate(visited):
        records[number] = p.rule_records[0]
        generators[number] = kernel.generator_from(random.Random(number))
    evaluator = NetEvaluator(net, game, players)
    evaluator.search = search = EvaluatedSearch(game, players, records, generators, evaluator, run_all)
    search.simulate(40)
    search.simulate(20)
    visits, values = search.results()
    for number, p in enumerate(visited):
        growing = NetTree(p, p.to_act or 0, kernel.generator_from(random.Random(number)), (net,), weights)
        growing.simulate(60)
        tree, other = growing.tree, search.trees[0]
        assert tree.visits[ROOT] == other.visits[number] == visits[number].sum() == 60
        assert tree.wins[ROOT].tolist() == other.wins[number].tolist()
        assert tree.points[ROOT].tolist() == other.points[number].tolist()
        assert values[number].sum() == pytest.approx(1)


def test_a_batch_is_searched_with_an_evaluator() -> None:
    called = list[NDArray[Any]]()

    def evaluate(observations: NDArray[Any]) -> Arrays:
        called.append(observations.copy())
        return uniform(observations)

    one, three = (hp.Batch("ra", 3, 10, seed=1, threads=threads) for threads in (1, 3))
    seen = one.observe()
    (visits, values), (others, other_values) = one.search(20, evaluate), three.search(20, uniform)
    assert visits.tolist() == others.tolist()
    assert values.tolist() == other_values.tolist()
    assert visits.sum(axis=1).tolist() == [20] * 10
    assert not visits[~one.masks()].any()
    assert values.sum(axis=1) == pytest.approx(np.ones(10))
    assert len(called) == 21, "the roots are judged first"
    assert called[0].dtype == np.float32
    assert called[0].tolist() == seen.tolist()


def test_the_search_follows_its_evaluator() -> None:
    p = hp.game("ra").start(players=3, seed=1)
    draw, invoke = p.actions()
    for favourite in (draw, invoke):

        def evaluate(observations: NDArray[Any], favourite: int = favourite) -> Arrays:
            priors, win, points = uniform(observations)
            priors[:, favourite] = 1e6
            return priors, win, points

        assert hp.Search("50", evaluator=evaluate).choose(p, random.Random(1)) == p.text(favourite)


def test_a_bot_with_an_evaluator_explains_itself() -> None:
    p = hp.game("ra").start(players=3, seed=1)
    first, again = (hp.Search("60x4", evaluator=uniform).explain(p, random.Random(1)) for _ in range(2))
    assert first == again
    assert first.simulations == sum(option.visits for option in first.options) == 60
    assert all(sum(option.win) == pytest.approx(1) for option in first.options)
    assert hp.Search("5ms", evaluator=uniform).explain(p, random.Random(1)).simulations > 0


def test_a_finished_game_needs_no_judgement() -> None:
    p = hp.game("ra").start(players=2, seed=1)
    while not p.over:
        p.play(p.suggest(random.Random(1)))
    visits, values = hp.Batch.of([p, hp.game("ra").start(players=2, seed=2)], seed=1).search(8, uniform)
    assert visits.sum(axis=1).tolist() == [0, 8]
    assert values[0].tolist() == [seat in p.winners() for seat in range(2)]


ACTIONS = 56


@pytest.mark.parametrize(
    ("judgement", "sentence"),
    [
        (None, "An evaluator returns three arrays"),
        ((np.ones((2, ACTIONS)), np.ones((2, 3))), "An evaluator returns three arrays"),
        ((np.ones((2, 5)), np.ones((2, 3)), None), r"The priors of an evaluator have the shape \(2, 5\)"),
        ((np.ones(ACTIONS), np.ones((2, 3)), None), r"shape \(56,\), and it must be \(2, 56\)"),
        ((np.ones((2, ACTIONS)), np.ones((2, 4)), None), r"shape \(2, 4\), and it must be \(2, 3\) or \(2, 5\)"),
        ((np.ones((2, ACTIONS)), np.ones((2, 3)), np.ones((1, 3))), "The points of an evaluator have the shape"),
        ((np.full((2, ACTIONS), np.nan), np.ones((2, 3)), None), "The priors of an evaluator must be finite numbers"),
        ((np.ones((2, ACTIONS)), np.full((2, 3), np.inf), None), "The chances of an evaluator must be finite numbers"),
        ((-np.ones((2, ACTIONS)), np.ones((2, 3)), None), "are probabilities"),
        ((np.ones((2, ACTIONS)), np.zeros((2, 3)), None), "must not all be 0"),
        (("many", np.ones((2, 3)), None), "NumPy cannot read the priors of an evaluator"),
    ],
)
def test_what_an_evaluator_must_not_return(judgement: Any, sentence: str) -> None:
    batch = hp.Batch("ra", 3, 2, seed=1)
    before = batch.state()
    with pytest.raises(hp.InvalidSetup, match=sentence):
        batch.search(4, lambda _: judgement)
    after = batch.state()
    assert all(after[name].tolist() == before[name].tolist() for name in before)


def test_something_else_is_no_evaluator() -> None:
    with pytest.raises(hp.InvalidSetup, match="cannot be called"):
        hp.Batch("ra", 3, 2, seed=1).search(4, "net")  # type: ignore[arg-type]


def test_how_many_threads_search_makes_no_difference_when_trees_grow() -> None:
    """Also with more threads than games."""
    found = [hp.Batch("ra", 4, 3, seed=2, threads=threads).search(150, uniform)[0].tolist() for threads in (1, 2, 3, 8)]
    assert all(visits == found[0] for visits in found)


def test_a_bot_with_an_evaluator_needs_no_other_search() -> None:
    assert hp.Search("50", evaluator=uniform).piece(hp.game("ra")) is EVALUATORS
