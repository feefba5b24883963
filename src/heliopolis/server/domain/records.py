"""The record of a table's game, made from its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.core.checks import JSON
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table

if TYPE_CHECKING:
    from heliopolis.core.record import Record


def check_public(table: Table) -> None:
    """Refuse the record of a game that it would reveal something about."""
    if table.match.record_is_secret:
        raise Problem("record.running")


def record_of(table: Table, moves: list[JSON]) -> Record | JSON:
    """Return the record of a game, or the JSON of a Tekhenu session; the deal is in it once the game is over.

    The moves are those of the log; it is known here which of them were taken back.
    """
    check_public(table)
    in_force = {move.seq for move in table.moves_in_force}
    played = [entry for entry in moves if entry["seq"] in in_force]
    seats = tuple(seat.name or seat.bot or "" for seat in table.seats)
    return table.match.record(played, seats, table.setup.rules, table.practice)
