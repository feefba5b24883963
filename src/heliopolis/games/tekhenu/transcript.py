"""Tekhenu: a session as lines of text in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from heliopolis.games.tekhenu.session import Session
from heliopolis.games.tekhenu.state import Step
from heliopolis.text.catalogues import format_message
from heliopolis.text.messages import Message

FIRST_STEPS_OF_TURN = (
    "tekhenu.step.take_die",
    "tekhenu.step.no_die",
    "tekhenu.step.person_die",
    "tekhenu.step.person_no_die",
)


@dataclass(frozen=True, slots=True)
class Translator:
    """Formats messages in one language."""

    language: str

    def __call__(self, key: str, **params: Any) -> str:
        return format_message(self.language, key, params)

    def message(self, message: Message) -> str:
        return format_message(self.language, message.key, message.params)

    def step(self, step: Step) -> str:
        """Return a step as one sentence, with its VP."""
        sentence = format_message(self.language, step.key, step.params)
        return f"{sentence} {self('tekhenu.transcript.gain', vp=step.vp)}" if step.vp else sentence

    def seat(self, player: str) -> str:
        return format_message(self.language, f"tekhenu.seat.{player}")

    def lines(self, steps: Iterable[Step], why: bool) -> Iterator[str]:
        """Yield steps as lines: rounds at the margin, the player before their steps, reasons below each step."""
        who = None
        for step in steps:
            if step.key == "tekhenu.step.round":
                yield ""
                yield self.step(step)
                who = None
                continue
            if step.who is None:
                yield f"  {self.step(step)}"
            else:
                named = step.who != who or step.key in FIRST_STEPS_OF_TURN
                yield f"  {self.seat(step.who) if named else '':<13}{self.step(step)}"
            who = step.who
            if why:
                yield from (f"{'':<17}· {self.message(reason)}" for reason in step.why)


def transcript(session: Session, language: str, why: bool = True) -> list[str]:
    """Return the whole session so far, one line per step and reason."""
    translate, board = Translator(language), session.board
    title = {"automas": len(board.automas), "difficulty": board.difficulty, "seed": session.seed}
    steps = (step for _, steps in session.story for step in steps)
    return [translate("tekhenu.transcript.title", **title), "", *translate.lines(steps, why)]
