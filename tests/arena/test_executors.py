"""All executors play the same games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.arena import executors, processes, serial, tournament
from heliopolis.arena.schedule import arrange
from tests.arena.test_referee import MISFITS


@pytest.mark.parametrize(
    ("name", "bots"),
    [("ra", ["greedy", "random", "greedy"]), ("priests", ["greedy", "random"]), ("ra", ["late", "stateful", "raises"])],
)
def test_processes_give_the_table_that_one_process_gives(name: str, bots: list[str]) -> None:
    tables = [
        tournament(name, bots, games=24, seed="x", code=[MISFITS], executor=executor)
        for executor in (serial, processes(1), processes(3))
    ]
    assert tables[0] == tables[1] == tables[2]
    assert tables[0].results == tables[1].results
    other = tournament(name, bots, games=24, seed="y", code=[MISFITS], executor=serial)
    assert other.results != tables[0].results


def test_a_bot_that_ends_its_process_forfeits() -> None:
    table = tournament("ra", ["deadly", "random"], games=4, code=[MISFITS], executor=processes(2))
    for result in table.results:
        seat = table.tournament.fixture(result.number).seats.index("deadly")
        assert result.forfeits == {seat: "ended its process"}
        assert result.moves[seat] == 1
        assert result.winners == [1 - seat]


class WhenEndless:
    """A timer that goes off when a bot is seen not to answer, however fast the machine is."""

    folder: Path
    limits: set[float]

    def __init__(self, limit: float, function: Callable[[], None]) -> None:
        self.function, self.over = function, threading.Event()
        self.limits.add(limit)

    def start(self) -> None:
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self) -> None:
        while not self.over.wait(0.005):
            if found := list(self.folder.glob("endless-*")):
                found[0].unlink()
                self.function()
                return

    def cancel(self) -> None:
        self.over.set()


def test_a_bot_that_never_answers_is_stopped_and_forfeits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELIOPOLIS_MISFITS", str(tmp_path))
    monkeypatch.setattr(WhenEndless, "folder", tmp_path, raising=False)
    monkeypatch.setattr(WhenEndless, "limits", set(), raising=False)
    monkeypatch.setattr(executors, "Timer", WhenEndless)
    table = tournament("ra", ["endless", "random"], games=2, code=[MISFITS], executor=processes(1), move_time=600)
    for result in table.results:
        seat = table.tournament.fixture(result.number).seats.index("endless")
        assert result.forfeits == {seat: "thought longer than 600 s"}
        assert result.moves[seat] == 1
        assert result.winners == [1 - seat]
    assert {60.0, 1201.0} == WhenEndless.limits


def test_workers_need_the_same_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heliopolis.arena.schedule.source_hash", lambda: "otherwise")
    with pytest.raises(hp.HeliopolisError, match="other sources"):
        tournament("ra", ["greedy", "random"], games=2, executor=processes(1))


def test_no_process_is_left_when_a_tournament_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELIOPOLIS_MISFITS", str(tmp_path))
    planned = arrange("ra", ["endless", "random"], games=8, code=[MISFITS])

    main = threading.main_thread().ident or 0

    def interrupt() -> None:
        while not list(tmp_path.glob("endless-*")):
            time.sleep(0.005)
        signal.pthread_kill(main, signal.SIGINT)

    started: list[subprocess.Popen[str]] = []
    start = executors._start

    def keep() -> subprocess.Popen[str]:
        started.append(start())
        return started[-1]

    monkeypatch.setattr(executors, "_start", keep)
    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        list(processes(2)(planned, range(8)))
    assert started
    assert all(process.returncode is not None for process in started)


def test_a_worker_ends_with_its_owner_even_while_a_bot_never_answers(tmp_path: Path) -> None:
    code = f"""
from heliopolis.arena import processes, tournament
tournament("ra", ["endless", "random"], games=2, code=[{str(MISFITS)!r}], executor=processes(1))
"""
    environment = {**os.environ, "HELIOPOLIS_MISFITS": str(tmp_path)}
    owner = subprocess.Popen([sys.executable, "-c", code], env=environment)
    while not (found := list(tmp_path.glob("endless-*"))):
        assert owner.poll() is None
        time.sleep(0.01)
    worker = int(found[0].name.partition("-")[2])
    owner.kill()
    owner.wait()
    while _alive(worker):
        time.sleep(0.01)


def _alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def test_a_plain_script_needs_no_guard(tmp_path: Path) -> None:
    """Processes are started afresh: nothing of the script runs twice."""
    script = tmp_path / "script.py"
    script.write_text(
        "import heliopolis as hp\nprint(len(hp.tournament('ra', ['greedy', 'random'], games=4).results))\n"
    )
    found = subprocess.run([sys.executable, "-W", "error", str(script)], capture_output=True, text=True, check=True)
    assert found.stdout == "4\n"


def test_only_built_in_bots_are_warmed_up_and_only_with_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Asked:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, *_: object) -> str:
            asked.append(self.name)
            return ""

    bots = ["greedy", "honest", "random", "greedy"]
    planned = arrange("ra", bots, games=4, code=[MISFITS])
    monkeypatch.setattr(executors, "bot", Asked)
    executors.warm_up(planned)
    assert asked == []
    executors.warm_up(replace(planned, move_time=1.0))
    assert asked == ["greedy", "random"]
