"""`heliopolis tekhenu results`: the results of the saved games that are finished, and advice for the next game."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as Grid

from heliopolis.core.checks import JSON
from heliopolis.core.errors import InvalidRecord
from heliopolis.games.tekhenu import Message, Session, advise, result_of
from heliopolis.games.tekhenu.transcript import Translator
from heliopolis.terminal.tekhenu_board import BoardPrinter
from heliopolis.terminal.tekhenu_chart import chart_by_round
from heliopolis.terminal.tekhenu_files import SaveFolder

MAX_GAMES = 50  # the games saved last


class SavedResult(NamedTuple):
    """The result of a finished game, the name of its file, and when it was saved last."""

    name: str
    saved: float
    result: JSON


def finished_games(saves: SaveFolder) -> Iterator[SavedResult]:
    """Yield the results of finished games, the one saved last first; unreadable files are skipped."""
    for name in saves.names()[:MAX_GAMES]:
        with contextlib.suppress(InvalidRecord):
            session = saves.load(name)
            if session.over:
                yield SavedResult(name, saves.file(name).stat().st_mtime, result_of(session))


def advice_after(games: Iterable[SavedResult], translate: Translator) -> str | None:
    """Return which difficulty to try next, as a sentence; None if no game says anything."""
    advice = advise([game.result for game in games])
    return None if advice is None else translate.message(Message(**advice["message"]))


def print_results(saves: SaveFolder, translate: Translator, name: str | None) -> None:
    """Print all results and the advice, or of one game where the automas' VP came from."""
    console = Console(highlight=False)
    if name is not None:
        print_result(saves.load(name), translate, console)
        return
    games = list(finished_games(saves))
    if not games:
        console.print(translate("tekhenu.terminal.no_results", folder=str(saves.folder)), markup=False)
        return
    console.print(results_grid(games, translate))
    if (advice := advice_after(games, translate)) is not None:
        console.print()
        console.print(advice, markup=False)


def print_result(session: Session, translate: Translator, console: Console) -> None:
    """Print the score sheet of a game and, once it is over, everybody's VP by round."""
    if session.over:
        console.print(chart_by_round(result_of(session), translate))
        console.print()
    console.print(BoardPrinter(translate).sheet(session.sheet))


def results_grid(games: list[SavedResult], translate: Translator) -> Grid:
    """Return a table with one row per game."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for key in ("name", "last_saved", "automas", "difficulty", "your_vp", "automas_vp", "margin"):
        grid.add_column(translate(f"tekhenu.terminal.{key}"), header_style="dim")
    for name, saved, result in games:
        own, margin = result["person_vp"], result["margin"]
        grid.add_row(
            name,
            time.strftime("%Y-%m-%d", time.localtime(saved)),
            str(result["automas"]),
            str(result["difficulty"]),
            "–" if own is None else str(own),
            " ".join(str(automa["vp"]) for automa in result["players"].values()),
            "–" if margin is None else f"{margin:+d}".replace("-", "−"),
        )
    return grid
