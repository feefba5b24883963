"""Tekhenu: a session, that is one game between a person at his table and the automas, as a log of entries.

An entry is an answer to a prompt or a correction of the board. What the automas do is never entered: it follows from
the seed and the entries before. So any earlier entry can be changed. The rest is then entered again as far as it
still fits; where a question has no answer any more it is asked, and the entries behind it wait until it is answered.
What no longer fits in the end is told and dropped.

>>> from heliopolis.games import tekhenu
>>> s = tekhenu.Session(seed=7)
>>> s.prompt.id
'setup.automas'
>>> s.answer(2)
>>> s.undo()
>>> s.prompt.id
'setup.automas'

Everything that was done, undo and redo included, is in `to_json`; reading it back does it all again. `kept.py` keeps a
session as it stands, for whoever reads it often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from heliopolis.core.errors import HeliopolisError, InvalidRecord
from heliopolis.games.tekhenu import rounds, session_setup, turns
from heliopolis.games.tekhenu.corrections import correct, correctable, prompt_for
from heliopolis.games.tekhenu.prompts import BadAnswer, Prompt, check, reject
from heliopolis.games.tekhenu.score_sheet import Row, score_sheet
from heliopolis.games.tekhenu.state import Automatic, Question, State, Step
from heliopolis.games.tekhenu.table import Table

FORMAT, VERSION = "heliopolis.tekhenu", 1
FIRST_PHASE = "automas"
CORRECTION = "correction"

QUESTIONS: Mapping[str, Question] = session_setup.QUESTIONS | turns.QUESTIONS | rounds.QUESTIONS
AUTOMATIC: Mapping[str, Automatic] = {**session_setup.AUTOMATIC, **turns.AUTOMATIC, **rounds.AUTOMATIC}
SET_UP = tuple(session_setup.QUESTIONS)[: tuple(session_setup.QUESTIONS).index("checklist")]  # no board to correct yet
RECONSIDERED = {"automa_cells", "automa_cards", "automa_conquest"}  # a correction may change what the automa does


@dataclass(frozen=True, slots=True)
class Entry:
    """What the person entered: the id of a prompt and his answer, or a correction and its changes."""

    id: str
    value: Any

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "value": self.value}


class Moment:
    """A point of the game: how it was reached, and where that led. Moments form a chain back to the first.

    The state of the first is known; of another it can be left out, and is found when somebody asks for it.
    """

    def __init__(self, state: State | None, before: Moment | None = None, entry: Entry | None = None) -> None:
        self._state = state
        self.before = before
        self.entry = entry

    @property
    def state(self) -> State:
        if self._state is None:
            for moment in self.chain():
                if moment._state is None and moment.before is not None and moment.entry is not None:
                    moment._state = moment.before.led_to(moment.entry)
        assert self._state is not None
        return self._state

    def know(self, state: State) -> None:
        """What it would take work to find."""
        self._state = state

    @cached_property
    def prompt(self) -> Prompt | None:
        question = QUESTIONS.get(self.state.phase)
        return None if question is None else question.ask(self.state)

    def enter(self, entry: Entry) -> Moment:
        """The moment after an entry that fits; BadAnswer if it does not."""
        return Moment(self.led_to(entry), self, entry)

    def led_to(self, entry: Entry) -> State:
        state = self.corrected(entry.value) if entry.id == CORRECTION else self.answered(entry)
        while state.phase in AUTOMATIC:
            state = AUTOMATIC[state.phase](state)
        return state

    def answered(self, entry: Entry) -> State:
        prompt = self.prompt
        if prompt is None:
            raise reject("tekhenu.bad.over")
        if prompt.id != entry.id:
            raise reject("tekhenu.bad.prompt", asked=prompt.id, given=entry.id)
        answer = check(prompt, entry.value)
        return QUESTIONS[self.state.phase].take(replace(self.state, steps=()), answer)

    def corrected(self, changes: Mapping[str, Any]) -> State:
        if self.state.phase in SET_UP:
            raise reject("tekhenu.bad.too_early")
        state = replace(self.state, table=correct(self.state.table, changes), steps=())
        state = state.do("tekhenu.step.correction", names=[{"name": name} for name in changes])
        if state.phase in RECONSIDERED:
            return state.to(turns.question_of(state))
        return state.to("maat_order") if state.phase == "maat_tie" else state

    def chain(self) -> list[Moment]:
        """All moments since the first, which has no entry."""
        moments: list[Moment] = []
        moment: Moment | None = self
        while moment is not None:
            moments.append(moment)
            moment = moment.before
        return moments[::-1]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What undo goes back to."""

    moment: Moment
    waiting: tuple[Entry, ...] = ()  # entries behind a question that has no answer any more
    dropped: tuple[Entry, ...] = ()  # entries that the last change made impossible


