"""The chart of a finished Tekhenu game: the VP of each player by round and source."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.transcript import Translator
from heliopolis.games.tekhenu.vocabulary import PERSON
from heliopolis.terminal.tekhenu_board import STYLES

BAR_LENGTH = 24  # of the most VP that anybody got at one time


def chart_by_round(result: JSON, translate: Translator) -> Group:
    """Return one chart per player, all on the same scale, from the result of a finished game."""
    players = list(scores_of(result))
    most = max(round_vp(one) for _, rounds in players for one in rounds)
    title = Text(translate("tekhenu.sheet_title"), style="bold")
    charts = [player_chart(name, rounds, most, translate) for name, rounds in players]
    return Group(title, *charts)


def scores_of(result: JSON) -> Iterator[tuple[str, list[JSON]]]:
    """Yield the VP by round of the person, if they are known, and of each automa."""
    if result["person_rounds"] is not None:
        yield PERSON, result["person_rounds"]
    for name, automa in result["players"].items():
        yield name, automa["rounds"]


def round_vp(score: JSON) -> int:
    """Return all VP of one time of the game."""
    return sum(score["sources"].values())


def player_chart(name: str, rounds: list[JSON], most: int, translate: Translator) -> Grid:
    """Return a row per time of the game: a bar, the VP, and their sources in words."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    total = str(sum(map(round_vp, rounds)))
    grid.add_column(Text(translate.seat(name), style=STYLES[name]))
    grid.add_column()
    grid.add_column(Text(total, style="bold"), justify="right")
    grid.add_column()
    for score in rounds:
        vp = round_vp(score)
        bar = "█" * round(BAR_LENGTH * max(vp, 0) / most)
        grid.add_row(
            time_text(score["when"], translate), Text(bar, style=STYLES[name]), str(vp), sources_text(score, translate)
        )
    return grid


def time_text(when: str, translate: Translator) -> str:
    """Return a time of the game in words."""
    if when.startswith("round "):
        return translate("tekhenu.sheet_round", round=when.removeprefix("round "))
    return translate(f"tekhenu.sheet_when.{when}")


def sources_text(score: JSON, translate: Translator) -> Text:
    """Return the sources of one time of the game, the VP of each behind its name."""
    parts = [f"{translate(f'tekhenu.sheet.{item}')} {vp}" for item, vp in score["sources"].items()]
    return Text(", ".join(parts), style="dim")
