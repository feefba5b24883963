"""Ra in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from heliopolis.core.checks import JSON
from heliopolis.games.ra.tiles import CIVILIZATION, DISASTERS, MONUMENTS, TILE_NAMES
from heliopolis.games.sun import board as sun_board
from heliopolis.games.sun.board import Look
from heliopolis.games.sun.board import news as news

CIVILIZATION_WORDS, MONUMENT_WORDS, DISASTER_WORDS = (
    [TILE_NAMES[kind] for kind in kinds] for kinds in (CIVILIZATION, MONUMENTS, DISASTERS)
)
LOOK = Look(
    title="Ra",
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


def board(view: JSON, names: Sequence[str]) -> RenderableType:
    return sun_board.board(view, names, LOOK)


def describe(move: str, view: JSON) -> str:
    """A move in words, before it is made."""
    verb, _, what = move.partition(" ")
    own = {
        "take": f"play a god and take the {what} from the row",
        "end": "play no more gods",
        "discard": f"give up a tile: {what}",
    }
    return own[verb] if verb in own else sun_board.describe(move, view)


def tell(name: str, move: str) -> str:
    """A move in words, after it was made."""
    verb, _, what = move.partition(" ")
    own = {
        "take": f"{name} played a god and took {what}",
        "end": f"{name} played no more gods",
        "discard": f"{name} gave up {what}",
    }
    return own[verb] if verb in own else sun_board.tell(name, move)
