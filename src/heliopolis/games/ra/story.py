"""The story of Ra: what happened with a move, as messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from heliopolis.core.checks import JSON
from heliopolis.games.ra.tiles import DISASTER_NAMES
from heliopolis.games.sun import story as sun_story
from heliopolis.games.sun.story import auction_messages, auction_winner, ends_auction, ends_epoch, epoch_messages
from heliopolis.text.message_json import MessageJSON, message_json


def messages(before: JSON, seat: int, move: str, outcomes: Sequence[str], after: JSON) -> list[MessageJSON]:
    """Return the events of a move, in the order in which they happened."""
    return [
        *move_messages(before, seat, move, outcomes),
        *auction_messages(before, seat, move, after),
        *disaster_messages(before, seat, move, after),
        *epoch_messages(before, after),
    ]


def move_messages(before: JSON, seat: int, move: str, outcomes: Sequence[str]) -> Iterator[MessageJSON]:
    """Report the move itself."""
    verb, _, tile = move.partition(" ")
    if verb in ("take", "discard"):
        yield message_json(f"sun.told.{verb}", seat=seat, tile=tile)
    else:
        yield from sun_story.move_messages(before, seat, move, outcomes)


def disaster_messages(before: JSON, seat: int, move: str, after: JSON) -> Iterator[MessageJSON]:
    """Report the tiles that disasters cost a player who had no choice."""
    owner = auction_winner(before, seat, move) if ends_auction(before, after) else seat
    if owner is None or ends_epoch(before, after):
        return
    lost = display_before_disasters(before, owner, move, after) - Counter(after["seats"][owner]["tiles"])
    tiles = [{"tile": tile, "number": number} for tile, number in lost.items() if tile not in DISASTER_NAMES]
    if tiles:
        yield message_json("sun.told.lost", seat=owner, tiles=tiles)


def display_before_disasters(before: JSON, owner: int, move: str, after: JSON) -> Counter[str]:
    """Return a player's tiles after what they won, took or discarded, and before disasters without a choice."""
    tiles = Counter(before["seats"][owner]["tiles"])
    verb, _, tile = move.partition(" ")
    if ends_auction(before, after):
        tiles += Counter(before["row"])
    elif verb == "take":
        tiles[tile] += 1
        tiles["god"] -= 1
    elif verb == "discard":
        tiles[tile] -= 1
    return tiles


def option(move: str) -> MessageJSON:
    """Return a move that a player may choose as a message."""
    return sun_story.option(move, end="end_gods")
