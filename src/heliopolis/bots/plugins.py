"""Bots from outside: from installed packages and from Python files.

A package offers its bots by entry points of the group `heliopolis.bots`. A file offers every class of its own that has
a method `choose`, under the class's `name` or else under its class name in lower case. The file is passed on as text,
so that a process on another machine can load it too.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from heliopolis.core.errors import InvalidSetup

GROUP = "heliopolis.bots"
MAX_ERROR_LENGTH = 160  # characters, so that it fits on a line of a report
Factory = Callable[..., Any]


@dataclass(frozen=True)
class BotFile:
    """A Python file with bots, as text."""

    name: str  # of the file, without its folder
    source: str

    @classmethod
    def read(cls, path: str | Path) -> BotFile:
        """Return the file at a path."""
        try:
            return cls(Path(path).name, Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise InvalidSetup(f"{str(path)!r} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise InvalidSetup(f"{str(path)!r} is not a text file.") from None

    @property
    def digest(self) -> str:
        """A hash of the source."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]

    @property
    def bots(self) -> dict[str, Factory]:
        """The factories of its bots, by name."""
        return _bots_of(self)


@cache
def _bots_of(file: BotFile) -> dict[str, Factory]:
    found: dict[str, Factory] = {}
    for value in list(vars(_load(file)).values()):
        if _is_bot(value, file):
            name = getattr(value, "name", None)
            name = name if isinstance(name, str) else value.__name__.lower()
            if not re.fullmatch(r"[^\s:,]+", name):
                raise InvalidSetup(
                    f"Invalid bot name {name!r} in {file.name!r}: names may not contain spaces, colons or commas."
                )
            if name in found:
                raise InvalidSetup(f"{file.name!r} has two bots named {name!r}.")
            found[name] = value
    if not found:
        raise InvalidSetup(f"{file.name!r} has no bot: no class with a method 'choose'.")
    return found


def _is_bot(value: object, file: BotFile) -> bool:
    return (
        isinstance(value, type)
        and value.__module__ == _module_name(file)
        and not value.__name__.startswith("_")
        and not inspect.isabstract(value)
        and callable(getattr(value, "choose", None))
    )


def _module_name(file: BotFile) -> str:
    return f"heliopolis_code_{file.digest}"


def _load(file: BotFile) -> ModuleType:
    """Run the file as a module; what it does under `if __name__ == "__main__"` is not run."""
    module = ModuleType(_module_name(file))
    module.__file__ = file.name
    sys.modules[module.__name__] = module  # where pickles and dataclasses look for a class's module
    try:
        exec(compile(file.source, file.name, "exec", dont_inherit=True), vars(module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[module.__name__]
        raise InvalidSetup(f"{file.name!r} cannot be loaded: {one_line(error)}.") from None
    return module


@cache
def installed() -> dict[str, EntryPoint]:
    """Return the entry points of the bots of installed packages, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def load_installed(point: EntryPoint) -> Factory:
    """Import the class or function that makes the bot of an installed package."""
    try:
        found = point.load()
    except Exception as error:
        raise InvalidSetup(f"The bot {point.name!r} ({point.value}) cannot be loaded: {one_line(error)}.") from None
    if not callable(found):
        raise InvalidSetup(f"The bot {point.name!r} ({point.value}) is neither a class nor a function.")
    made: Factory = found
    return made


def one_line(error: BaseException) -> str:
    """Return type and message of an error on one line, shortened if it is long."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # the error of a bot may fail even at this
        text = ""
    line = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return (line if len(line) <= MAX_ERROR_LENGTH else f"{line[: MAX_ERROR_LENGTH - 1]}…").rstrip(".")
