"""Compile the rules of all games, each in a process of its own, before several workers need them at the same time."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor

import heliopolis as hp
from heliopolis.compute.compiled import compile_all, is_compiled


def warm(name: str) -> None:
    """Compile the rules and the search of one game."""
    compile_all(hp.game(name))


def main() -> None:
    cold = [name for name in hp.games() if not is_compiled(hp.game(name))]
    if cold:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(warm, cold))


if __name__ == "__main__":
    main()
