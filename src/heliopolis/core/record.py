"""A finished or running game as text or JSON: its first position and every move, chance included.

As text a record is a few headers (`Key: JSON value`, but `Rules: ra/1`), an empty line, and one line per move: the seat
and what it did, followed by the outcomes of chance it led to. Lines that begin with # are comments. `Rules` is the
version of the game's rules by which it was played; a record without it is older than such versions. `Seats` are the
names of the players, empty for people who had none; `Bots` says which of them are bots, and of which level.

    Game: "ra"
    Rules: ra/1
    Seats: ["Ada", "expert", "easy"]
    Bots: [null, "expert", "easy"]
    Start: {"game": "ra", "players": 3, …}
    Result: [31, 44, 18]

    2: draw pharaoh
    0: invoke
    1: bid 12
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError, IllegalMove, InvalidRecord
from heliopolis.core.registry import game
from heliopolis.kernel import CHANCE

if TYPE_CHECKING:
    from heliopolis.core.position import Position

HEADERS: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "rules": str,
    "start": dict,
    "seats": list,
    "bots": list,
    "seed": (int, str),
    "deal": dict,
    "practice": bool,
    "result": list,
}
# Words of a move with its outcomes. The longest in the package has 19: a gift of nine cards of each of two kinds.
MAX_MOVE_WORDS = 48
MAX_VERSION_DIGITS = 9  # of the rules


@dataclass(frozen=True)
class Record:
    """One game: its first position and all moves so far."""

    game: str
    start: JSON
    moves: tuple[str, ...]
    seats: tuple[str, ...] | None = None  # names of the players; empty for people who had none
    bots: tuple[str | None, ...] | None = None  # by seat, the level or the name of the bot; None for a person
    seed: int | str | None = None  # of the dealer; only when the game is over
    deal: JSON | None = None  # of a server's table: seed, salt and commitment, for `heliopolis verify`
    result: tuple[int, ...] | None = None  # the scores; only when the game is over
    practice: bool = False  # whether a player took back a move after seeing its consequences
    rules: int | None = None  # the version of the game's rules
    actors: tuple[str, ...] | None = field(default=None, compare=False)  # of a text's moves, until it is replayed

    def with_seats(self, names: list[str]) -> Record:
        """Return the record with the names of the players."""
        return replace(self, seats=tuple(names))

    # ---- replaying -------------------------------------------------------------------------------------------------

    def replay(self) -> Position:
        """Return the position after the last move, without a dealer."""
        position = self.start_position()
        for _ in self._play(position):
            pass
        self.check_result(position)
        return position

    def check_result(self, last: Position) -> None:
        """Raise `InvalidRecord` if the game is not over with this result in the position after the last move."""
        if self.result is not None and (not last.over or last.scores() != list(self.result)):
            raise InvalidRecord(f"The moves lead to {last.scores()}, not to the result {list(self.result)}.")

    def start_position(self) -> Position:
        """Return the position before the first move."""
        try:
            position = game(self.game).from_json(self.start)
        except HeliopolisError as error:
            raise InvalidRecord(f"The record cannot be replayed: {error}") from None
        if self.rules is not None and self.rules > position.game.rules_version:
            newer, ours = f"{self.game}/{self.rules}", f"{self.game}/{position.game.rules_version}"
            raise InvalidRecord(f"The record was made by newer rules: {newer}, and these are {ours}.")
        for named in (self.seats, self.bots):
            if named is not None and len(named) != position.players:
                raise InvalidRecord(f"The record names {len(named)} seats of {position.players}.")
        return position

    def steps(self) -> Iterator[tuple[int, str, Position]]:
        """Yield for each move: the seat, the move with its outcomes, and the position after it."""
        position = self.start_position()
        for (seat, _), move in zip(self._play(position), self.moves, strict=True):
            yield seat, move, position.copy()

    def story(self) -> Iterator[tuple[int, str, list[str], list[JSON], Position]]:
        """Yield for each move: the seat, the move, its outcomes, its public messages, and the position after."""
        position = self.start_position()
        known = position.known_facts(None)
        story = position.game.story
        for (seat, outcomes), text in zip(self._play(position), self.moves, strict=True):
            move = text.removesuffix(" ".join(outcomes)).rstrip()
            known_after = position.known_facts(None)
            messages = [] if seat == CHANCE else list(story.messages(known, seat, move, outcomes, known_after))
            yield seat, move, outcomes, messages, position.copy()
            known = known_after

    def _play(self, position: Position) -> Iterator[tuple[int, list[str]]]:
        """Play all moves in a position; yield after each who has acted and, unless that was chance, the outcomes."""
        for number, move in enumerate(self.moves, 1):
            seat = CHANCE if position.to_act is None else position.to_act
            outcomes = _replay_move(position, number, move)
            if self.actors is not None:
                _check_actor(number, move, seat, self.actors[number - 1])
            yield seat, [] if seat == CHANCE else outcomes

    # ---- as JSON and as text ---------------------------------------------------------------------------------------

    def to_json(self) -> JSON:
        """Return the record as a JSON object."""
        data: JSON = {"game": self.game, "start": self.start, "moves": list(self.moves)}
        if self.rules is not None:
            data["rules"] = f"{self.game}/{self.rules}"
        optional = {"seats": self.seats, "bots": self.bots, "seed": self.seed, "deal": self.deal, "result": self.result}
        for key, value in optional.items():
            if value is not None:
                data[key] = list(value) if isinstance(value, tuple) else value
        return data | {"practice": True} if self.practice else data

    @classmethod
    def from_json(cls, data: object) -> Record:
        """Return a record from the JSON object that `to_json` makes."""
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
        for number, move in enumerate(data["moves"], 1):
            if move.count(" ") >= MAX_MOVE_WORDS:
                raise InvalidRecord(f"Move {number} has more than {MAX_MOVE_WORDS} words: {move!r:.60}")
        seats, bots, result = data.get("seats"), data.get("bots"), data.get("result")
        _check_players(seats, bots)
        if result is not None and not all(type(points) is int for points in result):
            raise InvalidRecord("The record's result must be the points of each seat.")
        return cls(
            game=data["game"],
            start=data["start"],
            moves=tuple(data["moves"]),
            seats=None if seats is None else tuple(seats),
            bots=None if bots is None else tuple(bots),
            seed=data.get("seed"),
            deal=data.get("deal"),
            result=None if result is None else tuple(result),
            practice=data.get("practice", False),
            rules=_read_rules(data.get("rules"), data["game"]),
        )

    def to_text(self) -> str:
        """Return the record as text: headers, an empty line, one line per move."""
        data = self.to_json()
        values = {key: json.dumps(data[key]) for key in HEADERS if key in data}
        if self.rules is not None:
            values["rules"] = data["rules"]  # a plain word, like the version of a product
        headers = [f"{key.capitalize()}: {value}" for key, value in values.items()]
        moves = [f"{_actor(seat)}: {move}" for seat, move, _ in self.steps()]
        return "\n".join([*headers, "", *moves]) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Return a record from text or from JSON; which of the two it is, is recognised.

        A text names the seat of each move: it is replayed to see whether that is the one to act.
        """
        record = cls.parse(text)
        if record.actors is None:
            return record
        for _ in record._play(record.start_position()):
            pass
        return replace(record, actors=None)

    @classmethod
    def parse(cls, text: str, max_moves: int | None = None) -> Record:
        """Return a record from text or from JSON without replaying it, if it has no more than so many moves.

        Whether a text names the right seats is found out when the record is replayed.
        """
        actors: list[str] = []
        if is_json := text.lstrip().startswith("{"):
            data = _read_json(text, "The record looks like JSON but is not.")
        else:
            data = {"moves": []}
            for number, line in enumerate(text.splitlines(), 1):
                if line.strip() and not line.startswith("#"):
                    _read_line(line, number, data, actors)
        record = cls.from_json(data)
        if max_moves is not None and len(record.moves) > max_moves:
            raise InvalidRecord(f"The record has {len(record.moves)} moves, more than {max_moves}.")
        return record if is_json else replace(record, actors=tuple(actors))


