"""Res Publica, by Reiner Knizia (1991), for 3 to 5 players."""

from heliopolis.games.respublica import judgement, notation, rules, telling, view

TITLE = "Res Publica"
SECRETS = True  # whether hands are hidden
PLAYERS = (3, 5)

__all__ = ["PLAYERS", "SECRETS", "TITLE", "judgement", "notation", "rules", "telling", "view"]
