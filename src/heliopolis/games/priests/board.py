"""Priests of Ra in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from heliopolis.core.checks import JSON
from heliopolis.games.priests.tiles import BUILDINGS, CHAMBERS, FACE_NAMES, PEOPLE
from heliopolis.games.sun import board as sun_board
from heliopolis.games.sun.board import Look
from heliopolis.games.sun.board import news as news

PEOPLE_WORDS, BUILDING_WORDS, CHAMBER_WORDS = (
    [FACE_NAMES[face] for face in faces] for faces in (PEOPLE, BUILDINGS, CHAMBERS)
)
LOOK = Look(
    title="Priests of Ra",
    groups=[PEOPLE_WORDS, BUILDING_WORDS, ["pyramid", *CHAMBER_WORDS], ["priest"], ["plague"]],
    styles={
        **dict.fromkeys(PEOPLE_WORDS, "green"),
        **dict.fromkeys(BUILDING_WORDS, "cyan"),
        "pyramid": "yellow",
        **{colour: colour for colour in CHAMBER_WORDS},
        "priest": "bold magenta",
        "plague": "bold white on red",
    },
    bad=frozenset(["plague"]),
)


def board(view: JSON, names: Sequence[str]) -> RenderableType:
    return sun_board.board(view, names, LOOK)


def describe(move: str, view: JSON) -> str:
    """A move in words, before it is made."""
    verb, _, what = move.partition(" ")
    own = {
        "place": f"put the tile into the row with the {what} up",
        "flip": f"turn over one of your tiles that shows {what}",
        "end": f"give up the flips that are left ({view['flips']})",
    }
    return own[verb] if verb in own else sun_board.describe(move, view)


def tell(name: str, move: str) -> str:
    """A move in words, after it was made."""
    verb, _, what = move.partition(" ")
    own = {
        "place": f"{name} placed {what}",
        "flip": f"{name} flipped {what}",
        "end": f"{name} flipped no more",
    }
    return own[verb] if verb in own else sun_board.tell(name, move)
