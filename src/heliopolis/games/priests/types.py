"""The types of what a seat may know in Priests of Ra."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from heliopolis.games.sun.types import Display, SunFacts, SunView
from heliopolis.text.message_json import MessageJSON


class PriestsDisplay(Display):
    """What lies before a seat."""

    ankhs: int


class PriestsPoints(TypedDict):
    """The points of a seat by category."""

    people: int
    building: int
    priest: int
    plague: int
    pyramid: int
    chamber: int
    ankh: int
    sun: int


class PriestsNotes(TypedDict):
    """Why a seat would score these points, by category."""

    people: MessageJSON
    building: MessageJSON
    priest: MessageJSON
    plague: MessageJSON
    pyramid: MessageJSON
    chamber: MessageJSON
    ankh: MessageJSON
    sun: MessageJSON


class PyramidStep(TypedDict):
    """How many tiles a pyramid needs for more points, and how many points it scores then."""

    size: int
    points: int


class PriestsOwnFacts(TypedDict):
    """The facts that Priests of Ra adds to those of its family."""

    game: Literal["priests"]
    phase: Literal["turn", "draw", "bid", "over", "place", "flip"]
    seats: list[PriestsDisplay]
    scoring: list[PriestsPoints]  # the last one; empty before the first
    drawn: str | None  # the two-faced tile that is being placed
    flips: int  # left to the seat to act


class PriestsFacts(SunFacts, PriestsOwnFacts):
    """The facts of a position of Priests of Ra."""


class PriestsView(SunView, PriestsOwnFacts):
    """A position of Priests of Ra as a seat, or a spectator, sees it."""

    if_epoch_ended: list[PriestsPoints]
    notes: list[PriestsNotes]
    pyramid_steps: list[PyramidStep]  # from the smallest on
