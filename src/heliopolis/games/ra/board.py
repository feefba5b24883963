"""Ra in the terminal: the colours and groups of its tiles."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from heliopolis.core.checks import JSON
from heliopolis.games.ra.tiles import CIVILIZATION_NAMES, DISASTER_NAMES, MONUMENT_NAMES
from heliopolis.games.sun import board as sun_board
from heliopolis.games.sun.board import BoardStyle
from heliopolis.text.narration import Narrator, narrator_of_board

STYLE = BoardStyle(
    groups=[["god", "gold"], ["pharaoh"], ["nile", "flood"], CIVILIZATION_NAMES, MONUMENT_NAMES],
    styles={
        "god": "bold yellow",
        "gold": "yellow",
        "pharaoh": "magenta",
        "nile": "blue",
        "flood": "bold blue",
        **dict.fromkeys(CIVILIZATION_NAMES, "green"),
        **dict.fromkeys(MONUMENT_NAMES, "cyan"),
        **dict.fromkeys(DISASTER_NAMES, "bold white on red"),
    },
    bad=frozenset(DISASTER_NAMES),
)


def board(view: JSON, names: Sequence[str], language: str, previous: JSON | None = None) -> RenderableType:
    """Return the whole table."""
    return sun_board.board(view, narrator_of_board(language, names), STYLE, previous)


def supply(view: JSON, language: str) -> str:
    """Return the tiles in the bag, by kind."""
    return sun_board.supply(view, Narrator(language))
