"""After a change of history the session says what to move on the real table, and ticks say what lies there."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from heliopolis.core.errors import InvalidRecord
from heliopolis.games.tekhenu import BadAnswer, Session, SharedBoard, Step, from_snapshot, to_snapshot, view
from heliopolis.games.tekhenu.moves import list_moves
from heliopolis.games.tekhenu.random_person import random_answer
from heliopolis.games.tekhenu.table_changes import apply_changes
from heliopolis.text.catalogues import LANGUAGES, format_message
from tests.tekhenu.games import begin, play

NOT_MOVED = ("round", "piles", "stack", "discards", "settings", "difficulty")


MOVES_A_THING = re.compile(
    r"tekhenu\.move\.(piece|off|on|your_(piece|off|on)|conquest(_\w+)?|die(_\w+)?|"
    r"marker|cards|cube_\w+|light|horus|order)"
)


def things(board: SharedBoard) -> dict[tuple[Any, ...], Any]:
    """Everything that lies on a board, by where it is in its JSON; supplies follow from the rest."""
    found: dict[tuple[Any, ...], Any] = {}

    def walk(value: Any, path: tuple[Any, ...]) -> None:
        if isinstance(value, dict):
            for key, one in value.items():
                walk(one, (*path, key))
        elif isinstance(value, list) and path[0] in ("osiris", "temple"):
            for key, one in enumerate(value):
                walk(one, (*path, key))
        else:
            found[path] = sorted(value) if isinstance(value, list) and path[0] in ("dice", "god_statues") else value

    walk({key: value for key, value in board.to_json().items() if key not in NOT_MOVED}, ())
    supplies = [("person",), *(("automas", name) for name in board.automas)]
    counted = [(*path, kind) for path in supplies for kind in ("buildings", "pillars", "statues")]
    return {path: value for path, value in found.items() if path not in counted and path[-1] != "ankhs"}


def differences(one: SharedBoard, other: SharedBoard) -> set[tuple[Any, ...]]:
    old, new = things(one), things(other)
    return {path for path in old | new if old.get(path) != new.get(path)}


def mentioned(before: SharedBoard, steps: tuple[Step, ...]) -> set[tuple[Any, ...]]:
    """What the steps change, one after the other; those that move a thing of the board change something."""
    touched: set[tuple[Any, ...]] = set()
    for step in steps:
        assert step.after is not None
        changed = differences(before, step.after)
        assert changed or not MOVES_A_THING.fullmatch(step.key), step.key
        touched |= changed
        before = step.after
    return touched


def sentences(session: Session) -> list[str]:
    return [format_message("en", step.key, step.params) for step in session.steps]


def after_a_turn() -> Session:
    """A game in which an automa has just had a turn of several steps."""
    session, rng = begin(automas=2), random.Random(1)
    while len(session.steps) < 4 or "tekhenu.step.take_die" not in [step.key for step in session.steps]:
        assert session.prompt is not None
        session.answer(random_answer(session.prompt, rng))
    return session


def do_all(session: Session) -> None:
    session.tick(list(range(len(session.steps))))


# ---- ticks -----------------------------------------------------------------------------------------------------------


def test_nothing_is_done_after_an_answer_and_all_after_the_last_tick() -> None:
    session = after_a_turn()
    assert session.done == view(session)["done"] == []
    assert session.physical_board != session.board
    do_all(session)
    assert session.done == list(range(len(session.steps)))
    assert session.physical_board == session.board


def test_a_tick_says_what_lies_on_the_table() -> None:
    session = after_a_turn()
    number = next(i for i, step in enumerate(session.steps) if step.key == "tekhenu.step.take_die")
    session.tick(list(range(number)))
    assert session.steps[number].after is not None
    die = session.steps[number].params
    there = [*session.physical_board.dice[die["section"]]]
    session.tick(list(range(number + 1)))
    assert len(session.physical_board.dice[die["section"]]) == len(there) - 1


def test_a_tick_is_no_entry() -> None:
    session = after_a_turn()
    before, asked = session.to_json(), session.prompt_at(len(session.log) - 1)
    session.tick([0])
    assert session.to_json() == {**before, "done": [0]}
    session.undo()
    assert len(session.operations) == len(before["operations"]) + 1
    assert session.prompt_at(len(session.log) - 1) != asked
    assert session.prompt == asked


@pytest.mark.parametrize("done", [[99], [-1], [True], ["0"], [0.0], [1], [0, 2], None, 3, {"0": 1}, "01"])
def test_bad_ticks_change_nothing(done: Any) -> None:
    session = after_a_turn()
    session.tick([0])
    with pytest.raises(BadAnswer):
        session.tick(done)
    assert session.done == [0]


def test_the_checklist_is_ticked_in_any_order() -> None:
    session = Session(1)
    session.answer({})
    session.answer(None)
    session.answer(None)
    session.tick([3, 1, 3])
    assert session.done == [1, 3]
    for again in (Session.from_json(session.to_json()), from_snapshot(to_snapshot(session)), session.copy()):
        assert again.done == [1, 3]
    session.answer(True)
    assert session.done == []


def test_the_cultist_leaves_what_is_still_to_be_done() -> None:
    session = after_a_turn()
    keys = [step.key for step in session.steps]
    session.tick([0, 1, 2])
    session.use_cultist(2)
    assert [step.key for step in session.steps] == [*keys[3:], "tekhenu.step.cultist", "tekhenu.step.cultist"]
    assert view(session)["before"]["automas"] == view_of(session.physical_board)["automas"]
    do_all(session)
    assert session.physical_board == session.board
    session.undo()
    assert sentences(session) == [
        f"Move Automa {number}’s scoring marker from {vp + 2} to {vp}."
        for number, vp in enumerate((automa.vp for automa in session.board.automas.values()), 1)
    ]


def view_of(board: SharedBoard) -> dict[str, Any]:
    return json.loads(json.dumps(board.to_json()))  # type: ignore[no-any-return]


# ---- what to move ----------------------------------------------------------------------------------------------------


def test_an_answer_of_which_nothing_is_done_is_undone_without_a_move_of_an_automa() -> None:
    session = begin()
    die = next(option.value for option in session.prompt.options if option.value)  # type: ignore[union-attr]
    session.answer([*die, "nothing"])
    session.undo()
    assert sentences(session) == [f"Put the {die[1]} {die[2]} that you have taken back at {die[0].capitalize()}."]


def test_undo_says_what_to_move_back() -> None:
    session = begin(by_hand=["tiles"], order=["a1", "person"])
    session.correct({"dice.osiris": [["green", 3]]})
    before = session.board
    session.answer("osiris")
    do_all(session)
    row = next(i for i, row in enumerate(session.board.osiris_buildings) if "a1" in row)
    session.undo()
    assert len(sentences(session)) == 2
    assert sentences(session)[0] == "Take the green 3 back from Automa 1 and put it at Osiris."
    assert sentences(session)[1].startswith(f"Take Automa 1’s building off row {row + 1} of the ")
    do_all(session)
    assert session.physical_board == session.board == before
    session.redo()
    assert [step.key for step in session.steps][:2] == ["tekhenu.step.take_die", "tekhenu.step.osiris_building"]


def test_a_piece_is_moved_rather_than_taken_off_and_put_on() -> None:
    board = begin().board
    session = begin()
    session.correct({"osiris.3.bread": "a1", "pillar.2.3": "a1", "temple.7": "person", "conquest.1.1": 1})
    one = session.board
    session.correct({"osiris.3.bread": None, "osiris.4.papyrus": "a1", "pillar.2.3": None, "pillar.5.5": "a1"})
    session.correct({"temple.7": None, "temple.2": "person", "conquest.1.1": 0, "conquest.2.2": 1})
    said = [format_message("en", step.key, step.params) for step in list_moves(one, session.board)]
    assert said == [
        "Move Automa 1’s pillar with its tile from row 2, column 8 of the temple to row 5, column 10 of the temple.",
        "Move your building from column 7 of the temple to row 2 of the temple.",
        "Move Automa 1’s building from row 3 of the bread district to row 4 of the papyrus district.",
        "Move the conquest tile from row 1, column 6 of the temple to row 2, column 7 of the temple.",
    ]
    assert list_moves(board, board) == ()


def test_pieces_that_change_places_are_never_on_one_space() -> None:
    session = begin(automas=2)
    session.correct({"temple.1": "a1", "temple.2": "a2"})
    one = session.board
    session.correct({"temple.1": "a2", "temple.2": "a1"})
    steps = list_moves(one, session.board)
    assert [step.key for step in steps] == ["tekhenu.move.off", "tekhenu.move.piece", "tekhenu.move.on"]
    assert steps[-1].after == session.board


def test_ankhs_that_are_not_entered_any_more_move_no_destiny_card() -> None:
    session = begin(automas=2, destiny={"a1": 2, "a2": 3}, order=["person", "a1", "a2"])
    do_all(session)
    session.undo()
    assert session.prompt is not None
    assert session.prompt.id == "setup.destiny"
    assert session.tasks.left == ()
    assert not any("ankh" in sentence for sentence in sentences(session))


def test_ticks_of_the_checklist_outlast_a_correction_and_an_undo() -> None:
    session = Session(1)
    answers: tuple[Any, ...] = ({}, None, None)
    for answer in answers:
        session.answer(answer)
    session.tick([0, 5, 9])
    session.undo()
    assert view(session)["before"] == view(session)["table"]
    session.redo()
    assert session.done == [0, 5, 9]
    session.correct({"a1.vp": 12})
    assert session.done == [0, 5, 9]
    session.tick([3])
    assert session.done == [3]


def test_the_cultist_is_undone_without_losing_instructions() -> None:
    session = after_a_turn()
    session.tick([0, 1])
    steps = session.steps
    session.use_cultist(1)
    session.undo()
    assert session.steps == steps
    assert session.done == [0, 1]


def test_a_correction_comes_before_what_is_still_to_be_done() -> None:
    session = after_a_turn()
    vp, there = session.board.automas["a1"].vp, session.physical_board.automas["a1"].vp
    session.correct({"a1.vp": vp + 7})
    assert session.physical_board.automas["a1"].vp == there + 7
    check_steps(session)


@pytest.mark.parametrize("bad", [{"done": ["x"]}, {"done": [-1]}, {"moves": {"before": 3}}, {"moves": []}])
def test_broken_tasks_are_refused(bad: dict[str, Any]) -> None:
    session = after_a_turn()
    for read, data in ((from_snapshot, to_snapshot(session)), (Session.from_json, session.to_json())):
        with pytest.raises(InvalidRecord):
            read({**data, **bad})


def test_an_automa_more_or_less() -> None:
    one, three = begin(automas=1).board, begin(automas=3).board
    assert [step.key for step in list_moves(one, three)].count("tekhenu.move.automa_on") == 2
    assert [step.params["player"] for step in list_moves(three, one) if step.key == "tekhenu.move.automa_off"] == [
        "a3",
        "a2",
    ]


@pytest.mark.parametrize("seed", range(6))
def test_moves_mention_every_difference_between_two_boards(seed: int) -> None:
    """Boards of different games, with other settings, automas and rounds."""
    rng = random.Random(seed)
    boards = []
    for number in range(2):
        settings = {"statues_per_god": rng.randint(1, 3), "buildings_per_region": rng.randint(1, 2)}
        choice = {"automas": rng.randint(1, 3), "expansion": rng.random() < 0.7, "settings": settings}
        boards.append(play(begin(f"{seed} {number}", **choice), rng, until=f"{rng.randint(2, 16)}.person.die").board)
    for before, after in (boards, boards[::-1]):
        steps = list_moves(before, after)
        assert mentioned(before, steps) >= differences(before, after)
        assert steps[-1].after == after
        for language in LANGUAGES:
            for step in steps:
                assert "{" not in format_message(language, step.key, step.params)


@pytest.mark.parametrize("seed", range(4))
def test_a_table_that_obeys_the_steps_is_the_table_of_the_session(seed: int) -> None:
    """Whatever is undone, redone, changed, removed or corrected, and however much of the steps was done before."""
    rng, session = random.Random(seed), Session(f"moves {seed}")
    play(session, rng, until=f"{rng.randint(1, 9)}.person.die" if seed else "setup.horus_order")
    for tried in range(50):
        if session.steps and session.prompt is not None and session.prompt.id != "setup.checklist":
            session.tick(list(range(rng.randint(0, len(session.steps)))))
        physical = session.physical_board
        what = do_anything(session, rng)
        if session.tasks.separate and what in ("change", "correct_before", "remove", "undo", "redo"):
            assert mentioned(physical, session.tasks.left) >= (
                set() if session.correctable() == [] else differences(physical, session.board)
            )
        check_steps(session)
        if tried % 10 == 0:
            check_saved(session)


def check_steps(session: Session) -> None:
    """The table before the steps and all their changes give the table of the session."""
    shown = json.loads(json.dumps(view(session)))
    table = shown["before"]
    for step in shown["steps"]:
        table = apply_changes(table, step["changes"])
    if session.steps or session.correctable():
        assert table == shown["table"]


def check_saved(session: Session) -> None:
    for read, data in ((from_snapshot, to_snapshot(session)), (Session.from_json, session.to_json())):
        again = read(json.loads(json.dumps(data)))
        assert view(again) == view(session)
        assert again.physical_board == session.physical_board


def do_anything(session: Session, rng: random.Random) -> str:
    """Do something; what is not allowed changes nothing."""
    log = session.log
    number = rng.randrange(len(log) or 1)
    kinds = [*["answer"] * 9, "correct", "cultist", "change", "correct_before", "remove", "undo", "undo", "redo"]
    what = rng.choice(kinds)
    try:
        if what == "answer" and session.prompt is not None:
            session.answer(random_answer(session.prompt, rng))
        elif what == "correct":
            session.correct({"a1.vp": rng.randrange(50), "order": [*session.board.order[::-1]]})
        elif what == "cultist":
            session.use_cultist(rng.randint(1, 3))
        elif what == "correct_before":
            session.correct_before(number, {"a1.population": rng.randrange(3, 20)})
        elif what == "change":
            asked = session.prompt_at(number)
            if asked is not None and log[number].id != "correction":
                session.change(number, random_answer(asked, rng))
        elif what == "remove":
            session.remove(number)
        elif what in ("undo", "redo"):
            getattr(session, what)()
    except BadAnswer:
        return "refused"
    return what
