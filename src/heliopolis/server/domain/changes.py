"""A change of a table: log entries, the tables after them, and what is committed together with them."""

from __future__ import annotations

from dataclasses import dataclass, field

from heliopolis.core.checks import JSON
from heliopolis.server.domain.limits import check_kind, check_not_full
from heliopolis.server.domain.matches import TableMatch
from heliopolis.server.domain.tables import CLOCK_KINDS, Table


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, so that the same request again does nothing again."""

    scope: str
    id: str
    digest: str


@dataclass(frozen=True, slots=True)
class Player:
    """A person or a program, known by a secret."""

    id: str
    name: str | None


@dataclass(frozen=True, slots=True)
class NewPlayer(Player):
    """Somebody who is not in the database yet, and is written there together with the first thing they do."""

    secret_hash: str
    label: str | None = None  # what kind of device they use


@dataclass(slots=True)
class Change:
    """Entries to append to a table's log. A change without entries changes nothing."""

    before: Table
    entries: list[JSON]
    match: TableMatch | None = None  # the match after the last entry, where a command has played it already
    request: Request | None = None
    used_link: str | None = None  # the hash of a link that works only once
    new_links: dict[int, str] = field(default_factory=dict)  # hashes by seat
    by: Player | None = None  # who makes the change
    with_table: Change | None = None  # another table that is made with it
    origin: str | None = None  # a hash of the address from which a new table is made, for quotas
    erased: str | None = None  # a player whose name and words are erased from the table
    tables: list[Table] = field(default_factory=list)  # the table after each entry, once they are numbered

    @property
    def is_new_table(self) -> bool:
        return self.before.seq == 0

    @property
    def after(self) -> Table:
        return self.tables[-1] if self.tables else self.before

    def number_and_apply(self, now: float, up: float | None = None) -> None:
        """Number and date the entries, and find the table after each; Problem if one does not fit.

        The first entry of newer rules than those before it says so. At a table with a clock, entries that start it have
        the service time, `up`.
        """
        table = self.before
        if self.entries and table.rules < table.match.rules_version:
            self.entries[0]["rules"] = table.match.rules_version
        for entry in self.entries:
            if self.erased is None:  # who deletes themselves is erased from a full table too
                check_not_full(table)
                check_kind(table, entry["kind"])
            entry |= {"seq": table.seq + 1, "at": now}
            if up is not None and table.setup.seconds_per_move is not None and entry["kind"] in CLOCK_KINDS:
                entry["up"] = up
            table = table.apply(entry, self.match if entry is self.entries[-1] else None)
            self.tables.append(table)
        if self.with_table is not None:
            self.with_table.number_and_apply(now, up)
