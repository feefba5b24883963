"""Interpreted and compiled rules play identical games, move for move.

Rules run interpreted in two ways: with `NUMBA_DISABLE_JIT=1`, and in a process that leaves compiling to others.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import heliopolis as hp

LEAVE_TO_OTHERS = """
from heliopolis import kernel
from heliopolis.core.pieces import Piece

kernel.leave_to_others()
Piece.is_usable = lambda *_: True  # searches, though that takes a while
"""

PLAY = """
import random
import heliopolis as hp

for name in hp.games():
    for players in range(hp.game(name).min_players, hp.game(name).max_players + 1):
        for seed in range(2):
            rng = random.Random(seed)
            p = hp.game(name).start(players=players, seed=seed)
            while not p.over:
                if rng.random() < 0.3 and not p.unfinished:
                    p.play(p.suggest(rng))
                else:
                    p.act(rng.choice(p.actions()))
                if rng.random() < 0.05:
                    print(p.to_json(), p.observe(0).tolist(), p.view(0))
            print(p.record.to_text(), p.winners())
        print(hp.playouts(name, players=players, games=2, seed=5).scores.tolist())
        batch = hp.Batch(name, players, size=2, seed=6)
        for turn in range(60):
            print(batch.to_act.tolist(), batch.masks().tolist(), batch.observe().sum(axis=1).tolist())
            batch.step(batch.suggest() if turn % 2 else batch.sample())
        p = hp.game(name).start(players=players, seed=3)
        for spec in ("plain:30", "search:3"):  # nets take long
            print(hp.bot(spec).explain(p, random.Random(4)))
"""


def output(code: str, **variables: str) -> str:
    environment = {**os.environ, **variables}
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def compiled() -> str:
    return output(PLAY, NUMBA_DISABLE_JIT="0")


@pytest.mark.slow
def test_interpreted_and_compiled_rules_agree_move_for_move(compiled: str) -> None:
    assert compiled.count("Result:") == 2 * sum(hp.game(n).max_players - hp.game(n).min_players + 1 for n in hp.games())
    assert compiled == output(PLAY, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_rules_left_to_others_agree_with_compiled_ones_move_for_move(compiled: str, tmp_path: Path) -> None:
    assert compiled == output(LEAVE_TO_OTHERS + PLAY, NUMBA_DISABLE_JIT="0", XDG_CACHE_HOME=str(tmp_path))
    assert not list(tmp_path.rglob("*.nbc")), "nothing was compiled"
