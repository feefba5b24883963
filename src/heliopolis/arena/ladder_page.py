"""The published ladder as a page of documentation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from heliopolis.arena.endings import published_regrets
from heliopolis.arena.ladder import Rung, all_published
from heliopolis.arena.level_times import published_times
from heliopolis.bots import levels
from heliopolis.core.registry import game

HEAD = """# The ladder

How strong the levels are, measured. Every rung is one bot, the challenger, against a table of another: it sits in every
seat of every deal, with the same draws of the dealer. A share above chance means that it is stronger; the 95 %
intervals take into account that the games of one deal are not independent. [How the arena measures](arena.md).

This page is made from the games in `src/heliopolis/arena/ladders` by `heliopolis ladder --page`. Anybody can replay
them, all or the first few of each rung, to see whether the ladder still holds:

```sh
heliopolis ladder ra                          # all games of all rungs
heliopolis ladder ra --players 4 --slice 8    # the first 8 games of each rung at tables of four
```
"""
LEVELS = """
| level | bot | milliseconds per move | how it plays |
|---|---|--:|---|
"""
TIMES = """
Milliseconds are the mean over positions of four players, in processor time of one core of a shared virtual machine:
`heliopolis ladder {name} --times N`.
"""
COLUMNS = """| challenger | against | games | won | 95 % interval | mean scores | verdict |
|---|---|--:|--:|--:|--:|---|
"""
ENDINGS = """
## Exact endings

The last turns of a game of Ra hold no secrets, and their odds are known, so that they can be solved exactly
(`heliopolis.compute.endings`): every seat maximises its chance of winning, and where that is equal its expected score.
In {number:,} such positions from games of bots for four and five players, with one to three face-up suns left and more
than one legal move, what each level gives away per decision, on average, beside the best move:

| level | best moves | chance of winning | points | 95 % interval |
|---|--:|--:|--:|--:|
"""


def page() -> str:
    """Return the page as Markdown."""
    return "".join([HEAD, *_games(), *_endings()])


def _endings() -> Iterator[str]:
    regrets = published_regrets()
    if not regrets:
        return
    yield ENDINGS.format(number=regrets[0].decisions)
    for one in regrets:
        low, high = max(0.0, one.points - one.points_error), one.points + one.points_error
        yield f"| {one.bot} | {one.best:.1%} | {one.win:.2%} | **{one.points:.3f}** | {low:.3f} – {high:.3f} |\n"
    yield f"\nVersion {regrets[0].version}, sources {regrets[0].sources}: `heliopolis ladder ra --endings`.\n"


def _games() -> Iterator[str]:
    for name, rungs in groupby(all_published(), lambda rung: rung.game):
        yield f"\n## {game(name).title}\n"
        yield from _levels(name)
        for players, at_table in groupby(rungs, lambda rung: rung.players):
            yield f"\n### {players} players (chance is {1 / players:.1%})\n\n"
            yield COLUMNS
            table = list(at_table)
            yield from map(_row, table)
            yield f"\n{_source(table)}\n"


def _levels(name: str) -> Iterator[str]:
    times = {one.level: f"{one.milliseconds:.2f}" for one in published_times() if one.game == name}
    yield LEVELS
    for level in levels(name):
        yield f"| {level.name} | `{level.bot}` | {times.get(level.name, '')} | {level.describe()} |\n"
    yield TIMES.format(name=name)


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
