"""Undo, redo, corrections, and changes of earlier entries."""

from __future__ import annotations

import random
from typing import Any

import pytest

from heliopolis.games.tekhenu import BadAnswer, Session
from tests.tekhenu.games import begin, play, whole_game


def look(session: Session) -> tuple[Any, ...]:
    """Everything a person can see."""
    return session.state, session.log, session.waiting, session.dropped


def test_undo_and_redo_without_limit() -> None:
    session = whole_game(4)
    end = look(session)
    seen = [end]
    while session.can_undo:
        session.undo()
        seen.append(look(session))
    assert session.log == []
    while session.can_redo:
        session.redo()
    assert look(session) == end
    with pytest.raises(BadAnswer, match="nothing to redo"):
        session.redo()
    for was in seen[1:30]:
        session.undo()
        assert look(session) == was


def test_a_new_answer_ends_redo() -> None:
    session = begin()
    session.undo()
    session.answer({"a1": 3})
    assert not session.can_redo


def test_nothing_to_undo() -> None:
    with pytest.raises(BadAnswer, match="nothing to undo"):
        Session().undo()


def test_changing_an_entry_keeps_what_still_fits() -> None:
    session = play(begin(5, automas=2), random.Random(5), until="3.person.die")
    session.use_cultist(1)
    number = len(session.log) - 1
    play(session, random.Random(5))
    before = session.board
    session.change(number, 3)
    assert session.over
    assert session.dropped == ()
    assert {name: a.vp for name, a in session.board.automas.items()} == {
        name: a.vp + 2 for name, a in before.automas.items()
    }
    session.undo()
    assert session.board == before


def test_a_question_without_an_answer_is_asked_and_the_rest_waits() -> None:
    session = begin()
    session.answer(None)
    session.answer("ra")
    session.answer(["pillar.1.1"])
    play(session, random.Random(3), until="2.person.die")
    session.answer(None)
    entries = len(session.log)
    number = [entry.id for entry in session.log].index("1.person.action")
    session.change(number, "hathor")
    assert session.prompt is not None
    assert session.prompt.id == "1.person.pieces"
    assert [entry.id for entry in session.dropped] == ["1.person.pieces"]
    assert session.waiting[-1].id == "2.person.die"
    session.answer(["temple.4"])
    assert session.board.temple_buildings[3] == "person"
    assert session.waiting == ()
    assert len(session.log) + len(session.dropped) == entries


def test_taking_an_answer_out_asks_it_again() -> None:
    session = play(begin(2), random.Random(2), until="4.person.die")
    before = look(session)
    number = [entry.id for entry in session.log].index("2.person.die")
    old = session.log[number].value
    session.remove(number)
    assert session.prompt is not None
    assert session.prompt.id == "2.person.die"
    session.answer(old)
    assert look(session) == before


def test_correction_before_an_earlier_entry() -> None:
    session = play(begin(2), random.Random(2), until="3.person.die")
    vp = session.board.automas["a1"].vp
    number = [entry.id for entry in session.log].index("2.person.die")
    session.correct_before(number, {"a1.vp": 50})
    assert session.board.automas["a1"].vp > vp
    assert [entry.id for entry in session.log].count("correction") == 1
    session.remove(number)
    assert session.board.automas["a1"].vp == vp


def test_a_correction_can_be_changed() -> None:
    session = begin()
    session.correct({"a1.vp": 30})
    number = len(session.log) - 1
    session.answer(None)
    session.change(number, {"a1.vp": 33})
    assert session.board.automas["a1"].vp == 33
    assert session.log[-1].id == "1.person.die"


def test_no_such_entry() -> None:
    session = begin()
    for number in (-1, 99, True, "3"):
        with pytest.raises(BadAnswer, match="no such entry"):
            session.change(number, 1)  # type: ignore[arg-type]


def test_bad_change_changes_nothing() -> None:
    session = begin()
    before = look(session)
    with pytest.raises(BadAnswer):
        session.change(0, 7)
    assert look(session) == before


def test_earlier_prompts_can_be_asked_again() -> None:
    session = begin()
    prompt = session.prompt_at(0)
    assert prompt is not None
    assert prompt.id == "setup.game"
    session.correct({"a1.vp": 11})
    prompt = session.prompt_at(len(session.log) - 1)
    assert prompt is not None
    assert (prompt.id, prompt.default) == ("a1.vp", 10)
    session.correct({"a1.vp": 11, "a1.ankhs": 2})
    assert session.prompt_at(len(session.log) - 1) is None


# ---- corrections -----------------------------------------------------------------------------------------------------


def test_everything_has_a_correction_prompt_whose_default_is_the_value_now() -> None:
    session = play(begin(7, automas=3), random.Random(7), until="6.person.die")
    for name in session.correctable():
        before = session.board
        session.correct({name: session.correction_prompt(name).default})
        assert session.board == before, name


