"""Search trees: numbered nodes in flat arrays, which compiled code can extend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

SEATS = 5
ROOT = 0
NO_NODE = -1
MAX_DEPTH = 256  # nodes on a path from the root
NODES_PER_SIMULATION = 8  # the actions of one new node, and the chance outcomes on the way to it
MAX_CHILDREN = 64  # that one simulation may add to a node, of which all but one wait for their first visit


class Weights(NamedTuple):
    """What a search maximises, and how it explores; the last three are for nets only."""

    exploration: float  # of the prior against the value
    urgency: float  # by how much the first visit of an action is put off: it counts as its parent, less this
    points: float  # of a point beside the chance of winning, once as a point and once as lead
    heat: float = 1.0  # by which the logits of the priors are divided
    uniform: float = 0.0  # share of the prior that all actions get alike
    playout: int = 0  # decisions that are played out before the net judges


class Tree(NamedTuple):
    """The arrays of a tree, indexed by node; prior, visits and sums belong to the edge that leads to the node."""

    edges: NDArray[np.int16]  # the action, or FIRST_OUTCOME + the outcome
    seats: NDArray[np.int8]  # the seat that took the action, or CHANCE
    first_child: NDArray[np.int32]  # NO_NODE if there is none
    next_sibling: NDArray[np.int32]  # next child of the same parent, or NO_NODE
    priors: NDArray[np.float32]  # of an action beside the other actions of the seat at the parent
    visits: NDArray[np.int32]
    wins: NDArray[np.float64]  # by seat: chances of winning, summed over the visits
    points: NDArray[np.float64]  # by seat: expected final scores, summed over the visits
    size: NDArray[np.int32]  # nodes in use
    policy: NDArray[np.float64]  # by action: the priors at the end of the simulation
    chances: NDArray[np.float64]  # by seat: the chances of winning at the end of the simulation
    scores: NDArray[np.float64]  # by seat: the expected final scores at the end of the simulation


def new_tree(capacity: int, roots: int = 1) -> Tree:
    """Return a tree with a root only, or several trees in one memory, with room for that many nodes."""
    return Tree(
        np.zeros(capacity, np.int16),
        np.zeros(capacity, np.int8),
        np.full(capacity, NO_NODE, np.int32),
        np.full(capacity, NO_NODE, np.int32),
        np.zeros(capacity, np.float32),
        np.zeros(capacity, np.int32),
        np.zeros((capacity, SEATS)),
        np.zeros((capacity, SEATS)),
        np.full(1, roots, np.int32),
        np.zeros(MAX_CHILDREN),
        np.zeros(SEATS),
        np.zeros(SEATS),
    )


def enlarged(tree: Tree, capacity: int) -> Tree:
    """Return a copy of a tree with memory for that many nodes."""
    larger = new_tree(capacity)
    for name in Tree._fields:
        column: NDArray[Any] = getattr(larger, name)
        column[: len(getattr(tree, name))] = getattr(tree, name)
    return larger


def children(tree: Tree, node: int) -> Iterator[int]:
    """Yield the children of a node that were visited; NO_NODE has none."""
    child = NO_NODE if node == NO_NODE else int(tree.first_child[node])
    while child != NO_NODE:
        if tree.visits[child]:
            yield child
        child = int(tree.next_sibling[child])
