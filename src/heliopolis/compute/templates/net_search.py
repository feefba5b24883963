"""Template: Monte-Carlo tree search with a net.

`kernel.specialise` compiles these functions once per game, with `rules`, `view` and `heuristic` bound to its modules. A
simulation starts from the current position, resamples what the searching seat cannot know (`view.imagine`), and
descends the tree to the first decision that is not judged. A net gives the priors of its actions: a wide net at the
root, a narrow one below. The narrow net then plays on for some decisions, and the wide one judges where that leads,
from the view of the seat to act: every seat's chance of winning and expected final score, which are backpropagated. In
a finished game these are facts.

Chance is sampled on every visit by its true odds; where all seats see the outcome, the tree branches on it. In games
with hidden hands the other seats follow the narrow net, since in a tree they would act on what they cannot know, and
the judge is the searching seat when it decides again.

An evaluator of one's own can judge instead, for many games at once: `descend_games` writes the observations of the
decisions to be judged, and `learn_games` takes the judgements. Nothing is played out then, and seats that are not in
the tree follow the heuristic.
"""

from __future__ import annotations

from typing import Any

from heliopolis.compute.evaluation import best_action, run_net, write_chances, write_points, write_priors
from heliopolis.compute.net import NetArrays, NetScratch
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
from heliopolis.compute.tree import MAX_DEPTH, NO_NODE, ROOT, Tree, Weights
from heliopolis.kernel import CHANCE, NOBODY, Generator, IntArray, count_bits, lowest_bit

rules: Any = None
view: Any = None
heuristic: Any = None


def candidates(positions: Any) -> int:
    """Return the actions that are worth searching as a bit set: all, since the priors of a net tell them apart."""
    found: int = rules.legal(positions[0])
    return found


def simulate(
    positions: Any,
    tree: Tree,
    path: IntArray,
    viewer: int,
    simulations: int,
    generator: Generator,
    weights: Weights,
    wide: NetArrays,
    wide_scratch: NetScratch,
    narrow: NetArrays,
    narrow_scratch: NetScratch,
) -> None:
    """Run simulations from the first position, played in the second one."""
    end = int(tree.visits[ROOT]) + simulations
    while tree.visits[ROOT] < end:
        positions[1] = positions[0]
        p = positions[1]
        view.imagine(p, viewer, generator)
        depth = descend(p, tree, ROOT, path, viewer, generator, weights, True, narrow, narrow_scratch)
        if p.to_act != NOBODY and may_grow(tree, depth):
            if depth == 1:
                judge_actions(p, tree, wide, wide_scratch, weights)
                add_actions(p, tree, ROOT, weights)
                continue  # a simulation visits an action of the root
            judge_actions(p, tree, narrow, narrow_scratch, weights)
            add_actions(p, tree, int(path[depth - 1]), weights)
        play_on(p, viewer, narrow, narrow_scratch, weights.playout, generator)
        if p.to_act == NOBODY:
            write_result(p, tree)
        else:
            judge_seats(p, tree, wide, wide_scratch)
        share_chances(tree, p.players)
        backpropagate(tree, path, depth, p.players)


# ---- one simulation --------------------------------------------------------------------------------------------------


def descend(
    p: Any,
    tree: Tree,
    root: int,
    path: IntArray,
    viewer: int,
    generator: Generator,
    weights: Weights,
    with_net: bool,
    net: NetArrays,
    scratch: NetScratch,
) -> int:
    """Descend to a decision that is not judged yet or to the end of the game; return how many nodes are on the path.

    Seats that are not in the tree follow a net, or the heuristic.
    """
    node, depth = root, 1
    path[0] = root
    while p.to_act != NOBODY:
        if p.to_act == CHANCE:
            outcome = rules.sample_outcome(p, generator)
            rules.apply_outcome(p, outcome)
            if not heuristic.CHANCE_IS_PUBLIC:
                continue
            if not may_grow(tree, depth):
                node = NO_NODE  # what follows has no place in the tree
                continue
            node = get_or_add_outcome(tree, node, outcome)
        elif p.to_act != viewer and not heuristic.OPPONENTS_IN_TREE:
            rules.play(p, first_choice(p, net, scratch) if with_net else heuristic.choose(p, generator))
            continue
        else:
            choices = rules.legal(p)
            if choices & (choices - 1) == 0:  # no choice, no node
                rules.play(p, lowest_bit(choices))
                continue
            if node == NO_NODE or depth == MAX_DEPTH or choices & ~known_actions(tree, node, p.to_act):
                break
            node = select(tree, node, p.to_act, choices, p.players, weights)
            rules.play(p, int(tree.edges[node]))
        path[depth] = node
        depth += 1
    return depth


def may_grow(tree: Tree, depth: int) -> bool:
    """Return whether a path and its tree have room for more nodes."""
    return depth < MAX_DEPTH and has_room(tree)


def share_chances(tree: Tree, players: int) -> None:
    """See to it that the chances of winning add up to 1."""
    total = 0.0
    for seat in range(players):
        total += tree.chances[seat]
    for seat in range(players):
        tree.chances[seat] /= total


def add_actions(p: Any, tree: Tree, node: int, weights: Weights) -> None:
    """Add children for the actions that a node has none for; the priors of all that can be chosen add up to 1."""
    choices = rules.legal(p)
    total, left = 0.0, choices
    while left:
        total += tree.policy[lowest_bit(left)]
        left &= left - 1
    number = count_bits(choices)
    new = choices & ~known_actions(tree, node, p.to_act)
    while new:
        action = lowest_bit(new)
        new &= new - 1
        share = tree.policy[action] / total if total > 0.0 else 1.0 / number
        add_child(tree, node, p.to_act, action, (1.0 - weights.uniform) * share + weights.uniform / number)


