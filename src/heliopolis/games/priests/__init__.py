"""Priests of Ra, by Reiner Knizia (2009), for 2 to 5 players."""

from heliopolis.games.priests import judgement, notation, rules, telling, view

TITLE = "Priests of Ra"
SECRETS = False  # whether hands are hidden
PLAYERS = (2, 5)

__all__ = ["PLAYERS", "SECRETS", "TITLE", "judgement", "notation", "rules", "telling", "view"]
