"""The dealt games as PettingZoo environments, one module a game: its docstring is its page.

Importing this package registers them: `pettingzoo.make("aec", "heliopolis/ra-v0", players=4)`.
"""

from pettingzoo import register

from heliopolis.envs.pettingzoo import priests_v0, ra_v0, respublica_v0

__all__ = ["priests_v0", "ra_v0", "respublica_v0"]

for _game in (ra_v0, priests_v0, respublica_v0):
    register("aec", f"heliopolis/{_game.NAME}-v0", _game.env)
