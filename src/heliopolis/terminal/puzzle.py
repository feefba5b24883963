"""`heliopolis puzzle`: a decision to solve, and what its moves are worth."""

from __future__ import annotations

import json
import random
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime

from rich.table import Table

from heliopolis.core.checks import JSON
from heliopolis.core.errors import UnknownName
from heliopolis.puzzles.puzzle import Puzzle
from heliopolis.puzzles.shipped import find_puzzle, of_the_day, puzzles
from heliopolis.puzzles.solving import PuzzleAnswer, answer
from heliopolis.puzzles.themes import THEMES_OF
from heliopolis.terminal.seat_names import narrator_for
from heliopolis.terminal.table import PlayerQuit, TerminalTable
from heliopolis.text.catalogues import language_of_locale

OPPONENTS = "expert"  # the level that played the games


class TerminalPuzzle(TerminalTable):
    """A puzzle in the terminal, seen by the seat that decides."""

    def __init__(self, asked: Puzzle, language: str) -> None:
        seats = [None if seat == asked.seat else OPPONENTS for seat in range(asked.players)]
        super().__init__(asked.start(), narrator_for(seats, language))
        self.puzzle = asked

    def show_question(self) -> None:
        """Print what the puzzle is about, and the table."""
        one, all_of_them = self.puzzle, puzzles(self.puzzle.game)
        facts = {"game": self.narrator.game_title(one.rules()), "id": one.id, "difficulty": one.difficulty}
        theme = self.narrator.text(f"puzzle.theme.{one.theme}")
        number = all_of_them.index(one) + 1
        title = self.narrator.text("terminal.puzzle_title", **facts, theme=theme, number=number, all=len(all_of_them))
        self.console.print(title, style="bold", markup=False)
        self.show(one.seat)

    def solve(self, ask: Callable[[str], str], move: str | None) -> None:
        """Show the question, ask for a move unless it is given, and print what became of it."""
        self.show_question()
        self.show_answer(answer(self.puzzle, move or self.ask_move(self.puzzle.seat, ask)))

    def show_answer(self, found: PuzzleAnswer) -> None:
        """Print whether the move was right, what all moves are worth, and why."""
        self.console.print(f"\n{self.verdict(found)}", style="green" if found.right else "red", markup=False)
        for message in found.why:
            self.console.print(self.narrator.render(message), markup=False)
        self.console.print(self.options(found))

    def verdict(self, found: PuzzleAnswer) -> str:
        """Return in one sentence whether the move was right."""
        chances = {option.move: f"{100 * option.win[self.puzzle.seat]:.0f} %" for option in found.options}
        best, tried = self.puzzle.best.move, found.move
        key = "right" if tried == best else "right_too" if found.right else "wrong"
        moves = {"move": self.words(tried), "best": self.words(best)}
        return self.narrator.text(f"puzzle.{key}", **moves, chance=chances[tried], better=chances[best])

    def options(self, found: PuzzleAnswer) -> Table:
        """Return all moves with the chance of winning and the points that they lead to."""
        table, seat = Table(box=None, pad_edge=False), self.puzzle.seat
        for key in ("move", "wins", "points"):
            header = self.narrator.text(f"terminal.puzzle_{key}")
            table.add_column(header, justify="left" if key == "move" else "right")
        for option in found.options:
            style = "bold" if option.move == found.move else ""
            chance, points = f"{100 * option.win[seat]:.0f} %", f"{option.points[seat]:.0f}"
            table.add_row(self.words(option.move), chance, points, style=style)
        return table

    def words(self, move: str) -> str:
        """Return a move in words."""
        return self.narrator.option(self.position.game, move)


def run(arguments: Namespace) -> None:
    """Show a puzzle and ask for its solution; for programs, print the question, or the answer to a move."""
    asked = choose(arguments)
    if arguments.json:
        print(json.dumps(question(asked) if arguments.answer is None else verdict(asked, arguments.answer)))
        return
    shown = TerminalPuzzle(asked, arguments.language or language_of_locale())
    try:
        shown.solve(input, arguments.answer)
    except (PlayerQuit, EOFError, KeyboardInterrupt):
        shown.console.print(f"\n{shown.narrator.text('terminal.puzzle_left')}", markup=False)


def choose(arguments: Namespace) -> Puzzle:
    """Return the puzzle that was asked for: by its id or number, a random one of a theme or difficulty, or today's."""
    if arguments.id is not None:
        return find_puzzle(arguments.game, arguments.id)
    if arguments.number is not None:
        return _numbered(arguments.game, arguments.number)
    if arguments.theme is None and arguments.difficulty is None:
        return of_the_day(arguments.game, datetime.now(UTC).date())
    found = puzzles(arguments.game, arguments.theme, arguments.difficulty)
    if not found:
        themes = ", ".join(THEMES_OF.get(arguments.game, ()))
        raise UnknownName(f"There is no such puzzle of {arguments.game}; its themes are {themes}.")
    return random.choice(found)


def _numbered(name: str, number: int) -> Puzzle:
    found = puzzles(name)
    if number > len(found):
        raise UnknownName(f"There is no puzzle {number} of {name}; there are {len(found)}.")
    return found[number - 1]


def question(asked: Puzzle) -> JSON:
    """Return a puzzle for programs, without its solution."""
    facts = {"game": asked.game, "id": asked.id, "theme": asked.theme, "difficulty": asked.difficulty}
    return {**facts, "seat": asked.seat, "players": asked.players, "position": asked.start().view(asked.seat)}


def verdict(asked: Puzzle, move: str) -> JSON:
    """Return for programs what became of a move."""
    found = answer(asked, move)
    options = [asdict(option) for option in found.options]
    return {**asdict(found), "best": asked.best.move, "options": options}
