"""Tekhenu: what the scorings gave the person, as they say themselves after the game.

The person scores on their own board, and the automas need to know nothing of it. So this is no question but an entry
that can be made once the game is over, and left out.
"""

from __future__ import annotations

from dataclasses import replace

from heliopolis.games.tekhenu.notation import MAX_COUNT
from heliopolis.games.tekhenu.prompts import Prompt, reject
from heliopolis.games.tekhenu.score_sheet import SCORINGS
from heliopolis.games.tekhenu.state import State
from heliopolis.text.messages import message


def ask_scores(s: State, where: str) -> Prompt:
    """Return the form for the person's scorings; what was entered before is proposed."""
    entered = dict(s.person_scores)
    fields = tuple(
        Prompt(
            when,
            "number",
            message(f"tekhenu.sheet_when.{when}"),
            high=MAX_COUNT,
            default=entered.get(when),
            optional=True,
        )
        for when in SCORINGS
    )
    return Prompt(where, "form", message("tekhenu.ask.person_scores", vp=s.person_vp), fields=fields)


def take_scores(s: State, answer: dict[str, int | None]) -> State:
    """Keep the person's scorings; together they cannot have given more VP than the person has."""
    scores = tuple((when, vp) for when, vp in answer.items() if vp is not None)
    if s.person_vp is not None and sum(vp for _, vp in scores) > s.person_vp:
        raise reject("tekhenu.bad.scores", vp=s.person_vp)
    return replace(s, person_scores=scores)
