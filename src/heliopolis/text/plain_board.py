"""A table in the terminal for a game that brings no board of its own: its public facts, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.game import Game
from heliopolis.core.parts import Board

NOT_FACTS = ("game", "players", "seat", "legal", "why_not", "notes")  # advice, and what the terminal shows elsewhere


def board_of(game: Game) -> Board:
    """Return the game's own board, or the plain one."""
    try:
        return game.board
    except HeliopolisError:
        return PlainBoard()


class PlainBoard:
    """Draws any game from its view."""

    def board(
        self,
        view: JSON,
        names: Sequence[str],
        language: str,
        previous: JSON | None = None,
    ) -> str:
        """Return the facts of a view, lists by seat with the players' names."""
        facts = {key: value for key, value in view.items() if key not in NOT_FACTS and value is not None}
        return "\n".join(line for key, value in facts.items() for line in _lines(key, value, names))

    def supply(self, view: JSON, language: str) -> str:
        """Return nothing: which facts are a supply is not known."""
        return "–"


def _lines(key: str, value: object, names: Sequence[str]) -> Iterator[str]:
    if isinstance(value, list) and len(value) == len(names):
        yield f"{key}:"
        yield from (f"  {name}: {_text(one)}" for name, one in zip(names, value, strict=True))
    elif key in ("to_act", "turn") and isinstance(value, int) and 0 <= value < len(names):
        yield f"{key}: {names[value]}"
    else:
        yield f"{key}: {_text(value)}"


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(one)}" for key, one in value.items())
    return ", ".join(map(_text, value)) if isinstance(value, list) else str(value)
