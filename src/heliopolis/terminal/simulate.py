"""`heliopolis simulate`: many random games, and what happened in them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from heliopolis.compute.playouts import Playouts, playouts
from heliopolis.core.registry import game


def run(name: str, players: int, games: int, seed: int | str, threads: int, as_json: bool) -> None:
    rules = game(name)
    rules.check_players(players)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=as_json) as bar:
        task = bar.add_task(f"{rules.title}, {players} players", total=games)
        played = playouts(name, players, games, seed, threads, progress=lambda done: bar.advance(task, done))
    if as_json:
        print(json.dumps(summary(played) | {"game": name, "players": players, "seed": seed, "threads": threads}))
    else:
        show(played, rules.title, players)


def summary(played: Playouts) -> dict[str, Any]:
    """The figures of the table, for programs."""
    won = [np.count_nonzero(played.wins >> seat & 1) / played.games for seat in range(played.scores.shape[1])]
    return {
        "games": played.games,
        "decisions": played.decisions,
        "seconds": played.seconds,
        "decisions_per_second": played.decisions / played.seconds,
        "decisions_per_game": played.decisions / played.games,
        "seats": [
            {
                "mean": float(scores.mean()),
                "deviation": float(scores.std()),
                "lowest": int(scores.min()),
                "highest": int(scores.max()),
                "won": share,
            }
            for scores, share in zip(played.scores.T, won, strict=True)
        ],
        "tallies": played.statistics,
    }


def show(played: Playouts, title: str, players: int) -> None:
    figures = summary(played)
    console = Console(highlight=False)
    table = Table(title=f"{title}: {played.games:,} random games of {players} players", title_justify="left")
    for heading in ("seat", "mean score", "deviation", "lowest", "highest", "won"):
        table.add_column(heading, justify="right")
    for seat, row in enumerate(figures["seats"]):
        values = f"{row['mean']:.2f}", f"{row['deviation']:.2f}", str(row["lowest"]), str(row["highest"])
        table.add_row(str(seat), *values, f"{row['won']:.1%}")
    console.print(table)
    for what, number in figures["tallies"].items():
        share = number / played.games
        console.print(f"{what}: " + (f"{share:.1%} of the games" if share <= 1 else f"{share:.1f} a game"))
    lengths = played.decisions_per_game
    console.print(f"decisions per game: {lengths.mean():.1f} on average, {lengths.min()} to {lengths.max()}")
    console.print(
        f"{played.decisions:,} decisions in {played.seconds:.2f} s: {figures['decisions_per_second']:,.0f} a second"
    )
