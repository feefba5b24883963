"""Speed of batches beside the vector environments of Gymnasium and OpenSpiel, in one run: `make bench`.

Ours: 4096 games for four side by side, one thread; the decisions are drawn at random before the clock runs. Theirs,
with actions drawn the same way: Gymnasium's CartPole, both 4096 one after the other (`SyncVectorEnv`) and written for a
whole vector in NumPy (`CartPoleVectorEnv`), whose step is four numbers of physics and no rule; OpenSpiel's
`SyncVectorEnv` of `leduc_poker`, 256 tables, whose step makes observations too. All of them begin anew by themselves.

All figures are steps of a game in a second of one core's time. Everything is measured in turns and the best of each
counts, since other work on a machine only ever slows down.
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
STEPS = 40  # of a round
ROUNDS = 10
RESULTS = Path(__file__).parent / "results"

Work = Callable[[], Any]


def rate(work: Work, prepare: Work, games: int, steps: int = STEPS) -> float:
    """Games in a second that the work is done for; what must be prepared for it is not timed."""
    spent = 0.0
    for _ in range(steps):
        prepare()
        began = time.process_time()
        work()
        spent += time.process_time() - began
    return games * steps / spent


def ours(name: str) -> dict[str, Callable[[], float]]:
    batch = hp.Batch(name, 4, SIZE, seed=1)
    actions, seen, masks = batch.sample(), batch.observe(), batch.masks()
    draw = partial(batch.sample, actions)
    for _ in range(300):  # games of all ages
        batch.step(batch.sample(actions))

    def step_and_observe() -> None:
        batch.step(actions)
        batch.observe(seen)

    def everything() -> None:
        batch.step(batch.sample(actions))
        batch.observe(seen)
        batch.masks(masks)

    works: dict[str, Work] = {
        "step": partial(batch.step, actions),
        "step, observe": step_and_observe,
        "sample, step, observe, masks": everything,
        "observe": partial(batch.observe, seen),
        "masks": partial(batch.masks, masks),
        "suggest": partial(batch.suggest, actions),
    }
    return {what: partial(rate, work, draw, SIZE) for what, work in works.items()}


def gymnasium_speed(mode: Any, steps: int) -> Callable[[], float]:
    env = gymnasium.make_vec("CartPole-v1", SIZE, mode)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    actions = np.zeros(SIZE, np.int64)

    def draw() -> None:
        actions[:] = rng.integers(2, size=SIZE)

    return partial(rate, lambda: env.step(actions), draw, SIZE, steps)


def spiel_speed(size: int = 256) -> Callable[[], float]:
    env = SyncVectorEnv([rl_environment.Environment("leduc_poker") for _ in range(size)])
    now, rng = [env.reset()], np.random.default_rng(1)
    actions: list[Any] = []

    def draw() -> None:
        legal = (step.observations["legal_actions"][step.current_player()] for step in now[0])
        actions[:] = [StepOutput(int(rng.choice(some)), None) for some in legal]

    def step() -> None:
        now[0] = env.step(actions, reset_if_done=True)[0]

    return partial(rate, step, draw, size, 10)


def theirs() -> dict[str, Callable[[], float]]:
    return {
        "Gymnasium, CartPole in NumPy": gymnasium_speed("vector_entry_point", STEPS),
        "Gymnasium, SyncVectorEnv of CartPole": gymnasium_speed("sync", 2),
        "OpenSpiel, SyncVectorEnv of leduc_poker": spiel_speed(),
    }


def main() -> None:
    measures = {hp.game(name).title: ours(name) for name in hp.games()} | {"others": theirs()}
    found = {title: dict.fromkeys(works, 0.0) for title, works in measures.items()}
    for _ in range(ROUNDS):
        for title, works in measures.items():
            for what, measure in works.items():
                found[title][what] = max(found[title][what], measure())
    table = Table(title=f"Games stepped in a second, one core, {SIZE} side by side", title_justify="left")
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
        "games a second": found,
        "others": rivals,
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "batches.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
