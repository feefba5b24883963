"""The bot `net`: plays the first choice of a net, in well under a millisecond, without looking ahead.

`net` plays the net that comes with this package, `net:FILE` that of a file written by `heliopolis train`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from heliopolis.bots.analysis import Analysis, EvaluatedMove
from heliopolis.bots.tree_moves import require_player_to_act
from heliopolis.compute.compiled import NETS
from heliopolis.compute.net import Net
from heliopolis.compute.net_files import own_nets, parse_nets, read_file
from heliopolis.core.background import compile_in_background
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.position import Position
from heliopolis.kernel import CHANCE, Random

VISITS = 1000  # of all options together: a net visits nothing, so that these are its probabilities


class NetBot:
    """A bot that plays what a net thinks best."""

    def __init__(self, file: str | None = None) -> None:
        self.name = "net" if file is None else f"net:{file}"
        self.file = file
        self.data = None if file is None else read_file(Path(file))  # a missing file is reported at once

    def choose(self, position: Position, rng: Random) -> str:
        """Return the net's first choice; a move of several decisions is composed of first choices."""
        return NetJudge(position.game, self.check_game(position.game)).move(position, [])

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the net's first choice, what it expects of the position and of every move.

        A move is judged by whoever decides next, who knows more than this seat: what that may be is dealt at random.
        """
        judge = NetJudge(position.game, self.check_game(position.game))
        imagined = position.imagine(require_player_to_act(position), rng)
        options = sorted(judge.options(imagined), key=lambda option: -option.visits)
        _, win, points = judge.judge(position)
        return Analysis(judge.move(position, []), win, points, options, 0)

    def piece(self, game: Game) -> Piece:
        """Return what must be compiled for it to play a game."""
        return NETS

    def check_game(self, game: Game) -> Net:
        """Return the net for a game; InvalidSetup if there is none."""
        if self.data is not None:
            return parse_nets(self.data, game, self.file or "")[0]
        nets = own_nets(game)
        if nets is None:
            raise InvalidSetup(f"There is no net for {game.title} here: train one, and name its file, as in net:FILE.")
        return nets[0]


@dataclass
class NetJudge:
    """A net that is asked about positions of a game."""

    game: Game
    net: Net

    def __post_init__(self) -> None:
        compile_in_background(self.game, NETS)
        self.kernels, self.scratch = NETS.functions(self.game), self.net.new_scratch()

    def best_action(self, position: Position) -> int:
        """Return the net's first choice for the seat to act."""
        require_player_to_act(position)
        return int(self.kernels.choose(position.rule_records, self.net.arrays, self.scratch))

    def move(self, position: Position, first: list[int]) -> str:
        """Return the move that begins with some actions and goes on with the net's first choices."""
        waiting = list(first)
        return position.compose(lambda trial: waiting.pop(0) if waiting else self.best_action(trial))

    def judge(self, position: Position) -> tuple[list[float], list[float], list[float]]:
        """Return priors of the actions, and by seat chances of winning and expected scores, before a decision."""
        priors, win, points = np.zeros(self.game.actions), np.zeros(position.players), np.zeros(position.players)
        seat = position.to_act or 0
        arguments = self.net.arrays, self.scratch, priors, win, points
        self.kernels.judge(position.rule_records, seat, *arguments)
        return priors.tolist(), win.tolist(), points.tolist()

    def expect(self, position: Position) -> tuple[list[float], list[float]]:
        """Return chances of winning and expected scores by seat, also at a chance node and when the game is over."""
        if position.over:
            winners = position.winners()
            shares = [float(seat in winners) / len(winners) for seat in range(position.players)]
            return shares, [float(score) for score in position.scores()]
        if position.to_act != CHANCE:
            return self.judge(position)[1:]
        win, points = np.zeros(position.players), np.zeros(position.players)
        for outcome, odds in position.chances().items():
            after = position.without_history()
            after.play(outcome)
            expected = self.expect(after)
            win += odds * np.array(expected[0])
            points += odds * np.array(expected[1])
        return win.tolist(), points.tolist()

    def options(self, position: Position) -> Iterator[EvaluatedMove]:
        """Yield what the net expects of each legal action, and of the move that it would compose after it."""
        priors, _, _ = self.judge(position)
        for action in position.actions():
            after = position.without_history()
            after.act(action)
            move = self.move(position, [action])
            yield EvaluatedMove(move, action, round(VISITS * priors[action]), *self.expect(after))
