"""Bots: one short file each. A bot sees a position as its seat may know it, and says what it plays.

`bot("name")` makes one, `bot("name:option")` one with an option. Bots of others are found too (`outside.py`).
One that can say more about its move than the move has `explain`, which gives a `Thought`.
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
from heliopolis.bots.plugins import BotFile, Factory, installed, load_installed, one_line
from heliopolis.bots.random import RandomBot
from heliopolis.bots.search import Search
from heliopolis.core.callable_package import make_callable
from heliopolis.core.checks import abbreviate, as_index
from heliopolis.core.errors import HeliopolisError, InvalidSetup, UnknownName
from heliopolis.core.position import Position
from heliopolis.kernel import Random

T = TypeVar("T")


class Bot(Protocol):
    """All that a bot must have."""

    name: str

    def choose(self, position: Position, rng: Random) -> str:
        """One of `position.legal()`. The position carries no dealer and nothing that the seat to act may not know."""
        ...


BOTS: dict[str, Factory] = {"random": RandomBot, "greedy": Greedy, "search": Search}
BUILT_IN = BOTS | LEVELS
THREADED = {"search", *LEVELS}  # ours that think on more than one core
_loaded: dict[str, BotFile] = {}  # the bots of files, by name


def bots() -> list[str]:
    """The names of all bots: ours, the weakest first, then those of others."""
    return list(dict.fromkeys([*BOTS, *installed(), *_loaded]))


def load_bots(code: BotFile) -> list[str]:
    """Make the bots of a file known, instead of those it had when it was loaded before; their names."""
    others = {name: other for name, other in _loaded.items() if other.file != code.file}
    for name in code.bots:
        if name in BUILT_IN or name in installed() or name in others:
            raise InvalidSetup(f"There is a bot {name!r} already; the one of {code.file!r} needs another name.")
    _loaded.clear()
    _loaded.update(others | dict.fromkeys(code.bots, code))
    return list(code.bots)


def bot(spec: str, threads: int | None = None) -> Bot:
    """The bot of that name; `name:option` hands it an option. Ours think on so many threads, or on all cores."""
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
        raise InvalidSetup(f"The bot {spec!r} cannot be made: {one_line(error)}.") from None
    if not callable(getattr(made, "choose", None)):
        raise InvalidSetup(f"The bot {spec!r} has no method 'choose'.")
    return cast(Bot, made)


def check_list(bots: Sequence[T]) -> Sequence[T]:
    """Bots one by one: a text would be read letter by letter."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise InvalidSetup(f"Bots are given as a list such as ['greedy', 'random'], not as {abbreviate(bots)}.")
    return bots


def bot_source(spec: str) -> str:
    """Where a bot comes from, exactly enough to know it again."""
    name = spec.partition(":")[0]
    if name in BUILT_IN:
        return "heliopolis"
    if name in installed():
        package = installed()[name].dist
        return installed()[name].value if package is None else f"{package.name} {package.version}"
    return f"{_loaded[name].file} {_loaded[name].digest}"


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
    except ValueError:  # a factory that does not tell what it takes
        pass


make_callable(__name__, bots)
