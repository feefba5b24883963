"""Template: Monte-Carlo tree search for any number of players.

`kernel.specialise` compiles these functions once per game, with `rules`, `view` and `heuristic` bound to its modules,
and `spread` to a function of its heuristic.
A simulation starts from the current position, resamples what the searching seat cannot know (`view.imagine`), descends
the tree to a new node, plays on by the heuristic for a number of decisions and then until the position is quiet, and
backpropagates every seat's chance of winning and expected final score. Chance is sampled on every visit; where all
seats see the outcome, the tree branches on it. In games with hidden hands the other seats follow the heuristic, since
in a tree they would act on what they cannot know.

The chances of winning add up to 1 at every node. In a finished game the winners share them; in a game that goes on
they are guessed from the expected scores. Every seat maximises its own chance, and a little its points and its lead,
which tell moves apart where the winner is certain and where the end is far.

Actions are selected by PUCT: the heuristic's choice gets `HEURISTIC_PRIOR` of the prior, the other candidates share the
rest. All arithmetic is made of sums, products, quotients and square roots in a fixed order, so that one seed and number
of simulations give the same visits on any machine.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from heliopolis.compute.tree import MAX_CHILDREN, MAX_DEPTH, NO_NODE, ROOT, SEATS
from heliopolis.kernel import CHANCE, NOBODY, Generator, IntArray, count_bits, exponential, lowest_bit, random_bit

rules: Any = None
view: Any = None
heuristic: Any = None
spread: Any = None

FIRST_OUTCOME = 64  # edges of outcomes are numbered from here, after all actions
EXPLORATION = 0.3  # weight of the prior against the value
POINT_VALUE = 0.012  # of a point beside the chance of winning, once as a point and once as lead


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
        evaluate(p, tree)
        backpropagate(p, tree, path, depth)
    return decisions


# ---- selection -------------------------------------------------------------------------------------------------------


def descend(p: Any, tree: Any, path: IntArray, viewer: int, generator: Generator) -> int:
    """Descend to a new node or to the end of the game; return how many nodes are on the path."""
    node, depth = ROOT, 1
    path[0] = ROOT
    while p.to_act != NOBODY and depth < MAX_DEPTH and tree.size[0] + MAX_CHILDREN <= len(tree.edges):
        if p.to_act == CHANCE:
            outcome = rules.sample_outcome(p, generator)
            rules.apply_outcome(p, outcome)
            if not heuristic.CHANCE_IS_PUBLIC:
                continue
            node = get_or_add_outcome(tree, node, FIRST_OUTCOME + outcome)
            new = False
        else:
            if p.to_act != viewer and not heuristic.OPPONENTS_IN_TREE:
                rules.play(p, heuristic.choose(p, generator))
                continue
            choices = heuristic.candidates(p)
            if choices & (choices - 1) == 0:  # no choice, no node
                rules.play(p, lowest_bit(choices))
                continue
            untried = choices & ~known_actions(tree, node, p.to_act)
            if untried:
                add_actions(p, tree, node, choices, untried, generator)
            node = select(tree, node, p.to_act, choices, p.players)
            new = tree.visits[node] == 0
            rules.play(p, int(tree.edges[node]))
        path[depth] = node
        depth += 1
        if new:
            break
    return depth


def get_or_add_outcome(tree: Any, node: int, step: int) -> int:
    """Return the child that an outcome of chance leads to, adding it if it is new."""
    child = tree.first_child[node]
    while child != NO_NODE:
        if tree.edges[child] == step:
            return int(child)
        child = tree.next_sibling[child]
    return add_child(tree, node, CHANCE, step, 1.0)


def add_child(tree: Any, node: int, seat: int, step: int, prior: float) -> int:
    """Add a child to a node and return it."""
    child = int(tree.size[0])
    tree.size[0] += 1
    tree.edges[child] = step
    tree.seats[child] = seat
    tree.priors[child] = prior
    tree.next_sibling[child] = tree.first_child[node]
    tree.first_child[node] = child
    return child


def known_actions(tree: Any, node: int, seat: int) -> int:
    """Return the actions of a seat that a node has children for as a bit set."""
    actions = 0
    child = tree.first_child[node]
    while child != NO_NODE:
        if tree.seats[child] == seat:
            actions |= 1 << int(tree.edges[child])
        child = tree.next_sibling[child]
    return actions


def add_actions(p: Any, tree: Any, node: int, choices: int, new: int, generator: Generator) -> None:
    """Add children for the new ones of the actions that can be chosen, each with its prior."""
    favourite = heuristic.choose(p, generator)
    others = (1.0 - heuristic.HEURISTIC_PRIOR) / (count_bits(choices) - 1)
    while new:
        action = lowest_bit(new)
        new &= new - 1
        add_child(tree, node, p.to_act, action, heuristic.HEURISTIC_PRIOR if action == favourite else others)


def select(tree: Any, node: int, seat: int, choices: int, players: int) -> int:
    """Return the child with the highest upper confidence bound for the seat to act."""
    tries = 0
    child = tree.first_child[node]
    while child != NO_NODE:
        if tree.seats[child] == seat and choices >> int(tree.edges[child]) & 1:
            tries += tree.visits[child]
        child = tree.next_sibling[child]
    exploration = EXPLORATION * sqrt(max(1, tries))
    untried = value(tree, node, seat, players) if tree.visits[node] else 0.0  # first-play urgency: that of the parent
    best, choice = -1000.0, NO_NODE
    child = tree.first_child[node]
    while child != NO_NODE:
        if tree.seats[child] == seat and choices >> int(tree.edges[child]) & 1:
            visits = tree.visits[child]
            bound = exploration * tree.priors[child] / (1 + visits)
            bound += value(tree, child, seat, players) if visits else untried
            if bound > best:
                best, choice = bound, child
        child = tree.next_sibling[child]
    return int(choice)


def value(tree: Any, node: int, seat: int, players: int) -> float:
    """Return what a seat maximises: its mean chance of winning, and a little its mean score and its lead."""
    own, total = tree.points[node, seat], 0.0
    for other in range(players):
        total += tree.points[node, other]
    lead = own - (total - own) / (players - 1)
    return float((tree.wins[node, seat] + POINT_VALUE * (own + lead)) / tree.visits[node])


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


# ---- values ----------------------------------------------------------------------------------------------------------


def evaluate(p: Any, tree: Any) -> None:
    """Write every seat's chance of winning and expected final score: facts when the game is over, else guesses."""
    if p.to_act == NOBODY:
        winners = rules.winners(p)
        for seat in range(p.players):
            tree.scores[seat] = rules.score(p, seat)
            tree.chances[seat] = (winners >> seat & 1) / count_bits(winners)
    else:
        for seat in range(p.players):
            tree.scores[seat] = heuristic.expected_score(p, seat)
        guess_chances(tree, p.players, spread(p))


