"""Random games of Ra beside the same games in plain C, in one run: `make bench`.

`ra.c` is built by `cc` if there is one. It plays game for game what the kernel plays, which is checked first; then both
are measured in turns, in processor time of one core, and the best of each counts.
"""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

import heliopolis as hp
from benchmarks.rules import machine, versions_of
from heliopolis.kernel import seed_key

SOURCE = Path(__file__).parent / "ra.c"
RESULTS = Path(__file__).parent / "results"
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
GAMES, ROUNDS = 40_000, 8


def build(compiler: str, folder: str) -> ctypes.CDLL:
    """Compile the reference and load it."""
    library = f"{folder}/ra.so"
    subprocess.run([compiler, *FLAGS, "-o", library, str(SOURCE)], check=True)
    return ctypes.CDLL(library)


def in_c(reference: ctypes.CDLL, players: int, games: int, seed: int) -> tuple[list[NDArray[np.int32]], float]:
    """Play random games in C; return scores, winners and numbers of decisions, and the processor time."""
    shapes = ((games, players), (games,), (games,))
    results = [np.zeros(shape, np.int32) for shape in shapes]
    pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in results]
    began = time.process_time()
    reference.playouts(players, games, ctypes.c_int64(0), ctypes.c_int64(seed_key(seed)), *pointers)
    return results, time.process_time() - began


def check_same_games(reference: ctypes.CDLL) -> None:
    """Raise if a game in C differs from the game of the kernel, for any number of players."""
    for players in range(2, 6):
        (scores, wins, decisions), _ = in_c(reference, players, 5_000, 1)
        ours = hp.playouts("ra", players=players, games=5_000, seed=1)
        pairs = ((scores, ours.scores), (wins, ours.wins), (decisions, ours.decisions_per_game))
        assert all(np.array_equal(*pair) for pair in pairs), f"{players} players: games differ"


def measure(reference: ctypes.CDLL) -> dict[str, float]:
    """Return decisions per second of both, and their ratio, for four players."""
    best = {"kernel": 0.0, "C": 0.0}
    for _ in range(ROUNDS):
        (_, _, decisions), seconds = in_c(reference, 4, GAMES, 1)
        best["C"] = max(best["C"], decisions.sum() / seconds)
        began = time.process_time()
        played = hp.playouts("ra", players=4, games=GAMES, seed=1)
        best["kernel"] = max(best["kernel"], played.decisions / (time.process_time() - began))
    return {
        "kernel, decisions per second": best["kernel"],
        "C, decisions per second": best["C"],
        "ratio": best["kernel"] / best["C"],
    }


def main() -> None:
    """Compare, print and write the figures; without a C compiler say so."""
    console = Console(highlight=False)
    compiler = shutil.which("cc")
    if compiler is None:
        console.print("There is no C compiler here: the comparison with C is left out.")
        return
    with TemporaryDirectory() as folder:
        reference = build(compiler, folder)
        check_same_games(reference)
        found = measure(reference)
    console.print(f"Ra, 4 players, random games: {found['kernel, decisions per second'] / 1e6:.1f} million decisions")
    console.print(f"per second in the kernel, {found['C, decisions per second'] / 1e6:.1f} in C: {found['ratio']:.2f}")
    compiled_by = subprocess.run([compiler, "--version"], check=True, capture_output=True, text=True).stdout
    results = {
        "machine": machine(),
        "versions": versions_of() | {"cc": compiled_by.splitlines()[0], "flags": " ".join(FLAGS)},
        "Ra": found,
    }
    (RESULTS / "c_reference.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
