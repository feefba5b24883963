"""`heliopolis play GAME --levels`: how the levels of a game play."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as RichTable

from heliopolis.bots import levels
from heliopolis.terminal.arena import TIGHT
from heliopolis.text.catalogues import format_message


def show_levels(game: str, language: str) -> None:
    """Print one line per level, weakest first."""
    shown = RichTable(show_header=False, **TIGHT)
    for level in levels(game):
        name = format_message(language, f"site.level.{level.name}")
        shown.add_row(level.name if name == level.name else f"{level.name} ({name})", level.describe(language))
    Console(highlight=False).print(shown)
