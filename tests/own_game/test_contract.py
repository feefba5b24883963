"""What a game of one's own must offer: everything that is missing is reported, one sentence for each thing."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import heliopolis as hp
from heliopolis.core import registry


def sentences(package: ModuleType) -> list[str]:
    with pytest.raises(hp.InvalidGame) as caught:
        hp.Game("pig", package)
    return str(caught.value).splitlines()


def test_a_module_that_is_missing(pig: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pig, "heuristic")
    assert sentences(pig) == ["The game 'pig' lacks the module 'heuristic'."]


def test_everything_that_is_missing_is_reported_at_once(pig: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pig, "RULES")
    monkeypatch.delattr(pig.rules, "legal")
    monkeypatch.delattr(pig.rules, "MAX_DECISIONS")
    monkeypatch.delattr(pig.view, "observe")
    assert sentences(pig) == [
        "The game 'pig' lacks RULES: the version of its rules.",
        "The game 'pig' lacks the constant rules.MAX_DECISIONS.",
        "The game 'pig' lacks the function rules.legal(p).",
        "The game 'pig' lacks the function view.observe(p, seat, out).",
    ]


@pytest.mark.parametrize("divisors", [[1] * 7, [*[1] * 7, 0], [*[1] * 7, 256]])
def test_divisors_that_do_not_fit(pig: ModuleType, monkeypatch: pytest.MonkeyPatch, divisors: list[int]) -> None:
    monkeypatch.setattr(pig.view, "divisors", lambda players: divisors if players > 2 else [1] * 8)
    assert sentences(pig) == ["The game 'pig' has view.divisors(3) that are not 8 whole numbers from 1 to 255."]


def test_a_function_with_other_arguments(pig: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pig.notation, "to_json", lambda one, more: [one, more])
    assert sentences(pig) == ["The game 'pig' has a function notation.to_json that does not take (fields)."]


def test_a_record_without_the_fields_of_every_game(pig: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pig.rules, "POSITION", np.dtype([("players", np.int8)]))
    assert sentences(pig) == ["The game 'pig' lacks the field 'to_act' in its record."]


def test_a_game_with_moves_of_several_decisions_needs_more(pig: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pig.notation, "COMPOSED", True, raising=False)
    assert sentences(pig) == [
        "The game 'pig' lacks the constant notation.WHOLE_MOVES.",
        "The game 'pig' lacks the function notation.proposals(p, fields).",
        "The game 'pig' lacks the function notation.steps_of(p, fields, move).",
        "The game 'pig' lacks the function notation.move_text(p, fields, steps).",
        "The game 'pig' lacks the function notation.unfinished(data, p).",
        "The game 'pig' lacks the field 'steps' in its record.",
        "The game 'pig' lacks the field 'steps_len' in its record.",
    ]


def test_a_game_with_hidden_hands_says_who_learns_what(pig: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pig, "SECRETS", True)
    assert sentences(pig) == ["The game 'pig' lacks the module 'disclosure'."]
    monkeypatch.setattr(pig, "disclosure", ModuleType("pig.disclosure"), raising=False)
    assert sentences(pig) == [
        "The game 'pig' lacks the function disclosure.visible_to(entry, viewer).",
        "The game 'pig' lacks the function disclosure.reveals_hand(move).",
        "The game 'pig' lacks the function disclosure.gifts_of(before, move, after).",
        "The game 'pig' lacks the function disclosure.private_messages(visible).",
    ]


@pytest.mark.parametrize("name", hp.games())
def test_our_games_say_who_learns_what_where_hands_are_hidden(name: str) -> None:
    assert (hp.game(name).disclosure is not None) == hp.game(name).secrets


def test_a_game_need_not_be_shown(pig: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pig, "__path__", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "pig.drawing", raising=False)
    game = hp.Game("pig", pig)
    with pytest.raises(hp.HeliopolisError, match=r"^Pig has no pictures\.$"):
        _ = game.drawing
    with pytest.raises(hp.HeliopolisError, match=r"^Pig has no board for a terminal\.$"):
        _ = game.board


def test_a_part_that_cannot_be_imported_is_not_a_part_that_is_missing(pig: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "board.py").write_text("import nothing_of_that_name")
    pig.__path__.append(str(tmp_path))
    try:
        with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
            _ = hp.Game("pig", pig).board
    finally:
        pig.__path__.remove(str(tmp_path))


def test_a_name_belongs_to_one_game(pig: ModuleType, game: hp.Game) -> None:
    assert hp.register(hp.Game("pig", pig)) is game, "the same package again is no other game"
    other = ModuleType("other")
    vars(other).update({key: value for key, value in vars(pig).items() if not key.startswith("__")})
    other.__path__ = pig.__path__
    with pytest.raises(hp.InvalidGame, match=r"^There is already another game 'pig'; this one needs a different name"):
        hp.register(hp.Game("pig", other))
    with pytest.raises(hp.InvalidGame, match=r"^There is already another game 'ra'; this one needs a different name"):
        hp.register(hp.Game("ra", pig))


def test_an_unknown_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    with pytest.raises(hp.UnknownName, match=r"^There is no game 'pig'; there are ra, priests, respublica\.$"):
        hp.game("pig")
