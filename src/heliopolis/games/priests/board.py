"""Priests of Ra in the terminal: the colours and groups of its tiles."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from heliopolis.core.checks import JSON
from heliopolis.games.priests.tiles import BUILDING_NAMES, CHAMBER_NAMES, PEOPLE_NAMES
from heliopolis.games.sun import board as sun_board
from heliopolis.games.sun.board import BoardStyle
from heliopolis.text.narration import Narrator

STYLE = BoardStyle(
    groups=[PEOPLE_NAMES, BUILDING_NAMES, ["pyramid", *CHAMBER_NAMES], ["priest"], ["plague"]],
    styles={
        **dict.fromkeys(PEOPLE_NAMES, "green"),
        **dict.fromkeys(BUILDING_NAMES, "cyan"),
        "pyramid": "yellow",
        **{colour: colour for colour in CHAMBER_NAMES},
        "priest": "bold magenta",
        "plague": "bold white on red",
    },
    bad=frozenset(["plague"]),
)


def board(view: JSON, names: Sequence[str], language: str, previous: JSON | None = None) -> RenderableType:
    """Return the whole table."""
    return sun_board.board(view, Narrator(language, names), STYLE, previous)


def supply(view: JSON, language: str) -> str:
    """Return the tiles in the bag, by kind."""
    return sun_board.supply(view, Narrator(language))
