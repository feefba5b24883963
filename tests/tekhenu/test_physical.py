"""A physical table that obeys only the sentences of the screen is the app's after every step.

These are a few games; `make physical` plays 300.
"""

from __future__ import annotations

from typing import Any

import pytest

from heliopolis.games.tekhenu import Step
from heliopolis.text.catalogues import format_message
from tests.tekhenu import physical, physical_words
from tests.tekhenu.physical_back import ALL_SENTENCES
from tests.tekhenu.physical_table import PhysicalTable

GAMES = 10
NEEDED = [  # a table that is not told one of these goes wrong
    *("setup.dice", "setup.pieces", "setup.line", "step.take_die", "step.pillar", "step.refill_pillar_tiles"),
    *("step.vp", "step.population", "step.happiness", "step.card", "step.slide_card", "step.refill_cards"),
    *("step.osiris_building", "step.conquest", "step.reveal_conquest", "step.rotate", "step.dice", "step.balance"),
    *("step.order", "step.score", "step.discard_blessings", "step.end", "step.cultist"),
]


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_literal_person_never_has_a_wrong_table(seed: int) -> None:
    assert physical.play_physically(seed).over


@pytest.mark.parametrize("key", NEEDED)
def test_a_sentence_that_is_not_obeyed_is_noticed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    obeyed = physical.obey

    def forget(table: PhysicalTable, step: Step) -> None:
        if step.key != f"tekhenu.{key}":
            obeyed(table, step)

    monkeypatch.setattr(physical, "obey", forget)
    with pytest.raises((AssertionError, ValueError, KeyError)):
        physical.play_all(range(6))


DIE = {"tile": "ra", "colour": "brown", "value": 4, "section": "osiris"}
LINE = {"first": "thoth", "second": "osiris"}


@pytest.mark.parametrize(
    ("key", "params", "sentence"),
    [
        ("step.take_die", DIE, "Tessera Ra: prendi il dado nero 4 dal settore Osiride."),
        ("step.take_die", DIE, "Tessera Ra: prendi il dado marrone 4 dal settore Toth."),
        ("step.take_die", DIE, "Tessera Seth: prendi il dado marrone 4 dal settore Osiride."),
        ("setup.line", LINE, "Metti un suo cubetto sulla linea fra Osiride e Toth."),
        ("setup.line", LINE, "Metti un suo cubetto sulla linea fra Toth e Toth."),
        ("step.card", {"kind": "decrees", "segment": "red"}, "Prendi la tecnologia più a sinistra del segmento rosso."),
        ("setup.dice", {"section": "ra", "dice": [{"colour": "red", "value": 1}]}, "Metti in Ra: blu 1."),
    ],
)
def test_a_translation_that_names_something_else_is_noticed(
    key: str, params: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = f"tekhenu.{key}"
    physical_words.check_translation("it", key, params)
    right = format_message
    monkeypatch.setattr(
        physical_words,
        "format_message",
        lambda language, which, *rest: sentence if which == key else right(language, which, *rest),
    )
    with pytest.raises(AssertionError):
        physical_words.check_translation("it", key, params)


def test_a_sentence_that_is_not_understood_fails() -> None:
    with pytest.raises(AssertionError, match="0 patterns understand: Do something else"):
        PhysicalTable(ALL_SENTENCES).obey("Automa 1", "Do something else.")
