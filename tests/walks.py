"""Ways through games that tests share."""

from __future__ import annotations

import random
from collections.abc import Iterator

import heliopolis as hp

TABLES = [
    (name, players)
    for name in hp.games()
    for players in range(hp.game(name).min_players, hp.game(name).max_players + 1)
]


def walk(name: str, players: int, seed: int, sensible: float = 0.5) -> Iterator[hp.Position]:
    """Every position of one game, the last included; moves are sensible or random, so that games get everywhere."""
    rng = random.Random(seed)
    position = hp.game(name).start(players=players, seed=seed)
    while not position.over:
        yield position
        position = position.copy()
        if rng.random() < sensible:
            position.play(position.suggest(rng))
        else:
            play_randomly(position, rng)
    yield position


def play_randomly(position: hp.Position, rng: random.Random) -> None:
    """A random move, decision by decision where it takes several."""
    position.act(rng.choice(position.actions()))
    while position.unfinished:
        position.act(rng.choice(position.actions()))


def visit(name: str, players: int, seed: int) -> Iterator[hp.Position]:
    """The positions of a walk, or of a long game some of them: for checks that take their time."""
    every = 29 if hp.game(name).composed else 1
    for number, position in enumerate(walk(name, players, seed)):
        if number % every == 0 or position.over:
            yield position


def last(name: str, players: int, seed: int) -> hp.Position:
    *_, position = walk(name, players, seed)
    return position
