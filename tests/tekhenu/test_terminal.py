"""`heliopolis tekhenu` as a person meets it."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heliopolis.core.errors import InvalidSetup
from heliopolis.games.tekhenu import BadAnswer, Prompt, Session
from heliopolis.games.tekhenu.prompts import check
from heliopolis.games.tekhenu.random_person import any_answer, random_answer
from heliopolis.games.tekhenu.transcript import Translator
from heliopolis.games.tekhenu.vocabulary import GODS
from heliopolis.terminal import cli
from heliopolis.terminal.tekhenu import random_game
from heliopolis.terminal.tekhenu_answers import AnswerReader, natural_code, option_codes
from heliopolis.terminal.tekhenu_files import SaveFolder
from tests.tekhenu.games import begin, whole_game

SET_UP = ["", "", "", "", "1 2", "2"]  # to the first question of round 1


@pytest.fixture
def heliopolis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command with typed lines; what it printed."""

    def run(*arguments: str, typed: list[str] | None = None) -> str:
        lines = iter(typed or [])

        def type_line(cursor: str = "") -> str:
            print(cursor, end="")
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", type_line)
        monkeypatch.setattr(
            sys, "argv", ["heliopolis", "tekhenu", *arguments, "--folder", str(tmp_path), "--language", "en"]
        )
        cli.main()
        return capsys.readouterr().out

    return run


def saved(folder: Path, name: str = "game-1") -> Session:
    return SaveFolder(folder).load(name)


# ---- a game ----------------------------------------------------------------------------------------------------------


def test_new_continue_list(heliopolis: Any, tmp_path: Path) -> None:
    shown = heliopolis("new", "--seed", "7", typed=SET_UP)
    assert "Saved. Go on with: heliopolis tekhenu continue game-1" in shown
    session = saved(tmp_path)
    assert session.prompt is not None
    assert session.prompt.id == "1.person.die"
    assert session.seed == 7
    shown = heliopolis("continue", typed=["1 nothing"])
    assert "Your turn: which die do you take, and what do you do with it?" in shown
    assert len(saved(tmp_path).log) == len(session.log) + 1
    assert saved(tmp_path).physical_board == saved(tmp_path).board
    heliopolis("new", "--automas", "3", "--difficulty", "2", typed=[""])
    shown = heliopolis("list")
    assert "game-1  Round 2 of 16" in shown
    assert "game-2  setting up     3        2" in shown


def test_a_broken_file_is_listed_and_passed_over(heliopolis: Any, tmp_path: Path) -> None:
    heliopolis("new", typed=[""])
    (tmp_path / "broken.tekhenu.json").write_text("{", encoding="utf-8")
    assert "broken  cannot be read" in heliopolis("list")
    assert "Game game-1" in heliopolis(typed=[])


def test_last_unfinished_game_goes_on_by_itself(heliopolis: Any, tmp_path: Path) -> None:
    heliopolis("new", "mine", typed=[""])
    assert "Game mine" in heliopolis(typed=[""])
    assert len(saved(tmp_path, "mine").log) == 2


def test_whole_game_typed(heliopolis: Any, tmp_path: Path) -> None:
    """A random person's answers, typed as a person would."""
    session = whole_game(21, automas=2)
    typed = [line for number in range(len(session.log)) for line in lines_for(session, number)]
    shown = heliopolis("new", "--seed", "21", typed=typed)
    assert saved(tmp_path).board == session.board
    assert "The result:" in shown


def lines_for(session: Session, number: int) -> Iterator[str]:
    prompt = session.prompt_at(number)
    assert prompt is not None
    value = session.log[number].value
    if prompt.kind == "form":
        if prompt.default != {}:
            for field in prompt.fields:
                yield line_for(field, value[field.id])
        else:
            for name, one in value.items():
                number, field = next((i, field) for i, field in enumerate(prompt.fields, 1) if field.id == name)
                yield from (str(number), line_for(field, one))
            yield ""
    else:
        yield line_for(prompt, value)


