"""A review: every decision of a game with what it was worth, and what became of everybody's chances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from heliopolis.core.checks import JSON, abbreviate
from heliopolis.core.errors import InvalidRecord
from heliopolis.review.judging import DIGITS, JudgedMove
from heliopolis.review.labels import LABELS, Label


@dataclass(frozen=True)
class Moment:
    """One decision of a game. Chances and points are lists by seat; chances add up to 1."""

    number: int  # index into the record's moves
    seat: int
    move: str
    best: str
    win: list[float]  # before the decision, if the best option is chosen
    after: list[float]  # after the move that was made, before chance
    loss: float  # chance of winning that was given away
    error: float  # standard error of the loss
    label: Label
    only: bool  # whether the best option was chosen and all others were far worse
    options: list[JudgedMove]  # best first; one that was the only legal move is alone
    why: list[JSON]  # messages: why the best option is better than the move made, or than the second best

    @property
    def stake(self) -> float:
        """How far the best and the worst option are apart."""
        chances = [option.win[self.seat] for option in self.options]
        return max(chances) - min(chances)


@dataclass(frozen=True)
class Review:
    """What the decisions of a game were worth, as far as they are judged."""

    game: str
    players: int
    bot: str  # that judged
    moments: list[Moment] = field(default_factory=list)
    complete: bool = False
    result: list[int] | None = None  # scores; only of a game that is over
    winners: list[int] = field(default_factory=list)

    @property
    def last(self) -> list[float] | None:
        """Everybody's share of the victory, when the game is over."""
        if not self.winners:
            return None
        return [float(seat in self.winners) / len(self.winners) for seat in range(self.players)]

    # ---- sums ------------------------------------------------------------------------------------------------------

    @property
    def accuracy(self) -> list[float | None]:
        """Of what was at stake in each seat's decisions, how much it kept, from 0 to 100; None if nothing was."""
        found: list[float | None] = []
        for seat in range(self.players):
            own = [moment for moment in self.moments if moment.seat == seat]
            stake = sum(moment.stake for moment in own)
            lost = sum(moment.loss for moment in own)
            found.append(100.0 * (1.0 - min(1.0, lost / stake)) if stake else None)
        return found

    @property
    def skill(self) -> list[float]:
        """What each seat's own decisions gave away of its chance of winning: 0 or less."""
        return self._changes(lambda moment, seat: moment.seat == seat)

    @property
    def others(self) -> list[float]:
        """What the decisions of others gave each seat, or took from it."""
        return self._changes(lambda moment, seat: moment.seat != seat)

    @property
    def luck(self) -> list[float]:
        """What came between two decisions gave each seat: draws, and in a game with secrets what came to light."""
        change = [0.0] * self.players
        following = [moment.win for moment in self.moments[1:]]
        if self.complete and self.last is not None:
            following.append(self.last)
        for moment, then in zip(self.moments, following, strict=False):
            change = [total + later - now for total, later, now in zip(change, then, moment.after, strict=True)]
        return change

    def _changes(self, counts: Callable[[Moment, int], bool]) -> list[float]:
        """Return by seat how its chance changed with the decisions that count."""
        return [
            sum(moment.after[seat] - moment.win[seat] for moment in self.moments if counts(moment, seat))
            for seat in range(self.players)
        ]

    # ---- as JSON ---------------------------------------------------------------------------------------------------

    def to_json(self, after: int = 0) -> JSON:
        """Return the review as a JSON object, with its sums, but without so many moments that somebody has already."""
        return {
            "game": self.game,
            "players": self.players,
            "bot": self.bot,
            "complete": self.complete,
            "result": self.result,
            "winners": self.winners,
            "moments": [asdict(moment) for moment in self.moments[after:]],
            "last": self.last,
            "accuracy": [None if share is None else round(share, 1) for share in self.accuracy],
            "luck": _rounded(self.luck),
            "skill": _rounded(self.skill),
            "others": _rounded(self.others),
        }

    @classmethod
    def from_json(cls, data: object) -> Review:
        """Return a review from the JSON object that `to_json` makes."""
        try:
            return _read_review(data)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise InvalidRecord(f"This is not a review: {type(error).__name__} {abbreviate(str(error))}.") from None


def _rounded(numbers: list[float]) -> list[float]:
    return [round(number, DIGITS) for number in numbers]


def _read_review(data: Any) -> Review:
    """Return a review from JSON; an error of Python's if something is wrong."""
    players = int(data["players"])
    return Review(
        game=str(data["game"]),
        players=players,
        bot=str(data["bot"]),
        moments=[_read_moment(moment, players) for moment in data["moments"]],
        complete=bool(data["complete"]),
        result=None if data["result"] is None else [int(points) for points in data["result"]],
        winners=[int(seat) for seat in data["winners"]],
    )


def _read_moment(data: Any, players: int) -> Moment:
    """Return a decision from JSON."""
    known = {one.name: data[one.name] for one in fields(Moment)}
    if known["label"] not in LABELS or not 0 <= known["seat"] < players:
        raise ValueError(known["label"])
    options = [JudgedMove(**option) for option in data["options"]]
    for chances in (data["win"], data["after"], *(option.win for option in options)):
        if len(chances) != players:
            raise ValueError("chances")
    return Moment(**known | {"options": options})
