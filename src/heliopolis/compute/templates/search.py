"""Template: plain Monte-Carlo tree search, by the heuristic of a game and without a net.

`kernel.specialise` compiles these functions once per game, with `rules`, `view` and `heuristic` bound to its modules,
and `spread` to a function of its heuristic.
A simulation starts from the current position, resamples what the searching seat cannot know (`view.imagine`), descends
the tree to a new node, plays on by the heuristic for a number of decisions and then until the position is quiet, and
backpropagates every seat's chance of winning and expected final score. Chance is sampled on every visit; where all
seats see the outcome, the tree branches on it. In games with hidden hands the other seats follow the heuristic, since
in a tree they would act on what they cannot know.

The chances of winning add up to 1 at every node. In a finished game the winners share them; in a game that goes on
they are guessed from the expected scores. Actions are selected by PUCT (`compute.nodes`): the heuristic's choice gets
`HEURISTIC_PRIOR` of the prior, the other candidates share the rest.
"""

from __future__ import annotations

from typing import Any

from heliopolis.compute.nodes import (
    add_child,
    backpropagate,
    clear,
    get_or_add_outcome,
    has_room,
    known_actions,
    select,
    write_values,
    write_visits,
)
from heliopolis.compute.tree import MAX_DEPTH, ROOT, Tree, Weights
from heliopolis.kernel import CHANCE, NOBODY, Generator, IntArray, count_bits, exponential, lowest_bit, random_bit

rules: Any = None
view: Any = None
heuristic: Any = None
spread: Any = None


def candidates(positions: Any) -> int:
    """Return the actions that are worth searching as a bit set."""
    found: int = heuristic.candidates(positions[0])
    return found


def simulate(
    positions: Any,
    tree: Tree,
    path: IntArray,
    viewer: int,
    simulations: int,
    generator: Generator,
    weights: Weights,
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
        depth = descend(p, tree, path, viewer, generator, weights)
        decisions += depth - 1 + (random_playout(p, generator) if random_playouts else heuristic_playout(p, generator))
        evaluate(p, tree)
        backpropagate(tree, path, depth, p.players)
    return decisions


# ---- selection -------------------------------------------------------------------------------------------------------


def descend(p: Any, tree: Tree, path: IntArray, viewer: int, generator: Generator, weights: Weights) -> int:
    """Descend to a new node or to the end of the game; return how many nodes are on the path."""
    node, depth = ROOT, 1
    path[0] = ROOT
    while p.to_act != NOBODY and depth < MAX_DEPTH and has_room(tree):
        if p.to_act == CHANCE:
            outcome = rules.sample_outcome(p, generator)
            rules.apply_outcome(p, outcome)
            if not heuristic.CHANCE_IS_PUBLIC:
                continue
            node = get_or_add_outcome(tree, node, outcome)
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
            node = select(tree, node, p.to_act, choices, p.players, weights)
            new = tree.visits[node] == 0
            rules.play(p, int(tree.edges[node]))
        path[depth] = node
        depth += 1
        if new:
            break
    return depth


def add_actions(p: Any, tree: Tree, node: int, choices: int, new: int, generator: Generator) -> None:
    """Add children for the new ones of the actions that can be chosen, each with its prior."""
    favourite = heuristic.choose(p, generator)
    others = (1.0 - heuristic.HEURISTIC_PRIOR) / (count_bits(choices) - 1)
    while new:
        action = lowest_bit(new)
        new &= new - 1
        add_child(tree, node, p.to_act, action, heuristic.HEURISTIC_PRIOR if action == favourite else others)


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


def evaluate(p: Any, tree: Tree) -> None:
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


def guess_chances(tree: Tree, players: int, scale: float) -> None:
    """Write chances of winning that add up to 1; a lead of `scale` points makes them e times as high."""
    best, total = -1000.0, 0.0
    for seat in range(players):
        best = max(best, tree.scores[seat])
    for seat in range(players):
        tree.chances[seat] = exponential((tree.scores[seat] - best) / scale)
        total += tree.chances[seat]
    for seat in range(players):
        tree.chances[seat] /= total


# ---- many games ------------------------------------------------------------------------------------------------------


def search_games(
    first: int,
    end: int,
    stride: int,
    positions: Any,
    simulations: int,
    policy_rng: Any,
    weights: Weights,
    visits: Any,
    values: Any,
    trial: Any,
    tree: Tree,
    path: IntArray,
) -> None:
    """Search games `first`, `first + stride`, … below `end`; write visits by action, and chances of winning by seat.

    The caller gives memory for one search: two records, a tree and a path.
    """
    for i in range(first, end, stride):
        trial[0] = positions[i]
        p = trial[0]
        clear(tree)
        simulate(trial, tree, path, max(0, int(p.to_act)), simulations, policy_rng[i], weights, False)
        write_visits(tree, ROOT, heuristic.candidates(p) if p.to_act >= 0 else 0, visits[i])
        write_values(tree, ROOT, p.players, values[i])
