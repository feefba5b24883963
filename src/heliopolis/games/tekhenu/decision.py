"""Tekhenu: what an automa does and why, as data.

A reason is a message, that is a key with parameters, which can be formatted in any language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from heliopolis.core.checks import JSON
from heliopolis.core.errors import IllegalMove, UnknownName
from heliopolis.games.tekhenu.vocabulary import PRODUCTION_VP
from heliopolis.text.messages import Message, message

Params = dict[str, Any]
Choice = dict[str, Any] | None
Candidate = TypeVar("Candidate")


@dataclass(frozen=True, slots=True)
class Decision:
    """What an automa does (`choice`), what it scores at once (`vp`), and the rules applied, in order (`why`)."""

    action: str  # die, a god, seth, score or end
    choice: Choice
    vp: int
    why: tuple[Message, ...]
    cards: tuple[int, int, int] = (0, 0, 0)  # decrees, technologies and blessings that the automa takes

    @property
    def produces(self) -> bool:
        """Return whether the action could not be done and became a production."""
        return self.choice is not None and "produce" in self.choice

    def __int__(self) -> int:
        """Return the VP, so that a scoring can be used as a number."""
        return self.vp

    def to_json(self) -> JSON:
        why = [reason.to_json() for reason in self.why]
        return {"action": self.action, "choice": self.choice, "vp": self.vp, "why": why, "cards": list(self.cards)}


def produce(action: str, *why: Message) -> Decision:
    """Return the production of 3 VP that replaces an action that cannot be done (ruling 1)."""
    return Decision(action, {"produce": True}, PRODUCTION_VP, (*why, message("tekhenu.why.produce", vp=PRODUCTION_VP)))


class VpItems:
    """VP collected item by item, with a reason for each; items of 0 VP are left out."""

    def __init__(self) -> None:
        self.why: list[Message] = []
        self.vp = 0

    def add(self, vp: int, key: str, **params: Any) -> None:
        if vp:
            self.vp += vp
            self.why.append(message(key, vp=vp, **params))


def narrow(
    candidates: Sequence[Candidate], value: Callable[[Candidate], Any], why: list[Message], reason: Message
) -> Sequence[Candidate]:
    """Return the candidates of the highest value; add the reason only if it ruled a candidate out."""
    if len(candidates) == 1:
        return candidates
    values = [value(candidate) for candidate in candidates]
    highest = max(values)
    best = [candidate for candidate, own in zip(candidates, values, strict=True) if own == highest]
    if len(best) < len(candidates):
        why.append(reason)
    return best


def steps_from(start: int, to: int, length: int) -> int:
    """Return the number of steps from one place to another on a circle of that length."""
    return (to - start) % length


def require_word(value: object, what: str, words: Sequence[str]) -> None:
    if value not in words:
        raise UnknownName(f"There is no {what} {value!r}: it is one of {', '.join(words)}.")


def require_number(value: int, what: str, low: int, high: int) -> None:
    if not isinstance(value, int) or not low <= value <= high:
        raise IllegalMove(f"{what} is {low} to {high}, not {value!r}.")
