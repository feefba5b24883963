"""`heliopolis tekhenu`: a game against the automas, saved after every answer."""

from __future__ import annotations

import contextlib
import random
import re
import secrets
import textwrap
import time
from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from heliopolis.core.errors import InvalidRecord, InvalidSetup
from heliopolis.games.tekhenu import BadAnswer, Entry, Prompt, Session, Step
from heliopolis.games.tekhenu.random_person import random_answer
from heliopolis.games.tekhenu.session import CORRECTION
from heliopolis.games.tekhenu.transcript import Speech, transcript
from heliopolis.terminal.tekhenu_answers import Answers
from heliopolis.terminal.tekhenu_files import Saves, default_folder
from heliopolis.terminal.tekhenu_table import Board
from heliopolis.text.catalogues import language_of_locale

HELP = (
    "help",
    "help_why",
    "help_table",
    "help_log",
    "help_undo",
    "help_edit",
    "help_correct",
    "help_sheet",
    "help_quit",
)
WITH_MORE = ("l", "e", "x", "c")  # commands that take another word
HANGING = re.compile(r" *(?:[\w ]*\w {2,}|\d+ +|· )?")  # what stands before the text of a line
LOG = 20  # entries shown by `l`
AUTOMA_ASKED = re.compile(r"\d+\.a\d\.")  # questions in the middle of an automa's turn


class Left(Exception):
    """The person leaves the table; everything is saved."""


class Instead(Exception):
    """The person typed a command instead of an answer."""

    def __init__(self, line: str) -> None:
        self.line = line


class Companion:
    """One session in the terminal."""

    def __init__(self, session: Session, name: str, saves: Saves, speech: Speech) -> None:
        self.session = session
        self.name = name
        self.saves = saves
        self.say = speech
        self.console = Console(highlight=False)
        self.answers = Answers(speech, self.show)
        self.board = Board(speech)
        self.commands = {
            "?": self.help,
            "w": self.why,
            "t": self.table,
            "s": self.sheet,
            "l": self.log,
            "u": self.undo,
            "r": self.redo,
            "e": self.edit,
            "x": self.remove,
            "c": self.correct,
            "q": self.quit,
        }

    def show(self, line: str = "", style: str = "") -> None:
        """A line, broken between words below its text; whole where it is not read on a screen."""
        if self.console.is_terminal:
            indent = HANGING.match(line)
            below = " " * (indent.end() if indent else 0)
            line = textwrap.fill(line, self.console.width, subsequent_indent=below, drop_whitespace=True)
        self.console.print(line, style=style, markup=False, soft_wrap=True)

    def play(self) -> None:
        """Question after question until the game is over."""
        self.save()
        while (prompt := self.session.prompt) is not None:
            self.show()
            if prompt.id.endswith("person.die"):
                self.show(self.standing(), "bold")
            self.answers.present(prompt)
            waited = bool(self.session.waiting)
            try:
                self.session.answer(self.ask(prompt))
            except BadAnswer as error:
                self.show(self.say.message(error.message), "red")
            except Instead as command:
                self.obey(command.line)
            else:
                if waited:
                    self.after_change()
                else:
                    self.save()
                self.tell(self.session.steps)
        self.show()
        self.sheet("")

    def standing(self) -> str:
        automas = self.session.table.automas.items()
        return self.say("tekhenu.terminal.standing", players=[{"word": name, "vp": a.vp} for name, a in automas])

    def ask(self, prompt: Prompt) -> Any:
        asks_fields = prompt.kind == "form" and prompt.default != {}
        line = "" if asks_fields else self.type(self.answers.cursor(prompt))
        return self.answers.read(prompt, line, self.type)

    def type(self, cursor: str) -> str:
        """A line typed by the person; a command is none."""
        line = input(cursor).strip()
        if line in self.commands or line.partition(" ")[0] in WITH_MORE:
            raise Instead(line)
        return line

    def tell(self, steps: Iterable[Step], why: bool = False) -> None:
        for line in self.say.lines(steps, why):
            self.show(line, "dim" if line.lstrip().startswith("·") else "")

    def save(self) -> None:
        self.saves.save(self.name, self.session)

    # ---- commands --------------------------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        try:
            self.commands[command](rest.strip())
        except BadAnswer as error:
            self.show(self.say.message(error.message), "red")
        except Instead as other:
            self.obey(other.line)

    def help(self, _: str) -> None:
        for key in HELP:
            self.show(self.say(f"tekhenu.terminal.{key}"))

    def why(self, _: str) -> None:
        """The reasons of the automas' last turns, since the person's own."""
        steps: list[Step] = []
        for entry, led_to in reversed(self.session.story):
            if steps or any(step.why for step in led_to):
                steps[:0] = led_to
                if not AUTOMA_ASKED.match(entry.id):
                    break
        self.tell(steps, why=True)

    def table(self, _: str) -> None:
        self.console.print(self.board.draw(self.session.table))

    def sheet(self, _: str) -> None:
        self.console.print(self.board.sheet(self.session.sheet))

    def log(self, rest: str) -> None:
        if rest:
            for line in transcript(self.session, self.say.language):
                self.show(line)
            return
        entries = list(enumerate(self.session.log))
        for number, entry in entries[-LOG:]:
            self.show(f"  {number:>4}  {self.entry_text(number, entry)}")

    def entry_text(self, number: int, entry: Entry) -> str:
        prompt = self.session.prompt_at(number)
        if prompt is None or entry.id == CORRECTION:
            return f"{self.say('tekhenu.terminal.entry_correction')}: {entry.value}"
        where = entry.id.partition(".")[0]
        key = "tekhenu.terminal.entry_round" if where.isdecimal() else "tekhenu.terminal.entry_setup"
        value = self.answers.value_text(prompt, entry.value)
        return f"{self.say(key, round=where)}: {self.say.message(prompt.question)} {value}"

    def undo(self, _: str) -> None:
        self.session.undo()
        self.save()

    def redo(self, _: str) -> None:
        self.session.redo()
        self.save()
        self.tell(self.session.steps)

    def edit(self, rest: str) -> None:
        """Ask the old question again and enter the rest anew."""
        number = self.entry_number(rest)
        prompt = self.session.prompt_at(number)
        if prompt is None:
            self.show(self.say("tekhenu.terminal.not_understood"), "red")
            return
        self.answers.present(prompt)
        answer = self.ask(prompt)
        corrects = self.session.log[number].id == CORRECTION
        self.session.change(number, {prompt.id: answer} if corrects else answer)
        self.after_change()

    def remove(self, rest: str) -> None:
        self.session.remove(self.entry_number(rest))
        self.after_change()

    def entry_number(self, rest: str) -> int:
        return int(rest) if rest.isdecimal() else -1

    def after_change(self) -> None:
        self.save()
        waiting = len(self.session.waiting)
        key = "tekhenu.terminal.waiting" if waiting else "tekhenu.terminal.changed"
        self.show(self.say(key, number=waiting), "yellow")
        self.tell_dropped()

    def tell_dropped(self) -> None:
        if self.session.dropped:
            entries = [{"id": entry.id, "value": str(entry.value)} for entry in self.session.dropped]
            self.show(self.say("tekhenu.terminal.dropped", entries=entries), "yellow")

    def correct(self, name: str) -> None:
        if not name:
            self.show(self.say("tekhenu.terminal.correctable", names=" ".join(self.session.correctable())))
            return
        prompt = self.session.correction_prompt(name)
        self.answers.present(prompt)
        self.session.correct({name: self.ask(prompt)})
        self.save()
        self.tell(self.session.steps)

    def quit(self, _: str) -> None:
        raise Left


