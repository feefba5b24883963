"""Regret in exact endings: what a bot gives away where the best move is known.

The positions come from the last epoch of Ra, from games of bots, with one to three face-up suns left. `compute.endings`
has solved them: for every action the chance of winning and the expected final score of the seat to act, if everybody
plays perfectly from there. A move's regret is the chance of winning that it gives away, and the points beside the best
move where it does not win them instead of the game.
"""

from __future__ import annotations

import json
import lzma
import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, stdev

import heliopolis
from heliopolis.arena.schedule import source_hash
from heliopolis.bots import bot
from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.position import Position
from heliopolis.core.registry import game

FILE = Path(__file__).parent / "endings.json.xz"
PUBLISHED = Path(__file__).parent / "ladders" / "endings.json"
SEED = "endings"
EQUAL = 1e-6  # values are stored with so many digits


@dataclass(frozen=True)
class SolvedEnding:
    """A position, and for each action what the seat to act may expect after it."""

    position: JSON
    win: dict[int, float]
    points: dict[int, float]

    @property
    def best(self) -> int:
        """The best action: the highest chance of winning, and among equal ones the highest score."""
        most = max(self.win.values())
        return max((action for action in self.win if self.win[action] >= most - EQUAL), key=lambda a: self.points[a])

    def regret(self, action: int) -> tuple[float, float]:
        """Return what an action gives away: chance of winning, and points."""
        best = self.best
        return max(0.0, self.win[best] - self.win[action]), max(0.0, self.points[best] - self.points[action])


@dataclass(frozen=True)
class Regret:
    """What a bot gives away per decision, on average."""

    bot: str
    decisions: int
    best: float  # share of decisions in which nothing was given away
    win: float  # chance of winning
    points: float
    points_error: float  # half of the 95 % interval
    version: str
    sources: str


# ---- the positions ---------------------------------------------------------------------------------------------------


def read_endings() -> list[SolvedEnding]:
    """Return the solved positions, in an order in which the first few are a fair sample."""
    rows = json.loads(lzma.decompress(FILE.read_bytes()))
    return [
        SolvedEnding(
            position,
            {int(action): win for action, (win, _) in after.items()},
            {int(action): points for action, (_, points) in after.items()},
        )
        for position, after in rows
    ]


def write_endings(endings: Iterable[SolvedEnding]) -> None:
    """Write solved positions into the file of this package."""
    rows = [
        [one.position, {action: [round(one.win[action], 7), round(one.points[action], 5)] for action in one.win}]
        for one in endings
    ]
    text = json.dumps(rows, separators=(",", ":"))
    FILE.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


# ---- bots ------------------------------------------------------------------------------------------------------------


def measure(
    spec: str, endings: Sequence[SolvedEnding], progress: Callable[[int], object] | None = None, threads: int = 1
) -> Regret:
    """Let a bot decide in every position, and return what it gives away."""
    player, found = bot(spec, threads=threads), list[tuple[float, float]]()
    for number, ending in enumerate(endings):
        p = game("ra").from_json(ending.position)
        move = player.choose(p, random.Random(f"{SEED}/{number}"))
        found.append(ending.regret(_action(p, move)))
        if progress is not None:
            progress(1)
    points = [lost for _, lost in found]
    return Regret(
        spec,
        len(found),
        fmean(win <= EQUAL and lost <= EQUAL for win, lost in found),
        fmean(win for win, _ in found),
        fmean(points),
        1.96 * stdev(points) / math.sqrt(len(points)) if len(points) > 1 else 0.0,
        heliopolis.__version__,
        source_hash(),
    )


def _action(p: Position, move: str) -> int:
    """Return the number of a legal move."""
    action = p.game.action_numbers.get(move)
    if action not in p.actions():
        raise HeliopolisError(f"{move!r:.40} is not a legal move in an ending.")
    assert action is not None
    return action


def published_regrets() -> list[Regret]:
    """Return the published figures."""
    return [Regret(**row) for row in json.loads(PUBLISHED.read_text(encoding="utf-8"))] if PUBLISHED.exists() else []


def publish_regrets(regrets: Sequence[Regret]) -> None:
    """Write figures for the page of the ladder, in place of all others."""
    text = json.dumps([asdict(one) for one in regrets], indent=1) + "\n"
    try:
        PUBLISHED.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HeliopolisError(f"The figures cannot be written: {error.strerror}.") from None
