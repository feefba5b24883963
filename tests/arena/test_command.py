"""The command `heliopolis arena`."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import heliopolis as hp
from heliopolis.arena import serial
from heliopolis.arena.plot import plot
from tests.arena.test_referee import MISFITS
from tests.test_cli import COMMAND, run


def test_a_table_for_people() -> None:
    found = run("arena", "ra", "greedy", "random", "random", "--games", "10", "--seed", "evening", "--serial")
    assert found.returncode == 0, found.stderr
    for words in (
        "Ra, 3 players: 12 games, seed 'evening'",
        "greedy     12  100.0%",
        "4 deals, each played 3 times with the bots in different seats; chance is 33.3%.",
        "10 games were requested, rounded up to 12 for whole deals.",
        "The mean score is ",
    ):
        assert words in found.stdout
    assert "forfeits" not in found.stdout
    assert max(map(len, found.stdout.splitlines())) <= 80


def test_forfeits_are_reported() -> None:
    """Whatever the bots print, the standard output has the standings alone."""
    options = ["--games", "8", "--code", str(MISFITS), "--move-time", "60"]
    for executor in ("--serial", "--workers=1"):
        found = run("arena", "ra", "late", "raises", "honest", *options, executor)
        assert found.returncode == 0, found.stderr
        assert "Now let me see" not in found.stdout
        assert found.stdout.count("it played 'what?', which was not legal.") >= 2
        assert "raises forfeited game 0: it raised ZeroDivisionError: no idea at all." in found.stdout
        assert "13 more games were forfeited." in found.stdout
        assert "With a limit of 60 s per move, another run may give other results." in found.stdout


def test_json_csv_and_plot_are_the_library(tmp_path: Path) -> None:
    sheet, picture = tmp_path / "table.csv", tmp_path / "table.png"
    found = run("arena", "priests", "greedy", "random", "--games", "10", "--players", "3", "--workers", "2", "--json",
                "--csv", str(sheet), "--plot", str(picture))  # fmt: skip
    assert all(line.startswith("Compiling") for line in found.stderr.splitlines())
    table = hp.tournament("priests", ["greedy", "random"], games=10, players=3, executor=serial)
    data, expected = json.loads(found.stdout), table.to_json()
    with sheet.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for standing, row, wanted in zip(data["standings"], rows, expected["standings"], strict=True):
        assert {key: str(value) for key, value in standing.items()} == row
        del standing["seconds_per_move"], wanted["seconds_per_move"]
    assert data == expected
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_plot_shows_what_the_table_shows(tmp_path: Path) -> None:
    """Text is also in the comments of the SVG: every bot, every share, and chance are in the plot."""
    table = hp.tournament("ra", ["greedy", "random", "random"], games=6, executor=serial)
    for name in ("one.svg", "two.svg"):
        plot(table, tmp_path / name)
    picture = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert picture == (tmp_path / "two.svg").read_text(encoding="utf-8"), "the same table, the same file"
    ElementTree.fromstring(picture)
    for words in ("Ra, 3 players", "greedy", "random", "100.0%", "0.0%", "chance 33%", "in 6 games"):
        assert f"<!-- {words}" in picture or f" {words}" in picture


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ra"], "required: BOT"),
        (["chess", "greedy"], "no game 'chess'"),
        (["ra", "deep"], "There is no bot 'deep'; there are random, careless, greedy"),
        (["ra", "random:3"], "The bot 'random' takes no option: 'random:3'."),
        (["ra", "greedy", "--players", "7"], "2 to 5 players, not 7"),
        (["ra", "greedy", "--games", "0"], "'0' is not a whole number above 0"),
        (["ra", "greedy", "--move-time", "fast"], "'fast' is not a number of seconds above 0"),
        (["ra", "greedy", "--move-time", "nan"], "'nan' is not a number of seconds above 0"),
        (["ra", "greedy", "--code", "/nowhere.py"], "'/nowhere.py' cannot be read"),
        (["ra", "greedy", "--code", COMMAND], "has no bot"),
        (["ra", "greedy", "--save", "/nowhere/at/all"], "Results cannot be saved in '/nowhere/at/all'"),
        (["ra", "greedy", "--save", COMMAND], "of tournament results"),
        (["ra", "greedy", "--csv", "/nowhere/at/all.csv"], "'/nowhere/at/all.csv' cannot be written"),
        (["ra", "greedy", "--plot", "picture.gif"], "must end in .png or .svg, not 'picture.gif'"),
        (["ra", "greedy", "--serial", "--workers", "2"], "not allowed with argument --serial"),
        (["ra", "greedy", "--ray", "127.0.0.1:1"], "No Ray cluster answers at '127.0.0.1:1'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], says: str, tmp_path: Path) -> None:
    found = subprocess.run([COMMAND, "arena", *arguments], capture_output=True, text=True, check=False, cwd=tmp_path)
    lines = [line for line in found.stderr.splitlines() if not line.startswith("Compiling")]
    assert found.returncode == 2
    assert len(lines) == 1
    assert says in lines[0]
    assert found.stdout == ""
    assert not list(tmp_path.iterdir())


def test_a_missing_extra_is_reported_before_anything_is_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    table = hp.tournament("ra", ["random"], games=1, executor=serial)
    with pytest.raises(hp.InvalidSetup, match=r"pip install 'heliopolis\[arena\]'"):
        plot(table, tmp_path / "table.png")


def test_after_ctrl_c_the_same_command_continues(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = [COMMAND, "arena", "ra", "greedy", "random", "--workers", "2", "--save", str(file)]
    long = subprocess.Popen([*command, "--games", "1000000"], stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not (file.exists() and file.read_bytes().count(b"\n") > 5):
        assert long.poll() is None
        time.sleep(0.01)
    os.killpg(long.pid, signal.SIGINT)  # like a terminal: to the command and all processes it has started
    _, said = long.communicate()
    assert long.returncode == 130
    assert "of 1000000 games, and the same command continues." in said
    assert "Traceback" not in said
    again = json.loads(run(*command[1:], "--games", "40", "--json").stdout)
    fresh = json.loads(run("arena", "ra", "greedy", "random", "--serial", "--games", "40", "--json").stdout)
    for data in (again, fresh):
        for standing in data["standings"]:
            del standing["seconds_per_move"]
    assert again == fresh
