"""The command line, run as people run it."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.terminal import cli

COMMAND = str(Path(sys.executable).with_name("heliopolis"))


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "100", "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [COMMAND, *arguments], input=text, capture_output=True, text=True, env=environment, check=False
    )


def test_help_needs_no_compiler() -> None:
    code = "import sys, heliopolis.terminal.cli as c; c.make_parser().format_help(); print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
    for command in ([], ["play"], ["simulate"], ["replay"], ["bench"]):
        shown = run(*command, "--help")
        assert shown.returncode == 0
        assert "usage: heliopolis" in shown.stdout
    assert run("--version").stdout == f"heliopolis {hp.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["play", "chess"], "no game 'chess'"),
        (["play", "ra", "--players", "1"], "2 to 5 players, not 1"),
        (["play", "ra", "--players", "6"], "2 to 5 players, not 6"),
        (["play", "ra", "--players", "two"], "'two' is not a whole number"),
        (["play", "ra", "--bots", "deep"], "no bot 'deep'"),
        (["play", "ra", "--players", "2", "--bots", "greedy,greedy,greedy"], "do not fit"),
        (["play", "ra", "--record", "/nowhere/at/all/game.txt"], "No record can be written"),
        (["play", "ra", "--record", COMMAND], "exists already"),
        (["simulate", "ra", "--games", "0"], "'0' is not a whole number"),
        (["simulate", "ra", "--players", "9"], "2 to 5 players, not 9"),
        (["simulate", "senet"], "no game 'senet'"),
        (["replay", "/nowhere/at/all/game.txt"], "cannot be read"),
        (["replay", COMMAND], "neither a header nor a move"),
        (["replay", sys.executable], "not a text file"),
        (["review", "/nowhere/at/all/game.txt"], "cannot be read"),
        (["analyse", COMMAND], "neither a header nor a move"),
        (["bench", "senet"], "no game 'senet'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], says: str) -> None:
    found = run(*arguments)
    assert found.returncode == 2
    assert says in found.stderr
    assert found.stderr.count("\n") == 1
    assert found.stdout == ""


@pytest.mark.parametrize(
    ("module", "says"),
    [
        ("segno", "'segno': pip install 'heliopolis[server]'."),
        ("prometheus_client", "'prometheus_client': pip install 'heliopolis[server]'."),
        ("uvloop", "'uvloop': pip install 'heliopolis[server]'."),
        ("matplotlib.figure", "'matplotlib.figure': pip install 'heliopolis[arena]'."),
        ("ray", "'ray': pip install 'heliopolis[ray]'."),
        ("rich", "'rich': pip install heliopolis."),
        ("nothing_of_ours", "'nothing_of_ours', which is not installed."),
    ],
)
def test_what_is_missing_is_named_with_its_extra(
    module: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacks(_: object) -> None:
        raise ModuleNotFoundError(name=module)

    monkeypatch.setattr("heliopolis.terminal.bench.run", lacks)
    monkeypatch.setattr(sys, "argv", ["heliopolis", "bench"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"heliopolis: this needs {says}\n"


def test_simulate_tells_what_happened() -> None:
    shown = run("simulate", "ra", "--games", "500", "--players", "3", "--threads", "2", "--seed", "4").stdout
    for words in (
        "500 random games of 3 players",
        "mean score",
        "epoch III ended with the last sun",
        "decisions per game",
    ):
        assert words in shown


def test_simulate_as_json_is_the_library() -> None:
    found = json.loads(run("simulate", "ra", "--games", "300", "--seed", "4", "--json").stdout)
    played = hp.playouts("ra", players=4, games=300, seed=4)
    assert found["decisions"] == played.decisions
    assert found["statistics"] == played.statistics
    assert [seat["mean"] for seat in found["seats"]] == played.scores.mean(axis=0).tolist()
    assert sum(seat["won"] for seat in found["seats"]) == pytest.approx(1)


def test_a_whole_game_against_bots(tmp_path: Path) -> None:
    """A person who always answers 1; nonsense, help, log and pile in between; the record is the game."""
    file = tmp_path / "game.txt"
    answers = ["?", "l", "p", "b", "crocodile", "99", "DRAW", *["1"] * 500]
    found = run("play", "ra", "--seed", "5", "--players", "3", "--record", str(file), text="\n".join(answers) + "\n")
    assert found.returncode == 0
    assert "'crocodile' is not a move now: " in found.stdout
    assert "'99' is not a move now" in found.stdout
    assert "Scoring of epoch I" in found.stdout
    record = hp.Record.from_text(file.read_text(encoding="utf-8"))
    end = record.replay()
    assert end.over
    assert record.seats == ("you", "greedy 2", "greedy 3")
    assert f"{record.seats[end.winners()[0]]} wins, {max(end.scores())} to " in found.stdout
    assert f"You {end.scores()[0]}, greedy 2 {end.scores()[1]}" in found.stdout
    assert not list(tmp_path.glob("game.txt?*")), "no half-written file is left"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("it", ["Peschi ", "greedy 2 invoca Ra", "Punteggio dell’epoca I", "Vince greedy", "Tu> "]),
        ("es", ["Robas ", "greedy 2 invoca a Ra", "Puntuación de la época I", "Gana greedy", "Tú> "]),
    ],
)
def test_a_whole_game_in_another_language(language: str, says: list[str]) -> None:
    found = run("play", "ra", "--seed", "5", "--players", "3", "--language", language, text="1\n" * 500)
    assert found.returncode == 0
    for words in says:
        assert words in found.stdout


def test_a_hint_says_what_the_moves_are_worth_and_why() -> None:
    found = run("play", "ra", "--seed", "5", "--players", "3", text="h\nq\n")
    hint = found.stdout.partition("You> ")[2]
    assert re.match(r"[A-Z][a-z]+( \d+)?\. [A-Z]", hint), "the best move, and a reason"
    assert "Your chance of winning after each move:" in hint
    assert len(re.findall(r"^\d+%  \w", hint, re.MULTILINE)) > 1


def test_the_language_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    environment = {**os.environ, "TERM": "dumb"}
    found = subprocess.run(
        [COMMAND, "play", "ra", "--seed", "1"], input="", capture_output=True, text=True, env=environment, check=False
    )
    assert "Hai lasciato il tavolo." in found.stdout


def test_simulate_and_replay_speak_other_languages(tmp_path: Path) -> None:
    shown = run("simulate", "respublica", "--games", "1000", "--language", "es").stdout
    assert "Res Publica: 1.000 partidas al azar de 4 jugadores" in shown
    assert "intercambios: " in shown
    shown = run("replay", str(finished(tmp_path)), "--language", "it").stdout
    assert "Ra: la partita è finita" in shown
    assert "Fine dell’epoca III" in shown


def test_the_same_seed_is_the_same_evening() -> None:
    evenings = [run("play", "ra", "--seed", "5", text="1\n" * 300).stdout for _ in range(2)]
    assert evenings[0] == evenings[1]


def test_hot_seat(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    found = run(
        "play", "ra", "--players", "2", "--bots", "none", "--seed", "1", "--record", str(file), text="1\n" * 6 + "q\n"
    )
    assert "Player 1> " in found.stdout
    assert "Player 2> " in found.stdout
    assert "You have left the table." in found.stdout
    assert len(hp.Record.from_text(file.read_text(encoding="utf-8")).moves) >= 2


def test_leaving_by_the_end_of_input_is_polite() -> None:
    found = run("play", "ra", "--seed", "1")
    assert (found.returncode, found.stderr) == (0, "")
    assert "You have left the table." in found.stdout


def test_nothing_is_told_by_colour_alone() -> None:
    """With colours switched off disasters, suns, the player to act and the Ra track can still be read."""
    shown = run("play", "ra", "--seed", "5", text="1\n" * 40 + "q\n").stdout
    assert "\x1b" not in shown
    assert re.search(r"!(Funeral|Drought|Unrest|Earthquake)!", shown)
    assert "▶ You" in shown
    assert re.search(r"Ra track \d of 9 +●+○+", shown)
    assert "face down: " in shown


def finished(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(hp.play_match("ra", ["greedy", "random", "greedy"], seed=2).record.to_text(), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def short_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of the first moves of a game."""
    position = hp.game("ra").start(players=3, seed=2)
    for _ in range(12):
        position.play(position.suggest(random.Random(1)))
    file = tmp_path_factory.mktemp("record") / "game.txt"
    file.write_text(position.record.with_seats(["you", "Ada", "Kenna"]).to_text(), encoding="utf-8")
    return file


