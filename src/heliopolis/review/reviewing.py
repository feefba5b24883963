"""STAND-IN until the real package is on main."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.core.record import Record, play_recorded_move


@dataclass(frozen=True)
class Review:
    data: JSON

    @property
    def moments(self) -> list[Any]:
        return list(self.data["moments"])

    @property
    def complete(self) -> bool:
        return bool(self.data["complete"])

    def to_json(self) -> JSON:
        return self.data

    @classmethod
    def from_json(cls, data: JSON) -> Review:
        return cls({**data, "moments": list(data["moments"])})


class Reviewing:
    piece: Any = None

    def __init__(self, record: Record, bot: str = "search:200", so_far: Review | None = None) -> None:
        self.record = record
        end = record.replay()
        self.players = end.players
        self.moments: list[JSON] = [] if so_far is None else list(so_far.moments)
        self.position = record.start_position()
        for number in range(len(self.moments)):
            self._play(number)
        self.result: Any
        self.result, self.winners = (end.scores(), end.winners()) if end.over else (None, [])
        self.bot = bot

    def _play(self, number: int) -> str:
        text = self.record.moves[number]
        words = play_recorded_move(self.position, text)
        for word in words:
            self.position.play(word)
        return text.removesuffix(" ".join(words)).rstrip()

    @property
    def review(self) -> Review:
        complete = len(self.moments) == len(self.record.moves)
        nothing = [0.0] * self.players
        return Review(
            {
                "game": self.record.game,
                "players": self.players,
                "bot": self.bot,
                "complete": complete,
                "result": self.result,
                "winners": self.winners,
                "moments": list(self.moments),
                "last": None,
                "accuracy": [None] * self.players,
                "luck": nothing,
                "skill": nothing,
                "others": nothing,
            }
        )

    def step(self) -> bool:
        number = len(self.moments)
        if number == len(self.record.moves):
            return False
        seat, win = self.position.to_act, [1 / self.players] * self.players
        move = self._play(number)
        option = {"move": move, "win": win, "points": win, "visits": 1}
        self.moments.append(
            {
                "number": number,
                "seat": seat,
                "move": move,
                "best": move,
                "win": win,
                "after": win,
                "loss": 0.0,
                "error": 0.0,
                "label": "best",
                "only": False,
                "options": [option],
                "why": [],
            }
        )
        return number + 1 < len(self.record.moves)
