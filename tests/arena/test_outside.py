"""Bots from outside: from files, and from installed packages."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.bots import BOTS, bot_source, load_bots, plugins
from heliopolis.bots.plugins import BotFile
from tests.arena.test_referee import MISFITS
from tests.test_cli import run

CHOOSE = "    def choose(self, position, rng): return position.legal()[0]\n"


def test_names_of_bots_in_a_file() -> None:
    code = BotFile("some.py", f"""
import abc, dataclasses
from fractions import Fraction
class Named:
    name = "famous"
{CHOOSE}
class CamelCase:
{CHOOSE}
@dataclasses.dataclass
class Optioned:
    depth: str = "3"
{CHOOSE}
class _Hidden:
{CHOOSE}
class Helper: pass
class Base(abc.ABC):
    @abc.abstractmethod
    def choose(self, position, rng): ...
if __name__ == "__main__":
    raise SystemExit
""")  # fmt: skip
    assert list(code.bots) == ["famous", "camelcase", "optioned"]
    assert load_bots(code) == load_bots(code) == list(code.bots)
    assert hp.bots() == [*BOTS, *code.bots]
    assert hp.bot("famous").name == "famous"
    assert hp.bot("camelcase").name == "camelcase"
    assert hp.bot("optioned:7").depth == "7"  # type: ignore[attr-defined]
    assert hp.bot("optioned:7").name == "optioned:7"
    assert hp.bot("optioned").depth == "3"  # type: ignore[attr-defined]
    assert bot_source("optioned:7") == f"some.py {code.digest}"
    assert hp.play_match("ra", ["famous", "random"], seed=1).record.seats == ("famous", "random")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("", "'bad.py' has no bot: no class with a method 'choose'"),
        ("x = 1 +", "'bad.py' cannot be loaded: SyntaxError"),
        ("import nothing_of_that_name", "cannot be loaded: ModuleNotFoundError"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        (f"class Honest:\n{CHOOSE}", "There is already a bot 'honest'; the one in 'bad.py' needs another name"),
        (f"class A:\n    name = 'greedy'\n{CHOOSE}", "There is already a bot 'greedy'"),
        (f"class A:\n    name = 'a b'\n{CHOOSE}", "Invalid bot name 'a b' in 'bad.py': names may not contain spaces"),
        (f"class A:\n    name = 'a:b'\n{CHOOSE}", "Invalid bot name 'a:b' in 'bad.py'"),
        (f"class Aa:\n{CHOOSE}\nclass AA:\n{CHOOSE}", "'bad.py' has two bots named 'aa'"),
    ],
)
def test_files_that_are_refused(source: str, says: str) -> None:
    load_bots(BotFile("good.py", f"class Honest:\n{CHOOSE}"))
    with pytest.raises(hp.InvalidSetup, match=says):
        load_bots(BotFile("bad.py", source))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(hp.InvalidSetup, match="cannot be read: No such file"):
        BotFile.read(tmp_path / "x.py")
    (tmp_path / "y.py").write_bytes(b"\xff\xff")
    with pytest.raises(hp.InvalidSetup, match="is not a text file"):
        BotFile.read(tmp_path / "y.py")


def test_options() -> None:
    load_bots(BotFile("options.py", f"""
class Needy:
    def __init__(self, depth): self.depth = int(depth)
{CHOOSE}
class Picky:
    def __init__(self, depth=""):
        import heliopolis
        raise heliopolis.InvalidSetup("It must be said how deep.")
{CHOOSE}
"""))  # fmt: skip
    assert hp.bot("needy:4").depth == 4  # type: ignore[attr-defined]
    for spec, says in (
        ("needy", "'needy' needs an option: 'needy:…'"),
        ("needy:deep", "'needy:deep' cannot be created: ValueError: invalid literal"),
        ("needy:", "'needy:' cannot be created"),
        ("picky", "It must be said how deep."),
        ("random:", "'random' takes no option: 'random:'"),
    ):
        with pytest.raises(hp.InvalidSetup, match=says):
            hp.bot(spec)
    for wrong in ("deep:3", "", ":", 5):
        with pytest.raises(hp.UnknownName):
            hp.bot(wrong)  # type: ignore[arg-type]


# ---- an installed package ------------------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """An installed package with bots."""
    (tmp_path / "pharaohs.py").write_text(f"""
class Pharaoh:
{CHOOSE}
    name = "ramses"
def make(option="x"): return Pharaoh()
nothing = 3
""")
    info = tmp_path / "pharaohs-2.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pharaohs\nVersion: 2.1\n")
    points = "ramses = pharaohs:Pharaoh\nmade = pharaohs:make\nbroken = pharaohs:absent\nnothing = pharaohs:nothing\n"
    (info / "entry_points.txt").write_text(f"[heliopolis.bots]\n{points}")
    return tmp_path


@pytest.fixture
def installed(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(package)
    plugins.installed.cache_clear()
    yield
    plugins.installed.cache_clear()


@pytest.mark.usefixtures("installed")
def test_bots_of_an_installed_package() -> None:
    assert {"ramses", "made", "broken"} < set(hp.bots())
    assert hp.bot("ramses").name == "ramses"
    assert hp.bot("made:y").choose(hp.game("ra").start(players=2, seed=1), random.Random(1))
    assert bot_source("ramses") == "pharaohs 2.1"
    assert hp.play_match("ra", ["ramses", "random"], seed=1).winners
    with pytest.raises(hp.InvalidSetup, match=r"'broken' \(pharaohs:absent\) cannot be loaded: AttributeError"):
        hp.bot("broken")
    with pytest.raises(hp.InvalidSetup, match="neither a class nor a function"):
        hp.bot("nothing")
    with pytest.raises(hp.InvalidSetup, match="There is already a bot 'ramses'"):
        load_bots(BotFile("mine.py", f"class Ramses:\n{CHOOSE}"))
    assert "ramses" not in BOTS


def test_a_tournament_with_bots_from_everywhere(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command, with worker processes: a bot of a package, bots of two files, a built-in one."""
    monkeypatch.setenv("PYTHONPATH", str(package))
    for name in ("one", "two"):
        (package / f"{name}.py").write_text(f"class {name.title()}:\n{CHOOSE}")
    files = ["--code", str(package / "one.py"), "--code", str(package / "two.py")]
    found = run("arena", "ra", "ramses", "one", "two", "random", "--games", "4", "--json", *files)
    data = json.loads(found.stdout)
    assert {standing["bot"] for standing in data["standings"]} == {"ramses", "one", "two", "random"}
    assert data["forfeits"] == []
    assert data["origins"]["ramses"] == "pharaohs 2.1"


def test_greedy_plays_on_for_a_bot_that_fails_at_a_persons_table() -> None:
    for name, why in (
        ("late", "IllegalMove: 'what?' is not legal now"),
        ("raises", "ZeroDivisionError: no idea at all"),
    ):
        found = run("play", "ra", "--bots", f"{name},greedy", "--seed", "1", "--code", str(MISFITS), text="1\n" * 200)
        assert found.returncode == 0, found.stderr
        assert f"{name} 2 has failed ({why}" in " ".join(found.stdout.split())
        assert re.search(r" wins?, \d+ to \d+\.", found.stdout)


def test_play_takes_bots_of_files(package: Path) -> None:
    (package / "one.py").write_text(f"class One:\n{CHOOSE}")
    found = run("play", "ra", "--bots", "one", "--seed", "1", "--code", str(package / "one.py"), text="1\n" * 200)
    assert found.returncode == 0, found.stderr
    assert "one 2" in found.stdout
