"""The golden games are what the rules still play."""

from __future__ import annotations

import pytest

import heliopolis as hp
from tests import golden
from tests.walks import TABLES


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_rules_still_play_the_golden_game(name: str, players: int) -> None:
    kept = golden.path(name, players)
    assert kept.exists(), f"{name} for {players} has no golden game: make golden"
    assert list(golden.play(name, players)) == kept.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_golden_game_is_a_record(name: str, players: int) -> None:
    text = golden.path(name, players).read_text(encoding="utf-8")
    assert hp.Record.from_text(text).replay().over


def test_the_golden_games_meet_every_kind_of_move() -> None:
    for name in hp.games():
        texts = [golden.path(*table).read_text(encoding="utf-8") for table in TABLES if table[0] == name]
        lines = [line for text in texts for line in text.splitlines() if line[:1].isdigit()]
        met = {line.split()[1] for line in lines}
        game = hp.game(name)
        whole = game.composed_notation.WHOLE_MOVES if game.composed else game.notation.ACTIONS
        phrases = {"ask", "offer", "for", "give"} if hp.game(name).composed else set()
        assert met == {text.split()[0] for text in whole} | phrases
