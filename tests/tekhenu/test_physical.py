"""A physical table that obeys only the sentences of the screen is the app's after every step.

These are a few games; `make physical` plays 300.
"""

from __future__ import annotations

import pytest

from heliopolis.games.tekhenu import Step
from tests.tekhenu import physical
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


def test_a_sentence_that_is_not_understood_fails() -> None:
    with pytest.raises(AssertionError, match="0 patterns understand: Do something else"):
        PhysicalTable(ALL_SENTENCES).obey("Automa 1", "Do something else.")
