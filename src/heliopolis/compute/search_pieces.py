"""The pieces of a game that search: with its net, if it has one, or without."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

import numpy as np

from heliopolis import kernel
from heliopolis.compute.endings import ENDINGS, can_be_solved
from heliopolis.compute.net import NetArrays, NetScratch
from heliopolis.compute.net_files import Nets, blank_net, own_nets
from heliopolis.compute.templates import net_search, search
from heliopolis.compute.tree import MAX_CHILDREN, MAX_DEPTH, new_tree
from heliopolis.compute.weights import PLAIN
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.rule_calls import RULES


@dataclass(frozen=True)
class SearchPiece(Piece):
    """A search that is compiled with or without a net, as the game has one or not; or the other way round."""

    other: bool = False

    def template_for(self, game: Game) -> ModuleType:
        """Return the template of the search with a net, or of the plain search."""
        return net_search if (own_nets(game) is not None) != self.other else search


def call_search(game: Game) -> None:
    """Compile the search of a game by running a simulation, and the solver of endings, which it asks first."""
    _call(SEARCH, game)
    if can_be_solved(game):
        ENDINGS.compile(game)


def call_other_search(game: Game) -> None:
    """Compile the search that a game does not use by itself by running a simulation."""
    _call(OTHER_SEARCH, game)


def _call(piece: Piece, game: Game) -> None:
    positions, generator = kernel.wrap_records(game.blank(2)), kernel.new_generator()
    kernel.interpret(kernel.seed_generator)(generator, 1, 0)
    kernel.interpret(RULES.functions(game).set_up)(positions, game.min_players, generator)
    kernels = piece.functions(game)
    kernels.candidates(positions)
    tree, path = new_tree(1 + MAX_CHILDREN), np.zeros(MAX_DEPTH, np.int32)
    arguments = positions, tree, path, 0, 1, generator, PLAIN
    if piece.template_for(game) is search:
        kernels.simulate(*arguments, False)
    else:
        net = blank_net(game)
        kernels.simulate(*arguments, *nets_with_memory((net,)))


SEARCH = SearchPiece("search", "search", search, call_search)
OTHER_SEARCH = SearchPiece("other-search", "other search", search, call_other_search, other=True)


def search_piece(game: Game, with_net: bool) -> Piece:
    """Return the piece that searches with a net or without."""
    return SEARCH if with_net == (own_nets(game) is not None) else OTHER_SEARCH


def nets_with_memory(nets: Nets) -> tuple[NetArrays, NetScratch, NetArrays, NetScratch]:
    """Return the arrays of a wide and a narrow net, each with the memory that one thread needs."""
    wide, narrow = nets[0], nets[-1]
    return wide.arrays, wide.new_scratch(), narrow.arrays, narrow.new_scratch()
