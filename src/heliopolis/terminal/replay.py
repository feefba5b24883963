"""`heliopolis replay`: step through the record of a game."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from heliopolis.core.checks import JSON
from heliopolis.core.errors import InvalidRecord
from heliopolis.core.position import Position
from heliopolis.core.record import Record
from heliopolis.terminal.seat_names import narrator_of_record, narrator_of_seats
from heliopolis.text.catalogues import language_of_locale
from heliopolis.text.narration import log_entry
from heliopolis.text.plain_board import board_of


def run(arguments: Namespace) -> None:
    """Let a person step through a record; print it where nobody can answer."""
    record = read_record(arguments.file)
    record.replay()
    reader = RecordReader(record, arguments.language or language_of_locale())
    reader.read(input if sys.stdin.isatty() else None)


def read_record(file: Path) -> Record:
    """Return the record in a file."""
    return Record.from_text(read_text(file))


def read_text(file: Path) -> str:
    """Return what is in the file of a record."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidRecord(f"{str(file)!r} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidRecord(f"{str(file)!r} is not a text file.") from None


class RecordReader:
    """A finished or unfinished game, position by position."""

    def __init__(self, record: Record, language: str) -> None:
        start = record.start_position()
        self.game = start.game
        self.board = board_of(self.game)
        seats = record.seats
        self.narrator = narrator_of_record(seats, language) if seats else narrator_of_seats(start.players, language)
        self.positions: list[Position] = [start]
        self.moves: list[list[str]] = []  # what is said of each
        for seat, move, outcomes, messages, after in record.story():
            self.positions.append(after)
            entry = log_entry(seat, move, outcomes, messages)
            events = self.narrator.events(self.game, entry, None)
            self.moves.append(events or [self.narrator.plain_line(self.game, entry, None)])
        self.console = Console(highlight=False)

    def read(self, ask: Callable[[str], str] | None) -> None:
        """Go where the person wants; print all moves and the last position where nobody can answer."""
        last = len(self.moves)
        if ask is None:
            self.list_moves()
            self.show(last)
            return
        self.show_help()
        at = 0
        self.show(at)
        while True:
            try:
                answer = ask("> ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                return
            if answer == "q":
                return
            if answer == "l":
                self.list_moves()
            elif answer in ("", "b") or (answer.isdecimal() and len(answer) < 9):
                at = at + 1 if answer == "" else at - 1 if answer == "b" else int(answer)
                at = max(0, min(at, last))
                self.show(at)
            else:
                self.show_help()

    def show_help(self) -> None:
        self.console.print(self.narrator.text("terminal.replay_help"), markup=False)

    def list_moves(self) -> None:
        """Print every move with its number."""
        for number, lines in enumerate(self.moves, 1):
            for line, mark in zip(lines, [f"{number:>4}", *["    "] * len(lines)], strict=False):
                self.console.print(f"{mark}  {line}", markup=False)

    def show(self, at: int) -> None:
        """Print the position after so many moves, and what the last of them led to."""
        title = self.narrator.text("terminal.replay_moves", number=len(self.moves))
        if at:
            title = self.narrator.text("site.replay_at", number=at, all=len(self.moves))
            title += ": " + "; ".join(self.moves[at - 1])
        self.console.print(f"\n{title}", style="bold", markup=False)
        previous = self.positions[at - 1].view(None) if at else None
        self.console.print(self.draw(self.positions[at].view(None), previous))

    def draw(self, view: JSON, previous: JSON | None) -> object:
        return self.board.board(view, self.narrator.names, self.narrator.language, previous)
