"""One table in the terminal: shows it to a person, lists the legal moves, and asks for one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from heliopolis.core.checks import JSON
from heliopolis.core.errors import IllegalMove
from heliopolis.core.position import Position
from heliopolis.text.narration import Narrator
from heliopolis.text.plain_board import board_of

MAX_LISTED = 16  # moves listed one below the other; of more, those of equal length stand in columns
MAX_NEWS = 16  # lines of the log shown between two turns of a person
HELP = ("terminal.help", "terminal.help_board", "terminal.help_log", "terminal.help_pile", "terminal.help_quit")


class PlayerQuit(Exception):
    """Raised when a person leaves the table."""


class TerminalTable:
    """A position in the terminal, and what has happened there."""

    def __init__(self, position: Position, narrator: Narrator) -> None:
        self.position, self.narrator = position, narrator
        self.board = board_of(position.game)
        self.log: list[JSON] = []  # moves, and lines about the table itself
        self.read: dict[int | None, int] = {}  # how many of them a viewer has read
        self.last_view: JSON | None = None  # that was on the screen
        self.console = Console(highlight=False)

    @property
    def names(self) -> list[str]:
        return list(self.narrator.names)

    # ---- what is shown -----------------------------------------------------------------------------------------------

    def lines(self, entries: list[JSON], viewer: int | None) -> list[str]:
        """Return entries of the log as a viewer may read them."""
        lines = []
        for entry in entries:
            if "line" in entry:
                lines.append(entry["line"])
            else:
                lines += self.narrator.events(self.position.game, entry, viewer)
        return lines

    def show(self, viewer: int | None) -> None:
        """Print what happened since the viewer last looked, and the table; where nothing is secret all look at once."""
        reader = viewer if self.position.game.secrets else None
        news = self.lines(self.log[self.read.get(reader, 0) :], viewer)
        self.console.print()
        if len(news) > MAX_NEWS:
            earlier = self.narrator.text("terminal.earlier", number=len(news) - MAX_NEWS)
            self.console.print(earlier, style="dim", markup=False)
        for line in news[-MAX_NEWS:]:
            self.console.print(f"• {line}", markup=False)
        view = self.position.view(viewer)
        self.console.print(self.board.board(view, self.names, self.narrator.language, self.last_view))
        self.read[reader], self.last_view = len(self.log), view

    def show_options(self, legal: list[str]) -> None:
        """List the legal moves: a number, the text to type, and the move in words."""
        words = [Text(self.narrator.option(self.position.game, move), style="dim") for move in legal]
        options = [
            (Text(f"{number:>3}", style="bold"), *option)
            for number, option in enumerate(zip(legal, words, strict=True), 1)
        ]
        if len(legal) > MAX_LISTED:
            for _, alike in groupby(options, key=lambda option: len(option[1].split())):
                columns = [Text.assemble(number, f" {move}  ", words) for number, move, words in alike]
                self.console.print(Columns(columns, padding=(0, 2)))
            return
        grid = Table.grid(padding=(0, 2))
        for option in options:
            grid.add_row(*option)
        self.console.print(grid)

    def show_help(self) -> None:
        for key in HELP:
            self.console.print(self.narrator.text(key), markup=False)

    # ---- what is typed -----------------------------------------------------------------------------------------------

    def ask_move(self, seat: int, ask: Callable[[str], str]) -> str:
        """Ask until the answer is a legal move."""
        legal = self.position.legal()
        self.show_options(legal)
        numbers = [str(number) for number in range(1, len(legal) + 1)]
        while True:
            answer = ask(f"{self.names[seat]}> ").strip().lower()
            if answer in numbers:
                return legal[numbers.index(answer)]
            if self.is_legal(answer):
                return answer
            self.run_command(answer, seat, legal)

    def is_legal(self, move: str) -> bool:
        """Return whether a move can be made; phrases that are not listed can be legal too."""
        try:
            self.position.copy().play(move)
        except IllegalMove:
            return False
        return True

    def run_command(self, answer: str, seat: int, legal: list[str]) -> None:
        """Do what a letter stands for, or say that the answer is no move."""
        if answer == "q":
            raise PlayerQuit
        if answer == "b":
            self.show(seat)
        elif answer == "l":
            lines = self.lines(self.log, seat) or [self.narrator.text("terminal.nothing_yet")]
            self.console.print("\n".join(lines), markup=False)
        elif answer == "p":
            self.console.print(self.board.supply(self.position.view(seat), self.narrator.language))
        elif answer == "?":
            self.show_help()
        else:
            moves = ", ".join(legal[:MAX_LISTED]) + (", …" if len(legal) > MAX_LISTED else "")
            refusal = self.narrator.text("terminal.not_a_move", answer=answer[:60], moves=moves)
            self.console.print(refusal, style="red", markup=False)