def _check_players(seats: list[Any] | None, bots: list[Any] | None) -> None:
    """Raise `InvalidRecord` unless players are named in plain text."""
    if not all(_is_name(name) for name in seats or ()):
        raise InvalidRecord("The record's seats must be names in plain text.")
    if not all(bot is None or _is_name(bot) for bot in bots or ()):
        raise InvalidRecord("The record's bots must be levels in plain text, and null for people.")


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _check_actor(number: int, move: str, seat: int, named: str) -> None:
    """Raise `InvalidRecord` if a line names another seat than the one that acted."""
    if named != _actor(seat):
        owner, other = (who if who == "chance" else f"seat {who}" for who in (_actor(seat), named))
        raise InvalidRecord(f"Move {number}, {move!r}, belongs to {owner}, not to {other}.")


def _read_json(text: str, refusal: str) -> Any:
    """Return what a text of JSON says; `InvalidRecord` if it is none, or has a number of thousands of digits."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidRecord(refusal) from None


def _actor(seat: int) -> str:
    """Return who acts as a record names them: the seat, or chance."""
    return "chance" if seat == CHANCE else str(seat)


def _read_line(line: str, number: int, data: JSON, actors: list[str]) -> None:
    """Read one header or move into `data`, and who acts into `actors`."""
    key, colon, value = (part.strip() for part in line.partition(":"))
    if colon and (key.isdecimal() or key == "chance"):
        actors.append(key)
        data["moves"].append(value)
        return
    if not colon or key.lower() not in HEADERS:
        raise InvalidRecord(f"Line {number} is neither a header nor a move: {line!r:.60}")
    if key.lower() == "rules" and not value.startswith('"'):
        data["rules"] = value
        return
    data[key.lower()] = _read_json(value, f"The value of {key} in line {number} is not JSON.")


def _read_rules(value: str | None, game: str) -> int | None:
    """Return the version of the rules from a text like `ra/1`."""
    if value is None:
        return None
    name, _, version = value.partition("/")
    if name != game or not (version.isascii() and version.isdecimal() and len(version) <= MAX_VERSION_DIGITS):
        raise InvalidRecord(f"The record's rules must be like '{game}/1', not {value!r:.60}.")
    return int(version)


def _replay_move(position: Position, number: int, move: str) -> list[str]:
    """Play the longest text that is a move, then the outcomes that follow it, word by word; return the outcomes."""
    try:
        outcomes = play_recorded_move(position, move)
        for outcome in outcomes:
            if position.to_act != CHANCE:
                raise IllegalMove(f"{outcome!r} follows a move, but nothing is left to chance.")
            position.play(outcome)
    except IllegalMove as error:
        raise InvalidRecord(f"Move {number}: {error}") from None
    return outcomes


def play_recorded_move(position: Position, move: str) -> list[str]:
    """Play a move of a record up to the next chance node and return the outcomes that follow it."""
    words = move.split(" ")
    if position.to_act == CHANCE:
        return words
    for end in range(min(len(words), MAX_MOVE_WORDS), 0, -1):
        if position.try_play(" ".join(words[:end])):
            return words[end:]
    position.play(move)  # which says why it is refused
    return []
