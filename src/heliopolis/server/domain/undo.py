"""What can be taken back: never across chance, hidden information or another person's decision.

Where only bots are opponents more is possible, at a price: if something new was seen since, the table is a practice
table from then on.
"""

from __future__ import annotations

from dataclasses import dataclass

from heliopolis.server.domain.tables import RUNNING, Table


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to how the game was after entry `to`."""

    to: int
    practice: bool


@dataclass(frozen=True, slots=True)
class NoUndo:
    """Why nothing can be taken back: the key of a problem."""

    key: str


def find_undo(table: Table, player: str | None) -> Undo | NoUndo:
    """Return what a player would take back now: their last decision, and what bots did since."""
    if "undo" not in table.match.entry_kinds:
        return NoUndo("game.other")
    moves = table.moves_in_force
    own = [place for place, move in enumerate(moves) if player is not None and move.player == player]
    if not own or table.status != RUNNING:
        return NoUndo("undo.nothing")
    since = moves[own[-1] :]
    if any(move.player not in (None, player) for move in since):
        return NoUndo("undo.person")
    seen = any(move.reveals or move.player is None for move in since)
    if seen and table.others(player):
        return NoUndo("undo.chance")
    return Undo(moves[own[-1] - 1].seq if own[-1] else table.dealt, practice=seen)
