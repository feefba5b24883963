"""Search trees: nodes by number in flat columns, so that compiled code can grow them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

SEATS = 5
ROOT = 0
NO_NODE = -1
DEEPEST = 256  # nodes on one way down the tree


class Tree(NamedTuple):
    """Nodes by number; visits and values belong to the step that leads to the node."""

    steps: NDArray[np.int16]  # the decision, or BRANCH + the outcome
    movers: NDArray[np.int8]  # who made it
    first: NDArray[np.int32]  # child
    other: NDArray[np.int32]  # child of the same parent
    visits: NDArray[np.int32]
    values: NDArray[np.float64]  # by seat, added up
    size: NDArray[np.int32]  # nodes in use


def new_tree(room: int) -> Tree:
    """Nothing but a root, and room for so many nodes."""
    return Tree(
        np.zeros(room, np.int16),
        np.zeros(room, np.int8),
        np.full(room, NO_NODE, np.int32),
        np.full(room, NO_NODE, np.int32),
        np.zeros(room, np.int32),
        np.zeros((room, SEATS)),
        np.ones(1, np.int32),
    )


def with_room(tree: Tree, room: int) -> Tree:
    """The same tree with room for so many nodes."""
    larger = new_tree(room)
    for name in Tree._fields:
        column: NDArray[Any] = getattr(larger, name)
        column[: len(getattr(tree, name))] = getattr(tree, name)
    return larger


def children(tree: Tree, node: int) -> Iterator[int]:
    """Those of a node; of no node, none."""
    child = NO_NODE if node == NO_NODE else int(tree.first[node])
    while child != NO_NODE:
        yield child
        child = int(tree.other[child])
