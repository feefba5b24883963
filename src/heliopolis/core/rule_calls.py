"""Calls of every function that plays one game: whatever a table needs is then compiled, or loaded from the cache."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np

from heliopolis import kernel
from heliopolis.core import one_game
from heliopolis.core.pieces import Piece
from heliopolis.kernel import CHANCE

if TYPE_CHECKING:
    from heliopolis.core.game import Game

MAX_MOVES = 60  # of the game that is viewed: all phases come up


def call_rules(game: Game) -> None:
    """Call every function of `core.one_game`, and the rules that views and notations call."""
    _call_kernels(game, RULES.functions(game))
    _view_games(game)


def _call_kernels(game: Game, kernels: SimpleNamespace) -> None:
    positions, generator = kernel.wrap_records(game.blank(2)), kernel.new_generator()
    kernel.seed_generator(generator, 1, 0)
    weights, observation = np.zeros(game.outcomes, np.int64), np.zeros(game.observation_size, np.float32)
    kernels.prepare(positions, game.min_players)
    kernels.setup_weights(positions, 0, weights)
    kernels.apply_setup_draw(positions, 0, 0)
    positions = kernel.wrap_records(game.blank(2))
    to_act, legal = kernels.set_up(positions, game.min_players, generator)
    kernels.observe(positions, 0, observation)
    kernels.observe_with_mask(positions, 0, observation, np.zeros(game.actions, np.int8))
    kernels.choose(positions, generator)
    while to_act != CHANCE:
        to_act, legal = kernels.play(positions, kernel.random_bit(legal, generator))
    kernels.outcome_weights(positions, weights)
    kernels.apply_outcome(positions, next(outcome for outcome, weight in enumerate(weights) if weight))
    kernels.to_act_and_legal(positions)
    kernels.sample_and_apply(positions, generator)
    kernels.score(positions, 0)
    kernels.winners(positions)
    to_act, legal = kernels.set_up(positions, game.min_players, generator)
    kernels.play_and_resolve(positions, kernel.random_bit(legal, generator), generator)
    kernels.imagine(positions, 0, generator)


def _view_games(game: Game) -> None:
    """Play some moves at random and by the heuristic, and look at each position as its player and a spectator do."""
    rng, position = random.Random(1), game.start(players=game.min_players, seed=1)
    for number in range(MAX_MOVES):
        if position.over:
            return
        for seat in (position.to_act, None):
            position.view(seat)
        game.from_json(position.to_json())
        position.play(position.suggest(rng) if number % 3 else rng.choice(position.legal()))


RULES = Piece("rules", "rules", one_game, call_rules)
