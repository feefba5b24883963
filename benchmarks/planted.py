"""How well reviews find planted mistakes, and how seldom they blame a good decision.

    PYTHONPATH=. python benchmarks/planted.py ra --games 300 --jobs 2

In each game of `expert`, one decision is replaced by a move of which an arbiter says that it gives away 15 % of winning
or more; the review should call it a mistake or a blunder. In some other decisions, the move that the arbiter thinks
best is judged; the review should not call it an inaccuracy or worse. The arbiter searches what comes of each move with
20,000 simulations; moves that a short search puts far behind cannot be its best, and are left out. Games are of all
numbers of players in turn. Seeds decide everything. Intervals are Wilson's, of 95 %, in which the decisions of a game
are one cluster.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

import heliopolis as hp
from benchmarks.machine import JSON, describe_run
from heliopolis.arena.intervals import clustered
from heliopolis.review import Judge
from heliopolis.review.judging import DEFAULT_BOT, JudgedMove, OptionSearch, finish
from heliopolis.review.reviewing import judging_moment

RESULTS = Path(__file__).parent / "results"
SIMULATIONS = 20_000  # of the arbiter, per move
QUICK = "search:400"
GIVEN_AWAY = 0.15
BEHIND, MAX_CONTENDERS = 0.1, 4  # of moves that may be the best
GOOD_PER_GAME = 2  # decisions whose best move is judged
FAULTS = ("inaccuracy", "mistake", "blunder")


@dataclass(frozen=True)
class Decision:
    """A decision of a game, as the seat to act knows it."""

    number: int
    position: hp.Position


@dataclass(frozen=True)
class Found:
    """What the review said of one game: the label of the planted mistake, and those of good decisions."""

    planted: str | None  # None: no decision of the game could be spoilt
    loss: float  # of the planted mistake, as the arbiter says
    good: list[str]


def decisions_of(record: hp.Record) -> Iterator[Decision]:
    """Yield the decisions of a game that had a choice."""
    position = record.start_position()
    for number, (seat, _, after) in enumerate(record.steps()):
        if seat >= 0 and len(position.actions()) > 1:
            yield Decision(number, position.imagine(seat, random.Random(number)))
        position = after


def label_of(judge: Judge, decision: Decision, move: str) -> str:
    """Return the label that a review gives to a move."""
    return finish(judging_moment(judge, decision.number, decision.position, move)).label


def judge_game(game: str, name: str, number: int) -> Found:
    """Play a game, spoil one of its decisions, and return what the review says."""
    facts, rng = hp.game(game), random.Random(number)
    players = facts.min_players + number % (facts.max_players - facts.min_players + 1)
    record = hp.play_match(game, ["expert"] * players, seed=f"planted {number}").record
    decisions = list(decisions_of(record))
    rng.shuffle(decisions)
    judge, arbiter = Judge(facts, name), Arbiter(facts)
    good = [label_of(judge, one, arbiter.best(one)) for one in decisions[:GOOD_PER_GAME]]
    for decision in decisions:
        bad = arbiter.condemned(decision, rng)
        if bad is not None:
            move, loss = bad
            return Found(label_of(judge, decision, move), loss, good)
    return Found(None, 0.0, good)


class Arbiter:
    """Long searches of moves, of which a short one says which are worth it."""

    def __init__(self, game: hp.Game) -> None:
        self.quick = Judge(game, QUICK)

    def best(self, decision: Decision) -> str:
        """Return the best move of a decision."""
        return self._search(decision, self._contenders(decision))[0].move

    def condemned(self, decision: Decision, rng: random.Random) -> tuple[str, float] | None:
        """Return a move that gives away much, and how much that is; None if there seems to be none."""
        found, seat = self.quick.judge(decision.position, random.Random(0)), decision.position.to_act or 0
        bad = [option.move for option in found.options if found.loss(option.move)[0] >= GIVEN_AWAY]
        if not bad:
            return None
        move = rng.choice(bad)
        values = {one.move: one.win[seat] for one in self._search(decision, [*self._contenders(decision), move])}
        loss = max(values.values()) - values[move]
        return (move, loss) if loss >= GIVEN_AWAY else None

    def _contenders(self, decision: Decision) -> list[str]:
        """Return the moves that may be the best."""
        found = self.quick.judge(decision.position, random.Random(0))
        return [one.move for one in found.options if found.loss(one.move)[0] <= BEHIND][:MAX_CONTENDERS]

    def _search(self, decision: Decision, moves: list[str]) -> list[JudgedMove]:
        """Return what the long search finds of some moves, best first."""
        seat, rng, bot = decision.position.to_act or 0, random.Random(decision.number), self.quick.bot
        searches = [OptionSearch(bot, decision.position, seat, move, rng) for move in moves]
        for search in searches:
            finish(search.run(SIMULATIONS))
        return sorted((search.option() for search in searches), key=lambda option: -option.win[seat])


def main() -> None:
    parser = argparse.ArgumentParser(description="Plant mistakes in games, and see what reviews call them.")
    parser.add_argument("game", choices=hp.games())
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--bot", default=DEFAULT_BOT, help="the judge of the review")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where to save the figures")
    arguments = parser.parse_args()
    judge_game(arguments.game, arguments.bot, 0)  # compiles what the others load
    with get_context("spawn").Pool(arguments.jobs) as pool:
        work = pool.imap(partial(judge_game, arguments.game, arguments.bot), range(arguments.games))
        found = list(progressing(work, arguments.games))
    figures = {**describe_run(), "judge": arguments.bot, **summary(found)}
    print(json.dumps(figures, indent=2))
    path = arguments.results / f"planted-{arguments.game}.json"
    path.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def progressing(work: Iterator[Found], games: int) -> Iterator[Found]:
    """Yield what is found, and say how far it is."""
    for number, one in enumerate(work, 1):
        yield one
        if number % 20 == 0:
            print(f"{number} of {games} games", file=sys.stderr, flush=True)


def summary(found: list[Found]) -> JSON:
    """Return how many planted mistakes were found, and how many good decisions were blamed."""
    planted = [one for one in found if one.planted is not None]
    caught = [float(one.planted in FAULTS[1:]) for one in planted]
    blamed = [fmean(label in FAULTS for label in one.good) for one in found if one.good]
    return {
        "games": len(found),
        "mistakes planted": len(planted),
        "mean loss of a planted mistake": round(fmean(one.loss for one in planted), 3),
        "labels of planted mistakes": dict(Counter(one.planted for one in planted)),
        "share called mistake or blunder": fmean(caught),
        "interval of that share": clustered(caught, 1),
        "best decisions": sum(len(one.good) for one in found),
        "labels of best decisions": dict(Counter(label for one in found for label in one.good)),
        "share called inaccuracy or worse": fmean(blamed),
        "interval of this share": clustered(blamed, GOOD_PER_GAME),
    }


if __name__ == "__main__":
    main()
