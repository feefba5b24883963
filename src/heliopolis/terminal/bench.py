"""`heliopolis bench`: measures how fast this machine plays, in compiled code and move by move from Python."""

from __future__ import annotations

import json
import random
import time
from argparse import Namespace
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from heliopolis.compute.playouts import playouts
from heliopolis.core.cores import usable_cores
from heliopolis.core.position import Position
from heliopolis.core.registry import game
from heliopolis.core.rule_calls import RULES

REPEATS = 5  # of which the best counts, since other work on the machine can only slow it down


def best(measure: Callable[[], float]) -> float:
    """Return the best of several measurements."""
    return max(measure() for _ in range(REPEATS))


def kernel_speed(name: str, players: int, threads: int = 1, decisions: int = 6_000_000) -> float:
    """Return decisions per second of random games in compiled code, over about that many decisions."""
    games = 1 + decisions * 100 // playouts(name, players, 100, seed=1).decisions

    def once() -> float:
        played = playouts(name, players, games, seed=1, threads=threads)
        return played.decisions / played.seconds

    return best(once)


def python_speed(name: str, players: int, decisions: int = 20_000) -> float:
    """Return decisions per second of random games move by move: legal actions, a choice, the action, chance."""
    rules = game(name)
    games = 1 + decisions * 100 // playouts(name, players, 100, seed=1).decisions

    def once() -> float:
        rng, made = random.Random(1), 0
        began = time.process_time()
        for seed in range(games):
            position = rules.start(players=players, seed=seed)
            while not position.over:
                position.act(rng.choice(position.actions()))
                made += 1
            position.scores()
        return made / (time.process_time() - began)

    return best(once)


def microseconds(call: Callable[[], Any], number: int = 2000) -> float:
    """Return the microseconds of one call."""

    def once() -> float:
        began = time.perf_counter()
        for _ in range(number):
            call()
        return number / (time.perf_counter() - began)

    return 1e6 / best(once)


def midgame_position(name: str, players: int) -> Position:
    """Return a position some way into a random game."""
    rng = random.Random(1)
    position = game(name).start(players=players, seed=7)
    for _ in range(60):
        position.act(rng.choice(position.actions()))
    return position


def call_times(name: str, players: int) -> dict[str, float]:
    """Return the microseconds of the calls that programs make most often."""
    position = midgame_position(name, players)
    data, out = position.to_json(), np.zeros(position.game.observation_size, np.float32)
    return {
        "copy": microseconds(position.copy),
        "to_json": microseconds(position.to_json),
        "from_json": microseconds(lambda: position.game.from_json(data), 500),
        "view": microseconds(lambda: position.view(0), 500),
        "observe": microseconds(lambda: position.observe(0, out)),
    }


def measure(name: str, players: int = 4) -> dict[str, Any]:
    """Return all figures of a game."""
    RULES.compile(game(name))
    cores = usable_cores()
    return {
        "game": name,
        "players": players,
        "bytes": game(name).dtype.itemsize,
        "kernel, 1 thread": kernel_speed(name, players),
        f"kernel, {cores} threads": kernel_speed(name, players, cores, 6_000_000 * cores),
        "move by move": python_speed(name, players),
        "microseconds": call_times(name, players),
    }


def run(arguments: Namespace) -> None:
    """Measure a game and print the figures."""
    name = arguments.game
    figures = measure(name)
    if arguments.json:
        print(json.dumps(figures))
        return
    table = Table(title=f"{game(name).title}, {figures['players']} players, random play", title_justify="left")
    table.add_column("measurement")
    table.add_column("result", justify="right")
    for what, value in figures.items():
        if isinstance(value, float):
            table.add_row(what, f"{value:,.0f} decisions per second")
    table.add_row("size of a position", f"{figures['bytes']} bytes")
    for what, value in figures["microseconds"].items():
        table.add_row(what, f"{value:.1f} µs")
    Console().print(table)
