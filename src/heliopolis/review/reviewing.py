"""Makes reviews, one decision after the other, in short steps: a server does other things in between."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import replace

from heliopolis.bots.tree_moves import require_player_to_act
from heliopolis.core.pieces import Piece
from heliopolis.core.position import Position
from heliopolis.core.record import Record, play_recorded_move
from heliopolis.kernel import CHANCE
from heliopolis.review.judging import DEFAULT_BOT, DIGITS, Judge, JudgedDecision
from heliopolis.review.labels import ONLY, Label, is_doubtful, label_of
from heliopolis.review.moments import Moment, Review


class Reviewing:
    """A review that is being made; one that was begun earlier goes on where it stopped.

    The same record and judge give the same review on every machine.
    """

    def __init__(self, record: Record, bot: str = DEFAULT_BOT, so_far: Review | None = None) -> None:
        self.record = record
        start = record.start_position()
        self.judge = Judge(start.game, bot)
        last = record.replay()
        self.review = so_far or Review(
            game=start.game.name,
            players=start.players,
            bot=bot,
            result=last.scores() if last.over else None,
            winners=last.winners(),
        )
        self._work = self._judge_all(start, len(self.review.moments))

    @property
    def piece(self) -> Piece:
        """What must be compiled for it."""
        return self.judge.piece

    def step(self) -> bool:
        """Work for a few hundredths of a second; return whether there is more to do."""
        if not self.review.complete:
            next(self._work, None)
        return not self.review.complete

    def finish(self) -> Review:
        """Make the whole review."""
        while self.step():
            pass
        return self.review

    def _judge_all(self, position: Position, done: int) -> Generator[None]:
        """Judge the decisions of the record that are not judged yet."""
        judged = 0
        for number, text in enumerate(self.record.moves):
            before = position.without_history()
            outcomes = play_recorded_move(position, text)
            for outcome in outcomes:
                position.play(outcome)
            if before.to_act == CHANCE:
                continue
            judged += 1
            if judged > done:
                move = text.removesuffix(" ".join(outcomes)).rstrip()
                yield from self._judge(number, before, move)
        self.review = replace(self.review, complete=True)

    def _judge(self, number: int, position: Position, move: str) -> Generator[None]:
        """Judge one decision, and add it to the review."""
        moment = yield from judging_moment(self.judge, number, position, move)
        self.review = replace(self.review, moments=[*self.review.moments, moment])


def judging_moment(judge: Judge, number: int, position: Position, move: str) -> Generator[None, None, Moment]:
    """Judge one decision of a game in short steps; the generator's value is the moment."""
    seat, rng = require_player_to_act(position), random.Random(number)
    known = position.imagine(seat, rng)  # what others hold is not what it really was
    decision = yield from judge.judging(known, rng, move, is_doubtful)
    return moment_of(number, known, decision, move)


def moment_of(number: int, position: Position, judgement: JudgedDecision, move: str) -> Moment:
    """Return the moment in which a judged decision was made by a move."""
    played, best, seat = judgement.option(move), judgement.best, judgement.seat
    loss, error = judgement.loss(move)
    chances = [option.win[seat] for option in judgement.options]
    only = played is best and len(chances) > 1 and chances[0] - chances[1] >= ONLY
    return Moment(
        number=number,
        seat=seat,
        move=move,
        best=best.move,
        win=best.win,
        after=played.win,
        loss=round(loss, DIGITS),
        error=round(error, DIGITS),
        label=_label(judgement, move, loss, error),
        only=only,
        options=judgement.options,
        why=why(position, judgement, move),
    )


def _label(judgement: JudgedDecision, move: str, loss: float, error: float) -> Label:
    """Return the label of a decision; one without a choice is good."""
    if len(judgement.options) == 1:
        return "good"
    chances = [option.win[judgement.seat] for option in judgement.options]
    return "best" if move == judgement.best.move else label_of(loss, error, max(chances) - min(chances))


def why(position: Position, judgement: JudgedDecision, move: str | None = None) -> list[dict[str, object]]:
    """Return why the best option is better than a move, or where it is that move or none, than the second best."""
    if len(judgement.options) == 1:
        return []
    best = judgement.best.move
    other = judgement.options[1].move if move in (None, best) else move
    return position.game.reasons(position, judgement.seat, best, str(other))
