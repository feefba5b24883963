"""Tekhenu: a session as it stands, kept as JSON, so that reading it does nothing again.

Kept are the present state and, of all that undo and redo can go back to, the entries that led there: moments that share
their past share it here too. What an earlier moment led to is found again only if somebody goes back to it.
"""

from __future__ import annotations

from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.session import HistoryNode, Session, SessionEntry, UndoPoint
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.state import State, Step
from heliopolis.text.messages import Message

SIMPLE_FIELDS = ("phase", "player", "tile", "section", "value", "action", "place", "ankhs", "person_vp")
TUPLE_FIELDS = ("acted", "taken", "settled", "sheets")


def to_snapshot(session: Session) -> JSON:
    """All of a session."""
    line = [*session.past, session.now, *reversed(session.future)]
    numbers: dict[int, int] = {}  # of moments and entries, by what they are: the same one is kept once
    entries: list[JSON] = []
    nodes: list[list[int]] = []  # of every moment but the first, the one before it and the entry

    def number_of_entry(entry: SessionEntry) -> int:
        if id(entry) not in numbers:
            numbers[id(entry)] = len(entries)
            entries.append(entry.to_json())
        return numbers[id(entry)]

    def number_of_node(node: HistoryNode) -> int:
        new = []
        while id(node) not in numbers and node.parent is not None:
            new.append(node)
            node = node.parent
        number = numbers.setdefault(id(node), 0)
        for node in reversed(new):
            assert node.entry is not None
            nodes.append([number, number_of_entry(node.entry)])
            number = numbers[id(node)] = len(nodes)
        return number

    return {
        "seed": session.seed,
        "line": [
            [number_of_node(s.node), list(map(number_of_entry, s.waiting)), list(map(number_of_entry, s.dropped))]
            for s in line
        ],
        "now": len(session.past),
        "state": write_state(session.state),
        "entries": entries,
        "moments": nodes,
        "operations": session.operations,
    }


def from_snapshot(data: JSON) -> Session:
    """The session that `keep` was given."""
    session, now = Session(data["seed"]), data["now"]
    entries = [SessionEntry(one["id"], one["value"]) for one in data["entries"]]
    nodes = [session.now.node]
    for before, entry in data["moments"]:
        nodes.append(HistoryNode(None, nodes[before], entries[entry]))
    line = [
        UndoPoint(nodes[node], tuple(entries[one] for one in waiting), tuple(entries[one] for one in dropped))
        for node, waiting, dropped in data["line"]
    ]
    session.past, session.now, session.future = line[:now], line[now], line[:now:-1]
    session.now.node.set_state(read_state(data["seed"], data["state"]))
    session.operations = data["operations"]
    return session


def write_state(state: State) -> JSON:
    plain = {name: getattr(state, name) for name in (*SIMPLE_FIELDS, *TUPLE_FIELDS)}
    steps = [step.to_json() for step in state.steps]
    return {**plain, "table": state.board.to_json(), "by_hand": sorted(state.by_hand), "steps": steps}


def read_state(seed: int | str, data: JSON) -> State:
    return State(
        seed,
        board=SharedBoard.from_json(data["table"]),
        by_hand=frozenset(data["by_hand"]),
        steps=tuple(read_step(step) for step in data["steps"]),
        **{name: data[name] for name in SIMPLE_FIELDS},
        **{name: as_tuples(data[name]) for name in TUPLE_FIELDS},
    )


def as_tuples(data: list[Any]) -> Any:
    """Words, or rows of them."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in data)


def read_step(data: JSON) -> Step:
    why = tuple(Message(reason["key"], reason["params"]) for reason in data["why"])
    return Step(data["key"], data["params"], data["who"], data["vp"], why)
