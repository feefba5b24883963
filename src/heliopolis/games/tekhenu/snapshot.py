"""Tekhenu: a session as it stands, kept as JSON, so that reading it does nothing again.

Kept are the present state and, of all that undo and redo can go back to, the entries that led there: moments that share
their past share it here too. What an earlier moment led to is found again only if somebody goes back to it.
"""

from __future__ import annotations

from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.decision import Message
from heliopolis.games.tekhenu.session import Entry, Moment, Session, Snapshot
from heliopolis.games.tekhenu.state import State, Step
from heliopolis.games.tekhenu.table import Table

PLAIN = ("phase", "player", "tile", "section", "value", "action", "place", "ankhs", "person_vp")
ROWS = ("acted", "taken", "settled", "sheets")


def keep(session: Session) -> JSON:
    """All of a session."""
    line = [*session.past, session.now, *reversed(session.future)]
    numbers: dict[int, int] = {}  # of moments and entries, by what they are: the same one is kept once
    entries: list[JSON] = []
    moments: list[list[int]] = []  # of every moment but the first, the one before it and the entry

    def of_entry(entry: Entry) -> int:
        if id(entry) not in numbers:
            numbers[id(entry)] = len(entries)
            entries.append(entry.to_json())
        return numbers[id(entry)]

    def of_moment(moment: Moment) -> int:
        new = []
        while id(moment) not in numbers and moment.before is not None:
            new.append(moment)
            moment = moment.before
        number = numbers.setdefault(id(moment), 0)
        for moment in reversed(new):
            assert moment.entry is not None
            moments.append([number, of_entry(moment.entry)])
            number = numbers[id(moment)] = len(moments)
        return number

    return {
        "seed": session.seed,
        "line": [[of_moment(s.moment), list(map(of_entry, s.waiting)), list(map(of_entry, s.dropped))] for s in line],
        "now": len(session.past),
        "state": write_state(session.state),
        "entries": entries,
        "moments": moments,
        "operations": session.operations,
    }


def read_kept(data: JSON) -> Session:
    """The session that `keep` was given."""
    session, now = Session(data["seed"]), data["now"]
    entries = [Entry(one["id"], one["value"]) for one in data["entries"]]
    moments = [session.now.moment]
    for before, entry in data["moments"]:
        moments.append(Moment(None, moments[before], entries[entry]))
    line = [
        Snapshot(moments[moment], tuple(entries[one] for one in waiting), tuple(entries[one] for one in dropped))
        for moment, waiting, dropped in data["line"]
    ]
    session.past, session.now, session.future = line[:now], line[now], line[:now:-1]
    session.now.moment.know(read_state(data["seed"], data["state"]))
    session.operations = data["operations"]
    return session


def write_state(state: State) -> JSON:
    plain = {name: getattr(state, name) for name in (*PLAIN, *ROWS)}
    steps = [step.to_json() for step in state.steps]
    return {**plain, "table": state.table.to_json(), "by_hand": sorted(state.by_hand), "steps": steps}


def read_state(seed: int | str, data: JSON) -> State:
    return State(
        seed,
        table=Table.from_json(data["table"]),
        by_hand=frozenset(data["by_hand"]),
        steps=tuple(read_step(step) for step in data["steps"]),
        **{name: data[name] for name in PLAIN},
        **{name: as_rows(data[name]) for name in ROWS},
    )


def as_rows(data: list[Any]) -> Any:
    """Words, or rows of them."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in data)


def read_step(data: JSON) -> Step:
    why = tuple(Message(reason["key"], reason["params"]) for reason in data["why"])
    return Step(data["key"], data["params"], data["who"], data["vp"], why)
