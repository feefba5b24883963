"""The browser's Python and this one: the same sources, and the same answer to everything, byte for byte."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heliopolis.games.tekhenu import Session
from heliopolis.games.tekhenu.random_person import random_answer
from heliopolis.server.domain.device_session import DeviceSession

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "web/src/games/tekhenu/engine/python.ts"
MODULE = "heliopolis.server.domain.device_session"
MAX_CALLS = 400  # a whole game has about 150


class Player:
    """A person who plays a session to its end, takes things back, changes and corrects them, and reads."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.device = DeviceSession.begin(seed)
        self.calls: list[tuple[str, ...]] = [("view",)]
        self.answers = [self.device.view()]
        while not self.session.over and len(self.calls) < MAX_CALLS:
            self.one()
        self.call("read", "story")
        again = DeviceSession.load(self.device.snapshot())
        self.answers += [again.view(), again.snapshot()]

    @property
    def session(self) -> Session:
        return self.device.match.session

    def call(self, what: str, text: str) -> None:
        self.calls.append((what, text))
        self.answers.append(getattr(self.device, what)(text))

    def operate(self, *operation: Any) -> None:
        self.call("operate", json.dumps(operation))

    def one(self) -> None:
        """Enter an answer, or now and then something else; some of it is refused."""
        luck, last = self.rng.random(), len(self.session.log) - 1
        if luck < 0.08:
            self.operate("undo")
        elif luck < 0.11:
            self.operate("redo")
        elif luck < 0.13:
            self.operate("correction", {"a1.vp": self.rng.randint(0, 40)})
        elif luck < 0.15 and last > 0:
            self.operate("remove", self.rng.randint(max(0, last - 6), last + 1))
        elif luck < 0.17 and last > 0:
            number = self.rng.randint(max(0, last - 6), last)
            self.call("read", f"entries/{number}")
            self.operate("change", number, self.session.log[number].value)
        elif luck < 0.18:
            self.call("read", "corrections/a1.vp")
            self.operate("dance")
        else:
            prompt = self.session.prompt
            assert prompt is not None
            self.operate("answer", prompt.id, random_answer(prompt, self.rng))


def play_in_browser_python(players: dict[str, Player]) -> list[list[str]]:
    given = json.dumps([{"seed": seed, "calls": player.calls} for seed, player in players.items()])
    played = subprocess.run(
        ["node", "scripts/playInPython.js"], cwd=ROOT / "web", input=given, capture_output=True, text=True, check=False
    )
    assert played.returncode == 0, played.stderr[-2000:]
    found: list[list[str]] = json.loads(played.stdout)
    return found


def test_both_pythons_answer_alike() -> None:
    players = {seed: Player(seed) for seed in ("Horus", "Ra", "Hathor", "Thoth")}
    assert sum(player.session.over for player in players.values()) >= 2, "whole games are compared"
    for player, found in zip(players.values(), play_in_browser_python(players), strict=True):
        for number, (here, there) in enumerate(zip(player.answers, found, strict=True)):
            assert there == here, f"call {number}: {[*player.calls, 'loaded', 'written'][number]}"


@pytest.mark.skipif(sys.platform == "win32", reason="the sources are found by their paths")
def test_the_browser_gets_what_python_imports_and_nothing_else() -> None:
    patterns = re.findall(r"'\$python/(.+?)\.py'", ENGINE.read_text(encoding="utf-8"))
    given: set[str] = set()
    for pattern in patterns:
        folder, _, names = pattern.rpartition("/")
        for name in names.strip("{}").split(","):
            paths = sorted((ROOT / "src/heliopolis" / folder).glob(f"{name}.py"))
            assert paths, name
            given |= {path.relative_to(ROOT / "src").as_posix() for path in paths}
    code = f"import sys, {MODULE}; print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('heliopolis')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                           env={"PYTHONPATH": str(ROOT / "src")}).stdout.split()  # fmt: skip
    imported = {Path(path).relative_to(ROOT / "src").as_posix() for path in found}
    assert imported <= given
    assert {path for path in given - imported if not path.startswith("heliopolis/games/tekhenu/")} == set()
