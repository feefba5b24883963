"""The command `heliopolis`. Bad input gets one line and exit status 2."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import requires, version
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from heliopolis.core.cores import usable_cores
from heliopolis.terminal.option_values import (
    bot_list,
    duration,
    minutes,
    name_list,
    number_list,
    positive,
    seconds,
    seed,
)
from heliopolis.text.catalogues import LANGUAGES

FOR_DEVELOPERS = ("bench", "dev")  # extras that no command needs
A_GAME = "ra, priests, respublica, or a game of yours"
A_DATABASE = "sqlite:///FILE or postgresql://… (default: a file in your data folder)"


class Parser(argparse.ArgumentParser):
    """Reports what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Parser]


# ---- options that several commands have ------------------------------------------------------------------------------


def add_code(parser: Parser) -> None:
    parser.add_argument("--code", type=Path, action="append", default=[], metavar="FILE", help="Python file with bots "
                        "of your own; can be repeated")  # fmt: skip


def add_seed(parser: Parser, meaning: str) -> None:
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help=f"{meaning} (default: %(default)s)")


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def add_language(parser: Parser) -> None:
    parser.add_argument("--language", choices=LANGUAGES, help="language of the output (default: that of your system)")


def add_executors(parser: Parser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=positive, metavar="W", help="processes, each with one game at a time "
                       "(default: one per core)")  # fmt: skip
    where.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster: HOST:PORT, auto, or local to start one")
    where.add_argument("--serial", action="store_true", help="play one game after the other in this process")


# ---- commands --------------------------------------------------------------------------------------------------------


def add_command(commands: Commands, name: str, description: str, module: str | None = None) -> Parser:
    """Add a command that is run by its module in this package, which is imported only then."""
    parser = commands.add_parser(name, help=description, description=f"{description[0].upper()}{description[1:]}.")
    parser.set_defaults(run=imported_when_run(module or name))
    return parser


def imported_when_run(module: str) -> Callable[[argparse.Namespace], None]:
    """Return the function `run` of a command's module, so that help and usage errors load nothing."""

    def run(arguments: argparse.Namespace) -> None:
        import_module(f"heliopolis.terminal.{module}").run(arguments)

    return run


def add_play(commands: Commands) -> None:
    play = add_command(commands, "play", "play in the terminal, against bots or with others at one keyboard")
    play.add_argument("game", help=A_GAME)
    play.add_argument("--players", type=positive, metavar="N", help="number of players (default: 4, or one more than "
                      "there are bots)")  # fmt: skip
    play.add_argument("--seed", type=seed, metavar="S", help="seed of the deal; each seed always deals alike")
    play.add_argument("--bots", type=bot_list, metavar="A,B,…", help="bots in the last seats: levels (beginner, easy, "
                      "medium, hard, expert, master; --levels says how they play), or bots such as net or "
                      "search:1000; none: only people (default: greedy)")  # fmt: skip
    play.add_argument("--levels", action="store_true", help="say how the levels of the game play, and end")
    add_code(play)
    play.add_argument("--record", type=Path, metavar="FILE", help="write the record of the game to a new file")
    add_language(play)


def add_puzzle(commands: Commands) -> None:
    puzzle = add_command(commands, "puzzle", "find the best move in a position from a game of strong bots")
    puzzle.add_argument("game", nargs="?", default="ra", help="ra, priests or respublica (default: %(default)s)")
    which = puzzle.add_argument_group("which puzzle (default: that of today)")
    which.add_argument("--number", type=positive, metavar="N", help="by its number, from 1")
    which.add_argument("--id", metavar="ID", help="by its id")
    which.add_argument("--theme", metavar="THEME", help="any of a theme, such as auction")
    which.add_argument("--difficulty", type=int, choices=range(1, 6), help="any of a difficulty, from 1 to 5")
    puzzle.add_argument("--answer", metavar="MOVE", help="judge this move instead of asking for one")
    puzzle.add_argument("--json", action="store_true", help="print the question, or with --answer the answer, as JSON")
    add_language(puzzle)


def add_replay(commands: Commands) -> None:
    replay = add_command(commands, "replay", "step through the record of a game")
    replay.add_argument("file", type=Path, help="record of a game")
    add_language(replay)


