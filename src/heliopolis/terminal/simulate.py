"""`heliopolis simulate`: many random games, and what happened in them."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from heliopolis.compute.playouts import Playouts, playouts
from heliopolis.core.registry import game
from heliopolis.text.catalogues import language_of_locale
from heliopolis.text.narration import Narrator
from heliopolis.text.numbers import format_number, format_percent


def run(arguments: Namespace) -> None:
    """Play the games behind a progress bar and print what happened in them."""
    rules, players = game(arguments.game), arguments.players
    rules.check_players(players)
    narrator = Narrator(arguments.language or language_of_locale())
    title = narrator.game_title(rules)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=arguments.json) as bar:
        task = bar.add_task(f"{title}, {narrator.text('site.players', number=players)}", total=arguments.games)
        played = playouts(
            rules, players, arguments.games, arguments.seed, arguments.threads, lambda done: bar.advance(task, done)
        )
    if arguments.json:
        setup = {"game": rules.name, "players": players, "seed": arguments.seed, "threads": arguments.threads}
        print(json.dumps(summary(played) | setup))
    else:
        show(played, title, players, narrator)


def summary(played: Playouts) -> dict[str, Any]:
    """Return the figures of the table, for programs."""
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
        "statistics": played.statistics,
    }


def show(played: Playouts, title: str, players: int, narrator: Narrator) -> None:
    """Print the figures as a table and a few lines, in the narrator's language."""
    language, say = narrator.language, narrator.text
    console = Console(highlight=False)
    games = format_number(language, played.games)
    table = Table(title=say("terminal.simulate_title", game=title, games=games, players=players), title_justify="left")
    for column in ("seat", "mean", "deviation", "lowest", "highest", "won"):
        table.add_column(say(f"terminal.simulate_{column}"), justify="right")
    figures = summary(played)
    for seat, row in enumerate(figures["seats"]):
        mean, deviation = (format_number(language, row[what], 2) for what in ("mean", "deviation"))
        lowest, highest = str(row["lowest"]), str(row["highest"])
        table.add_row(str(seat), mean, deviation, lowest, highest, format_percent(language, row["won"], 1))
    console.print(table)
    for statistic in played.counted:
        what, share = narrator.statistic(statistic), statistic["number"] / played.games
        if share <= 1:
            console.print(say("terminal.simulate_share", what=what, share=format_percent(language, share, 1)))
        else:
            console.print(say("terminal.simulate_per_game", what=what, number=format_number(language, share, 1)))
    lengths = played.decisions_per_game
    mean = format_number(language, lengths.mean(), 1)
    lowest, highest = (format_number(language, length) for length in (lengths.min(), lengths.max()))
    console.print(say("terminal.simulate_decisions", mean=mean, lowest=lowest, highest=highest))
    decisions, speed = (format_number(language, figures[what]) for what in ("decisions", "decisions_per_second"))
    seconds = format_number(language, played.seconds, 2)
    console.print(say("terminal.simulate_speed", decisions=decisions, seconds=seconds, speed=speed))
