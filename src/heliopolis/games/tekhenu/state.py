"""Tekhenu: where a session stands between two answers.

A state is never changed. It has a phase, which is the question that is open; the answer gives the next state with the
steps that are to be done at the table, and a state without a question is a finished game. Decisions are not kept but
made anew from the table, so that a correction between question and answer is heeded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from heliopolis.games.tekhenu.chance import Chance
from heliopolis.games.tekhenu.decision import Params
from heliopolis.games.tekhenu.prompts import Prompt
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.text.messages import Message


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do at the table, or one that was done: a message, who it is about, its VP and its reasons."""

    key: str
    params: Params
    who: str | None = None
    vp: int = 0
    why: tuple[Message, ...] = ()

    def to_json(self) -> dict[str, Any]:
        why = [reason.to_json() for reason in self.why]
        return {"key": self.key, "params": self.params, "who": self.who, "vp": self.vp, "why": why}


@dataclass(frozen=True, slots=True)
class State:
    seed: int | str
    phase: str
    board: SharedBoard = field(default_factory=SharedBoard)
    by_hand: frozenset[str] = frozenset()  # what the person draws or rolls himself: cubes, tiles, dice
    player: str | None = None  # whose turn it is, also if the order is corrected meanwhile
    acted: tuple[str, ...] = ()  # who has had his turn in this round
    taken: tuple[str, ...] = ()  # colours of the dice taken since the last Maat
    tile: str | None = None  # the automa's tile
    section: str | None = None  # where the die of this turn came from
    value: int = 0
    action: str | None = None  # what the person does
    place: int = 0  # the person's place at Maat
    ankhs: int | None = None  # and his ankhs, once known
    settled: tuple[tuple[str, ...], ...] = ()  # ties at Maat that the person has settled
    sheets: tuple[tuple[str, str, str, int], ...] = ()  # scorings so far: when, item, automa, VP
    person_vp: int | None = None
    steps: tuple[Step, ...] = ()  # what the last answer led to

    def add_step(
        self, key: str, who: str | None = None, vp: int = 0, why: tuple[Message, ...] = (), **params: Any
    ) -> State:
        """One more step."""
        return replace(self, steps=(*self.steps, Step(key, params, who, vp, why)))

    def go_to(self, phase: str, **changes: Any) -> State:
        return replace(self, phase=phase, **changes)

    def chance(self, name: str) -> Chance:
        return Chance(self.seed, name)

    @property
    def prompt_prefix(self) -> str:
        """The round, as the beginning of a prompt's id."""
        return f"{self.board.round}"


@dataclass(frozen=True, slots=True)
class Question:
    """A phase that waits for the person: what is asked, and what an allowed answer leads to."""

    ask: Callable[[State], Prompt]
    take: Callable[[State, Any], State]


Automatic = Callable[[State], State]
