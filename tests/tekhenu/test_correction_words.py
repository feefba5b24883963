"""Corrections in words: what was corrected, from which value to which, in every language."""

from __future__ import annotations

import random
from fnmatch import fnmatch
from typing import Any

import pytest

from heliopolis.games.tekhenu import BadAnswer
from heliopolis.games.tekhenu.random_person import any_answer
from heliopolis.games.tekhenu.transcript import transcript
from heliopolis.text.catalogues import LANGUAGES, format_message
from tests.tekhenu.games import begin

SAID = [  # a star stands for what was drawn at random
    ({"a1.vp": 15}, "Corrected – Automa 1: VP 10 → 15."),
    ({"a1.line": 9}, "Corrected – Automa 1: cube around the temple: * → column 9."),
    ({"a1.cell": [2, 4]}, "Corrected – Automa 1: cube in the temple: row *, column * → row 2, column 9."),
    ({"temple.4": "person"}, "Corrected – a building at *: nobody → You."),
    ({"statue.god.ra": ["a1"]}, "Corrected – a statue of Ra: nobody → Automa 1."),
    ({"dice.ra": []}, "Corrected – Dice at Ra: *, *, * → no die."),
    ({"conquest.1.1": 1, "a1.ankhs": 3}, "Corrected – a conquest tile *: no → yes, Automa 1: ankhs 1 → 3."),
]


@pytest.mark.parametrize(("changes", "said"), SAID)
def test_a_correction_says_what_was_there_and_what_is_there(changes: dict[str, Any], said: str) -> None:
    session = begin(5)
    session.correct(changes)
    step = session.steps[0]
    assert fnmatch(format_message("en", step.key, step.params), said)


def test_nothing_that_can_be_corrected_is_called_by_its_internal_name() -> None:
    session, rng = begin(5), random.Random(5)
    for name in (name for name in session.correctable() if "." in name or "_" in name):
        try:
            session.correct({name: any_answer(session.correction_prompt(name), rng)})
        except BadAnswer:  # such as too many pieces: what is corrected is at random
            continue
        for language in LANGUAGES:
            sentence = format_message(language, session.steps[0].key, session.steps[0].params)
            assert name not in sentence
    assert not any("a1." in line for line in transcript(session, "en"))
