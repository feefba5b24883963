"""Priests of Ra in the terminal: the colours and groups of its tiles."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from heliopolis.core.checks import JSON
from heliopolis.games.priests.tiles import BUILDING_NAMES, CHAMBER_NAMES, PEOPLE_NAMES
from heliopolis.games.sun import board as sun_board
from heliopolis.games.sun.board import BoardStyle, tile_name
from heliopolis.text.narration import Narrator, narrator_of_board


def drawn_tile(view: JSON, narrator: Narrator) -> list[tuple[str, str]]:
    """Return a line for the tile that was drawn and not placed yet."""
    return [(narrator.text("sun.drawn"), tile_name(view["drawn"], narrator))] if view["drawn"] else []


def ankhs(display: JSON, narrator: Narrator) -> str:
    """Return how many ankhs a seat has; nothing if it has none."""
    return f"   {narrator.text('sun.ankhs', number=display['ankhs'])}" if display["ankhs"] else ""


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
    centre_rows=drawn_tile,
    seat_note=ankhs,
)


def board(view: JSON, names: Sequence[str], language: str, previous: JSON | None = None) -> RenderableType:
    """Return the whole table."""
    return sun_board.board(view, narrator_of_board(language, names), STYLE, previous)


def supply(view: JSON, language: str) -> str:
    """Return the tiles in the bag, by kind."""
    return sun_board.supply(view, Narrator(language))
