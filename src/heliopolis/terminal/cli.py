"""The command `heliopolis`. Bad input gets one line and exit status 2."""

from __future__ import annotations

import argparse
import os
import re
import sys
from importlib.metadata import requires, version
from pathlib import Path
from typing import NoReturn

FOR_DEVELOPERS = ("bench", "dev")  # extras that no command needs


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def seed(text: str) -> int | str:
    """Any text will do as a seed; a number is kept as a number."""
    return int(text) if text.isdecimal() else text


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def bot_list(text: str) -> list[str]:
    return [] if text == "none" else [name.strip() for name in text.split(",")]


def add_code(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--code", type=Path, action="append", default=[], metavar="FILE", help="a file with bots of "
                        "yours; may be given more than once")  # fmt: skip


def add_executors(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=positive, metavar="W", help="games at a time, each in its own process (all cores)"
    )
    where.add_argument("--ray", metavar="ADDRESS", help="on a Ray cluster: HOST:PORT, auto, or local to start one here")
    where.add_argument("--serial", action="store_true", help="one game after the other in this process, for a debugger")


def add_tournaments(commands: argparse._SubParsersAction[Parser]) -> None:
    arena = commands.add_parser("arena", help="let bots play a tournament and tell how strong they are")
    arena.add_argument("game", help="ra, priests or respublica")
    arena.add_argument("bots", nargs="+", metavar="BOT", help="such as greedy or search:1000; the same may come twice")
    arena.add_argument(
        "--games", type=positive, default=400, metavar="N", help="rounded up to whole deals (%(default)s)"
    )
    arena.add_argument("--players", type=positive, metavar="P", help="at each table (as many as there are bots)")
    arena.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="the same seed gives the same table (%(default)s)"
    )
    add_code(arena)
    arena.add_argument("--move-time", type=seconds, metavar="S", help="seconds a bot may think about a move before it "
                       "forfeits (no limit: a clock makes results that nobody can repeat)")  # fmt: skip
    arena.add_argument(
        "--save", type=Path, metavar="FILE", help="keep every finished game; the same command goes on there"
    )
    add_executors(arena)
    arena.add_argument("--json", action="store_true", help="print the table as JSON")
    arena.add_argument("--csv", type=Path, metavar="FILE", help="write the table as CSV too")
    arena.add_argument("--plot", type=Path, metavar="FILE", help="draw the win shares too, into a .png or .svg")

    ladder = commands.add_parser("ladder", help="play the published ladder of bots again: does it still hold?")
    ladder.add_argument("game", nargs="?", help="ra, priests or respublica")
    ladder.add_argument("--players", type=positive, metavar="P", help="only tables of so many (all that are published)")
    ladder.add_argument("--slice", type=positive, metavar="N", help="only the first N games of each rung (all)")
    add_executors(ladder)
    ladder.add_argument("--json", action="store_true", help="print the figures as JSON")
    ladder.add_argument("--publish", action="store_true", help="play rungs that these sources have not yet played, and "
                        "keep them as the published ladder")  # fmt: skip
    ladder.add_argument("--games", type=positive, default=400, metavar="N", help="of a new rung (%(default)s)")
    ladder.add_argument("--page", action="store_true", help="print docs/ladder.md")


