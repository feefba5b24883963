"""`heliopolis play`: people against bots, or around one keyboard."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, RenderableType

from heliopolis.bots import Bot, bot, load_bots
from heliopolis.bots.greedy import Greedy
from heliopolis.bots.plugins import BotFile, one_line
from heliopolis.core.errors import IllegalMove, InvalidSetup
from heliopolis.core.position import Position
from heliopolis.core.registry import game

HELP = """Type the number of a move, or the move itself. Also: [b]b[/] shows the board again, [b]l[/] the whole log,
[b]p[/] what is left to draw, [b]?[/] this help, and [b]q[/] leaves the table."""
MANY = 16  # moves that are listed side by side
LOG = 12  # lines shown between two turns of a person


class Left(Exception):
    """The person leaves the table."""


class Table:
    """One game in the terminal: who sits where, what happened, and where it is kept."""

    def __init__(self, name: str, players: int, seed: int | str | None, bots: list[str], file: Path | None) -> None:
        rules = game(name)
        rules.check_players(players)
        if len(bots) > players:
            raise InvalidSetup(f"{len(bots)} bots do not fit at a table for {players}.")
        self.seated: list[Bot | None] = [None] * (players - len(bots)) + [bot(spec) for spec in bots]
        self.names = self._names()
        self.position = rules.start(players=players, seed=seed)
        self.board = rules.board
        self.luck = random.Random(seed)
        self.log: list[str] = []
        self.news: list[RenderableType | None] = []  # beside each line of the log: what else is to be seen
        self.file = file
        self.console = Console(highlight=False)

    def _names(self) -> list[str]:
        people = self.seated.count(None)
        names = []
        for seat, one in enumerate(self.seated):
            person = "you" if people == 1 else f"player {seat + 1}"
            names.append(person if one is None else f"{one.name} {seat + 1}")
        return names

    def play(self, ask: Callable[[str], str]) -> None:
        """The whole game; `ask` reads an answer of the person."""
        shown = 0
        while (seat := self.position.to_act) is not None:
            seated = self.seated[seat]
            if seated is None:
                if self.position.game.secrets and self.seated.count(None) > 1:
                    self.hide(seat, ask)
                self.show(seat, shown)
                shown = len(self.log)
                move = self.ask_move(seat, ask)
            else:
                move = self.ask_bot(seat, seated)
            self.make(seat, move)
        self.show(None, shown)
        self.tell_result()

    def hide(self, seat: int, ask: Callable[[str], str]) -> None:
        """The last player's hand leaves the screen before the next one looks."""
        self.console.clear()
        ask(f"{self.names[seat]}, press Enter when nobody else can see the screen> ")

    def ask_bot(self, seat: int, seated: Bot) -> str:
        """What the bot plays; if it fails, what greedy plays, which has its seat from then on."""
        try:
            move = seated.choose(self.position.imagine(seat, self.luck), self.luck)
            self.position.copy().play(move)
        except Exception as error:
            self.log.append(f"{self.names[seat]} has failed ({one_line(error)}); greedy plays on for it")
            self.news.append(None)
            self.seated[seat] = Greedy()
            return Greedy().choose(self.position.imagine(seat, self.luck), self.luck)
        return move

    def make(self, seat: int, move: str) -> None:
        before = self.position.view(None)
        self.position.play(move)
        self.log.append(self.board.tell(self.names[seat], self.position.record.moves[-1]))
        self.news.append(self.board.news(before, self.position.view(None), self.names))
        if self.file is not None:
            save(self.file, self.position, self.names)

    def show(self, seat: int | None, shown: int) -> None:
        """What happened since the person last looked, and the table."""
        self.console.print()
        news = self.log[shown:]
        if len(news) > LOG:
            self.console.print(f"… {len(news) - LOG} earlier moves ('l' shows all)", style="dim")
        for line in news[-LOG:]:
            self.console.print(f"• {line}", markup=False)
        for scene in self.news[shown:]:
            if scene is not None:
                self.console.print(scene)
        self.console.print(self.board.board(self.position.view(seat), self.names))

    def ask_move(self, seat: int, ask: Callable[[str], str]) -> str:
        """Ask until the answer is a legal move."""
        legal = self.position.legal()
        view = self.position.view(seat)
        numbers = [str(number) for number in range(1, len(legal) + 1)]
        if len(legal) > MANY:
            self.console.print(Columns([f"{number} {move}" for number, move in zip(numbers, legal, strict=True)]))
        else:
            for number, move in zip(numbers, legal, strict=True):
                self.console.print(f" [bold]{number:>2}[/]  {move:<14} [dim]{self.board.describe(move, view)}[/]")
        while True:
            answer = ask(f"{self.names[seat]}> ").strip().lower()
            if answer in numbers:
                return legal[numbers.index(answer)]
            if self.is_legal(answer):
                return answer
            self.command(answer, seat)

    def is_legal(self, move: str) -> bool:
        """Whether a move can be made, also a phrase that was not proposed."""
        try:
            self.position.copy().play(move)
        except IllegalMove:
            return False
        return True

    def command(self, answer: str, seat: int) -> None:
        if answer == "q":
            raise Left
        if answer == "b":
            self.show(seat, len(self.log))
        elif answer == "l":
            self.console.print("\n".join(self.log) or "Nothing has happened yet.", markup=False)
        elif answer == "p":
            view = self.position.view(seat)
            left = view["pile"] if "pile" in view else view["decks"]
            self.console.print(", ".join(f"{number} {word}" for word, number in left.items()))
        elif answer == "?":
            self.console.print(HELP)
        else:
            legal = self.position.legal()
            shown = ", ".join(legal[:MANY]) + (", …" if len(legal) > MANY else "")
            self.console.print(f"{answer[:60]!r} is not a move now: {shown}; '?' for help.", style="red", markup=False)

    def tell_result(self) -> None:
        winners = " and ".join(self.names[seat] for seat in self.position.winners())
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.position.scores(), strict=True))
        self.console.print(f"[bold]The winner is {winners}.[/] {scores}.")


def save(file: Path, position: Position, names: list[str]) -> None:
    """Write the record so that a crash leaves either the old file or the new one."""
    with tempfile.NamedTemporaryFile("w", dir=file.parent, prefix=file.name, delete=False, encoding="utf-8") as new:
        new.write(position.record.with_seats(names).to_text())
    Path(new.name).replace(file)


def check_file(file: Path) -> None:
    """A new file that can be written; nothing that is there is overwritten."""
    if file.exists():
        raise InvalidSetup(f"{str(file)!r} is there already; the record needs a new file.")
    try:
        file.touch()
        file.unlink()
    except OSError as error:
        raise InvalidSetup(f"No record can be kept in {str(file)!r}: {error.strerror}.") from None


def run(name: str, players: int, seed: int | str | None, bots: list[str], file: Path | None, code: list[Path]) -> None:
    """Play until the end, or until the person has enough."""
    for path in code:
        load_bots(BotFile.read(path))
    if file is not None:
        check_file(file)
    table = Table(name, players, seed, bots, file)
    table.console.print(HELP)
    try:
        table.play(input)
    except (Left, EOFError, KeyboardInterrupt):
        kept = f" The record is in {file}." if file is not None and file.exists() else ""
        table.console.print(f"\nYou have left the table.{kept}", markup=False)
