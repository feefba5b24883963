"""The bots `search` and `plain`: Monte-Carlo tree search for a number of simulations or for a time.

`search` searches with the net of a game; `plain`, and `search` in a game without a net, with its heuristic.
`search:1000` runs a thousand simulations per move, `search:500ms` searches for half a second. `search:4000x4` shares
its simulations among four independent trees, which grow in parallel on the threads it may use. `search:1000:FILE` takes
the net of a file written by `heliopolis train`. With a number of simulations, one seed gives the same move on any
machine and any number of threads; with a time it does not.
"""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from pathlib import Path

import numpy as np

from heliopolis import kernel
from heliopolis.bots.analysis import Analysis, EvaluatedMove, bare
from heliopolis.bots.net import NetJudge
from heliopolis.bots.tree_moves import Decide, Trees, best_move, options, require_player_to_act
from heliopolis.compute.endings import ENDINGS, is_near_end, solve
from heliopolis.compute.evaluators import EVALUATORS, EvaluatedSearch, Evaluator, run_all
from heliopolis.compute.growing import GrowingTree, NetTree
from heliopolis.compute.net_files import Nets, own_nets, parse_nets, read_file
from heliopolis.compute.search_pieces import search_piece
from heliopolis.compute.tree import ROOT, Tree
from heliopolis.core.background import compile_in_background
from heliopolis.core.cores import usable_cores
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.position import Position
from heliopolis.kernel import Generator, Random

CHECKS = 16  # times per search that it is checked whether the remaining simulations can change the move
SIMULATIONS_PER_CHECK = 32  # at least
MAX_INTERPRETED_SIMULATIONS = 500  # take a few seconds, and compiling takes longer
MAX_INTERPRETED_EVALUATIONS = 20  # of nets, which take as long
MIN_SIMULATIONS_TO_SOLVE, MIN_MILLISECONDS_TO_SOLVE = 1000, 100  # of searches that solve endings
MAX_SOLVED = 100_000  # positions that can come of an ending that is solved: a few hundredths of a second
DIGITS = 9  # of chances of winning that count
MAX_BUDGET = 10_000_000  # simulations or milliseconds
BUDGET_PATTERN = re.compile(r"([1-9][0-9]*)(ms)?(?:x([1-9][0-9]?))?")


