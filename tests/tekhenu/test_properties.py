"""Random games with a random person: nothing breaks, nothing is lost, everything can be undone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliopolis.games.tekhenu import BadAnswer, Session, SharedBoard
from heliopolis.games.tekhenu.prompts import check
from heliopolis.games.tekhenu.random_person import any_answer, random_answer
from tests.profiles import examples
from tests.tekhenu.games import play, whole_game


def check_board(board: SharedBoard) -> None:
    """What is true of every table of a session."""
    data = board.to_json()
    owners = str(data["osiris"]) + str(data["temple"]) + str(data["seth"]) + str(data["god_statues"])
    for player in board.order:
        pieces = board.pieces(player)
        left = pieces.buildings + pieces.pillars + pieces.statues
        assert left + owners.count(f"'{player}'") == 24
        assert 0 <= pieces.buildings <= 10
        assert 0 <= pieces.pillars <= 8
        assert 0 <= pieces.statues <= 6
    for automa in board.automas.values():
        assert automa.happiness <= automa.population <= board.settings.population_end
    assert SharedBoard.from_json(data) == board


@examples(60)
@given(seed=st.integers(0, 10**9), wild=st.booleans())
def test_every_state_of_a_random_game(seed: int, wild: bool) -> None:
    session = Session(seed)
    rng = random.Random(seed)
    while (prompt := session.prompt) is not None:
        before = session.now
        answer = any_answer(prompt, rng) if wild and rng.random() < 0.5 else random_answer(prompt, rng)
        check(prompt, answer)
        try:
            session.answer(answer)
        except BadAnswer:
            assert prompt.id.endswith("cards")
            continue
        after = session.now
        session.undo()
        assert session.now == before
        session.redo()
        assert session.now == after
        check_board(session.board)
    assert session.board.round == 16


@examples(15)
@given(seed=st.integers(0, 10**9))
def test_replaying_the_log_gives_the_same_game(seed: int) -> None:
    session = whole_game(seed)
    again = Session(seed)
    for entry in session.log:
        again.answer(entry.value)
    assert again.board == session.board
    assert again.story == session.story
    assert Session.from_json(session.to_json()).state == session.state


@examples(25)
@given(seed=st.integers(0, 10**9))
def test_corrections_never_corrupt(seed: int) -> None:
    """Any correction that is accepted leaves a sound table, and the game goes on to its end."""
    session = Session(seed)
    rng = random.Random(seed)
    while (prompt := session.prompt) is not None:
        if session.correctable() and rng.random() < 0.4:
            name = rng.choice(session.correctable())
            try:
                session.correct({name: any_answer(session.correction_prompt(name), rng)})
            except BadAnswer:
                continue
            check_board(session.board)
        else:
            session.answer(random_answer(prompt, rng))
            check_board(session.board)


@examples(25)
@given(seed=st.integers(0, 10**9))
def test_changes_of_earlier_entries_never_corrupt(seed: int) -> None:
    rng = random.Random(seed)
    session = play(Session(seed), rng, until=f"{rng.randint(2, 16)}.person.die")
    for _ in range(3):
        entries = len(session.log) + len(session.waiting)
        number = rng.randrange(len(session.log))
        prompt = session.prompt_at(number)
        assert prompt is not None
        before = session.now
        session.change(number, random_answer(prompt, rng))
        assert len(session.log) + len(session.waiting) + len(session.dropped) == entries
        after = session.now
        session.undo()
        assert session.now == before
        session.redo()
        assert session.now == after
        check_board(session.board)
    again = Session.from_json(session.to_json())
    assert (again.state, again.waiting) == (session.state, session.waiting)
    assert play(session, rng).over


@pytest.mark.slow
def test_many_random_games() -> None:
    for seed in range(300):
        session = wild_game(seed) if seed % 2 else whole_game(seed)
        assert session.over
        check_board(session.board)


def wild_game(seed: int) -> Session:
    """Answers that a sensible person would not give, settings and entries by hand included."""
    session = Session(seed)
    rng = random.Random(seed)
    while (prompt := session.prompt) is not None:
        try:
            session.answer(any_answer(prompt, rng))
        except BadAnswer:
            session.answer(prompt.default)
    return session
