"""What a table is: the fold of its log. Nothing here reads, writes or waits.

An entry of the log is plain data: `seq`, `at`, `kind`, and what the kind needs. `Table.apply` takes one; a snapshot is
the table as data, so that nobody has to begin with the first entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from heliopolis.core.checks import JSON
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.matches import TEKHENU, Companion, Dealt, Match

WAITING, RUNNING, OVER = "waiting", "running", "over"


@dataclass(frozen=True, slots=True)
class Facts:
    """What never changes: how the table was made."""

    id: str
    game: str
    players: int
    host: str  # a player's id
    name: str | None
    created: float
    listed: bool
    hints: bool
    seconds_per_move: int | None
    stand_in: str  # the bot that takes over for people
    deal: Deal


@dataclass(slots=True)
class Seat:
    """A place: open, a person's, a bot's, or a person's for whom a bot plays."""

    player: str | None = None  # whose seat it is; never told
    name: str | None = None
    bot: str | None = None  # who plays there, if a bot does

    @property
    def open(self) -> bool:
        return self.player is None and self.bot is None

    @property
    def away(self) -> bool:
        return self.player is not None and self.bot is not None


@dataclass(frozen=True, slots=True)
class Done:
    """A move in force, as far as undo needs to know it."""

    seq: int
    seat: int
    player: str | None  # who made it; None for a bot
    news: bool  # chance decided, or something hidden came out


@dataclass(slots=True)
class Table:
    """A table after some entry of its log."""

    facts: Facts
    match: Match
    seats: list[Seat]
    seq: int = 0
    status: str = WAITING
    practice: bool = False
    moved: int = 0  # the last entry that changed the game
    since: float = 0.0  # since when the one to act has been thinking
    line: list[Done] = field(default_factory=list)
    rematch: str | None = None

    # ---- looking ---------------------------------------------------------------------------------------------------

    @property
    def to_act(self) -> int | None:
        return self.match.to_act if self.status == RUNNING else None

    @property
    def bot_to_act(self) -> bool:
        return self.to_act is not None and self.seats[self.to_act].bot is not None

    @property
    def deadline(self) -> float | None:
        """When the person to act runs out of time."""
        if self.facts.seconds_per_move is None or self.to_act is None or self.bot_to_act:
            return None
        return self.since + self.facts.seconds_per_move

    def seats_of(self, player: str | None) -> list[int]:
        return [] if player is None else [number for number, seat in enumerate(self.seats) if seat.player == player]

    def others(self, player: str | None) -> set[str]:
        """The other people who have a seat."""
        return {seat.player for seat in self.seats if seat.player is not None} - {player}

    # ---- the fold --------------------------------------------------------------------------------------------------

    def apply(self, entry: JSON) -> None:
        """One entry more."""
        assert entry["seq"] == self.seq + 1, "a gap in the log"
        APPLIED[entry["kind"]](self, entry)
        self.seq = entry["seq"]

    def _opened(self, entry: JSON) -> None:
        self.seats = [Seat(**seat) for seat in entry["seats"]]

    def _started(self, entry: JSON) -> None:
        self.status = RUNNING
        self._changed(entry)

    def _moved(self, entry: JSON) -> None:
        assert isinstance(self.match, Dealt)
        news = self.match.tells_something_new(entry)
        self.match.make(entry)
        self.line.append(Done(entry["seq"], entry["seat"], entry["player"], news))
        self._changed(entry)

    def _operated(self, entry: JSON) -> None:
        assert isinstance(self.match, Companion)
        self.match.make(entry)
        self._changed(entry)

    def _undone(self, entry: JSON) -> None:
        self.match = Dealt.load(self.facts.game, entry["match"], self.facts.deal)
        self.line = [done for done in self.line if done.seq <= entry["to"]]
        self.practice = self.practice or entry["practice"]
        self._changed(entry)

    def _changed(self, entry: JSON) -> None:
        self.moved, self.since = entry["seq"], entry["at"]
        self.status = OVER if self.match.over else RUNNING

    def _sat(self, entry: JSON) -> None:
        self.seats[entry["seat"]] = Seat(entry["player"], entry["name"])
        self._turned(entry)

    def _left(self, entry: JSON) -> None:
        self.seats[entry["seat"]] = Seat(bot=entry["bot"])

    def _went_away(self, entry: JSON) -> None:
        self.seats[entry["seat"]].bot = entry["bot"]

    def _came_back(self, entry: JSON) -> None:
        self.seats[entry["seat"]].bot = None
        self._turned(entry)

    def _turned(self, entry: JSON) -> None:
        """Somebody took a seat: if it is to act his time begins now."""
        if entry["seat"] == self.to_act:
            self.since = entry["at"]

    def _matched_again(self, entry: JSON) -> None:
        self.rematch = entry["table"]

    def _said(self, entry: JSON) -> None:
        """Talk changes nothing."""

    # ---- as data ---------------------------------------------------------------------------------------------------

    def to_json(self) -> JSON:
        """A snapshot."""
        return {
            "match": self.match.to_json(),
            "seats": [{"player": seat.player, "name": seat.name, "bot": seat.bot} for seat in self.seats],
            "seq": self.seq,
            "status": self.status,
            "practice": self.practice,
            "moved": self.moved,
            "since": self.since,
            "line": [[done.seq, done.seat, done.player, done.news] for done in self.line],
            "rematch": self.rematch,
        }

    @classmethod
    def load(cls, facts: Facts, data: JSON) -> Table:
        rest = {key: data[key] for key in ("seq", "status", "practice", "moved", "since", "rematch")}
        return cls(
            facts=facts,
            match=load_match(facts, data["match"]),
            seats=[Seat(**seat) for seat in data["seats"]],
            line=[Done(*done) for done in data["line"]],
            **rest,
        )

    def copy(self) -> Table:
        """A twin that goes its own way."""
        seats = [replace(seat) for seat in self.seats]
        return replace(self, match=self.match.copy(), seats=seats, line=[*self.line])


def new_table(facts: Facts) -> Table:
    """A table before its first entry."""
    if facts.game == TEKHENU:
        return Table(facts, Companion.start(facts.deal), [])
    return Table(facts, Dealt.start(facts.game, facts.players, facts.deal), [])


def load_match(facts: Facts, data: JSON) -> Match:
    return Companion.load(data) if facts.game == TEKHENU else Dealt.load(facts.game, data, facts.deal)


APPLIED: Mapping[str, Callable[[Table, JSON], None]] = {
    "open": Table._opened,
    "sit": Table._sat,
    "start": Table._started,
    "move": Table._moved,
    "operation": Table._operated,
    "undo": Table._undone,
    "leave": Table._left,
    "remove": Table._left,
    "fill": Table._left,
    "away": Table._went_away,
    "back": Table._came_back,
    "chat": Table._said,
    "rematch": Table._matched_again,
}


def successors(table: Table, entries: list[JSON]) -> list[Table]:
    """The table after each of these entries; it stays as it is."""
    found = []
    for entry in entries:
        table = table.copy()
        table.apply(entry)
        found.append(table)
    return found


def fold(facts: Facts, snapshot: JSON | None, entries: list[JSON]) -> Table:
    """The table after these entries, which follow the snapshot, or begin with the first."""
    table = new_table(facts) if snapshot is None else Table.load(facts, snapshot)
    for entry in entries:
        table.apply(entry)
    return table
