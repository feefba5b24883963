"""Tekhenu: the history of a session, as a chain of nodes from the first state to the present one.

A node is a point of the game; it was reached from its parent by an entry, that is an answer or a correction. Nodes of
different histories share their common past.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu import rounds, session_setup, turns
from heliopolis.games.tekhenu.corrections import correct
from heliopolis.games.tekhenu.prompts import BadAnswer, Prompt, check, reject
from heliopolis.games.tekhenu.state import Automatic, Question, State

FIRST_PHASE = "automas"
CORRECTION = "correction"

QUESTIONS: Mapping[str, Question] = session_setup.QUESTIONS | turns.QUESTIONS | rounds.QUESTIONS
AUTOMATIC: Mapping[str, Automatic] = {**session_setup.AUTOMATIC, **turns.AUTOMATIC, **rounds.AUTOMATIC}
# before the checklist there is no board that could be corrected
SETUP_PHASES = tuple(session_setup.QUESTIONS)[: tuple(session_setup.QUESTIONS).index("checklist")]
# a correction in these phases may change what the automa does
RECONSIDERED_PHASES = {"automa_cells", "automa_cards", "automa_conquest"}


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """What the person entered: the id of a prompt and the answer, or `correction` and the changes."""

    id: str
    value: Any

    def to_json(self) -> JSON:
        """Return the entry as an object with `id` and `value`."""
        return {"id": self.id, "value": self.value}


class HistoryNode:
    """A point of the game, with the entry that led to it from its parent; the first node has neither.

    The state of a node may be omitted if it has a parent. It is then computed when it is first needed.
    """

    def __init__(
        self, state: State | None, parent: HistoryNode | None = None, entry: SessionEntry | None = None
    ) -> None:
        self._state = state
        self.parent = parent
        self.entry = entry

    @property
    def state(self) -> State:
        """Return the state at this point of the game."""
        if self._state is None:
            for node in self.chain():
                if node._state is None and node.parent is not None and node.entry is not None:
                    node._state = node.parent.result(node.entry)
        assert self._state is not None
        return self._state

    @cached_property
    def prompt(self) -> Prompt | None:
        """Return the open question, or None when the game is over."""
        question = QUESTIONS.get(self.state.phase)
        return None if question is None else question.ask(self.state)

    def enter(self, entry: SessionEntry) -> HistoryNode:
        """Return the node that an entry leads to; raise BadAnswer if the entry is not allowed."""
        return HistoryNode(self.result(entry), self, entry)

    def result(self, entry: SessionEntry) -> State:
        """Return the state that an entry leads to, once the automas have acted."""
        state = self._corrected(entry.value) if entry.id == CORRECTION else self._answered(entry)
        while state.phase in AUTOMATIC:
            state = AUTOMATIC[state.phase](state)
        return state.finish_entry()

    def _answered(self, entry: SessionEntry) -> State:
        prompt = self.prompt
        if prompt is None:
            raise reject("tekhenu.bad.over")
        if prompt.id != entry.id:
            raise reject("tekhenu.bad.prompt", asked=prompt.id, given=entry.id)
        answer = check(prompt, entry.value)
        return QUESTIONS[self.state.phase].take(self.state.start_entry(), answer)

    def _corrected(self, changes: Mapping[str, Any]) -> State:
        if self.state.phase in SETUP_PHASES:
            raise reject("tekhenu.bad.too_early")
        state = replace(self.state.start_entry(), board=correct(self.state.board, changes))
        state = book_correction(state, self.state)
        state = state.add_step("tekhenu.step.correction", names=[{"name": name} for name in changes])
        if state.phase in RECONSIDERED_PHASES:
            return state.go_to(turns.phase_before_action(state))
        return state.go_to("maat_order") if state.phase == "maat_tie" else state

    def chain(self) -> list[HistoryNode]:
        """Return all nodes from the first to this one."""
        nodes: list[HistoryNode] = []
        node: HistoryNode | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


def book_correction(state: State, before: State) -> State:
    """Return a corrected state with the VP of the correction in its score sheet."""
    for name, automa in state.board.automas.items():
        state = state.book("play", "corrections", name, automa.vp - before.board.automas[name].vp)
    return state


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """What undo and redo return to: a node, and the entries that a change could not enter again."""

    node: HistoryNode
    waiting: tuple[SessionEntry, ...] = ()  # entries behind a question that has lost its answer
    dropped: tuple[SessionEntry, ...] = ()  # entries that the last change made impossible


def re_enter(node: HistoryNode, entries: tuple[SessionEntry, ...]) -> UndoPoint:
    """Enter what is still allowed, in order, and stop at a question that none of the entries answers."""
    dropped: list[SessionEntry] = []
    while entries:
        asked = None if node.prompt is None else node.prompt.id
        if asked is not None and entries[0].id != CORRECTION and asked not in (entry.id for entry in entries):
            return UndoPoint(node, entries, tuple(dropped))
        try:
            node = node.enter(entries[0])
        except BadAnswer:
            dropped.append(entries[0])
        entries = entries[1:]
    return UndoPoint(node, (), tuple(dropped))
