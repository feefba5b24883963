"""Pig, the game of the examples: registered in this process, or installed as a package for other processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import heliopolis as hp
from tests.pig import EXAMPLE, import_pig

Run = Callable[..., str]


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The package of the game, importable and unknown."""
    return import_pig(monkeypatch)


@pytest.fixture
def game(pig: ModuleType) -> hp.Game:
    """The game, registered for one test."""
    return hp.register(hp.Game("pig", pig))


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package of the game is installed."""
    folder = tmp_path_factory.mktemp("site-packages")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder), str(EXAMPLE)]
    subprocess.run(command, check=True)
    return folder


@pytest.fixture
def environment(installed: Path) -> dict[str, str]:
    """The environment of a process that finds the installed game."""
    paths = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    """Run Python code in a process that finds the installed game, and return what it prints."""

    def run(code: str, stdin: str | bytes | None = None, **variables: str) -> str:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        found = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, env=environment | variables, input=given, check=False
        )
        assert found.returncode == 0, found.stderr.decode()
        return found.stdout.decode()

    return run
