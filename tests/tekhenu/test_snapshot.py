"""Snapshots of sessions: reading one replays nothing, and nothing is lost."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from heliopolis.games.tekhenu import BadAnswer, Session, SessionEntry, from_snapshot, to_snapshot, view
from heliopolis.games.tekhenu.history import HistoryNode
from heliopolis.games.tekhenu.random_person import any_answer, random_answer
from heliopolis.games.tekhenu.state import State
from tests.tekhenu.games import play, whole_game


def again(session: Session) -> Session:
    return from_snapshot(json.loads(json.dumps(to_snapshot(session))))


def look(session: Session) -> tuple[Any, ...]:
    """Everything there is to see, and all that was done."""
    return session.state, view(session), session.story, session.to_json()


def do_anything(session: Session, rng: random.Random) -> None:
    """An operation of any sort; one that does not fit changes nothing."""
    prompt, log = session.prompt, session.log
    number = rng.randrange(len(log) or 1)
    what = rng.choice([*["answer"] * 8, "correct", "change", "correct_before", "remove", "undo", "undo", "redo"])
    try:
        if what == "answer" and prompt is not None:
            session.answer(any_answer(prompt, rng) if rng.random() < 0.2 else random_answer(prompt, rng))
        elif what == "correct":
            session.correct({"a1.vp": rng.randrange(50)})
        elif what == "correct_before":
            session.correct_before(number, {"a1.population": rng.randrange(1, 20)})
        elif what == "change":
            asked = session.prompt_at(number)
            if asked is not None and log[number].id != "correction":
                session.change(number, random_answer(asked, rng))
        elif what == "remove":
            session.remove(number)
        elif what in ("undo", "redo"):
            getattr(session, what)()
    except BadAnswer:
        pass


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost(seed: int) -> None:
    rng, session = random.Random(seed), Session(f"kept {seed}")
    for _ in range(60):
        do_anything(session, rng)
        twin = again(session)
        assert look(twin) == look(session)
    while session.can_undo:
        session.undo()
        twin.undo()
        assert look(twin) == look(session)
    while session.can_redo:
        session.redo()
        twin.redo()
    assert look(twin) == look(session)


def test_the_game_goes_on() -> None:
    session = play(Session(3), random.Random(3), until="4.person.die")
    twin = again(session)
    for one in (session, twin):
        play(one, random.Random(9))
        one.change(2, one.log[2].value)
    assert look(twin) == look(session)


def test_reading_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even after changes that entered the whole game again; undo enters it once."""
    session = whole_game(7)
    for _ in range(5):
        session.change(1, session.log[1].value)
    saved = json.loads(json.dumps(to_snapshot(session)))
    entered: list[SessionEntry] = []
    result = HistoryNode.result

    def counted(self: HistoryNode, entry: SessionEntry) -> State:
        entered.append(entry)
        return result(self, entry)

    monkeypatch.setattr(HistoryNode, "result", counted)
    twin = from_snapshot(saved)
    assert view(twin) == view(session)
    assert entered == []
    twin.undo()
    assert view(twin) == {**view(session), "can_redo": True}
    assert len(entered) == len(session.log)
    twin.redo()
    assert len(entered) == len(session.log)


def test_changes_store_each_entry_once() -> None:
    session = whole_game(7)
    once = len(to_snapshot(session)["entries"])
    for _ in range(5):
        session.change(1, session.log[1].value)
    assert len(to_snapshot(session)["entries"]) == once + 5
