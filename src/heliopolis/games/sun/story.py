"""The story of a sun auction: what happened with a move, as messages.

It is told from what a spectator knows before and after the move, so that it can reveal nothing that is secret. A game
puts its messages together from these, and adds its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliopolis.core.checks import JSON
from heliopolis.games.sun.auction import RA_TRACK_LENGTH, ROW
from heliopolis.text.message_json import MessageJSON, message_json


def move_messages(before: JSON, seat: int, move: str, outcomes: Sequence[str]) -> Iterator[MessageJSON]:
    """Report a draw, an invocation, a bid or a pass."""
    verb, _, what = move.partition(" ")
    if verb == "draw" and outcomes and outcomes[0] == "ra":
        length = RA_TRACK_LENGTH[before["players"]]
        yield message_json("sun.told.draw_ra", seat=seat, number=before["ra_track"] + 1, length=length)
    elif verb == "draw" and outcomes:
        yield message_json("sun.told.draw", seat=seat, tile=outcomes[0])
    elif verb == "invoke":
        yield message_json("sun.told.invoke" if len(before["row"]) < ROW else "sun.told.must_invoke", seat=seat)
    elif verb == "bid":
        yield message_json("sun.told.bid", seat=seat, sun=int(what))
    elif verb == "pass":
        yield message_json("sun.told.pass", seat=seat)


def auction_messages(before: JSON, seat: int, move: str, after: JSON) -> Iterator[MessageJSON]:
    """Report how an auction ended, if this move ended it."""
    if not ends_auction(before, after):
        return
    sun = before["auction"]["bid"] if move == "pass" else int(move.removeprefix("bid "))
    winner = auction_winner(before, seat, move)
    if winner is not None:
        yield message_json("sun.told.won", seat=winner, number=len(before["row"]), sun=sun, centre=before["centre"])
    elif before["auction"]["kind"] == "forced":
        yield message_json("sun.told.flushed", number=len(before["row"]))
    else:
        yield message_json("sun.told.unsold")


def ends_auction(before: JSON, after: JSON) -> bool:
    """Return whether the last bid or pass of an auction was made between two positions."""
    return bool(before["phase"] == "bid" and after["phase"] != "bid")


def auction_winner(before: JSON, seat: int, move: str) -> int | None:
    """Return who wins the auction that a seat ends with a bid or a pass; None if nobody bid."""
    winner: int | None = before["auction"]["bidder"] if move == "pass" else seat
    return winner


def epoch_messages(before: JSON, after: JSON) -> Iterator[MessageJSON]:
    """Report the scoring of an epoch, and the end of the game."""
    if not ends_epoch(before, after):
        return
    yield message_json("sun.told.epoch", epoch=before["epoch"])
    for seat, points in enumerate(after["scoring"]):
        yield message_json("sun.told.scored", seat=seat, points=sum(points.values()), fame=after["seats"][seat]["fame"])
    if after["phase"] == "over":
        yield message_json("sun.told.over")


def ends_epoch(before: JSON, after: JSON) -> bool:
    """Return whether an epoch was scored between two positions."""
    return bool(after["epoch"] != before["epoch"] or after["phase"] == "over")


# ---- moves that may be chosen ----------------------------------------------------------------------------------------


def option(move: str, end: str) -> MessageJSON:
    """Return a move that a player may choose as a message; `end` is the last part of the key for the move `end`."""
    verb, _, what = move.partition(" ")
    if verb == "bid":
        return message_json("sun.do.bid", sun=int(what))
    if verb == "end":
        return message_json(f"sun.do.{end}")
    return message_json(f"sun.do.{verb}", tile=what) if what else message_json(f"sun.do.{verb}")
