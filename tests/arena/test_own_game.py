"""A game of one's own in matches and tournaments."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.arena import processes, serial, tournament
from heliopolis.arena.game_package import GamePackage
from heliopolis.arena.schedule import Tournament, arrange
from tests.pig import make_pig


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> hp.Game:
    return make_pig(monkeypatch)


def test_a_match_takes_a_game_that_is_not_registered(pig: hp.Game) -> None:
    match = hp.play_match(pig, ["greedy", "random", "search:20"], seed=1)
    assert len(match.scores) == 3
    assert max(match.scores) >= 100


def test_levels_take_a_game(pig: hp.Game) -> None:
    assert [level.name for level in hp.levels(pig)] == [level.name for level in hp.levels("ra")]


def test_a_tournament_in_worker_processes(pig: hp.Game) -> None:
    """Workers import and register the game, which no installed package need have."""
    tables = [tournament(pig, ["greedy", "random"], games=6, executor=executor) for executor in (serial, processes(2))]
    assert tables[0] == tables[1]
    assert tables[0].to_json()["game"] == "pig"
    assert tables[0].to_json()["package"].startswith("pig ")


def test_a_game_is_known_by_its_name_after_a_tournament(pig: hp.Game) -> None:
    arrange(pig, ["greedy", "random"], games=2)
    assert hp.game("pig").package is pig.package


def test_a_worker_loads_the_game_of_a_tournament(pig: hp.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = arrange(pig, ["greedy", "random"], games=2)
    sent = json.loads(json.dumps(planned.to_json()))
    monkeypatch.setattr("heliopolis.core.registry._registered", {})
    assert Tournament.from_json(sent) == planned
    assert "pig" in hp.games()


def test_a_worker_with_other_sources_of_the_game_refuses(pig: hp.Game) -> None:
    sent = arrange(pig, ["greedy", "random"], games=2).to_json()
    sent["package"]["digest"] = "0123456789abcdef"
    with pytest.raises(hp.InvalidSetup, match="other sources of the game 'pig'"):
        Tournament.from_json(sent)


def test_a_worker_without_the_game_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    package = GamePackage("a_game_that_is_not_here", str(tmp_path), "0123456789abcdef")
    with pytest.raises(hp.InvalidSetup, match="cannot import the game 'senet' from the package 'a_game_that_is"):
        package.load("senet")


def test_another_game_of_a_known_name_is_refused(pig: hp.Game) -> None:
    impostor = hp.Game("ra", pig.package)
    with pytest.raises(hp.InvalidGame, match="already another game 'ra'"):
        tournament(impostor, ["greedy", "random"], games=2)


def test_a_game_of_the_package_is_taken_as_a_game_too() -> None:
    assert arrange(hp.game("ra"), ["greedy", "random"], games=2) == arrange("ra", ["greedy", "random"], games=2)
    assert arrange("ra", ["greedy", "random"], games=2).to_json()["package"] is None