def test_a_corrected_piece_comes_from_the_supply_and_goes_back() -> None:
    session = begin()
    session.correct({"temple.4": "person", "pillar.1.1": "a1", "statue.god.ra": ["a1"]})
    assert (session.board.person.buildings, session.board.automas["a1"].pillars) == (9, 7)
    session.correct({"temple.4": "a1", "statue.god.ra": []})
    assert (session.board.person.buildings, session.board.automas["a1"].buildings) == (10, 9)
    assert session.board.automas["a1"].statues == 6


def test_a_corrected_conquest_tile_comes_from_the_stack() -> None:
    session = begin()
    session.correct({"conquest.2.2": 1})
    assert session.board.conquest_stack == 11
    session.correct({"conquest.2.2": 0, "conquest_stack": 5})
    assert session.board.conquest_stack == 5


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"a1.happiness": 6}, "above its population"),
        ({"a1.vp": -1}, "0 to 999"),
        ({"a2.vp": 1}, "nothing called a2.vp"),
        ({"weather": 1}, "nothing called weather"),
        ({"temple.4": "a2"}, "among the choices"),
        ({"dice.ra": [["pink", 1]]}, "a colour and a value"),
        ({"horus_order": ["ra"]}, "All of them"),
        (
            {f"osiris.{row}.{d}": "a1" for row in (1, 2, 3) for d in ("papyrus", "bread", "limestone", "granite")},
            "only 10",
        ),
        ({}, "each field"),
    ],
)
def test_bad_corrections_change_nothing(changes: dict[str, Any], match: str) -> None:
    session = begin()
    before = look(session)
    with pytest.raises(BadAnswer, match=match):
        session.correct(changes)
    assert look(session) == before


def test_no_correction_before_the_board_is_set_up() -> None:
    session = Session()
    assert session.correctable() == []
    with pytest.raises(BadAnswer, match="once it is set up"):
        session.correct({"a1.vp": 3})
    with pytest.raises(BadAnswer, match="once it is set up"):
        session.correction_prompt("a1.vp")


def test_a_correction_is_heeded_by_the_automa_that_waits() -> None:
    """It wanted to build at the temple; with no space left it produces, and nothing is asked any more."""
    session = begin(by_hand=["tiles"], order=["a1", "person"])
    session.correct({"dice.hathor": [["green", 3]]})
    session.answer("hathor")
    assert session.prompt is not None
    assert session.prompt.id == "1.a1.cells"
    session.correct({f"temple.{line}": "person" for line in range(1, 11)})
    assert session.prompt.id == "1.person.die"
    assert session.board.automas["a1"].vp == 13


def test_a_correction_may_settle_a_tie() -> None:
    session = play(begin(1, automas=2, destiny={"a1": 1, "a2": 1}), random.Random(1), until="maat.place")
    session.answer(5)
    assert session.prompt is not None
    assert session.prompt.id == "4.maat.tie.1"
    session.correct({"a2.ankhs": 3})
    assert session.board.order == ("a1", "a2", "person")


def test_turn_order_corrected_in_the_middle_of_a_round() -> None:
    session = begin(automas=2, order=["person", "a1", "a2"])
    session.correct({"order": ["a1", "a2", "person"]})
    play(session, random.Random(1))
    assert session.over


def test_turn_order_corrected_in_the_middle_of_a_turn() -> None:
    session = begin(by_hand=["tiles"], order=["a1", "person"])
    session.correct({"dice.hathor": [["green", 3]]})
    session.answer("hathor")
    session.correct({"order": ["person", "a1"]})
    session.answer(2)
    assert session.board.automas["a1"].vp == 12
    assert session.prompt is not None
    assert session.prompt.id == "1.person.die"


def test_a_correction_that_answers_the_open_question_lets_the_rest_go_on() -> None:
    session = begin(by_hand=["tiles"], order=["a1", "person"])
    session.correct({"dice.hathor": [["green", 3]]})
    session.answer("hathor")
    session.answer(1)
    session.answer(None)
    session.remove(len(session.log) - 2)
    assert [entry.id for entry in session.waiting] == ["1.person.die"]
    session.correct({f"temple.{line}": "person" for line in range(1, 11)})
    assert session.waiting == ()
    assert session.log[-1].id == "1.person.die"


# ---- keeping ---------------------------------------------------------------------------------------------------------


def test_a_saved_session_comes_back_with_its_whole_past() -> None:
    session = play(begin(9), random.Random(9), until="5.person.die")
    session.undo()
    session.undo()
    session.redo()
    session.correct({"a1.vp": 40})
    session.change(0, {"automas": 1})
    again = Session.from_json(session.to_json())
    assert look(again) == look(session)
    assert again.to_json() == session.to_json()
    while session.can_undo:
        session.undo()
        again.undo()
        assert look(again) == look(session)
    assert not again.can_undo


def test_same_seed_and_answers_same_game() -> None:
    first, second = whole_game(12), whole_game(12)
    assert first.story == second.story
    assert first.board == second.board
    assert whole_game(13).board != first.board
