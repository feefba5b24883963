"""`heliopolis ladder GAME --times N`: how long the levels think."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table as RichTable

from heliopolis.arena.level_times import LevelTime, measure_times, publish_times
from heliopolis.bots import levels
from heliopolis.core.registry import game
from heliopolis.terminal.arena import TIGHT, ProgressBar


def run(arguments: argparse.Namespace) -> None:
    """Measure all levels of a game, and print or publish their times."""
    name, number = game(arguments.game).name, arguments.times
    with ProgressBar("levels", number * len(levels(name)), hidden=arguments.json) as bar:
        found = measure_times(name, number, bar.add)
    if arguments.publish:
        publish_times(found)
    if arguments.json:
        print(json.dumps([asdict(one) for one in found]))
    else:
        show(found)


def show(found: list[LevelTime]) -> None:
    """Print the times as a table."""
    title = f"{game(found[0].game).title}: milliseconds per move of one thread"
    shown = RichTable("level", title=title, title_justify="left", **TIGHT)
    shown.add_column("ms", justify="right")
    for one in found:
        shown.add_row(one.level, f"{one.milliseconds:.2f}")
    Console(highlight=False).print(shown)
