"""Pig, a game of one die, as small as a dealt game can be: what docs/add-a-game.md walks through."""

from pig import heuristic, notation, rules, story, view

TITLE = "Pig"
SECRETS = False
RULES = 1
PLAYERS = (2, 5)

__all__ = ["PLAYERS", "SECRETS", "TITLE", "heuristic", "notation", "rules", "story", "view"]