def add_simulate(commands: Commands) -> None:
    simulate = add_command(commands, "simulate", "play many random games and show what happened in them")
    simulate.add_argument("game", help=A_GAME)
    simulate.add_argument("--games", type=positive, default=10_000, metavar="N", help="number of games (default: "
                          "%(default)s)")  # fmt: skip
    simulate.add_argument("--players", type=positive, default=4, metavar="P", help="number of players (default: "
                          "%(default)s)")  # fmt: skip
    simulate.add_argument("--threads", type=positive, default=usable_cores(), metavar="T", help="number of "
                          "threads (default: one per core)")  # fmt: skip
    add_seed(simulate, "seed of the games; each seed always gives the same games")
    add_json(simulate)
    add_language(simulate)


def add_arena(commands: Commands) -> None:
    arena = add_command(commands, "arena", "let bots play a tournament and show how strong they are")
    arena.add_argument("game", help=A_GAME)
    arena.add_argument("bots", nargs="+", metavar="BOT", help="bot such as greedy or search:1000; the same bot can be "
                       "named twice")  # fmt: skip
    arena.add_argument("--games", type=positive, default=400, metavar="N", help="number of games, rounded up so that "
                       "every deal is complete (default: %(default)s)")  # fmt: skip
    arena.add_argument("--players", type=positive, metavar="P", help="players per game (default: one per bot)")
    add_seed(arena, "seed of the tournament; each seed always gives the same results")
    add_code(arena)
    arena.add_argument("--move-time", type=seconds, metavar="S", help="seconds that a bot has for a move before it "
                       "forfeits (default: no limit; with a limit, results cannot be repeated exactly)")  # fmt: skip
    arena.add_argument("--save", type=Path, metavar="FILE", help="save every finished game; the same command resumes")
    add_executors(arena)
    add_json(arena)
    arena.add_argument("--csv", type=Path, metavar="FILE", help="also write the standings as CSV")
    arena.add_argument("--plot", type=Path, metavar="FILE", help="also draw the win shares into a .png or .svg file")


def add_ladder(commands: Commands) -> None:
    ladder = add_command(commands, "ladder", "replay the published ladder of bots and report which results still hold")
    ladder.add_argument("game", nargs="?", help="ra, priests or respublica")
    ladder.add_argument("--players", type=positive, metavar="P", help="only games of P players (default: all)")
    ladder.add_argument(
        "--slice", type=positive, metavar="N", help="only the first N games of each rung (default: all)"
    )
    add_executors(ladder)
    add_json(ladder)
    ladder.add_argument("--publish", action="store_true", help="play the rungs that this version has not played yet, "
                        "and publish them")  # fmt: skip
    ladder.add_argument("--games", type=positive, metavar="N", help="games of a new rung (default: 120 at four "
                        "players, 40 at others, 24 of the strongest level)")  # fmt: skip
    ladder.add_argument("--endings", nargs="*", metavar="BOT", help="measure bots (default: all levels) in exact "
                        "endings of ra instead; --slice takes the first N positions")  # fmt: skip
    ladder.add_argument("--times", type=positive, metavar="N", help="measure how long the levels think about N "
                        "positions instead")  # fmt: skip
    ladder.add_argument("--page", action="store_true", help="print docs/ladder.md")


