"""The wheel, installed into a clean environment for each Python that is supported and can be found here.

A Python that is missing, or for which a dependency cannot be had, is reported as skipped, with the reason.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
VERSIONS = ["3.11", "3.12", "3.13"]
ENVIRONMENTS = ROOT / ".venv" / "pythons"  # kept, so that the dependencies are installed once
SMOKE = """
import sys
import heliopolis as hp

assert not {"numba", "numpy"} & set(sys.modules), "importing the package loads neither"
for name in hp.games():
    match = hp.play_match(name, ["greedy", *["random"] * (hp.game(name).min_players - 1)], seed=1)
    assert match.record.replay().scores() == list(match.scores)
    assert hp.Record.from_text(match.record.to_text()) == match.record
    print(name, *match.scores)
"""

pytestmark = pytest.mark.slow


def run(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command outside the sources, without what this environment adds to Python's."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT.anchor,
        env={**environment, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def interpreter(version: str) -> str | None:
    """Return a Python of this version that runs: on the path, of pyenv, or of uv."""
    candidates = [f"python{version}"]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates += sorted(str(path) for path in pyenv.glob(f"{version}.*/bin/python"))
    if shutil.which("uv"):
        candidates += run("uv", "python", "find", "--no-project", version).stdout.split()
    for candidate in candidates:
        if shutil.which(candidate):
            said = run(candidate, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])")
            if said.stdout.strip() == version:
                return candidate
    return None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of these sources."""
    folder = tmp_path_factory.mktemp("wheel")
    made = run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    assert made.returncode == 0, made.stderr
    (found,) = folder.glob("heliopolis-*.whl")
    with zipfile.ZipFile(found) as archive:
        assert "heliopolis/server/static/index.html" in archive.namelist(), "the site is not built: make site"
        assert {f"heliopolis/server/static/index.html{suffix}" for suffix in (".gz", ".br")} <= set(archive.namelist())
        assert any(name.endswith(".wasm.br") for name in archive.namelist()), "Python for the browser is in it"
    return found


def environment_for(version: str) -> Path:
    """Return the `bin` of a clean environment with what the package depends on, and nothing else."""
    python = interpreter(version)
    if python is None:
        pytest.skip(f"Python {version} is not here.")
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    constraints = ROOT / "constraints.txt"
    key = hashlib.sha256(repr((python, wanted, constraints.read_bytes())).encode()).hexdigest()[:12]
    folder = ENVIRONMENTS / f"{version}-{key}"
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        made = run(python, "-m", "venv", folder)
        assert made.returncode == 0, made.stderr
        installed = run(folder / "bin" / "pip", "install", "--quiet", "--constraint", constraints, *wanted)
        if installed.returncode:
            pytest.skip(f"What Python {version} needs cannot be had: {installed.stderr.strip().splitlines()[-1]}")
        (folder / "ready").touch()
    return folder / "bin"


@pytest.mark.parametrize("version", VERSIONS)
def test_the_wheel_works(version: str, wheel: Path) -> None:
    """Play, write and replay a game of each kind with interpreted rules, and ask the command for help."""
    folder = environment_for(version)
    installed = run(folder / "pip", "install", "--quiet", "--no-deps", "--force-reinstall", wheel)
    assert installed.returncode == 0, installed.stderr
    checked = run(folder / "pip", "check")
    assert checked.returncode == 0, checked.stdout
    played = run(folder / "python", "-W", "error", "-c", SMOKE, NUMBA_DISABLE_JIT="1")
    assert played.returncode == 0, played.stderr
    assert [line.split()[0] for line in played.stdout.splitlines()] == ["ra", "priests", "respublica"]
    told = run(folder / "heliopolis", "--help")
    assert told.returncode == 0, told.stderr
    assert all(command in told.stdout for command in ("play", "simulate", "arena", "replay", "serve"))


def test_all_supported_versions_are_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = re.search(r"\d+\.\d+", project["requires-python"])
    assert oldest is not None
    assert VERSIONS[0] == oldest.group()
