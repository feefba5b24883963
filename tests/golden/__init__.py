"""Golden games: one annotated game for each game and number of players, written anew and compared by the tests.

`make golden` writes them, after a change of the rules that is meant.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from pathlib import Path

import heliopolis as hp
from tests.walks import TABLES

FOLDER = Path(__file__).parent
SEEDS = {("ra", 2): 93, ("ra", 3): 213, ("ra", 4): 43, ("ra", 5): 155}  # games of Ra with gods and all disasters


def path(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.txt"


def play(name: str, players: int) -> Iterator[str]:
    """A record with comments: what was legal, what was scored, what everybody saw. Half the decisions are random."""
    seed = SEEDS.get((name, players), players)
    rng = random.Random(seed)
    position = hp.game(name).start(players=players, seed=seed)
    notes: dict[int, list[str]] = {}
    while not position.over:
        number = len(notes)
        legal = position.legal()
        shown = ", ".join(legal) if len(legal) < 20 else f"{len(legal)} moves, {zlib.crc32(repr(legal).encode()):08x}"
        notes[number] = [f"# may: {shown}"]
        if number % 25 == 0:
            notes[number] += [f"# {json.dumps(position.to_json())}", f"# seen {seen(position)}"]
        position.play(position.suggest(rng) if rng.random() < 0.5 else rng.choice(legal))
    headers, _, moves = position.record.to_text().partition("\n\n")
    yield from (*headers.splitlines(), "")
    for number, line in enumerate(moves.splitlines()):
        yield from notes.get(number, [])
        yield line
    yield f"# {json.dumps(position.to_json())}"
    yield f"# won by {position.winners()}, seen {seen(position)}"


def seen(position: hp.Position) -> str:
    """A fingerprint of all seats' observations."""
    prints = (zlib.crc32(position.observe(seat).tobytes()) for seat in range(position.players))
    return " ".join(f"{print_:08x}" for print_ in prints)


def write_all() -> None:
    for name, players in TABLES:
        path(name, players).write_text("\n".join(play(name, players)) + "\n", encoding="utf-8")
