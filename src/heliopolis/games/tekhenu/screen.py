"""Tekhenu: everything that a screen shows of a session, as JSON; a client needs to know no rule.

It contains neither the automas' coming tiles nor the seed that decides them, because the person may not know them.
"""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.osiris import leaders
from heliopolis.games.tekhenu.results import result_of
from heliopolis.games.tekhenu.session import Session
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.table_changes import Change, list_changes
from heliopolis.games.tekhenu.tasks import Tasks
from heliopolis.games.tekhenu.vocabulary import GODS, SETH

HIDDEN_FIELDS = ("piles", "stack")


def view(session: Session) -> JSON:
    """Return the board, the open question, what the last entry led to, and what can be done."""
    prompt, scores_prompt = session.prompt, session.scores_prompt
    return {
        "table": view_board(session.board),
        "before": view_board(session.tasks.before),
        "round": session.board.round,
        "player": None if session.over else session.state.player,
        "prompt": None if prompt is None else prompt.to_json(),
        "steps": view_steps(session.tasks),
        "done": session.done,
        "waiting": [entry.to_json() for entry in session.waiting],
        "dropped": [entry.to_json() for entry in session.dropped],
        "correctable": session.correctable(),
        "can_use_cultist": session.can_use_cultist,
        "can_undo": session.can_undo,
        "can_redo": session.can_redo,
        "over": session.over,
        "sheet": [row._asdict() for row in session.sheet],
        "result": result_of(session) if session.over else None,
        "scores_prompt": None if scores_prompt is None else scores_prompt.to_json(),
    }


def view_steps(tasks: Tasks) -> list[JSON]:
    """Return the steps with what each changes in the table as `view_board` gives it, the first one in `before`."""
    board, table = tasks.before, view_board(tasks.before)
    steps = []
    for step in tasks.steps:
        changes: list[Change] = []
        if step.after is not None and step.after is not board:
            board, before, table = step.after, table, view_board(step.after)
            changes = list_changes(before, table)
        steps.append(step.to_json() | {"changes": changes})
    return steps


def view_board(board: SharedBoard) -> JSON:
    """Return the board with light, status of the dice and leaders of the districts, and of the tiles only how many."""
    data = {key: value for key, value in board.to_json().items() if key not in HIDDEN_FIELDS}
    return data | {
        "round": board.round,
        "discards": list(board.discards),
        "light": {section: board.light(section) for section in GODS},
        "status": {
            section: [board.status(section, die.colour) for die in board.dice[section]] for section in (*GODS, SETH)
        },
        "leaders": leaders(board),
        "tiles_left": {name: len(pile) for name, pile in board.piles.items()},
    }
