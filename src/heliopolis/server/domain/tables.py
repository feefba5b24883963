"""What a table is: the fold of its log. Nothing here reads, writes or waits.

An entry of the log is plain data: `seq`, `at`, `kind`, and what the kind needs. `Table.apply` returns the table after
one more entry; a snapshot is a table as data, so that nobody has to begin with the first entry. Fields of stored data
that this version does not know are ignored; what it cannot read is an `UnreadableTable`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.server.domain import limits
from heliopolis.server.domain.fairness import Deal, Share
from heliopolis.server.domain.matches import TableMatch, load_match, start_match
from heliopolis.server.domain.problems import Problem, UnreadableTable

WAITING, RUNNING, OVER = "waiting", "running", "over"
FIRST_ENTRY = 1  # the entry that opens a table
MAX_LATE = 3  # decisions in a row: a person who runs out of time so often has left
FIRST_RULES = 1  # the version of the rules of tables that were stored before rules had versions


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What never changes: how the table was made."""

    id: str
    game: str
    players: int
    host: str  # a player's id
    name: str | None
    created: float
    listed: bool
    hints: bool  # of version 0.1: whoever sits down agrees to advice; now each person says so
    seconds_per_move: int | None
    stand_in: str  # the bot that takes over for people
    deal: Deal
    rules: int = FIRST_RULES  # the version of the rules that the game began by

    @property
    def commitment(self) -> str:
        """The hash of the deal that is shown from the start."""
        return self.deal.commitment(self.id, f"{self.game}/{self.rules}", self.players)

    def to_json(self) -> JSON:
        return {**asdict(self), "deal": self.deal.to_json()}

    @classmethod
    def from_json(cls, data: JSON) -> TableSetup:
        return cls(**{**known_fields(cls, data), "deal": Deal.from_json(data["deal"])})


@dataclass(frozen=True, slots=True)
class Seat:
    """A place: open, a person's, a bot's, or a person's for whom a bot plays."""

    player: str | None = None  # whose seat it is; never sent to anybody
    name: str | None = None
    bot: str | None = None  # who plays there, if a bot does
    late: int = 0  # decisions in a row for which the person's time ran out
    erased: bool = False  # the person has deleted themselves since
    coach: bool | None = None  # whether the person agrees to the coach; None: they have not said

    @property
    def open(self) -> bool:
        return self.player is None and self.bot is None

    @property
    def away(self) -> bool:
        return self.player is not None and self.bot is not None

    def to_json(self) -> JSON:
        seldom = {"late": self.late, "erased": self.erased}  # and servers of version 0.1 cannot read them
        data = {"player": self.player, "name": self.name, "bot": self.bot}
        said = {} if self.coach is None else {"coach": self.coach}
        return data | {key: value for key, value in seldom.items() if value} | said

    @classmethod
    def from_json(cls, data: JSON) -> Seat:
        return cls(**known_fields(cls, data))


@dataclass(frozen=True, slots=True)
class MoveInForce:
    """A move that was not taken back, as far as undo needs to know it."""

    seq: int
    seat: int
    player: str | None  # who made it; None for a bot
    reveals: bool  # chance decided, or something hidden came out


