"""Speed of nets in compiled code, beside the same net as float32 matrices in NumPy; and what the first use adds.

    PYTHONPATH=. python benchmarks/nets.py

One core. Observations of one game of Ra between four `greedy`, one after the other; the nets have random weights. The
best of some rounds counts, since other work on the machine can only slow them down. The first use is measured in new
processes: a move of `greedy`, then the first move of another bot, with compiled code in the cache.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from tests.small_nets import net_for

import heliopolis as hp
from benchmarks.machine import describe_run
from heliopolis.bots import compile_bots
from heliopolis.compute.evaluation import run_net
from heliopolis.compute.net import Net, NetArrays, NetScratch
from heliopolis.kernel import rule

RESULTS = Path(__file__).parent / "results" / "nets.json"
SHAPES = [[64, 32], [128, 64], [256, 64], [512, 512, 512]]
ROUNDS = 7
PROCESSES = 5
FIRST_USED = ("net", "search:400", "plain:400")

FIRST_USE = """
import random, sys, time
import heliopolis as hp
position, rng = hp.game("ra").start(4, seed=1), random.Random(1)
hp.bot("greedy").choose(position, rng)
began = time.perf_counter()
hp.bot(sys.argv[1]).choose(position, rng)
print(time.perf_counter() - began)
"""


def positions() -> list[hp.Position]:
    """Return the positions of one game in which a player decides."""
    position, rng, found = hp.game("ra").start(4, seed=1), random.Random(1), []
    while not position.over:
        found.append(position.copy())
        position.play(position.suggest(rng))
    return found


def in_kernel(net: Net, visited: list[hp.Position]) -> Callable[[], None]:
    """Return a function that lets compiled code judge all positions."""
    divisors = hp.game("ra").observation_divisors(4)
    seen = np.array([position.observe(position.to_act or 0) for position in visited])
    counts, scratch, arrays = np.round(seen * divisors).astype(np.uint8), net.new_scratch(), net.arrays
    judge_all(counts, arrays, scratch)
    return lambda: judge_all(counts, arrays, scratch)


@rule
def judge_all(counts: Any, net: NetArrays, scratch: NetScratch) -> None:
    """Run a net on all observations."""
    for i in range(len(counts)):
        for j in range(len(scratch.counts)):
            scratch.counts[j] = counts[i, j]
        run_net(net, scratch)


def in_numpy(net: Net, visited: list[hp.Position]) -> Callable[[], None]:
    """Return a function that lets NumPy judge all positions, with the same net in float32."""
    weights = [layer.weights.astype(np.float32) for layer in net.layers]
    observations = [position.observe(position.to_act or 0) for position in visited]

    def run() -> None:
        for values in observations:
            for layer in weights[:-1]:
                values = np.maximum(values @ layer, 0)  # noqa: PLW2901 -- layer by layer
            values @ weights[-1]

    return run


def seconds_of(run: Callable[[], None]) -> float:
    """Return how long a function takes."""
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def evaluations_per_second(hidden: list[int], visited: list[hp.Position]) -> dict[str, Any]:
    """Return how many positions a second compiled code and NumPy judge."""
    net = net_for("ra", hidden)
    runs = {"kernel": in_kernel(net, visited), "numpy": in_numpy(net, visited)}
    best = {name: min(seconds_of(run) for _ in range(ROUNDS)) for name, run in runs.items()}
    speeds = {name: round(len(visited) / seconds) for name, seconds in best.items()}
    return {"hidden": hidden, **speeds, "ratio": round(speeds["kernel"] / speeds["numpy"], 2)}


def first_use(spec: str) -> float:
    """Return the seconds that the first move of a bot takes in a process that has played before."""
    compile_bots([spec], hp.game("ra"))
    command = [sys.executable, "-c", FIRST_USE, spec]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(PROCESSES)]
    return round(min(float(run.stdout) for run in runs), 3)


def main() -> None:
    """Measure, print and save."""
    visited = positions()
    found = {
        **describe_run(),
        "evaluations_per_second": [evaluations_per_second(hidden, visited) for hidden in SHAPES],
        "first_use_seconds": {spec: first_use(spec) for spec in FIRST_USED},
    }
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
