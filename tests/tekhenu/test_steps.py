"""Every step keeps its table: going through the steps shows the table of each moment, and none of the future."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from heliopolis.games.tekhenu import BadAnswer, Session, from_snapshot, to_snapshot, view
from heliopolis.games.tekhenu.random_person import any_answer, random_answer
from heliopolis.games.tekhenu.table_changes import apply_changes, list_changes
from tests.profiles import examples
from tests.tekhenu.games import begin


def views(seed: int, wild: bool) -> Iterator[tuple[Session, Any]]:
    """A session after every entry of a game at random, with what a screen shows; some entries are corrections."""
    session, rng = Session(seed), random.Random(seed)
    while (prompt := session.prompt) is not None:
        try:
            if session.correctable() and rng.random() < 0.1:
                name = rng.choice(session.correctable())
                session.correct({name: any_answer(session.correction_prompt(name), rng)})
            else:
                session.answer(any_answer(prompt, rng) if wild else random_answer(prompt, rng))
        except BadAnswer:
            if prompt.default is not None:
                session.answer(prompt.default)
        yield session, view(session)


def tables(shown: Any) -> Iterator[tuple[Any, Any]]:
    """Each step with the table that is shown with it: the one before it is done."""
    table = shown["before"]
    for step in shown["steps"]:
        yield step, table
        table = apply_changes(table, step["changes"])


@examples(10)
@given(seed=st.integers(0, 10**9), wild=st.booleans())
def test_the_changes_of_all_steps_lead_to_the_table(seed: int, wild: bool) -> None:
    for number, (session, shown) in enumerate(views(seed, wild)):
        table = shown["before"]
        for step in shown["steps"]:
            table = apply_changes(table, step["changes"])
        assert table == shown["table"]
        if number % 7 == 0:
            twin = from_snapshot(json.loads(json.dumps(to_snapshot(session))))
            assert twin.state == session.state
            assert json.loads(json.dumps(view(twin))) == json.loads(json.dumps(shown))


@examples(8)
@given(seed=st.integers(0, 10**9))
def test_the_table_of_a_step_is_that_of_its_moment(seed: int) -> None:
    """The die to take still lies there; light, round, tile and turn are not those of a later turn."""
    seen = set()
    for _, shown in views(seed, wild=False):
        for step, table in tables(shown):
            params = step["params"]
            seen.add(step["key"])
            if step["key"] in ("tekhenu.step.take_die", "tekhenu.step.person_die"):
                assert [params["colour"], params["value"]] in table["dice"][params["section"]]
                assert step["turn"] == step["who"]
            if step["key"] in ("tekhenu.step.take_die", "tekhenu.step.no_die"):
                assert step["tile"] == params["tile"]
            if step["key"] == "tekhenu.step.rotate":
                assert (table["light"][params["first"]], table["light"][params["second"]]) == ("sunny", "shaded")
                assert step["turn"] is None
            if step["key"] == "tekhenu.step.round" and params["round"] > 1:
                assert table["round"] == params["round"] - 1
            if step["turn"] not in (None, "person"):
                assert step["tile"] is not None
    assert {"tekhenu.step.take_die", "tekhenu.step.rotate", "tekhenu.step.round"} <= seen


def test_the_dice_of_the_set_up_appear_with_their_step() -> None:
    session = begin(automas=3, difficulty=2)
    while session.prompt is None or session.prompt.id != "setup.checklist":
        session.undo()
    for step, table in tables(view(session)):
        if step["key"] == "tekhenu.setup.dice":
            assert table["dice"][step["params"]["section"]] == []
    assert all(map(len, view(session)["table"]["dice"].values()))


def test_a_correction_is_one_step_with_its_change() -> None:
    session = begin()
    before = session.board.automas["a1"].vp
    session.correct({"a1.vp": before + 2})
    shown = view(session)
    assert shown["before"]["automas"]["a1"]["vp"] == before
    assert shown["steps"][0]["changes"] == [[["automas", "a1", "vp"], before + 2]]


def test_changes_are_as_small_as_they_can_be() -> None:
    old = {"a": [1, 2, [3, 4]], "b": {"c": None, "d": []}, "e": "same"}
    new = {"a": [1, 2, [3, 5]], "b": {"c": "x", "d": [1]}, "e": "same"}
    changes = list_changes(old, new)
    assert changes == [[["a", 2, 1], 5], [["b", "c"], "x"], [["b", "d"], [1]]]
    assert apply_changes(old, changes) == new
    assert old["a"] == [1, 2, [3, 4]]
    assert list_changes(new, new) == []
    assert apply_changes(old, [[[], new]]) == new
