"""A finished or running game as text or JSON: its first position and every move, chance included.

As text a record is a few headers (`Key: JSON value`), an empty line, and a line a move: the seat and what it did, the
outcome of chance behind the move that led to it. Lines that begin with # are comments.

    Game: "ra"
    Seats: ["you", "greedy", "random"]
    Start: {"game": "ra", "players": 3, …}
    Result: [31, 44, 18]

    2: draw pharaoh
    0: invoke
    1: bid 12
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from heliopolis.errors import HeliopolisError, IllegalMove, InvalidRecord
from heliopolis.game import game
from heliopolis.kernel import CHANCE

if TYPE_CHECKING:
    from heliopolis.position import Position

JSON = dict[str, Any]
HEADERS: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "start": dict,
    "seats": list,
    "seed": (int, str),
    "deal": dict,
    "practice": bool,
    "result": list,
}


@dataclass(frozen=True)
class Record:
    """One game, from its first position on."""

    game: str
    start: JSON
    moves: tuple[str, ...]
    seats: tuple[str, ...] | None = None  # who sat there
    seed: int | str | None = None  # of the dealer; only once the game is over
    deal: JSON | None = None  # of a server's table: seed, salt and commitment, for `heliopolis verify`
    result: tuple[int, ...] | None = None  # the scores; only once the game is over
    practice: bool = False  # whether somebody took back what he had seen the consequences of

    def with_seats(self, names: list[str]) -> Record:
        return replace(self, seats=tuple(names))

    # ---- replaying -------------------------------------------------------------------------------------------------

    def replay(self) -> Position:
        """The position after the last move; chance is yours from there on."""
        position = self.first()
        for number, move in enumerate(self.moves, 1):
            _replay_move(position, number, move)
        if self.result is not None and (not position.over or position.scores() != list(self.result)):
            raise InvalidRecord(f"The moves lead to {position.scores()}, not to the result {list(self.result)}.")
        return position

    def first(self) -> Position:
        """The position before the first move."""
        try:
            position = game(self.game).from_json(self.start)
        except HeliopolisError as error:
            raise InvalidRecord(f"The record cannot be replayed: {error}") from None
        if self.seats is not None and len(self.seats) != position.players:
            raise InvalidRecord(f"The record names {len(self.seats)} seats of {position.players}.")
        return position

    def steps(self) -> Iterator[tuple[int, str, Position]]:
        """Seat, move and the position after it, move by move."""
        position = self.first()
        for number, move in enumerate(self.moves, 1):
            seat = position.to_act
            _replay_move(position, number, move)
            yield CHANCE if seat is None else seat, move, position.copy()

    def story(self) -> Iterator[tuple[int, str, list[str], list[JSON], Position]]:
        """Seat, move, outcomes of chance, what is told of it to everybody, and the position after it."""
        before = self.first()
        seen = before.view(None)
        for seat, move, after in self.steps():
            outcomes = [] if seat == CHANCE else _play_longest(before.copy(), move.split(" "))
            said = move.removesuffix(" ".join(outcomes)).rstrip()
            sees = after.view(None)
            told = before.game.told(seen, seat, said, outcomes, sees) if seat != CHANCE else []
            yield seat, said, outcomes, told, after
            before, seen = after, sees

    # ---- as JSON and as text ---------------------------------------------------------------------------------------

    def to_json(self) -> JSON:
        data: JSON = {"game": self.game, "start": self.start, "moves": list(self.moves)}
        for key, value in (("seats", self.seats), ("seed", self.seed), ("deal", self.deal), ("result", self.result)):
            if value is not None:
                data[key] = list(value) if isinstance(value, tuple) else value
        return data | {"practice": True} if self.practice else data

    @classmethod
    def from_json(cls, data: object) -> Record:
        if not isinstance(data, dict):
            raise InvalidRecord("A record is a JSON object.")
        for key in data:
            if key != "moves" and key not in HEADERS:
                raise InvalidRecord(f"A record has no field {key!r}.")
        for key in ("game", "start", "moves"):
            if key not in data:
                raise InvalidRecord(f"The record lacks {key!r}.")
        for key, kind in HEADERS.items():
            if key in data and not isinstance(data[key], kind):
                raise InvalidRecord(f"The record's {key!r} cannot be {data[key]!r:.60}.")
        if not isinstance(data["moves"], list) or not all(isinstance(move, str) for move in data["moves"]):
            raise InvalidRecord("The record's moves must be a list of texts.")
        seats, result = data.get("seats"), data.get("result")
        if seats is not None and not all(isinstance(name, str) and name.isprintable() for name in seats):
            raise InvalidRecord("The record's seats must be names in plain text.")
        return cls(
            game=data["game"],
            start=data["start"],
            moves=tuple(data["moves"]),
            seats=None if seats is None else tuple(seats),
            seed=data.get("seed"),
            deal=data.get("deal"),
            result=None if result is None else tuple(result),
            practice=data.get("practice", False),
        )

    def to_text(self) -> str:
        data = self.to_json()
        headers = [f"{key.capitalize()}: {json.dumps(data[key])}" for key in HEADERS if key in data]
        moves = [f"{'chance' if seat == CHANCE else seat}: {move}" for seat, move, _ in self.steps()]
        return "\n".join([*headers, "", *moves]) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """A record from text (or from JSON, which is recognised)."""
        if text.lstrip().startswith("{"):
            try:
                return cls.from_json(json.loads(text))
            except (json.JSONDecodeError, RecursionError):
                raise InvalidRecord("The record looks like JSON but is not.") from None
        data: JSON = {"moves": []}
        actors: list[str] = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                _read_line(line, number, data, actors)
        record = cls.from_json(data)
        record._check_actors(actors)
        return record

    def _check_actors(self, actors: list[str]) -> None:
        for number, ((seat, move, _), said) in enumerate(zip(self.steps(), actors, strict=True), 1):
            if said != ("chance" if seat == CHANCE else str(seat)):
                raise InvalidRecord(f"Move {number}, {move!r}, is seat {seat}'s, not seat {said}'s.")


def _read_line(line: str, number: int, data: JSON, actors: list[str]) -> None:
    key, colon, value = (part.strip() for part in line.partition(":"))
    if colon and (key.isdecimal() or key == "chance"):
        actors.append(key)
        data["moves"].append(value)
        return
    if not colon or key.lower() not in HEADERS:
        raise InvalidRecord(f"Line {number} is neither a header nor a move: {line!r:.60}")
    try:
        data[key.lower()] = json.loads(value)
    except (json.JSONDecodeError, RecursionError):
        raise InvalidRecord(f"The value of {key} in line {number} is not JSON.") from None


def _replay_move(position: Position, number: int, move: str) -> None:
    """A move with the outcomes of chance behind it: the longest text that is a move, then word by word."""
    try:
        for outcome in play_decision(position, move):
            if position.to_act != CHANCE:
                raise IllegalMove(f"{outcome!r} stands behind a move, but nothing is left to chance.")
            position.play(outcome)
    except IllegalMove as error:
        raise InvalidRecord(f"Move {number}: {error}") from None


def play_decision(position: Position, move: str) -> list[str]:
    """Play a move of a record up to where chance decides; the outcomes that are written behind it."""
    return move.split(" ") if position.to_act == CHANCE else _play_longest(position, move.split(" "))


def _play_longest(position: Position, words: list[str]) -> list[str]:
    """Play as many of the words as make a move; what is left over."""
    refusal: IllegalMove | None = None
    for end in range(len(words), 0, -1):
        try:
            position.play(" ".join(words[:end]))
        except IllegalMove as error:
            refusal = refusal or error
        else:
            return words[end:]
    raise refusal or IllegalMove("There is no move.")
