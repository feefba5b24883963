"""The golden transcripts are what is played today."""

from __future__ import annotations

import pytest

from tests.tekhenu.golden import FOLDER, GAMES, lines


@pytest.mark.parametrize("name", list(GAMES))
def test_golden_transcript(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines() == lines(name)


def test_every_number_of_automas_has_one() -> None:
    assert {automas for automas, *_ in GAMES.values()} == {1, 2, 3}
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)
