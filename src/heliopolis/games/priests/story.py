"""The story of Priests of Ra: what happened with a move, as messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliopolis.core.checks import JSON
from heliopolis.games.sun import story as sun_story
from heliopolis.games.sun.story import auction_messages, epoch_messages
from heliopolis.text.message_json import MessageJSON, message_json


def messages(before: JSON, seat: int, move: str, outcomes: Sequence[str], after: JSON) -> list[MessageJSON]:
    """Return the events of a move, in the order in which they happened."""
    return [
        *move_messages(before, seat, move, outcomes),
        *auction_messages(before, seat, move, after),
        *epoch_messages(before, after),
    ]


def move_messages(before: JSON, seat: int, move: str, outcomes: Sequence[str]) -> Iterator[MessageJSON]:
    """Report the move itself; a tile with two faces is drawn before one of them is placed."""
    verb, _, face = move.partition(" ")
    if verb in ("place", "flip"):
        yield message_json(f"sun.told.{verb}", seat=seat, tile=face)
    elif outcomes and "|" in outcomes[0]:
        first, _, second = outcomes[0].partition("|")
        yield message_json("sun.told.draw_two", seat=seat, tile=first, other=second)
    else:
        yield from sun_story.move_messages(before, seat, move, outcomes)


def option(move: str) -> MessageJSON:
    """Return a move that a player may choose as a message."""
    return sun_story.option(move, end="end_flips")