@dataclass(frozen=True, slots=True)
class Table:
    """A table after some entry of its log."""

    setup: TableSetup
    match: TableMatch
    seats: tuple[Seat, ...]
    rules: int  # the version of the rules that the last entry was made by
    seq: int = 0
    status: str = WAITING
    practice: bool = False
    moved: int = 0  # the last entry that changed the game
    turn_started: float = 0.0  # since when the seat to act has been thinking, by the wall clock
    clock_started: float = 0.0  # when its clock was started, on the service clock
    overdue: bool = False  # the person to act ran out of time: a bot makes this decision, unless they are quicker
    moves_in_force: tuple[MoveInForce, ...] = ()
    rematch: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict)  # entries of the kinds that have a limit
    shares: tuple[Share, ...] = ()  # in the order in which people gave them
    lots: tuple[int, ...] | None = None  # for each seat, which one it was before lots were drawn
    dealt: int = FIRST_ENTRY  # the entry since which the cards are those of the game

    def __post_init__(self) -> None:
        game, theirs, ours = self.setup.game, max(self.setup.rules, self.rules), self.match.rules_version
        if theirs > ours:
            raise UnreadableTable(f"it is played by the rules {game}/{theirs}, and these are {game}/{ours}")

    # ---- looking ---------------------------------------------------------------------------------------------------

    @property
    def full(self) -> bool:
        """Whether the log takes no more entries."""
        return limits.is_full(self.seq)

    @property
    def deal(self) -> Deal:
        """Where all chance of the game comes from, shares included."""
        return self.match.deal

    @property
    def to_act(self) -> int | None:
        return self.match.to_act if self.status == RUNNING and not self.full else None

    @property
    def acting_bot(self) -> str | None:
        """The bot that decides next: the one at the seat to act, or the stand-in of a person who is late; else None."""
        if self.to_act is None:
            return None
        return self.setup.stand_in if self.overdue else self.seats[self.to_act].bot

    @property
    def bot_to_act(self) -> bool:
        return self.acting_bot is not None

    @property
    def has_people(self) -> bool:
        """Whether a person has a seat, even if a bot plays for them."""
        return any(seat.player is not None for seat in self.seats)

    @property
    def due(self) -> float | None:
        """When the person to act runs out of time, on the service clock."""
        if self.setup.seconds_per_move is None or self.to_act is None or self.bot_to_act:
            return None
        return self.clock_started + self.setup.seconds_per_move

    def seats_of(self, player: str | None) -> list[int]:
        """Return the seats of a player, who has none here any more once they were erased."""
        places = [] if player is None else enumerate(self.seats)
        return [number for number, seat in places if seat.player == player and not seat.erased]

    def own_seat(self, player: str | None, seat: int | None) -> int:
        """Return a seat of the player's: the one they name, else the one to act, else their first."""
        own = self.seats_of(player)
        if seat is None and own:
            return self.to_act if self.to_act in own else own[0]
        if seat not in own:
            raise Problem("seat.foreign", seat=seat)
        return seat

    def others(self, player: str | None) -> set[str]:
        """Return the other people who have a seat."""
        return {seat.player for seat in self.seats if seat.player is not None} - {player}

    # ---- the fold --------------------------------------------------------------------------------------------------

    def apply(self, entry: JSON, match: TableMatch | None = None) -> Table:
        """Return the table after one more entry; `match` is the match after it, where it was just played."""
        if entry["seq"] != self.seq + 1:
            raise UnreadableTable(f"there is a gap in the log after entry {self.seq}")
        kind = entry["kind"]
        if kind not in APPLY or (kind in MATCH_KINDS and kind not in self.match.entry_kinds):
            raise UnreadableTable("its kind is unknown")
        if match is None:
            match = self.match.apply(entry) if kind in MATCH_KINDS else self.match
        counts = self.counts
        if kind in limits.MAX_ENTRIES_OF_KIND:
            counts = {**counts, kind: counts.get(kind, 0) + 1}
        after = replace(self, seq=entry["seq"], match=match, rules=entry.get("rules", self.rules), counts=counts)
        return APPLY[kind](after, entry)

    def _after_open(self, entry: JSON) -> Table:
        seats = tuple(Seat.from_json(seat) for seat in entry["seats"])
        return replace(self, seats=seats, lots=read_lots(entry))

    def _after_share(self, entry: JSON) -> Table:
        return replace(self, shares=(*self.shares, Share(entry["seat"], entry["share"])))

    def _after_start(self, entry: JSON) -> Table:
        """Return the table when the game begins; where shares are taken, it is dealt now, and lots are drawn."""
        setup, seats, lots = self.setup, self.seats, self.lots
        if not setup.deal.takes_shares:
            return self._after_game_change(entry)
        if "lots" in entry:
            lots = read_lots(entry)
            seats = tuple(self.seats[seat] for seat in lots or ())
        match = start_match(setup.game, setup.players, setup.deal.with_shares(self.shares))
        begun = replace(self, match=match, seats=seats, lots=lots, dealt=entry["seq"])
        return begun._after_game_change(entry)

    def _after_game_change(self, entry: JSON) -> Table:
        status = OVER if self.match.over else RUNNING
        return replace(self, moved=entry["seq"], status=status)._with_clock_started(entry)

    def _after_move(self, entry: JSON) -> Table:
        move = MoveInForce(entry["seq"], entry["seat"], entry["player"], self.match.reveals_information(entry))
        after = replace(self, moves_in_force=(*self.moves_in_force, move))._after_game_change(entry)
        return after if entry["player"] is None else after._with_person_here(entry["seat"])

    def _after_undo(self, entry: JSON) -> Table:
        in_force = tuple(move for move in self.moves_in_force if move.seq <= entry["to"])
        practice = self.practice or entry["practice"]
        after = replace(self, moves_in_force=in_force, practice=practice)._after_game_change(entry)
        return after._with_person_here(entry["seat"])

    def _after_sit(self, entry: JSON) -> Table:
        """Return the table with a person at a seat; if it is the seat to act, they have their full time."""
        coach = next((seat.coach for seat in self.seats if seat.player == entry["player"]), None)
        after = self._with_seat(entry["seat"], Seat(entry["player"], entry["name"], coach=coach))
        return after._with_clock_started(entry) if entry["seat"] == self.to_act else after

    def _after_handover(self, entry: JSON) -> Table:
        """Return the table after a seat was given to a bot, or opened."""
        return self._with_seat(entry["seat"], Seat(bot=entry["bot"]))

    def _after_away(self, entry: JSON) -> Table:
        seat = self.seats[entry["seat"]]
        late = seat.late + 1 if entry["why"] == "time" else seat.late
        return self._with_seat(entry["seat"], replace(seat, bot=entry["bot"], late=late))

    def _after_back(self, entry: JSON) -> Table:
        """Return the table with a person who is back; their clock begins anew, and nothing is held against them, only
        if their time had run out: nobody gains time by going away for a moment.
        """
        seat = self.seats[entry["seat"]]
        late = 0 if seat.late >= MAX_LATE else seat.late
        after = self._with_seat(entry["seat"], replace(seat, bot=None, late=late))
        if entry["seat"] != self.to_act:
            return after
        seconds = self.setup.seconds_per_move
        runs = seconds is not None and entry.get("up", 0.0) < self.clock_started + seconds
        return replace(after, turn_started=entry["at"]) if runs else after._with_clock_started(entry)

    def _after_late(self, entry: JSON) -> Table:
        seat = self.seats[entry["seat"]]
        return replace(self._with_seat(entry["seat"], replace(seat, late=seat.late + 1)), overdue=True)

    def _after_rematch(self, entry: JSON) -> Table:
        return replace(self, rematch=entry["table"])

    def _after_erased(self, entry: JSON) -> Table:
        """Return the table without the name of a person who has deleted themselves, and with its host from now on."""
        gone = entry["player"]
        seats = tuple(replace(seat, name=None, erased=True) if seat.player == gone else seat for seat in self.seats)
        hosted = replace(self.setup, name=None, host=entry["host"]) if self.setup.host == gone else self.setup
        return replace(self, seats=seats, setup=hosted)

    def _after_coach(self, entry: JSON) -> Table:
        return self.with_agreement(entry["seat"], entry["agrees"])

    def with_agreement(self, number: int, agrees: bool) -> Table:
        """Return the table after the person at a seat has agreed to the coach, or withdrawn, for all their seats."""
        person = self.seats[number].player
        seats = tuple(replace(seat, coach=agrees) if seat.player == person else seat for seat in self.seats)
        return replace(self, seats=seats)

    def _after_chat(self, entry: JSON) -> Table:
        return self

    def _with_seat(self, number: int, seat: Seat) -> Table:
        """Return the table with another player at a seat, who owes nothing that the one before did not do in time.

        Before the start, the share of whoever had the seat is void.
        """
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        kept = tuple(share for share in self.shares if share.seat != number)
        shares = kept if self.status == WAITING else self.shares
        return replace(self, seats=seats, shares=shares, overdue=self.overdue and number != self.to_act)

    def _with_person_here(self, number: int) -> Table:
        """Forget how often a person was late: they have decided something themselves."""
        return self._with_seat(number, replace(self.seats[number], late=0)) if self.seats[number].late else self

    def _with_clock_started(self, entry: JSON) -> Table:
        """Start the clock. Entries of version 0.1 have no service time: it began with the upgrade, at 0."""
        return replace(self, turn_started=entry["at"], clock_started=entry.get("up", 0.0), overdue=False)

    # ---- as data ---------------------------------------------------------------------------------------------------

    def to_json(self) -> JSON:
        """Return a snapshot."""
        return {
            "match": self.match.to_json(),
            "seats": [seat.to_json() for seat in self.seats],
            "rules": self.rules,
            "seq": self.seq,
            "status": self.status,
            "practice": self.practice,
            "moved": self.moved,
            "since": self.turn_started,
            "clock_started": self.clock_started,
            "overdue": self.overdue,
            "line": [[move.seq, move.seat, move.player, move.reveals] for move in self.moves_in_force],
            "rematch": self.rematch,
            "counts": dict(self.counts),
            "shares": [share.to_json() for share in self.shares],
            "lots": self.lots,
            "dealt": self.dealt,
        }

    @classmethod
    def from_json(cls, setup: TableSetup, data: JSON) -> Table:
        """Return the table of a snapshot."""
        shares = tuple(Share(share["seat"], share["share"]) for share in data.get("shares", []))
        return cls(
            setup=setup,
            match=load_match(setup.game, data["match"], setup.deal.with_shares(shares)),
            seats=tuple(Seat.from_json(seat) for seat in data["seats"]),
            rules=data.get("rules", FIRST_RULES),
            seq=data["seq"],
            status=data["status"],
            practice=data["practice"],
            moved=data["moved"],
            turn_started=data["since"],
            clock_started=data.get("clock_started", 0.0),
            overdue=data.get("overdue", False),
            moves_in_force=tuple(MoveInForce(*move[:4]) for move in data["line"]),
            rematch=data["rematch"],
            counts=data.get("counts", {}),
            shares=shares,
            lots=read_lots(data),
            dealt=data.get("dealt", FIRST_ENTRY),
        )


