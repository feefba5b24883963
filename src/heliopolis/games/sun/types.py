"""The types of what a seat may know in any game of this family: the facts of a position, and the view with advice.

A game completes `SunFacts` and `SunView` with its own phases, tiles and categories of scoring.
"""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from heliopolis.text.message_json import MessageJSON


class Suns(TypedDict):
    """The suns of a seat, the highest first."""

    up: list[int]
    down: list[int]


class Display(TypedDict):
    """What lies before a seat."""

    fame: int
    suns: Suns
    tiles: dict[str, int]  # by face


class Auction(TypedDict):
    """An auction whose bids are made, or whose winner still has something to decide."""

    ra_player: int
    kind: Literal["drawn", "voluntary", "forced"]
    bid: int  # the standing bid, 0 if none
    bidder: int | None


class BidStatus(TypedDict):
    """How a seat stands in an auction."""

    seat: int
    state: Literal["asked", "leads", "out", "can", "cannot"]
    suns: list[int]  # those that would outbid the standing bid


class Preview(TypedDict):
    """What a move would change for the seat to act."""

    points: int  # more at the end of the epoch, were it over after the move
    later: int  # more beside these, were the game over, of what only the last epoch scores; 0 in the last epoch
    gains: dict[str, int]  # tiles by face
    loses: dict[str, int]


class TileFacts(TypedDict):
    """What there is to know about a tile; the points are by seat, for one more of them, and empty where none count."""

    left: int  # in the pile; a tile with two faces counts for both
    total: int  # in the game
    next: float  # how likely it is drawn next
    now: list[int]  # points more at the end of the epoch, were it over now
    later: list[int]  # more beside these, were the game over, of what only the last epoch scores


class Odds(TypedDict):
    """How likely the next tile is Ra, or one that nobody wants."""

    ra: float
    bad: float


class SunFacts(TypedDict):
    """The facts of a position; everybody may know them all."""

    players: int
    epoch: int
    to_act: int | Literal["chance"] | None
    turn: int | None
    ra_track: int
    row: list[str]  # tiles by face
    centre: int
    pile: dict[str, int]  # tiles by kind
    auction: Auction | None


class SunView(SunFacts):
    """The facts with a seat's legal moves and advice."""

    seat: int | None
    legal: list[str]
    track_length: int
    pile_left: int
    bidding: list[BidStatus]  # in the order in which the seats are asked; empty outside an auction
    why_not: dict[str, MessageJSON]  # moves that a player may look for and cannot make
    if_played: dict[str, Preview]  # by move
    odds: Odds
    tile_facts: dict[str, TileFacts]  # by face


class EpochPoints(TypedDict):
    """What an epoch brought everybody."""

    epoch: int
    moves: int  # played by its end
    points: list[dict[str, int]]  # by seat and category; a category that does not score in this epoch is left out
    fame: list[int]  # by seat, after it


class SunAccount(TypedDict):
    """Where the fame of a finished game came from."""

    begin: list[int]  # fame by seat before the first move
    epochs: list[EpochPoints]  # those that were played
