"""The order of the sources: what may import what, how long lines and files may be, which words are used."""

from __future__ import annotations

import ast
import pydoc
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest

import heliopolis as hp
from tests.parts import LONGEST_FIRST, PARTS, SPLIT, parts_of

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "heliopolis"
SOURCES = sorted(PACKAGE.rglob("*.py"))
FOLDERS = re.findall(r"^  (\w+)/ ", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE)
SERVER = "settings domain storage runtime http".split()  # from below; the other modules there stand above them
NOT_OURS = {"node_modules", "static", "__pycache__", "golden", "fixtures", "build", "dist"}
MAX_COLUMNS = 120
MAX_LINES = 400
MAX_EQUAL_STATEMENTS = 5  # one after the other, in two places of the games


def name_of(path: Path) -> str:
    """Return the name of a module by its file."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# ---- imports ---------------------------------------------------------------------------------------------------------


def imported(path: Path) -> Iterator[str]:
    """Yield what a file imports, wherever in it, with full names."""
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports name the whole module"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_in(module: str, *packages: str) -> bool:
    """Return whether a module, or a name in it, lies in one of these packages of ours."""
    return any(f"{module}.".startswith(f"heliopolis.{package}.") for package in packages)


def none(found: list[str]) -> None:
    """Fail with everything that was found, one line each."""
    assert not found, "\n".join(["", *found])


def wrong_imports(folder: Path, allowed: Callable[[str], bool]) -> list[str]:
    """Return the imports of a folder or file that are not allowed."""
    files = [folder] if folder.suffix else sorted(folder.rglob("*.py"))
    assert files
    return [f"{shown(path)} imports {name}" for path in files for name in imported(path) if not allowed(name)]


def test_the_map_shows_every_folder() -> None:
    there = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert there == set(FOLDERS)


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_lower_imports_anything_higher(folder: str) -> None:
    """The folders stand in CONTRIBUTING from below."""
    higher = FOLDERS[FOLDERS.index(folder) + 1 :]
    none(wrong_imports(PACKAGE / folder, lambda name: not is_in(name, *higher)))


def test_nothing_uses_the_names_that_the_package_offers() -> None:
    """They are for others, and come from all folders; its version and its place are facts for everybody."""
    found = []
    for path in SOURCES:
        for node in ast.walk(parse(path)):
            names = []
            if isinstance(node, ast.ImportFrom) and node.module == "heliopolis":
                names = [alias.name for alias in node.names if alias.name not in FOLDERS]
            elif isinstance(node, ast.Import):
                names = [alias.asname for alias in node.names if alias.name == "heliopolis" and alias.asname]
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "heliopolis":
                names = [node.attr]
            found += [f"{shown(path)} uses {name}" for name in names if not name.startswith("__")]
    none(found)


@pytest.mark.parametrize("floor", SERVER)
def test_nothing_lower_in_the_server_imports_anything_higher(floor: str) -> None:
    above = {path.stem for path in (PACKAGE / "server").glob("*.py")} - {"__init__", "settings"}
    higher = [f"server.{other}" for other in (*SERVER[SERVER.index(floor) + 1 :], *above)]
    path = PACKAGE / "server" / floor
    files = path if path.is_dir() else path.with_suffix(".py")
    none(wrong_imports(files, lambda name: not is_in(name, *higher)))


def test_the_server_is_built_of_these_floors() -> None:
    there = {path.parent.name for path in (PACKAGE / "server").glob("*/__init__.py")}
    assert there == set(SERVER) - {"settings"}


@pytest.mark.parametrize(
    ("game", "beside_it"),
    [("sun", ()), ("ra", ("games.sun",)), ("priests", ("games.sun",)), ("respublica", ())],
)
def test_games_know_nothing_of_each_other_nor_of_who_plays_them(game: str, beside_it: tuple[str, ...]) -> None:
    known = ("kernel", "core", "text", f"games.{game}", *beside_it)

    def allowed(name: str) -> bool:
        return not name.startswith("heliopolis") or is_in(name, *known)

    none(wrong_imports(PACKAGE / "games" / game, allowed))


def test_every_game_is_checked_for_its_imports() -> None:
    there = {path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists()}
    assert there == {"sun", "ra", "priests", "respublica", "tekhenu"}


def test_tekhenu_needs_the_standard_library_only() -> None:
    """And of ours what needs no more itself: the same files run in a browser."""
    known = ("core.errors", "core.checks", "text", "games.tekhenu")

    def allowed(name: str) -> bool:
        return name.partition(".")[0] in sys.stdlib_module_names or is_in(name, *known)

    none(wrong_imports(PACKAGE / "games" / "tekhenu", allowed))


# ---- length ----------------------------------------------------------------------------------------------------------


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder, but not what is built or installed there, nor data."""
    for path in sorted(folder.iterdir()):
        if path.is_file():
            yield path
        elif path.name == ".ci" or not (path.name.startswith(".") or path.name in NOT_OURS):
            yield from files_below(path)


