"""Res Publica: rulings are numbered once, on the game's page, and the code cites those numbers."""

from __future__ import annotations

import re
from pathlib import Path

import heliopolis.games.respublica as package

PAGE = Path(__file__).parents[2] / "docs" / "respublica.md"
SOURCES = sorted(Path(package.__file__).parent.glob("*.py"))


def numbers_on_the_page() -> list[int]:
    section = PAGE.read_text(encoding="utf-8").partition("## Rulings\n")[2].partition("\n## ")[0]
    return [int(number) for number in re.findall(r"^(\d+)\. ", section, re.MULTILINE)]


def citations() -> dict[int, set[str]]:
    """Return the numbers that the code cites, with the modules that cite them."""
    cited: dict[int, set[str]] = {}
    for source in SOURCES:
        for numbers in re.findall(r"\brulings? (\d+(?:(?:, | and )\d+)*)", source.read_text(encoding="utf-8")):
            for number in re.findall(r"\d+", numbers):
                cited.setdefault(int(number), set()).add(source.name)
    return cited


def test_rulings_are_numbered_from_1() -> None:
    assert numbers_on_the_page() == list(range(1, len(numbers_on_the_page()) + 1))


def test_every_ruling_that_is_cited_is_on_the_page() -> None:
    assert not {number: names for number, names in citations().items() if number not in numbers_on_the_page()}


def test_every_ruling_on_the_page_is_cited() -> None:
    assert set(numbers_on_the_page()) == set(citations())
