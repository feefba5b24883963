"""Pig, a game of one die for 2 to 5 players, as small as a dealt game can be."""

from pig import heuristic, notation, rules, story, view

TITLE = "Pig"
PLAYERS = (2, 5)
SECRETS = False  # whether hands are hidden
RULES = 1  # raised when a ruling changes what a record means

__all__ = ["PLAYERS", "RULES", "SECRETS", "TITLE", "heuristic", "notation", "rules", "story", "view"]
