"""The templates of this folder, compiled for a game when they are first needed."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.compute.templates import random_games, search
from heliopolis.compute.tree import MAX_DEPTH, new_tree
from heliopolis.core.game import Game


def is_compiled(game: Game) -> bool:
    """Return whether the rules and the search of a game are in the cache of compiled code."""
    return game.is_compiled("the rules") and game.is_compiled("the search")


def compile_all(game: Game) -> None:
    """Compile the rules and the search of a game unless they are cached."""
    _ = game.kernels, search_kernels(game)


# ---- search ----------------------------------------------------------------------------------------------------------


@cache
def search_kernels(game: Game) -> SimpleNamespace:
    """Return the functions of `templates.search` for a game, compiled now unless they are cached."""
    found = game.specialise(search)
    game.compile_once("the search", lambda: _call_search(game, found))
    return found


def _call_search(game: Game, kernels: SimpleNamespace) -> None:
    """Compile the search by calling every function once."""
    positions, generator = kernel.wrap_records(game.blank(2)), kernel.new_generator()
    kernel.seed_generator(generator, 1, 0)
    game.kernels.set_up(positions, game.min_players, generator)
    kernels.candidates(positions)
    tree, path = new_tree(8), np.zeros(MAX_DEPTH, np.int32)
    kernels.simulate(positions, tree, path, 0, 1, generator, False)


# ---- random games ----------------------------------------------------------------------------------------------------


@cache
def playout_kernels(game: Game) -> SimpleNamespace:
    """Return the functions of `templates.random_games` for a game, compiled now unless they are cached."""
    found = game.specialise(random_games)
    game.compile_once("the random games", lambda: _call_playouts(game, found))
    return found


def _call_playouts(game: Game, kernels: SimpleNamespace) -> None:
    """Compile random games by playing one."""
    run_playouts(kernels, game, game.min_players, 1, 0, 1)


def run_playouts(
    kernels: SimpleNamespace, game: Game, players: int, games: int, first_game: int, key: int
) -> tuple[NDArray[Any], ...]:
    """Play random games on one thread; return scores, winners as bit sets, numbers of decisions, and statistics."""
    scores = np.zeros((games, players), np.int32)
    wins = np.zeros(games, np.int32)
    decisions = np.zeros(games, np.int32)
    counts = np.zeros(game.rules.STATISTICS, np.int64)
    blank, positions = kernel.wrap_records(game.blank()), kernel.wrap_records(game.blank())
    results = scores, wins, decisions, counts
    kernels.playouts(0, games, 1, positions, blank, players, key, first_game, kernel.new_generator(), *results)
    return results
