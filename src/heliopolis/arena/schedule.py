"""A tournament, and who sits where in each of its games.

A deal is one luck of the dealer, played several times with the bots in other seats:

* The bots stand in a circle, in an order that each deal shuffles anew. A line-up is a stretch of that circle, as long
  as the table has seats; there is one beginning at each bot. As many bots as seats make one line-up; so do fewer bots
  that fill the table evenly (two bots at a table of four sit A B A B).
* Each line-up is played in all rotations round the table.

So every entry sits in every seat equally often on every deal, whatever the numbers of bots and seats. Entries of the
same name are one bot that was entered more than once: `search greedy greedy greedy` is one search bot against three
greedy ones.

All luck comes from the tournament's seed and the number of the game. All games of a deal share the dealer's seed: the
set-up is the same, and his first, second, third … draw is decided by the same random number, whatever was drawn from.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

import heliopolis
from heliopolis.bots import bot, bot_source, check_list, load_bots
from heliopolis.bots.plugins import BotFile
from heliopolis.core.checks import JSON, as_index, check_seed
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.registry import game


@dataclass(frozen=True)
class Fixture:
    """One game of a tournament, before it is played."""

    number: int
    deal: int
    seats: tuple[str, ...]  # the bot of each seat
    dealer: str  # the dealer's seed
    luck: tuple[str, ...]  # the seed of each seat's own luck


@dataclass(frozen=True)
class Tournament:
    """What is played: with the same version of everything, the same tournament gives the same results anywhere."""

    game: str
    bots: tuple[str, ...]
    players: int
    deals: int
    seed: int | str = 0
    move_time: float | None = None  # seconds a bot may think about a move
    code: tuple[BotFile, ...] = ()  # files of bots

    @property
    def line_ups(self) -> int:
        return 1 if self.players % len(self.bots) == 0 else len(self.bots)

    @property
    def games_per_deal(self) -> int:
        return self.line_ups * self.players

    @property
    def games(self) -> int:
        return self.deals * self.games_per_deal

    @property
    def names(self) -> list[str]:
        """The bots, each once."""
        return list(dict.fromkeys(self.bots))

    def fixture(self, number: int) -> Fixture:
        deal, rest = divmod(number, self.games_per_deal)
        line_up, rotation = divmod(rest, self.players)
        circle = list(self.bots)
        random.Random(f"{self.seed}/{deal}/circle").shuffle(circle)
        seated = [circle[(line_up + place) % len(circle)] for place in range(self.players)]
        return Fixture(
            number,
            deal,
            tuple(seated[rotation:] + seated[:rotation]),
            f"{self.seed}/{deal}",
            tuple(f"{self.seed}/{deal}/{line_up}/{rotation}/{seat}" for seat in range(self.players)),
        )

    def check(self) -> None:
        """Refuse what cannot be played, before anything is; outside bots are loaded here."""
        game(self.game).check_players(self.players)
        check_seed(self.seed)
        for code in self.code:
            load_bots(code)
        for name in self.names:
            bot(name)

    def header(self) -> JSON:
        """What must agree for two lists of results to be of one tournament; there may be more deals of it."""
        return {
            "heliopolis": heliopolis.__version__,
            "sources": source_hash(),
            "game": self.game,
            "players": self.players,
            "bots": list(self.bots),
            "origins": {name: bot_source(name) for name in self.names},
            "seed": self.seed,
            "move_time": self.move_time,
        }

    def to_json(self) -> JSON:
        """All that another process needs to play a part of it."""
        return {**asdict(self), "sources": source_hash()}

    @classmethod
    def from_json(cls, data: JSON) -> Tournament:
        data = dict(data)
        if data.pop("sources") != source_hash():
            raise InvalidSetup(f"A worker has other sources than heliopolis {heliopolis.__version__} as it is here.")
        return cls(**{**data, "bots": tuple(data["bots"]), "code": tuple(BotFile(**code) for code in data["code"])})


def arrange(
    name: str,
    bots: Sequence[str],
    games: int,
    players: int | None = None,
    seed: int | str = 0,
    move_time: float | None = None,
    code: Sequence[str | Path] = (),
) -> Tournament:
    """A tournament of at least so many games, in whole deals; a table has a seat for each bot unless told otherwise."""
    if not check_list(bots):
        raise InvalidSetup("A tournament needs a bot.")
    rules = game(name)
    if players is None:
        players = max(rules.min_players, min(len(bots), rules.max_players))
    if as_index(games) < 1:
        raise InvalidSetup(f"The number of games must be 1 or more, not {games!r}.")
    if move_time is not None and not move_time > 0:
        raise InvalidSetup(f"The time for a move must be more than 0 seconds, not {move_time!r}.")
    files = tuple(BotFile.read(path) for path in code)
    trial = Tournament(name, tuple(bots), players, 1, seed, move_time, files)
    trial.check()
    return replace(trial, deals=-(-games // trial.games_per_deal))


@cache
def source_hash() -> str:
    """Names the sources that decide how a game goes: the rules, the bots, the arena's own hand in it."""
    package = Path(heliopolis.__file__).parent
    found = [*package.glob("*.py"), *package.glob("games/**/*.py"), *package.glob("bots/**/*.py")]
    found += [package / "arena" / name for name in ("referee.py", "schedule.py")]
    key = hashlib.sha256()
    for path in sorted(path for path in found if "tekhenu" not in path.parts and path.name != "cli.py"):
        key.update(f"{path.relative_to(package).as_posix()}\0".encode() + path.read_bytes())
    return key.hexdigest()[:16]
