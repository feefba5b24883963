"""The templates of this folder, compiled for a game when they are first needed; all pieces of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.compute.batch import BATCH_SEARCH, BATCHES
from heliopolis.compute.evaluators import EVALUATORS
from heliopolis.compute.net_files import blank_net
from heliopolis.compute.search_pieces import OTHER_SEARCH
from heliopolis.compute.search_pieces import SEARCH as SEARCH
from heliopolis.compute.templates import net, random_games
from heliopolis.core.background import BackgroundCompiler
from heliopolis.core.compile_process import CompileProcess
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.rule_calls import RULES


def is_compiled(game: Game) -> bool:
    """Return whether the rules and the search of a game are in the cache of compiled code."""
    return RULES.is_compiled(game) and SEARCH.is_compiled(game)


def compile_all(game: Game) -> None:
    """Compile the rules and the search of a game unless they are cached, each in a process of its own."""
    pieces = [piece for piece in (SEARCH, RULES) if not piece.is_compiled(game)]
    with ExitStack() as stack:
        processes = [stack.enter_context(CompileProcess(game, piece)) for piece in pieces]
        for piece, process in zip(pieces, processes, strict=True):
            with kernel.showing(piece.title(game)) as report:
                process.wait(report)


@contextmanager
def compiled_meanwhile(game: Game, failed: Callable[[str], object]) -> Iterator[None]:
    """Let other processes compile the rules and the search of a game; until they have, it is played interpreted.

    `failed` is called with one sentence if something cannot be compiled.
    """
    if is_compiled(game):
        yield
        return
    kernel.leave_to_others()
    compiler = BackgroundCompiler([(game, SEARCH), (game, RULES)], jobs=2, failed=failed)
    compiler.start()
    try:
        yield
    finally:
        compiler.close()
        kernel.take_back()


# ---- nets ------------------------------------------------------------------------------------------------------------


def call_net(game: Game) -> None:
    """Compile the evaluation of nets by asking a small one about a first position."""
    small = blank_net(game)
    positions, scratch = kernel.wrap_records(game.blank()), small.new_scratch()
    generator, seats = kernel.new_generator(), (np.zeros(game.max_players) for _ in range(2))
    kernel.interpret(kernel.seed_generator)(generator, 1, 0)
    kernel.interpret(RULES.functions(game).set_up)(positions, game.min_players, generator)
    kernels = NETS.functions(game)
    kernels.choose(positions, small.arrays, scratch)
    kernels.judge(positions, 0, small.arrays, scratch, np.zeros(game.actions), *seats)


# ---- random games ----------------------------------------------------------------------------------------------------


def call_playouts(game: Game) -> None:
    """Compile random games by playing one."""
    run_playouts(PLAYOUTS.functions(game), game, game.min_players, game.blank(), 1, 0, 1)


def run_playouts(
    kernels: SimpleNamespace, game: Game, players: int, start: NDArray[np.void], games: int, first_game: int, key: int
) -> tuple[NDArray[Any], ...]:
    """Play random games on one thread; return scores, winners as bit sets, numbers of decisions, and statistics.

    `start` is the record of a position to play on from, or a blank one, from which each game is set up.
    """
    scores = np.zeros((games, players), np.int32)
    wins = np.zeros(games, np.int32)
    decisions = np.zeros(games, np.int32)
    counts = np.zeros(game.rules.STATISTICS, np.int64)
    positions = kernel.wrap_records(game.blank())
    results, generator = (scores, wins, decisions, counts), kernel.new_generator()
    kernels.playouts(0, games, 1, positions, kernel.wrap_records(start), players, key, first_game, generator, *results)
    return results


# ---- all pieces, in the order in which they are needed ---------------------------------------------------------------

PLAYOUTS = Piece("playouts", "random games", random_games, call_playouts)
NETS = Piece("nets", "nets", net, call_net)
PIECES = {
    piece.name: piece for piece in (RULES, SEARCH, NETS, PLAYOUTS, OTHER_SEARCH, BATCHES, BATCH_SEARCH, EVALUATORS)
}
