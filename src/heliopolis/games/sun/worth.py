"""What tiles are worth to a seat, in points by source: those of this epoch, and those that only the end scores.

The rules are played forward on a copy. Suns are left out: a bid changes them whatever lies in the row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heliopolis.core.checks import JSON
from heliopolis.games.sun.advice import DUMMY_SUN, GameAdvice, Records, if_epoch_ended, play_on_copy, points_later
from heliopolis.games.sun.auction import BID, DRAWN, NO_TILE, ROW
from heliopolis.kernel import NOBODY, wrap_records
from heliopolis.text.numbers import signed

SUNS = "sun"  # the category of points for suns


@dataclass(frozen=True)
class Worth:
    """What a change of tiles brings a seat."""

    now: Mapping[str, int]  # points by category, were the epoch over after it
    later: Mapping[str, int]  # more by category, were the game over

    @property
    def points(self) -> int:
        """The points of this epoch."""
        return sum(self.now.values())

    @property
    def points_later(self) -> int:
        """The points that only the end of the game brings."""
        return sum(self.later.values())

    @property
    def total(self) -> int:
        """All points, now and later."""
        return self.points + self.points_later

    @property
    def sources(self) -> list[JSON]:
        """Where the points come from, as parameters of a message; the largest first."""
        points = {category: number for category, number in {**self.now, **self.later}.items() if number}
        largest_first = sorted(points.items(), key=lambda item: -abs(item[1]))
        return [{"category": category, "points": signed(number)} for category, number in largest_first]


def worth_of_change(before: Records, after: Records, seat: int, advice: GameAdvice) -> Worth:
    """Return what it is worth to a seat to have come from one position to another."""
    return Worth(
        difference(if_epoch_ended(before, advice)[seat], if_epoch_ended(after, advice)[seat]),
        difference(points_later(before, advice, seat), points_later(after, advice, seat)),
    )


def difference(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return by category how many points more there are, suns left out."""
    return {category: after[category] - number for category, number in before.items() if category != SUNS}


def worth_of_move(records: Records, move: str, advice: GameAdvice) -> Worth:
    """Return what a move is worth to the seat to act if everybody else passes and no tile is drawn."""
    seat = int(records["to_act"][0])
    then = play_on_copy(records, seat, advice.vocabulary.actions.index(move), advice)
    return worth_of_change(records, then, seat, advice)


def worth_of_row(records: Records, seat: int, advice: GameAdvice) -> Worth:
    """Return what the row is worth to a seat, with the disasters in it."""
    return worth_of_change(records, take_row_on_copy(records, seat, advice), seat, advice)


def take_row_on_copy(records: Records, seat: int, advice: GameAdvice) -> Records:
    """Return the position after a seat has taken the row and done what that obliges it to; suns stay as they are."""
    then = records.copy()
    then["phase"], then["auction"] = BID, DRAWN
    then["turn"] = then["to_act"] = seat  # the Ra player bids last, so that a bid wins at once
    then["bid"], then["bidder"] = 0, NOBODY
    then["suns_up"][0][seat] |= DUMMY_SUN
    advice.rules.play(wrap_records(then)[0], int(then["centre"][0]))
    advice.finish_move(then, seat)
    then["suns_up"], then["suns_down"] = records["suns_up"], records["suns_down"]
    return then


def with_row(records: Records, faces: Sequence[int]) -> Records:
    """Return a copy of a position in which these tiles lie in the row."""
    then = records.copy()
    then["row"][0] = [*faces, *[NO_TILE] * (ROW - len(faces))]
    then["row_len"] = len(faces)
    return then
