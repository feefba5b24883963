"""Compiling ahead of time and in the background: what is compiled once is compiled for all processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

import heliopolis as hp
from heliopolis import kernel
from heliopolis.compute.compiled import PIECES, SEARCH, compile_pieces
from heliopolis.core import background, compile_process
from heliopolis.core.background import BackgroundCompiler, compile_in_background
from heliopolis.core.compile_process import CompileProcesses
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.pieces import Piece
from heliopolis.core.rule_calls import RULES
from heliopolis.kernel.cache import RuleCache
from heliopolis.kernel.interpreted import reachable
from heliopolis.terminal import compile as terminal_compile
from tests.pig import EXAMPLE, import_pig

PACKAGE = Path(hp.__file__).parent
PLAY = """
import random
from numba.core import event
import heliopolis as hp

with event.install_recorder("numba:compile") as compiled:
    game, rng = hp.game("pig"), random.Random(1)
    position = game.start(players=2, seed=1)
    while not position.over:
        position.view(position.to_act)
        position.play(hp.bot("search:20").choose(position.imagine(position.to_act, rng), rng))
    hp.playouts(game, players=2, games=3)
    batch = hp.Batch(game, 2, 3, seed=1)
    batch.step(batch.sample())
print(len(compiled.buffer), position.record.moves[-1])
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An empty cache, and the game Pig, which compiles faster than the others, as an installed package."""
    points = tmp_path / "pig-1.dist-info"
    points.mkdir()
    (points / "METADATA").write_text("Metadata-Version: 2.1\nName: pig\nVersion: 1\n")
    (points / "entry_points.txt").write_text("[heliopolis.games]\npig = pig\n")
    path = os.pathsep.join([str(tmp_path), str(EXAMPLE), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": path}


def run_python(*arguments: str, environment: dict[str, str], status: int = 0) -> subprocess.CompletedProcess[str]:
    found = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)
    assert found.returncode == status, found.stderr
    return found


def compile_pig(environment: dict[str, str]) -> list[dict[str, Any]]:
    found = run_python("-m", "heliopolis", "compile", "pig", "--json", environment=environment)
    pieces: list[dict[str, Any]] = json.loads(found.stdout)
    return pieces


@pytest.mark.slow
def test_after_heliopolis_compile_a_process_compiles_nothing(environment: dict[str, str]) -> None:
    """The package's own folder stays untouched, so it may be read-only."""
    before = sorted(path for path in PACKAGE.rglob("*") if "__pycache__" not in path.parts)
    pieces = compile_pig(environment)
    assert [one["piece"] for one in pieces] == [
        "rules",
        "search",
        "nets",
        "playouts",
        "other-search",
        "batches",
        "searches",
        "evaluators",
    ]
    assert all(one["functions"] > 0 and one["error"] is None for one in pieces)
    played = run_python("-c", PLAY, environment=environment)
    assert played.stdout.split()[0] == "0", "functions were compiled"
    assert played.stderr == ""
    assert all(one["functions"] == 0 for one in compile_pig(environment)), "they were compiled already"
    assert sorted(path for path in PACKAGE.rglob("*") if "__pycache__" not in path.parts) == before
    assert not list(PACKAGE.rglob("*.nbc"))


@pytest.mark.slow
def test_a_process_with_an_empty_cache_plays_the_same_game(environment: dict[str, str]) -> None:
    """The rules and a short search are interpreted, and nothing is said; the rest is compiled first."""
    cold = run_python("-c", PLAY, environment=environment)
    lines = [f"Compiling the {what} of Pig for this machine, once." for what in ("random games", "batches")]
    assert cold.stderr.splitlines() == lines
    warm = run_python("-c", PLAY, environment=environment)
    assert warm.stdout.split()[1:] == cold.stdout.split()[1:]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess"], "There is no game 'chess'; there are ra, priests, respublica."),
        (
            ["--pieces", "rules,luck"],
            "There is no piece 'luck'; there are levels, rules, search, nets, playouts, other-search, batches, "
            "searches, evaluators.",
        ),
    ],
)
def test_what_is_unknown_is_one_line(arguments: list[str], says: str) -> None:
    found = run_python("-m", "heliopolis", "compile", *arguments, environment=dict(os.environ), status=2)
    assert found.stderr == f"heliopolis: {says}\n"


@pytest.mark.slow
def test_without_a_writable_cache_games_are_played_and_nothing_is_compiled_ahead(environment: dict[str, str]) -> None:
    """A file in place of the folder: not even root can write there."""
    Path(environment["XDG_CACHE_HOME"]).write_text("")
    run_python("-c", PLAY, environment=environment)
    found = run_python("-m", "heliopolis", "compile", "pig", environment=environment, status=2)
    assert found.stderr.startswith("heliopolis: Compiled rules cannot be stored: nothing can be written to")


