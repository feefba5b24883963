"""Speed of the search beside OpenSpiel's, in one run: `make bench`.

Ours searches from the first position of a four-player game, on one core: once with random games to the end, as the
rival does, and once as it plays, by judgement to a horizon. The rival is OpenSpiel's C++ information-set search on
`oh_hell(players=4)`, with one random game a simulation, from the first decision of deals of all sizes.

Decisions are those made in simulations, in the tree and beyond; a draw is none. Both are measured in turns and the best
of each counts, since other work on a machine only ever slows down.
"""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pyspiel
from rich.console import Console
from rich.table import Table

import heliopolis as hp
from benchmarks.rules import RIVAL, decisions_from, first_decision, machine, versions_of
from heliopolis.bots.search import GrowingTree

ROUNDS = 5
SIMULATIONS = 4_000
DEALS = 12
RESULTS = Path(__file__).parent / "results"


def speed(name: str, random_playouts: bool) -> tuple[float, float]:
    """Simulations and decisions a second."""
    position = hp.game(name).start(players=4, seed=1)
    growth = GrowingTree(position, random.Random(1))
    growth.simulate(100, random_playouts)
    began = time.perf_counter()
    decisions = growth.simulate(SIMULATIONS, random_playouts)
    seconds = time.perf_counter() - began
    return SIMULATIONS / seconds, decisions / seconds


def rival_speed(game: Any, rng: random.Random) -> tuple[float, float]:
    """The same of the rival, over all deals together. Each of its simulations plays the whole deal."""
    simulations, decisions, seconds = 0, 0, 0.0
    while simulations < DEALS * SIMULATIONS:
        state = first_decision(game, rng)
        if len(state.legal_actions()) == 1:
            continue  # it does not think then
        evaluator = pyspiel.RandomRolloutEvaluator(1, rng.randrange(10**6))
        bot = pyspiel.ISMCTSBot(
            rng.randrange(10**6), evaluator, 1.0, SIMULATIONS, -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
        )  # fmt: skip
        began = time.perf_counter()
        bot.step(state)
        seconds += time.perf_counter() - began
        simulations += SIMULATIONS
        decisions += SIMULATIONS * decisions_from(state, rng)
    return simulations / seconds, decisions / seconds


def measure() -> dict[str, Any]:
    rng, rival = random.Random(1), pyspiel.load_game(RIVAL)
    best: dict[str, tuple[float, float]] = {}
    for _ in range(ROUNDS):
        for name in hp.games():
            for how, random_playouts in (("by judgement", False), ("random", True)):
                key = f"{name}, {how}"
                best[key] = max(best.get(key, (0.0, 0.0)), speed(name, random_playouts))
        best[RIVAL] = max(best.get(RIVAL, (0.0, 0.0)), rival_speed(rival, rng))
    return {
        key: {"simulations a second": one, "decisions a second": two, "decisions to the rival's": two / best[RIVAL][1]}
        for key, (one, two) in best.items()
    }


def show(figures: dict[str, Any]) -> None:
    table = Table(title="Search from the first position of four players, one core", title_justify="left")
    for heading in ("", "simulations a second", "decisions a second", "to the rival's"):
        table.add_column(heading, justify="right" if heading else "left")
    for key, row in figures.items():
        simulations, decisions, ratio = row.values()
        table.add_row(key, f"{simulations:,.0f}", f"{decisions:,.0f}", f"{ratio:.1f}")
    Console(highlight=False).print(table)


def main() -> None:
    figures = measure()
    show(figures)
    RESULTS.mkdir(exist_ok=True)
    results = {"machine": machine(), "versions": versions_of("open_spiel"), "search": figures}
    (RESULTS / "search.json").write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
