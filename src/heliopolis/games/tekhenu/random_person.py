"""Tekhenu: a person who answers every question at random, for demonstrations and tests.

The answers depend on the prompt only and look like those of a real game: no forbidden dice, the action of the die's
section or sometimes a production, one piece where pieces are placed, the defaults of the set-up, a usual final score.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from heliopolis.games.tekhenu.prompts import Prompt
from heliopolis.games.tekhenu.vocabulary import AUTOMAS, GODS, SETH

DICE_PER_ANSWER = 3
CHANCE_OF_PRODUCTION, CHANCE_OF_SECOND_ACTION = 0.15, 0.05
MIN_FINAL_VP, MAX_FINAL_VP = 60, 140  # what people usually score


def random_answer(prompt: Prompt, rng: random.Random) -> Any:
    """Return an allowed answer that a person might give."""
    for topic, answer in TYPICAL_ANSWERS.items():
        if topic in prompt.id:
            return answer(prompt, rng)
    return any_answer(prompt, rng)


def random_action(prompt: Prompt, rng: random.Random) -> Any:
    produces = rng.random() < CHANCE_OF_PRODUCTION and prompt.default in (*GODS, SETH)
    return "production" if produces else prompt.default


def random_die(prompt: Prompt, rng: random.Random) -> Any:
    """Return a valid die and the action of its section, sometimes a production or a second action by a card."""
    valid = [option for option in prompt.options if option.label.params.get("status") in ("pure", "tainted")]
    die = rng.choice(valid or prompt.options).value
    if die is None:
        return None
    second = [rng.choice([*GODS])] if rng.random() < CHANCE_OF_SECOND_ACTION else []
    return [*die, "production" if rng.random() < CHANCE_OF_PRODUCTION else die[0], *second]


def random_game(_prompt: Prompt, rng: random.Random) -> Any:
    return {"automas": rng.randint(1, len(AUTOMAS)), "difficulty": rng.randint(0, 4)}


TYPICAL_ANSWERS: dict[str, Callable[[Prompt, random.Random], Any]] = {
    "setup.game": random_game,
    "person.die": random_die,
    "person.action": random_action,
    "person.pieces": lambda prompt, rng: [
        option.value for option in rng.sample(prompt.options, len(prompt.options[:1]))
    ],
    "maat.place": lambda _prompt, rng: rng.randint(-4, 4),
    "end.vp": lambda _prompt, rng: rng.randint(MIN_FINAL_VP, MAX_FINAL_VP),
}


def any_answer(prompt: Prompt, rng: random.Random) -> Any:
    """Return any allowed answer; every one is possible."""
    if prompt.optional and rng.random() < 0.5:
        return None
    return RANDOM_ANSWERS[prompt.kind](prompt, rng)


def values(prompt: Prompt) -> list[Any]:
    return [option.value for option in prompt.options]


def random_selection(prompt: Prompt, rng: random.Random) -> list[Any]:
    return rng.sample(values(prompt), rng.randint(0, min(prompt.max_items, len(prompt.options))))


def random_dice(prompt: Prompt, rng: random.Random) -> list[list[Any]]:
    return [[rng.choice(values(prompt)), rng.randint(1, 6)] for _ in range(DICE_PER_ANSWER)]


def random_turn(prompt: Prompt, rng: random.Random) -> list[Any] | None:
    die = rng.choice(values(prompt))
    return None if die is None else [*die, *rng.sample([action.value for action in prompt.actions], rng.randint(0, 1))]


def random_owners(prompt: Prompt, rng: random.Random) -> list[Any]:
    return [rng.choice(values(prompt)) for _ in range(rng.randint(0, prompt.max_items))]


def random_form(prompt: Prompt, rng: random.Random) -> dict[str, Any]:
    """Return an answer for every field; where all have a default, for none, or for some of those of the first form."""
    share = 1.0 if prompt.default is None else 0.5 if prompt.id == "setup.game" else 0.0
    return fit_to_players({field.id: any_answer(field, rng) for field in prompt.fields if rng.random() < share})


def fit_to_players(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer to the first form with as many VP for the turn order as there are players."""
    if answer.get("order_bonus"):
        answer["order_bonus"] = answer["order_bonus"][: answer.get("automas", 1) + 1]
    return answer


RANDOM_ANSWERS: dict[str, Callable[[Prompt, random.Random], Any]] = {
    "number": lambda prompt, rng: rng.randint(prompt.low, prompt.high),
    "choice": lambda prompt, rng: rng.choice(values(prompt)),
    "several": random_selection,
    "owners": random_owners,
    "order": lambda prompt, rng: rng.sample(values(prompt), len(prompt.options)),
    "numbers": lambda prompt, rng: [rng.randint(prompt.low, prompt.high) for _ in range(prompt.max_items)],
    "dice": random_dice,
    "confirm": lambda _prompt, _rng: True,
    "form": random_form,
    "turn": random_turn,
}
