"""Judges one decision: what each of its options is worth to every seat, and how certain that is.

Each option is played, and the position after it searched by itself: options get the same number of simulations, so that
their values can be compared, and those that are in doubt get more. What the seat cannot know is dealt anew in every
simulation. In endings that can be solved, the values are exact.

In a game with secrets no tree grows: from each option the nets play on, and judge what comes of it. A tree would find
out what others, as it imagines them, can be talked into, and its chances would rise with every simulation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from math import sqrt
from statistics import stdev
from typing import Any, TypeVar

from heliopolis import kernel
from heliopolis.bots import bot as bot_of
from heliopolis.bots.analysis import EvaluatedMove
from heliopolis.bots.level import LevelBot
from heliopolis.bots.net import NetBot
from heliopolis.bots.search import Plain, Search
from heliopolis.bots.tree_moves import require_player_to_act
from heliopolis.compute.endings import is_near_end, solve
from heliopolis.compute.growing import GrowingTree
from heliopolis.compute.tree import ROOT
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.position import Position

T = TypeVar("T")

DEFAULT_BOT = "search:200"
SIMULATIONS_OF_NET = 64  # per option, where the judge is a net alone
BATCH = 50  # simulations whose mean is one sample: the samples tell how certain the mean of all is
MAX_OPTIONS = 8  # of moves that take several decisions: the most promising ones, and the one that was played
MIN_PROPOSING = 400  # simulations that find them
MAX_ROUNDS = 4  # of an option that is in doubt: in each it gets as many simulations as it has
MAX_SOLVED = 100_000  # positions that can come of an ending that is solved
DIGITS, POINT_DIGITS = 8, 3  # of chances and of points
DOUBT = 2.0  # standard errors by which values must differ to be told apart
CLOSE = 0.05  # within which an option may turn out to be better


@dataclass(frozen=True)
class JudgedMove(EvaluatedMove):
    """A move that a seat could make, what is expected of it, and the standard error of the seat's own chance."""

    error: float = 0.0

    def rounded(self) -> JudgedMove:
        """Return the option with as many digits as are written down, so that what is read again is the same."""
        win = [round(chance, DIGITS) for chance in self.win]
        points = [round(score, POINT_DIGITS) for score in self.points]
        return replace(self, win=win, points=points, error=round(self.error, DIGITS))


@dataclass(frozen=True)
class JudgedDecision:
    """A decision: its options, best first."""

    seat: int
    options: list[JudgedMove]

    @property
    def best(self) -> JudgedMove:
        """The best option."""
        return self.options[0]

    def option(self, move: str) -> JudgedMove:
        """Return the option that is this move."""
        return next(option for option in self.options if option.move == move)

    def loss(self, move: str) -> tuple[float, float]:
        """Return the chance of winning that a move gives away, and the standard error of that."""
        option = self.option(move)
        if option is self.best:
            return 0.0, option.error
        difference = self.best.win[self.seat] - option.win[self.seat]
        return max(0.0, difference), sqrt(self.best.error**2 + option.error**2)