def add_train(commands: Commands) -> None:
    train = add_command(commands, "train", "train nets for a game by self-play, for bots net:FILE")
    train.add_argument("game", help=A_GAME)
    length = train.add_mutually_exclusive_group(required=True)
    length.add_argument("--minutes", type=minutes, metavar="M", help="how long to train, evaluations included")
    length.add_argument("--updates", type=positive, metavar="N", help="how many lessons; on a CPU one seed then always "
                        "gives the same net")  # fmt: skip
    length.add_argument("--calibrate", type=Path, metavar="FILE", help="fit the winning chances of the nets in a file "
                        "to games that they play, and learn nothing else")  # fmt: skip
    train.add_argument("--folder", type=Path, metavar="FOLDER", help="folder for the net, the learning curve and "
                       "checkpoints (default: GAME-net)")  # fmt: skip
    train.add_argument("--resume", action="store_true", help="go on from the checkpoint in the folder")
    train.add_argument("--start", metavar="NET", help="begin with the net of this bot: net or net:FILE")
    add_seed(train, "seed of the training")
    train.add_argument("--against", metavar="BOT", help="learn to beat copies of a bot that does not learn, in all "
                       "other seats: greedy, net, net:FILE, search:N or a level (default: self-play)")  # fmt: skip
    train.add_argument("--league", metavar="BOT=SHARE,…", help="who else plays, each in a share of the games in all "
                       "seats but one: earlier (the net as it was) or a bot as above; such as earlier=0.2")  # fmt: skip
    train.add_argument("--teacher", dest="teaching_bot", metavar="BOT", help="bot that is imitated in the beginning "
                       "(default: greedy)")  # fmt: skip
    train.add_argument("--device", choices=["cpu", "cuda"], help="default: a CUDA GPU if there is one")
    train.add_argument("--ray", metavar="ADDRESS", help="spread the self-play over a Ray cluster: HOST:PORT, auto, or "
                       "local to start one")  # fmt: skip
    train.add_argument("--players", type=number_list, default=(), metavar="A,B,…", help="player counts (default: all)")
    train.add_argument("--hidden", type=number_list, metavar="A,B,…", help="widths of the hidden layers of the net "
                       "that decides alone (default: 512,512,512)")  # fmt: skip
    train.add_argument("--narrow", type=number_list, metavar="A,B,…", help="widths of the hidden layers of the net "
                       "that a search asks (default: 128,64); none: there is only one net")  # fmt: skip
    train.add_argument("--games", type=positive, metavar="N", help="games of each player count side by side")
    train.add_argument("--minibatch", type=positive, metavar="N", help="decisions per step of the optimiser")
    train.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="another setting of the "
                       "training, as docs/nets.md lists them, such as first_rate=5e-4")  # fmt: skip


def add_serve(commands: Commands) -> None:
    serve = add_command(commands, "serve", "serve the site: tables for browsers on this machine and in the network")
    serve.add_argument(
        "--host", default="0.0.0.0", help="address to listen on (default: %(default)s, the whole network)"
    )
    serve.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")
    serve.add_argument("--db", metavar="URL", help=A_DATABASE)
    serve.add_argument("--workers", type=positive, default=1, metavar="N", help="number of processes (default: "
                       "%(default)s)")  # fmt: skip
    serve.add_argument("--proxies", metavar="A,B,…", help="addresses of proxies whose X-Forwarded headers are trusted")
    serve.add_argument("--name", action="append", default=[], metavar="NAME", help="host name of the site, such as "
                       "games.example.org; can be repeated (always accepted: localhost, addresses, this machine's "
                       "name)")  # fmt: skip
    serve.add_argument("--keep", type=positive, metavar="DAYS", help="delete tables that nobody has changed for so "
                       "many days, finished or not (default: keep all)")  # fmt: skip
    serve.add_argument("--bot-threads", type=positive, metavar="N", help="bots that think at the same time, in each "
                       "process (default: one less than there are cores, shared among the processes)")  # fmt: skip
    serve.add_argument("--bot-pace", type=float, metavar="SECONDS", help="least time between a bot's move and the "
                       "entry before it while somebody at the table watches, 0 to 1.5 (default: 0.8)")  # fmt: skip
    serve.add_argument("--metrics-token", metavar="TOKEN", help="answer /api/metrics to those who send this token "
                       "(better: the environment variable HELIOPOLIS_METRICS_TOKEN; default: to nobody)")  # fmt: skip
    serve.add_argument("--no-limits", action="store_true", help="disable rate limits, quotas of tables and the limit "
                       "of connections per address")  # fmt: skip
    serve.add_argument("--no-browser", action="store_true", help="do not open a browser")


def add_database(commands: Commands) -> None:
    about = "upgrade, back up, restore, export or prune the database of a site"
    database = add_command(commands, "db", about, "database")
    database.add_argument("what", choices=["upgrade", "backup", "restore", "export", "prune"])
    database.add_argument("path", type=Path, nargs="?", help="file of the backup, or folder of the export")
    database.add_argument("--db", metavar="URL", help=A_DATABASE)
    prune = database.add_argument_group("prune: delete old tables, with all that belongs to them")
    prune.add_argument("--older-than", type=duration, metavar="TIME", help="finished tables that nobody has changed "
                       "for so long, such as 90d (days) or 36h (hours)")  # fmt: skip
    prune.add_argument("--unfinished", action="store_true", help="delete unfinished tables too")
    prune.add_argument("--dry-run", action="store_true", help="only say what would be deleted")


