"""`heliopolis analyse`: what each option of one decision is worth, in a record at a move or in a position as JSON."""

from __future__ import annotations

import json
import random
from argparse import Namespace
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from heliopolis.core.errors import InvalidPosition, InvalidRecord
from heliopolis.core.position import Position
from heliopolis.core.record import Record
from heliopolis.core.registry import game as game_of
from heliopolis.review import Judge, JudgedDecision
from heliopolis.review.reviewing import why
from heliopolis.terminal.replay import read_text
from heliopolis.terminal.seat_names import narrator_of_record, narrator_of_seats
from heliopolis.text.catalogues import language_of_locale
from heliopolis.text.narration import Narrator
from heliopolis.text.numbers import format_number, format_percent


def run(arguments: Namespace) -> None:
    """Judge a decision and print what was found."""
    position, names = read_position(arguments.file, arguments.move)
    seat = position.to_act
    if seat is None or seat < 0:
        raise InvalidPosition("Nobody has a decision to make there.")
    rng = random.Random(0)
    known = position.imagine(seat, rng)
    judged = Judge(position.game, arguments.bot).judge(known, rng)
    language = arguments.language or language_of_locale()
    narrator = narrator_of_record(names, language) if names else narrator_of_seats(position.players, language)
    reasons = why(known, judged)
    if arguments.json:
        options = [
            {"move": one.move, "win": one.win, "points": one.points, "error": one.error} for one in judged.options
        ]
        print(json.dumps({"seat": seat, "best": judged.best.move, "options": options, "why": reasons}, indent=2))
    else:
        show(position, judged, reasons, narrator)


def read_position(file: Path, move: int | None) -> tuple[Position, tuple[str, ...] | None]:
    """Return the position of a file, and who sits there if it is a record.

    Of a record it is the position before a move, by its number from 1, or after the last one.
    """
    text = read_text(file)
    data = as_json(text)
    if data is not None and "moves" not in data:
        return game_of(str(data.get("game"))).from_json(data), None
    record = Record.from_text(text)
    if move is not None and not 1 <= move <= len(record.moves):
        raise InvalidRecord(f"The record has {len(record.moves)} moves; there is no move {move}.")
    positions = [record.start_position(), *(after for _, _, after in record.steps())]
    return positions[-1 if move is None else move - 1], record.seats


def as_json(text: str) -> dict[str, object] | None:
    """Return the object that a text of JSON stands for; None if it is something else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def show(position: Position, judged: JudgedDecision, reasons: list[dict[str, object]], narrator: Narrator) -> None:
    """Print the options, best first, and why the best one is."""
    console = Console(highlight=False)
    table = Table(box=None, pad_edge=False)
    for name in (narrator.name_of(judged.seat), *narrator.names):
        table.add_column(Text(name))
    for option in judged.options:
        chances = [
            f"{format_percent(narrator.language, win)} ({format_number(narrator.language, points, 1)})"
            for win, points in zip(option.win, option.points, strict=True)
        ]
        table.add_row(Text(narrator.option(position.game, option.move)), *chances)
    console.print(table)
    console.print(narrator.text("terminal.analyse_what"), style="dim", markup=False)
    for reason in reasons:
        console.print(narrator.render(reason), markup=False)
