"""Rules for search trees: adding nodes, selecting children, backpropagating values. They know no game.

Every seat maximises its mean chance of winning, and a little its mean score and its lead, which tell actions apart
where the winner is certain and where the end is far. Actions are selected by PUCT. All arithmetic is made of sums,
products, quotients and square roots in a fixed order, so that one seed and number of simulations give the same visits
on any machine.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from heliopolis.compute.tree import MAX_CHILDREN, NO_NODE, SEATS, Tree, Weights
from heliopolis.kernel import CHANCE, IntArray, lowest_bit, rule

FIRST_OUTCOME = 64  # edges of outcomes are numbered from here, after all actions


# ---- adding nodes ----------------------------------------------------------------------------------------------------


@rule
def has_room(tree: Tree) -> bool:
    """Return whether the children of one more node have room in a tree."""
    return int(tree.size[0]) + MAX_CHILDREN <= len(tree.edges)


@rule
def add_child(tree: Tree, node: int, seat: int, step: int, prior: float) -> int:
    """Add a child to a node and return it."""
    child = int(tree.size[0])
    tree.size[0] += 1
    tree.edges[child] = step
    tree.seats[child] = seat
    tree.priors[child] = prior
    tree.next_sibling[child] = tree.first_child[node]
    tree.first_child[node] = child
    return child


@rule
def get_or_add_outcome(tree: Tree, node: int, outcome: int) -> int:
    """Return the child that an outcome of chance leads to, adding it if it is new."""
    step = FIRST_OUTCOME + outcome
    child = tree.first_child[node]
    while child != NO_NODE:
        if tree.edges[child] == step:
            return int(child)
        child = tree.next_sibling[child]
    return add_child(tree, node, CHANCE, step, 1.0)


@rule
def known_actions(tree: Tree, node: int, seat: int) -> int:
    """Return the actions of a seat that a node has children for as a bit set."""
    actions = 0
    child = tree.first_child[node]
    while child != NO_NODE:
        if tree.seats[child] == seat:
            actions |= 1 << int(tree.edges[child])
        child = tree.next_sibling[child]
    return actions


@rule
def clear(tree: Tree) -> None:
    """Remove all nodes of a tree but its root."""
    for node in range(tree.size[0]):
        tree.first_child[node] = NO_NODE
        tree.visits[node] = 0
        for seat in range(SEATS):
            tree.wins[node, seat] = 0.0
            tree.points[node, seat] = 0.0
    tree.size[0] = 1


# ---- selection -------------------------------------------------------------------------------------------------------


@rule
def select(tree: Tree, node: int, seat: int, choices: int, players: int, weights: Weights) -> int:
    """Return the child with the highest upper confidence bound for the seat to act."""
    tries = 0
    child = tree.first_child[node]
    while child != NO_NODE:
        if tree.seats[child] == seat and choices >> int(tree.edges[child]) & 1:
            tries += int(tree.visits[child])
        child = tree.next_sibling[child]
    exploration = weights.exploration * sqrt(max(1, tries))
    untried = -weights.urgency  # first-play urgency: the value of the parent, less something
    if tree.visits[node]:
        untried += value(tree, node, seat, players, weights)
    best, choice = -1000.0, NO_NODE
    child = tree.first_child[node]
    while child != NO_NODE:
        if tree.seats[child] == seat and choices >> int(tree.edges[child]) & 1:
            visits = int(tree.visits[child])
            bound = exploration * tree.priors[child] / (1 + visits)
            bound += value(tree, int(child), seat, players, weights) if visits else untried
            if bound > best:
                best, choice = bound, int(child)
        child = tree.next_sibling[child]
    return choice


@rule
def value(tree: Tree, node: int, seat: int, players: int, weights: Weights) -> float:
    """Return what a seat maximises: its mean chance of winning, and a little its mean score and its lead."""
    own, total = tree.points[node, seat], 0.0
    for other in range(players):
        total += tree.points[node, other]
    lead = own - (total - own) / (players - 1)
    return float((tree.wins[node, seat] + weights.points * (own + lead)) / tree.visits[node])


# ---- results ---------------------------------------------------------------------------------------------------------


@rule
def backpropagate(tree: Tree, path: IntArray, depth: int, players: int) -> None:
    """Add the values at the end of a simulation to every node on the path."""
    for i in range(depth):
        node = path[i]
        tree.visits[node] += 1
        for seat in range(players):
            tree.wins[node, seat] += tree.chances[seat]
            tree.points[node, seat] += tree.scores[seat]


@rule
def write_visits(tree: Tree, root: int, choices: int, out: IntArray) -> None:
    """Write how often each action that can be chosen at a root was visited; a single one has all visits."""
    for action in range(len(out)):
        out[action] = 0
    if choices and choices & (choices - 1) == 0:
        out[lowest_bit(choices)] = tree.visits[root]
        return
    child = tree.first_child[root]
    while child != NO_NODE:
        if choices >> int(tree.edges[child]) & 1:
            out[int(tree.edges[child])] = tree.visits[child]
        child = tree.next_sibling[child]


@rule
def write_values(tree: Tree, root: int, players: int, out: Any) -> None:
    """Write every seat's mean chance of winning at a root."""
    for seat in range(players):
        out[seat] = tree.wins[root, seat] / tree.visits[root]
