"""The dealt games as PettingZoo environments, one module per game: its docstring is its page.

Importing this package registers them: `pettingzoo.make("aec", "heliopolis/ra-v0", players=4)`. Any other game has an
environment too: `env(game, players=4)` and `raw_env(game, players=4)` take a name or a `Game`.
"""

from pettingzoo import register

from heliopolis.envs.pettingzoo import priests_v0, ra_v0, respublica_v0
from heliopolis.envs.pettingzoo.aec import env, raw_env

__all__ = ["env", "priests_v0", "ra_v0", "raw_env", "respublica_v0"]

for _game in (ra_v0, priests_v0, respublica_v0):
    register("aec", f"heliopolis/{_game.NAME}-v0", _game.env)
