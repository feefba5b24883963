"""Tables as they were stored, by this version or another: what cannot be read is an `UnreadableTable`."""

from __future__ import annotations

from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.server.domain.problems import UnreadableTable
from heliopolis.server.domain.tables import Table, TableSetup, new_table


def read_setup(data: Any) -> TableSetup:
    """Return a stored setup."""
    try:
        return TableSetup.from_json(data)
    except Exception as error:  # stored data may be wrong in any way
        raise unreadable("its setup", error) from error


def read_snapshot(setup: TableSetup, data: Any) -> Table:
    """Return the table of a stored snapshot; without one (None), the table before its first entry."""
    try:
        return new_table(setup) if data is None else Table.from_json(setup, data)
    except Exception as error:  # stored data may be wrong in any way
        raise unreadable("its beginning" if data is None else "a snapshot", error) from error


def successors(table: Table, entries: list[JSON]) -> list[Table]:
    """Return the table after each of these stored entries."""
    found = []
    for entry in entries:
        try:
            table = table.apply(entry)
        except Exception as error:  # rules may have changed, and stored data may be wrong in any way
            raise unreadable(f"entry {table.seq + 1}", error) from error
        found.append(table)
    return found


def fold(table: Table, entries: list[JSON]) -> Table:
    """Return the table after these entries, which follow it."""
    return successors(table, entries)[-1] if entries else table


def unreadable(what: str, error: Exception) -> UnreadableTable:
    reason = error.reason if isinstance(error, UnreadableTable) else type(error).__name__
    return UnreadableTable(f"{what} cannot be read: {reason}")
