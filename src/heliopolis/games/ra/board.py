"""Ra in the terminal: the colours and groups of its tiles."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from heliopolis.core.checks import JSON
from heliopolis.games.ra.tiles import CIVILIZATION, DISASTERS, MONUMENTS, WORDS
from heliopolis.games.sun import board as sun_board
from heliopolis.games.sun.board import BoardStyle
from heliopolis.text.narration import Narrator

CIVILIZATION_WORDS, MONUMENT_WORDS, DISASTER_WORDS = (
    [WORDS[kind] for kind in kinds] for kinds in (CIVILIZATION, MONUMENTS, DISASTERS)
)
STYLE = BoardStyle(
    groups=[["god", "gold"], ["pharaoh"], ["nile", "flood"], CIVILIZATION_WORDS, MONUMENT_WORDS],
    styles={
        "god": "bold yellow",
        "gold": "yellow",
        "pharaoh": "magenta",
        "nile": "blue",
        "flood": "bold blue",
        **dict.fromkeys(CIVILIZATION_WORDS, "green"),
        **dict.fromkeys(MONUMENT_WORDS, "cyan"),
        **dict.fromkeys(DISASTER_WORDS, "bold white on red"),
    },
    bad=frozenset(DISASTER_WORDS),
)


def board(view: JSON, names: Sequence[str], language: str, previous: JSON | None = None) -> RenderableType:
    """Return the whole table."""
    return sun_board.board(view, Narrator(language, names), STYLE, previous)


def supply(view: JSON, language: str) -> str:
    """Return the tiles in the bag, by kind."""
    return sun_board.supply(view, Narrator(language))
