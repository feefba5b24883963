"""`heliopolis play`: people against bots, or around one keyboard."""

from __future__ import annotations

import random
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from heliopolis.bots import Bot, bot, check_plays, load_bots, pieces_for
from heliopolis.bots.greedy import Greedy
from heliopolis.bots.plugins import BotFile, one_line
from heliopolis.compute.compiled import compiled_meanwhile
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.position import Position
from heliopolis.core.registry import game
from heliopolis.terminal.hint import show_hint
from heliopolis.terminal.levels import show_levels
from heliopolis.terminal.seat_names import names_for_record, narrator_for
from heliopolis.terminal.table import PlayerQuit, TerminalTable
from heliopolis.text.catalogues import format_message, language_of_locale
from heliopolis.text.ending import course_of, describe_ending
from heliopolis.text.narration import log_entry

DEFAULT_PLAYERS = 4


class TerminalGame(TerminalTable):
    """One game in the terminal: who sits where, what has happened, and the file of its record."""

    def __init__(
        self, name: str, players: int, seed: int | str | None, bots: list[str], file: Path | None, language: str
    ) -> None:
        rules = game(name)
        rules.check_players(players)
        if len(bots) > players:
            raise InvalidSetup(f"{len(bots)} bots do not fit at a table for {players}.")
        self.seated: list[Bot | None] = [None] * (players - len(bots)) + [bot(spec) for spec in bots]
        narrator = narrator_for([None if one is None else one.name for one in self.seated], language)
        super().__init__(rules.start(players=players, seed=seed), narrator)
        self.rng = random.Random(seed)
        self.file = file

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

    # ---- hints -------------------------------------------------------------------------------------------------------

    def show_help(self) -> None:
        super().show_help()
        self.console.print(self.narrator.text("terminal.help_hint"), markup=False)

    def run_command(self, answer: str, seat: int, legal: list[str]) -> None:
        """Show a hint, or do what another letter stands for."""
        if answer != "h":
            super().run_command(answer, seat, legal)
            return
        rng = random.Random(len(self.log))  # not that of the bots, who play as if nobody had asked
        show_hint(self.console, self.position.imagine(seat, rng), self.narrator, rng)

    # ---- the end -----------------------------------------------------------------------------------------------------

    def show_result(self) -> None:
        """Print who has won and why, and all scores."""
        ending = describe_ending(self.position, course_of(self.position.record))
        said = [ending["result"]] if ending["reason"] is None else [ending["result"], ending["reason"]]
        text = " ".join(f"{self.narrator.render(message)}." for message in said)
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.position.scores(), strict=True))
        self.console.print(Text.assemble((text, "bold"), f" {scores}"))


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
