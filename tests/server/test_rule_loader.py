"""Games that are loaded in the background: nobody waits for a compiler, and what fails is reported."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis import kernel
from heliopolis.bots import pieces_for_levels
from heliopolis.core.game import Game
from heliopolis.server.runtime.rule_loader import RuleLoader
from tests.server.people import Person
from tests.server.running import InThread


def test_a_game_that_cannot_be_imported_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def game(name: str) -> Game:
        raise ImportError(f"{name} is broken")

    monkeypatch.setattr("heliopolis.core.registry.game", game)
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    with Person(server.url) as ada:
        assert ada.get("/api/games", 500)["key"] == "server.broken"
        assert ada.open("ra", "me", "greedy", status=500)["key"] == "server.broken"
        assert ada.open("tekhenu", "me")["game"] == "tekhenu", "it needs no compiled rules"
    server.close()


def test_a_game_that_cannot_be_imported_leaves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heliopolis.games.ra.TITLE", None)
    monkeypatch.setattr(
        "heliopolis.core.registry._load", lambda name: Game(name, import_module(f"heliopolis.games.{name}"))
    )
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    with Person(server.url) as ada:
        assert ada.open("priests", "me", "greedy")["game"] == "priests"
        assert ada.open("ra", "me", "greedy", status=500)["key"] == "server.broken"
    server.close()


def test_a_server_ends_where_there_is_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba, or the code that uses it, cannot be imported."""
    monkeypatch.delattr("heliopolis.kernel")
    monkeypatch.setitem(sys.modules, "heliopolis.kernel", None)
    loader = RuleLoader()
    loader.start()
    asyncio.run(loader.close())


def cold_server(what: str, cache: Path) -> subprocess.CompletedProcess[str]:
    """Run a server whose cache of compiled rules is empty; the compiled rules of these tests are at hand."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "FULL_CACHE": str(kernel.cache_folder())}
    command = [sys.executable, "-m", "tests.server.cold_server", what]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_tables_are_played_before_and_after_everything_is_compiled(tmp_path: Path) -> None:
    found = cold_server("held back", tmp_path)
    assert (found.stdout, found.stderr) == ("played\n", "")


@pytest.mark.slow
def test_tables_are_played_though_nothing_can_be_compiled(tmp_path: Path) -> None:
    found = cold_server("failing", tmp_path)
    assert found.stdout == "played\n"
    lines = found.stderr.splitlines()
    pieces = [piece for name in hp.games() for piece in pieces_for_levels(hp.game(name))]
    assert len(lines) == len(pieces), "one line for each game and piece"
    assert "The search of Ra cannot be compiled: No space is left on the disk. It is played interpreted." in lines
