"""The referee: plays one game of a tournament to its end, whatever its bots do.

A bot forfeits the game if it cannot be created, raises, returns anything but a legal move, or takes longer than the
tournament allows for a move. `greedy` then plays on for its seat, so that the others play a whole game; but the seat
ranks behind all that did not forfeit, the earlier the worse, and wins nothing. If all forfeit, the last one to do so
wins.
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

CREATION_TURN = -1  # the turn in which the bots are created
KnownForfeits = Mapping[int, tuple[int, str]]  # by seat: the turn in which it forfeits, and why
OnThinking = Callable[[int, int], Any]  # called with the seat and the turn whenever a bot starts to think
_Standing = tuple[float, bool, int]  # greater is better: turn of the forfeit, whether it won, score


@dataclass(frozen=True)
class Result:
    """The result of one game of a tournament."""

    number: int
    scores: list[int]
    winners: list[int]
    ranks: list[float]  # 1 is best; tied seats share the mean of their ranks
    forfeits: dict[int, str]  # the reason, by seat
    moves: list[int]  # by seat
    seconds: list[float] = field(compare=False)  # thinking time by seat; it differs from run to run

    def to_json(self) -> JSON:
        """Return the result as a JSON object."""
        return {**asdict(self), "seconds": [round(spent, 6) for spent in self.seconds]}

    @classmethod
    def from_json(cls, data: JSON) -> Result:
        """Return a result from the JSON object that `to_json` makes."""
        return cls(**{**data, "forfeits": {int(seat): why for seat, why in data["forfeits"].items()}})


class Forfeit(Exception):
    """Raised when a bot loses the game by its own fault; the message says why."""


class BotSeat:
    """A bot at the table, with its random numbers and its clock."""

    def __init__(self, number: int, spec: str, seed: str, limit: float | None) -> None:
        self.number, self.spec, self.limit = number, spec, limit
        self.rng, self.rng_of_stand_in = random.Random(seed), random.Random(f"{seed}/greedy")
        self.bot: Bot | None = None
        self.forfeit: tuple[int, str] | None = None
        self.moves, self.seconds = 0, 0.0

    def create(self) -> None:
        """Create the bot, or raise `Forfeit`."""
        try:
            self.bot = bot(self.spec)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise Forfeit(f"could not be created: {one_line(error)}") from None

    def move(self, position: Position) -> None:
        """Play the bot's move, or raise `Forfeit`."""
        move = self._choose(position.imagine(self.number, self.rng))
        if not isinstance(move, str):
            raise Forfeit(f"returned {type(move).__name__} instead of a move")
        try:
            position.play(move)
        except IllegalMove:
            raise Forfeit(f"played {abbreviate(move)}, which was not legal") from None
        self.moves += 1

    def _choose(self, seen: Position) -> object:
        """Return what the bot returns, within its time."""
        assert self.bot is not None
        began = time.perf_counter()
        try:
            move: object = self.bot.choose(seen, self.rng)
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
        """Play a move of `greedy` for a bot that has forfeited."""
        rng = self.rng_of_stand_in
        position.play(Greedy().choose(position.imagine(self.number, rng), rng))


def too_slow(limit: float) -> str:
    """Return why a bot forfeits that exceeds a time limit."""
    return f"thought longer than {limit:g} s"


def play_game(
    tournament: Tournament,
    number: int,
    known_forfeits: KnownForfeits | None = None,
    on_thinking: OnThinking | None = None,
) -> Result:
    """Play a game of a tournament; a bot that is known to forfeit is not asked again."""
    return _RefereedGame(tournament, number, known_forfeits or {}, on_thinking).play()


class _RefereedGame:
    """One game between bots, some of which may forfeit."""

    def __init__(
        self, tournament: Tournament, number: int, known_forfeits: KnownForfeits, on_thinking: OnThinking | None
    ) -> None:
        fixture = tournament.fixture(number)
        self.number, self.known_forfeits, self.on_thinking = number, known_forfeits, on_thinking
        self.position = game(tournament.game).start(players=tournament.players, seed=fixture.dealer_seed)
        pairs = zip(fixture.seats, fixture.bot_seeds, strict=True)
        self.seats = [BotSeat(seat, spec, seed, tournament.move_time) for seat, (spec, seed) in enumerate(pairs)]

    def play(self) -> Result:
        """Play to the end of the game."""
        for seat in self.seats:
            self._attempt(seat, CREATION_TURN, seat.create)
        turn = 0
        while (number := self.position.to_act) is not None:
            seat = self.seats[number]
            if not self._attempt(seat, turn, partial(seat.move, self.position)):
                seat.stand_in(self.position)
            turn += 1
        return self._result()

    def _attempt(self, seat: BotSeat, turn: int, act: Callable[[], None]) -> bool:
        """Let a seat act unless it has forfeited; return whether it did."""
        if seat.forfeit is None:
            try:
                if seat.number in self.known_forfeits and turn >= self.known_forfeits[seat.number][0]:
                    raise Forfeit(self.known_forfeits[seat.number][1])
                if self.on_thinking is not None:
                    self.on_thinking(seat.number, turn)
                act()
            except Forfeit as forfeit:
                seat.forfeit = (turn, str(forfeit))
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
            winners=[seat for seat, own in enumerate(standings) if own == max(standings)],
            ranks=[_rank(own, standings) for own in standings],
            forfeits={seat.number: seat.forfeit[1] for seat in self.seats if seat.forfeit is not None},
            moves=[seat.moves for seat in self.seats],
            seconds=[seat.seconds for seat in self.seats],
        )


def _rank(own: _Standing, standings: list[_Standing]) -> float:
    """Return the rank of a seat; tied seats share the mean of their ranks."""
    return sum(other > own for other in standings) + (standings.count(own) + 1) / 2
