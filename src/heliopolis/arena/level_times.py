"""How long the levels think: the mean over positions of games, in processor time of one thread."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from heliopolis.bots import bot, compile_bots, levels
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.position import Position
from heliopolis.core.registry import game

PUBLISHED = Path(__file__).parent / "ladders" / "times.json"
SEED = "times"
PLAYERS = 4
EVERY = 5  # decisions of a game between two positions


@dataclass(frozen=True)
class LevelTime:
    """The mean time that a level thinks about a move."""

    game: str
    level: str
    milliseconds: float


def sample_positions(name: str) -> Iterator[Position]:
    """Yield positions with a choice from games of `greedy`, as the seat to act may know them."""
    rng, player = random.Random(SEED), bot("greedy")
    number = 0
    while True:
        p = game(name).start(players=PLAYERS, seed=rng.random().hex())
        while p.to_act is not None:
            seen = p.imagine(p.to_act, rng)
            if len(p.actions()) > 1:
                number += 1
                if number % EVERY == 0:
                    yield seen
            p.play(player.choose(seen, rng))


def measure_times(name: str, number: int, progress: Callable[[int], object] | None = None) -> list[LevelTime]:
    """Let every level of a game decide in so many positions, one thread each, and return its mean time."""
    compile_bots([level.name for level in levels(name)], game(name))
    positions = list(islice(sample_positions(name), number))
    return [LevelTime(name, level.name, _mean_milliseconds(level.name, positions, progress)) for level in levels(name)]


def _mean_milliseconds(level: str, positions: Sequence[Position], progress: Callable[[int], object] | None) -> float:
    player, rng = bot(level, threads=1), random.Random(SEED)
    player.choose(positions[0], rng)  # what is loaded at the first move does not count
    began = time.process_time()
    for position in positions:
        player.choose(position, rng)
        if progress is not None:
            progress(1)
    return round(1000 * (time.process_time() - began) / len(positions), 2)


def published_times() -> list[LevelTime]:
    """Return the published times of all games."""
    rows = json.loads(PUBLISHED.read_text(encoding="utf-8")) if PUBLISHED.exists() else []
    return [LevelTime(**row) for row in rows]


def publish_times(times: Sequence[LevelTime]) -> None:
    """Write the times of a game for the page of the ladder, in place of older ones."""
    kept = [one for one in published_times() if one.game not in {new.game for new in times}]
    text = json.dumps([asdict(one) for one in (*kept, *times)], indent=1) + "\n"
    try:
        PUBLISHED.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HeliopolisError(f"The times cannot be written: {error.strerror}.") from None