def finish(steps: Generator[None, None, T]) -> T:
    """Do all steps of something and return its value."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            value: T = done.value
            return value


Doubtful = Callable[[float, float], bool]  # whether a loss with its standard error should be known better


class Judge:
    """A bot that searches, asked what the options of decisions are worth.

    `search:200` gives each option 200 simulations at first, `plain:200` does without the game's net, `net` stands for
    the shortest search with it; a level for the bot that it is. The names of `hp.bot` hold.
    """

    def __init__(self, game: Game, name: str = DEFAULT_BOT) -> None:
        self.game, self.name = game, name
        self.bot = _searching_bot(name, game)
        self.proposer = self.bot if self.bot.budget >= MIN_PROPOSING else self.bot.with_budget(MIN_PROPOSING)
        self.piece = self.bot.piece(game)

    def judge(self, position: Position, rng: random.Random, played: str | None = None) -> JudgedDecision:
        """Return what the options of the seat to act are worth; the move that was played is among them."""
        return finish(self.judging(position, rng, played))

    def judging(
        self, position: Position, rng: random.Random, played: str | None, doubtful: Doubtful = lambda *_: False
    ) -> Generator[None, None, JudgedDecision]:
        """Judge a decision in steps of a few hundredths of a second; the generator's value is the judgement.

        Where it is doubtful how much the played move gives away, it and the options that may be best are searched
        longer.
        """
        seat = require_player_to_act(position)
        self.piece.compiled(self.game)
        exact = self._solve(position, seat)
        if exact is not None:
            return exact
        yield
        searches = [OptionSearch(self.bot, position, seat, move, rng) for move in self._moves(position, rng, played)]
        for search in searches:
            yield from search.run(self.bot.budget)
        for _ in range(MAX_ROUNDS if len(searches) > 1 else 0):
            judgement = JudgedDecision(seat, _best_first([search.option() for search in searches], seat))
            again = [search for search in searches if self._is_in_doubt(search, judgement, played, doubtful)]
            for search in again:
                yield from search.run(search.simulations)
            if not again:
                break
        return JudgedDecision(seat, _best_first([search.option() for search in searches], seat))

    def _moves(self, position: Position, rng: random.Random, played: str | None) -> list[str]:
        """Return the moves that are compared: all, or where there are very many the most promising ones."""
        if not self.game.composed:
            return position.legal()
        found = [option.move for option in self.proposer.explain(position, rng).options][:MAX_OPTIONS]
        return found if played is None or played in found else [*found, played]

    def _solve(self, position: Position, seat: int) -> JudgedDecision | None:
        """Return the exact values of an ending; None if solving it would take long."""
        ending = solve(position, MAX_SOLVED) if is_near_end(position) else None
        if ending is None:
            return None
        found = [JudgedMove(position.text(action), action, 0, *ending.after[action]) for action in position.actions()]
        return JudgedDecision(seat, _best_first(found, seat))

    def _is_in_doubt(
        self, search: OptionSearch, judgement: JudgedDecision, played: str | None, doubtful: Doubtful
    ) -> bool:
        """Return whether an option should be searched longer: the played move, or one that may be better."""
        if played is None or not doubtful(*judgement.loss(played)):
            return False
        if search.move == played:
            return True
        gap, error = judgement.loss(search.move)
        return gap <= max(CLOSE, DOUBT * error)


class OptionSearch:
    """The search of the position after one option."""

    def __init__(self, bot: Plain, position: Position, seat: int, move: str, rng: random.Random) -> None:
        self.move, self.seat, self.players = move, seat, position.players
        self.action = position.decisions(move)[0]
        self.position = position.without_history()
        self.position.play(move)
        self.tree: GrowingTree | None = None
        if not self.position.over:
            self.tree = bot.new_tree(self.position, seat, kernel.generator_from(rng))
        self.grows = not position.game.secrets
        self.samples: list[float] = []  # the seat's mean chance in each batch of simulations

    @property
    def simulations(self) -> int:
        return len(self.samples) * BATCH

    def run(self, simulations: int) -> Generator[None]:
        """Run about so many simulations, at least two batches; a finished game needs none."""
        if self.tree is None:
            return
        for _ in range(max(2, simulations // BATCH)):
            before = self.tree.tree.wins[ROOT, self.seat] if self.samples else 0.0
            if self.grows:
                self.tree.make_room(BATCH)
            self.tree.run(BATCH)
            self.samples.append((self.tree.tree.wins[ROOT, self.seat] - before) / BATCH)
            yield

    def option(self) -> JudgedMove:
        """Return what was found."""
        if self.tree is None:
            return JudgedMove(self.move, self.action, 0, *_result(self.position))
        tree, visits = self.tree.tree, self.tree.tree.visits[ROOT]
        win, points = ((sums[ROOT, : self.players] / visits).tolist() for sums in (tree.wins, tree.points))
        error = stdev(self.samples) / sqrt(len(self.samples))
        return JudgedMove(self.move, self.action, int(visits), win, points, error)


def _result(position: Position) -> tuple[list[float], list[float]]:
    """Return the shares of victory and the scores of a finished game."""
    winners = position.winners()
    shares = [float(seat in winners) / len(winners) for seat in range(position.players)]
    return shares, [float(score) for score in position.scores()]


def _best_first(options: list[JudgedMove], seat: int) -> list[JudgedMove]:
    """Return options by the seat's chance of winning, and where that is the same by its points."""
    rounded = [option.rounded() for option in options]
    return sorted(rounded, key=lambda option: (-option.win[seat], -option.points[seat]))


def _searching_bot(name: str, game: Game) -> Plain:
    """Return the searching bot of a name; InvalidSetup if that bot does not search."""
    found: Any = bot_of(name, threads=1)
    if isinstance(found, LevelBot):
        found = found.bot_for(game)
    if isinstance(found, NetBot):
        found.check_game(game)
        option = f"{SIMULATIONS_OF_NET}" if found.file is None else f"{SIMULATIONS_OF_NET}:{found.file}"
        found = Search(option, threads=1)
    if not isinstance(found, Plain) or found.timed:
        raise InvalidSetup(f"A review needs a bot that searches, such as search:200 or hard, not {name!r:.60}.")
    return found
