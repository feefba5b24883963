"""Tekhenu: the difference between two boards as things to move on the real table, piece by piece."""

from __future__ import annotations

from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.state import Step


def list_moves(before: SharedBoard, after: SharedBoard) -> tuple[Step, ...]:
    """Return the steps that turn one board into the other; none if nothing lies elsewhere."""
    return () if before == after else (Step("tekhenu.move.board", {}, after=after),)
