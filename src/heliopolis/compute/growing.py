"""Search trees that grow: the position, generator and memory that simulations need, with a net or without one."""

from __future__ import annotations

import time

import numpy as np

from heliopolis import kernel
from heliopolis.compute.net_files import Nets
from heliopolis.compute.search_pieces import nets_with_memory, search_piece
from heliopolis.compute.tree import (
    MAX_CHILDREN,
    MAX_DEPTH,
    NODES_PER_SIMULATION,
    ROOT,
    Weights,
    children,
    enlarged,
    new_tree,
)
from heliopolis.compute.weights import net_weights, plain_weights
from heliopolis.core.position import Position
from heliopolis.kernel import Generator

SIMULATIONS_PER_LOOK = 32  # between two looks at the clock


class GrowingTree:
    """A tree of the plain search, by the game's heuristic."""

    def __init__(self, position: Position, seat: int, generator: Generator) -> None:
        self.records = position.game.blank(2)
        kernel.wrap_records(self.records)[0] = position.rule_records[0]
        self.kernels = search_piece(position.game, with_net=False).functions(position.game)
        self.seat, self.generator = seat, generator
        self.weights = plain_weights(position.game)
        self.path = np.zeros(MAX_DEPTH, np.int32)
        self.tree = new_tree(1)

    def simulate(self, simulations: int) -> None:
        """Run simulations."""
        self.make_room(simulations)
        self.run(simulations)

    def make_room(self, simulations: int) -> None:
        """See to it that the tree has memory for more simulations."""
        needed = int(self.tree.size[0]) + NODES_PER_SIMULATION * simulations + MAX_CHILDREN
        if needed > len(self.tree.edges):
            self.tree = enlarged(self.tree, 2 * needed)

    def run(self, simulations: int, random_playouts: bool = False) -> int:
        """Run simulations for which there is room, and return how many decisions they took.

        With random playouts they play at random to the end of the game instead of by the heuristic.
        """
        positions, memory = kernel.wrap_records(self.records), (self.tree, self.path)
        found: int = self.kernels.simulate(
            positions, *memory, self.seat, simulations, self.generator, self.weights, random_playouts
        )
        return found

    def simulate_until(self, end: float) -> None:
        """Run some simulations, then more until the monotonic clock shows that time."""
        self.simulate(SIMULATIONS_PER_LOOK)
        while time.monotonic() < end:
            self.simulate(SIMULATIONS_PER_LOOK)

    def is_decided(self, left: int) -> bool:
        """Return whether the remaining simulations cannot make another action the most visited one."""
        visits = sorted((int(self.tree.visits[child]) for child in children(self.tree, ROOT)), reverse=True)
        return bool(visits) and visits[0] - sum(visits[1:2]) > left


class NetTree(GrowingTree):
    """A tree of the search with nets."""

    def __init__(
        self, position: Position, seat: int, generator: Generator, nets: Nets, weights: Weights | None = None
    ) -> None:
        super().__init__(position, seat, generator)
        self.kernels = search_piece(position.game, with_net=True).functions(position.game)
        self.nets, self.weights = nets_with_memory(nets), weights or net_weights(position.game)

    def run(self, simulations: int, random_playouts: bool = False) -> int:
        """Run simulations for which there is room."""
        positions, memory = kernel.wrap_records(self.records), (self.tree, self.path)
        self.kernels.simulate(positions, *memory, self.seat, simulations, self.generator, self.weights, *self.nets)
        return 0
