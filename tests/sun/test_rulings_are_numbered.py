"""Rulings are numbered once, on the pages of the games, and the code cites them by those numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
GAMES = ROOT / "src" / "heliopolis" / "games"
PAGE_OF = {"sun": "ra.md", "ra": "ra.md", "priests": "priests.md"}


def rulings_on(page: str) -> list[int]:
    section = (ROOT / "docs" / page).read_text(encoding="utf-8").partition("\n## Rulings\n")[2].partition("\n## ")[0]
    return [int(number) for number in re.findall(r"^(\d+)\. ", section, re.MULTILINE)]


@pytest.mark.parametrize("page", sorted(set(PAGE_OF.values())))
def test_the_rulings_of_a_page_are_numbered_in_order(page: str) -> None:
    numbers = rulings_on(page)
    assert numbers
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("folder", PAGE_OF)
def test_every_ruling_that_the_code_cites_is_on_its_page(folder: str) -> None:
    page = PAGE_OF[folder]
    cited = 0
    for path in sorted((GAMES / folder).glob("*.py")):
        source = path.read_text(encoding="utf-8")
        numbers = [int(number) for number in re.findall(r"\bruling (\d+)", source)]
        cited += len(numbers)
        assert set(numbers) <= set(rulings_on(page)), f"{path.name} cites a ruling that docs/{page} does not have"
        assert not numbers or f"docs/{page}" in source, f"{path.name} does not say where its rulings are"
    assert cited