def write_result(p: Any, tree: Tree) -> None:
    """Write the result of a finished game: every seat's share of the victory and its score."""
    winners = rules.winners(p)
    for seat in range(p.players):
        tree.chances[seat] = (winners >> seat & 1) / count_bits(winners)
        tree.scores[seat] = rules.score(p, seat)


def judge_actions(p: Any, tree: Tree, net: NetArrays, scratch: NetScratch, weights: Weights) -> None:
    """Write the priors that a net gives to the actions of a decision."""
    view.observe(p, int(p.to_act), scratch.counts)
    run_net(net, scratch)
    for action in range(rules.ACTIONS):
        scratch.output[action] = int(int(scratch.output[action]) / weights.heat)
    write_priors(scratch.output, rules.legal(p), tree.policy[: rules.ACTIONS])


def judge_seats(p: Any, tree: Tree, net: NetArrays, scratch: NetScratch) -> None:
    """Write what a net expects for every seat: its chance of winning and its final score."""
    seat = int(p.to_act)
    view.observe(p, seat, scratch.counts)
    run_net(net, scratch)
    write_chances(scratch.output, rules.ACTIONS, p.players, seat, tree.chances)
    write_points(scratch.output, rules.ACTIONS, p.players, seat, tree.scores)


def play_on(p: Any, viewer: int, net: NetArrays, scratch: NetScratch, decisions: int, generator: Generator) -> None:
    """Play some decisions by the first choices of a net, and on to the next decision; with secrets, of the viewer."""
    while p.to_act != NOBODY:
        if p.to_act == CHANCE:
            rules.apply_outcome(p, rules.sample_outcome(p, generator))
            continue
        choices = rules.legal(p)
        if choices & (choices - 1) == 0:
            rules.play(p, lowest_bit(choices))
            continue
        if decisions <= 0 and (heuristic.OPPONENTS_IN_TREE or p.to_act == viewer):
            return
        decisions -= 1
        rules.play(p, first_choice(p, net, scratch))


def first_choice(p: Any, net: NetArrays, scratch: NetScratch) -> int:
    """Return what a net would do."""
    view.observe(p, int(p.to_act), scratch.counts)
    run_net(net, scratch)
    return best_action(scratch.output, rules.legal(p))


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
    wide: NetArrays,
    wide_scratch: NetScratch,
    narrow: NetArrays,
    narrow_scratch: NetScratch,
) -> None:
    """Search games `first`, `first + stride`, … below `end`; write visits by action, and chances of winning by seat.

    The caller gives memory for one search: two records, a tree, a path and that of the nets.
    """
    for i in range(first, end, stride):
        trial[0] = positions[i]
        p = trial[0]
        viewer = max(0, int(p.to_act))
        clear(tree)
        rng = policy_rng[i]
        simulate(trial, tree, path, viewer, simulations, rng, weights, wide, wide_scratch, narrow, narrow_scratch)
        write_visits(tree, ROOT, rules.legal(p) if p.to_act >= 0 else 0, visits[i])
        write_values(tree, ROOT, p.players, values[i])


def descend_games(
    first: int,
    end: int,
    positions: Any,
    simulations: int,
    policy_rng: Any,
    weights: Weights,
    leaves: Any,
    tree: Tree,
    paths: Any,
    depths: IntArray,
    observations: Any,
    net: NetArrays,
    scratch: NetScratch,
) -> None:
    """Begin a simulation of each game: write the position that it comes to, and what the seat to act sees there.

    The trees of the games share one memory: the first nodes are their roots. A game with enough simulations has a path
    without nodes.
    """
    for i in range(first, end):
        depths[i] = 0
        if tree.visits[i - first] >= simulations:
            continue
        leaves[i] = positions[i]
        p = leaves[i]
        viewer = max(0, int(p.to_act))
        view.imagine(p, viewer, policy_rng[i])
        depths[i] = descend(p, tree, i - first, paths[i], viewer, policy_rng[i], weights, False, net, scratch)
        if p.to_act != NOBODY:
            view.observe(p, int(p.to_act), observations[i])


def learn_games(
    first: int,
    end: int,
    weights: Weights,
    leaves: Any,
    tree: Tree,
    paths: Any,
    depths: IntArray,
    priors: Any,
    chances: Any,
    points: Any,
) -> None:
    """End the simulations that `descend_games` began, with judgements of the positions that they came to."""
    for i in range(first, end):
        p, depth = leaves[i], int(depths[i])
        if depth == 0:
            continue
        if p.to_act == NOBODY:
            write_result(p, tree)
        else:
            take_judgement(p, tree, priors[i], chances[i], points[i])
            if may_grow(tree, depth):
                add_actions(p, tree, int(paths[i, depth - 1]), weights)
                if depth == 1:
                    continue  # a simulation visits an action of the root
        share_chances(tree, p.players)
        backpropagate(tree, paths[i], depth, p.players)


def take_judgement(p: Any, tree: Tree, priors: Any, chances: Any, points: Any) -> None:
    """Write what an evaluator says of a decision; chances and points are those of the seats from the one to act."""
    for action in range(rules.ACTIONS):
        tree.policy[action] = priors[action]
    for place in range(p.players):
        seat = (int(p.to_act) + place) % p.players
        tree.chances[seat] = chances[place]
        tree.scores[seat] = points[place]


def read_games(first: int, end: int, positions: Any, tree: Tree, visits: Any, values: Any) -> None:
    """Write the visits by action and the chances of winning by seat that the searches of games have found."""
    for i in range(first, end):
        p, root = positions[i], i - first
        write_visits(tree, root, rules.legal(p) if p.to_act >= 0 else 0, visits[i])
        write_values(tree, root, p.players, values[i])
