"""Template: Monte-Carlo tree search for any number of players.

`kernel.specialise` compiles these functions once per game, with `rules`, `view` and `heuristic` bound to its modules.
A simulation starts from the current position, resamples what the searching seat cannot know (`view.imagine`), descends
the tree to a new node, plays on by the heuristic for a number of decisions and then until the position is quiet, and
backpropagates the value of every seat. Chance is sampled on every visit; where all seats see the outcome, the tree
branches on it. A node has a value for every seat, and every seat maximises its own; in games with hidden hands the
other seats follow the heuristic, since in a tree they would act on what they cannot know.

Actions are selected by PUCT: the heuristic's choice gets `HEURISTIC_PRIOR` of the prior, the other candidates share the
rest. There are no logarithms or exponentials, and sums have a fixed order, so that one seed and number of simulations
give the same visits on any machine.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from heliopolis.compute.tree import MAX_DEPTH, NO_NODE, ROOT
from heliopolis.kernel import CHANCE, NOBODY, Generator, IntArray, count_bits, lowest_bit, random_bit

rules: Any = None
view: Any = None
heuristic: Any = None

FIRST_OUTCOME = 64  # edges of outcomes are numbered from here, after all actions
EXPLORATION = 0.2  # weight of the prior against the value
FPU_REDUCTION = 0.05  # first-play urgency: an untried action is valued this much below its parent
POINTS_SCALE = 20.0  # that many points have half of the value that points can have
WIN_WEIGHT = 0.5  # weight of winning, beside the lead, when a game is over


def candidates(positions: Any) -> int:
    """Return the actions that are worth searching as a bit set."""
    found: int = heuristic.candidates(positions[0])
    return found


def simulate(
    positions: Any,
    tree: Any,
    path: IntArray,
    viewer: int,
    simulations: int,
    generator: Generator,
    random_playouts: bool,
) -> int:
    """Run simulations from the first position, played in the second one; return how many decisions they took.

    With `random_playouts` they play at random to the end of the game instead of by the heuristic.
    """
    decisions = 0
    for _ in range(simulations):
        positions[1] = positions[0]
        p = positions[1]
        view.imagine(p, viewer, generator)
        depth = descend(p, tree, path, viewer, generator)
        decisions += depth - 1 + (random_playout(p, generator) if random_playouts else heuristic_playout(p, generator))
        backpropagate(p, tree, path, depth)
    return decisions


# ---- selection -------------------------------------------------------------------------------------------------------


def descend(p: Any, tree: Any, path: IntArray, viewer: int, generator: Generator) -> int:
    """Descend to a new node or to the end of the game; return how many nodes are on the path."""
    node, depth = ROOT, 1
    path[0] = ROOT
    while p.to_act != NOBODY and depth < MAX_DEPTH and tree.size[0] < len(tree.edges):
        if p.to_act == CHANCE:
            outcome = rules.sample_outcome(p, generator)
            rules.apply_outcome(p, outcome)
            if not heuristic.CHANCE_IS_PUBLIC:
                continue
            node = get_or_add_child(tree, node, CHANCE, FIRST_OUTCOME + outcome)
            new = False
        else:
            if p.to_act != viewer and not heuristic.OPPONENTS_IN_TREE:
                rules.play(p, heuristic.choose(p, generator))
                continue
            choices = heuristic.candidates(p)
            if choices & (choices - 1) == 0:  # no choice, no node
                rules.play(p, lowest_bit(choices))
                continue
            step = select(p, tree, node, choices, generator)
            node = get_or_add_child(tree, node, p.to_act, step)
            new = tree.visits[node] == 0
            rules.play(p, step)
        path[depth] = node
        depth += 1
        if new:
            break
    return depth


def get_or_add_child(tree: Any, node: int, seat: int, step: int) -> int:
    """Return the child at the end of an edge, adding it if it is new."""
    child = tree.first_child[node]
    while child != NO_NODE:
        if tree.edges[child] == step and tree.seats[child] == seat:
            return int(child)
        child = tree.next_sibling[child]
    child = tree.size[0]
    tree.size[0] += 1
    tree.edges[child] = step
    tree.seats[child] = seat
    tree.next_sibling[child] = tree.first_child[node]
    tree.first_child[node] = child
    return int(child)


def select(p: Any, tree: Any, node: int, choices: int, generator: Generator) -> int:
    """Return the action with the highest upper confidence bound for the seat to act."""
    seat = p.to_act
    favourite = heuristic.choose(p, generator)
    untried, tries = choices, 0
    child = tree.first_child[node]
    while child != NO_NODE:
        step = int(tree.edges[child])
        if tree.seats[child] == seat and choices >> step & 1:
            untried &= ~(1 << step)
            tries += tree.visits[child]
        child = tree.next_sibling[child]
    if tries == 0:
        return int(favourite)
    exploration = EXPLORATION * sqrt(tries)
    others = (1.0 - heuristic.HEURISTIC_PRIOR) / (count_bits(choices) - 1)
    best, choice = -1.0, favourite
    if untried:
        if not untried >> favourite & 1:
            choice = random_bit(untried, generator)
        mean = tree.values[node, seat] / max(1, tree.visits[node])
        best = mean - FPU_REDUCTION + exploration * (heuristic.HEURISTIC_PRIOR if choice == favourite else others)
    child = tree.first_child[node]
    while child != NO_NODE:
        step = int(tree.edges[child])
        if tree.seats[child] == seat and choices >> step & 1:
            visits = tree.visits[child]
            bound = tree.values[child, seat] / visits
            bound += exploration * (heuristic.HEURISTIC_PRIOR if step == favourite else others) / (1 + visits)
            if bound > best:
                best, choice = bound, step
        child = tree.next_sibling[child]
    return int(choice)


# ---- playouts --------------------------------------------------------------------------------------------------------


def heuristic_playout(p: Any, generator: Generator) -> int:
    """Play by the heuristic until enough decisions were taken and the position is quiet; return how many."""
    decisions = 0
    while p.to_act != NOBODY and (decisions < heuristic.PLAYOUT_DECISIONS or not heuristic.quiet(p)):
        if p.to_act == CHANCE:
            rules.apply_outcome(p, rules.sample_outcome(p, generator))
        else:
            rules.play(p, heuristic.choose(p, generator))
            decisions += 1
    return decisions


def random_playout(p: Any, generator: Generator) -> int:
    """Play at random to the end of the game; return how many decisions that took."""
    decisions = 0
    while p.to_act != NOBODY:
        if p.to_act == CHANCE:
            rules.apply_outcome(p, rules.sample_outcome(p, generator))
        else:
            rules.play(p, random_bit(rules.legal(p), generator))
            decisions += 1
    return decisions


# ---- backpropagation -------------------------------------------------------------------------------------------------


def backpropagate(p: Any, tree: Any, path: IntArray, depth: int) -> None:
    """Add the value of every seat to every node on the path."""
    most, second, leader, total = -1000.0, -1000.0, NOBODY, 0.0
    for seat in range(p.players):
        points = heuristic.expected_score(p, seat)
        tree.points[seat] = points
        total += points
        if points > most:
            most, second, leader = points, most, seat
        elif points > second:
            second = points
    for seat in range(p.players):
        points = tree.points[seat]
        mean = (total - points) / (p.players - 1)
        best = second if seat == leader else most
        value = seat_value(p, seat, points, points - mean - heuristic.LEADER_WEIGHT * (best - mean))
        for i in range(depth):
            tree.values[path[i], seat] += value
    for i in range(depth):
        tree.visits[path[i]] += 1


def seat_value(p: Any, seat: int, points: float, lead: float) -> float:
    """Return a value from 0 to 1 for points and lead, and for winning when the game is over."""
    value: float = 0.5 + 0.5 * lead / (heuristic.LEAD_SCALE + abs(lead))
    value += heuristic.OWN_SCORE_WEIGHT * (points / (POINTS_SCALE + points) - value)
    if p.to_act != NOBODY:
        return value
    winners = rules.winners(p)
    won: float = (winners >> seat & 1) / count_bits(winners)
    return (1.0 - WIN_WEIGHT) * value + WIN_WEIGHT * won