def our_texts(*patterns: str, tops: tuple[str, ...] = (".",)) -> Iterator[tuple[Path, str]]:
    """Yield our source texts below these folders that have such names, unless they are generated."""
    for path in (path for top in tops for path in files_below(ROOT / top)):
        if any(path.match(pattern) for pattern in patterns):
            text = path.read_text(encoding="utf-8")
            if not re.search(r"(?i)\bgenerated (by|from)\b", text[:300]):
                yield path, text


def test_no_line_is_too_long() -> None:
    """Rows of tables in Markdown aside, which cannot be broken."""
    found = []
    for path, text in our_texts(*"*.py *.ts *.js *.svelte *.css *.md *.html *.toml Makefile run".split()):
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > MAX_COLUMNS and not (path.suffix == ".md" and line.startswith("|")):
                found.append(f"{shown(path)}:{number}: {len(line)} columns")
    none(found)


def test_no_file_is_too_long() -> None:
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    none([f"{path}: {length} lines" for path, length in lengths.items() if length > MAX_LINES])


# ---- words -----------------------------------------------------------------------------------------------------------


def test_players_are_they() -> None:
    """Quotations aside: what stands between “ and ”, or behind > in Markdown."""
    found = []
    for path, text in our_texts("*.py", "*.md", "*.ts", "*.svelte", "en.json", tops=("src", "docs", "web/src")):
        for number, line in enumerate(text.splitlines(), 1):
            own = "" if path.suffix == ".md" and line.startswith(">") else re.sub("“[^”]*”", "", line)
            if re.search(r"(?i)\b(he|his|him)\b", own):
                found.append(f"{shown(path)}:{number}: {line.strip()[:100]}")
    none(found)


