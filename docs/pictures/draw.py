"""Draw the pictures of the documentation anew: `make pictures`."""

from __future__ import annotations

import random
import re
from pathlib import Path

from rich.console import Console

import heliopolis as hp
from heliopolis.text.picture import EDGE, INK, INSET, MUTED, SURFACE, Picture

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
        names = ["you", *(f"greedy {seat + 1}" for seat in range(1, players))]
        console.print(hp.game(name).board.board(position.view(0), names))
        picture = console.export_svg(title=f"heliopolis play {name}", unique_id=name)
    (FOLDER / f"{name}.svg").write_text(FONT_FACES.sub("", picture), encoding="utf-8")


COLUMNS = ("browser", "server", "rules and database")
WAY = (  # column, what happens there
    (0, "1", "click: bid 13", "ActionPanel"),
    (0, "2", "send, with a request id", "liveTable"),
    (1, "3", "check the request", "http/guard"),
    (1, "4", "who asks? which command?", "http/table_actions"),
    (1, "5", "lock the table's room", "runtime/rooms"),
    (1, "6", "may this seat decide?", "domain/commands"),
    (2, "7", "play the move, once", "games/ra/rules"),
    (2, "8", "events become messages", "games/ra/story"),
    (2, "9", "commit the entry", "storage/store"),
    (1, "10", "acknowledge; wake listeners", "runtime/rooms"),
    (1, "11", "an update for each seat", "domain/presenters"),
    (0, "12", "show it, pieces travel", "liveTable, animation"),
    (0, "13", "messages become sentences", "logLines"),
)
BOX_WIDTH, BOX_HEIGHT, GAP = 320, 46, 12


def way_of_a_move() -> Picture:
    """Draw the way of a move through browser, server and rules, from top to bottom."""
    width = len(COLUMNS) * (BOX_WIDTH + 2 * GAP)
    picture = Picture(width, 60 + len(WAY) * (BOX_HEIGHT + GAP), "The way of a move through browser, server and rules")
    for column, title in enumerate(COLUMNS):
        x = column * (BOX_WIDTH + 2 * GAP) + GAP
        picture.box(x, 48, BOX_WIDTH, len(WAY) * (BOX_HEIGHT + GAP), INSET)
        picture.text(x + BOX_WIDTH / 2, 32, title, 18, at="middle", bold=True)
    for row, (column, number, what, where) in enumerate(WAY):
        x, y = column * (BOX_WIDTH + 2 * GAP) + 2 * GAP, 54 + row * (BOX_HEIGHT + GAP)
        picture.box(x, y, BOX_WIDTH - 2 * GAP, BOX_HEIGHT, SURFACE, line=EDGE)
        picture.circle(x + 22, y + BOX_HEIGHT / 2, 14, INK)
        picture.text(x + 22, y + BOX_HEIGHT / 2 + 5, number, 14, SURFACE, at="middle", bold=True)
        picture.text(x + 46, y + 19, what, 15, bold=True)
        picture.text(x + 46, y + 37, where, 13, MUTED)
        if row:
            connect(picture, WAY[row - 1][0], column, y)
    return picture


def connect(picture: Picture, before: int, after: int, y: float) -> None:
    """Draw the line from the box above to the box that begins at `y`."""
    centres = [column * (BOX_WIDTH + 2 * GAP) + GAP + BOX_WIDTH / 2 for column in (before, after)]
    if before == after:
        picture.box(centres[0] - 1, y - GAP, 2, GAP, EDGE, 0)
    else:
        left, right = sorted(centres)
        picture.box(left, y - GAP / 2 - 1, right - left, 2, EDGE, 0)
        picture.box(centres[0] - 1, y - GAP, 2, GAP / 2, EDGE, 0)
        picture.box(centres[1] - 1, y - GAP / 2, 2, GAP / 2, EDGE, 0)


if __name__ == "__main__":
    (FOLDER / "way-of-a-move.svg").write_text(f"{way_of_a_move()}\n", encoding="utf-8")
    terminal("ra", players=4, seed=187, moves=190)
    terminal("priests", players=3, seed=5, moves=120)
    terminal("respublica", players=4, seed=3, moves=130)
    (FOLDER / "position.svg").write_text(middle("ra", players=4, seed=187, moves=190).svg() + "\n", encoding="utf-8")