def guess_chances(tree: Any, players: int, scale: float) -> None:
    """Write chances of winning that add up to 1; a lead of `scale` points makes them e times as high."""
    best, total = -1000.0, 0.0
    for seat in range(players):
        best = max(best, tree.scores[seat])
    for seat in range(players):
        tree.chances[seat] = exponential((tree.scores[seat] - best) / scale)
        total += tree.chances[seat]
    for seat in range(players):
        tree.chances[seat] /= total


def backpropagate(p: Any, tree: Any, path: IntArray, depth: int) -> None:
    """Add the values at the end of a simulation to every node on the path."""
    for i in range(depth):
        node = path[i]
        tree.visits[node] += 1
        for seat in range(p.players):
            tree.wins[node, seat] += tree.chances[seat]
            tree.points[node, seat] += tree.scores[seat]


# ---- many games ------------------------------------------------------------------------------------------------------


def search_games(
    first: int,
    end: int,
    stride: int,
    positions: Any,
    simulations: int,
    policy_rng: Any,
    visits: Any,
    values: Any,
    trial: Any,
    tree: Any,
    path: IntArray,
) -> None:
    """Search games `first`, `first + stride`, … below `end`; write visits by action, and chances of winning by seat.

    The caller gives memory for one search: two records, a tree and a path.
    """
    for i in range(first, end, stride):
        trial[0] = positions[i]
        p = trial[0]
        clear(tree)
        simulate(trial, tree, path, max(0, int(p.to_act)), simulations, policy_rng[i], False)
        write_visits(p, tree, visits[i])
        for seat in range(p.players):
            values[i, seat] = tree.wins[ROOT, seat] / tree.visits[ROOT]


def clear(tree: Any) -> None:
    """Remove all nodes of a tree but its root."""
    for node in range(tree.size[0]):
        tree.first_child[node] = NO_NODE
        tree.visits[node] = 0
        for seat in range(SEATS):
            tree.wins[node, seat] = 0.0
            tree.points[node, seat] = 0.0
    tree.size[0] = 1


def write_visits(p: Any, tree: Any, out: IntArray) -> None:
    """Write how often each action of the seat to act was visited; a single candidate has all visits."""
    for action in range(len(out)):
        out[action] = 0
    if p.to_act < 0:
        return
    choices = heuristic.candidates(p)
    if choices & (choices - 1) == 0:
        out[lowest_bit(choices)] = tree.visits[ROOT]
        return
    child = tree.first_child[ROOT]
    while child != NO_NODE:
        out[int(tree.edges[child])] = tree.visits[child]
        child = tree.next_sibling[child]
