"""What the documentation shows is run; what it points to is there."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *(ROOT / "docs").glob("*.md")])
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_snippets_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python snippets of a page, one after the other; a comment `# -> …` behind an expression is its value."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("heliopolis.core.registry._registered", {})  # a page may register a game
    names: dict[str, object] = {}
    for snippet in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        lines = snippet.splitlines()
        for statement in ast.parse(snippet).body:
            promised = lines[(statement.end_lineno or 1) - 1].partition("# -> ")[2]
            if promised and isinstance(statement, ast.Expr):
                assert repr(eval(ast.unparse(statement), names)) == promised, ast.unparse(statement)
            else:
                exec(ast.unparse(statement), names)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples_run(example: Path) -> None:
    found = subprocess.run([sys.executable, "-W", "error", str(example)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert found.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target
