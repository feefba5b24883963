"""Tekhenu: the state of a session between two answers.

States are immutable. The phase of a state is its open question; an answer leads to the next state, with the steps to be
done at the table. A state whose phase has no question is a finished game. Automa decisions are not stored but made from
the board when they are needed, so that a correction between question and answer counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.chance import Chance
from heliopolis.games.tekhenu.decision import Params
from heliopolis.games.tekhenu.prompts import Prompt
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.text.messages import Message


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do at the table, or one that was done: a message, the player it concerns, its VP and its reasons.

    `after` is the board once it is done. While a step is shown, the table is therefore that of the step before it.
    """

    key: str
    params: Params
    who: str | None = None
    vp: int = 0
    why: tuple[Message, ...] = ()
    turn: str | None = None  # whose turn it is
    tile: str | None = None  # the action tile of that turn
    after: SharedBoard | None = None

    def to_json(self) -> JSON:
        why = [reason.to_json() for reason in self.why]
        data: JSON = {"key": self.key, "params": self.params, "who": self.who, "vp": self.vp, "why": why}
        return data | {"turn": self.turn, "tile": self.tile}


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a session consists of, except its history."""

    seed: int | str
    phase: str
    board: SharedBoard = field(default_factory=SharedBoard)
    by_hand: frozenset[str] = frozenset()  # what the person draws or rolls instead of the app: cubes, tiles, dice
    player: str | None = None  # whose turn it is, even if the turn order is corrected meanwhile
    acted: tuple[str, ...] = ()  # players who have had their turn in this round; at set-up automas with cubes
    taken: tuple[str, ...] = ()  # colours of the dice taken since the last Maat
    tile: str | None = None  # the automa's tile of this turn
    section: str | None = None  # where the die of this turn came from
    value: int = 0
    action: str | None = None  # the person's action in this turn
    actions_left: tuple[str, ...] = ()  # further actions of theirs in this turn
    action_number: int = 0  # of the person's action: 0 for the first of their turn
    place: int = 0  # the person's balance at Maat
    ankhs: int | None = None  # the person's ankhs, once known
    settled: tuple[tuple[str, ...], ...] = ()  # groups tied at Maat that the person has put in order
    sheets: tuple[tuple[str, str, str, int], ...] = ()  # where VP came from: when, item, automa, VP
    person_vp: int | None = None
    person_scores: tuple[tuple[str, int], ...] = ()  # what the person says their scorings gave them: when, VP
    before: SharedBoard | None = None  # the board before the steps
    steps: tuple[Step, ...] = ()  # what the last entry led to

    def start_entry(self) -> State:
        """Return the state without the steps of the entry before."""
        return replace(self, before=self.board, steps=())

    def finish_entry(self) -> State:
        """Return the state with every change of the board in a step; without steps nothing is to be done."""
        if not self.steps:
            return replace(self, before=self.board)
        return replace(self, steps=(*self.steps[:-1], replace(self.steps[-1], after=self.board)))

    def add_step(
        self, key: str, who: str | None = None, vp: int = 0, why: tuple[Message, ...] = (), **params: Any
    ) -> State:
        """Return the state with one more step; what it says must have been done on the board already."""
        step = Step(key, params, who, vp, why, self.player, self.tile, self.board)
        return replace(self, steps=(*self.steps, step))

    def book(self, item: str, name: str, vp: int) -> State:
        """Return the state in which VP that an automa has received in this round are added to the score sheet."""
        if not vp:
            return self
        rows, place = {row[:3]: row[3] for row in self.sheets}, (f"round {self.board.round}", item, name)
        rows[place] = rows.get(place, 0) + vp
        return replace(self, sheets=tuple((*row, total) for row, total in rows.items()))

    def go_to(self, phase: str, **changes: Any) -> State:
        """Return the state in another phase, with other changes."""
        return replace(self, phase=phase, **changes)

    def chance(self, name: str) -> Chance:
        """Return the random numbers of a draw, by its name."""
        return Chance(self.seed, name)

    @property
    def prompt_prefix(self) -> str:
        """Return the round, with which the ids of its prompts begin."""
        return f"{self.board.round}"


@dataclass(frozen=True, slots=True)
class Question:
    """A phase that waits for the person: `ask` makes its prompt, `take` applies an allowed answer."""

    ask: Callable[[State], Prompt]
    take: Callable[[State, Any], State]


Automatic = Callable[[State], State]
