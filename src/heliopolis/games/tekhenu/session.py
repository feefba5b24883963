"""Tekhenu: a session, that is one game between a person and the automas, as a log of entries.

An entry is an answer to a prompt, a correction of the board, a use of the person's cultist, or their own scores. What
the automas do is never entered: it follows from the seed and the entries before it. So any earlier entry can be
changed; the later ones are then entered again as long as they are allowed. A question that has lost its answer is asked
again, and the entries behind it wait until it is answered. Entries that are no longer allowed are reported and dropped.

>>> from heliopolis.games import tekhenu
>>> s = tekhenu.Session(seed=7)
>>> s.prompt.id
'setup.game'
>>> s.answer({"automas": 2})
>>> s.undo()
>>> s.prompt.id
'setup.game'

`to_json` has everything that was done, undo and redo included; reading it replays it all. `snapshot` writes a session
with its present state, which is read without a replay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError, InvalidRecord
from heliopolis.games.tekhenu.corrections import correctable, prompt_for
from heliopolis.games.tekhenu.history import (
    CORRECTION,
    CULTIST,
    FIRST_PHASE,
    MAX_PENDING,
    OLD_CULTIST,
    QUESTIONS,
    SCORES,
    SETUP_PHASES,
    HistoryNode,
    SessionEntry,
    UndoPoint,
    re_enter,
)
from heliopolis.games.tekhenu.next_tasks import after_entry, after_jump, after_redo, after_undo, is_carried
from heliopolis.games.tekhenu.person_scores import ask_scores
from heliopolis.games.tekhenu.prompts import Prompt, reject
from heliopolis.games.tekhenu.score_sheet import ScoreRow, score_sheet
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.state import State, Step
from heliopolis.games.tekhenu.state_json import leads_to, read_point_if_possible, write_point
from heliopolis.games.tekhenu.tasks import tasks_of
from heliopolis.games.tekhenu.tasks_json import read_pending, read_tasks, write_pending, write_tasks
from heliopolis.games.tekhenu.version import RULES, read_rules

FORMAT, VERSION = "heliopolis.tekhenu", 1
ENTERING = ("answer", CORRECTION, CULTIST, SCORES)  # operations that add an entry; all others change the history


class Session:
    """A game in progress.

    `start` is the point where the history begins if that is not the first question: a game that was saved under older
    rules, of which only the state can be read.
    """

    def __init__(self, seed: int | str = 0, start: UndoPoint | None = None) -> None:
        self.seed = seed
        self.start = start
        self.now = UndoPoint(HistoryNode(State(seed, FIRST_PHASE))) if start is None else start
        self.past: list[UndoPoint] = []
        self.future: list[UndoPoint] = []
        self.operations: list[list[Any]] = []
        self.tasks = tasks_of(self.state)
        self.ticks = 0  # how often the person has ticked

    def copy(self) -> Session:
        """Return an independent session in the same state; the two share their past, which never changes."""
        twin = Session(self.seed, self.start)
        twin.now, twin.past, twin.future = self.now, [*self.past], [*self.future]
        twin.operations, twin.tasks, twin.ticks = [*self.operations], self.tasks, self.ticks
        return twin

    # ---- reading ---------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Prompt | None:
        """Return the open question, or None when the game is over."""
        return self.now.node.prompt

    @property
    def state(self) -> State:
        """Return the present state."""
        return self.now.node.state

    @property
    def board(self) -> SharedBoard:
        """Return the present board."""
        return self.state.board

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return what to do at the table, in order: what the last entry led to, or what a change of history moves."""
        return self.tasks.steps

    @property
    def done(self) -> list[int]:
        """Return the numbers of the steps that the person has ticked."""
        return list(self.tasks.done)

    @property
    def physical_board(self) -> SharedBoard:
        """Return what lies on the real table, as far as the steps are done."""
        return self.tasks.physical_board

    @property
    def log(self) -> list[SessionEntry]:
        """Return all entries that count, in order."""
        return [node.entry for node in self.now.node.chain() if node.entry is not None]

    @property
    def story(self) -> list[tuple[SessionEntry, tuple[Step, ...]]]:
        """Return every entry with the steps it led to."""
        told: list[tuple[SessionEntry, tuple[Step, ...]]] = []
        stopped = False  # whether version 0.1 asked for the cultist here, before the automas went on
        for node in reversed(self.now.node.chain()[1:]):
            assert node.entry is not None
            state = node.before_cultist if stopped else None
            told.append((node.entry, (state or node.state).steps))
            stopped = OLD_CULTIST.fullmatch(node.entry.id) is not None or (stopped and node.entry.id == CORRECTION)
        return told[::-1]

    @property
    def waiting(self) -> tuple[SessionEntry, ...]:
        """Return the entries that will be entered again once the open question is answered."""
        return self.now.waiting

    @property
    def dropped(self) -> tuple[SessionEntry, ...]:
        """Return the entries that were no longer allowed after the last change."""
        return self.now.dropped

    @property
    def sheet(self) -> list[ScoreRow]:
        """Return the automas' VP item by item."""
        return score_sheet(self.state)

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.state.phase not in QUESTIONS

    @property
    def can_use_cultist(self) -> bool:
        """Return whether the person may use their cultist now."""
        return self.now.node.has_cultist

    @property
    def scores_prompt(self) -> Prompt | None:
        """Return the form for the person's own scores; None unless the game is over and their VP are known."""
        known = self.over and self.state.person_vp is not None
        return ask_scores(self.state, SCORES) if known else None

    @property
    def can_undo(self) -> bool:
        """Return whether there is anything to undo."""
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        """Return whether there is anything to redo."""
        return bool(self.future)

    def prompt_at(self, number: int) -> Prompt | None:
        """Return the question that an entry of the log answers, or None for a correction of several things."""
        node, entry = self._node_before(number), self.log[number]
        if entry.id != CORRECTION:
            return node.prompt_of(entry)
        return prompt_for(node.state.board, *entry.value) if len(entry.value) == 1 else None

    def correctable(self) -> list[str]:
        """Return the names of everything that can be corrected now."""
        return [] if self.state.phase in SETUP_PHASES else correctable(self.board)

    def correction_prompt(self, name: str) -> Prompt:
        """Return the prompt for a correction; its default is the present value."""
        if self.state.phase in SETUP_PHASES:
            raise reject("tekhenu.bad.too_early")
        return prompt_for(self.board, name)

    # ---- operations ------------------------------------------------------------------------------------------------

    def answer(self, value: Any) -> None:
        """Answer the open question."""
        prompt = self.prompt
        if prompt is None:
            raise reject("tekhenu.bad.over")
        self._execute(["answer", prompt.id, value])

    def repeat_answer(self, asked: str, value: Any) -> None:
        """Enter an answer that was stored: version 0.1 stored some to questions that are not asked any more."""
        self._execute(["answer", asked, value])

    def correct(self, changes: Mapping[str, Any]) -> None:
        """Correct the present board."""
        self._execute([CORRECTION, dict(changes)])

    def use_cultist(self, uses: int = 1) -> None:
        """Give every automa the VP for uses of the person's cultist."""
        self._execute([CULTIST, uses])

    def enter_scores(self, scores: Mapping[str, int | None]) -> None:
        """Say what the scorings gave the person, by `8`, `16` and `end`, once the game is over."""
        self._execute([SCORES, dict(scores)])

    def change(self, number: int, value: Any) -> None:
        """Change the value of an earlier entry, given by its index in the log, and re-enter what follows."""
        self._execute(["change", number, value])

    def correct_before(self, number: int, changes: Mapping[str, Any]) -> None:
        """Correct the board as it was before an earlier entry, and re-enter what follows."""
        self._execute(["correct_before", number, dict(changes)])

    def remove(self, number: int) -> None:
        """Remove an earlier entry and re-enter what follows; a question without an answer is asked again."""
        self._execute(["remove", number])

    def tick(self, done: Any) -> None:
        """Say which steps are done, by their numbers: any of the checklist, else all up to one of them.

        A tick is no entry: undo does not take it back, and replaying the operations does not need it.
        """
        self.tasks = self.tasks.tick(done)
        self.ticks += 1

    def undo(self) -> None:
        """Take back the last entry, correction or change."""
        if not self.past:
            raise reject("tekhenu.bad.no_undo")
        self._execute(["undo"])

    def redo(self) -> None:
        """Repeat the operation that was undone last."""
        if not self.future:
            raise reject("tekhenu.bad.no_redo")
        self._execute(["redo"])

    def _execute(self, operation: list[Any]) -> None:
        """Do an operation, and find what it leaves to be done at the table."""
        kind, left, tasks = operation[0], self.now, self.tasks
        is_answer, is_entry = kind == "answer", kind in ENTERING and not self.waiting
        self._apply(operation)
        if is_entry:
            self.tasks = after_entry(tasks, self.state, is_answer)
        else:
            after = {"undo": after_undo, "redo": after_redo}.get(kind, after_jump)
            self.tasks = after(tasks, left, self.now)
        points = self.future if kind == "undo" else self.past
        points[-1] = replace(left, pending=tasks if is_carried(tasks, is_answer) else None)
        for points in (self.past, self.future):
            if len(points) > MAX_PENDING:
                points[-MAX_PENDING - 1] = replace(points[-MAX_PENDING - 1], pending=None)

    def _apply(self, operation: list[Any]) -> None:
        operation = deepcopy(operation)  # the caller may change their copy later
        kind, *arguments = operation
        if kind == "undo":
            self.future.append(self.now)
            self.now = self.past.pop()
        elif kind == "redo":
            self.past.append(self.now)
            self.now = self.future.pop()
        else:
            new = self._operations[kind](self, *arguments)
            self.past.append(self.now)
            self.future.clear()
            self.now = new
        self.operations.append(operation)

    # ---- the point that each operation leads to --------------------------------------------------------------------

    def _entered(self, entry_id: str, value: Any) -> UndoPoint:
        return re_enter(self.now.node.enter(SessionEntry(entry_id, value)), self.now.waiting)

    def _changed(self, number: int, value: Any) -> UndoPoint:
        node = self._node_before(number)
        return re_enter(node.enter(replace(self.log[number], value=value)), self._entries_from(number + 1))

    def _corrected_before(self, number: int, changes: dict[str, Any]) -> UndoPoint:
        node = self._node_before(number)
        return re_enter(node.enter(SessionEntry(CORRECTION, changes)), self._entries_from(number))

    def _removed(self, number: int) -> UndoPoint:
        return re_enter(self._node_before(number), self._entries_from(number + 1))

    _operations: Mapping[str, Callable[..., UndoPoint]] = {
        "answer": _entered,
        CORRECTION: lambda self, changes: self._entered(CORRECTION, changes),
        CULTIST: lambda self, uses: self._entered(CULTIST, uses),
        SCORES: lambda self, scores: self._entered(SCORES, scores),
        "change": _changed,
        "correct_before": _corrected_before,
        "remove": _removed,
    }

    def _node_before(self, number: int) -> HistoryNode:
        chain = self.now.node.chain()
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(chain) - 1:
            raise reject("tekhenu.bad.entry", last=len(chain) - 2)
        return chain[number]

    def _entries_from(self, number: int) -> tuple[SessionEntry, ...]:
        return (*self.log[number:], *self.now.waiting)

    # ---- JSON ------------------------------------------------------------------------------------------------------

    def to_json(self, with_state: bool = False) -> JSON:
        """Return seed and operations as JSON.

        `with_state` adds the present state. A later version goes on from there if its rules lead elsewhere.
        """
        data = {"format": FORMAT, "version": VERSION, "rules": RULES, "seed": self.seed}
        if self.start is not None:
            data["start"] = write_point(self.start)
        data["operations"] = deepcopy(self.operations)
        data |= write_tasks(self.state, self.tasks) | write_pending(self.board, self.past, self.future)
        return data | ({"state": write_point(self.now)} if with_state else {})

    @classmethod
    def from_json(cls, data: Any) -> Session:
        """Return the session that `to_json` wrote; raise InvalidRecord if it cannot be read or replayed."""
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
            raise InvalidRecord(f"This is no saved game of {FORMAT}, version {VERSION}.")
        return cls.restore(data)

    @classmethod
    def restore(cls, data: JSON) -> Session:
        """Return the session that the operations in `data` lead to, or if they do not lead to its `state`, that state.

        The state is what lies on the person's table, so it wins over newer rules, which may refuse an operation or lead
        elsewhere. The history of such a session begins with the state.
        """
        rules, seed = read_rules(data), data.get("seed")
        if not isinstance(seed, int | str) or not isinstance(data.get("operations"), list):
            raise InvalidRecord("A saved game has a seed and a list of operations.")
        saved = read_point_if_possible(seed, data.get("state"))
        try:
            session = cls._replayed(seed, data)
        except InvalidRecord as error:
            if saved is not None:
                return cls._from_state(seed, saved, data)
            if rules < RULES:
                raise InvalidRecord(
                    f"This game was saved under rules {rules} of Tekhenu and cannot be replayed under rules {RULES}."
                ) from error
            raise
        if saved is None or leads_to(session.now.node, saved.node.state):
            return session
        return cls._from_state(seed, saved, data)

    def read_tasks(self, data: JSON) -> None:
        """Read what is to be done at the table, now and at the points next to this one."""
        self.tasks = read_tasks(self.state, data)
        read_pending(self.board, self.past, self.future, data)

    @classmethod
    def _from_state(cls, seed: int | str, saved: UndoPoint, data: JSON) -> Session:
        session = cls(seed, saved)
        session.tasks = read_tasks(session.state, data)
        return session

    @classmethod
    def _replayed(cls, seed: int | str, data: JSON) -> Session:
        start = read_point_if_possible(seed, data.get("start"))
        if start is None and data.get("start") is not None:
            raise InvalidRecord("The state with which the saved game starts cannot be read.")
        session = cls(seed, start)
        for number, operation in enumerate(data["operations"], 1):
            session._replay(number, operation)
        session.read_tasks(data)
        return session

    def _replay(self, number: int, operation: Any) -> None:
        known = {**self._operations, "undo": None, "redo": None}
        if not isinstance(operation, list) or not operation or operation[0] not in known:
            raise InvalidRecord(f"Operation {number} of the saved game is unknown: {operation!r}.")
        stack = {"undo": self.past, "redo": self.future}.get(operation[0], [True])
        try:
            if not stack:
                raise reject(f"tekhenu.bad.no_{operation[0]}")
            self._apply(operation)
        except (HeliopolisError, TypeError) as error:
            raise InvalidRecord(f"Operation {number} of the saved game does not fit: {error}") from None
