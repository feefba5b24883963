"""Where a practice table comes from that begins at a moment of another game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from heliopolis.core.checks import JSON

Luck = Literal["same", "fresh"]


@dataclass(frozen=True, slots=True)
class Source:
    """The moment at which a practice table begins, and with the same luck what chance gave in the game after it."""

    table: str | None  # None: of a record
    at: int  # moves that were played before
    luck: Luck
    start: JSON  # the position, as far as the player may know it; the rest may be dealt anew
    ahead: tuple[str, ...] = ()  # outcomes of chance in the game after that moment, in their order

    def to_json(self) -> JSON:
        return {**self.named(), "start": self.start, "ahead": list(self.ahead)}

    def named(self) -> JSON:
        """Return which moment it is, without what happened there."""
        return {"table": self.table, "at": self.at, "luck": self.luck}

    @classmethod
    def from_json(cls, data: JSON) -> Source:
        return cls(data["table"], data["at"], data["luck"], data["start"], tuple(data["ahead"]))


def next_recorded(ahead: tuple[str, ...], chances: Mapping[str, float]) -> str | None:
    """Return the recorded outcome that comes next: the first that is possible here.

    So every bag and every deck comes out in the order in which it came in the game, whichever is drawn from.
    """
    return next((outcome for outcome in ahead if chances.get(outcome, 0) > 0), None)


def without(ahead: tuple[str, ...], outcome: str) -> tuple[str, ...]:
    """Return the recorded outcomes that are left after one has come."""
    if outcome not in ahead:
        return ahead
    place = ahead.index(outcome)
    return ahead[:place] + ahead[place + 1 :]
