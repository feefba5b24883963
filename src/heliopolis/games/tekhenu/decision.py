"""Tekhenu: what an automa does and why, as data.

Nothing here is a sentence: a reason is the key of a message with its parameters, to be said in any language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from heliopolis.core.errors import IllegalMove, UnknownName
from heliopolis.games.tekhenu.vocabulary import PRODUCTION
from heliopolis.text.messages import Message, message

Params = dict[str, Any]
Choice = dict[str, Any] | None
Candidate = TypeVar("Candidate")


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do (`choice`), what it scores at once (`vp`), and the rules that led there, in their order (`why`)."""

    action: str  # die, a god, seth, score or end
    choice: Choice
    vp: int
    why: tuple[Message, ...]
    cards: tuple[int, int, int] = (0, 0, 0)  # decrees, technologies, blessings that come with it

    @property
    def produces(self) -> bool:
        """Whether it could not be done and ended in a production."""
        return self.choice is not None and "produce" in self.choice

    def __int__(self) -> int:
        """Its VP: what counts of a scoring."""
        return self.vp

    def to_json(self) -> dict[str, Any]:
        why = [reason.to_json() for reason in self.why]
        return {"action": self.action, "choice": self.choice, "vp": self.vp, "why": why, "cards": list(self.cards)}


def produce(action: str, *why: Message) -> Decision:
    """An action that cannot be done is no god action: 3 VP."""
    return Decision(action, {"produce": True}, PRODUCTION, (*why, message("tekhenu.why.produce", vp=PRODUCTION)))


class VpItems:
    """VP item by item; items of 0 VP are left out."""

    def __init__(self) -> None:
        self.why: list[Message] = []
        self.vp = 0

    def add(self, vp: int, key: str, **params: Any) -> None:
        if vp:
            self.vp += vp
            self.why.append(message(key, vp=vp, **params))


def narrow(
    candidates: Sequence[Candidate], worth: Callable[[Candidate], Any], why: list[Message], reason: Message
) -> Sequence[Candidate]:
    """The candidates that are worth most; the reason is noted only if it ruled somebody out."""
    if len(candidates) == 1:
        return candidates
    worths = [worth(candidate) for candidate in candidates]
    most = max(worths)
    best = [candidate for candidate, value in zip(candidates, worths, strict=True) if value == most]
    if len(best) < len(candidates):
        why.append(reason)
    return best


def steps_from(start: int, to: int, length: int) -> int:
    """How far a place is on a walk that begins with another and wraps."""
    return (to - start) % length


def require_word(value: object, what: str, words: Sequence[str]) -> None:
    if value not in words:
        raise UnknownName(f"There is no {what} {value!r}: it is one of {', '.join(words)}.")


def require_number(value: int, what: str, low: int, high: int) -> None:
    if not isinstance(value, int) or not low <= value <= high:
        raise IllegalMove(f"{what} is {low} to {high}, not {value!r}.")
