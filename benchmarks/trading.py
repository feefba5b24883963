"""How bots trade in Res Publica: four copies of a bot at a table, and what they announce, answer, accept and lay.

    PYTHONPATH=. python benchmarks/trading.py greedy search:500
    PYTHONPATH=. python benchmarks/trading.py net:respublica-net/respublica.hnet --checkout ../heliopolis-0.1 expert

Bots named after `--checkout FOLDER` are those of an older checkout, in a process of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from rich.console import Console
from rich.table import Table

import heliopolis as hp

GAME, PLAYERS, GAMES = "respublica", 4, 40
COLUMNS = {
    "games": "games",
    "turns": "turns per game",
    "points": "mean score",
    "sets": "sets laid per player",
    "announced": "turns with an announcement, %",
    "answered": "announcements with an answer, %",
    "refused": "answered announcements refused, %",
    "trades": "trades per turn",
}


def measure(spec: str, games: int, jobs: int) -> dict[str, float]:
    """Let four copies of a bot play, in so many processes, and return how they trade."""
    seen: Counter[str] = Counter()
    with Pool(jobs) as pool:
        for counted in pool.imap_unordered(partial(play, spec), range(games)):
            seen += counted
    announced, answered = seen["announced"], seen["accept"] + seen["decline"]
    return {
        "games": games,
        "turns": seen["turns"] / games,
        "points": seen["points"] / (games * PLAYERS),
        "sets": seen["lay"] / (games * PLAYERS),
        "announced": 100 * announced / seen["turns"],
        "answered": 100 * answered / max(1, announced),
        "refused": 100 * seen["decline"] / max(1, answered),
        "trades": seen["accept"] / seen["turns"],
    }


def play(spec: str, seed: int) -> Counter[str]:
    """Play one game and return how often each kind of move was made, and the sum of the scores."""
    position, rng, bot = hp.game(GAME).start(PLAYERS, seed=seed), random.Random(seed), hp.bot(spec, threads=1)
    seen: Counter[str] = Counter()
    while not position.over:
        seat = position.to_act or 0
        move = bot.choose(position.imagine(seat, rng), rng)
        word = move.split()[0]
        seen[word] += 1
        seen["announced"] += word in ("ask", "offer")
        seen["turns"] += word == "draw"  # every turn ends with a draw, perhaps of nothing
        position.play(move)
    seen["points"] = sum(position.scores())
    return seen


def measure_elsewhere(checkout: Path, spec: str, games: int, jobs: int) -> dict[str, float]:
    """Return the figures of a bot of another checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")}
    command = [sys.executable, __file__, spec, "--games", str(games), "--jobs", str(jobs), "--json"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(run.stderr.strip().splitlines()[-1])
    [found] = json.loads(run.stdout).values()
    return dict(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="*", metavar="BOT", default=["greedy"])
    parser.add_argument(
        "--checkout", nargs="+", metavar=("FOLDER", "BOT"), default=[], help="bots of an older checkout"
    )
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help="of each bot (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    found = {spec: measure(spec, options.games, options.jobs) for spec in options.bots}
    if options.checkout:
        folder, *older = options.checkout
        for spec in older:
            figures = measure_elsewhere(Path(folder), spec, options.games, options.jobs)
            found[f"{spec} ({Path(folder).name})"] = figures
    if options.json:
        print(json.dumps(found))
        return
    table = Table("bot", *COLUMNS.values(), title="Res Publica, four copies at a table", title_justify="left")
    for spec, figures in found.items():
        table.add_row(spec.rpartition("/")[2], *(f"{figures[name]:.4g}" for name in COLUMNS))
    Console(highlight=False, width=160).print(table)


if __name__ == "__main__":
    main()