def documented(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of everything in a file that has one."""
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            words = ast.get_docstring(node)
            if words is not None:
                yield getattr(node, "name", path.stem), words


def test_docstrings_stand_alone() -> None:
    found = [
        f"{shown(path)}: {name}: {words[:60]}"
        for path in SOURCES
        for name, words in documented(path)
        if re.match(r"(?i)(the same\b|likewise\b|as above\b|ditto\b)", words)
    ]
    none(found)


def test_docstrings_say_more_than_the_name() -> None:
    found = []
    for path in SOURCES:
        for name, words in documented(path):
            of_name = set(re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower()))
            if not set(re.findall(r"\w+", words.lower())) - of_name - {"a", "an", "the", "of", "it", "its", "this"}:
                found.append(f"{shown(path)}: {name}: {words}")
    none(found)


# ---- names -----------------------------------------------------------------------------------------------------------


def test_no_two_public_classes_share_a_name() -> None:
    places = defaultdict(list)
    for path in SOURCES:
        for node in parse(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(shown(path))
    none([f"{name}: {', '.join(where)}" for name, where in places.items() if len(where) > 1])


def offered() -> set[str]:
    """Return the names that type checkers see in the package."""
    for node in parse(PACKAGE / "__init__.py").body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            names = [alias for one in node.body if isinstance(one, ast.ImportFrom) for alias in one.names]
            return {alias.asname or alias.name for alias in names}
    raise AssertionError("the package imports its names under TYPE_CHECKING")


def test_the_package_offers_what_type_checkers_see() -> None:
    assert set(hp.__all__) == offered()
    assert len(hp.__all__) == len(set(hp.__all__))
    for name in hp.__all__:
        assert getattr(hp, name) is not None
        assert name in dir(hp)


def test_help_shows_every_name() -> None:
    page = pydoc.plain(pydoc.render_doc(hp))
    assert [name for name in hp.__all__ if not re.search(rf"\b{name}\b", page)] == []


def test_importing_the_package_loads_no_compiler() -> None:
    code = "import sys, heliopolis; print(*sorted({'numba', 'numpy', 'llvmlite', 'rich'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"


HIDDEN = """
import pkgutil, sys, warnings
from fnmatch import fnmatch
from importlib import import_module
import heliopolis
warnings.simplefilter("ignore")
found = pkgutil.walk_packages(heliopolis.__path__, "heliopolis.")
names = [one.name for one in found if "__main__" not in one.name]
for name in names:
    import_module(name)
for name in names:
    package, _, last = name.rpartition(".")
    if getattr(sys.modules[package], last, None) is not sys.modules[name]:
        print(name)
"""


def test_no_module_is_hidden_by_something_of_its_name() -> None:
    """So that `import heliopolis.games.ra.view as view` gives the module, wherever one asks."""
    found = subprocess.run([sys.executable, "-c", HIDDEN], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert found.stdout == ""


@pytest.mark.parametrize("name", ["heliopolis.games.ra.view", "heliopolis.games.ra.rules", "heliopolis.bots.search"])
def test_modules_can_be_looked_up_by_their_names(name: str) -> None:
    module = import_module(name)
    assert type(module) is ModuleType
    assert pydoc.locate(name) is module
    assert f"module {name}" in pydoc.plain(pydoc.render_doc(name))
    function = next(key for key, value in vars(module).items() if callable(value) and not key.startswith("_"))
    with mock.patch(f"{name}.{function}") as other:
        assert getattr(import_module(name), function) is other


# ---- once ------------------------------------------------------------------------------------------------------------


def statements(path: Path) -> list[str]:
    """Return the statements of a file, one line each, without docstrings, imports, constants and decorators."""
    tree = parse(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    tree.body = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    lines = (line.strip() for line in ast.unparse(tree).splitlines())
    return [line for line in lines if line and not re.match(r"@|[A-Z][A-Z0-9_]* = ", line)]


def test_no_run_of_game_logic_stands_twice() -> None:
    size = MAX_EQUAL_STATEMENTS + 1
    places = defaultdict(list)
    for path in sorted((PACKAGE / "games").rglob("*.py")):
        lines = statements(path)
        for start in range(len(lines) - size + 1):
            places[tuple(lines[start : start + size])].append(shown(path))
    found = [f"{' and '.join(where)}: {lines[0]} … {lines[-1]}" for lines, where in places.items() if len(where) > 1]
    none(found)


# ---- make and the tests ----------------------------------------------------------------------------------------------


def test_make_help_names_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    targets = re.findall(r"^([a-z][a-z-]*):(?!=)", makefile, re.MULTILINE)
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert sorted(phony.split()) == sorted(targets)
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^  make (\S+) +\S", told, re.MULTILINE) == targets
    assert {f"test-{part}" for part in PARTS} <= set(targets)


def test_every_test_file_belongs_to_exactly_one_part() -> None:
    here = Path(__file__).parent
    files = [path.relative_to(here).as_posix() for path in here.rglob("test_*.py")]
    for file in files:
        assert len(parts_of(file)) == 1, f"{file} belongs to {parts_of(file) or 'no part'}: tests/parts.py"
    for pattern in (one for patterns in PARTS.values() for one in patterns):
        assert any(fnmatch(file, pattern) for file in files), f"{pattern}: there is no such file"
    assert {*LONGEST_FIRST, *SPLIT} <= set(files)
