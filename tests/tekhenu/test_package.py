"""The package as a whole: what it imports, which rulings it cites, the names of its classes."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

from heliopolis.games import tekhenu

ROOT = Path(__file__).parent.parent.parent
SOURCES = sorted((ROOT / "src/heliopolis/games/tekhenu").glob("*.py"))
TERMINAL = sorted((ROOT / "src/heliopolis/terminal").glob("tekhenu*.py"))


def test_only_the_standard_library_and_light_modules_are_imported() -> None:
    """The package runs in a browser, where there is no compiler."""
    code = (
        "import sys; before = set(sys.modules); from heliopolis.games import tekhenu; print(*set(sys.modules) - before)"
    )
    found = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True,
                           env={"PYTHONPATH": str(ROOT / "src")}).stdout.split()  # fmt: skip
    foreign = {name for name in found if name.partition(".")[0] not in {"heliopolis", *sys.stdlib_module_names}}
    assert foreign == set()
    heavy = ("heliopolis.core.game", "heliopolis.core.position", "heliopolis.kernel", "heliopolis.compute")
    assert [name for name in found if name.startswith(heavy)] == []


def test_every_ruling_that_is_cited_is_on_the_page_and_every_ruling_there_is_cited() -> None:
    page = (ROOT / "docs/tekhenu.md").read_text(encoding="utf-8")
    rulings = re.search(r"^## Rulings\n(.*?)^## ", page, re.MULTILINE | re.DOTALL)
    assert rulings is not None
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", rulings[1], re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    cited = {
        int(number)
        for path in [*SOURCES, *TERMINAL]
        for cited in re.findall(r"\brulings? (\d+(?:(?:, | and )\d+)*)", path.read_text(encoding="utf-8"))
        for number in re.findall(r"\d+", cited)
    }
    assert cited == set(numbers)


def test_rulings_are_listed_on_the_page_only() -> None:
    for path in SOURCES:
        assert not re.search(r"^Rulings?\b", path.read_text(encoding="utf-8"), re.MULTILINE), path.name


def test_no_other_public_class_of_the_package_has_the_name_of_one_here() -> None:
    def classes(path: Path) -> list[str]:
        return [
            node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)
        ]

    own = [name for path in [*SOURCES, *TERMINAL] for name in classes(path)]
    assert len(own) == len(set(own))
    others = {
        name
        for path in (ROOT / "src/heliopolis").rglob("*.py")
        if path not in [*SOURCES, *TERMINAL]
        for name in classes(path)
    }
    assert set(own) & others == set()


def test_the_published_name_of_the_board_stays() -> None:
    assert tekhenu.Table is tekhenu.SharedBoard
