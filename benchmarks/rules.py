"""Speed of the rules compared with OpenSpiel's: `make bench`; or with an older checkout of this package.

    python benchmarks/rules.py
    python benchmarks/rules.py --before FOLDER       # decisions per second, before and after; games are checked

Rival: OpenSpiel's `oh_hell(players=4)`, a C++ card game for four. Inside: its C++ random rollouts from the first
decision on, and our compiled random games (the set-up and every draw of a tile included). From Python: its ordinary
loop (legal actions, a random choice, apply, chance by its outcomes), and ours.

All figures are decisions per second of one core; outcomes of chance are no decisions. The measurements are interleaved
and the best of each counts, since other work on the machine can only slow them down.
"""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyspiel
from rich.console import Console
from rich.table import Table

import heliopolis as hp
from benchmarks import versions
from heliopolis.kernel import IntArray, rule, wrap_records
from heliopolis.terminal.bench import best, call_times, kernel_speed, python_speed

RIVAL = "oh_hell(players=4)"
ROUNDS = 5
DEALS, ROLLOUTS = 20, 2_000
DECISIONS = 3_000_000  # of one measurement beside an older version
RESULTS = Path(__file__).parent / "results"


def first_decision(game: Any, rng: random.Random) -> Any:
    """Return a random state of the rival in which its first player decides."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    return state


def decisions_from(state: Any, rng: random.Random) -> int:
    """Return the number of decisions from a state to the end; in a deal of Oh Hell it does not depend on the play."""
    state, decisions = state.clone(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        decisions += 1
    return decisions


def rival_rollouts(game: Any, rng: random.Random) -> tuple[float, float]:
    """Return decisions per second of C++ rollouts, over deals of all sizes and on the fastest deal.

    They are run by a search of one simulation, whose root is evaluated by many rollouts.
    """
    decisions, seconds, best = 0, 0.0, 0.0
    for _ in range(DEALS):
        state = first_decision(game, rng)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, rng.randrange(10**6))
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, rng.randrange(10**6), False)
        began = time.perf_counter()
        bot.step(state)
        took, made = time.perf_counter() - began, ROLLOUTS * decisions_from(state, rng)
        decisions, seconds, best = decisions + made, seconds + took, max(best, made / took)
    return decisions / seconds, best


def rival_from_python(game: Any, rng: random.Random, games: int = 150) -> float:
    """Return decisions per second of the rival in a loop in Python."""
    decisions = 0
    began = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        state.returns()
    return decisions / (time.process_time() - began)


@rule
def copy_many(records: Any, times: int) -> None:
    """Copy a record many times."""
    for i in range(times):
        records[1 + i % 1000] = records[0]


def copy_nanoseconds(name: str, times: int = 5_000_000) -> float:
    """Return the nanoseconds of one copy in compiled code, to a thousand targets so that none can be left out."""
    records: IntArray = wrap_records(hp.game(name).blank(1001))
    copy_many(records, 1)
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        copy_many(records, times)
        best = min(best, time.perf_counter() - began)
    return best / times * 1e9


def start_seconds(name: str) -> float:
    """Return the seconds of a new process: import, compiled rules from the cache, one game."""
    command = [str(Path(sys.executable).with_name("heliopolis")), "simulate", name, "--games", "1"]
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - began


def compile_seconds(name: str, folder: str) -> float:
    """Return the seconds that compiling all rules of a game takes, in a process with an empty cache."""
    code = (
        "import time, heliopolis as hp; from heliopolis.core.rule_calls import RULES; "
        f"g = hp.game({name!r}); t = time.time(); RULES.compile(g); print(time.time() - t)"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": folder}
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    return float(found.stdout)


def measure(name: str, players: int = 4) -> dict[str, Any]:
    """Return all figures of a game."""
    rng, rival = random.Random(1), pyspiel.load_game(RIVAL)
    hp.playouts(name, players=players, games=10)
    rounds = [
        (
            kernel_speed(name, players, decisions=3_000_000),
            *rival_rollouts(rival, rng),
            python_speed(name, players, decisions=8_000),
            best(lambda: rival_from_python(rival, rng)),
        )
        for _ in range(ROUNDS)
    ]
    inside, rival_inside, rival_best, from_python, rival_python = map(max, zip(*rounds, strict=True))
    pairs = [[kernel_speed(name, players, threads, 10_000_000) for threads in (1, 2)] for _ in range(ROUNDS)]
    one, two = map(max, zip(*pairs, strict=True))
    with TemporaryDirectory() as folder:
        compiling = compile_seconds(name, folder)
    return {
        "inside, decisions per second": inside,
        "inside, rival": rival_inside,
        "inside, ratio": inside / rival_inside,
        "inside, rival on its best deal": rival_best,
        "inside, ratio to that": inside / rival_best,
        "two threads to one": two / one,
        "from Python, decisions per second": from_python,
        "from Python, rival": rival_python,
        "from Python, ratio": from_python / rival_python,
        "bytes per position": hp.game(name).dtype.itemsize,
        "copy inside, ns": copy_nanoseconds(name),
        **{f"{what}, µs": value for what, value in call_times(name, players).items()},
        "first compilation, s": compiling,
        "start of `heliopolis simulate`, s": min(start_seconds(name) for _ in range(3)),
    }


def machine() -> dict[str, str]:
    """Return what the machine is."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        cpu = names[0] if names else cpu
    return {"cpu": cpu, "cores": str(os.cpu_count()), "system": platform.system(), "python": platform.python_version()}


def versions_of(*rivals: str) -> dict[str, str]:
    """Return the versions of our packages and of others."""
    return {name: version(name) for name in ("heliopolis", "numba", "numpy", *rivals)}


def save(name: str, **results: Any) -> None:
    """Write results to a file, with what they were measured on."""
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps({"machine": machine(), **results}, indent=2, ensure_ascii=False)
    (RESULTS / name).write_text(text + "\n", encoding="utf-8")


def compare(before: Path, decisions: int, rounds: int) -> None:
    """Measure, print and save the speeds before and after."""
    found = versions.compare(before, "rules", hp.games(), decisions, rounds)
    versions.show("Decisions per second of processor time, 4 players", found)
    save("rules-before.json", versions=versions_of(), games=found)


def main() -> None:
    """Measure, print and save all figures."""
    options = versions.parse_options("Speed of the rules compared with OpenSpiel's, or with an older checkout.")
    if options.before is not None:
        compare(options.before, options.size or DECISIONS, options.rounds)
        return
    packages = versions_of("open_spiel")
    found = {name: measure(name) for name in hp.games()}
    table = Table(title=f"4 players; rival: OpenSpiel {packages['open_spiel']}, {RIVAL}", title_justify="left")
    table.add_column("measurement")
    for name in found:
        table.add_column(hp.game(name).title, justify="right")
    for what in next(iter(found.values())):
        values = (figures[what] for figures in found.values())
        table.add_row(what, *(f"{value:,.0f}" if value > 1000 else f"{value:.2f}" for value in values))
    Console().print(table)
    save("rules.json", versions=packages, rival=RIVAL, games=found)


if __name__ == "__main__":
    np.seterr(all="raise")
    main()
