"""Draw the pictures of the documentation anew: `make pictures`."""

from __future__ import annotations

import random
import re
from pathlib import Path

from rich.console import Console

import heliopolis as hp

FOLDER = Path(__file__).parent
FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # a picture loads nothing from anywhere


def middle(name: str, players: int, seed: int, moves: int) -> hp.Position:
    """A position in the middle of a game between sensible players."""
    rng = random.Random(seed)
    position = hp.game(name).start(players=players, seed=seed)
    for _ in range(moves):
        position.play(position.suggest(rng))
    return position


def terminal(name: str, players: int, seed: int, moves: int) -> None:
    """A table as the terminal shows it."""
    position = middle(name, players, seed, moves)
    with Path("/dev/null").open("w") as nowhere:
        console = Console(record=True, width=92, file=nowhere, force_terminal=True)
        names = ["You", *(f"greedy {seat + 1}" for seat in range(1, players))]
        console.print(hp.game(name).board.board(position.view(0), names, "en"))
        picture = console.export_svg(title=f"heliopolis play {name}", unique_id=name)
    (FOLDER / f"{name}.svg").write_text(FONT_FACES.sub("", picture), encoding="utf-8")


if __name__ == "__main__":
    terminal("ra", players=4, seed=187, moves=190)
    terminal("priests", players=3, seed=5, moves=120)
    terminal("respublica", players=4, seed=3, moves=130)
    (FOLDER / "position.svg").write_text(middle("ra", players=4, seed=187, moves=190).svg() + "\n", encoding="utf-8")
