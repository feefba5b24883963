"""The bot `search`: Monte-Carlo tree search for a number of simulations or for a time.

`search:1000` runs a thousand simulations per move, `search:500ms` searches for half a second. `search:4000x4` shares
its simulations among four independent trees, which grow in parallel on the threads it may use. With a number of
simulations, one seed gives the same move on any machine and any number of threads; with a time it does not.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from heliopolis import kernel
from heliopolis.bots.analysis import Analysis, EvaluatedMove, bare
from heliopolis.compute.compiled import SEARCH
from heliopolis.compute.tree import (
    MAX_CHILDREN,
    MAX_DEPTH,
    NO_NODE,
    NODES_PER_SIMULATION,
    ROOT,
    SEATS,
    Tree,
    children,
    enlarged,
    new_tree,
)
from heliopolis.core.background import compile_in_background
from heliopolis.core.cores import usable_cores
from heliopolis.core.errors import IllegalMove, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.position import Position
from heliopolis.kernel import Random

CHECKS = 16  # times per search that it is checked whether the remaining simulations can change the move
SIMULATIONS_PER_CHECK = 32  # between two looks at the clock
MAX_INTERPRETED_SIMULATIONS = 500  # take a few seconds, and compiling takes longer
MAX_BUDGET = 10_000_000  # simulations or milliseconds
BUDGET_PATTERN = re.compile(r"([1-9][0-9]*)(ms)?(?:x([1-9][0-9]?))?")


class Search:
    """A bot that searches, with the game's heuristic as prior and for playouts."""

    def __init__(self, option: str = "1000", *, threads: int | None = None) -> None:
        match = BUDGET_PATTERN.fullmatch(option)
        if match is None or int(match[1]) > MAX_BUDGET:
            raise InvalidSetup(
                f"The option of search is a number of simulations, as in search:1000, or a time, as in search:500ms, "
                f"not {option!r:.40}."
            )
        self.name = f"search:{option}"
        self.budget = int(match[1])
        self.timed = match[2] is not None
        self.trees = int(match[3] or 1)
        self.threads = threads or usable_cores()
        if self.timed:
            self.trees = min(self.trees, self.threads)  # a tree without a thread would only start when the time is over

    def choose(self, position: Position, rng: Random) -> str:
        """Return the most visited move."""
        _require_player_to_act(position)
        search = len(_candidates(position)) > 1
        trees = self._search(position, rng, position.game.composed or self.trees > 1) if search else []
        return _best_move(position, trees, rng).move

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the most visited move with what is expected of all moves considered.

        As long as the search is being compiled, the analysis is the heuristic's move alone.
        """
        trees = self._search(position, rng, complete=True)
        best = _best_move(position, trees, rng)
        if not trees:
            return bare(best.move)
        others = (option for option in _options(position, trees) if option.move != best.move)
        options = [best, *sorted(others, key=lambda option: -option.visits)]
        return Analysis(best.move, best.win, best.points, options, sum(int(tree.visits[ROOT]) for tree in trees))

    def _search(self, position: Position, rng: Random, complete: bool) -> list[Tree]:
        """Return the trees, or none as long as the search is being compiled.

        A search that need not be complete stops as soon as the remaining simulations cannot change the move.
        """
        _require_player_to_act(position)
        self._compile(position.game)
        if not SEARCH.is_usable(position.game):
            return []
        trees = [GrowingTree(position, rng) for _ in range(self.trees)]
        end = time.monotonic() + self.budget / 1000 if self.timed else None
        with ThreadPoolExecutor(min(self.trees, self.threads)) as pool:
            return list(pool.map(lambda tree: self._grow(tree, complete, end), trees))

    def _compile(self, game: Game) -> None:
        """Compile the search for a game; a short one begins at once, interpreted, while another process compiles it."""
        if not self.timed and self.budget <= MAX_INTERPRETED_SIMULATIONS:
            compile_in_background(game, SEARCH)
        else:
            SEARCH.compiled(game)

    def _grow(self, growing: GrowingTree, complete: bool, end: float | None) -> Tree:
        """Run the simulations of one tree."""
        if end is not None:
            growing.simulate_until(end)
            return growing.tree
        left = -(-self.budget // self.trees)
        chunk = left if complete else max(SIMULATIONS_PER_CHECK, left // CHECKS)
        while left > 0 and (complete or not growing.is_decided(left)):
            growing.simulate(min(chunk, left))
            left -= chunk
        return growing.tree


class GrowingTree:
    """A search tree with the position, generator and memory that its simulations need."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.kernels = SEARCH.functions(position.game)
        self.records = position.game.blank(2)
        kernel.wrap_records(self.records)[0] = position.rule_records[0]
        self.seat = _require_player_to_act(position)
        self.generator = kernel.generator_from(rng)
        self.path = np.zeros(MAX_DEPTH, np.int32)
        self.tree = new_tree(1)

    def simulate(self, simulations: int, random_playouts: bool = False) -> int:
        """Run simulations and return how many decisions they took; random playouts go to the end of the game."""
        needed = int(self.tree.size[0]) + NODES_PER_SIMULATION * simulations + MAX_CHILDREN
        if needed > len(self.tree.edges):
            self.tree = enlarged(self.tree, 2 * needed)
        positions = kernel.wrap_records(self.records)
        found: int = self.kernels.simulate(
            positions, self.tree, self.path, self.seat, simulations, self.generator, random_playouts
        )
        return found

    def simulate_until(self, end: float) -> None:
        """Run some simulations, then more until the monotonic clock shows that time."""
        self.simulate(SIMULATIONS_PER_CHECK)
        while time.monotonic() < end:
            self.simulate(SIMULATIONS_PER_CHECK)

    def is_decided(self, left: int) -> bool:
        """Return whether the remaining simulations cannot make another action the most visited one."""
        visits = sorted((int(self.tree.visits[child]) for child in children(self.tree, ROOT)), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left


# ---- reading trees ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MergedNode:
    """One place in the trees of a search: its node in each tree, NO_NODE in a tree that never came there."""

    nodes: list[int]
    visits: int
    wins: list[float]  # by seat, summed over the visits of all trees
    points: list[float]

    def children(self, trees: list[Tree], seat: int) -> dict[int, MergedNode]:
        """Return the nodes that the actions of a seat lead to, by action."""
        found: dict[int, list[int]] = {}
        for number, (tree, node) in enumerate(zip(trees, self.nodes, strict=True)):
            for child in children(tree, node):
                if tree.seats[child] == seat:
                    found.setdefault(int(tree.edges[child]), [NO_NODE] * len(trees))[number] = child
        return {action: _merge(trees, nodes) for action, nodes in found.items()}

    def evaluated(self, move: str, action: int, players: int) -> EvaluatedMove:
        """Return a move that leads here, with the means of what was found below."""
        visits = max(1, self.visits)
        win, points = ([total / visits for total in totals[:players]] for totals in (self.wins, self.points))
        return EvaluatedMove(move, action, self.visits, win, points)


def _merge(trees: list[Tree], nodes: list[int]) -> MergedNode:
    """Return one place in the trees with its visits and values added up."""
    visited = [(tree, node) for tree, node in zip(trees, nodes, strict=True) if node != NO_NODE]
    wins = sum((tree.wins[node] for tree, node in visited), np.zeros(SEATS))
    points = sum((tree.points[node] for tree, node in visited), np.zeros(SEATS))
    return MergedNode(nodes, sum(int(tree.visits[node]) for tree, node in visited), wins.tolist(), points.tolist())


def _require_player_to_act(position: Position) -> int:
    """Return the seat to act; IllegalMove if no player is."""
    if position.to_act is None or position.to_act < 0:
        raise IllegalMove("A bot can only choose a move when a player is to act.")
    return position.to_act


def _candidates(position: Position) -> list[int]:
    """Return the actions that are worth searching."""
    bits = SEARCH.functions(position.game).candidates(position.rule_records)
    return [action for action in range(position.game.actions) if bits >> action & 1]


def _best_move(position: Position, trees: list[Tree], rng: Random) -> EvaluatedMove:
    """Return the move made of the most visited actions; where the trees end, of the heuristic's choices."""
    node, generator = _merge(trees, [ROOT] * len(trees)), kernel.generator_from(rng)
    steps: list[int] = []

    def decide(trial: Position) -> int:
        nonlocal node
        candidates = _candidates(trial)
        after = node.children(trees, _require_player_to_act(trial))
        if len(candidates) == 1:
            action = candidates[0]
        elif after:
            action = max(after, key=lambda action: after[action].visits)
            node = after[action]
        else:
            action = int(trial.game.kernels.choose(trial.rule_records, generator))
        steps.append(action)
        return action

    move = position.compose(decide)
    return node.evaluated(move, steps[0], position.players)


def _options(position: Position, trees: list[Tree]) -> Iterator[EvaluatedMove]:
    """Yield the moves that the trees contain to their last action."""
    seat = _require_player_to_act(position)
    waiting = [(position.without_history(), _merge(trees, [ROOT] * len(trees)), list[int]())]
    while waiting:
        trial, node, steps = waiting.pop()
        if steps and not trial.unfinished:
            yield node.evaluated(position.move_text(steps), steps[0], position.players)
            continue
        candidates = _candidates(trial)
        following = {candidates[0]: node} if len(candidates) == 1 else node.children(trees, seat)
        for action, child in following.items():
            after = trial.without_history()
            after.act(action)
            waiting.append((after, child, [*steps, action]))