def make_parser() -> Parser:
    parser = Parser(
        prog="heliopolis",
        description="Ra, Priests of Ra, Res Publica and the Tekhenu automas: play, simulate, compete, replay, measure.",
    )
    parser.add_argument("--version", action="version", version=f"heliopolis {version('heliopolis')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)

    play = commands.add_parser("play", help="play in the terminal, against bots or around one keyboard")
    play.add_argument("game", help="ra, priests or respublica")
    play.add_argument("--players", type=positive, metavar="N", help="at the table (4; or one more than the bots)")
    play.add_argument("--seed", type=seed, help="the same seed deals the same tiles")
    play.add_argument("--bots", type=bot_list, metavar="A,B,…", help="who has the last seats: a level from beginner to "
                      "expert, or a bot such as search:1000; or none, for people only (greedy)")  # fmt: skip
    add_code(play)
    play.add_argument("--record", type=Path, metavar="FILE", help="keep the record of the game in a file, move by move")

    serve = commands.add_parser("serve", help="the site: tables for browsers on this machine and in the network")
    serve.add_argument("--host", default="0.0.0.0", help="where to listen (%(default)s: the whole network)")
    serve.add_argument("--port", type=int, default=8000, help="(%(default)s)")
    serve.add_argument("--db", metavar="URL", help="sqlite:///FILE or postgresql://… (a file in your data folder)")
    serve.add_argument("--workers", type=positive, default=1, metavar="N", help="processes (%(default)s)")
    serve.add_argument("--proxies", metavar="A,B,…", help="addresses of proxies whose X-Forwarded headers are trusted")
    serve.add_argument("--no-limits", action="store_true", help="let anybody ask as often as he likes")
    serve.add_argument("--no-browser", action="store_true", help="do not open one")

    db = commands.add_parser("db", help="look after the tables that are kept: upgrade, backup, restore, export")
    db.add_argument("what", choices=["upgrade", "backup", "restore", "export"])
    db.add_argument("path", type=Path, nargs="?", help="the file of the backup, or the folder of the export")
    db.add_argument("--db", metavar="URL", help="sqlite:///FILE or postgresql://… (a file in your data folder)")

    verify = commands.add_parser("verify", help="check that the deal of a finished game was fixed in advance")
    verify.add_argument("file", type=Path, help="the record of a table")

    simulate = commands.add_parser("simulate", help="play many random games and tell what happened")
    simulate.add_argument("game", help="ra, priests or respublica")
    simulate.add_argument("--games", type=positive, default=10_000, metavar="N", help="how many (%(default)s)")
    simulate.add_argument("--players", type=positive, default=4, metavar="P", help="at each table (%(default)s)")
    simulate.add_argument("--threads", type=positive, default=os.cpu_count() or 1, metavar="T", help="(all cores)")
    simulate.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="the same seed plays the same games (%(default)s)"
    )
    simulate.add_argument("--json", action="store_true", help="print the figures as JSON")

    add_tournaments(commands)

    replay = commands.add_parser("replay", help="step through the record of a game")
    replay.add_argument("file", type=Path)

    bench = commands.add_parser("bench", help="measure how fast this machine plays")
    bench.add_argument("game", nargs="?", default="ra", help="(%(default)s)")
    bench.add_argument("--json", action="store_true", help="print the figures as JSON")

    tekhenu = commands.add_parser("tekhenu", help="be led through a solo game of Tekhenu against the automas")
    tekhenu.add_argument("what", nargs="?", choices=["new", "continue", "list"], help="(the last unfinished game)")
    tekhenu.add_argument("name", nargs="?", help="of the saved game")
    tekhenu.add_argument("--folder", type=Path, help="where games are kept (your data folder)")
    tekhenu.add_argument("--language", choices=["en", "it", "es"], help="(that of your system)")
    tekhenu.add_argument("--seed", type=seed, help="the same seed and answers give the same game")
    tekhenu.add_argument("--automas", type=int, choices=[1, 2, 3], help="in a new game or a demonstration")
    tekhenu.add_argument("--difficulty", type=int, choices=[0, 1, 2, 3, 4], help="in a new game or a demonstration")
    tekhenu.add_argument("--demo", action="store_true", help="print a whole game with a person who plays at random")
    return parser


def run(arguments: argparse.Namespace) -> None:
    # Each command imports what it needs, so that help and mistakes are answered at once.
    if arguments.command == "play":
        from heliopolis.terminal import play

        bots = arguments.bots
        players = arguments.players or (len(bots) + 1 if bots else 4)
        play.run(
            arguments.game,
            players,
            arguments.seed,
            ["greedy"] * (players - 1) if bots is None else bots,
            arguments.record,
            arguments.code,
        )
    elif arguments.command == "simulate":
        from heliopolis.terminal import simulate

        simulate.run(
            arguments.game, arguments.players, arguments.games, arguments.seed, arguments.threads, arguments.json
        )
    elif arguments.command == "arena":
        from heliopolis.terminal import arena

        arena.run(arguments)
    elif arguments.command == "ladder":
        from heliopolis.terminal import ladder

        ladder.run(arguments)
    elif arguments.command == "replay":
        from heliopolis.terminal import replay

        replay.run(arguments.file)
    elif arguments.command == "serve":
        from heliopolis.terminal import serve

        serve.run(arguments)
    elif arguments.command == "db":
        from heliopolis.terminal import database

        database.run(arguments.what, arguments.path, arguments.db)
    elif arguments.command == "verify":
        from heliopolis.terminal import verify

        verify.run(arguments.file)
    elif arguments.command == "tekhenu":
        from heliopolis.terminal import tekhenu

        tekhenu.run(arguments)
    else:
        from heliopolis.terminal import bench

        bench.run(arguments.game, arguments.json)


def main() -> None:
    arguments = make_parser().parse_args()
    from heliopolis.core.errors import HeliopolisError

    try:
        run(arguments)
    except HeliopolisError as error:
        sys.exit(_complain(error))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("heliopolis"):
            raise
        sys.exit(_complain(f"this needs {error.name!r}{_how_to_install(error.name)}."))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)


def _how_to_install(module: str) -> str:
    """What brings a module along: the package itself, or one of its extras."""
    for needed in requires("heliopolis") or ():
        name, _, condition = needed.partition(";")
        extra = condition.partition("extra == ")[2].strip("'\"")
        distribution = re.split(r"[^\w-]", name)[0].replace("-", "_")
        if distribution == module.partition(".")[0] and extra not in FOR_DEVELOPERS:
            return f": pip install 'heliopolis[{extra}]'" if extra else ": pip install heliopolis"
    return ", which is not installed"


def _complain(error: Exception | str) -> int:
    print(f"heliopolis: {error}", file=sys.stderr)
    return 2
