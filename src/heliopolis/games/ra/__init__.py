"""Ra, by Reiner Knizia (1999), for 2 to 5 players."""

from heliopolis.games.ra import judgement, notation, rules, telling, view

TITLE = "Ra"
SECRETS = False  # whether hands are hidden
PLAYERS = (2, 5)

__all__ = ["PLAYERS", "SECRETS", "TITLE", "judgement", "notation", "rules", "telling", "view"]
