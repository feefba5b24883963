"""What a puzzle is about: the situation, which does not give its solution away."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.sun.auction import RA_TRACK_LENGTH

DISASTERS = {"funeral", "drought", "unrest", "earthquake", "plague"}
THEMES_OF = {
    "ra": ("turn", "last_ra", "auction", "last_word", "last_sun", "disasters", "gods", "discard"),
    "priests": ("turn", "last_ra", "auction", "last_word", "last_sun", "disasters", "place", "flip"),
    "respublica": ("answer", "accept", "give", "lay", "draw", "final_round"),
}


def theme_of(position: JSON, moves: list[str]) -> str:
    """Return the theme of a decision, by the position and the legal moves."""
    if position["game"] == "respublica":
        return "final_round" if position["final_round"] is not None else str(position["phase"])
    if position["phase"] in ("discard", "place", "flip"):
        return str(position["phase"])
    if position["phase"] == "gods" or any(move.startswith("take ") for move in moves):
        return "gods"
    return _theme_of_auction(position) if position["phase"] == "bid" else _theme_of_turn(position)


def _theme_of_auction(position: JSON) -> str:
    """Return the theme of a bid: the row, the last sun, the last word, or the auction itself."""
    if DISASTERS & set(position["row"]):
        return "disasters"
    if len(_suns(position)) == 1:
        return "last_sun"
    return "last_word" if position["to_act"] == position["auction"]["ra_player"] else "auction"


def _theme_of_turn(position: JSON) -> str:
    """Return the theme of a turn: whether the next Ra ends the epoch, the last sun, or the choice itself."""
    if position["ra_track"] + 1 == RA_TRACK_LENGTH[position["players"]]:
        return "last_ra"
    return "last_sun" if len(_suns(position)) == 1 else "turn"


def _suns(position: JSON) -> list[int]:
    """Return the suns that the seat to act can still bid."""
    found: list[int] = position["seats"][position["to_act"]]["suns"]["up"]
    return found
