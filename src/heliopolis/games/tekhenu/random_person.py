"""Tekhenu: a person who answers at random whatever is asked, for demonstrations and tests.

He needs nothing but the prompt. He answers like somebody who plays on: no forbidden dice, the action of the die's
section or now and then a production, one piece where pieces are placed, and the defaults of the set-up.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from heliopolis.games.tekhenu.prompts import Prompt
from heliopolis.games.tekhenu.vocabulary import GODS, SETH

NEXT_DICE = 3


def random_answer(prompt: Prompt, luck: random.Random) -> Any:
    """An allowed answer."""
    for ending, answer in LIKELY.items():
        if prompt.id.endswith(ending):
            return answer(prompt, luck)
    return any_answer(prompt, luck)


def random_action(prompt: Prompt, luck: random.Random) -> Any:
    return prompt.default if luck.random() < 0.85 or prompt.default not in (*GODS, SETH) else "production"


def random_die(prompt: Prompt, luck: random.Random) -> Any:
    valid = [option for option in prompt.options if option.label.params.get("status") in ("pure", "tainted")]
    return luck.choice(valid or prompt.options).value


def usual(prompt: Prompt, _luck: random.Random) -> Any:
    return prompt.default


LIKELY: dict[str, Callable[[Prompt, random.Random], Any]] = {
    "setup.expansion": usual,
    "setup.settings": usual,
    "setup.by_hand": usual,
    "person.die": random_die,
    "person.action": random_action,
    "person.pieces": lambda prompt, luck: [
        option.value for option in luck.sample(prompt.options, len(prompt.options[:1]))
    ],
    "person.cultist": lambda _prompt, luck: int(luck.random() < 0.2),
    "maat.place": lambda _prompt, luck: luck.randint(-4, 4),
}


def any_answer(prompt: Prompt, luck: random.Random) -> Any:
    """Any allowed answer at all, every one possible."""
    if prompt.optional and luck.random() < 0.5:
        return None
    return ANY[prompt.kind](prompt, luck)


def values(prompt: Prompt) -> list[Any]:
    return [option.value for option in prompt.options]


def some(prompt: Prompt, luck: random.Random) -> list[Any]:
    return luck.sample(values(prompt), luck.randint(0, min(prompt.most, len(prompt.options))))


def some_dice(prompt: Prompt, luck: random.Random) -> list[list[Any]]:
    return [[luck.choice(values(prompt)), luck.randint(1, 6)] for _ in range(NEXT_DICE)]


def some_owners(prompt: Prompt, luck: random.Random) -> list[Any]:
    return [luck.choice(values(prompt)) for _ in range(luck.randint(0, prompt.most))]


def filled_form(prompt: Prompt, luck: random.Random) -> dict[str, Any]:
    if prompt.default == {}:
        return {}
    return {field.id: any_answer(field, luck) for field in prompt.fields}


ANY: dict[str, Callable[[Prompt, random.Random], Any]] = {
    "number": lambda prompt, luck: luck.randint(prompt.low, prompt.high),
    "choice": lambda prompt, luck: luck.choice(values(prompt)),
    "several": some,
    "owners": some_owners,
    "order": lambda prompt, luck: luck.sample(values(prompt), len(prompt.options)),
    "numbers": lambda prompt, luck: [luck.randint(prompt.low, prompt.high) for _ in range(prompt.most)],
    "dice": some_dice,
    "confirm": lambda _prompt, _luck: True,
    "form": filled_form,
}