# ---- the command -----------------------------------------------------------------------------------------------------


def run(arguments: Namespace) -> None:
    language = arguments.language or language_of_locale()
    speech = Speech(language)
    saves = Saves(arguments.folder or default_folder())
    if arguments.demo:
        demo(speech, arguments)
    elif arguments.what == "list":
        list_games(saves, speech)
    else:
        sit_down(saves, speech, arguments)


def seed_of(arguments: Namespace) -> int | str:
    return secrets.randbelow(1_000_000) if arguments.seed is None else arguments.seed


def demo(speech: Speech, arguments: Namespace) -> None:
    """A whole game with a person who plays at random."""
    seed = seed_of(arguments)
    print("\n".join(transcript(random_game(seed, arguments.automas or 1, arguments.difficulty), speech.language)))


def random_game(seed: int | str, automas: int, difficulty: int | None) -> Session:
    session = Session(seed)
    luck = random.Random(str(seed))
    session.answer(automas)
    session.answer(difficulty or 0)
    while (prompt := session.prompt) is not None:
        session.answer(random_answer(prompt, luck))
    return session


def sit_down(saves: Saves, speech: Speech, arguments: Namespace) -> None:
    """A new game, the one that is named, or the last unfinished one."""
    name = arguments.name or (None if arguments.what == "new" else last_unfinished(saves))
    new = arguments.what == "new" or name is None
    if arguments.what == "continue" and name is None:
        raise InvalidSetup(f"There is no unfinished game in {str(saves.folder)!r}.")
    if name is None:
        name = saves.new_name()
    if new and name in saves.names():
        raise InvalidSetup(f"There is a saved game {name!r} already in {str(saves.folder)!r}.")
    session = first_answers(arguments) if new else saves.load(name)
    companion = Companion(session, name, saves, speech)
    key = "tekhenu.terminal.new_game" if new else "tekhenu.terminal.continue_game"
    companion.show(speech(key, name=name, file=str(saves.file(name))))
    companion.help("")
    if not new:
        companion.tell(session.steps)
    try:
        companion.play()
    except (Left, EOFError, KeyboardInterrupt):
        companion.show()
        companion.show(speech("tekhenu.terminal.saved", name=name))


def first_answers(arguments: Namespace) -> Session:
    session = Session(seed_of(arguments))
    if arguments.automas is not None:
        session.answer(arguments.automas)
        if arguments.difficulty is not None:
            session.answer(arguments.difficulty)
    return session


def last_unfinished(saves: Saves) -> str | None:
    for name in saves.names():
        with contextlib.suppress(InvalidRecord):
            if not saves.load(name).over:
                return name
    return None


def list_games(saves: Saves, speech: Speech) -> None:
    console = Console(highlight=False)
    names = saves.names()
    if not names:
        console.print(speech("tekhenu.terminal.no_games", folder=str(saves.folder)), markup=False)
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for key in ("name", "state", "automas", "difficulty", "vp", "last_saved"):
        grid.add_column(speech(f"tekhenu.terminal.{key}"), header_style="dim")
    for name in names:
        try:
            session = saves.load(name)
        except InvalidRecord:
            grid.add_row(name, speech("tekhenu.terminal.unreadable"))
            continue
        table = session.table
        vp = " ".join(str(automa.vp) for automa in table.automas.values())
        saved = time.strftime("%Y-%m-%d %H:%M", time.localtime(saves.file(name).stat().st_mtime))
        grid.add_row(name, state_of(session, speech), str(len(table.automas)), str(table.difficulty), vp, saved)
    console.print(grid)


def state_of(session: Session, speech: Speech) -> str:
    if session.over:
        return speech("tekhenu.terminal.finished")
    if session.prompt is not None and session.prompt.id.startswith("setup."):
        return speech("tekhenu.terminal.setting_up")
    return speech("tekhenu.terminal.round_of", round=session.table.round)
