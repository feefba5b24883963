"""Speed of the environments compared with those of PettingZoo and OpenSpiel: `make bench`.

PettingZoo: the ordinary loop (`agent_iter`, `last` with observation and mask, a random legal action, `step`, `reset`)
of our games with four players and of its own `leduc_holdem` and `connect_four`, both `raw_env` and `env`. The action is
chosen from the mask, in the same way for all games, and by `action_space(agent).sample(mask)`, as in PettingZoo's
documentation; our action spaces have a quick sampler of their own.

OpenSpiel: the ordinary loop (legal actions, a random choice, apply, chance by its outcomes) of our games and of its own
game in Python, `python_tic_tac_toe`.

All figures are decisions per second of CPU time on one core, without the steps in which agents leave. The measurements
are interleaved and the best of each counts, since other work on the machine can only slow them down.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pyspiel
from open_spiel.python.games import tic_tac_toe as tic_tac_toe  # registers itself
from pettingzoo.classic.connect_four import connect_four
from pettingzoo.classic.rlcard_envs import leduc_holdem
from rich.console import Console
from rich.table import Table

import heliopolis as hp
import heliopolis.envs.openspiel
from benchmarks.rules import machine, versions_of
from heliopolis.core.rule_calls import RULES
from heliopolis.envs.pettingzoo import priests_v0, ra_v0, respublica_v0

OURS: dict[str, Any] = {"ra": ra_v0, "priests": priests_v0, "respublica": respublica_v0}
THEIRS: dict[str, Any] = {"leduc_holdem": leduc_holdem, "connect_four": connect_four}
ROUNDS = 10
DECISIONS = 3_000  # per round
RESULTS = Path(__file__).parent / "results"

Choose = Callable[[Any, str, Any], int]
random.seed(1)


def from_mask(_: Any, __: str, mask: Any) -> int:
    """Return a random legal action."""
    found: int = random.choice(mask.nonzero()[0])
    return found


def from_space(env: Any, agent: str, mask: Any) -> int:
    """Return a random legal action that the action space samples."""
    found: int = env.action_space(agent).sample(mask)
    return found


def cycle_speed(env: Any, choose: Choose) -> float:
    """Return decisions per second of whole games in PettingZoo's loop."""
    made, began = 0, time.process_time()
    while made < DECISIONS:
        env.reset()
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(choose(env, agent, observation["action_mask"]))
                made += 1
    return made / (time.process_time() - began)


def spiel_speed(name: str) -> float:
    """Return decisions per second of whole games in OpenSpiel's loop."""
    game = pyspiel.load_game(name)
    made, began = 0, time.process_time()
    while made < DECISIONS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                made += 1
        state.returns()
    return made / (time.process_time() - began)


def observe_nanoseconds(name: str, times: int = 200_000) -> float:
    """Return the nanoseconds of one observation in compiled code, of the seats in turn, as float32."""
    rules = hp.game(name)
    observe, out = RULES.functions(rules).observe, np.zeros(rules.observation_size, np.float32)

    @numba.njit
    def observe_many(positions: Any, out: Any, times: int) -> float:
        seen = 0.0
        for i in range(times):
            observe(positions, i & 3, out)
            seen += out[i % len(out)]  # so that the compiler cannot leave it out
        return seen

    env = OURS[name].raw_env()
    env.reset(seed=1)
    for _ in range(60):
        env.step(from_mask(env, "", env.last()[0]["action_mask"]))
    observe_many(env.position.rule_records, out, 1)
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        observe_many(env.position.rule_records, out, times)
        best = min(best, time.process_time() - began)
    return best / times * 1e9


def best_of(measures: dict[str, Callable[[], float]]) -> dict[str, float]:
    """Return the best of each measurement; they are interleaved."""
    best = dict.fromkeys(measures, 0.0)
    for _ in range(ROUNDS):
        for name, measure in measures.items():
            best[name] = max(best[name], measure())
    return best


def cycles(kind: str, choose: Choose) -> dict[str, float]:
    """Return the speeds of all environments of a kind."""
    tables = {name: getattr(module, kind)() for name, module in (OURS | THEIRS).items()}
    for env in tables.values():
        env.reset(seed=1)
    return best_of({name: partial(cycle_speed, env, choose) for name, env in tables.items()})


def measure() -> dict[str, dict[str, float]]:
    """Return the speeds of all loops and games."""
    found = {}
    for how, choose in (("action from the mask", from_mask), ("action_space.sample", from_space)):
        for kind in ("raw_env", "env"):
            found[f"PettingZoo, {kind}, {how}"] = cycles(kind, choose)
    spiels = {name: f"heliopolis_{name}" for name in OURS} | {"python_tic_tac_toe": "python_tic_tac_toe"}
    found["OpenSpiel, from Python"] = best_of({name: partial(spiel_speed, load) for name, load in spiels.items()})
    return found


def show(found: dict[str, dict[str, float]]) -> None:
    """Print the speeds, with their ratio to the fastest rival."""
    table = Table(title="Decisions per second, one core (ratio to the fastest rival)", title_justify="left")
    columns = [*OURS, *THEIRS, "python_tic_tac_toe"]
    for column in ("loop", *columns):
        table.add_column(column, justify="left" if column == "loop" else "right")
    for loop, row in found.items():
        rival = max(speed for name, speed in row.items() if name not in OURS)
        cells = (
            f"{row[c]:,.0f}" + (f" ({row[c] / rival:.1f})" if c in OURS else "") if c in row else "" for c in columns
        )
        table.add_row(loop, *cells)
    Console(width=160, highlight=False).print(table)


def main() -> None:
    """Measure, print and save all figures."""
    found = measure()
    show(found)
    inside = {name: observe_nanoseconds(name) for name in OURS}
    print("an observation in compiled code, ns:", ", ".join(f"{name} {time:.0f}" for name, time in inside.items()))
    results = {
        "machine": machine(),
        "versions": versions_of("pettingzoo", "rlcard", "open_spiel"),
        "decisions per second": found,
        "observe inside, ns": inside,
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "envs.json").write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
