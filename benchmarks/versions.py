"""This version of the package beside an older checkout, for `rules.py` and `search.py` with `--before FOLDER`.

Each measurement is a process of its own with one version of the package, which runs this file. So it uses only what
all versions have. The versions take turns, and the best of each counts. Figures are for four players, per second of
processor time of one core.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import heliopolis as hp

HERE = Path(__file__).parent.parent
ROUNDS = 5
REPEATS = 3  # in each process

Speeds = dict[str, float]

# ---- in a process with one version -----------------------------------------------------------------------------------


def measure_rules(name: str, size: int) -> tuple[Speeds, str]:
    """Return decisions per second in compiled code and move by move, over about so many, and a hash of the games."""
    games = 1 + size * 100 // hp.playouts(name, players=4, games=100, seed=1).decisions
    compiled, scores = _best(lambda: _play_compiled(name, games))
    moves, history = _best(lambda: _play_from_python(name, 1 + games // 100))
    return {"compiled": compiled, "from Python": moves}, _hash(scores, history)


def measure_search(name: str, size: int) -> tuple[Speeds, str]:
    """Return simulations per second of a search of so many from a first position, and a hash of the visits."""
    speed, visits = _best(lambda: _search(name, size))
    return {"simulations": speed}, _hash(visits)


def _play_compiled(name: str, games: int) -> tuple[float, Any]:
    began = time.process_time()
    played = hp.playouts(name, players=4, games=games, seed=1)
    return played.decisions / (time.process_time() - began), played.scores.tolist()


def _play_from_python(name: str, games: int) -> tuple[float, Any]:
    rng, actions, began = random.Random(1), list[int](), time.process_time()
    for seed in range(games):
        position = hp.game(name).start(players=4, seed=seed)
        while not position.over:
            actions.append(rng.choice(position.actions()))
            position.act(actions[-1])
        position.scores()
    return len(actions) / (time.process_time() - began), actions


def _search(name: str, simulations: int) -> tuple[float, Any]:
    plain = "plain" if "plain" in hp.bots() else "search"  # the name that this search had in version 0.1
    position, bot = hp.game(name).start(players=4, seed=1), hp.bot(f"{plain}:{simulations}")
    began = time.process_time()
    found = bot.explain(position, random.Random(1))  # type: ignore[attr-defined]  # this bot has it
    return simulations / (time.process_time() - began), [(option.move, option.visits) for option in found.options]


def _best(measure: Callable[[], tuple[float, Any]]) -> tuple[float, Any]:
    """Return the best speed of several measurements, without the first, which loads compiled code; and the result."""
    measure()
    found = [measure() for _ in range(REPEATS)]
    return max(speed for speed, _ in found), found[0][1]


def _hash(*results: Any) -> str:
    return hashlib.sha256(json.dumps(results).encode()).hexdigest()


# ---- both versions ---------------------------------------------------------------------------------------------------


def compare(before: Path, what: str, games: list[str], size: int, rounds: int = ROUNDS) -> dict[str, Any]:
    """Return the speeds of both versions by game, their ratios, and whether the results were the same."""
    checkouts = {"before": before, "after": HERE}
    for checkout in checkouts.values():
        _run(checkout, "-m", "heliopolis", "compile")  # a version without this command compiles at a first call
    found: dict[str, Any] = {}
    for name in games:
        best: dict[str, Speeds] = {version: {} for version in checkouts}
        hashes: set[str] = set()
        for _ in range(rounds):
            for version, checkout in checkouts.items():
                process = _run(checkout, __file__, what, name, str(size))
                process.check_returncode()
                speeds, result = json.loads(process.stdout.splitlines()[-1])
                hashes.add(result)
                best[version] = {key: max(speed, best[version].get(key, 0.0)) for key, speed in speeds.items()}
        ratios = {key: speed / best["before"][key] for key, speed in best["after"].items()}
        found[name] = {**best, "ratio": ratios, "same results": len(hashes) == 1}
    return found


def _run(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")}
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)


def show(title: str, found: dict[str, Any]) -> None:
    """Print the comparison as a table."""
    table = Table(title=title, title_justify="left")
    for heading in ("game", "", "before", "after", "ratio", "same results"):
        table.add_column(heading, justify="right" if heading in ("before", "after", "ratio") else "left")
    for name, row in found.items():
        same = "yes" if row["same results"] else "no"
        for key, ratio in row["ratio"].items():
            before, after = (f"{row[version][key]:,.0f}" for version in ("before", "after"))
            table.add_row(hp.game(name).title, key, before, after, f"{ratio:.2f}", same)
    Console(highlight=False).print(table)


def parse_options(description: str) -> argparse.Namespace:
    """Return the options of a benchmark that can be compared with an older version."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="compare with this older checkout instead")
    parser.add_argument("--size", type=int, metavar="N", help="decisions or simulations of a measurement beside it")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help="in which the versions take turns")
    return parser.parse_args()


if __name__ == "__main__":
    what, name, size = sys.argv[1:]
    print(json.dumps({"rules": measure_rules, "search": measure_search}[what](name, int(size))))
