"""Whole sessions for the tests, played by a random person."""

from __future__ import annotations

import random
from typing import Any

from heliopolis.games.tekhenu import Session
from heliopolis.games.tekhenu.random_person import random_answer


def begin(seed: int | str = 0, **answers: Any) -> Session:
    """A session at the first question after the set-up; answers by field of the first form, or by topic, else usual."""
    session = Session(seed)
    rng = random.Random(0)
    settings = answers.pop("settings", {})
    parts = [name for name in answers if name in ("automas", "difficulty", "expansion", "by_hand")]
    answers["game"] = {name: answers.pop(name) for name in parts} | settings
    while session.prompt is not None and session.prompt.id.startswith("setup."):
        name = session.prompt.id.split(".")[1]
        if name in answers:
            session.answer(answers[name])
        elif name == "order":
            session.answer([option.value for option in session.prompt.options])
        elif name == "destiny":
            session.answer({field.id: 1 for field in session.prompt.fields})
        elif session.prompt.default is not None or session.prompt.optional:
            session.answer(session.prompt.default)
        else:
            session.answer(random_answer(session.prompt, rng))
    return session


def play(session: Session, rng: random.Random, until: str | None = None) -> Session:
    """Answer at random to the end, or until a prompt whose id ends so."""
    while session.prompt is not None and not (until is not None and session.prompt.id.endswith(until)):
        session.answer(random_answer(session.prompt, rng))
    return session


def whole_game(seed: int, automas: int | None = None) -> Session:
    session = Session(seed)
    if automas is not None:
        session.answer({"automas": automas})
    return play(session, random.Random(seed))
