"""Tekhenu: what to fetch or put away at the real table when something chosen at set-up is changed during the game."""

from __future__ import annotations

from heliopolis.games.tekhenu.board_mover import BoardMover
from heliopolis.games.tekhenu.chance import TILES_PER_AUTOMA
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.state import State, Step

EXPANSION_ON = ("seth_tile", "initiative_deck", "your_tracks", "your_cultist")


def add_expansion(mover: BoardMover, after: SharedBoard) -> None:
    """Lay out what belongs to Time of Seth, before anything is moved there."""
    mover.add_step("seth_on")
    for key in EXPANSION_ON:
        mover.add_step_of_setup(key)
    mover.data["conquest_stack"] = number = after.conquest_stack + sum(map(sum, after.conquest))
    if number:
        mover.add_step_of_setup("conquest", number=number)
    mover.add_step("artifacts_on")


def remove_expansion(mover: BoardMover) -> None:
    """Put away what belongs to Time of Seth, once nothing lies there."""
    mover.data["conquest_stack"] = 0
    mover.add_step("seth_off")


def list_by_hand_moves(old: State, new: State, physical: SharedBoard) -> tuple[Step, ...]:
    """Return what to do with the action tiles if the person begins or ceases to draw them."""
    if old.phase == "game" or ("tiles" in old.by_hand) == ("tiles" in new.by_hand):
        return ()
    if "tiles" not in new.by_hand:
        return (Step("tekhenu.move.tiles_off", {}, after=physical),)
    dealt = [len(pile) for pile in physical.piles.values()]
    number = max(dealt, default=0) or TILES_PER_AUTOMA
    key = "tekhenu.move.tiles_on_seth" if new.board.settings.time_of_seth else "tekhenu.move.tiles_on"
    return (Step(key, {"number": number}, after=physical),)
