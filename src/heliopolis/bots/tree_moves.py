"""What search trees say of moves: the best one, and what is expected of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from heliopolis.bots.analysis import EvaluatedMove
from heliopolis.compute.tree import NO_NODE, SEATS, Tree, children
from heliopolis.core.errors import IllegalMove
from heliopolis.core.pieces import Piece
from heliopolis.core.position import Position

Decide = Callable[[Position], int]  # what to do where the trees end


@dataclass(frozen=True)
class Trees:
    """The trees of a search, each with its root; some may share one memory."""

    piece: Piece  # that searched
    trees: list[Tree]
    roots: list[int]

    def candidates(self, position: Position) -> list[int]:
        """Return the actions that are worth searching."""
        bits = self.piece.functions(position.game).candidates(position.rule_records)
        return [action for action in range(position.game.actions) if bits >> action & 1]

    def root(self) -> MergedNode:
        """Return the position that was searched."""
        return _merge(self.trees, self.roots)


@dataclass(frozen=True)
class MergedNode:
    """One place in the trees of a search: its node in each tree, NO_NODE in a tree that never came there."""

    nodes: list[int]
    visits: int
    wins: list[float]  # by seat, summed over the visits of all trees
    points: list[float]

    def children(self, trees: list[Tree], seat: int) -> dict[int, MergedNode]:
        """Return the nodes that the actions of a seat lead to, by action."""
        found: dict[int, list[int]] = {}
        for number, (tree, node) in enumerate(zip(trees, self.nodes, strict=True)):
            for child in children(tree, node):
                if tree.seats[child] == seat:
                    found.setdefault(int(tree.edges[child]), [NO_NODE] * len(trees))[number] = child
        return {action: _merge(trees, nodes) for action, nodes in found.items()}

    def evaluated(self, move: str, action: int, players: int) -> EvaluatedMove:
        """Return a move that leads here, with the means of what was found below."""
        visits = max(1, self.visits)
        win, points = ([total / visits for total in totals[:players]] for totals in (self.wins, self.points))
        return EvaluatedMove(move, action, self.visits, win, points)


def _merge(trees: list[Tree], nodes: list[int]) -> MergedNode:
    """Return one place in the trees with its visits and values added up."""
    visited = [(tree, node) for tree, node in zip(trees, nodes, strict=True) if node != NO_NODE]
    wins = sum((tree.wins[node] for tree, node in visited), np.zeros(SEATS))
    points = sum((tree.points[node] for tree, node in visited), np.zeros(SEATS))
    return MergedNode(nodes, sum(int(tree.visits[node]) for tree, node in visited), wins.tolist(), points.tolist())


def require_player_to_act(position: Position) -> int:
    """Return the seat to act; IllegalMove if no player is."""
    if position.to_act is None or position.to_act < 0:
        raise IllegalMove("A bot can only choose a move when a player is to act.")
    return position.to_act


def best_move(position: Position, trees: Trees, otherwise: Decide) -> EvaluatedMove:
    """Return the move made of the most visited actions, and of other choices where the trees end."""
    node, steps = trees.root(), list[int]()

    def decide(trial: Position) -> int:
        nonlocal node
        choices = trees.candidates(trial)
        after = node.children(trees.trees, require_player_to_act(trial))
        if len(choices) == 1:
            action = choices[0]
        elif after:
            action = max(after, key=lambda action: after[action].visits)
            node = after[action]
        else:
            action = otherwise(trial)
        steps.append(action)
        return action

    move = position.compose(decide)
    return node.evaluated(move, steps[0], position.players)


def options(position: Position, trees: Trees) -> Iterator[EvaluatedMove]:
    """Yield the moves that the trees contain to their last action."""
    seat = require_player_to_act(position)
    waiting = [(position.without_history(), trees.root(), list[int]())]
    while waiting:
        trial, node, steps = waiting.pop()
        if steps and not trial.unfinished:
            yield node.evaluated(position.move_text(steps), steps[0], position.players)
            continue
        choices = trees.candidates(trial)
        following = {choices[0]: node} if len(choices) == 1 else node.children(trees.trees, seat)
        for action, child in following.items():
            after = trial.without_history()
            after.act(action)
            waiting.append((after, child, [*steps, action]))
