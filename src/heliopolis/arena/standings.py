"""Standings: how strong each bot of a tournament was, and how certain that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean

from openskill.models import PlackettLuce

from heliopolis.arena.intervals import clustered
from heliopolis.arena.referee import Result
from heliopolis.arena.schedule import Tournament
from heliopolis.core.checks import JSON


@dataclass(frozen=True)
class Standing:
    """The results of one bot; a game counts once for each seat that the bot has in it."""

    bot: str
    games: int  # counted once per seat
    win_share: float  # mean over its seats: 1 for a win, 1/2 for a win shared by two
    low: float  # the 95 % interval of the win share
    high: float
    mean_score: float | None  # of the games it did not forfeit
    mean_rank: float
    rating: float  # OpenSkill's mu and sigma
    rating_sigma: float
    forfeits: int
    seconds_per_move: float | None = field(compare=False)


@dataclass(frozen=True)
class Standings:
    """The results of a finished tournament; thinking times do not count when two are compared."""

    tournament: Tournament
    results: list[Result] = field(repr=False)  # in the order of the schedule
    standings: list[Standing]  # best first

    @property
    def mean_score(self) -> float:
        """The mean score of all seats."""
        return fmean(score for result in self.results for score in result.scores)

    @property
    def mean_winning_score(self) -> float:
        """The mean score of the winners."""
        return fmean(result.scores[seat] for result in self.results for seat in result.winners)

    def to_json(self) -> JSON:
        """Return the standings with what was played, as a JSON object."""
        return {
            **self.tournament.header(),
            "deals": self.tournament.deals,
            "games": self.tournament.games,
            "chance": 1 / self.tournament.players,
            "mean_score": self.mean_score,
            "mean_winning_score": self.mean_winning_score,
            "standings": [asdict(standing) for standing in self.standings],
            "forfeits": [
                {"game": result.number, "bot": self.tournament.fixture(result.number).seats[seat], "why": why}
                for result in self.results
                for seat, why in result.forfeits.items()
            ],
        }


def make_standings(tournament: Tournament, results: Sequence[Result]) -> Standings:
    """Return the standings after all games of a tournament."""
    results = sorted(results, key=lambda result: result.number)
    appearances: dict[str, list[_Appearance]] = defaultdict(list)
    for result in results:
        fixture = tournament.fixture(result.number)
        for seat, name in enumerate(fixture.seats):
            appearances[name].append(_Appearance(fixture.deal, seat, result))
    ratings = rate(tournament, results)
    standings = [_standing(name, tournament.deals, appearances[name], *ratings[name]) for name in tournament.names]
    standings.sort(key=lambda standing: -standing.win_share)
    return Standings(tournament, list(results), standings)


@dataclass(frozen=True)
class _Appearance:
    """A bot in a seat of a game."""

    deal: int
    seat: int
    result: Result

    @property
    def share(self) -> float:
        """Its share of the victory."""
        return (self.seat in self.result.winners) / len(self.result.winners)

    @property
    def forfeit(self) -> bool:
        """Whether it forfeited the game."""
        return self.seat in self.result.forfeits


def _standing(name: str, deals: int, appearances: list[_Appearance], rating: float, sigma: float) -> Standing:
    """Return the results of one bot."""
    by_deal = [0.0] * deals
    for one in appearances:
        by_deal[one.deal] += one.share
    games_per_deal = len(appearances) // deals
    low, high = clustered([won / games_per_deal for won in by_deal], games_per_deal)
    scores = [one.result.scores[one.seat] for one in appearances if not one.forfeit]
    moves = sum(one.result.moves[one.seat] for one in appearances)
    seconds = sum(one.result.seconds[one.seat] for one in appearances)
    return Standing(
        bot=name,
        games=len(appearances),
        win_share=sum(by_deal) / len(appearances),
        low=low,
        high=high,
        mean_score=fmean(scores) if scores else None,
        mean_rank=fmean(one.result.ranks[one.seat] for one in appearances),
        rating=rating,
        rating_sigma=sigma,
        forfeits=sum(one.forfeit for one in appearances),
        seconds_per_move=seconds / moves if moves else None,
    )


def rate(tournament: Tournament, results: Sequence[Result]) -> dict[str, tuple[float, float]]:
    """Return the OpenSkill rating (Plackett-Luce, mu and sigma) of each bot after all games, in scheduled order.

    A bot in several seats of a game is rated once for each of them, and then gets the mean of these ratings.
    """
    model = PlackettLuce()
    ratings = dict.fromkeys(tournament.names, (model.mu, model.sigma))
    for result in results:
        seats = tournament.fixture(result.number).seats
        teams = [[model.rating(*ratings[name])] for name in seats]
        rated = defaultdict(list)
        for name, [after] in zip(seats, model.rate(teams, ranks=result.ranks), strict=True):
            rated[name].append(after)
        for name, after_all in rated.items():
            ratings[name] = fmean(one.mu for one in after_all), fmean(one.sigma for one in after_all)
    return ratings
