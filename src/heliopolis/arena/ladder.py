"""The published ladder: how much stronger each level is than the one below, game by game, so that anybody can check it.

A rung is a tournament of one bot, the challenger, against a table of another. Every game of it is published: how many
seats shared the win if the challenger was among them (0 if it was not), and three hexadecimal digits of a hash of all
scores. With the same sources and the same arithmetic a replay gives identical games. If it does not, the win shares are
compared instead.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from itertools import pairwise
from math import hypot
from pathlib import Path
from statistics import fmean

import heliopolis
from heliopolis.arena.executors import Executor
from heliopolis.arena.intervals import clustered, effective_games, wilson
from heliopolis.arena.referee import Result
from heliopolis.arena.schedule import Tournament, source_hash
from heliopolis.arena.standings import Standings
from heliopolis.arena.tournaments import Progress, run
from heliopolis.bots.level import NAMES
from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.registry import BUILT_IN as GAMES

FOLDER = Path(__file__).parent / "ladders"
SEED = "ladder"
PLAYERS = {"ra": (2, 3, 4, 5), "priests": (2, 3, 4, 5), "respublica": (3, 4, 5)}
RUNGS = (("beginner", "random"), *((above, below) for below, above in pairwise(NAMES)))
TOO_SLOW = {("respublica", "master")}  # challengers whose games would take more than an hour
USUAL_GAMES, GAMES_AT_FOUR, GAMES_OF_MASTER = 40, 120, 24  # of a rung


@dataclass(frozen=True)
class Rung:
    """A published tournament of one bot, the challenger, against a table of another, the defender."""

    game: str
    players: int
    challenger: str
    defender: str
    seed: int | str
    version: str
    sources: str  # hash of the sources that it was published from
    scores: tuple[float, float]  # mean score of the challenger's seat, and of a defender's
    results: tuple[str, ...]  # the digits of each game

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.results)

    @property
    def chance(self) -> float:
        """The win share of a bot as strong as the others."""
        return 1 / self.players

    @cached_property
    def share(self) -> float:
        """The challenger's share of the wins."""
        return fmean(self._shares)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the challenger's share."""
        return clustered(self._by_deal, self.players)

    @property
    def verdict(self) -> str:
        """Whether the challenger is stronger, weaker, or neither for certain."""
        low, high = self.interval
        return "stronger" if low > self.chance else "weaker" if high < self.chance else "not distinguishable"

    @property
    def _shares(self) -> list[float]:
        return [share_of(digits) for digits in self.results]

    @property
    def _by_deal(self) -> list[float]:
        return [fmean(self._shares[first : first + self.players]) for first in range(0, self.games, self.players)]

    def tournament(self) -> Tournament:
        """Return the tournament that was played."""
        return plan(self.game, self.players, self.challenger, self.defender, self.games, self.seed)

    def interval_of(self, results: list[str]) -> tuple[float, float]:
        """Return the interval of the share in replayed games, which are as interdependent as the published ones."""
        independent = effective_games(self._by_deal, self.players) / self.games
        return wilson(fmean(share_of(digits) for digits in results), len(results) * independent)


def rungs_of(name: str) -> Iterator[tuple[int, str, str]]:
    """Yield the rungs of a game's ladder: number of players, challenger, defender."""
    for players in PLAYERS[name]:
        for challenger, defender in RUNGS:
            if (name, challenger) not in TOO_SLOW:
                yield players, challenger, defender


def usual_games(players: int, challenger: str) -> int:
    """Return how many games of a rung are published, so that all take about a quarter of an hour."""
    if challenger == NAMES[-1]:
        return GAMES_OF_MASTER
    return GAMES_AT_FOUR if players == 4 else USUAL_GAMES


@dataclass(frozen=True)
class Replay:
    """A rung, and the results of its first games when they were played again."""

    rung: Rung
    results: list[str]

    @property
    def identical(self) -> bool:
        """Whether all games came out as published."""
        return self.results == list(self.rung.results[: len(self.results)])

    @property
    def share(self) -> float:
        """The challenger's share of the replayed wins."""
        return fmean(share_of(digits) for digits in self.results)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return self.rung.interval_of(self.results)

    @property
    def holds(self) -> bool:
        """Whether the games are identical, or the shares differ no more than chance allows (Newcombe's interval)."""
        (low, high), (old_low, old_high) = self.interval, self.rung.interval
        share, old = self.share, self.rung.share
        return self.identical or -hypot(high - share, old - old_low) <= share - old <= hypot(
            share - low, old_high - old
        )


