"""Tekhenu: what the hands have to do at the real table, and how much of it is done.

Tasks are the steps of the last entry or, after a change of history, what to move on the real table (`moves`). The
person ticks them; what is ticked says what lies on the real table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from heliopolis.games.tekhenu.prompts import reject
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.state import State, Step

# What the person has done themselves when they enter it, or what moves nothing.
DONE_BY_ITSELF = re.compile(r"tekhenu\.step\.(person_\w+|round|correction|result|you_win|automa_wins|shared)")
MOVE = re.compile(r"tekhenu\.move\.\w+")  # what a change of history moves


@dataclass(frozen=True, slots=True)
class Tasks:
    """Steps to do at the real table, the board before the first of them, and the numbers of those that are done."""

    before: SharedBoard
    steps: tuple[Step, ...] = ()
    done: tuple[int, ...] = ()
    separate: bool = False  # whether they are other steps than those of the session's state
    entry_from: int | None = 0  # where the steps of the last entry begin; None: they are not there as they were
    any_order: bool = False  # whether any of them can be done first, as those of the checklist
    laid: Tasks | None = None  # what was to be done when the set-up was asked for again

    @property
    def number_done(self) -> int:
        """Return how many steps are done, counted from the first, with those that need no tick."""
        number = 0
        while number < len(self.steps) and (number in self.done or is_done_by_itself(self.steps[number])):
            number += 1
        return number

    @property
    def left(self) -> tuple[Step, ...]:
        """Return the steps from the first that is not done."""
        return self.steps[self.number_done :]

    @property
    def physical_board(self) -> SharedBoard:
        """Return what lies on the real table: the board after the last step that is done."""
        return self.laid.physical_board if self.laid else self.board_after(self.number_done)

    @property
    def has_moved_back(self) -> bool:
        """Return whether anything was moved because of a change of history."""
        done = self.steps[: self.number_done]
        return bool(done) and (self.entry_from is None or any(MOVE.fullmatch(step.key) for step in done))

    def board_after(self, number: int) -> SharedBoard:
        """Return the board after so many steps."""
        return (self.steps[number - 1].after if number else None) or self.before

    def tick(self, done: Any) -> Tasks:
        """Return the tasks with exactly these steps done; none before them may be left, but for the checklist."""
        if not isinstance(done, list):
            raise reject("tekhenu.bad.list")
        if len(done) > len(self.steps) or any(type(one) is not int or not 0 <= one < len(self.steps) for one in done):
            raise reject("tekhenu.bad.done")
        ticked = tuple(sorted(set(done)))
        if not self.any_order and ticked != tuple(range(len(ticked))):
            raise reject("tekhenu.bad.done")
        return replace(self, done=ticked)

    def done_until(self, number: int) -> Tasks:
        """Return the tasks with so many steps done."""
        return replace(self, done=tuple(range(number)))

    def finished(self) -> Tasks:
        """Return the tasks with everything done."""
        return self.done_until(len(self.steps))


def tasks_of(state: State) -> Tasks:
    """Return the steps of a state, of which nothing is done yet."""
    return Tasks(state.before or state.board, state.steps, any_order=state.phase == "checklist")


def is_done_by_itself(step: Step) -> bool:
    """Return whether a step is done as soon as it is entered, or is no work of the hands."""
    return DONE_BY_ITSELF.fullmatch(step.key) is not None
