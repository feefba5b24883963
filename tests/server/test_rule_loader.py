"""Rules that cannot be loaded: whoever waits for them gets an answer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from heliopolis.compute import compiled
from heliopolis.core.game import Game
from heliopolis.server.domain.problems import Problem
from heliopolis.server.runtime.rule_loader import RuleLoader
from tests.server.people import Person
from tests.server.running import InThread


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def game(name: str) -> Game:
        raise ImportError(f"{name} is broken")

    monkeypatch.setattr("heliopolis.core.registry.game", game)


@pytest.mark.usefixtures("broken")
def test_a_game_that_cannot_be_imported_keeps_nobody_waiting(tmp_path: Path) -> None:
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    with Person(server.url) as ada:
        assert ada.get("/api/games", 500)["key"] == "server.broken"
        assert ada.open("ra", "me", "greedy", status=500)["key"] == "server.broken"
        assert ada.open("tekhenu", "me")["game"] == "tekhenu", "it needs no compiled rules"
    server.close()


@pytest.mark.usefixtures("broken")
def test_what_failed_is_not_ready() -> None:
    rules = RuleLoader()

    async def wait() -> None:
        rules.start()
        await rules.ready("ra")

    with pytest.raises(Problem, match="broken"):
        asyncio.run(wait())
    assert not rules.is_ready("ra")
    assert rules.is_ready("tekhenu")


def test_one_game_that_does_not_compile_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_ = compiled.compile_all

    def broken(game: Game) -> None:
        if game.name == "ra":
            raise RuntimeError("ra is broken")
        compile_(game)

    monkeypatch.setattr(compiled, "compile_all", broken)
    rules = RuleLoader()

    async def wait() -> None:
        rules.start()
        await rules.imported()
        await rules.ready("priests")
        with pytest.raises(Problem, match="broken"):
            await rules.ready("ra")

    asyncio.run(wait())
    assert rules.is_ready("priests")
    assert not rules.is_ready("ra")