class Plain:
    """A bot that searches, with the game's heuristic as prior and for playouts."""

    kind = "plain"

    def __init__(self, option: str = "1000", *, threads: int | None = None) -> None:
        match = BUDGET_PATTERN.fullmatch(option)
        if match is None or int(match[1]) > MAX_BUDGET:
            raise InvalidSetup(
                f"The option of {self.kind} is a number of simulations, as in {self.kind}:1000, or a time, as in "
                f"{self.kind}:500ms, not {option!r:.40}."
            )
        self.name = f"{self.kind}:{option}"
        self.budget = int(match[1])
        self.timed = match[2] is not None
        self.trees = int(match[3] or 1)
        self.threads = threads or usable_cores()
        if self.timed:
            self.trees = min(self.trees, self.threads)  # a tree without a thread would only start when the time is over

    def choose(self, position: Position, rng: Random) -> str:
        """Return the most visited move."""
        require_player_to_act(position)
        trees = Trees(self.piece(position.game), [], [])
        if len(trees.candidates(position)) > 1:
            trees = self._search(position, rng, complete=position.game.composed or self.trees > 1)
        return best_move(position, trees, self._otherwise(position.game, rng)).move

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the most visited move with what is expected of all moves considered.

        As long as the search is being compiled, the analysis is the heuristic's move alone.
        """
        trees = self._search(position, rng, complete=True)
        best = best_move(position, trees, self._otherwise(position.game, rng))
        if not trees.trees:
            return bare(best.move)
        others = (option for option in options(position, trees) if option.move != best.move)
        found = [best, *sorted(others, key=lambda option: -option.visits)]
        return Analysis(best.move, best.win, best.points, found, trees.root().visits)

    def with_budget(self, simulations: int) -> Plain:
        """Return a bot that searches in the same way with so many simulations."""
        twin = copy(self)
        twin.budget = simulations
        return twin

    def new_tree(self, position: Position, seat: int, generator: Generator) -> GrowingTree:
        """Return a tree in which a seat searches a position, also one in which others or chance come next."""
        nets = self._nets(position.game)
        if nets is None:
            return GrowingTree(position, seat, generator)
        return NetTree(position, seat, generator, nets)

    def piece(self, game: Game) -> Piece:
        """Return what must be compiled for it to play a game."""
        return search_piece(game, self._nets(game) is not None)

    def _nets(self, game: Game) -> Nets | None:
        """Return the net to search with, if any."""
        return None

    def _search(self, position: Position, rng: Random, complete: bool) -> Trees:
        """Return the trees, or none as long as the search is being compiled.

        A search that need not be complete stops as soon as the remaining simulations cannot change the move.
        """
        seat, nets = require_player_to_act(position), self._nets(position.game)
        if not self._compile(position.game, nets):
            return Trees(self.piece(position.game), [], [])
        trees = [self.new_tree(position, seat, kernel.generator_from(rng)) for _ in range(self.trees)]
        end = time.monotonic() + self.budget / 1000 if self.timed else None
        with ThreadPoolExecutor(min(self.trees, self.threads)) as pool:
            grown = list(pool.map(lambda tree: self._grow(tree, complete, end), trees))
        return Trees(self.piece(position.game), grown, [ROOT] * len(grown))

    def _otherwise(self, game: Game, rng: Random) -> Decide:
        """Return how to decide where the trees end: as the net would, or the heuristic."""
        nets, generator = self._nets(game), kernel.generator_from(rng)
        if nets is not None:
            return lambda position: NetJudge(game, nets[0]).best_action(position)  # seldom needed
        return lambda position: int(game.kernels.choose(position.rule_records, generator))

    def _compile(self, game: Game, nets: Nets | None) -> bool:
        """Compile the search for a game, and return whether it can be used now.

        A short one begins at once, interpreted, while another process compiles it.
        """
        piece = self.piece(game)
        most = MAX_INTERPRETED_SIMULATIONS if nets is None else MAX_INTERPRETED_EVALUATIONS
        if not self.timed and self.budget <= most:
            compile_in_background(game, piece)
        else:
            piece.compiled(game)
        return piece.is_usable(game)

    def _grow(self, growing: GrowingTree, complete: bool, end: float | None) -> Tree:
        """Run the simulations of one tree."""
        if end is not None:
            growing.simulate_until(end)
            return growing.tree
        left = -(-self.budget // self.trees)
        chunk = left if complete else max(SIMULATIONS_PER_CHECK, left // CHECKS)
        while left > 0 and (complete or not growing.is_decided(left)):
            growing.simulate(min(chunk, left))
            left -= chunk
        return growing.tree


class Search(Plain):
    """A bot that searches with the net of a game, or that of a file; in a game without a net with its heuristic.

    An evaluator of one's own can take the place of the net (`compute.evaluators`): in each of its simulations it is
    called once for all trees, so that `Search("4000x16", evaluator=f)` calls it 250 times with 16 positions.
    """

    kind = "search"

    def __init__(self, option: str = "1000", *, threads: int | None = None, evaluator: Evaluator | None = None) -> None:
        budget, colon, file = option.partition(":")
        super().__init__(budget, threads=threads)
        self.name = f"{self.kind}:{option}"
        self.file, self.evaluator = file, evaluator
        self.data = read_file(Path(file)) if colon else None  # a missing file is reported at once

    def check_game(self, game: Game) -> Nets | None:
        """Return the nets to search with, if any; InvalidSetup if those of a file are for another game."""
        return self._nets(game)

    def piece(self, game: Game) -> Piece:
        """Return what must be compiled for it to play a game."""
        return super().piece(game) if self.evaluator is None else EVALUATORS

    def _nets(self, game: Game) -> Nets | None:
        return own_nets(game) if self.data is None else parse_nets(self.data, game, self.file)

    def choose(self, position: Position, rng: Random) -> str:
        """Return the most visited move; in an ending that can be solved, the best one."""
        solved = self._solve(position)
        return solved[0].move if solved else super().choose(position, rng)

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the chosen move with what is expected of all moves; in a solved ending the best has all visits."""
        solved = self._solve(position)
        if not solved:
            return super().explain(position, rng)
        return Analysis(solved[0].move, solved[0].win, solved[0].points, solved, self.budget)

    def _solve(self, position: Position) -> list[EvaluatedMove]:
        """Return all moves of an ending with their exact values, best first; none if solving it would take long."""
        long = self.budget >= (MIN_MILLISECONDS_TO_SOLVE if self.timed else MIN_SIMULATIONS_TO_SOLVE)
        seat = require_player_to_act(position)
        if not long or self.evaluator is not None or not is_near_end(position):
            return []
        usable = self._compile(position.game, self._nets(position.game))  # with the search, the solver is compiled
        if not usable or not ENDINGS.is_compiled(position.game):
            return []
        ending = solve(position, MAX_SOLVED)
        after = {} if ending is None else ending.after
        order = sorted(after, key=lambda action: (-round(after[action][0][seat], DIGITS), -after[action][1][seat]))
        visits = [self.budget, *[0] * len(order)]
        return [
            EvaluatedMove(position.text(action), action, number, *after[action])
            for action, number in zip(order, visits, strict=False)
        ]

    def _search(self, position: Position, rng: Random, complete: bool) -> Trees:
        if self.evaluator is None:
            return super()._search(position, rng, complete)
        positions = kernel.wrap_records(position.game.blank(self.trees))
        for number in range(self.trees):
            positions[number] = position.rule_records[0]
        generators = np.array([kernel.generator_from(rng) for _ in range(self.trees)])
        search = EvaluatedSearch(position.game, position.players, positions, generators, self.evaluator, run_all)
        if self.timed:
            search.simulate_until(time.monotonic() + self.budget / 1000)
        else:
            search.simulate(-(-self.budget // self.trees))
        return Trees(EVALUATORS, [search.trees[0]] * self.trees, list(range(self.trees)))