def share_of(digits: str) -> float:
    """Return the challenger's share of the win in a published game."""
    sharing = int(digits[0])
    return 1 / sharing if sharing else 0.0


def plan(game: str, players: int, challenger: str, defender: str, games: int, seed: int | str = SEED) -> Tournament:
    """Return the tournament of a rung, rounded up to whole deals."""
    bots = (challenger, *[defender] * (players - 1))
    return Tournament(game, bots, players, -(-games // players), seed)


def digits_of(planned: Tournament, result: Result, challenger: str) -> str:
    """Return how the result of a game is published."""
    seat = planned.fixture(result.number).seats.index(challenger)
    sharing = len(result.winners) if seat in result.winners else 0
    return f"{sharing}{hashlib.sha256(repr(result.scores).encode()).hexdigest()[:3]}"


# ---- playing -----------------------------------------------------------------------------------------------------


def replay(rung: Rung, games: int | None, executor: Executor, progress: Progress | None = None) -> Replay:
    """Play the first games of a rung again, or all of them if no number is given."""
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
    """Play a rung that is to be published."""
    standings = run(planned, executor, save, progress)
    challenger, defender = planned.names
    digits = [digits_of(planned, result, challenger) for result in standings.results]
    scores = mean_score(standings, challenger), mean_score(standings, defender)
    return Rung(
        planned.game, planned.players, challenger, defender, planned.seed,
        heliopolis.__version__, source_hash(), scores, tuple(digits),
    )  # fmt: skip


def mean_score(standings: Standings, name: str) -> float:
    """Return the mean score of a bot that forfeited no game."""
    standing = next(standing for standing in standings.standings if standing.bot == name)
    if standing.forfeits:
        game = standings.tournament.game
        raise HeliopolisError(f"{name} forfeited a game of {game}; such a rung is not published.")
    assert standing.mean_score is not None
    return round(standing.mean_score, 2)


# ---- the files ---------------------------------------------------------------------------------------------------


def published(game: str) -> list[Rung]:
    """Return the published rungs of a game."""
    path = FOLDER / f"{game}.json"
    if not path.exists():
        return []
    return [_from_json(game, data) for data in json.loads(path.read_text(encoding="utf-8"))["rungs"]]


def all_published() -> Iterator[Rung]:
    """Yield the published rungs of all games."""
    for game in GAMES:
        yield from published(game)


def publish(rung: Rung) -> None:
    """Write a rung into the ladder of its game; it replaces one of the same bots and number of players."""
    rungs = {_order(old): old for old in published(rung.game)}
    rungs[_order(rung)] = rung
    _write(rung.game, [rungs[key] for key in sorted(rungs)])


def remove_others(name: str) -> None:
    """Remove the published rungs of a game that its ladder no longer has."""
    wanted, found = set(rungs_of(name)), published(name)
    kept = [rung for rung in found if (rung.players, rung.challenger, rung.defender) in wanted]
    if kept != found:
        _write(name, kept)


def _write(name: str, rungs: list[Rung]) -> None:
    data = {"game": name, "rungs": [_to_json(rung) for rung in rungs]}
    try:
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise HeliopolisError(f"The ladder cannot be written: {error.strerror}.") from None


def _order(rung: Rung) -> tuple[int, int, str, str]:
    """Return what rungs are sorted by, which no two of them share."""
    pair = (rung.challenger, rung.defender)
    return rung.players, RUNGS.index(pair) if pair in RUNGS else len(RUNGS), *pair


def _to_json(rung: Rung) -> JSON:
    return {**asdict(rung), "results": " ".join(rung.results)}


def _from_json(game: str, data: JSON) -> Rung:
    known = {field.name: data[field.name] for field in fields(Rung)}
    return Rung(**{**known, "game": game, "scores": tuple(data["scores"]), "results": tuple(data["results"].split())})