def add_verify(commands: Commands) -> None:
    verify = add_command(commands, "verify", "check that nobody could choose what chance decided in a finished game")
    verify.add_argument("file", type=Path, help="record of a table")
    verify.add_argument(
        "--commitment", metavar="HEX", help="the commitment that you saw before the game (without it, the record's own)"
    )
    verify.add_argument(
        "--share",
        metavar="HEX",
        action="append",
        default=[],
        help="your own share, and those that you saw before you gave it; may be given several times",
    )
    verify.add_argument(
        "--no-bots", dest="bots", action="store_false", help="do not let the bots decide again, which takes long"
    )


def add_compile(commands: Commands) -> None:
    compile_ = add_command(commands, "compile", "compile games ahead of time, for images and clusters")
    compile_.add_argument("games", nargs="*", metavar="GAME", help=f"{A_GAME} (default: all)")
    compile_.add_argument("--pieces", type=name_list, metavar="A,B,…", help="levels: all that the levels, and so "
                          "the site, need; or rules, search, nets, playouts, other-search, batches, searches, "
                          "evaluators (default: all)")  # fmt: skip
    compile_.add_argument("--jobs", type=positive, metavar="N", help="processes at the same time (default: one per "
                          "core)")  # fmt: skip
    add_json(compile_)


def add_bench(commands: Commands) -> None:
    bench = add_command(commands, "bench", "measure how fast this machine plays")
    bench.add_argument("game", nargs="?", default="ra", help=f"{A_GAME} (default: %(default)s)")
    add_json(bench)


def add_tekhenu(commands: Commands) -> None:
    tekhenu = add_command(commands, "tekhenu", "be led through a solo game of Tekhenu against the automas")
    tekhenu.add_argument("what", nargs="?", choices=["new", "continue", "list", "results"], help="default: "
                         "continue the last unfinished game")  # fmt: skip
    tekhenu.add_argument("name", nargs="?", help="name of the saved game; of a finished one, results show the "
                         "automas' VP by source")  # fmt: skip
    tekhenu.add_argument("--folder", type=Path, help="folder of saved games (default: your data folder)")
    add_language(tekhenu)
    tekhenu.add_argument("--seed", type=seed, metavar="S", help="seed; the same answers to it give the same game")
    tekhenu.add_argument("--automas", type=int, choices=[1, 2, 3], help="number of automas in a new game or a demo")
    tekhenu.add_argument("--difficulty", type=int, choices=[0, 1, 2, 3, 4], help="difficulty of a new game or a demo")
    tekhenu.add_argument("--demo", action="store_true", help="print a whole game with a person who plays at random")


def make_parser() -> Parser:
    """Return the parser of the whole command line; its result has the command to call as `run`."""
    parser = Parser(
        prog="heliopolis",
        description="Ra, Priests of Ra, Res Publica and the Tekhenu automas: play, simulate, compete, replay, measure.",
    )
    parser.add_argument("--version", action="version", version=f"heliopolis {version('heliopolis')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    for add in (
        add_play,
        add_puzzle,
        add_serve,
        add_database,
        add_verify,
        add_simulate,
        add_arena,
        add_ladder,
        add_train,
        add_replay,
        add_compile,
        add_bench,
        add_tekhenu,
    ):
        add(commands)
    return parser


def main() -> None:
    """Run the command that was typed."""
    arguments = make_parser().parse_args()
    from heliopolis.core.errors import HeliopolisError

    try:
        arguments.run(arguments)
    except HeliopolisError as error:
        sys.exit(_complain(error))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("heliopolis"):
            raise
        sys.exit(_complain(f"this needs {error.name!r}{_how_to_install(error.name)}."))
    except ImportError as error:
        if error.name != "numba":  # of another version
            raise
        sys.exit(_complain(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)


def _how_to_install(module: str) -> str:
    """Return how to install a missing module: with the package itself, or with one of its extras."""
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
