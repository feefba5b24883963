"""`heliopolis replay`: step through the record of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from heliopolis.core.errors import InvalidRecord
from heliopolis.core.position import Position
from heliopolis.core.record import Record
from heliopolis.kernel import CHANCE

HELP = "Enter: next move, b: back, a number: go to that move, l: list of moves, q: quit."


def run(file: Path) -> None:
    try:
        record = Record.from_text(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidRecord(f"{str(file)!r} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidRecord(f"{str(file)!r} is not a text file.") from None
    record.replay()
    Reader(record).read(input if sys.stdin.isatty() else None)


class Reader:
    """A finished or unfinished game, and the page it is open at."""

    def __init__(self, record: Record) -> None:
        steps = list(record.steps())
        self.pages: list[Position] = [record.start_position(), *(position for _, _, position in steps)]
        self.board = self.pages[0].game.board
        names = record.seats or tuple(f"seat {seat}" for seat in range(self.pages[0].players))
        self.names = list(names)
        actors = ["chance" if seat == CHANCE else names[seat] for seat, _, _ in steps]
        self.lines = [
            f"{move} came" if actor == "chance" else self.board.tell(actor, move)
            for actor, move in zip(actors, record.moves, strict=True)
        ]
        self.console = Console(highlight=False)

    def read(self, ask: Callable[[str], str] | None) -> None:
        """Page by page for a person; all moves and the last page where nobody can answer."""
        if ask is None:
            self.list_moves()
            self.show(len(self.lines))
            return
        self.console.print(HELP)
        page = 0
        self.show(page)
        while True:
            try:
                answer = ask("replay> ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                return
            if answer == "q":
                return
            if answer == "l":
                self.list_moves()
                continue
            if answer not in ("", "b") and not (answer.isdecimal() and len(answer) < 9):
                self.console.print(HELP)
                continue
            page = page + 1 if answer == "" else page - 1 if answer == "b" else int(answer)
            page = max(0, min(page, len(self.lines)))
            self.show(page)

    def list_moves(self) -> None:
        for number, line in enumerate(self.lines, 1):
            self.console.print(f"{number:>4}  {line}", markup=False)

    def show(self, page: int) -> None:
        done = f"{page} of {len(self.lines)}: {self.lines[page - 1]}" if page else f"{len(self.lines)} moves"
        self.console.print(f"\n{done}", style="bold", markup=False)
        self.console.print(self.board.board(self.pages[page].view(None), self.names))
