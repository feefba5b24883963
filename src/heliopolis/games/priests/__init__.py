"""Priests of Ra, by Reiner Knizia (2009), for 2 to 5 players."""

from heliopolis.games.priests import heuristic, notation, oversights, reasons, rules, story, view

TITLE = "Priests of Ra"
PLAYERS = (2, 5)
SECRETS = False  # whether hands are hidden
RULES = 1  # raised when a ruling changes what a record means

__all__ = [
    "PLAYERS",
    "RULES",
    "SECRETS",
    "TITLE",
    "heuristic",
    "notation",
    "oversights",
    "reasons",
    "rules",
    "story",
    "view",
]
