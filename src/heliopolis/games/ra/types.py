"""The types of what a seat may know in Ra."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from heliopolis.games.sun.types import Display, SunFacts, SunView
from heliopolis.text.message_json import MessageJSON


class Owed(TypedDict):
    """Tiles that the seat to act still has to discard."""

    unrest: int
    earthquake: int


class RaPoints(TypedDict):
    """The points of a seat by category."""

    god: int
    gold: int
    pharaoh: int
    nile: int
    civilization: int
    monument: int
    sun: int


class RaNotes(TypedDict):
    """Why a seat would score these points, by category."""

    god: MessageJSON
    gold: MessageJSON
    pharaoh: MessageJSON
    nile: MessageJSON
    civilization: MessageJSON
    monument: MessageJSON
    sun: MessageJSON


class RaOwnFacts(TypedDict):
    """The facts that Ra adds to those of its family."""

    game: Literal["ra"]
    phase: Literal["turn", "draw", "bid", "over", "gods", "discard"]
    seats: list[Display]
    scoring: list[RaPoints]  # the last one; empty before the first
    owed: Owed


class RaFacts(SunFacts, RaOwnFacts):
    """The facts of a position of Ra."""


class RaView(SunView, RaOwnFacts):
    """A position of Ra as a seat, or a spectator, sees it."""

    if_epoch_ended: list[RaPoints]
    notes: list[RaNotes]
