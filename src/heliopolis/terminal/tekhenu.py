"""`heliopolis tekhenu`: play against the automas in the terminal; the game is saved after every answer."""

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
from heliopolis.games.tekhenu import BadAnswer, Prompt, Session, SessionEntry, Step
from heliopolis.games.tekhenu.history import CORRECTION, CULTIST
from heliopolis.games.tekhenu.random_person import random_answer
from heliopolis.games.tekhenu.transcript import Translator, transcript
from heliopolis.terminal.tekhenu_answers import AnswerReader
from heliopolis.terminal.tekhenu_board import BoardPrinter
from heliopolis.terminal.tekhenu_files import SaveFolder, default_folder
from heliopolis.terminal.tekhenu_results import advice_after, finished_games, print_result, print_results
from heliopolis.text.catalogues import language_of_locale

HELP_KEYS = (
    "help",
    "help_why",
    "help_table",
    "help_log",
    "help_undo",
    "help_edit",
    "help_correct",
    "help_cultist",
    "help_sheet",
    "help_quit",
)
COMMANDS_WITH_ARGUMENT = ("l", "e", "x", "c", "k")
INDENT = re.compile(r" *(?:[\w ]*\w {2,}|\d+ +|· )?")  # what precedes the text of a line: name, number or bullet
LOG_LENGTH = 20  # entries shown by `l`
AUTOMA_QUESTION = re.compile(r"\d+\.a\d\.")  # questions in the middle of an automa's turn


class GamePaused(Exception):
    """Raised when the person quits; the game is saved and can be continued."""


class CommandTyped(Exception):
    """Raised when the person types a command instead of an answer."""

    def __init__(self, line: str) -> None:
        self.line = line


