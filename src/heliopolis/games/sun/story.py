"""What happened with a move of a sun auction, as messages: the move itself and all that followed from it.

Told from what a spectator saw before and after, so that nothing can be told that not everybody may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from heliopolis.core.checks import JSON
from heliopolis.games.sun.advice import message
from heliopolis.games.sun.auction import ROW, TRACK

OWN_WORDS = {"take", "discard", "place", "flip"}


def messages(before: JSON, seat: int, move: str, outcomes: Sequence[str], after: JSON) -> list[JSON]:
    """The story of a move, in the order in which things happened."""
    return [
        *tell_move(before, seat, move, outcomes),
        *tell_auction(before, seat, move, after),
        *tell_losses(before, seat, move, after),
        *tell_epoch(before, after),
    ]


def tell_move(before: JSON, seat: int, move: str, outcomes: Sequence[str]) -> Iterator[JSON]:
    verb, _, what = move.partition(" ")
    if verb == "draw" and outcomes and outcomes[0] == "ra":
        yield message("sun.told.draw_ra", seat=seat, number=before["ra_track"] + 1, length=TRACK[before["players"]])
    elif verb == "draw" and outcomes:
        tile, _, other = outcomes[0].partition("|")
        two = {"other": other} if other else {}
        yield message("sun.told.draw_two" if two else "sun.told.draw", seat=seat, tile=tile, **two)
    elif verb == "invoke":
        yield message("sun.told.invoke" if len(before["row"]) < ROW else "sun.told.must_invoke", seat=seat)
    elif verb == "bid":
        yield message("sun.told.bid", seat=seat, sun=int(what))
    elif verb in OWN_WORDS:
        yield message(f"sun.told.{verb}", seat=seat, tile=what)
    elif verb == "pass":
        yield message("sun.told.pass", seat=seat)


def tell_auction(before: JSON, seat: int, move: str, after: JSON) -> Iterator[JSON]:
    """How an auction ended that this move ended."""
    auction = before["auction"]
    if before["phase"] != "bid" or after["phase"] == "bid":
        return
    sun = int(move.removeprefix("bid ")) if move != "pass" else auction["bid"]
    winner = seat if move != "pass" else auction["bidder"]
    if winner is not None:
        yield message("sun.told.won", seat=winner, number=len(before["row"]), sun=sun, centre=before["centre"])
    elif auction["kind"] == "forced":
        yield message("sun.told.flushed", number=len(before["row"]))
    else:
        yield message("sun.told.unsold")


def tell_losses(before: JSON, seat: int, move: str, after: JSON) -> Iterator[JSON]:
    """Tiles that disasters took without a question."""
    if before["game"] != "ra" or after["epoch"] != before["epoch"] or after["phase"] == "over":
        return
    winner = seat
    have = Counter(before["seats"][seat]["tiles"])
    if before["phase"] == "bid" and after["phase"] != "bid":
        winner = seat if move != "pass" else before["auction"]["bidder"]
        if winner is None:
            return
        have = Counter(before["seats"][winner]["tiles"]) + Counter(before["row"])
    elif move.startswith("take "):
        have[move.removeprefix("take ")] += 1
        have["god"] -= 1
    elif move.startswith("discard "):
        have[move.removeprefix("discard ")] -= 1
    lost = have - Counter(after["seats"][winner]["tiles"])
    tiles = [{"tile": tile, "number": n} for tile, n in lost.items() if tile not in DISASTER_WORDS]
    if tiles:
        yield message("sun.told.lost", seat=winner, tiles=tiles)


def tell_epoch(before: JSON, after: JSON) -> Iterator[JSON]:
    if after["epoch"] == before["epoch"] and after["phase"] != "over":
        return
    yield message("sun.told.epoch", epoch=before["epoch"])
    for seat, points in enumerate(after["scoring"]):
        yield message("sun.told.scored", seat=seat, points=sum(points.values()), fame=after["seats"][seat]["fame"])
    if after["phase"] == "over":
        yield message("sun.told.over")


DISASTER_WORDS = frozenset("funeral drought unrest earthquake".split())


# ---- moves that may be chosen ----------------------------------------------------------------------------------------


def option(move: str, end: str) -> JSON:
    """Return a move that a player may choose as a message; `end` is the last part of the key for the move `end`."""
    verb, _, what = move.partition(" ")
    if verb == "bid":
        return message("sun.do.bid", sun=int(what))
    if verb == "end":
        return message(f"sun.do.{end}")
    return message(f"sun.do.{verb}", tile=what) if what else message(f"sun.do.{verb}")
