"""What can be taken back: never across chance, hidden information or another person's decision.

Where only bots are opponents more is possible, at a price: if something new was seen since, the table is a practice
one from then on.
"""

from __future__ import annotations

from dataclasses import dataclass

from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import RUNNING, Table

BEFORE_THE_FIRST_MOVE = 1  # the entry that opened the table


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to how the game was after entry `to`."""

    to: int
    practice: bool


def find_undo(table: Table, player: str | None) -> Undo:
    """What a player would take back now: his last decision, and what bots did since; Problem if he cannot."""
    mine = [place for place, done in enumerate(table.line) if player is not None and done.player == player]
    if not mine or table.status != RUNNING:
        raise Problem("undo.nothing")
    since = table.line[mine[-1] :]
    if any(done.player not in (None, player) for done in since):
        raise Problem("undo.person")
    seen = any(done.news or done.player is None for done in since)
    if seen and table.others(player):
        raise Problem("undo.chance")
    to = table.line[mine[-1] - 1].seq if mine[-1] else BEFORE_THE_FIRST_MOVE
    return Undo(to, practice=seen)
