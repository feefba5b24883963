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
from functools import cache
from pathlib import Path

from heliopolis import kernel
from heliopolis.bots.analysis import Analysis, bare
from heliopolis.bots.tree_moves import Trees, best_move, candidates, options, require_player_to_act
from heliopolis.compute.growing import GrowingTree, NetTree
from heliopolis.compute.net import Net
from heliopolis.compute.net_files import own_net, parse_nets, read_file
from heliopolis.compute.search_pieces import search_piece
from heliopolis.compute.tree import ROOT, Tree
from heliopolis.core.background import compile_in_background
from heliopolis.core.cores import usable_cores
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.position import Position
from heliopolis.kernel import Random

CHECKS = 16  # times per search that it is checked whether the remaining simulations can change the move
SIMULATIONS_PER_CHECK = 32  # at least
MAX_INTERPRETED_SIMULATIONS = 500  # take a few seconds, and compiling takes longer
MAX_INTERPRETED_EVALUATIONS = 20  # of nets, which take as long
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
        search = len(candidates(position)) > 1
        trees = self._search(position, rng, position.game.composed or self.trees > 1) if search else []
        return best_move(position, _rooted(trees), rng).move

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the most visited move with what is expected of all moves considered.

        As long as the search is being compiled, the analysis is the heuristic's move alone.
        """
        trees = self._search(position, rng, complete=True)
        best = best_move(position, _rooted(trees), rng)
        if not trees:
            return bare(best.move)
        others = (option for option in options(position, _rooted(trees)) if option.move != best.move)
        found = [best, *sorted(others, key=lambda option: -option.visits)]
        return Analysis(best.move, best.win, best.points, found, sum(int(tree.visits[ROOT]) for tree in trees))

    def _net(self, game: Game) -> Net | None:
        """Return the net to search with, if any."""
        return None

    def _search(self, position: Position, rng: Random, complete: bool) -> list[Tree]:
        """Return the trees, or none as long as the search is being compiled.

        A search that need not be complete stops as soon as the remaining simulations cannot change the move.
        """
        seat, net = require_player_to_act(position), self._net(position.game)
        if not self._compile(position.game, net):
            return []
        generators = [kernel.generator_from(rng) for _ in range(self.trees)]
        if net is None:
            trees = [GrowingTree(position, seat, generator) for generator in generators]
        else:
            trees = [NetTree(position, seat, generator, net) for generator in generators]
        end = time.monotonic() + self.budget / 1000 if self.timed else None
        with ThreadPoolExecutor(min(self.trees, self.threads)) as pool:
            return list(pool.map(lambda tree: self._grow(tree, complete, end), trees))

    def _compile(self, game: Game, net: Net | None) -> bool:
        """Compile the search for a game, and return whether it can be used now.

        A short one begins at once, interpreted, while another process compiles it.
        """
        piece = search_piece(game, net is not None)
        most = MAX_INTERPRETED_SIMULATIONS if net is None else MAX_INTERPRETED_EVALUATIONS
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
    """A bot that searches with the net of a game, or that of a file; in a game without a net with its heuristic."""

    kind = "search"

    def __init__(self, option: str = "1000", *, threads: int | None = None) -> None:
        budget, colon, file = option.partition(":")
        super().__init__(budget, threads=threads)
        self.name = f"{self.kind}:{option}"
        self.file = file
        self.data = read_file(Path(file)) if colon else None  # a missing file is reported at once

    def _net(self, game: Game) -> Net | None:
        return own_net(game) if self.data is None else _parse(self.data, game, self.file)


@cache
def _parse(data: bytes, game: Game, name: str) -> Net:
    return parse_nets(data, game, name)[0]


def _rooted(trees: list[Tree]) -> Trees:
    return Trees(trees, [ROOT] * len(trees))
