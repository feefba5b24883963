"""Tekhenu: all that a screen needs to show of a session, as JSON, without a rule to be known there.

The automas' coming tiles and the seed that made them are not in it: the person may not see them either.
"""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.osiris import leaders
from heliopolis.games.tekhenu.session import Session
from heliopolis.games.tekhenu.table import Table
from heliopolis.games.tekhenu.vocabulary import GODS, SETH

HIDDEN = ("piles", "stack")


def view(session: Session) -> JSON:
    """The table, the open question, what the last entry led to, and what can be done."""
    prompt = session.prompt
    return {
        "table": view_table(session.table),
        "round": session.table.round,
        "player": None if session.over else session.state.player,
        "prompt": None if prompt is None else prompt.to_json(),
        "steps": [step.to_json() for step in session.steps],
        "waiting": [entry.to_json() for entry in session.waiting],
        "dropped": [entry.to_json() for entry in session.dropped],
        "correctable": session.correctable(),
        "can_undo": session.can_undo,
        "can_redo": session.can_redo,
        "over": session.over,
        "sheet": [row._asdict() for row in session.sheet],
    }


def view_table(t: Table) -> JSON:
    """The table with light, status of the dice and leaders of the districts; of the tiles only their number."""
    data = {key: value for key, value in t.to_json().items() if key not in HIDDEN}
    return data | {
        "light": {section: t.light(section) for section in GODS},
        "status": {section: [t.status(section, die.colour) for die in t.dice[section]] for section in (*GODS, SETH)},
        "leaders": leaders(t),
        "tiles_left": {name: len(pile) for name, pile in t.piles.items()},
    }