class TekhenuTerminal:
    """Leads a person through one session: asks, prints what to do at the table, runs commands, saves."""

    def __init__(self, session: Session, name: str, saves: SaveFolder, translate: Translator) -> None:
        self.session = session
        self.name = name
        self.saves = saves
        self.translate = translate
        self.console = Console(highlight=False)
        self.answers = AnswerReader(translate, self.print_line)
        self.printer = BoardPrinter(translate)
        self.commands = {
            "?": self.print_help,
            "w": self.print_reasons,
            "t": self.print_board,
            "s": self.print_sheet,
            "l": self.print_log,
            "u": self.undo,
            "r": self.redo,
            "e": self.edit,
            "x": self.remove,
            "c": self.correct,
            "k": self.use_cultist,
            "q": self.quit,
        }

    def print_line(self, line: str = "", style: str = "") -> None:
        """Print a line, wrapped under its own text on a screen, unwrapped into a file or pipe."""
        if self.console.is_terminal:
            indent = INDENT.match(line)
            below = " " * (indent.end() if indent else 0)
            line = textwrap.fill(line, self.console.width, subsequent_indent=below, drop_whitespace=True)
        self.console.print(line, style=style, markup=False, soft_wrap=True)

    def play(self) -> None:
        """Ask one question after another until the game is over."""
        self.save()
        while (prompt := self.session.prompt) is not None:
            self.print_line()
            if prompt.id.endswith("person.die"):
                self.print_line(self.scores_text(), "bold")
            self.answers.present(prompt)
            waited = bool(self.session.waiting)
            try:
                self.session.answer(self.ask(prompt))
            except BadAnswer as error:
                self.print_line(self.translate.message(error.message), "red")
            except CommandTyped as command:
                self.run_command(command.line)
            else:
                if waited:
                    self.after_change()
                else:
                    self.print_tasks()
        self.print_line()
        print_result(self.session, self.translate, self.console)

    def scores_text(self) -> str:
        automas = self.session.board.automas.items()
        return self.translate("tekhenu.terminal.standing", players=[{"word": name, "vp": a.vp} for name, a in automas])

    def ask(self, prompt: Prompt) -> Any:
        asks_fields = prompt.kind == "form" and prompt.default != {}
        line = "" if asks_fields else self.read_line(self.answers.cursor(prompt))
        return self.answers.read(prompt, line, self.read_line)

    def read_line(self, cursor: str) -> str:
        """Return the line that the person types; raise CommandTyped if it is a command."""
        line = input(cursor).strip()
        if line in self.commands or line.partition(" ")[0] in COMMANDS_WITH_ARGUMENT:
            raise CommandTyped(line)
        return line

    def print_steps(self, steps: Iterable[Step], why: bool = False) -> None:
        for line in self.translate.lines(steps, why):
            self.print_line(line, "dim" if line.lstrip().startswith("·") else "")

    def print_tasks(self) -> None:
        """Save, print what to do at the table, and note that it is done: the person does it as it is printed."""
        self.save()
        self.print_steps(self.session.steps)
        self.session.tick(list(range(len(self.session.steps))))
        self.save()

    def save(self) -> None:
        self.saves.save(self.name, self.session)

    # ---- commands --------------------------------------------------------------------------------------------------

    def run_command(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        try:
            self.commands[command](rest.strip())
        except BadAnswer as error:
            self.print_line(self.translate.message(error.message), "red")
        except CommandTyped as other:
            self.run_command(other.line)

    def print_help(self, _: str) -> None:
        for key in HELP_KEYS:
            self.print_line(self.translate(f"tekhenu.terminal.{key}"))

    def print_reasons(self, _: str) -> None:
        """Print the automas' last turns, since the person's own, with the reasons."""
        steps: list[Step] = []
        for entry, entry_steps in reversed(self.session.story):
            if steps or any(step.why for step in entry_steps):
                steps[:0] = entry_steps
                if not AUTOMA_QUESTION.match(entry.id):
                    break
        self.print_steps(steps, why=True)

    def print_board(self, _: str) -> None:
        self.console.print(self.printer.draw(self.session.board))

    def print_sheet(self, _: str) -> None:
        self.console.print(self.printer.sheet(self.session.sheet))

    def print_log(self, rest: str) -> None:
        if rest:
            for line in transcript(self.session, self.translate.language):
                self.print_line(line)
            return
        entries = list(enumerate(self.session.log))
        for number, entry in entries[-LOG_LENGTH:]:
            self.print_line(f"  {number:>4}  {self.entry_text(number, entry)}")

    def entry_text(self, number: int, entry: SessionEntry) -> str:
        prompt = self.session.prompt_at(number)
        if prompt is not None and entry.id == CULTIST:
            return f"{self.translate.message(prompt.question)} {entry.value}"
        if prompt is None or entry.id == CORRECTION:
            return f"{self.translate('tekhenu.terminal.entry_correction')}: {entry.value}"
        where = entry.id.partition(".")[0]
        key = "tekhenu.terminal.entry_round" if where.isdecimal() else "tekhenu.terminal.entry_setup"
        value = self.answers.value_text(prompt, entry.value)
        return f"{self.translate(key, round=where)}: {self.translate.message(prompt.question)} {value}"

    def undo(self, _: str) -> None:
        self.session.undo()
        self.print_tasks()

    def redo(self, _: str) -> None:
        self.session.redo()
        self.print_tasks()

    def edit(self, rest: str) -> None:
        """Ask the question of an earlier entry again and re-enter what follows."""
        number = self.entry_number(rest)
        prompt = self.session.prompt_at(number)
        if prompt is None:
            self.print_line(self.translate("tekhenu.terminal.not_understood"), "red")
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
        """Print what has become of the later entries, and what to move on the table."""
        waiting = len(self.session.waiting)
        key = "tekhenu.terminal.waiting" if waiting else "tekhenu.terminal.changed"
        self.print_line(self.translate(key, number=waiting), "yellow")
        self.print_dropped()
        self.print_tasks()

    def print_dropped(self) -> None:
        if self.session.dropped:
            entries = [{"id": entry.id, "value": str(entry.value)} for entry in self.session.dropped]
            self.print_line(self.translate("tekhenu.terminal.dropped", entries=entries), "yellow")

    def correct(self, name: str) -> None:
        if not name:
            self.print_line(self.translate("tekhenu.terminal.correctable", names=" ".join(self.session.correctable())))
            return
        prompt = self.session.correction_prompt(name)
        self.answers.present(prompt)
        self.session.correct({name: self.ask(prompt)})
        self.print_tasks()

    def use_cultist(self, rest: str) -> None:
        self.session.use_cultist(int(rest) if rest.isdecimal() else 0 if rest else 1)
        self.print_tasks()

    def quit(self, _: str) -> None:
        raise GamePaused


# ---- the command -----------------------------------------------------------------------------------------------------


def run(arguments: Namespace) -> None:
    """Run `heliopolis tekhenu` with parsed arguments."""
    language = arguments.language or language_of_locale()
    translate = Translator(language)
    saves = SaveFolder(arguments.folder or default_folder())
    if arguments.demo:
        print_demo(translate, arguments)
    elif arguments.what == "list":
        list_games(saves, translate)
    elif arguments.what == "results":
        print_results(saves, translate, arguments.name)
    else:
        start_or_continue(saves, translate, arguments)


def seed_of(arguments: Namespace) -> int | str:
    """Return the chosen seed, or a random one."""
    return secrets.randbelow(1_000_000) if arguments.seed is None else arguments.seed


def print_demo(translate: Translator, arguments: Namespace) -> None:
    """Print a whole game whose person answers at random."""
    seed = seed_of(arguments)
    print("\n".join(transcript(random_game(seed, arguments.automas or 1, arguments.difficulty), translate.language)))


def random_game(seed: int | str, automas: int, difficulty: int | None) -> Session:
    """Return a finished session whose person answered at random."""
    session = Session(seed)
    rng = random.Random(str(seed))
    session.answer({"automas": automas, "difficulty": difficulty or 0})
    while (prompt := session.prompt) is not None:
        session.answer(random_answer(prompt, rng))
    return session


def start_or_continue(saves: SaveFolder, translate: Translator, arguments: Namespace) -> None:
    """Play a new game, the one that is named, or the last unfinished one."""
    name = arguments.name or (None if arguments.what == "new" else last_unfinished(saves))
    new = arguments.what == "new" or name is None
    if arguments.what == "continue" and name is None:
        raise InvalidSetup(f"There is no unfinished game in {str(saves.folder)!r}.")
    if name is None:
        name = saves.new_name()
    if new and name in saves.names():
        raise InvalidSetup(f"There is a saved game {name!r} already in {str(saves.folder)!r}.")
    session = new_session(arguments) if new else saves.load(name)
    terminal = TekhenuTerminal(session, name, saves, translate)
    key = "tekhenu.terminal.new_game" if new else "tekhenu.terminal.continue_game"
    terminal.print_line(translate(key, name=name, file=str(saves.file(name))))
    terminal.print_help("")
    if new and (advice := advice_after(finished_games(saves), translate)) is not None:
        terminal.print_line(advice, "yellow")
    if not new:
        terminal.print_tasks()
    try:
        terminal.play()
    except (GamePaused, EOFError, KeyboardInterrupt):
        terminal.print_line()
        terminal.print_line(translate("tekhenu.terminal.saved", name=name))


def new_session(arguments: Namespace) -> Session:
    """Return a new session; a number of automas or a difficulty on the command line answers the first form."""
    session = Session(seed_of(arguments))
    given = {"automas": arguments.automas, "difficulty": arguments.difficulty}
    answer = {name: value for name, value in given.items() if value is not None}
    if answer:
        session.answer(answer)
    return session


def last_unfinished(saves: SaveFolder) -> str | None:
    """Return the name of the unfinished game that was saved last, or None; unreadable files are skipped."""
    for name in saves.names():
        with contextlib.suppress(InvalidRecord):
            if not saves.load(name).over:
                return name
    return None


def list_games(saves: SaveFolder, translate: Translator) -> None:
    """Print a table of all saved games."""
    console = Console(highlight=False)
    names = saves.names()
    if not names:
        console.print(translate("tekhenu.terminal.no_games", folder=str(saves.folder)), markup=False)
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for key in ("name", "state", "automas", "difficulty", "vp", "last_saved"):
        grid.add_column(translate(f"tekhenu.terminal.{key}"), header_style="dim")
    for name in names:
        try:
            session = saves.load(name)
        except InvalidRecord:
            grid.add_row(name, translate("tekhenu.terminal.unreadable"))
            continue
        board = session.board
        vp = " ".join(str(automa.vp) for automa in board.automas.values())
        saved = time.strftime("%Y-%m-%d %H:%M", time.localtime(saves.file(name).stat().st_mtime))
        grid.add_row(name, status_text(session, translate), str(len(board.automas)), str(board.difficulty), vp, saved)
    console.print(grid)


def status_text(session: Session, translate: Translator) -> str:
    if session.over:
        return translate("tekhenu.terminal.finished")
    if session.prompt is not None and session.prompt.id.startswith("setup."):
        return translate("tekhenu.terminal.setting_up")
    return translate("tekhenu.terminal.round_of", round=session.board.round)
