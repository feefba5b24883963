"""`heliopolis review`: what the decisions of a game were worth, as a table, a chart, JSON or a page of HTML."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from rich.console import Console
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from heliopolis.core.record import Record
from heliopolis.core.registry import game as game_of
from heliopolis.review import Moment, Review, Reviewing
from heliopolis.terminal.replay import read_record
from heliopolis.terminal.review_page import page_of
from heliopolis.terminal.seat_names import narrator_of_record, narrator_of_seats
from heliopolis.text.catalogues import language_of_locale
from heliopolis.text.narration import Narrator
from heliopolis.text.numbers import format_percent, signed

HEIGHTS = " ▁▂▃▄▅▆▇█"
SIGNS = {"inaccuracy": "review.sign.haze", "mistake": "review.sign.shade", "blunder": "review.sign.eclipse"}
STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red"}
NARROW = 24  # columns that the chart leaves to names and numbers


def run(arguments: Namespace) -> None:
    """Review a record and show what was found."""
    record = read_record(arguments.file)
    review = reviewed(record, arguments.bot)
    narrator = narrator_of(record, review, arguments.language or language_of_locale())
    if arguments.html is not None:
        arguments.html.write_text(page_of(review, narrator), encoding="utf-8")
        print(narrator.text("terminal.review_page_in", file=arguments.html))
    elif arguments.json:
        print(json.dumps(review.to_json(), indent=2))
    else:
        ReviewPrinter(review, narrator).show(all_moments=arguments.all)


def reviewed(record: Record, bot: str) -> Review:
    """Return the review of a record, with a progress bar while it is made."""
    reviewing = Reviewing(record, bot)
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=len(record.moves))
        while reviewing.step():
            progress.update(task, completed=len(reviewing.review.moments))
    return reviewing.review


def narrator_of(record: Record, review: Review, language: str) -> Narrator:
    """Return who puts a review into words."""
    if record.seats is None:
        return narrator_of_seats(review.players, language)
    return narrator_of_record(record.seats, language)


class ReviewPrinter:
    """Prints a review."""

    def __init__(self, review: Review, narrator: Narrator) -> None:
        self.review, self.narrator = review, narrator
        self.game = game_of(review.game)
        self.console = Console(highlight=False)

    def show(self, all_moments: bool) -> None:
        """Print the chart, the moments that decided, and everybody's luck and skill."""
        title = self.narrator.text("review.title", game=self.narrator.game_title(self.game))
        self.console.print(f"{title} ({self.review.bot})", style="bold", markup=False)
        self.console.print(self.chart())
        labelled = [moment for moment in self.review.moments if all_moments or moment.label in SIGNS]
        for moment in labelled:
            self.show_moment(moment)
        if not labelled:
            self.console.print(self.narrator.text("review.clean_all"), markup=False)
        self.console.print(self.sums())

    def chart(self) -> Table:
        """Return everybody's chance of winning over the moves, one line per seat."""
        grid = Table.grid(padding=(0, 1))
        lines = [*(moment.win for moment in self.review.moments), *([self.review.last] if self.review.last else [])]
        columns = min(len(lines), max(10, self.console.width - NARROW))
        shown = [lines[number * (len(lines) - 1) // max(1, columns - 1)] for number in range(columns)]
        for seat, name in enumerate(self.narrator.names):
            chances = [chance[seat] for chance in shown]
            curve = "".join(HEIGHTS[round(chance * (len(HEIGHTS) - 1))] for chance in chances)
            ends = [format_percent(self.narrator.language, chances[end]) for end in (0, -1)]
            grid.add_row(Text(name), ends[0], Text(curve), ends[1])
        return grid

    def show_moment(self, moment: Moment) -> None:
        """Print what was played and what was better, and beneath it why."""
        narrator = self.narrator
        move, best = (narrator.option(self.game, text) for text in (moment.move, moment.best))
        sign = narrator.text(SIGNS.get(moment.label, f"review.sign.{moment.label}"))
        loss = format_percent(narrator.language, -moment.loss).replace("-", "−") if moment.loss else ""
        line = narrator.text("site.said", name=narrator.name_of(moment.seat), text=move)
        better = "" if move == best else " " + narrator.text("review.better", move=best)
        head = Text(f"{moment.number + 1:>4}  ").append(f"{sign} {loss}", STYLES.get(moment.label, ""))
        self.console.print(head.append(f"  {line}.{better}"))
        if moment.label in SIGNS:
            reasons = " ".join(map(narrator.render, moment.why))
            self.console.print(Padding(Text(reasons, style="dim"), (0, 0, 0, 6)))

    def sums(self) -> Table:
        """Return by seat how much came from draws and how much from decisions."""
        keys = ("review.accuracy", "review.part.luck", "review.part.skill", "review.part.others")
        table = Table("", *map(self.narrator.text, keys), box=None, pad_edge=False)
        columns = zip(self.review.luck, self.review.skill, self.review.others, strict=True)
        for seat, (accuracy, changes) in enumerate(zip(self.review.accuracy, columns, strict=True)):
            shares = [signed(round(100 * change)) + " %" for change in changes]
            table.add_row(Text(self.narrator.names[seat]), "–" if accuracy is None else f"{accuracy:.0f}", *shares)
        return table
