"""How long the log of a table may become: nobody has to read, send or store more than that.

The longest games of five players who move at random have about 1,600 moves (Res Publica), those of good players a third
of that. A table whose log is full is closed: its game does not go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from heliopolis.server.domain.problems import Problem

if TYPE_CHECKING:
    from heliopolis.server.domain.tables import Table

MAX_ENTRIES = 5000  # of all kinds: three times the longest game
MAX_ENTRIES_OF_KIND: Mapping[str, int] = {
    "chat": 1000,
    "undo": 500,  # each has a whole position, some 3 KB, so that they are at most 1.5 MB
    # Nobody needs so many, and in turn with their opposites they would fill the log in minutes. The opposites have no
    # limit of their own: `back` needs an `away`, `leave` and `remove` a `sit`, and everybody can always leave.
    "away": 200,
    "sit": 200,
    "fill": 200,
    "coach": 200,
}


def is_full(seq: int) -> bool:
    """Return whether the log of a table takes no more entries after this one."""
    return seq >= MAX_ENTRIES


def check_not_full(table: Table) -> None:
    """Refuse an action at a table whose log takes no more entries."""
    if is_full(table.seq):
        raise Problem("table.long", most=MAX_ENTRIES)


def is_used_up(table: Table, kind: str) -> bool:
    """Return whether the log has as many entries of a kind as it may."""
    return kind in MAX_ENTRIES_OF_KIND and table.counts.get(kind, 0) >= MAX_ENTRIES_OF_KIND[kind]


def check_kind(table: Table, kind: str) -> None:
    """Refuse an entry of a kind of which the log has as many as it may."""
    if is_used_up(table, kind):
        raise Problem("table.long", most=MAX_ENTRIES_OF_KIND[kind])
