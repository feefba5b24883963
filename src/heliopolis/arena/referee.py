"""The referee: plays one game of a tournament to its end, whatever its bots do.

A bot forfeits the game if it cannot be made, raises, answers with anything but a legal move, or takes longer than the
tournament allows for a move. `greedy` then plays on for its seat, so that the others have a whole game; but the seat
ranks behind all who did not forfeit, the earlier the worse, and wins nothing. If all forfeit, the last one to do so has
won.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from heliopolis.arena.schedule import Tournament
from heliopolis.bots import Bot, bot
from heliopolis.bots.greedy import Greedy
from heliopolis.bots.plugins import one_line
from heliopolis.core.checks import JSON, abbreviate
from heliopolis.core.errors import IllegalMove
from heliopolis.core.position import Position
from heliopolis.core.registry import game

MAKING = -1  # the turn in which bots are made
Lost = Mapping[int, tuple[int, str]]  # seats known to forfeit: from which turn on, and why
_Standing = tuple[float, bool, int]  # the greater the better: when it forfeited, whether it won, its score
Announce = Callable[[int, int], Any]  # hears which seat begins to think in which turn


@dataclass(frozen=True)
class Result:
    """One game of a tournament, after it was played."""

    number: int
    scores: list[int]
    winners: list[int]
    ranks: list[float]  # 1 is best; equals share the mean of their ranks
    forfeits: dict[int, str]  # why, by seat
    moves: list[int]  # each seat's own
    seconds: list[float] = field(compare=False)  # each seat's thinking: the one thing that differs from run to run

    def to_json(self) -> JSON:
        return {**asdict(self), "seconds": [round(spent, 6) for spent in self.seconds]}

    @classmethod
    def from_json(cls, data: JSON) -> Result:
        return cls(**{**data, "forfeits": {int(seat): why for seat, why in data["forfeits"].items()}})


class Forfeit(Exception):
    """Why a bot has lost the game."""


class BotSeat:
    """A bot at the table, with its luck and its clock."""

    def __init__(self, number: int, spec: str, luck: str, limit: float | None) -> None:
        self.number, self.spec, self.limit = number, spec, limit
        self.luck, self.luck_of_stand_in = random.Random(luck), random.Random(f"{luck}/greedy")
        self.bot: Bot | None = None
        self.forfeit: tuple[int, str] | None = None
        self.moves, self.seconds = 0, 0.0

    def make(self) -> None:
        try:
            self.bot = bot(self.spec)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise Forfeit(f"could not be made: {one_line(error)}") from None

    def move(self, position: Position) -> None:
        seen = position.imagine(self.number, self.luck)
        move = self._answer(seen)
        if not isinstance(move, str):
            raise Forfeit(f"answered with {type(move).__name__}, not with a move")
        try:
            position.play(move)
        except IllegalMove:
            raise Forfeit(f"played {abbreviate(move)}, which was not legal") from None
        self.moves += 1

    def _answer(self, seen: Position) -> object:
        assert self.bot is not None
        began = time.perf_counter()
        try:
            move: object = self.bot.choose(seen, self.luck)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise Forfeit(f"raised {one_line(error)}") from None
        spent = time.perf_counter() - began
        self.seconds += spent
        if self.limit is not None and spent > self.limit:
            raise Forfeit(too_slow(self.limit))
        return move

    def stand_in(self, position: Position) -> None:
        position.play(Greedy().choose(position.imagine(self.number, self.luck_of_stand_in), self.luck_of_stand_in))

    @property
    def name(self) -> str:
        return self.spec if self.forfeit is None else f"{self.spec}, then greedy"


def too_slow(limit: float) -> str:
    return f"thought longer than {limit:g} s"


def play_game(
    tournament: Tournament, number: int, lost: Lost | None = None, announce: Announce | None = None
) -> Result:
    """Play a game; seats of which it is known forfeit without being asked again."""
    return _Table(tournament, number, lost or {}, announce).play()


class _Table:
    def __init__(self, tournament: Tournament, number: int, lost: Lost, announce: Announce | None) -> None:
        fixture = tournament.fixture(number)
        self.number, self.lost, self.announce = number, lost, announce
        self.position = game(tournament.game).start(players=tournament.players, seed=fixture.dealer)
        pairs = zip(fixture.seats, fixture.luck, strict=True)
        self.seats = [BotSeat(seat, spec, luck, tournament.move_time) for seat, (spec, luck) in enumerate(pairs)]

    def play(self) -> Result:
        for seat in self.seats:
            self._try(seat, MAKING, seat.make)
        turn = 0
        while (number := self.position.to_act) is not None:
            seat = self.seats[number]
            if not self._try(seat, turn, partial(seat.move, self.position)):
                seat.stand_in(self.position)
            turn += 1
        return self._result()

    def _try(self, seat: BotSeat, turn: int, act: Callable[[], None]) -> bool:
        """Whether the seat has done what it was asked to."""
        if seat.forfeit is None:
            try:
                if seat.number in self.lost and turn >= self.lost[seat.number][0]:
                    raise Forfeit(self.lost[seat.number][1])
                if self.announce is not None:
                    self.announce(seat.number, turn)
                act()
            except Forfeit as why:
                seat.forfeit = (turn, str(why))
        return seat.forfeit is None

    def _result(self) -> Result:
        scores, won = self.position.scores(), self.position.winners()

        def standing(seat: BotSeat) -> _Standing:
            if seat.forfeit is not None:
                return seat.forfeit[0], False, 0
            return float("inf"), seat.number in won, scores[seat.number]

        standings = [standing(seat) for seat in self.seats]
        return Result(
            number=self.number,
            scores=scores,
            winners=[seat for seat, its in enumerate(standings) if its == max(standings)],
            ranks=[_rank(its, standings) for its in standings],
            forfeits={seat.number: seat.forfeit[1] for seat in self.seats if seat.forfeit is not None},
            moves=[seat.moves for seat in self.seats],
            seconds=[seat.seconds for seat in self.seats],
        )


def _rank(its: _Standing, standings: list[_Standing]) -> float:
    return sum(other > its for other in standings) + (standings.count(its) + 1) / 2
