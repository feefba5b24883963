"""The bot that looks ahead: it grows search trees for as many simulations, or as long, as it is given.

`search:1000` thinks for a thousand simulations a move, `search:500ms` for half a second. `search:4000x4` shares its
simulations among four trees, which grow side by side on as many threads as it may have. A number of simulations
gives the same move for the same luck on any machine and any number of threads; a time does not.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from heliopolis import kernel
from heliopolis.bots.analysis import Analysis, EvaluatedMove
from heliopolis.compute.compiled import search_kernels
from heliopolis.compute.tree import MAX_DEPTH, NO_NODE, ROOT, SEATS, Tree, children, enlarged, new_tree
from heliopolis.core.errors import IllegalMove, InvalidSetup
from heliopolis.core.position import Position
from heliopolis.kernel import Random

NODES_PER_SIMULATION = 4  # nodes for each simulation: one is new, and so is what chance brings on the way
PARTS = 16  # after each of them a look whether the rest can matter
SIMULATIONS_PER_CHECK = 32  # simulations between two looks at the clock
MOST = 10_000_000
BUDGET_PATTERN = re.compile(r"([1-9][0-9]*)(ms)?(?:x([1-9][0-9]?))?")


class Search:
    """Monte-Carlo tree search with the game's own judgement."""

    def __init__(self, option: str = "1000", *, threads: int | None = None) -> None:
        form = BUDGET_PATTERN.fullmatch(option)
        if form is None or int(form[1]) > MOST:
            raise InvalidSetup(
                f"A search is given simulations, as in search:1000, or time: search:500ms; not {option!r:.40}."
            )
        self.name = f"search:{option}"
        self.budget = int(form[1])
        self.timed = form[2] is not None
        self.trees = int(form[3] or 1)
        self.threads = threads or os.cpu_count() or 1
        if self.timed:
            self.trees = min(self.trees, self.threads)  # none waits until the time of the others is over

    def choose(self, position: Position, rng: Random) -> str:
        """The move that was visited most."""
        trees = self._grow(position, rng, thorough=position.game.composed or self.trees > 1)
        return _best_move(position, trees, rng)

    def explain(self, position: Position, rng: Random) -> Analysis:
        """The same with all that speaks for and against it."""
        trees = self._grow(position, rng, thorough=True)
        move = _best_move(position, trees, rng)
        options = sorted(_options(position, trees), key=lambda option: -option.visits) if trees else []
        return Analysis(move, options, sum(int(tree.visits[ROOT]) for tree in trees))

    def _grow(self, position: Position, rng: Random, thorough: bool) -> list[Tree]:
        """The trees; none if there is nothing to think about."""
        if _seat_of(position) >= 0 and len(_choices(position)) == 1:
            return []
        growing = [GrowingTree(position, rng) for _ in range(self.trees)]
        end = time.monotonic() + self.budget / 1000 if self.timed else None
        with ThreadPoolExecutor(min(self.trees, self.threads)) as pool:
            return list(pool.map(lambda tree: self._let_grow(tree, thorough, end), growing))

    def _let_grow(self, growing: GrowingTree, thorough: bool, end: float | None) -> Tree:
        if end is not None:
            growing.simulate_until(end)
            return growing.tree
        left = -(-self.budget // self.trees)
        part = left if thorough else max(SIMULATIONS_PER_CHECK, left // PARTS)
        while left > 0 and (thorough or not growing.is_decided(left)):
            growing.simulate(min(part, left))
            left -= part
        return growing.tree


class GrowingTree:
    """A tree while it grows."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.kernels = search_kernels(position.game)
        self.records = position.game.blank(2)
        kernel.wrap_records(self.records)[0] = position.rule_records[0]
        self.seat = _seat_of(position)
        self.generator = kernel.generator_from(rng)
        self.path = np.zeros(MAX_DEPTH, np.int32)
        self.tree = new_tree(1)

    def simulate(self, simulations: int, random_playouts: bool = False) -> int:
        """Run simulations and return how many decisions they took; random playouts go to the end of the game."""
        needed = int(self.tree.size[0]) + NODES_PER_SIMULATION * simulations
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
        """Whether no other decision can be visited more than the first any more."""
        visits = sorted((int(self.tree.visits[child]) for child in children(self.tree, ROOT)), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left


# ---- reading trees ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MergedNode:
    """The same place in every tree; a tree that never came there has no node for it."""

    nodes: list[int]
    visits: int
    values: list[float]  # added up

    def steps(self, trees: list[Tree], seat: int) -> dict[int, MergedNode]:
        """Where the decisions of a seat lead to."""
        found: dict[int, list[int]] = {}
        for number, (tree, node) in enumerate(zip(trees, self.nodes, strict=True)):
            for child in children(tree, node):
                if tree.seats[child] == seat:
                    found.setdefault(int(tree.edges[child]), [NO_NODE] * len(trees))[number] = child
        return {step: _place(trees, nodes) for step, nodes in found.items()}


def _place(trees: list[Tree], nodes: list[int]) -> MergedNode:
    there = [(tree, node) for tree, node in zip(trees, nodes, strict=True) if node != NO_NODE]
    values = sum((tree.values[node] for tree, node in there), np.zeros(SEATS))
    return MergedNode(nodes, sum(int(tree.visits[node]) for tree, node in there), values.tolist())


def _seat_of(position: Position) -> int:
    if position.to_act is None or position.to_act < 0:
        raise IllegalMove("A bot is asked only when a player is to act.")
    return position.to_act


def _choices(position: Position) -> list[int]:
    """The decisions that are worth a thought."""
    bits = search_kernels(position.game).candidates(position.rule_records)
    return [action for action in range(position.game.actions) if bits >> action & 1]


def _best_move(position: Position, trees: list[Tree], rng: Random) -> str:
    """Decision by decision what was visited most; beyond the trees, what the judgement says."""
    place, generator = _place(trees, [ROOT] * len(trees)), kernel.generator_from(rng)

    def decide(trial: Position) -> int:
        nonlocal place
        choices = _choices(trial)
        places = place.steps(trees, _seat_of(trial))
        if len(choices) == 1:
            return choices[0]
        if not places:
            return int(trial.game.kernels.choose(trial.rule_records, generator))
        step = max(places, key=lambda step: places[step].visits)
        place = places[step]
        return step

    return position.compose(decide)


def _options(position: Position, trees: list[Tree]) -> Iterator[EvaluatedMove]:
    """The whole moves that were thought about; one that was not thought through is left out."""
    seat = _seat_of(position)
    waiting = [(position.without_history(), _place(trees, [ROOT] * len(trees)), list[int]())]
    while waiting:
        trial, place, steps = waiting.pop()
        if steps and not trial.unfinished:
            values = [value / place.visits for value in place.values[: position.players]]
            yield EvaluatedMove(position.move_text(steps), place.visits, values[seat], values)
            continue
        choices = _choices(trial)
        places = {choices[0]: place} if len(choices) == 1 else place.steps(trees, seat)
        for step, there in places.items():
            after = trial.without_history()
            after.act(step)
            waiting.append((after, there, [*steps, step]))