def test_review_shows_chances_and_what_was_given_away(short_record: Path) -> None:
    shown = run("review", str(short_record), "--bot", "plain:20", "--all", "--language", "en").stdout
    assert "Ra: the game reviewed (plain:20)" in shown
    assert all(name in shown for name in ("You", "Ada", "Kenna"))
    assert len(re.findall(r"^ +\d+  \w", shown, re.MULTILINE)) == 12
    assert "Accuracy" in shown


def test_review_as_json_and_as_a_page(short_record: Path, tmp_path: Path) -> None:
    data = json.loads(run("review", str(short_record), "--bot", "plain:20", "--json").stdout)
    record = hp.Record.from_text(short_record.read_text())
    assert hp.Review.from_json(data).moments == hp.review(record, bot="plain:20").moments
    page = tmp_path / "page.html"
    run("review", str(short_record), "--bot", "plain:20", "--html", str(page), "--language", "it")
    text = page.read_text(encoding="utf-8")
    assert text.count("<polyline") == 3
    assert '<html lang="it">' in text
    assert not re.search(r"(src|href)=|https?://", text)  # it needs nothing else


def test_analyse_shows_every_option_of_a_decision(short_record: Path, tmp_path: Path) -> None:
    data = json.loads(run("analyse", str(short_record), "--move", "3", "--bot", "plain:20", "--json").stdout)
    steps = hp.Record.from_text(short_record.read_text()).steps()
    position = [after for _, (_, _, after) in zip(range(2), steps, strict=False)][-1]
    assert sorted(option["move"] for option in data["options"]) == sorted(position.legal())
    assert data["seat"] == position.to_act
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position.to_json()))
    assert json.loads(run("analyse", str(file), "--bot", "plain:20", "--json").stdout)["options"] == data["options"]
    assert "chance of winning" in run("analyse", str(file), "--bot", "plain:20", "--language", "en").stdout


