"""`heliopolis ladder ra --endings`: what bots give away in exact endings."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table as RichTable

from heliopolis.arena.endings import Regret, measure, publish_regrets, read_endings
from heliopolis.bots import levels
from heliopolis.core.errors import InvalidSetup
from heliopolis.terminal.arena import TIGHT, ProgressBar


def run(arguments: argparse.Namespace) -> None:
    """Measure bots, by default all levels, and print or publish what they give away."""
    if arguments.game != "ra":
        raise InvalidSetup("Exact endings are there for ra only.")
    if arguments.publish and (arguments.endings or arguments.slice):
        raise InvalidSetup("Only what all levels give away in all positions is published.")
    endings = read_endings()[: arguments.slice]
    found = []
    for spec in arguments.endings or [level.name for level in levels("ra")]:
        with ProgressBar(spec, len(endings), hidden=arguments.json) as bar:
            found.append(measure(spec, endings, bar.add))
    if arguments.publish:
        publish_regrets(found)
    if arguments.json:
        print(json.dumps([asdict(one) for one in found]))
    else:
        show(found)


def show(found: list[Regret]) -> None:
    """Print what bots give away as a table."""
    shown = RichTable(title="Ra: what is given away per decision in exact endings", title_justify="left", **TIGHT)
    for heading in ("bot", "decisions", "best", "chance of winning", "points", "± 95 %"):
        shown.add_column(heading, justify="left" if heading == "bot" else "right")
    for one in found:
        figures = f"{one.best:.1%}", f"{one.win:.2%}", f"{one.points:.3f}", f"{one.points_error:.3f}"
        shown.add_row(one.bot, f"{one.decisions:,}", *figures)
    Console(highlight=False).print(shown)
