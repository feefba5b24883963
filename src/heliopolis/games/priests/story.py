"""What happened with a move, as messages, and the moves a player may choose."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.sun import story as sun_story
from heliopolis.games.sun.story import messages as messages


def option(move: str) -> JSON:
    """Return a move that a player may choose as a message."""
    return sun_story.option(move, end="end_flips")
