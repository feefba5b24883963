"""What a search maximises, and how it explores, in each game.

Points weigh a little beside the chance of winning: they tell actions apart where the winner is certain, and where the
end is far. How much a point may weigh depends on how many points a lead takes, or in a game of hundreds of points
they would drown the chance of winning.
"""

from __future__ import annotations

from functools import cache

from heliopolis import kernel
from heliopolis.compute.tree import Weights
from heliopolis.core.game import Game
from heliopolis.core.rule_calls import RULES

PLAIN = Weights(exploration=0.3, urgency=0.0, points=0.012)
NET = Weights(exploration=0.4, urgency=0.0, points=0.006, heat=1.5, uniform=0.05, playout=12)
MAX_LEAD = 0.14  # weight of the points that make the chance of winning e times as high


@cache
def plain_weights(game: Game) -> Weights:
    """Return the weights of the plain search in a game."""
    return _limited(PLAIN, game)


@cache
def net_weights(game: Game) -> Weights:
    """Return the weights of the search with a net in a game."""
    return _limited(NET, game)


def _limited(weights: Weights, game: Game) -> Weights:
    """Return weights with points that do not drown the chance of winning, as leads are when the game begins."""
    positions, generator = kernel.wrap_records(game.blank()), kernel.new_generator()
    kernel.interpret(kernel.seed_generator)(generator, 1, 0)
    kernel.interpret(RULES.functions(game).set_up)(positions, game.min_players, generator)
    spread = kernel.interpret(game.spread)(positions[0])
    return weights._replace(points=min(weights.points, MAX_LEAD / spread))
