"""`heliopolis play`: people against bots, or around one keyboard."""

from __future__ import annotations

import random
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from heliopolis.bots import Bot, bot, check_plays, load_bots, pieces_for
from heliopolis.bots.greedy import Greedy
from heliopolis.bots.plugins import BotFile, one_line
from heliopolis.compute.compiled import compiled_meanwhile
from heliopolis.core.checks import JSON
from heliopolis.core.errors import IllegalMove, InvalidSetup
from heliopolis.core.position import Position
from heliopolis.core.registry import game
from heliopolis.terminal.levels import show_levels
from heliopolis.terminal.seat_names import names_for_record, narrator_for
from heliopolis.text.catalogues import format_message, language_of_locale
from heliopolis.text.narration import log_entry
from heliopolis.text.plain_board import board_of

DEFAULT_PLAYERS = 4
MAX_LISTED = 16  # moves listed one below the other; of more, those of equal length stand in columns
MAX_NEWS = 16  # lines of the log shown between two turns of a person
HELP = ("terminal.help", "terminal.help_board", "terminal.help_log", "terminal.help_pile", "terminal.help_quit")


class PlayerQuit(Exception):
    """Raised when a person leaves the table."""


class TerminalGame:
    """One game in the terminal: who sits where, what has happened, and the file of its record."""

    def __init__(
        self, name: str, players: int, seed: int | str | None, bots: list[str], file: Path | None, language: str
    ) -> None:
        rules = game(name)
        rules.check_players(players)
        if len(bots) > players:
            raise InvalidSetup(f"{len(bots)} bots do not fit at a table for {players}.")
        self.seated: list[Bot | None] = [None] * (players - len(bots)) + [bot(spec) for spec in bots]
        self.narrator = narrator_for([None if one is None else one.name for one in self.seated], language)
        self.position = rules.start(players=players, seed=seed)
        self.board = board_of(rules)
        self.rng = random.Random(seed)
        self.log: list[JSON] = []  # moves, and lines about the table itself
        self.read: dict[int | None, int] = {}  # how many of them a viewer has read
        self.last_view: JSON | None = None  # that was on the screen
        self.file = file
        self.console = Console(highlight=False)

    @property
    def names(self) -> list[str]:
        return list(self.narrator.names)

    # ---- the course of the game --------------------------------------------------------------------------------------

    def play(self, ask: Callable[[str], str]) -> None:
        """Play to the end; `ask` reads an answer of a person."""
        while (seat := self.position.to_act) is not None:
            seated = self.seated[seat]
            if seated is not None:
                move = self.ask_bot(seat, seated)
            else:
                if self.position.game.secrets and self.narrator.you is None:
                    self.hide(seat, ask)
                self.show(seat)
                move = self.ask_move(seat, ask)
            self.make(seat, move)
        self.show(self.narrator.you)
        self.show_result()

    def hide(self, seat: int, ask: Callable[[str], str]) -> None:
        """Clear the screen of the last player's hand before the next one looks."""
        self.console.clear()
        ask(f"{self.narrator.text('terminal.pass_keyboard', name=self.names[seat])}> ")

    def ask_bot(self, seat: int, seated: Bot) -> str:
        """Return the move of a bot; if the bot fails, greedy plays in its seat from then on."""
        try:
            move = seated.choose(self.position.imagine(seat, self.rng), self.rng)
            self.position.copy().play(move)
        except Exception as error:
            failure = self.narrator.text("terminal.bot_failed", name=self.names[seat], error=one_line(error))
            self.log.append({"line": failure})
            self.seated[seat] = Greedy()
            return Greedy().choose(self.position.imagine(seat, self.rng), self.rng)
        return move

    def make(self, seat: int, move: str) -> None:
        """Play a move, log it, and save the record."""
        before = self.position.to_json()
        self.position.play(move)
        record = self.position.record
        last_move = replace(record, start=before, moves=record.moves[-1:], result=None)
        _, move, outcomes, messages, _ = next(last_move.story())
        entry = log_entry(seat, move, outcomes, messages)
        disclosure = self.position.game.disclosure
        if disclosure is not None:
            entry["given"] = disclosure.gifts_of(before, move, self.position.to_json()) or {}
        self.log.append(entry)
        if self.file is not None:
            save(self.file, self.position, names_for_record(self.narrator))

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

    def show_result(self) -> None:
        winners = self.position.winners()
        if len(winners) == 1:
            text = self.narrator.render({"key": "terminal.winner", "params": {"seat": winners[0]}})
        else:
            text = self.narrator.text("terminal.winners", names=", ".join(self.names[seat] for seat in winners))
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.position.scores(), strict=True))
        self.console.print(Text.assemble((text, "bold"), f" {scores}"))

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


def save(file: Path, position: Position, names: list[str]) -> None:
    """Write the record so that a crash leaves either the old file or the new one."""
    with tempfile.NamedTemporaryFile("w", dir=file.parent, prefix=file.name, delete=False, encoding="utf-8") as new:
        new.write(position.record.with_seats(names).to_text())
    Path(new.name).replace(file)


def check_file(file: Path) -> None:
    """Raise `InvalidSetup` unless the file is new and can be written: no file is overwritten."""
    if file.exists():
        raise InvalidSetup(f"{str(file)!r} exists already; the record needs a new file.")
    try:
        file.touch()
        file.unlink()
    except OSError as error:
        raise InvalidSetup(f"No record can be written to {str(file)!r}: {error.strerror}.") from None


def run(arguments: Namespace) -> None:
    """Set up the table, and play at it."""
    language, file, bots = arguments.language or language_of_locale(), arguments.record, arguments.bots
    if arguments.levels:
        show_levels(arguments.game, language)
        return
    players = arguments.players or (len(bots) + 1 if bots else DEFAULT_PLAYERS)
    for path in arguments.code:
        load_bots(BotFile.read(path))
    if file is not None:
        check_file(file)
    seated = ["greedy"] * (players - 1) if bots is None else bots
    played = game(arguments.game)
    for spec in seated:
        check_plays(spec, played)
    with compiled_meanwhile(played, pieces_for(seated, played), lambda reason: print(reason, file=sys.stderr)):
        table = TerminalGame(arguments.game, players, arguments.seed, seated, file, language)
        play_at(table)


def play_at(table: TerminalGame) -> None:
    """Play until the game is over or the person leaves."""
    language, file = table.narrator.language, table.file
    table.show_help()
    try:
        table.play(input)
    except (PlayerQuit, EOFError, KeyboardInterrupt):
        left = format_message(language, "terminal.left")
        if file is not None and file.exists():
            left += " " + format_message(language, "terminal.record_in", {"file": file})
        table.console.print(f"\n{left}", markup=False)
