"""`heliopolis ladder`: replays the published ladder and reports which results still hold, or publishes a new one."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path
from rich.console import Console
from rich.table import Table as RichTable

from heliopolis.arena.executors import Executor
from heliopolis.arena.ladder import (
    PLAYERS,
    Replay,
    Rung,
    plan,
    play_anew,
    publish,
    published,
    remove_others,
    replay,
    rungs_of,
    usual_games,
)
from heliopolis.arena.ladder_page import page
from heliopolis.arena.schedule import source_hash
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.registry import game
from heliopolis.terminal import endings, level_times
from heliopolis.terminal.arena import TIGHT, ProgressBar, executor_of


def run(arguments: argparse.Namespace) -> None:
    """Print the page, measure bots in exact endings, measure times, publish the ladder of a game, or replay it."""
    if arguments.page:
        print(page(), end="")
    elif arguments.game is None:
        raise InvalidSetup("The ladder of which game? Name ra, priests or respublica.")
    elif arguments.endings is not None:
        endings.run(arguments)
    elif arguments.times is not None:
        level_times.run(arguments)
    elif arguments.publish:
        publish_all(arguments)
    else:
        replay_all(arguments)


# ---- replaying ---------------------------------------------------------------------------------------------------


def replay_all(arguments: argparse.Namespace) -> None:
    """Replay the rungs of a game and report them; exit with status 1 if one does not hold."""
    rungs = [rung for rung in published(game(arguments.game).name) if arguments.players in (None, rung.players)]
    if not rungs:
        where = "" if arguments.players is None else f" for {arguments.players} players"
        raise InvalidSetup(f"No ladder of {game(arguments.game).title}{where} has been published.")
    replays = [replay_rung(rung, arguments.slice, executor_of(arguments), arguments.json) for rung in rungs]
    if arguments.json:
        print(json.dumps([figures(one) for one in replays]))
    else:
        show(replays)
    if not all(one.holds for one in replays):
        sys.exit(1)


def replay_rung(rung: Rung, games: int | None, executor: Executor, quiet: bool) -> Replay:
    """Replay a rung with a progress bar."""
    title = f"{rung.players} players: {rung.challenger} against {rung.defender}"
    with ProgressBar(title, min(games or rung.games, rung.games), hidden=quiet) as bar, redirect_stdout(sys.stderr):
        return replay(rung, games, executor, bar.add)


def figures(one: Replay) -> dict[str, Any]:
    """Return a replay for programs."""
    rung = one.rung
    return {
        "players": rung.players,
        "challenger": rung.challenger,
        "defender": rung.defender,
        "seed": rung.seed,
        "chance": rung.chance,
        "published": {"games": rung.games, "win_share": rung.share, "low": rung.interval[0], "high": rung.interval[1],
                      "verdict": rung.verdict, "version": rung.version, "sources": rung.sources},
        "now": {"games": len(one.results), "win_share": one.share, "low": one.interval[0], "high": one.interval[1],
                "sources": source_hash()},
        "identical": one.identical,
        "holds": one.holds,
    }  # fmt: skip


def show(replays: list[Replay]) -> None:
    """Print the replays as a table, with a summary."""
    console = Console(highlight=False)
    title = game(replays[0].rung.game).title
    shown = RichTable(title=f"{title}: the ladder replayed", title_justify="left", **TIGHT)
    for heading in ("players", "challenger", "against", "share", "95 %", "replay", "games", "verdict"):
        shown.add_column(heading, justify="left" if heading in ("challenger", "against", "verdict") else "right")
    for one in replays:
        rung = one.rung
        low, high = rung.interval
        shares = f"{rung.share:.1%}", f"{low:.0%}–{high:.0%}", f"{one.share:.1%}", f"{len(one.results):,}"
        shown.add_row(str(rung.players), rung.challenger, rung.defender, *shares, verdict_text(one))
    console.print(shown)
    for line in notes(replays):
        console.print(line)


def verdict_text(one: Replay) -> str:
    """Return whether a rung holds: game by game, by its share, or not at all."""
    return "identical" if one.identical else "share holds" if one.holds else "FAILS"


def notes(replays: list[Replay]) -> list[str]:
    """Return whether the ladder holds, and why games may differ."""
    broken = sum(not one.holds for one in replays)
    found = [f"{broken} of {len(replays)} rungs do not hold." if broken else "The ladder holds."]
    others = [one for one in replays if not one.identical]
    if others and any(one.rung.sources != source_hash() for one in others):
        found.append("Some games differ from the published ones: the sources have changed since then.")
    elif others:
        found.append(
            "Some games differ from the published ones, with the same sources: this machine computes differently."
        )
    return found


# ---- publishing --------------------------------------------------------------------------------------------------


def publish_all(arguments: argparse.Namespace) -> None:
    """Play and publish every rung that was not published from the present sources; a stopped one continues."""
    name = game(arguments.game).name
    done = {(rung.players, rung.challenger, rung.defender) for rung in published(name) if is_current(rung, arguments)}
    if name not in PLAYERS:
        raise InvalidSetup(f"There is no ladder of {game(name).title}.")
    remove_others(name)
    for rung in rungs_of(name):
        if arguments.players in (None, rung[0]) and rung not in done:
            publish_rung(name, *rung, arguments)


def is_current(rung: Rung, arguments: argparse.Namespace) -> bool:
    """Return whether a rung was published from the present sources, with as many games as requested."""
    return rung.sources == source_hash() and rung.games >= number_of_games(rung.players, rung.challenger, arguments)


def number_of_games(players: int, challenger: str, arguments: argparse.Namespace) -> int:
    """Return how many games of a rung are to be published."""
    return int(arguments.games or usual_games(players, challenger))


def publish_rung(name: str, players: int, challenger: str, defender: str, arguments: argparse.Namespace) -> None:
    """Play a rung, publish it and print its result."""
    planned = plan(name, players, challenger, defender, number_of_games(players, challenger, arguments))
    planned.check()
    save = unfinished_folder() / f"{name}-{players}-{challenger}-{defender}-{source_hash()}.jsonl".replace(":", "_")
    title = f"{players} players: {challenger} against {defender}"
    with ProgressBar(title, planned.games, hidden=False) as bar, redirect_stdout(sys.stderr):
        rung = play_anew(planned, executor_of(arguments), save, bar.add)
    publish(rung)
    save.unlink()
    low, high = rung.interval
    print(f"{title}: {rung.share:.1%} ({low:.1%} – {high:.1%}) of {rung.games} games, {rung.verdict}.", flush=True)


def unfinished_folder() -> Path:
    """Return the folder for the games of rungs that are not finished."""
    try:
        folder = user_cache_path("heliopolis") / "ladder"
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir())
    return folder
