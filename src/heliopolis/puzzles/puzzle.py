"""Puzzle: a decision of one seat in which one move is clearly the best."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from heliopolis.core.checks import JSON
from heliopolis.core.game import Game
from heliopolis.core.position import Position
from heliopolis.core.registry import game
from heliopolis.review.judging import JudgedMove

DIFFICULTIES = (1, 2, 3, 4, 5)
ID_DIGITS = 6  # hexadecimal ones


@dataclass(frozen=True)
class PuzzleOption:
    """A move of a puzzle and what it leads to."""

    move: str
    win: tuple[float, ...]  # by seat: chance of winning; adds up to 1
    points: tuple[float, ...]  # by seat: expected final score
    error: float  # standard error of the deciding seat's chance of winning

    @classmethod
    def of(cls, judged: JudgedMove) -> PuzzleOption:
        """Return a move as a review has judged it, with as many digits as are shown."""
        points = tuple(round(score, 1) for score in judged.points)
        return cls(judged.move, shares(judged.win), points, round(judged.error, 4))


@dataclass(frozen=True)
class Puzzle:
    """A decision of one seat, what its moves are worth, and how hard the best one is to find."""

    game: str
    position: JSON  # as the seat may know it: what is hidden from them is imagined
    options: tuple[PuzzleOption, ...]  # best first; in Res Publica other phrases may be legal too
    theme: str  # what the decision is about: the last part of a key `puzzle.theme.…`
    difficulty: int  # from 1 to 5
    missed: tuple[str, ...]  # levels of bots that choose another move
    prior: float  # probability that the game's net gives the best move before it looks ahead

    @property
    def id(self) -> str:
        """A short name that depends on the position alone."""
        return position_id(self.position)

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return int(self.position["to_act"])

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.position["players"])

    @property
    def best(self) -> PuzzleOption:
        """The right move."""
        return self.options[0]

    @property
    def gap(self) -> float:
        """How much more often the best move wins than the second best."""
        return self.options[0].win[self.seat] - self.options[1].win[self.seat]

    def rules(self) -> Game:
        """Return the game that the puzzle belongs to."""
        return game(self.game)

    def start(self) -> Position:
        """Return the position in which the seat decides; it has no dealer."""
        return self.rules().from_json(self.position)

    # ---- JSON --------------------------------------------------------------------------------------------------------

    def to_json(self) -> JSON:
        """Return the whole puzzle, with its solution; options are lists, since there are thousands of them."""
        options = [[one.move, list(one.win), list(one.points), one.error] for one in self.options]
        return {
            "id": self.id,
            "theme": self.theme,
            "difficulty": self.difficulty,
            "missed": list(self.missed),
            "prior": self.prior,
            "options": options,
            "position": self.position,
        }

    @classmethod
    def from_json(cls, name: str, data: JSON) -> Puzzle:
        """Return a puzzle of a game that `to_json` has written."""
        options = [PuzzleOption(move, tuple(win), tuple(points), error) for move, win, points, error in data["options"]]
        return cls(
            name,
            data["position"],
            tuple(options),
            data["theme"],
            data["difficulty"],
            tuple(data["missed"]),
            data["prior"],
        )


def position_id(position: JSON) -> str:
    """Return a short name of a position, the same on every machine."""
    text = json.dumps(position, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]


def shares(chances: Sequence[float]) -> tuple[float, ...]:
    """Return chances in thousandths that add up to 1."""
    thousandths = [int(1000 * chance) for chance in chances]
    missing = sorted(range(len(chances)), key=lambda seat: thousandths[seat] - 1000 * chances[seat])
    for seat in missing[: 1000 - sum(thousandths)]:
        thousandths[seat] += 1
    return tuple(number / 1000 for number in thousandths)
