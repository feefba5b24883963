"""From results to a table: how strong each bot was, and how sure that is."""

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
    """One bot in the table. A bot that was entered more than once is counted once a seat."""

    bot: str
    games: int  # that it sat in, once a seat
    win_share: float  # of a seat: a win is 1, a tie of two for the first place 1/2 for each
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
    """A finished tournament; two are equal if the same happened in them, however long it took."""

    tournament: Tournament
    results: list[Result] = field(repr=False)  # in the order of the schedule
    standings: list[Standing]  # the best first

    @property
    def mean_score(self) -> float:
        return fmean(score for result in self.results for score in result.scores)

    @property
    def mean_winning_score(self) -> float:
        return fmean(result.scores[seat] for result in self.results for seat in result.winners)

    def to_json(self) -> JSON:
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
    results = sorted(results, key=lambda result: result.number)
    seen: dict[str, list[_Seen]] = defaultdict(list)
    for result in results:
        fixture = tournament.fixture(result.number)
        for seat, name in enumerate(fixture.seats):
            seen[name].append(_Seen(fixture.deal, seat, result))
    ratings = rate(tournament, results)
    standings = [_standing(name, tournament.deals, seen[name], *ratings[name]) for name in tournament.names]
    standings.sort(key=lambda standing: -standing.win_share)
    return Standings(tournament, list(results), standings)


@dataclass(frozen=True)
class _Seen:
    """A bot in a seat of a game."""

    deal: int
    seat: int
    result: Result

    @property
    def share(self) -> float:
        return (self.seat in self.result.winners) / len(self.result.winners)

    @property
    def forfeit(self) -> bool:
        return self.seat in self.result.forfeits


def _standing(name: str, deals: int, seen: list[_Seen], rating: float, sigma: float) -> Standing:
    by_deal = [0.0] * deals
    for one in seen:
        by_deal[one.deal] += one.share
    games_per_deal = len(seen) // deals
    low, high = clustered([won / games_per_deal for won in by_deal], games_per_deal)
    scores = [one.result.scores[one.seat] for one in seen if not one.forfeit]
    moves = sum(one.result.moves[one.seat] for one in seen)
    seconds = sum(one.result.seconds[one.seat] for one in seen)
    return Standing(
        bot=name,
        games=len(seen),
        win_share=sum(by_deal) / len(seen),
        low=low,
        high=high,
        mean_score=fmean(scores) if scores else None,
        mean_rank=fmean(one.result.ranks[one.seat] for one in seen),
        rating=rating,
        rating_sigma=sigma,
        forfeits=sum(one.forfeit for one in seen),
        seconds_per_move=seconds / moves if moves else None,
    )


def rate(tournament: Tournament, results: Sequence[Result]) -> dict[str, tuple[float, float]]:
    """OpenSkill's rating of each bot (Plackett-Luce) after all games, in the order of the schedule.

    A bot in several seats of a game enters it once a seat with the rating it has, and comes out with the mean.
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
