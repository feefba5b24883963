"""A game of one's own, Pig of the examples: what it gets by itself, and what it is told if it lacks something."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

import heliopolis as hp
from heliopolis.core.game import Game
from heliopolis.server.runtime.bot_turns import bots_for

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import pig

    return pig


@pytest.fixture
def among_ours(pig: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if its folder lay under `games/`."""
    monkeypatch.setattr("heliopolis.core.registry._registered", {})
    hp.register(Game("pig", pig))


def test_a_game_with_secrets_says_who_hears_them(pig: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Game("pig", pig).disclosure is None
    monkeypatch.setattr(pig, "SECRETS", True)
    with pytest.raises(
        hp.HeliopolisError, match=r"^Pig has no module 'disclosure' that says .* though it has secrets\.$"
    ):
        Game("pig", pig)
    disclosure = ModuleType("pig.disclosure")
    monkeypatch.setitem(sys.modules, "pig.disclosure", disclosure)
    assert Game("pig", pig).disclosure is disclosure


@pytest.mark.parametrize("name", hp.games())
def test_our_games_say_who_hears_their_secrets(name: str) -> None:
    assert (hp.game(name).disclosure is not None) == hp.game(name).secrets


def test_a_game_need_not_be_shown(pig: ModuleType) -> None:
    rules = Game("pig", pig)
    with pytest.raises(hp.HeliopolisError, match=r"^Pig has no pictures\.$"):
        _ = rules.drawing
    with pytest.raises(hp.HeliopolisError, match=r"^Pig has no board for a terminal\.$"):
        _ = rules.board


def test_a_part_that_lacks_something_is_not_a_part_that_is_missing(pig: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "board.py").write_text("import nothing_of_that_name")
    pig.__path__.append(str(tmp_path))
    try:
        with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
            _ = Game("pig", pig).board
    finally:
        pig.__path__.remove(str(tmp_path))


@pytest.mark.usefixtures("among_ours")
def test_a_game_has_levels() -> None:
    assert [level.name for level in hp.levels("pig")] == [level.name for level in hp.levels("ra")]
    assert [level["name"] for level in bots_for("pig")] == ["beginner", "easy", "medium", "hard", "expert"]