class Session:
    """A game in progress."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed
        self.now = Snapshot(Moment(State(seed, FIRST_PHASE)))
        self.past: list[Snapshot] = []
        self.future: list[Snapshot] = []
        self.operations: list[list[Any]] = []

    def copy(self) -> Session:
        """Return an independent copy; what both share never changes."""
        twin = Session(self.seed)
        twin.now, twin.past, twin.future = self.now, [*self.past], [*self.future]
        twin.operations = [*self.operations]
        return twin

    # ---- looking ---------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Prompt | None:
        """The open question; None when the game is over."""
        return self.now.moment.prompt

    @property
    def table(self) -> Table:
        return self.now.moment.state.table

    @property
    def state(self) -> State:
        return self.now.moment.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the last entry led to: to be done at the table, in this order."""
        return self.now.moment.state.steps

    @property
    def log(self) -> list[Entry]:
        return [moment.entry for moment in self.now.moment.chain() if moment.entry is not None]

    @property
    def story(self) -> list[tuple[Entry, tuple[Step, ...]]]:
        """Every entry with the steps it led to."""
        return [(m.entry, m.state.steps) for m in self.now.moment.chain() if m.entry is not None]

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """Entries that will be entered again once the open question is answered."""
        return self.now.waiting

    @property
    def dropped(self) -> tuple[Entry, ...]:
        """Entries that no longer fitted after the last change."""
        return self.now.dropped

    @property
    def sheet(self) -> list[Row]:
        """The automas' VP, item by item."""
        return score_sheet(self.state)

    @property
    def over(self) -> bool:
        return self.state.phase not in QUESTIONS

    @property
    def can_undo(self) -> bool:
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        return bool(self.future)

    def prompt_at(self, number: int) -> Prompt | None:
        """The question that the log's entry of this number answers; None for a correction of several things."""
        moment, entry = self._moment_before(number), self.log[number]
        if entry.id != CORRECTION:
            return moment.prompt
        return prompt_for(moment.state.table, *entry.value) if len(entry.value) == 1 else None

    def correctable(self) -> list[str]:
        """What can be corrected now."""
        return [] if self.state.phase in SET_UP else correctable(self.table)

    def correction_prompt(self, name: str) -> Prompt:
        """How a correction is asked for; its default is the value now."""
        if self.state.phase in SET_UP:
            raise reject("tekhenu.bad.too_early")
        return prompt_for(self.table, name)

    # ---- doing -----------------------------------------------------------------------------------------------------

    def answer(self, value: Any) -> None:
        """Answer the open question."""
        prompt = self.prompt
        if prompt is None:
            raise reject("tekhenu.bad.over")
        self._do(["answer", prompt.id, value])

    def correct(self, changes: Mapping[str, Any]) -> None:
        """Correct the board as it is now."""
        self._do([CORRECTION, dict(changes)])

    def change(self, number: int, value: Any) -> None:
        """Change the value of an earlier entry, by its place in the log from 0, and enter the rest again."""
        self._do(["change", number, value])

    def correct_before(self, number: int, changes: Mapping[str, Any]) -> None:
        """Correct the board as it was before an earlier entry, and enter the rest again."""
        self._do(["correct_before", number, dict(changes)])

    def remove(self, number: int) -> None:
        """Take an earlier entry out, and enter the rest again: a question without an answer is asked."""
        self._do(["remove", number])

    def undo(self) -> None:
        """Back to before the last thing done, whatever it was."""
        if not self.past:
            raise reject("tekhenu.bad.no_undo")
        self._do(["undo"])

    def redo(self) -> None:
        if not self.future:
            raise reject("tekhenu.bad.no_redo")
        self._do(["redo"])

    def _do(self, operation: list[Any]) -> None:
        operation = deepcopy(operation)  # whoever gave it may change it later
        what, *arguments = operation
        if what == "undo":
            self.future.append(self.now)
            self.now = self.past.pop()
        elif what == "redo":
            self.past.append(self.now)
            self.now = self.future.pop()
        else:
            new = self._made[what](self, *arguments)
            self.past.append(self.now)
            self.future.clear()
            self.now = new
        self.operations.append(operation)

    # ---- how each thing is done: a new snapshot out of the present one ---------------------------------------------

    def _answered(self, where: str, value: Any) -> Snapshot:
        return enter_again(self.now.moment.enter(Entry(where, value)), self.now.waiting)

    def _corrected(self, changes: dict[str, Any]) -> Snapshot:
        return enter_again(self.now.moment.enter(Entry(CORRECTION, changes)), self.now.waiting)

    def _changed(self, number: int, value: Any) -> Snapshot:
        moment = self._moment_before(number)
        return enter_again(moment.enter(replace(self.log[number], value=value)), self._rest(number + 1))

    def _corrected_before(self, number: int, changes: dict[str, Any]) -> Snapshot:
        moment = self._moment_before(number)
        return enter_again(moment.enter(Entry(CORRECTION, changes)), self._rest(number))

    def _removed(self, number: int) -> Snapshot:
        return enter_again(self._moment_before(number), self._rest(number + 1))

    _made: Mapping[str, Callable[..., Snapshot]] = {
        "answer": _answered,
        CORRECTION: _corrected,
        "change": _changed,
        "correct_before": _corrected_before,
        "remove": _removed,
    }

    def _moment_before(self, number: int) -> Moment:
        chain = self.now.moment.chain()
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(chain) - 1:
            raise reject("tekhenu.bad.entry", last=len(chain) - 2)
        return chain[number]

    def _rest(self, number: int) -> tuple[Entry, ...]:
        return (*self.log[number:], *self.now.waiting)

    # ---- keeping ---------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        return {"format": FORMAT, "version": VERSION, "seed": self.seed, "operations": deepcopy(self.operations)}

    @classmethod
    def from_json(cls, data: Any) -> Session:
        """The session that `to_json` wrote; InvalidRecord says which operation does not fit."""
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
            raise InvalidRecord(f"This is no saved game of {FORMAT}, version {VERSION}.")
        seed, operations = data.get("seed"), data.get("operations")
        if not isinstance(seed, int | str) or not isinstance(operations, list):
            raise InvalidRecord("A saved game has a seed and a list of operations.")
        session = cls(seed)
        for number, operation in enumerate(operations, 1):
            session._do_again(number, operation)
        return session

    def _do_again(self, number: int, operation: Any) -> None:
        known = {**self._made, "undo": None, "redo": None}
        if not isinstance(operation, list) or not operation or operation[0] not in known:
            raise InvalidRecord(f"Operation {number} of the saved game is none: {operation!r}.")
        stack = {"undo": self.past, "redo": self.future}.get(operation[0], [True])
        try:
            if not stack:
                raise reject(f"tekhenu.bad.no_{operation[0]}")
            self._do(operation)
        except (HeliopolisError, TypeError) as error:
            raise InvalidRecord(f"Operation {number} of the saved game does not fit: {error}") from None


def enter_again(moment: Moment, entries: tuple[Entry, ...]) -> Snapshot:
    """Enter what fits, in order; stop at a question that none of the entries answers."""
    dropped: list[Entry] = []
    while entries:
        asked = None if moment.prompt is None else moment.prompt.id
        if asked is not None and entries[0].id != CORRECTION and asked not in (entry.id for entry in entries):
            return Snapshot(moment, entries, tuple(dropped))
        try:
            moment = moment.enter(entries[0])
        except BadAnswer:
            dropped.append(entries[0])
        entries = entries[1:]
    return Snapshot(moment, (), tuple(dropped))