def test_replay_prints_the_whole_game_where_nobody_can_answer(tmp_path: Path) -> None:
    file = finished(tmp_path)
    shown = run("replay", str(file)).stdout
    assert "   1  " in shown
    assert "the game is over" in shown
    assert "Scoring of epoch III" in shown


def test_replay_of_a_record_that_begins_with_chance(tmp_path: Path) -> None:
    p = hp.game("ra").start(players=2, dealer=None, seed=1)
    p.play("draw")
    q = hp.game("ra").from_json(p.to_json())
    q.play("nile")
    file = tmp_path / "game.txt"
    file.write_text(q.record.with_seats(["[b]", "a[/]"]).to_text(), encoding="utf-8")
    assert "Chance: nile" in run("replay", str(file)).stdout


@pytest.mark.slow
def test_a_whole_game_of_res_publica(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    found = run("play", "respublica", "--seed", "3", "--players", "3", "--record", str(file), text="1\n" * 900)
    assert found.returncode == 0, found.stderr
    assert re.search(r" wins?, \d+ to \d+\.", found.stdout)
    assert hp.Record.from_text(file.read_text(encoding="utf-8")).replay().over


def test_replay_steps_with_a_person(tmp_path: Path) -> None:
    """At a real terminal: forwards, back, to a move, the list, nonsense, and out."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
    reader = subprocess.Popen(
        [COMMAND, "replay", str(finished(tmp_path))], stdin=theirs, stdout=subprocess.PIPE, text=True, env=environment
    )
    os.write(ours, b"\n\nb\n20\nwhat\nl\n9999\nq\n")
    shown, _ = reader.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    pages = re.findall(r"^Move (\d+) of \d+:", shown, re.MULTILINE)
    total = len(hp.Record.from_text(finished(tmp_path).read_text(encoding="utf-8")).moves)
    assert pages == ["1", "2", "1", "20", str(total)]
    assert reader.returncode == 0


@pytest.mark.slow
def test_bench_measures_and_prints() -> None:
    found = json.loads(run("bench", "ra", "--json").stdout)
    assert found["bytes"] <= 512
    assert found["kernel, 1 thread"] > 0
    assert set(found["microseconds"]) == {"copy", "to_json", "from_json", "view", "observe"}


def test_a_puzzle_is_asked_and_answered() -> None:
    puzzle = hp.puzzles("ra")[4]
    right = run("puzzle", "ra", "--number", "5", text=f"dance\n{puzzle.best.move}\n")
    assert right.returncode == 0, right.stderr
    assert f"puzzle 5 of {len(hp.puzzles('ra'))} ({puzzle.id})" in right.stdout
    assert "'dance' is not a move now" in right.stdout
    assert "Right: " in right.stdout
    assert "unsolved" in run("puzzle", "ra", "--id", puzzle.id, text="q\n").stdout
    wrong = run("puzzle", "ra", "--id", puzzle.id, "--answer", puzzle.options[-1].move)
    assert "Not the best: " in wrong.stdout
    assert "Better: " in wrong.stdout


def test_a_puzzle_for_programs_does_not_contain_its_solution() -> None:
    puzzle = hp.puzzles("respublica")[0]
    question = json.loads(run("puzzle", "respublica", "--number", "1", "--json").stdout)
    assert question.pop("position") == json.loads(json.dumps(puzzle.start().view(puzzle.seat)))
    assert set(question) == {"game", "id", "theme", "difficulty", "seat", "players"}
    answer = json.loads(run("puzzle", "respublica", "--number", "1", "--json", "--answer", puzzle.best.move).stdout)
    assert answer["right"]
    assert answer["best"] == answer["options"][0]["move"] == puzzle.best.move


def test_puzzles_are_chosen_by_theme_difficulty_and_day() -> None:
    one = hp.puzzles("priests")[0]
    chosen = run("puzzle", "priests", "--theme", one.theme, "--difficulty", str(one.difficulty), "--json")
    question = json.loads(chosen.stdout)
    assert (question["theme"], question["difficulty"]) == (one.theme, one.difficulty)
    assert json.loads(run("puzzle", "--json").stdout)["game"] == "ra"
    assert "themes are turn, last_ra" in run("puzzle", "ra", "--theme", "love").stderr
    assert "there are" in run("puzzle", "ra", "--number", "9999").stderr
