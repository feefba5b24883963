"""Ra, by Reiner Knizia (1999), for 2 to 5 players."""

from heliopolis.games.ra import equivalence, heuristic, notation, oversights, reasons, rules, story, view

TITLE = "Ra"
PLAYERS = (2, 5)
SECRETS = False  # whether hands are hidden
RULES = 1  # raised when a ruling changes what a record means

__all__ = [
    "PLAYERS",
    "RULES",
    "SECRETS",
    "TITLE",
    "equivalence",
    "heuristic",
    "notation",
    "oversights",
    "reasons",
    "rules",
    "story",
    "view",
]