def line_for(prompt: Prompt, value: Any) -> str:
    if prompt.kind == "confirm" or (value is None and prompt.optional):
        return ""
    if prompt.kind in ("number", "numbers"):
        return " ".join(map(str, value)) if isinstance(value, list) else str(value)
    if prompt.kind == "dice":
        return ", ".join(f"{colour} {pips}" for colour, pips in value) or "-"
    typed = {json.dumps(one): code for code, one in option_codes(prompt).items()}
    if prompt.kind == "turn":
        return "-" if value is None else " ".join([typed[json.dumps(value[:3])], *value[3:]])
    if prompt.kind == "choice":
        return typed[json.dumps(value)]
    return " ".join(typed[json.dumps(one)] for one in value) or "-"


def test_commands(heliopolis: Any, tmp_path: Path) -> None:
    typed = [
        *SET_UP,
        "?",
        "t",
        "1 nothing",
        "u",
        "r",
        "k",
        "w",
        "l",
        "l all",
        "c",
        "c a1.vp",
        "44",
        "l",
        "e 8",
        "45",
        "s",
        "e 0",
        "1",
        "2",
        "",
        "x 3",
        "q",
    ]
    shown = heliopolis("new", "--seed", "3", typed=typed)
    for part in (
        "w  why",
        "Obelisk",
        "Temple",
        "round 1: Your turn",
        "Name one of these: statue.god.horus",
        "set-up: How",
        "Put the ",
        "How often do you use your cultist’s effect? 1",
    ):
        assert part in shown, part
    session = saved(tmp_path)
    assert session.log[0].value == {"automas": 2}
    assert session.waiting


def test_command_may_stand_inside_a_form(heliopolis: Any, tmp_path: Path) -> None:
    heliopolis("new", typed=[*SET_UP[:-1], "u", "2 1", "3"])
    log = saved(tmp_path).log
    assert (log[4].value, log[5].value) == (["a1", "person"], {"a1": 3})


def test_bad_answers_are_reported_and_asked_again(heliopolis: Any, tmp_path: Path) -> None:
    shown = heliopolis("new", typed=["1", "7", "2", "many", "u", "", "e 9", "c a1.vp"])
    assert "A whole number from 1 to 3, please." in shown
    assert "That cannot be read as an answer" in shown
    assert "There is nothing to undo." in shown
    assert "There is no such entry" in shown
    assert "once it is set up" in shown
    assert [entry.value for entry in saved(tmp_path).log] == [{}]


