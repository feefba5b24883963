"""Res Publica, by Reiner Knizia (1991), for 3 to 5 players."""

from heliopolis.games.respublica import disclosure, heuristic, notation, oversights, reasons, rules, story, view

TITLE = "Res Publica"
PLAYERS = (3, 5)
SECRETS = True  # whether hands are hidden
RULES = 1  # raised when a ruling changes what a record means

__all__ = [
    "PLAYERS",
    "RULES",
    "SECRETS",
    "TITLE",
    "disclosure",
    "heuristic",
    "notation",
    "oversights",
    "reasons",
    "rules",
    "story",
    "view",
]
