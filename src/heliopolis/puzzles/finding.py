"""Finds puzzles in games of strong bots: decisions that a lower level gets wrong and that have one clearly best move.

The level `expert` plays the games. A short search looks at every decision; where it clearly prefers another move than
a level, the decision is judged as a review does it, with a small budget. What still has one clearly best move is judged
again with higher and higher budgets, and becomes a puzzle if all agree.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heliopolis.bots import bot, levels
from heliopolis.bots.analysis import Analysis, EvaluatedMove
from heliopolis.bots.net import NetBot, NetJudge
from heliopolis.bots.search import Search
from heliopolis.core.game import Game
from heliopolis.core.position import Position
from heliopolis.puzzles.puzzle import Puzzle, PuzzleOption
from heliopolis.puzzles.themes import theme_of
from heliopolis.review.judging import Judge, JudgedDecision

PLAYER = "expert"
DIFFICULTY = {"beginner": 1, "easy": 1, "medium": 2, "hard": 3, PLAYER: 4}  # by the strongest level that misses it
GAP = 0.08  # of winning, between the best move and the second
ROUNDING = 0.002  # that the gap may lose when chances are written down
FIRST_GAP = 0.07  # with small budgets, which are less sure
MAX_BEST = 0.97  # chance of winning: more is no puzzle
FIRST_SIMULATIONS = 100  # for the whole decision
SHORT, MIDDLE, LONG = "search:200", "search:1000", "search:16000"  # judges: simulations for each move
LONG_FOR_PHRASES = "search:4000"  # in Res Publica, where a simulation takes five times as long
OPEN_PHASES = {"trade"}  # decisions between hundreds of phrases, of which many are about equally good
MAX_ERROR = 0.02  # of the best two moves after a longer search
MAX_VERIFIED, MAX_KEPT = 6, 3  # decisions of one game
LIKELY = 0.3  # probability by the net from which a move suggests itself


@dataclass(frozen=True)
class Candidate:
    """A decision that may be a puzzle: as the seat knows it, its best move, and what levels choose instead."""

    position: Position
    best: str
    traps: dict[str, str]  # by level, the strongest last

    @property
    def trap(self) -> str:
        """The move that the strongest level chooses of those that do not choose the best one."""
        return list(self.traps.values())[-1]


class Finder:
    """Finds the puzzles of games, each by its number: they depend on the seed and that number alone."""

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game, self.seed = game, seed
        self.first = Search(str(FIRST_SIMULATIONS), threads=1)
        budgets = SHORT, MIDDLE, LONG_FOR_PHRASES if game.composed else LONG
        self.short, self.middle, self.long = (Judge(game, name) for name in budgets)
        self.bots = {level.name: bot(level.bot, threads=1) for level in levels(game) if level.name != "master"}
        self.net = NetJudge(game, NetBot().check_game(game))

    def puzzles_of(self, number: int) -> list[Puzzle]:
        """Return the puzzles of one game, each with another theme."""
        rng = random.Random(f"{self.seed}|{number}")
        candidates = list(self.candidates(number, rng))
        rng.shuffle(candidates)
        candidates.sort(key=lambda candidate: PLAYER not in candidate.traps)
        found: dict[str, Puzzle] = {}
        for candidate in candidates[:MAX_VERIFIED]:
            puzzle = self.verified(candidate, rng) if len(found) < MAX_KEPT else None
            if puzzle is not None:
                found.setdefault(puzzle.theme, puzzle)
        return list(found.values())

    # ---- candidates --------------------------------------------------------------------------------------------------

    def candidates(self, number: int, rng: random.Random) -> Iterator[Candidate]:
        """Play a game, and yield the decisions that may be puzzles."""
        counts = range(self.game.min_players, self.game.max_players + 1)
        position = self.game.start(counts[number % len(counts)], seed=f"{self.seed}|{number}")
        while (seat := position.to_act) is not None:
            known = position.imagine(seat, rng)
            move = self.bots[PLAYER].choose(known, rng)
            if len(position.actions()) > 1 and position.to_json()["phase"] not in OPEN_PHASES:
                candidate = self.candidate(known, seat, move, rng)
                if candidate is not None:
                    yield candidate
            position.play(move)

    def candidate(self, known: Position, seat: int, move: str, rng: random.Random) -> Candidate | None:
        """Return a decision if it may be a puzzle; a short search tells that most are none."""
        first = self.first.explain(known, rng)
        if not is_clear(first, seat):
            return None
        choices = {level: one.choose(known, rng) for level, one in self.bots.items() if level != PLAYER}
        found = Candidate(known, first.move, traps(choices | {PLAYER: move}, first.move))
        if not found.traps:
            return None
        options = self.short.judge(known, rng, played=found.trap).options
        best = options[0].move
        found = Candidate(known, best, traps(choices | {PLAYER: move}, best))
        return found if found.traps and is_puzzle(options, seat, FIRST_GAP) else None

    # ---- verification ------------------------------------------------------------------------------------------------

    def verified(self, candidate: Candidate, rng: random.Random) -> Puzzle | None:
        """Return the puzzle of a candidate if the long search agrees with the short one."""
        known, best = candidate.position, candidate.best
        if not self.agrees(self.middle.judge(known, rng, played=candidate.trap), best, FIRST_GAP):
            return None
        judged = self.long.judge(known, rng, played=candidate.trap)
        if not self.agrees(judged, best, GAP + ROUNDING):
            return None
        missed = tuple(candidate.traps)
        prior, position = self.prior(known, best), known.to_json()
        theme = theme_of(position, known.legal())
        options = tuple(PuzzleOption.of(option) for option in judged.options)
        return Puzzle(self.game.name, position, options, theme, difficulty_of(missed, prior), missed, prior)

    def agrees(self, judged: JudgedDecision, best: str, gap: float) -> bool:
        """Return whether a decision has this best move, clearly and for sure."""
        sure = max(option.error for option in judged.options[:2]) <= MAX_ERROR
        return judged.best.move == best and sure and is_puzzle(judged.options, judged.seat, gap)

    def prior(self, position: Position, move: str) -> float:
        """Return how likely the net thinks a move before it looks ahead."""
        likely, trial = 1.0, position.without_history()
        for action in position.decisions(move):
            likely *= self.net.judge(trial)[0][action] if len(trial.actions()) > 1 else 1.0
            trial.act(action)
        return round(likely, 3)


def traps(choices: dict[str, str], best: str) -> dict[str, str]:
    """Return the choices of levels that are not the best move."""
    return {level: choice for level, choice in choices.items() if choice != best}


def is_clear(first: Analysis, seat: int) -> bool:
    """Return whether a short search sees one best move; what it hardly visited it does not know."""
    if not first.options:
        return False
    best = first.options[0].win[seat]
    others = [option.win[seat] for option in first.options[1:] if option.visits * 10 >= first.simulations]
    return best <= MAX_BEST and all(best - other >= FIRST_GAP / 2 for other in others)


def is_puzzle(options: Sequence[EvaluatedMove], seat: int, gap: float) -> bool:
    """Return whether the first of some moves is clearly better than the second."""
    if len(options) < 2:
        return False
    best, second = options[0].win[seat], options[1].win[seat]
    return best <= MAX_BEST and best - second >= gap


def difficulty_of(missed: Sequence[str], prior: float) -> int:
    """Return how hard a puzzle is: by the strongest level that misses it, and by whether the move suggests itself."""
    return max((DIFFICULTY[level] for level in missed), default=1) + (prior < LIKELY)
