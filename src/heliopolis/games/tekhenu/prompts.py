"""Tekhenu: questions as data, and checks of the answers.

A prompt has the question (a message), the kind of its answer, and what is allowed; a browser or a terminal needs no
rule to show it. The kinds, and the JSON of their answers (`most` is the JSON name of `max_items`):

    number    a whole number from `low` to `high`; null where `optional`
    choice    the value of one of the `options`
    several   a list of different values out of the `options`, at most `most`
    owners    a list of values out of the `options`, repetitions allowed, at most `most`
    order     a list of all values of the `options`
    numbers   a list of `most` whole numbers from `low` to `high`; of `least` to `most`, where there is a `least`
    dice      a list of [colour, value], colours out of the `options`
    confirm   true
    form      an object: an answer for each of the `fields`; those with a default may be left out
    turn      the value of one of the `options`, a die, followed by one or more of the `actions` in the same list
              (without one, the action is asked next), or null for no die
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.core.errors import IllegalMove
from heliopolis.text.messages import Message, message

MAX_ITEMS = 99  # of a list, where the board sets no limit
MAX_ACTIONS = 5  # of the person in one turn, the one of the die and those that cards give


@dataclass(frozen=True, slots=True)
class Option:
    """One of the allowed answers, and its label."""

    value: Any
    label: Message

    def to_json(self) -> JSON:
        return {"value": self.value, "label": self.label.to_json()}


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to the person."""

    id: str  # unique within a game: round, player and topic
    kind: str
    question: Message
    options: tuple[Option, ...] = ()
    low: int = 0
    high: int = 0
    max_items: int = MAX_ITEMS
    min_items: int | None = None  # of numbers, if it is not `max_items`
    default: Any = None
    optional: bool = False
    fields: tuple[Prompt, ...] = ()
    actions: tuple[Option, ...] = ()  # of a turn
    help: tuple[Message, ...] = ()  # how to find the answer at the table

    def to_json(self) -> JSON:
        data: JSON = {"id": self.id, "kind": self.kind, "question": self.question.to_json()}
        if self.kind in ("number", "numbers"):
            data |= {"low": self.low, "high": self.high}
        if self.kind in ("several", "owners", "numbers"):
            data["most"] = self.max_items
        if self.min_items is not None:
            data["least"] = self.min_items
        if self.options:
            data["options"] = [option.to_json() for option in self.options]
        if self.actions:
            data["actions"] = [action.to_json() for action in self.actions]
        if self.fields:
            data["fields"] = [field.to_json() for field in self.fields]
        if self.help:
            data["help"] = [one.to_json() for one in self.help]
        return data | {"default": self.default, "optional": self.optional}


