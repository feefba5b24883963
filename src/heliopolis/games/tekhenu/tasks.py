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
DONE_BY_ITSELF = re.compile(r"tekhenu\.step\.(person_\w+|round|correction)")


@dataclass(frozen=True, slots=True)
class Tasks:
    """Steps to do at the real table, the board before the first of them, and the numbers of those that are done."""

    before: SharedBoard
    steps: tuple[Step, ...] = ()
    done: tuple[int, ...] = ()
    separate: bool = False  # whether they are other steps than those of the session's state

    @property
    def number_done(self) -> int:
        """Return how many steps are done, counted from the first, with those that need no tick."""
        number = 0
        while number < len(self.steps) and (number in self.done or DONE_BY_ITSELF.fullmatch(self.steps[number].key)):
            number += 1
        return number

    @property
    def physical_board(self) -> SharedBoard:
        """Return what lies on the real table: the board after the last step that is done."""
        done = self.number_done
        return (self.steps[done - 1].after if done else None) or self.before

    def tick(self, done: Any, in_order: bool) -> Tasks:
        """Return the tasks with exactly these steps done; `in_order` requires that none before them is left."""
        if not isinstance(done, list):
            raise reject("tekhenu.bad.list")
        if any(type(one) is not int or not 0 <= one < len(self.steps) for one in done):
            raise reject("tekhenu.bad.done")
        ticked = tuple(sorted(set(done)))
        if in_order and ticked != tuple(range(len(ticked))):
            raise reject("tekhenu.bad.done")
        return replace(self, done=ticked)

    def followed_by(self, state: State) -> Tasks:
        """Return the steps that are not done yet, and after them those of a state."""
        left = self.steps[self.number_done :]
        return Tasks(self.physical_board, (*left, *state.steps), separate=True) if left else tasks_of(state)


def tasks_of(state: State) -> Tasks:
    """Return the steps of a state, of which nothing is done yet."""
    return Tasks(state.before or state.board, state.steps)
