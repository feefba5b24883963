"""The published ladder: how much stronger each bot is than the one below, game by game, so that anybody can check it.

A rung is a tournament of one bot against a table of another. What is published of it is every game: how many shared the
win if the one bot was among them (0 if it was not), and three hexadecimal digits that stand for all scores. With the
same sources and the same arithmetic a replay gives the very same games. If it does not, the win shares are compared
instead.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from math import hypot
from pathlib import Path
from statistics import fmean

import heliopolis
from heliopolis.arena.executors import Executor
from heliopolis.arena.intervals import clustered, wilson, worth
from heliopolis.arena.referee import Result
from heliopolis.arena.schedule import Tournament, source_hash
from heliopolis.arena.standings import Standings
from heliopolis.arena.tournaments import Progress, run
from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.registry import BUILT_IN as GAMES

FOLDER = Path(__file__).parent / "ladders"
SEED = "ladder"
PLAYERS = {"ra": (3, 4, 5), "priests": (2, 3, 4, 5), "respublica": (3, 4, 5)}
RUNGS = (
    ("greedy", "random"),
    ("search:250", "greedy"),
    ("search:1000", "greedy"),
    ("search:2000", "search:250"),
)


@dataclass(frozen=True)
class Rung:
    """One bot, the challenger, against a table of another, as it was played once."""

    game: str
    players: int
    challenger: str
    defender: str
    seed: int | str
    version: str
    sources: str
    scores: tuple[float, float]  # the mean of a challenger's seat, and of a defender's
    results: tuple[str, ...]  # the digits of each game

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def chance(self) -> float:
        return 1 / self.players

    @cached_property
    def share(self) -> float:
        return fmean(self._shares)

    @cached_property
    def interval(self) -> tuple[float, float]:
        return clustered(self._by_deal, self.players)

    @property
    def verdict(self) -> str:
        low, high = self.interval
        return "stronger" if low > self.chance else "weaker" if high < self.chance else "not told apart"

    @property
    def _shares(self) -> list[float]:
        return [share_of(digits) for digits in self.results]

    @property
    def _by_deal(self) -> list[float]:
        return [fmean(self._shares[first : first + self.players]) for first in range(0, self.games, self.players)]

    def tournament(self) -> Tournament:
        return plan(self.game, self.players, self.challenger, self.defender, self.games, self.seed)

    def interval_of(self, results: list[str]) -> tuple[float, float]:
        """The interval of the share in as many games played anew, which are as dependent on each other as these."""
        independent = worth(self._by_deal, self.players) / self.games
        return wilson(fmean(share_of(digits) for digits in results), len(results) * independent)


@dataclass(frozen=True)
class Replay:
    """A rung, and what became of its first games now."""

    rung: Rung
    results: list[str]

    @property
    def identical(self) -> bool:
        return self.results == list(self.rung.results[: len(self.results)])

    @property
    def share(self) -> float:
        return fmean(share_of(digits) for digits in self.results)

    @property
    def interval(self) -> tuple[float, float]:
        return self.rung.interval_of(self.results)

    @property
    def holds(self) -> bool:
        """Game for game, or at least as far as chance goes: 0 is in the difference's interval (Newcombe's)."""
        (low, high), (old_low, old_high) = self.interval, self.rung.interval
        share, old = self.share, self.rung.share
        return self.identical or -hypot(high - share, old - old_low) <= share - old <= hypot(
            share - low, old_high - old
        )


def share_of(digits: str) -> float:
    sharing = int(digits[0])
    return 1 / sharing if sharing else 0.0


def plan(game: str, players: int, challenger: str, defender: str, games: int, seed: int | str = SEED) -> Tournament:
    bots = (challenger, *[defender] * (players - 1))
    return Tournament(game, bots, players, -(-games // players), seed)


def digits_of(planned: Tournament, result: Result, challenger: str) -> str:
    seat = planned.fixture(result.number).seats.index(challenger)
    sharing = len(result.winners) if seat in result.winners else 0
    return f"{sharing}{hashlib.sha256(repr(result.scores).encode()).hexdigest()[:3]}"


# ---- playing -----------------------------------------------------------------------------------------------------


def replay(rung: Rung, games: int | None, executor: Executor, progress: Progress | None = None) -> Replay:
    """Play the first so many games of a rung again; all of them if no number is given."""
    planned = rung.tournament()
    planned.check()
    numbers = range(min(games or rung.games, rung.games))
    results: list[Result] = []
    for result in executor(planned, numbers):
        results.append(result)
        if progress is not None:
            progress(1)
    results.sort(key=lambda result: result.number)
    return Replay(rung, [digits_of(planned, result, rung.challenger) for result in results])


def play_anew(planned: Tournament, executor: Executor, save: Path, progress: Progress | None = None) -> Rung:
    """A rung to be published."""
    table = run(planned, executor, save, progress)
    challenger, defender = planned.names
    digits = [digits_of(planned, result, challenger) for result in table.results]
    scores = mean_score(table, challenger), mean_score(table, defender)
    return Rung(
        planned.game, planned.players, challenger, defender, planned.seed,
        heliopolis.__version__, source_hash(), scores, tuple(digits),
    )  # fmt: skip


def mean_score(table: Standings, name: str) -> float:
    standing = next(standing for standing in table.standings if standing.bot == name)
    if standing.forfeits:
        raise HeliopolisError(f"{name} forfeited a game of {table.tournament.game}; such a rung is not published.")
    assert standing.mean_score is not None
    return round(standing.mean_score, 2)


# ---- the files ---------------------------------------------------------------------------------------------------


def published(game: str) -> list[Rung]:
    """The ladder of a game; empty if nobody has published one."""
    path = FOLDER / f"{game}.json"
    if not path.exists():
        return []
    return [_from_json(game, data) for data in json.loads(path.read_text(encoding="utf-8"))["rungs"]]


def all_published() -> Iterator[Rung]:
    for game in GAMES:
        yield from published(game)


def publish(rung: Rung) -> None:
    """Put a rung in its place, instead of an older one of the same bots."""
    rungs = {_place(old): old for old in published(rung.game)}
    rungs[_place(rung)] = rung
    data = {"game": rung.game, "rungs": [_to_json(rungs[place]) for place in sorted(rungs)]}
    try:
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{rung.game}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise HeliopolisError(f"The ladder cannot be written: {error.strerror}.") from None


def _place(rung: Rung) -> tuple[int, int, str, str]:
    pair = (rung.challenger, rung.defender)
    return rung.players, RUNGS.index(pair) if pair in RUNGS else len(RUNGS), *pair


def _to_json(rung: Rung) -> JSON:
    return {**asdict(rung), "results": " ".join(rung.results)}


def _from_json(game: str, data: JSON) -> Rung:
    known = {field.name: data[field.name] for field in fields(Rung)}
    return Rung(**{**known, "game": game, "scores": tuple(data["scores"]), "results": tuple(data["results"].split())})
