"""Pig, a game of one die, as small as a dealt game can be: what docs/add-a-game.md walks through."""

from pig import judgement, notation, rules, telling, view

TITLE = "Pig"
SECRETS = False
PLAYERS = (2, 5)

__all__ = ["PLAYERS", "SECRETS", "TITLE", "judgement", "notation", "rules", "telling", "view"]
