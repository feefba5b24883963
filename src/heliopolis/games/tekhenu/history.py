"""Tekhenu: the history of a session, as a chain of nodes from the first state to the present one.

A node is a point of the game; it was reached from its parent by an entry, that is an answer, a correction, the use of
the cultist or the person's own scores. Nodes of different histories share their common past.

Entries of version 0.1 are read too. It asked five questions where there is one form now, `setup.game`, and it asked for
the uses of the cultist at the end of each of the person's turns, before the automas went on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu import person_scores, person_turn, rounds, session_setup, turns
from heliopolis.games.tekhenu.correction_words import tell_corrections
from heliopolis.games.tekhenu.corrections import correct
from heliopolis.games.tekhenu.prompts import BadAnswer, Prompt, check, reject
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.state import Automatic, Question, State
from heliopolis.games.tekhenu.tasks import Tasks

FIRST_PHASE = "game"
CORRECTION = "correction"
CULTIST = "cultist"
SCORES = "scores"
OLD_CULTIST = re.compile(r"(\d+)\.person\.cultist")  # the question of version 0.1
OLD_FIRST_QUESTION = "setup.automas"  # of version 0.1, in place of `setup.game`

MODULES = (session_setup, person_turn, turns, rounds)
QUESTIONS: Mapping[str, Question] = {name: asked for module in MODULES for name, asked in module.QUESTIONS.items()}
AUTOMATIC: Mapping[str, Automatic] = {name: done for module in MODULES for name, done in module.AUTOMATIC.items()}
PERSON_ANSWER = re.compile(r"\d+\.person\.")
# before the checklist there is no board that could be corrected
SETUP_PHASES = tuple(session_setup.QUESTIONS)[: tuple(session_setup.QUESTIONS).index("checklist")]
# a correction in these phases may change what the automa does
RECONSIDERED_PHASES = {"automa_cells", "automa_cards", "automa_conquest"}


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """What the person entered: an answer with the id of its prompt, a `correction`, uses of the `cultist`, `scores`."""

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
        return advance(self._entered(entry))

    def _entered(self, entry: SessionEntry) -> State:
        if entry.id == CORRECTION:
            return corrected(self.state, entry.value)
        if entry.id == CULTIST or OLD_CULTIST.fullmatch(entry.id):
            return self._cultist_used(entry)
        if entry.id == SCORES:
            return self._scored(entry)
        return self._answered(entry)

    def _answered(self, entry: SessionEntry) -> State:
        prompt = self.prompt
        if prompt is None:
            raise reject("tekhenu.bad.over")
        if not self.asks_for(entry):
            raise reject("tekhenu.bad.prompt", asked=prompt.id, given=entry.id)
        phase = "automas" if entry.id == OLD_FIRST_QUESTION else self.state.phase
        answer = check(QUESTIONS[phase].ask(self.state), entry.value)
        return QUESTIONS[phase].take(self.state.start_entry(), answer)

    def _cultist_used(self, entry: SessionEntry) -> State:
        state = self.state
        uses = check(self.prompt_of(entry), entry.value)
        if state.phase not in QUESTIONS:
            raise reject("tekhenu.bad.over")
        if not self.has_cultist:
            raise reject("tekhenu.bad.no_cultist")
        paused = self.before_cultist
        if paused is not None and is_in_turn_of(entry, f"{paused.prompt_prefix}.person.cultist"):
            return person_turn.take_person_cultist(paused.start_entry(), uses)
        return person_turn.use_cultist(state.start_entry(), uses)

    def _scored(self, entry: SessionEntry) -> State:
        if self.state.phase in QUESTIONS or self.state.person_vp is None:
            raise reject("tekhenu.bad.no_scores")
        return person_scores.take_scores(self.state.start_entry(), check(self.prompt_of(entry), entry.value))

    @property
    def has_cultist(self) -> bool:
        """Return whether the person has a cultist and the game is on."""
        state = self.state
        on = state.phase in QUESTIONS and state.phase not in session_setup.QUESTIONS
        return on and state.board.settings.time_of_seth

    @cached_property
    def before_cultist(self) -> State | None:
        """Return the state at which version 0.1 asked for the cultist after this node's entry; None elsewhere."""
        entry, parent = self.entry, self.parent
        if entry is None or parent is None or (self._state is not None and self._state.phase == "person_cultist"):
            state: State | None = self.state
        elif entry.id == CORRECTION:
            state = parent.before_cultist
            state = None if state is None else corrected(state, entry.value)
        else:
            state = advance(parent._answered(entry), "person_cultist") if PERSON_ANSWER.match(entry.id) else None
        return state if state is not None and state.phase == "person_cultist" else None

    def asks_for(self, entry: SessionEntry) -> bool:
        """Return whether an entry answers the open question."""
        asked = None if self.prompt is None else self.prompt.id
        return entry.id == asked or (asked == "setup.game" and entry.id == OLD_FIRST_QUESTION)

    def needs_no_question(self, entry: SessionEntry) -> bool:
        """Return whether an entry can be entered at any question; one of 0.1 about the cultist not in its own turn."""
        old = OLD_CULTIST.fullmatch(entry.id)
        if old:
            return self.prompt is None or not is_in_turn_of(entry, self.prompt.id)
        return entry.id in (CORRECTION, CULTIST, SCORES)

    def prompt_of(self, entry: SessionEntry) -> Prompt:
        """Return the prompt that an entry after this node answers or would answer, other than a correction."""
        if entry.id == CULTIST:
            return person_turn.ask_cultist(CULTIST)
        if entry.id == SCORES:
            return person_scores.ask_scores(self.state, SCORES)
        if OLD_CULTIST.fullmatch(entry.id):
            return person_turn.ask_cultist(entry.id, 0)
        if entry.id == OLD_FIRST_QUESTION:
            return QUESTIONS["automas"].ask(self.state)
        if self.prompt is None:
            raise reject("tekhenu.bad.over")
        return self.prompt

    def chain(self) -> list[HistoryNode]:
        """Return all nodes from the first to this one."""
        nodes: list[HistoryNode] = []
        node: HistoryNode | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