def test_change_says_what_no_longer_fits(heliopolis: Any) -> None:
    turn = ["1 ra", "16"]  # a die, the action of Ra, a pillar
    shown = heliopolis("new", "--seed", "3", typed=[*SET_UP, *turn, "e 6", "1 hathor", "4", "x 6"])
    assert "Take your pillar with its tile off row 1, column 6 of the temple." in shown
    assert "No longer fits and was dropped: 1.person.pieces = ['pillar.1.1']." in shown
    assert "One question has no answer any more" in shown


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_demo_plays_sixteen_rounds(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = f"heliopolis tekhenu --demo --automas 3 --seed 7 --language {language}"
    monkeypatch.setattr(sys, "argv", command.split())
    cli.main()
    shown = capsys.readouterr().out
    assert sum(line.startswith(("Round ", "Ronda ")) for line in shown.splitlines()) == 16
    assert shown.count("·") > 100


@pytest.mark.parametrize("seed", range(5))
def test_the_person_of_the_demo_has_a_plausible_score(seed: int) -> None:
    session = random_game(seed, automas=1, difficulty=0)
    assert session.state.person_vp is not None
    assert 60 <= session.state.person_vp <= 140


# ---- what is typed ---------------------------------------------------------------------------------------------------


def test_every_random_answer_can_be_typed() -> None:
    shown: list[str] = []
    answers = AnswerReader(Translator("en"), shown.append)
    for seed in range(4):
        session = Session(seed)
        rng = random.Random(seed)
        while (prompt := session.prompt) is not None:
            value: Any = random_answer(prompt, rng)
            if prompt.id == "setup.game":
                value["by_hand"] = ["cubes", "tiles", "dice"]
            session.answer(value)
            for field in prompt.fields or (prompt,):
                answers.present(field)
                given = value.get(field.id, field.default) if prompt.fields else value
                line = line_for(field, given)
                assert check(field, answers.read(field, line, no_more)) == given, (field.id, line)


def test_every_correction_can_be_typed() -> None:
    answers = AnswerReader(Translator("en"), lambda _: None)
    rng = random.Random(1)
    session = begin(automas=2, settings={"statues_per_god": 2, "buildings_per_region": 2})
    for name in session.correctable():
        prompt = session.correction_prompt(name)
        value = any_answer(prompt, rng)
        assert answers.read(prompt, line_for(prompt, value), no_more) == value, name


def test_the_cell_of_a_cube_is_typed_with_the_numbers_of_the_board() -> None:
    shown: list[str] = []
    answers = AnswerReader(Translator("en"), shown.append)
    prompt = begin().correction_prompt("a1.cell")
    answers.present(prompt)
    assert shown == ["Automa 1: cube in the temple", "  (row and column, such as 28)"]
    assert answers.value_text(prompt, [2, 3]) == "row 2, column 8"
    assert answers.read(prompt, "210", no_more) == [2, 5]
    for line in ("23", "2 3", "61", "28 1"):
        with pytest.raises(BadAnswer):
            answers.read(prompt, line, no_more)


def no_more(_: str) -> str:
    raise AssertionError("nothing more is typed")


@pytest.mark.parametrize(
    ("value", "code"),
    [(3, "3"), ([2, 3], "28"), ("pillar.2.5", "210"), ("temple.10", "10"), ("osiris.3.bread", "32"), ("region.4", "4"),
     ("osiris", None), ("statue.god.ra", None), (True, None)],
)  # fmt: skip
def test_short_codes(value: Any, code: str | None) -> None:
    assert natural_code(value) == code


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_dice_are_typed_by_their_first_letters(language: str) -> None:
    speech = Translator(language)
    prompt = begin().correction_prompt("dice.ra")
    answers = AnswerReader(speech, lambda _: None)
    line = ", ".join(f"{speech(f'tekhenu.colour.{colour}')}{pips}" for colour, pips in (("white", 3), ("brown", 6)))
    assert answers.read(prompt, line, no_more) == [["white", 3], ["brown", 6]]
    assert AnswerReader(Translator("en"), lambda _: None).read(prompt, "w 3; br6", no_more) == [
        ["white", 3],
        ["brown", 6],
    ]


@pytest.mark.parametrize(
    ("language", "line", "answer"),
    [
        ("en", "ra brown 4", ["ra", "brown", 4, "ra"]),
        ("en", "Ra br 4 prod", ["ra", "brown", 4, "production"]),
        ("en", "1", ["ra", "brown", 4, "ra"]),
        ("en", "1 ra bastet", ["ra", "brown", 4, "ra", "bastet"]),
        ("en", "seth grey 2", ["seth", "grey", 2, "seth"]),
        ("en", "-", None),
        ("en", "3", None),
        ("it", "ra marrone 4 niente", ["ra", "brown", 4, "nothing"]),
        ("it", "ra marr 4 toth", ["ra", "brown", 4, "thoth"]),
        ("es", "ra marrón 4 producción", ["ra", "brown", 4, "production"]),
    ],
)
def test_a_turn_in_one_line(language: str, line: str, answer: Any) -> None:
    session = begin()
    session.correct({f"dice.{name}": [] for name in GODS} | {"dice.ra": [["brown", 4]], "dice.seth": [["grey", 2]]})
    assert session.prompt is not None
    reader = AnswerReader(Translator(language), lambda _: None)
    assert check(session.prompt, reader.read(session.prompt, line, no_more)) == answer


@pytest.mark.parametrize("line", ["", "ra", "ra brown", "ra brown x", "ra white 4", "9", "1 dance", "1 h", "2 ra"])
def test_a_turn_that_cannot_be_read(line: str) -> None:
    session = begin()
    session.correct({f"dice.{name}": [] for name in (*GODS, "seth")} | {"dice.ra": [["brown", 4]]})
    assert session.prompt is not None
    with pytest.raises(BadAnswer):
        AnswerReader(Translator("en"), lambda _: None).read(session.prompt, line, no_more)


@pytest.mark.parametrize("line", ["h brown 4", "horus b 2", "ho b 2", "h b 2"])
def test_letters_that_fit_several_dice_are_refused(line: str) -> None:
    session = begin()
    horus, hathor = [["brown", 4], ["blue", 2], ["black", 2]], [["brown", 4]]
    session.correct({f"dice.{name}": [] for name in GODS} | {"dice.horus": horus, "dice.hathor": hathor})
    assert session.prompt is not None
    reader = AnswerReader(Translator("en"), lambda _: None)
    with pytest.raises(BadAnswer, match="cannot be read"):
        reader.read(session.prompt, line, no_more)
    assert reader.read(session.prompt, "ho blu 2", no_more) == ["horus", "blue", 2, "horus"]


def test_no_die_by_its_number_leads_to_the_question_for_the_action(heliopolis: Any, tmp_path: Path) -> None:
    heliopolis("new", "--seed", "7", typed=[*SET_UP, "q"])
    asked = saved(tmp_path).prompt
    assert asked is not None
    heliopolis("continue", typed=[str(len(asked.options)), "q"])
    after = saved(tmp_path)
    assert after.log[-1].value is None
    assert after.prompt is not None
    assert after.prompt.id == "1.person.action"


# ---- saving ----------------------------------------------------------------------------------------------------------


def test_every_answer_survives_kill_9(tmp_path: Path) -> None:
    """The process is killed at its next question; all answers before are on the disk, and the game goes on."""
    lines = [*SET_UP, "1 nothing", "k", "k 2"]
    command = [sys.executable, "-u", "-c", "from heliopolis.terminal.cli import main; main()", "tekhenu"]
    more = ["--folder", str(tmp_path), "--language", "en"]
    answered = 0
    for kill_after in (1, 3, 3, 2):
        what = ["continue"] if answered else ["new", "--seed", "7"]
        with subprocess.Popen(
            [*command, *what, *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ}
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            read_until_cursor(process.stdout)
            for _ in range(kill_after):
                process.stdin.write(f"{lines[answered]}\n")
                process.stdin.flush()
                answered += 1
                read_until_cursor(process.stdout)
            process.kill()
        assert len(saved(tmp_path).log) == answered
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game-1.tekhenu.json"]


def read_until_cursor(stream: Any) -> None:
    """Everything up to the next question."""
    seen = ""
    while not seen.endswith("> "):
        character = stream.read(1)
        assert character, seen
        seen += character


def test_half_written_file_is_never_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = SaveFolder(tmp_path)
    session = begin()
    saves.save("g", session)
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(InvalidSetup, match="power cut"):
        saves.save("g", whole_game(1))
    assert saves.load("g").log == session.log
    assert [file.name for file in tmp_path.iterdir()] == ["g.tekhenu.json"]


def fail(_: int) -> None:
    raise OSError(errno.EIO, "power cut")


# ---- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["continue"], "There is no unfinished game"),
        (["continue", "nowhere"], "There is no saved game 'nowhere'"),
        (["continue", "../up"], "cannot be the name"),
        (["dance"], "invalid choice: 'dance'"),
        (["--automas", "4"], "invalid choice: 4"),
        (["--language", "la"], "invalid choice: 'la'"),
        (["continue", "broken"], "is no saved game"),
        (["continue", "other"], "no saved game of heliopolis.tekhenu"),
        (["continue", "newer"], "saved under rules 99 of Tekhenu by a newer Heliopolis"),
        (["new", "other"], "already"),
    ],
)
def test_mistakes_are_one_line_and_status_2(
    arguments: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    newer = json.dumps({**begin().to_json(), "rules": 99})
    if len(arguments) > 1:
        for name, text in (("broken", "{"), ("other", "{}"), ("newer", newer)):
            (tmp_path / f"{name}.tekhenu.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["heliopolis", "tekhenu", *arguments, "--folder", str(tmp_path)])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert expected in error
    assert error.count("\n") == 1


def test_empty_folder_has_no_games(heliopolis: Any) -> None:
    assert "There are no saved games" in heliopolis("list")