class BadAnswer(IllegalMove):
    """Raised when an answer or correction is not allowed; nothing has changed.

    `message` gives the reason in any language, the text of the error in English.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        from heliopolis.text.catalogues import format_message  # which a browser does not have, and does not need

        return format_message("en", self.message.key, self.message.params)


def reject(key: str, **params: Any) -> BadAnswer:
    """Return the error to raise for an answer that is not allowed."""
    return BadAnswer(message(key, **params))


def check(prompt: Prompt, answer: Any) -> Any:
    """Return the answer, completed with defaults; raise BadAnswer if it is not allowed."""
    if answer is None and prompt.optional:
        return None
    return CHECKS[prompt.kind](prompt, answer)


def check_number(prompt: Prompt, answer: Any) -> int:
    if isinstance(answer, bool) or not isinstance(answer, int) or not prompt.low <= answer <= prompt.high:
        raise reject("tekhenu.bad.number", low=prompt.low, high=prompt.high)
    return answer


def check_choice(prompt: Prompt, answer: Any) -> Any:
    for option in prompt.options:
        if option.value == answer and type(option.value) is type(answer):
            return option.value
    raise reject("tekhenu.bad.choice")


def check_owners(prompt: Prompt, answer: Any) -> list[Any]:
    if not isinstance(answer, list):
        raise reject("tekhenu.bad.list")
    if len(answer) > prompt.max_items:
        raise reject("tekhenu.bad.too_many", most=prompt.max_items)
    return [check_choice(prompt, one) for one in answer]


def check_several(prompt: Prompt, answer: Any) -> list[Any]:
    checked = check_owners(prompt, answer)
    if any(one in checked[:i] for i, one in enumerate(checked)):
        raise reject("tekhenu.bad.twice")
    return checked


def check_order(prompt: Prompt, answer: Any) -> list[Any]:
    checked = check_several(prompt, answer)
    if len(checked) != len(prompt.options):
        raise reject("tekhenu.bad.order")
    return checked


def check_numbers(prompt: Prompt, answer: Any) -> list[int]:
    least, most = prompt.min_items, prompt.max_items
    if least is None and (not isinstance(answer, list) or len(answer) != most):
        raise reject("tekhenu.bad.length", number=most)
    if least is not None and (not isinstance(answer, list) or not least <= len(answer) <= most):
        raise reject("tekhenu.bad.lengths", low=least, high=most)
    return [check_number(prompt, one) for one in answer]


def check_dice(prompt: Prompt, answer: Any) -> list[list[Any]]:
    if not isinstance(answer, list) or len(answer) > prompt.max_items:
        raise reject("tekhenu.bad.dice")
    colours = [option.value for option in prompt.options]
    for die in answer:
        if not isinstance(die, list) or len(die) != 2 or die[0] not in colours or not is_die_value(die[1]):
            raise reject("tekhenu.bad.dice")
    return answer


def is_die_value(value: object) -> bool:
    return type(value) is int and 1 <= value <= 6


def check_confirm(_: Prompt, answer: Any) -> bool:
    if answer is not True:
        raise reject("tekhenu.bad.confirm")
    return True


def check_form(prompt: Prompt, answer: Any) -> dict[str, Any]:
    if not isinstance(answer, dict):
        raise reject("tekhenu.bad.form")
    names = [field.id for field in prompt.fields]
    unknown = next((name for name in answer if name not in names), None)
    if unknown is not None:
        raise reject("tekhenu.bad.field", field=str(unknown))
    return {field.id: check(field, answer.get(field.id, field.default)) for field in prompt.fields}


def check_turn(prompt: Prompt, answer: Any) -> list[Any] | None:
    if answer is None:
        return None
    if not isinstance(answer, list):
        raise reject("tekhenu.bad.turn")
    die = next((option.value for option in prompt.options if option.value and option.value == answer[:3]), None)
    chosen, allowed = answer[3:], [action.value for action in prompt.actions]
    if die is None or not is_die_value(answer[2]) or any(action not in allowed for action in chosen):
        raise reject("tekhenu.bad.turn")
    if len(chosen) > MAX_ACTIONS:
        raise reject("tekhenu.bad.too_many", most=MAX_ACTIONS)
    if len(chosen) > 1 and "nothing" in chosen:
        raise reject("tekhenu.bad.turn")
    return [*die, *chosen]


CHECKS: dict[str, Callable[[Prompt, Any], Any]] = {
    "number": check_number,
    "choice": check_choice,
    "several": check_several,
    "owners": check_owners,
    "order": check_order,
    "numbers": check_numbers,
    "dice": check_dice,
    "confirm": check_confirm,
    "form": check_form,
    "turn": check_turn,
}


# ---- common questions ---------------------------------------------------------------------------------------------


def ask_number(where: str, question: Message, low: int, high: int, default: int | None = None) -> Prompt:
    return Prompt(where, "number", question, low=low, high=high, default=default)


def ask_words(where: str, question: Message, words: tuple[Any, ...], label: str, default: Any = None) -> Prompt:
    """Return a choice among words; the label of each is the message `label` with the parameter `word`."""
    options = tuple(Option(word, message(label, word=word)) for word in words)
    return Prompt(where, "choice", question, options, default=default)