APPLY: Mapping[str, Callable[[Table, JSON], Table]] = {
    "open": Table._after_open,
    "sit": Table._after_sit,
    "share": Table._after_share,
    "start": Table._after_start,
    "move": Table._after_move,
    "operation": Table._after_game_change,
    "undo": Table._after_undo,
    "leave": Table._after_handover,
    "remove": Table._after_handover,
    "fill": Table._after_handover,
    "away": Table._after_away,
    "back": Table._after_back,
    "late": Table._after_late,
    "chat": Table._after_chat,
    "coach": Table._after_coach,
    "erased": Table._after_erased,
    "rematch": Table._after_rematch,
}
MATCH_KINDS = ("move", "operation", "undo")
CLOCK_KINDS = ("start", "move", "undo", "sit", "back")  # entries that start a clock; they have the service time, `up`


def read_lots(data: JSON) -> tuple[int, ...] | None:
    """Return the lots that an entry or a snapshot has, if any."""
    lots = data.get("lots")
    return None if lots is None else tuple(lots)


def known_fields(kind: type, data: JSON) -> dict[str, Any]:
    """Return those fields of stored data that a class of this version has."""
    names = [field.name for field in fields(kind)]
    return {name: data[name] for name in names if name in data}


def new_table(setup: TableSetup) -> Table:
    """Return a table before its first entry; one that begins at a moment of another game is for practice."""
    match, practice = start_match(setup.game, setup.players, setup.deal), setup.deal.source is not None
    return Table(setup, match, (), setup.rules, practice=practice)
