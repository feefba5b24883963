"""The published ladder as a page of documentation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from heliopolis.arena.ladder import Rung, all_published
from heliopolis.core.registry import game

HEAD = """# The ladder

How strong the bots are, measured. Every rung is one bot, the challenger, against a table of another: it sits in every
seat of every deal, with the same draws of the dealer. A share above chance means that it is stronger; the 95 %
intervals take into account that the games of one deal are not independent. [How the arena measures](arena.md).

This page is made from the games in `src/heliopolis/arena/ladders` by `heliopolis ladder --page`. Anybody can replay
them, all or the first few of each rung, to see whether the ladder still holds:

```sh
heliopolis ladder ra                          # all games of all rungs
heliopolis ladder ra --players 4 --slice 8    # the first 8 games of each rung at tables of four
```
"""
COLUMNS = """| challenger | against | games | won | 95 % interval | mean scores | verdict |
|---|---|--:|--:|--:|--:|---|
"""


def page() -> str:
    """Return the page as Markdown."""
    return "".join([HEAD, *_games()])


def _games() -> Iterator[str]:
    for name, rungs in groupby(all_published(), lambda rung: rung.game):
        yield f"\n## {game(name).title}\n"
        for players, at_table in groupby(rungs, lambda rung: rung.players):
            yield f"\n### {players} players (chance is {1 / players:.1%})\n\n"
            yield COLUMNS
            table = list(at_table)
            yield from map(_row, table)
            yield f"\n{_source(table)}\n"


def _row(rung: Rung) -> str:
    low, high = rung.interval
    against = f"{rung.players - 1} × {rung.defender}" if rung.players > 2 else rung.defender
    return (
        f"| {rung.challenger} | {against} | {rung.games:,} | **{rung.share:.1%}** | {low:.1%} – {high:.1%} "
        f"| {rung.scores[0]:.1f} : {rung.scores[1]:.1f} | {rung.verdict} |\n"
    )


def _source(rungs: list[Rung]) -> str:
    made = sorted({f"version {rung.version}, sources {rung.sources}, seed {rung.seed!r}" for rung in rungs})
    return "; ".join(made).capitalize() + "."
