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
}


def check_not_full(table: Table) -> None:
    """Refuse an action at a table whose log takes no more entries."""
    if table.full:
        raise Problem("table.long", most=MAX_ENTRIES)


def check_kind(table: Table, kind: str) -> None:
    """Refuse an entry of a kind of which the log has as many as it may."""
    most = MAX_ENTRIES_OF_KIND.get(kind)
    if most is not None and table.counts.get(kind, 0) >= most:
        raise Problem("table.long", most=most)
