"""Schedule: who sits where in each game of a tournament, and from which seeds it is played.

A deal is one seed of the dealer, played several times with the bots in different seats:

* The bots stand in a circle, in an order that is shuffled for each deal. A line-up is a run of neighbours in that
  circle, as long as the table has seats; one line-up begins at each bot. If there are as many bots as seats there is
  only one, and also if fewer bots fill the table evenly (two bots at a table of four sit A B A B).
* Each line-up is played in all rotations round the table.

So every entry sits in every seat equally often on every deal, whatever the numbers of bots and seats. Entries of the
same name are one bot that was entered more than once: `search greedy greedy greedy` is one search bot against three
greedy ones.

All random numbers come from the tournament's seed and the number of the game. All games of a deal share the dealer's
seed: the set-up is the same, and the first, second, third … draw is decided by the same random number, whatever is left
to be drawn.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

import heliopolis
from heliopolis import kernel
from heliopolis.arena.game_package import GamePackage
from heliopolis.bots import bot_source, check_bots, check_plays, load_bots
from heliopolis.bots.plugins import BotFile
from heliopolis.core.checks import JSON, as_index, check_seed
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.registry import game, register


@dataclass(frozen=True)
class Fixture:
    """One game of a tournament, before it is played."""

    number: int
    deal: int
    seats: tuple[str, ...]  # the bot of each seat
    dealer_seed: str
    bot_seeds: tuple[str, ...]  # by seat: the seed of the bot's random numbers


@dataclass(frozen=True)
class Tournament:
    """What is played: with the same sources, one tournament gives the same results in every process and machine."""

    game: str
    bots: tuple[str, ...]
    players: int
    deals: int
    seed: int | str = 0
    move_time: float | None = None  # seconds that a bot may think about a move
    code: tuple[BotFile, ...] = ()  # files with bots

    @property
    def line_ups(self) -> int:
        """The number of line-ups of each deal."""
        return 1 if self.players % len(self.bots) == 0 else len(self.bots)

    @property
    def games_per_deal(self) -> int:
        """The number of games that are played with each deal."""
        return self.line_ups * self.players

    @property
    def games(self) -> int:
        """The number of games of the whole tournament."""
        return self.deals * self.games_per_deal

    @property
    def names(self) -> list[str]:
        """The bots, each once."""
        return list(dict.fromkeys(self.bots))

    def fixture(self, number: int) -> Fixture:
        """Return the seats and seeds of a game."""
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
        """Load the bots' files and raise `InvalidSetup` if the tournament cannot be played."""
        game(self.game).check_players(self.players)
        check_seed(self.seed)
        for file in self.code:
            load_bots(file)
        for name in self.names:
            check_plays(name, game(self.game))

    def header(self) -> JSON:
        """Return what two lists of results must agree on to be of one tournament; the number of deals may differ."""
        package = GamePackage.of(game(self.game))
        return {
            "heliopolis": heliopolis.__version__,
            "sources": source_hash(),
            "game": self.game,
            **({} if package is None else {"package": f"{package.name} {package.digest}"}),
            "players": self.players,
            "bots": list(self.bots),
            "origins": {name: bot_source(name) for name in self.names},
            "seed": self.seed,
            "move_time": self.move_time,
        }

    def to_json(self) -> JSON:
        """Return all that another process needs to play some of the games, with the game's package if it has one."""
        package = GamePackage.of(game(self.game))
        return {**asdict(self), "sources": source_hash(), "package": None if package is None else asdict(package)}

    @classmethod
    def from_json(cls, data: JSON) -> Tournament:
        """Return a tournament that another process wrote, and load its game; both must have the same sources."""
        data = dict(data)
        if data.pop("sources") != source_hash():
            raise InvalidSetup(
                f"A worker has other sources of heliopolis {heliopolis.__version__} than the process that started it."
            )
        package = data.pop("package")
        if package is not None:
            GamePackage(**package).load(data["game"])
        return cls(**{**data, "bots": tuple(data["bots"]), "code": tuple(BotFile(**file) for file in data["code"])})


def arrange(
    name: str | Game,
    bots: Sequence[str],
    games: int,
    players: int | None = None,
    seed: int | str = 0,
    move_time: float | None = None,
    code: Sequence[str | Path] = (),
) -> Tournament:
    """Return a tournament of at least that many games, rounded up to whole deals.

    Without a number of players a table has a seat for each bot, as far as the game allows it.
    """
    if not check_bots(bots):
        raise InvalidSetup("A tournament needs at least one bot.")
    rules = register(game(name))  # workers find it by its name
    if players is None:
        players = max(rules.min_players, min(len(bots), rules.max_players))
    if as_index(games) < 1:
        raise InvalidSetup(f"The number of games must be 1 or more, not {games!r}.")
    if move_time is not None and not move_time > 0:
        raise InvalidSetup(f"The time for a move must be more than 0 seconds, not {move_time!r}.")
    files = tuple(BotFile.read(path) for path in code)
    one_deal = Tournament(rules.name, tuple(bots), players, 1, seed, move_time, files)
    one_deal.check()
    return replace(one_deal, deals=-(-games // one_deal.games_per_deal))


@cache
def source_hash() -> str:
    """Return a hash of the sources that decide how a game goes: rules, bots, referee and schedule."""
    bots = (kernel.PACKAGE / "bots").rglob("*.py")
    arena = [kernel.PACKAGE / "arena" / name for name in ("referee.py", "schedule.py")]
    return kernel.hash_sources([*kernel.rule_sources(), *bots, *arena])
