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
from heliopolis.bots.thought import Option, Thought
from heliopolis.errors import IllegalMove, InvalidSetup
from heliopolis.position import Position, Random
from heliopolis.tree import DEEPEST, NO_NODE, ROOT, SEATS, Tree, children, new_tree, with_room

ROOM = 4  # nodes for each simulation: one is new, and so is what chance brings on the way
PARTS = 16  # after each of them a look whether the rest can matter
SLICE = 32  # simulations between two looks at the clock
MOST = 10_000_000
FORM = re.compile(r"([1-9][0-9]*)(ms)?(?:x([1-9][0-9]?))?")


class Search:
    """Monte-Carlo tree search with the game's own judgement."""

    def __init__(self, option: str = "1000", *, threads: int | None = None) -> None:
        form = FORM.fullmatch(option)
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

    def explain(self, position: Position, rng: Random) -> Thought:
        """The same with all that speaks for and against it."""
        trees = self._grow(position, rng, thorough=True)
        move = _best_move(position, trees, rng)
        options = sorted(_options(position, trees), key=lambda option: -option.visits) if trees else []
        return Thought(move, options, sum(int(tree.visits[ROOT]) for tree in trees))

    def _grow(self, position: Position, rng: Random, thorough: bool) -> list[Tree]:
        """The trees; none if there is nothing to think about."""
        if _seat_of(position) >= 0 and len(_choices(position)) == 1:
            return []
        growths = [Growth(position, rng) for _ in range(self.trees)]
        end = time.monotonic() + self.budget / 1000 if self.timed else None
        with ThreadPoolExecutor(min(self.trees, self.threads)) as pool:
            return list(pool.map(lambda growth: self._let_grow(growth, thorough, end), growths))

    def _let_grow(self, growth: Growth, thorough: bool, end: float | None) -> Tree:
        if end is not None:
            growth.think_until(end)
            return growth.tree
        left = -(-self.budget // self.trees)
        part = left if thorough else max(SLICE, left // PARTS)
        while left > 0 and (thorough or not growth.is_decided(left)):
            growth.think(min(part, left))
            left -= part
        return growth.tree


class Growth:
    """A tree while it grows."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.kernel = position.game.search
        self.records = position.game.blank(2)
        kernel.readable(self.records)[0] = position.raw[0]
        self.seat = _seat_of(position)
        self.generator = kernel.seeded(rng)
        self.path = np.zeros(DEEPEST, np.int32)
        self.tree = new_tree(1)

    def think(self, simulations: int, aimless: bool = False) -> int:
        """How many decisions were made in these simulations; aimless ones are random games to the end."""
        needed = int(self.tree.size[0]) + ROOM * simulations
        if needed > len(self.tree.steps):
            self.tree = with_room(self.tree, 2 * needed)
        positions = kernel.readable(self.records)
        found: int = self.kernel.think(positions, self.tree, self.path, self.seat, simulations, self.generator, aimless)
        return found

    def think_until(self, end: float) -> None:
        """A little in any case, then until that moment of the clock."""
        self.think(SLICE)
        while time.monotonic() < end:
            self.think(SLICE)

    def is_decided(self, left: int) -> bool:
        """Whether no other decision can be visited more than the first any more."""
        visits = sorted((int(self.tree.visits[child]) for child in children(self.tree, ROOT)), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left


# ---- reading trees ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """The same place in every tree; a tree that never came there has no node for it."""

    nodes: list[int]
    visits: int
    values: list[float]  # added up

    def steps(self, trees: list[Tree], seat: int) -> dict[int, Place]:
        """Where the decisions of a seat lead to."""
        found: dict[int, list[int]] = {}
        for number, (tree, node) in enumerate(zip(trees, self.nodes, strict=True)):
            for child in children(tree, node):
                if tree.movers[child] == seat:
                    found.setdefault(int(tree.steps[child]), [NO_NODE] * len(trees))[number] = child
        return {step: _place(trees, nodes) for step, nodes in found.items()}


def _place(trees: list[Tree], nodes: list[int]) -> Place:
    there = [(tree, node) for tree, node in zip(trees, nodes, strict=True) if node != NO_NODE]
    values = sum((tree.values[node] for tree, node in there), np.zeros(SEATS))
    return Place(nodes, sum(int(tree.visits[node]) for tree, node in there), values.tolist())


def _seat_of(position: Position) -> int:
    if position.to_act is None or position.to_act < 0:
        raise IllegalMove("A bot is asked only when a player is to act.")
    return position.to_act


def _choices(position: Position) -> list[int]:
    """The decisions that are worth a thought."""
    bits = position.game.search.sensible(position.raw)
    return [action for action in range(position.game.actions) if bits >> action & 1]


def _best_move(position: Position, trees: list[Tree], rng: Random) -> str:
    """Decision by decision what was visited most; beyond the trees, what the judgement says."""
    place, generator = _place(trees, [ROOT] * len(trees)), kernel.seeded(rng)

    def decide(trial: Position) -> int:
        nonlocal place
        choices = _choices(trial)
        places = place.steps(trees, _seat_of(trial))
        if len(choices) == 1:
            return choices[0]
        if not places:
            return int(trial.game.loops.choose(trial.raw, generator))
        step = max(places, key=lambda step: places[step].visits)
        place = places[step]
        return step

    return position.compose(decide)


def _options(position: Position, trees: list[Tree]) -> Iterator[Option]:
    """The whole moves that were thought about; one that was not thought through is left out."""
    seat = _seat_of(position)
    waiting = [(position.bare(), _place(trees, [ROOT] * len(trees)), list[int]())]
    while waiting:
        trial, place, steps = waiting.pop()
        if steps and not trial.unfinished:
            values = [value / place.visits for value in place.values[: position.players]]
            yield Option(position.move_text(steps), place.visits, values[seat], values)
            continue
        choices = _choices(trial)
        places = {choices[0]: place} if len(choices) == 1 else place.steps(trees, seat)
        for step, there in places.items():
            after = trial.bare()
            after.act(step)
            waiting.append((after, there, [*steps, step]))
