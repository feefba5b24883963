"""Interpreted and compiled rules play identical games, move for move."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import heliopolis as hp

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
        print(hp.bot("search:30").explain(hp.game(name).start(players=players, seed=3), random.Random(4)))
"""


def output(**variables: str) -> str:
    environment = {**os.environ, **variables}
    command = [sys.executable, "-W", "error", "-c", PLAY]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_interpreted_and_compiled_rules_agree_move_for_move() -> None:
    compiled, interpreted = output(NUMBA_DISABLE_JIT="0"), output(NUMBA_DISABLE_JIT="1")
    assert compiled.count("Result:") == 2 * sum(hp.game(n).max_players - hp.game(n).min_players + 1 for n in hp.games())
    assert compiled == interpreted