# ---- processes -------------------------------------------------------------------------------------------------------


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> hp.Game:
    """A game of which nothing is in the cache."""
    monkeypatch.setattr(hp.Game, "cache_folder", tmp_path)
    monkeypatch.setattr(kernel, "COMPILED", True)
    return hp.game("ra")


def replace_command(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let other code run in place of the compiler."""
    monkeypatch.setattr(compile_process, "COMMAND", [sys.executable, "-c", code])


def test_a_process_reports_how_far_it_is(cold: hp.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_command(monkeypatch, "print('[0, 2]'); print('[1, 2]')")
    reports: list[tuple[int, int]] = []
    CompileProcesses().compile(cold, RULES, lambda *report: reports.append(report))
    assert reports == [(0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys; print('More.', file=sys.stderr); sys.exit('The disk is full.')", "The disk is full"),
        ("import sys; sys.exit(3)", "the process ended with status 3"),
        ("raise ValueError('bad')", "ValueError: bad"),
    ],
)
def test_a_process_that_fails_is_one_line(
    cold: hp.Game, monkeypatch: pytest.MonkeyPatch, code: str, reason: str
) -> None:
    replace_command(monkeypatch, code)
    with pytest.raises(HeliopolisError) as raised:
        CompileProcesses().compile(cold, RULES)
    assert str(raised.value) == f"The rules of Ra cannot be compiled: {reason}."


def test_failures_in_the_background_are_told_and_the_rest_goes_on(
    cold: hp.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_command(monkeypatch, "import sys; sys.exit('search' in sys.argv and 'The disk is full.')")
    failures, finished, loaded = list[str](), list[bool](), list[str]()
    monkeypatch.setattr(Piece, "load", lambda piece, game: loaded.append(piece.title(game)))
    compiler = BackgroundCompiler(
        [(cold, PIECES["search"]), (cold, RULES)], failed=failures.append, finished=lambda: finished.append(True)
    )
    compiler.start()
    compiler.join()
    assert failures == ["The search of Ra cannot be compiled: The disk is full."]
    assert loaded == ["the rules of Ra"]
    assert finished == [True]


def test_what_cannot_be_loaded_is_one_sentence_too(cold: hp.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("one line\nand another")

    replace_command(monkeypatch, "")
    monkeypatch.setattr(Piece, "load", fail)
    failures = list[str]()
    compiler = BackgroundCompiler([(cold, RULES)], failed=failures.append)
    compiler.start()
    compiler.join()
    assert failures == ["The rules of Ra cannot be loaded: ValueError."]


def test_closing_ends_processes_that_would_never_end(cold: hp.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_command(monkeypatch, "import sys; sys.stdin.read()")
    failures = list[str]()
    compiler = BackgroundCompiler([(cold, RULES), (cold, PIECES["search"])], failed=failures.append)
    compiler.start()
    compiler.close()
    assert failures == []


def test_all_is_done_even_if_nobody_can_be_told_of_a_failure(cold: hp.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise BrokenPipeError

    replace_command(monkeypatch, "import sys; sys.exit(3)")
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    finished = list[bool]()
    compiler = BackgroundCompiler([(cold, RULES)], failed=fail, finished=lambda: finished.append(True))
    compiler.start()
    compiler.join()
    assert finished == [True]


def test_without_another_thread_rules_are_compiled_in_this_one(cold: hp.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    monkeypatch.setattr(background, "_begun", set())
    compile_in_background(cold, RULES)
    assert not kernel.is_left_to_others(cold.package.__name__)


def test_a_second_thread_does_not_compile_what_another_has_begun(
    cold: hp.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It finds the rules left to others, however soon it comes."""
    left = list[bool]()

    class Begun(set[Any]):
        def add(self, task: Any) -> None:
            super().add(task)
            second.start()

    def play() -> None:
        compile_in_background(cold, RULES)
        left.append(kernel.is_left_to_others(cold.package.__name__))

    second = threading.Thread(target=play)
    started = threading.Event()
    monkeypatch.setattr(background, "_begun", Begun())
    monkeypatch.setattr(BackgroundCompiler, "start", lambda _: started.set())
    compile_in_background(cold, RULES)
    second.join()
    kernel.take_back(cold.package.__name__)
    assert started.is_set()
    assert left == [True]


@pytest.fixture
def _ctrl_c() -> Iterator[None]:
    """Handle Ctrl-C also where tests run in the background, which ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("cold", "_ctrl_c")
def test_ctrl_c_ends_what_is_being_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No process compiles to its end, and none is begun."""
    end = f"open({str(tmp_path / 'end')!r}, 'a')"
    replace_command(monkeypatch, f"import threading; print('[0, 2]', flush=True); threading.Event().wait(20); {end}")
    main = threading.get_ident()
    monkeypatch.setattr(terminal_compile, "advance", lambda *_: signal.pthread_kill(main, signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        terminal_compile.run(Namespace(games=["ra", "priests"], pieces=["rules"], jobs=1, json=True))
    assert not (tmp_path / "end").exists()


FAILING = """
import sys
pieces = sys.argv[4:]
for piece in pieces:
    if piece == "search":
        sys.exit("The disk is full.")
    print("[3, 3]")
    print("null")
"""


def test_what_cannot_be_compiled_does_not_keep_the_rest_from_it(
    cold: hp.Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_command(monkeypatch, FAILING)
    with pytest.raises(HeliopolisError, match=r"^The search of Ra cannot be compiled: The disk is full\.$"):
        terminal_compile.run(Namespace(games=[cold.name], pieces=["rules", "search", "nets"], jobs=1, json=True))
    found = [(one["piece"], one["functions"], one["error"] is None) for one in json.loads(capsys.readouterr().out)]
    assert found == [("rules", 3, True), ("search", 0, False), ("nets", 3, True)]


@pytest.mark.parametrize(
    ("jobs", "tasks"),
    [
        (1, ["priests a b c", "pig a"]),
        (2, ["priests a b c", "pig a"]),
        (3, ["priests a b", "priests c", "pig a"]),
        (8, ["priests a", "priests b", "priests c", "pig a"]),
    ],
)
def test_one_process_compiles_all_of_a_game_unless_there_are_more_jobs(
    jobs: int, tasks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = {hp.Game("pig", import_pig(monkeypatch)): ["a"], hp.game("priests"): ["a", "b", "c"]}
    found = terminal_compile.split(wanted, jobs)
    assert [" ".join([game.name, *pieces]) for game, pieces in found] == tasks, "the largest game comes first"


PRINTING = """
from heliopolis import kernel
from heliopolis.compute.compile_pieces import main
from heliopolis.core.pieces import Piece

def compile_and_print(piece, game):
    print("Hello from", game.title)
    with kernel.showing_progress("", []):
        print("Compiling")

Piece.compile = compile_and_print
main()
"""


def test_a_game_may_print_while_it_is_compiled(cold: hp.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_command(monkeypatch, PRINTING)
    reports: list[tuple[int, int]] = []
    CompileProcesses().compile(cold, RULES, lambda *report: reports.append(report))
    assert reports == [(0, 0), (0, 0)]


@pytest.mark.skipif(not kernel.COMPILED, reason="there is nothing to compile")
def test_everything_is_compiled_by_processes_of_normal_priority(
    cold: hp.Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_command(monkeypatch, "import sys; sys.exit('low' in sys.argv)")
    compile_pieces(cold, [SEARCH, RULES])
    lines = [f"Compiling the {what} of Ra for this machine, once." for what in ("search", "rules")]
    assert capsys.readouterr().err.splitlines() == lines


# ---- progress --------------------------------------------------------------------------------------------------------


@kernel.rule
def double(x: float) -> float:
    return x + x


@kernel.rule
def quadruple(x: float) -> float:
    return double(double(x))


@pytest.mark.skipif(not kernel.COMPILED, reason="there is nothing to count")
def test_every_compiled_function_is_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    function = cast(Any, quadruple).py_func
    monkeypatch.setattr(quadruple, "_cache", RuleCache(function, lambda: tmp_path))  # nothing is there
    reports: list[tuple[int, int]] = []
    with kernel.reporting_to(lambda *report: reports.append(report)), kernel.showing_progress("", [quadruple]):
        quadruple(1.5)
        quadruple(1)
    assert reports == [(0, 2), (1, 2), (2, 2), (2, 2)]


@pytest.mark.skipif(not kernel.COMPILED, reason="there is nothing to count")
@pytest.mark.parametrize("piece", PIECES)
def test_the_total_counts_what_a_template_can_reach(piece: str) -> None:
    game = hp.game("ra")
    names = {function.__name__ for function in reachable(vars(PIECES[piece].functions(game)).values())}
    called = {"legal", "observe"} if piece == "nets" else {"play", "legal", "random_below"}
    assert called <= names
    assert set(vars(PIECES[piece].functions(game))) <= names
