"""Chooses the puzzles that are published: as many themes and difficulties as were found, evenly, and no two alike."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from heliopolis.puzzles.puzzle import Puzzle

DEFAULT_NUMBER = 240


def select(found: Iterable[Puzzle], number: int) -> list[Puzzle]:
    """Return so many puzzles, or all if there are fewer, always the rarest kind first; then in a mixed order."""
    left = {one.id: one for one in found}
    chosen: list[Puzzle] = []
    themes: Counter[str] = Counter()
    difficulties: Counter[int] = Counter()
    players: Counter[int] = Counter()
    while left and len(chosen) < number:
        best = min(
            left.values(),
            key=lambda one: (
                2 * themes[one.theme] + difficulties[one.difficulty] + players[one.players],
                -len(one.missed),
                one.id,
            ),
        )
        chosen.append(left.pop(best.id))
        themes[best.theme] += 1
        difficulties[best.difficulty] += 1
        players[best.players] += 1
    random.Random("order of the puzzles").shuffle(chosen)
    return chosen


def write(puzzles: Iterable[Puzzle], file: Path) -> None:
    """Write the file of a game's puzzles, one per line."""
    lines = (json.dumps(one.to_json(), separators=(",", ":")) for one in puzzles)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
