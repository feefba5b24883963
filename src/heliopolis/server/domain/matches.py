"""What is played at a table: a dealt game, or a Tekhenu session.

A match is immutable, and knows nothing of seats, people or storage. To try a move is to play it: the result is the
content of a log entry together with the match after it, so that nobody has to play the move again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from heliopolis.core.checks import JSON
from heliopolis.server.domain.companion_match import CompanionMatch
from heliopolis.server.domain.dealt_match import DealtMatch
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.games import TEKHENU

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.core.record import Record
    from heliopolis.kernel import Random


class TableMatch(Protocol):
    """What tables, commands and routes ask of a match, whichever game it is."""

    @property
    def slow(self) -> bool:
        """Whether an entry may take long to try or to apply, so that it is done outside the event loop."""

    @property
    def has_bots(self) -> bool:
        """Whether bots can play."""

    @property
    def deal(self) -> Deal:
        """Where its chance comes from."""

    @property
    def entry_kinds(self) -> frozenset[str]:
        """The kinds of log entries that change the match."""

    @property
    def rules_version(self) -> int:
        """The version of the rules that it is played by from now on."""

    @property
    def to_act(self) -> int | None:
        """The seat that decides next; None when the match is over."""

    @property
    def over(self) -> bool: ...

    @property
    def record_is_secret(self) -> bool:
        """Whether the record would reveal something now."""

    @property
    def has_text_record(self) -> bool:
        """Whether there is a text form of the record besides JSON."""

    def __hash__(self) -> int:
        """Return a hash by identity: a match never changes."""

    def try_move(self, move: str) -> tuple[JSON, TableMatch]:
        """Play a move: the content of its log entry, and the match after it. Problem if it is not legal."""

    def try_operation(self, operation: Any) -> tuple[JSON, TableMatch]:
        """Do an operation of a session: the content of its log entry, and the match after it. Problem if it is bad."""

    def apply(self, entry: JSON) -> TableMatch:
        """Return the match after a log entry of one of its kinds."""

    def reveals_information(self, entry: JSON) -> bool:
        """Return whether a move of the log led to something that somebody could not know before."""

    def imagine(self, seat: int, rng: Random) -> Position:
        """Return a position that agrees with all a seat knows, for a bot to think about."""

    def view(self, seat: int | None) -> JSON:
        """Return what a seat, or a spectator (None), may know."""

    def picture(self, seat: int | None) -> str:
        """Return a picture of what a seat, or a spectator (None), may know, as SVG. Problem if there is none."""

    def scores(self) -> list[int] | None:
        """Return the points of each seat once the match is over."""

    def winners(self) -> list[int] | None:
        """Return the seats that have won once the match is over."""

    def record(
        self,
        moves: list[JSON],
        seats: tuple[str, ...],
        bots: tuple[str | None, ...],
        rules: int,
        practice: bool,
        deal: JSON | None,
    ) -> Record | JSON:
        """Return the record with the deal, once that is revealed; made from the log's moves in force."""

    def to_json(self) -> JSON:
        """Return the match as a snapshot has it."""


def start_match(game: str, players: int, deal: Deal) -> TableMatch:
    """Return the match of a new table."""
    return CompanionMatch.start(deal) if game == TEKHENU else DealtMatch.start(game, players, deal)


def load_match(game: str, data: JSON, deal: Deal) -> TableMatch:
    """Return a match from a snapshot."""
    return CompanionMatch.load(data, deal) if game == TEKHENU else DealtMatch.load(game, data, deal)
