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
    """Every position of one game, the last included; decisions are sensible or random, so that games get everywhere."""
    rng = random.Random(seed)
    position = hp.game(name).start(players=players, seed=seed)
    while not position.over:
        yield position
        position = position.copy()
        position.play(position.suggest(rng) if rng.random() < sensible else rng.choice(position.legal()))
    yield position


def last(name: str, players: int, seed: int) -> hp.Position:
    *_, position = walk(name, players, seed)
    return position
