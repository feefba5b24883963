"""Tekhenu: a session as JSON, with its present state, so that reading it replays nothing.

A snapshot has the present state; of all other nodes of the history it has only the entries that led there, once each
if histories share them. The state of such a node is computed when the session returns to it.
"""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.core.errors import InvalidRecord
from heliopolis.games.tekhenu.history import HistoryNode, SessionEntry, UndoPoint
from heliopolis.games.tekhenu.session import Session
from heliopolis.games.tekhenu.state_json import read_point, read_state, write_point
from heliopolis.games.tekhenu.tasks_json import write_pending, write_tasks
from heliopolis.games.tekhenu.version import RULES, read_rules


def to_snapshot(session: Session) -> JSON:
    """Return a session as JSON, undo and redo included."""
    line = [*session.past, session.now, *reversed(session.future)]
    numbers: dict[int, int] = {}  # of nodes and entries, by their identity
    entries: list[JSON] = []
    nodes: list[list[int]] = []  # of every node but the first: its parent and its entry

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

    def numbered(point: UndoPoint) -> list[object]:
        node = number_of_node(point.node)
        return [node, list(map(number_of_entry, point.waiting)), list(map(number_of_entry, point.dropped))]

    points = [numbered(point) for point in line]
    return {
        "rules": RULES,
        "seed": session.seed,
        **({} if session.start is None else {"start": write_point(session.start)}),
        "line": points,
        "now": len(session.past),
        "state": write_point(session.now),
        "entries": entries,
        "moments": nodes,
        "operations": list(session.operations),
        "ticks": session.ticks,
        **write_tasks(session.state, session.tasks),
        **write_pending(session.board, session.past, session.future),
    }


def from_snapshot(data: JSON) -> Session:
    """Return the session that `to_snapshot` wrote, or raise InvalidRecord.

    Under newer rules the history is replayed, and if it no longer leads to the stored state, it begins with that state.
    """
    try:
        return read_history(data) if read_rules(data) == RULES else Session.restore(data)
    except InvalidRecord:
        raise
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        reason = str(error).rstrip(".")
        raise InvalidRecord(f"This is no snapshot of a Tekhenu session: {reason}.") from None


def read_history(data: JSON) -> Session:
    """Return the session of a snapshot without replaying anything."""
    seed, now = data["seed"], data["now"]
    session = Session(seed, read_point(seed, data["start"]) if "start" in data else None)
    present, state = data["line"][now][0], read_state(seed, data["state"])
    entries = [SessionEntry(entry["id"], entry["value"]) for entry in data["entries"]]
    nodes = [session.now.node]
    for number, (parent, entry) in enumerate(data["moments"], 1):
        nodes.append(HistoryNode(state if number == present else None, nodes[parent], entries[entry]))
    line = [
        UndoPoint(nodes[node], tuple(entries[one] for one in waiting), tuple(entries[one] for one in dropped))
        for node, waiting, dropped in data["line"]
    ]
    session.past, session.now, session.future = line[:now], line[now], line[:now:-1]
    session.operations = list(data["operations"])
    session.ticks = int(data.get("ticks", 0))
    session.read_tasks(data)
    return session
