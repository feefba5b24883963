"""Evaluators of one's own: anything that judges many observations at once, in the place of a net, in the same search.

An evaluator is called with the features of `Position.observe`, float32, one row per position, from the view of the seat
to act. It returns three arrays with as many rows:

    priors     one column per action: probabilities; what is illegal does not count, the rest is made to add up to 1
    win        chance of winning of each seat, counted from the one to act; made to add up to 1
    points     expected final score of each seat, counted from the one to act; or None, and scores count nothing

`win` and `points` have a column for each player, or for the largest number of players, of which the last are ignored
then. Arrays may be anything that NumPy can read.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.compute.net_files import blank_net
from heliopolis.compute.templates import net_search
from heliopolis.compute.tree import MAX_CHILDREN, MAX_DEPTH, Tree, enlarged, new_tree
from heliopolis.compute.weights import net_weights
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.rule_calls import RULES

Evaluator = Callable[[NDArray[Any]], Any]
Run = Callable[..., None]  # calls a function for ranges of games: with the first, the end and the stride of each

LEAST = 1e-30  # chances of a position that add up to less say nothing


def run_all(function: Callable[..., None], games: int, *arguments: Any) -> None:
    """Call a function once for all games."""
    function(0, games, 1, *arguments)


class EvaluatedSearch:
    """Searches of many games side by side; in each simulation one call of the evaluator judges all games."""

    def __init__(
        self, game: Game, players: int, positions: Any, generators: NDArray[np.int64], evaluator: Evaluator, run: Run
    ) -> None:
        if not callable(evaluator):
            raise InvalidSetup(f"An evaluator is called with observations, and {evaluator!r:.40} cannot be called.")
        self.game, self.players, self.evaluator = game, players, evaluator
        self.size, self.positions, self.generators, self.run = len(generators), positions, generators, run
        self.kernels: SimpleNamespace = EVALUATORS.compiled(game)
        self.leaves = kernel.wrap_records(game.blank(self.size))
        self.paths, self.depths = np.zeros((self.size, MAX_DEPTH), np.int32), np.zeros(self.size, np.int32)
        self.counts = np.zeros((self.size, game.observation_size), np.uint8)
        self.divisors = game.observation_divisors(players).astype(np.float32)
        self.nobody = blank_net(game)  # a net that is not asked
        self.weights = net_weights(game)._replace(playout=0)
        self.wanted = 0  # simulations of each game
        self.trees: dict[int, Tree] = {}  # by the first game of a range: the trees of its games, in one memory

    def simulate(self, simulations: int) -> None:
        """Run simulations in every game; the root is judged before the first one."""
        self.wanted += simulations
        self.run(self._descend, self.size)
        while self.depths.any():
            self.run(self._learn, self.size, *self._judge(self.counts / self.divisors))
            self.run(self._descend, self.size)

    def simulate_until(self, end: float) -> None:
        """Run a simulation in every game, then more until the monotonic clock shows that time."""
        self.simulate(1)
        while time.monotonic() < end:
            self.simulate(1)

    def results(self) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return the visits of each action, and every seat's chance of winning, by game."""
        visits, values = np.zeros((self.size, self.game.actions), np.int32), np.zeros((self.size, self.players))
        self.run(self._read, self.size, visits, values)
        return visits, values

    def _descend(self, first: int, end: int, stride: int) -> None:
        games = end - first
        tree = self.trees.get(first) or new_tree(4 * MAX_CHILDREN * games, games)
        if int(tree.size[0]) + 2 * MAX_CHILDREN * games > len(tree.edges):  # room for all, or threads would matter
            tree = enlarged(tree, 2 * len(tree.edges))
        self.trees[first] = tree
        memory = self.leaves, tree, self.paths, self.depths, self.counts, self.nobody.arrays, self.nobody.new_scratch()
        self.kernels.descend_games(first, end, self.positions, self.wanted, self.generators, self.weights, *memory)

    def _learn(self, first: int, end: int, stride: int, *judgement: Any) -> None:
        memory = self.leaves, self.trees[first], self.paths, self.depths
        self.kernels.learn_games(first, end, self.weights, *memory, *judgement)

    def _read(self, first: int, end: int, stride: int, *results: Any) -> None:
        self.kernels.read_games(first, end, self.positions, self.trees[first], *results)

    # ---- judgements ------------------------------------------------------------------------------------------------

    def _judge(self, observations: NDArray[Any]) -> tuple[NDArray[np.float64], ...]:
        """Return what the evaluator says of observations, checked."""
        found = self.evaluator(observations)
        if not isinstance(found, tuple | list) or len(found) != 3:
            raise InvalidSetup("An evaluator returns three arrays: priors, chances of winning and points or None.")
        priors, win, points = found
        seats = {self.players, self.game.max_players}
        if points is None:
            points = np.zeros((self.size, self.players))
        judged = self._array("priors", priors, {self.game.actions}), self._array("chances", win, seats)
        if any((array < 0).any() for array in judged):
            raise InvalidSetup("The priors and chances of an evaluator are probabilities; negative ones make no sense.")
        if (judged[1][:, : self.players].sum(axis=1) < LEAST).any():
            raise InvalidSetup("The chances that an evaluator gives to the seats of a position must not all be 0.")
        return *judged, self._array("points", points, seats)

    def _array(self, what: str, given: Any, columns: set[int]) -> NDArray[np.float64]:
        """Return an array of an evaluator after checking its shape and numbers."""
        try:
            array = np.ascontiguousarray(given, np.float64)
        except (TypeError, ValueError, RuntimeError) as error:
            reason = str(error).strip().splitlines() or [type(error).__name__]
            raise InvalidSetup(f"NumPy cannot read the {what} of an evaluator: {reason[0]}") from None
        if array.ndim != 2 or len(array) != self.size or array.shape[1] not in columns:
            wanted = " or ".join(f"({self.size}, {number})" for number in sorted(columns))
            raise InvalidSetup(f"The {what} of an evaluator have the shape {array.shape}, and it must be {wanted}.")
        if not np.isfinite(array).all():
            raise InvalidSetup(f"The {what} of an evaluator must be finite numbers.")
        return array


def call_evaluators(game: Game) -> None:
    """Compile the search with an evaluator by running a simulation with one that knows nothing."""
    positions, generators = kernel.wrap_records(game.blank()), np.zeros((1, 2), np.int64)
    kernel.interpret(kernel.seed_generator)(generators[0], 1, 0)
    kernel.interpret(RULES.functions(game).set_up)(positions, game.min_players, generators[0])
    judgement = np.ones((1, game.actions)), np.ones((1, game.min_players)), None
    search = EvaluatedSearch(game, game.min_players, positions, generators, lambda _: judgement, run_all)
    search.simulate(1)
    search.results()


EVALUATORS = Piece("evaluators", "searches with evaluators", net_search, call_evaluators)
