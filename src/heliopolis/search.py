"""Monte-Carlo tree search for any number of players: written once, compiled for each game by `kernel.specialise`.

A simulation starts from the position at hand, deals anew what the searching seat cannot know (`view.imagine`), walks
down the tree to a node that is new, plays on by the game's own judgement to its horizon and then until the position is
quiet, and hands everybody's value back up. Luck is drawn anew each time; where everybody sees it, the tree branches on
what came. A node keeps a value for every seat, and every seat maximises its own; in games of secrets the others follow
the judgement, since a tree would let them know too much.

A decision is chosen by its value and by how little it was tried for its prior (PUCT): what the judgement would choose
weighs its `TRUST`, all other sensible decisions share the rest. No logarithm or exponential is taken and nothing is
added up in another order, so that the same seed and number of simulations give the same visits on any machine.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from heliopolis.kernel import CHANCE, NOBODY, Generator, Ints, count_bits, lowest_bit, pick
from heliopolis.tree import DEEPEST, NO_NODE, ROOT

rules: Any = None
view: Any = None
judgement: Any = None

BRANCH = 64  # outcomes of chance are numbered from here, after all decisions
CURIOSITY = 0.2  # what a decision that was hardly tried gains
DOUBT = 0.05  # so much worse than its parent is an untried decision taken to be
MANY_POINTS = 20.0  # are worth half of all points there may be
WINNING = 0.5  # what winning counts when a game is over, beside the lead


def sensible(positions: Any) -> int:
    """The decisions that are worth a thought."""
    found: int = judgement.sensible(positions[0])
    return found


def think(
    positions: Any, tree: Any, path: Ints, viewer: int, simulations: int, generator: Generator, aimless: bool
) -> int:
    """Simulations from the first position, played in the second one; how many decisions were made in them.

    Aimless ones play on at random, to the end of the game.
    """
    decisions = 0
    for _ in range(simulations):
        positions[1] = positions[0]
        p = positions[1]
        view.imagine(p, viewer, generator)
        depth = walk_down(p, tree, path, viewer, generator)
        decisions += depth - 1 + (play_blindly(p, generator) if aimless else play_on(p, generator))
        hand_back(p, tree, path, depth)
    return decisions


# ---- down the tree ---------------------------------------------------------------------------------------------------


def walk_down(p: Any, tree: Any, path: Ints, viewer: int, generator: Generator) -> int:
    """To a node that is new, or to the end of the game; how many nodes are on the path."""
    node, depth = ROOT, 1
    path[0] = ROOT
    while p.to_act != NOBODY and depth < DEEPEST and tree.size[0] < len(tree.steps):
        if p.to_act == CHANCE:
            outcome = rules.luck(p, generator)
            rules.deal(p, outcome)
            if not judgement.PUBLIC_LUCK:
                continue
            node = child_by(tree, node, CHANCE, BRANCH + outcome)
            new = False
        else:
            if p.to_act != viewer and not judgement.OTHERS_THINK:
                rules.play(p, judgement.choose(p, generator))
                continue
            choices = judgement.sensible(p)
            if choices & (choices - 1) == 0:  # no choice, no node
                rules.play(p, lowest_bit(choices))
                continue
            step = select(p, tree, node, choices, generator)
            node = child_by(tree, node, p.to_act, step)
            new = tree.visits[node] == 0
            rules.play(p, step)
        path[depth] = node
        depth += 1
        if new:
            break
    return depth


def child_by(tree: Any, node: int, mover: int, step: int) -> int:
    """The child that a step leads to, made if need be."""
    child = tree.first[node]
    while child != NO_NODE:
        if tree.steps[child] == step and tree.movers[child] == mover:
            return int(child)
        child = tree.other[child]
    child = tree.size[0]
    tree.size[0] += 1
    tree.steps[child] = step
    tree.movers[child] = mover
    tree.other[child] = tree.first[node]
    tree.first[node] = child
    return int(child)


def select(p: Any, tree: Any, node: int, choices: int, generator: Generator) -> int:
    """The decision that promises most to the player to act."""
    seat = p.to_act
    favourite = judgement.choose(p, generator)
    untried, tries = choices, 0
    child = tree.first[node]
    while child != NO_NODE:
        step = int(tree.steps[child])
        if tree.movers[child] == seat and choices >> step & 1:
            untried &= ~(1 << step)
            tries += tree.visits[child]
        child = tree.other[child]
    if tries == 0:
        return int(favourite)
    curiosity = CURIOSITY * sqrt(tries)
    others = (1.0 - judgement.TRUST) / (count_bits(choices) - 1)
    best, choice = -1.0, favourite
    if untried:
        if not untried >> favourite & 1:
            choice = pick(untried, generator)
        mean = tree.values[node, seat] / max(1, tree.visits[node])
        best = mean - DOUBT + curiosity * (judgement.TRUST if choice == favourite else others)
    child = tree.first[node]
    while child != NO_NODE:
        step = int(tree.steps[child])
        if tree.movers[child] == seat and choices >> step & 1:
            visits = tree.visits[child]
            promise = tree.values[child, seat] / visits
            promise += curiosity * (judgement.TRUST if step == favourite else others) / (1 + visits)
            if promise > best:
                best, choice = promise, step
        child = tree.other[child]
    return int(choice)


# ---- beyond the tree -------------------------------------------------------------------------------------------------


def play_on(p: Any, generator: Generator) -> int:
    """By judgement, to the horizon and then until the position is quiet; how many decisions that took."""
    decisions = 0
    while p.to_act != NOBODY and (decisions < judgement.HORIZON or not judgement.quiet(p)):
        if p.to_act == CHANCE:
            rules.deal(p, rules.luck(p, generator))
        else:
            rules.play(p, judgement.choose(p, generator))
            decisions += 1
    return decisions


def play_blindly(p: Any, generator: Generator) -> int:
    """At random, to the end of the game."""
    decisions = 0
    while p.to_act != NOBODY:
        if p.to_act == CHANCE:
            rules.deal(p, rules.luck(p, generator))
        else:
            rules.play(p, pick(rules.legal(p), generator))
            decisions += 1
    return decisions


# ---- back up ---------------------------------------------------------------------------------------------------------


def hand_back(p: Any, tree: Any, path: Ints, depth: int) -> None:
    """Everybody's value is added to every node on the path."""
    most, second, leader, total = -1000.0, -1000.0, NOBODY, 0.0
    for seat in range(p.players):
        points = judgement.prospect(p, seat)
        total += points
        if points > most:
            most, second, leader = points, most, seat
        elif points > second:
            second = points
    for seat in range(p.players):
        points = judgement.prospect(p, seat)
        mean = (total - points) / (p.players - 1)
        best = second if seat == leader else most
        value = value_of(p, seat, points, points - mean - judgement.AGAINST_BEST * (best - mean))
        for i in range(depth):
            tree.values[path[i], seat] += value
    for i in range(depth):
        tree.visits[path[i]] += 1


def value_of(p: Any, seat: int, points: float, lead: float) -> float:
    """Between 0 and 1: what points are worth, what a lead, and when the game is over what it is to have won."""
    value: float = 0.5 + 0.5 * lead / (judgement.CLOSE + abs(lead))
    value += judgement.OWN_POINTS * (points / (MANY_POINTS + points) - value)
    if p.to_act != NOBODY:
        return value
    winners = rules.winners(p)
    won: float = (winners >> seat & 1) / count_bits(winners)
    return (1.0 - WINNING) * value + WINNING * won
