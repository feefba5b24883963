"""What can be read of a companion session besides its view: prompts of corrections and entries, the whole story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu import BadAnswer, Prompt, Session
from heliopolis.server.domain.problems import Problem


def read_correction(session: Session, name: str) -> JSON:
    """Return the prompt of a correction; Problem if there is none of that name."""
    return _read_prompt(session.correction_prompt, name)


def read_entry(session: Session, number: int) -> JSON:
    """Return the prompt that an entry answered, null for a correction of several things; Problem if there is none."""
    return _read_prompt(session.prompt_at, number)


def _read_prompt(find: Callable[[Any], Prompt | None], what: str | int) -> JSON:
    try:
        prompt = find(what)
    except BadAnswer as error:
        raise Problem(error.message.key, **error.message.params) from None
    return {"prompt": None if prompt is None else prompt.to_json()}


def read_story(session: Session) -> JSON:
    """Return every entry and what it led to."""
    story = [{"entry": entry.to_json(), "steps": [step.to_json() for step in steps]} for entry, steps in session.story]
    return {"story": story}
