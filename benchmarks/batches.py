"""Speed of batches compared with the vector environments of Gymnasium and OpenSpiel: `make bench`.

Ours: 4096 games of four players in lockstep, one thread; random actions are sampled before the time is measured,
except where `sample` is among the calls. The fused step takes random actions and writes observations and masks.
Theirs, with actions sampled in the same way: Gymnasium's CartPole, both 4096 environments one after the other
(`SyncVectorEnv`) and a vector environment in NumPy (`CartPoleVectorEnv`), whose step computes four numbers and no
rules; OpenSpiel's `SyncVectorEnv` of `leduc_poker`, 256 tables, whose step includes observations. All of them restart
finished games.

All figures are steps of a game per second of CPU time on one core. The measurements are interleaved and the best of
each counts, since other work on the machine can only slow them down.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.rl_agent import StepOutput
from open_spiel.python.vector_env import SyncVectorEnv
from rich.console import Console
from rich.table import Table

import heliopolis as hp
from benchmarks.rules import machine, versions_of

SIZE = 4096
STEPS = 40  # per round
ROUNDS = 10
RESULTS = Path(__file__).parent / "results"

Work = Callable[[], Any]


def rate(work: Work, prepare: Work, games: int, steps: int = STEPS) -> float:
    """Return for how many games per second the work is done; the preparation is not timed."""
    spent = 0.0
    for _ in range(steps):
        prepare()
        began = time.process_time()
        work()
        spent += time.process_time() - began
    return games * steps / spent


def ours(name: str) -> dict[str, Callable[[], float]]:
    """Return the measurements of one of our games."""
    batch = hp.Batch(name, 4, SIZE, seed=1)
    actions, observations, masks = batch.sample(), batch.observe(), batch.masks()
    sample = partial(batch.sample, actions)
    for _ in range(300):  # so that games are at all stages
        batch.step(batch.sample(actions))

    def step_and_observe() -> None:
        batch.step(actions)
        batch.observe(observations)

    def everything() -> None:
        batch.step(batch.sample(actions))
        batch.observe(observations)
        batch.masks(masks)

    forms = {form: batch.observe(dtype=form) for form in ("float32", "float16", "uint8")}
    fused = {
        f"fused, {form}": partial(batch.step_at_random, actions, observations=out, masks=masks)
        for form, out in forms.items()
    }
    works: dict[str, Work] = {
        "step": partial(batch.step, actions),
        "step, observe": step_and_observe,
        "sample, step, observe, masks": everything,
        **fused,
        "observe": partial(batch.observe, observations),
        "masks": partial(batch.masks, masks),
        "suggest": partial(batch.suggest, actions),
    }
    return {what: partial(rate, work, sample, SIZE) for what, work in works.items()}


def gymnasium_speed(mode: Any, steps: int) -> Callable[[], float]:
    """Return the measurement of a vector environment of Gymnasium."""
    env = gymnasium.make_vec("CartPole-v1", SIZE, mode)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    actions = np.zeros(SIZE, np.int64)

    def sample() -> None:
        actions[:] = rng.integers(2, size=SIZE)

    return partial(rate, lambda: env.step(actions), sample, SIZE, steps)


def spiel_speed(size: int = 256) -> Callable[[], float]:
    """Return the measurement of a vector environment of OpenSpiel."""
    env = SyncVectorEnv([rl_environment.Environment("leduc_poker") for _ in range(size)])
    now, rng = [env.reset()], np.random.default_rng(1)
    actions: list[Any] = []

    def sample() -> None:
        legal = (step.observations["legal_actions"][step.current_player()] for step in now[0])
        actions[:] = [StepOutput(int(rng.choice(actions_of_table)), None) for actions_of_table in legal]

    def step() -> None:
        now[0] = env.step(actions, reset_if_done=True)[0]

    return partial(rate, step, sample, size, 10)


def theirs() -> dict[str, Callable[[], float]]:
    """Return the measurements of other libraries."""
    return {
        "Gymnasium, CartPole in NumPy": gymnasium_speed("vector_entry_point", STEPS),
        "Gymnasium, SyncVectorEnv of CartPole": gymnasium_speed("sync", 2),
        "OpenSpiel, SyncVectorEnv of leduc_poker": spiel_speed(),
    }


def main() -> None:
    """Measure, print and save all figures."""
    measures = {hp.game(name).title: ours(name) for name in hp.games()} | {"others": theirs()}
    found = {title: dict.fromkeys(works, 0.0) for title, works in measures.items()}
    for _ in range(ROUNDS):
        for title, works in measures.items():
            for what, measure in works.items():
                found[title][what] = max(found[title][what], measure())
    table = Table(title=f"Steps of a game per second, one core, {SIZE} games in lockstep", title_justify="left")
    rivals = found.pop("others")
    for column in ("", *found):
        table.add_column(column, justify="right" if column else "left")
    for what in next(iter(found.values())):
        table.add_row(what, *(f"{figures[what]:,.0f}" for figures in found.values()))
    for what, figure in rivals.items():
        table.add_row(what, f"{figure:,.0f}")
    Console(width=120, highlight=False).print(table)
    results = {
        "machine": machine(),
        "versions": versions_of("gymnasium", "open_spiel"),
        "games per second": found,
        "others": rivals,
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "batches.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
