"""A reviewer that judges a decision at once, and only as many as it may: what the server does with it can be seen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar

import pytest

import heliopolis as hp
from heliopolis.core.game import Game
from heliopolis.core.record import Record, play_recorded_move
from heliopolis.review import Review

JSON = dict[str, Any]
ENDLESS = 10**9


class Permission:
    """Takes the place of what must be compiled: steps are possible as long as some are left."""

    def is_usable(self, _: Game) -> bool:
        return QuickReviewing.left > 0


class QuickReviewing:
    """As `Reviewing`, but every option is as good as any other."""

    left: ClassVar[int] = ENDLESS  # decisions that may be judged
    judged: ClassVar[list[int]] = []  # by all reviewers, in their order
    piece: ClassVar[Permission] = Permission()

    def __init__(self, record: Record, bot: str = "search:200", so_far: Review | None = None) -> None:
        self.record = record
        self.bot = bot
        self.end = record.replay()
        self.moments: list[JSON] = [] if so_far is None else list(so_far.to_json()["moments"])
        self.position = record.start_position()
        for number in range(len(self.moments)):
            self._play(number)

    def _play(self, number: int) -> str:
        text = self.record.moves[number]
        words = play_recorded_move(self.position, text)
        for word in words:
            self.position.play(word)
        return text.removesuffix(" ".join(words)).rstrip()

    @property
    def review(self) -> Review:
        players, result = self.end.players, self.end.scores()
        winners, nothing = self.end.winners(), [0.0] * players
        complete = len(self.moments) == len(self.record.moves)
        return Review.from_json(
            {
                "game": self.record.game,
                "players": players,
                "bot": self.bot,
                "complete": complete,
                "result": result,
                "winners": winners,
                "moments": list(self.moments),
                "last": [(seat in winners) / len(winners) for seat in range(players)],
                "accuracy": [100.0] * players,
                "luck": nothing,
                "skill": nothing,
                "others": nothing,
            }
        )

    def step(self) -> bool:
        number, players = len(self.moments), self.end.players
        type(self).left -= 1
        self.judged.append(number)
        seat, win = self.position.to_act, [1 / players] * players
        move = self._play(number)
        option = {"move": move, "win": win, "points": [0.0] * players, "visits": 1, "action": 0, "error": 0.0}
        judged = {"number": number, "seat": seat, "move": move, "best": move, "win": win, "after": win, "loss": 0.0}
        judged |= {"error": 0.0, "label": "best", "only": False, "options": [option], "why": []}
        self.moments.append(judged)
        return len(self.moments) < len(self.record.moves)


@contextmanager
def quick_reviews(left: int = ENDLESS) -> Iterator[type[QuickReviewing]]:
    """Let the servers of this process review quickly, and only so many decisions for now."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("heliopolis.review.reviewing.Reviewing", QuickReviewing)
        QuickReviewing.left = left
        QuickReviewing.judged.clear()
        yield QuickReviewing


def finished_record(game: str = "ra", players: int = 2, seed: int = 7, left: int | None = None) -> Record:
    """The record of a game that was played without a plan; only its end, if so many moves are to be left."""
    position, luck = hp.game(game).start(players=players, seed=seed), random.Random(seed)
    while not position.over:
        position.play(luck.choice(position.legal()))
    record = replace(position.record, seed=None)
    if left is None:
        return record
    begins = len(record.moves) - left
    start = list(record.steps())[begins - 1][2]
    return replace(record, start=start.to_json(), moves=record.moves[begins:])
