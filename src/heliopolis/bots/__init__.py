"""Bots: one short file each. A bot is given a position as its seat may know it, and returns the move it plays.

`bot("name")` makes a bot, `bot("name:option")` one with an option. Bots from other packages and from files are found
too (`plugins`). A bot that can explain its moves has a method `explain`, which returns an `Analysis`.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Protocol, TypeVar, cast

from heliopolis.bots.analysis import Analysis as Analysis
from heliopolis.bots.analysis import EvaluatedMove as EvaluatedMove
from heliopolis.bots.greedy import Greedy
from heliopolis.bots.level import LEVELS
from heliopolis.bots.level import Level as Level
from heliopolis.bots.level import levels as levels
from heliopolis.bots.net import NetBot
from heliopolis.bots.plugins import BotFile, Factory, installed, load_installed, one_line
from heliopolis.bots.random import RandomBot
from heliopolis.bots.search import Plain
from heliopolis.bots.search import Search as Search
from heliopolis.core.callable_package import make_callable
from heliopolis.core.checks import abbreviate, as_index
from heliopolis.core.errors import HeliopolisError, InvalidSetup, UnknownName
from heliopolis.core.position import Position
from heliopolis.kernel import Random

T = TypeVar("T")


class Bot(Protocol):
    """What every bot has."""

    name: str

    def choose(self, position: Position, rng: Random) -> str:
        """Return a legal move. The position has no dealer and contains nothing that the seat to act may not know."""
        ...


BOTS: dict[str, Factory] = {
    "random": RandomBot,
    "greedy": Greedy,
    "plain": Plain,
    "net": NetBot,
    "search": Search,
}
BUILT_IN = BOTS | LEVELS
THREADED = {"plain", "search", *LEVELS}  # built-in bots that use more than one core
_loaded: dict[str, BotFile] = {}  # the file of each bot that was loaded from one


def bots() -> list[str]:
    """Return the names of all bots: the built-in ones from the weakest on, then those of packages and files."""
    return list(dict.fromkeys([*BOTS, *installed(), *_loaded]))


def load_bots(file: BotFile) -> list[str]:
    """Register the bots of a file and return their names; they replace what the file contained when last loaded."""
    others = {name: other for name, other in _loaded.items() if other.name != file.name}
    for name in file.bots:
        if name in BUILT_IN or name in installed() or name in others:
            raise InvalidSetup(f"There is already a bot {name!r}; the one in {file.name!r} needs another name.")
    _loaded.clear()
    _loaded.update(others | dict.fromkeys(file.bots, file))
    return list(file.bots)


def bot(spec: str, threads: int | None = None) -> Bot:
    """Return the bot of that name; `name:option` passes it an option.

    The built-in bots search on that many threads, by default on all cores.
    """
    if not isinstance(spec, str):
        raise _unknown(spec)
    if threads is not None and as_index(threads) < 1:
        raise InvalidSetup(f"The number of threads must be 1 or more, not {abbreviate(threads)}.")
    name, colon, option = spec.partition(":")
    factory = _factory(name)
    arguments = (option,) if colon else ()
    _check_option(spec, name, factory, arguments)
    try:
        made = factory(*arguments, threads=threads) if name in THREADED else factory(*arguments)
        if not isinstance(getattr(made, "name", None), str):
            made.name = spec
    except HeliopolisError:
        raise
    except Exception as error:
        raise InvalidSetup(f"The bot {spec!r} cannot be created: {one_line(error)}.") from None
    if not callable(getattr(made, "choose", None)):
        raise InvalidSetup(f"The bot {spec!r} has no method 'choose'.")
    return cast(Bot, made)


def check_bots(bots: Sequence[T]) -> Sequence[T]:
    """Return a list of bots; a plain text, which would be read letter by letter, is refused."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise InvalidSetup(f"Bots must be a list such as ['greedy', 'random'], not {abbreviate(bots)}.")
    return bots


def bot_source(spec: str) -> str:
    """Return where a bot comes from: this package, a package with its version, or a file with its digest."""
    name = spec.partition(":")[0]
    if name in BUILT_IN:
        return "heliopolis"
    if name in installed():
        package = installed()[name].dist
        return installed()[name].value if package is None else f"{package.name} {package.version}"
    return f"{_loaded[name].name} {_loaded[name].digest}"


def _factory(name: str) -> Factory:
    if name in BUILT_IN:
        return BUILT_IN[name]
    if name in installed():
        return load_installed(installed()[name])
    if name in _loaded:
        return _loaded[name].bots[name]
    raise _unknown(name)


def _unknown(name: object) -> UnknownName:
    return UnknownName(
        f"There is no bot {abbreviate(name)}; there are {', '.join(bots())} and the levels {', '.join(LEVELS)}."
    )


def _check_option(spec: str, name: str, factory: Factory, arguments: tuple[str, ...]) -> None:
    try:
        inspect.signature(factory).bind(*arguments)
    except TypeError:
        fault = f"takes no option: {spec!r}" if arguments else f"needs an option: '{name}:…'"
        raise InvalidSetup(f"The bot {name!r} {fault}.") from None
    except ValueError:  # a factory without a signature
        pass


make_callable(__name__, bots)