def advance(state: State, stop: str | None = None) -> State:
    """Let the automas act until the next question, or until a phase at which to stop."""
    while state.phase in AUTOMATIC and state.phase != stop:
        state = AUTOMATIC[state.phase](state)
    return state.finish_entry()


def corrected(state: State, changes: Mapping[str, Any]) -> State:
    """Return the state with a corrected board; an automa that waits for an answer heeds it."""
    if state.phase in SETUP_PHASES:
        raise reject("tekhenu.bad.too_early")
    before = state.board
    state = book_correction(replace(state.start_entry(), board=correct(before, changes)), before)
    state = state.add_step("tekhenu.step.correction", names=tell_corrections(before, changes))
    if state.phase in RECONSIDERED_PHASES:
        return state.go_to(turns.phase_before_action(state))
    return state.go_to("maat_order") if state.phase == "maat_tie" else state


def book_correction(state: State, before: SharedBoard) -> State:
    """Return a corrected state with the VP of the correction in its score sheet."""
    for name, automa in state.board.automas.items():
        state = state.book("corrections", name, automa.vp - before.automas[name].vp)
    return state


def is_in_turn_of(entry: SessionEntry, prompt: str) -> bool:
    """Return whether an entry of the person belongs to the same turn as a prompt."""
    return PERSON_ANSWER.match(entry.id) is not None and prompt.split(".")[:2] == entry.id.split(".")[:2]


MAX_PENDING = 1  # points before and after the present one that keep their pending tasks; those of others count as done


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """What undo and redo return to: a node, and the entries that a change could not enter again."""

    node: HistoryNode
    waiting: tuple[SessionEntry, ...] = ()  # entries behind a question that has lost its answer
    dropped: tuple[SessionEntry, ...] = ()  # entries that the last change made impossible
    pending: Tasks | None = field(default=None, compare=False)  # what was to be done when the session left it, if any


def re_enter(node: HistoryNode, entries: tuple[SessionEntry, ...]) -> UndoPoint:
    """Enter what is still allowed, in order, and stop at a question that none of the entries answers."""
    dropped: list[SessionEntry] = []
    while entries:
        if node.prompt is not None and not node.needs_no_question(entries[0]) and not any(map(node.asks_for, entries)):
            return UndoPoint(node, entries, tuple(dropped))
        try:
            node = node.enter(entries[0])
        except BadAnswer:
            dropped.append(entries[0])
        entries = entries[1:]
    return UndoPoint(node, (), tuple(dropped))
