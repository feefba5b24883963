"""Speed of the search compared with OpenSpiel's: `make bench`; or with an older checkout of this package.

    python benchmarks/search.py
    python benchmarks/search.py --before FOLDER      # simulations per second, before and after; visits are checked

Ours searches from the first position of a four-player game, on one core: with random playouts to the end, as the rival
does, with heuristic playouts, as `plain` does, and with the nets of the game, as `search` does. The rival is
OpenSpiel's C++ information-set search on `oh_hell(players=4)`, with one random playout per simulation, from the first
decision of deals of all sizes.

Decisions are those of the simulations, in the tree and in playouts; outcomes of chance are none. The measurements are
interleaved and the best of each counts, since other work on the machine can only slow them down.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pyspiel
from rich.console import Console
from rich.table import Table

import heliopolis as hp
from benchmarks import versions
from benchmarks.rules import RIVAL, decisions_from, first_decision, save, versions_of
from heliopolis import kernel
from heliopolis.compute.growing import GrowingTree, NetTree
from heliopolis.compute.net_files import own_nets

ROUNDS = 5
SIMULATIONS = 4_000
DEALS = 12


def speed(name: str, random_playouts: bool) -> tuple[float, float]:
    """Return simulations and decisions per second of our search without a net."""
    position = hp.game(name).start(players=4, seed=1)
    tree = GrowingTree(position, position.to_act or 0, kernel.generator_from(random.Random(1)))
    tree.make_room(SIMULATIONS)
    tree.run(100, random_playouts)
    began = time.perf_counter()
    decisions = tree.run(SIMULATIONS, random_playouts)
    seconds = time.perf_counter() - began
    return SIMULATIONS / seconds, decisions / seconds


def speed_with_nets(name: str) -> float:
    """Return simulations per second of our search with the nets of a game."""
    position, nets = hp.game(name).start(players=4, seed=1), own_nets(hp.game(name))
    assert nets is not None
    tree = NetTree(position, position.to_act or 0, kernel.generator_from(random.Random(1)), nets)
    tree.make_room(SIMULATIONS)
    tree.run(100)
    began = time.perf_counter()
    tree.run(SIMULATIONS)
    return SIMULATIONS / (time.perf_counter() - began)


def rival_speed(game: Any, rng: random.Random) -> tuple[float, float]:
    """Return simulations and decisions per second of the rival; each of its simulations plays a whole deal."""
    simulations, decisions, seconds = 0, 0, 0.0
    while simulations < DEALS * SIMULATIONS:
        state = first_decision(game, rng)
        if len(state.legal_actions()) == 1:
            continue  # the rival does not search then
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
    """Return the speeds of our games and of the rival."""
    rng, rival = random.Random(1), pyspiel.load_game(RIVAL)
    best: dict[str, tuple[float, float]] = {}
    with_nets: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name in hp.games():
            for how, random_playouts in (("heuristic playouts", False), ("random playouts", True)):
                key = f"{name}, {how}"
                best[key] = max(best.get(key, (0.0, 0.0)), speed(name, random_playouts))
            if own_nets(hp.game(name)) is not None:
                with_nets[name] = max(with_nets.get(name, 0.0), speed_with_nets(name))
        best[RIVAL] = max(best.get(RIVAL, (0.0, 0.0)), rival_speed(rival, rng))
    found: dict[str, Any] = {
        key: {"simulations per second": one, "decisions per second": two, "ratio to the rival": two / best[RIVAL][1]}
        for key, (one, two) in best.items()
    }
    return found | {f"{name}, nets": {"simulations per second": speed} for name, speed in with_nets.items()}


def show(figures: dict[str, Any]) -> None:
    """Print the speeds as a table."""
    table = Table(title="Search from the first position of four players, one core", title_justify="left")
    for heading in ("", "simulations per second", "decisions per second", "ratio to the rival"):
        table.add_column(heading, justify="right" if heading else "left")
    for key, row in figures.items():
        simulations, *others = row.values()
        decisions, ratio = (f"{others[0]:,.0f}", f"{others[1]:.1f}") if others else ("", "")
        table.add_row(key, f"{simulations:,.0f}", decisions, ratio)
    Console(highlight=False).print(table)


def compare(before: Path, simulations: int, rounds: int) -> None:
    """Measure, print and save the speeds before and after."""
    found = versions.compare(before, "search", hp.games(), simulations, rounds)
    versions.show(f"Searches of {simulations} simulations, per second of processor time, 4 players", found)
    save("search-before.json", versions=versions_of(), games=found)


def main() -> None:
    """Measure, print and save all figures."""
    options = versions.parse_options("Speed of the search compared with OpenSpiel's, or with an older checkout.")
    if options.before is not None:
        compare(options.before, options.size or SIMULATIONS, options.rounds)
        return
    figures = measure()
    show(figures)
    save("search.json", versions=versions_of("open_spiel"), search=figures)


if __name__ == "__main__":
    main()
