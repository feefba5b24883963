"""A hint in the terminal: what the moves of a decision are worth, best first, and why the best one is."""

from __future__ import annotations

import random

from rich.console import Console
from rich.table import Table
from rich.text import Text

from heliopolis.core.position import Position
from heliopolis.review.advice import advise
from heliopolis.text.narration import Narrator

MAX_SHOWN = 8  # moves


def show_hint(console: Console, position: Position, narrator: Narrator, rng: random.Random) -> None:
    """Print advice for the seat to act, from a position as that seat may imagine it."""
    advice, game, seat = advise(position, rng), position.game, position.to_act
    reasons = [narrator.render(message) for message in advice.why if narrator.has(message)]
    best = narrator.text("terminal.hint", move=narrator.option(game, advice.best))
    console.print(Text.assemble((best[:1].upper() + best[1:], "bold"), *(f" {reason}" for reason in reasons)))
    if len(advice.options) < 2 or seat is None:
        return
    grid = Table.grid(padding=(0, 2))
    for option in advice.options[:MAX_SHOWN]:
        chance = Text(f"{option.win[seat]:.0%}", style="bold", justify="right")
        grid.add_row(chance, option.move, Text(narrator.option(game, option.move), style="dim"))
    console.print(narrator.text("terminal.hint_chances"), style="dim", markup=False)
    console.print(grid)
