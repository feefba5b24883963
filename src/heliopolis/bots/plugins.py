"""Bots of others: from installed packages, and from files of source.

A package offers its bots by entry points of the group `heliopolis.bots`. A file offers every class of its own that has
a method `choose`, under its `name` or else its class's name in small letters. The file travels as text, so that a
process on another machine can load it too.
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
Factory = Callable[..., Any]


@dataclass(frozen=True)
class BotFile:
    """A file of bots."""

    file: str
    source: str

    @classmethod
    def read(cls, path: str | Path) -> BotFile:
        try:
            return cls(Path(path).name, Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise InvalidSetup(f"{str(path)!r} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise InvalidSetup(f"{str(path)!r} is not a text file.") from None

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]

    @property
    def bots(self) -> dict[str, Factory]:
        """The bots in it, by name."""
        return _bots_of(self)


@cache
def _bots_of(code: BotFile) -> dict[str, Factory]:
    found: dict[str, Factory] = {}
    for value in list(vars(_load(code)).values()):
        if _is_bot(value, code):
            name = getattr(value, "name", None)
            name = name if isinstance(name, str) else value.__name__.lower()
            if not re.fullmatch(r"[^\s:,]+", name):
                raise InvalidSetup(f"{name!r} of {code.file!r} is no name for a bot: no blank, colon or comma, please.")
            if name in found:
                raise InvalidSetup(f"{code.file!r} has two bots named {name!r}.")
            found[name] = value
    if not found:
        raise InvalidSetup(f"{code.file!r} has no bot: no class with a method 'choose'.")
    return found


def _is_bot(value: object, code: BotFile) -> bool:
    return (
        isinstance(value, type)
        and value.__module__ == _module_name(code)
        and not value.__name__.startswith("_")
        and not inspect.isabstract(value)
        and callable(getattr(value, "choose", None))
    )


def _module_name(code: BotFile) -> str:
    return f"heliopolis_code_{code.digest}"


def _load(code: BotFile) -> ModuleType:
    """Run the file as a module of its own (so that what stands behind `if __name__ == "__main__"` is left alone)."""
    module = ModuleType(_module_name(code))
    module.__file__ = code.file
    sys.modules[module.__name__] = module  # where pickles and dataclasses look for a class's module
    try:
        exec(compile(code.source, code.file, "exec", dont_inherit=True), vars(module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[module.__name__]
        raise InvalidSetup(f"{code.file!r} cannot be loaded: {one_line(error)}.") from None
    return module


@cache
def installed() -> dict[str, EntryPoint]:
    """The bots that installed packages offer, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def load_installed(point: EntryPoint) -> Factory:
    try:
        found = point.load()
    except Exception as error:
        raise InvalidSetup(f"The bot {point.name!r} ({point.value}) cannot be loaded: {one_line(error)}.") from None
    if not callable(found):
        raise InvalidSetup(f"The bot {point.name!r} ({point.value}) is neither a class nor a function.")
    made: Factory = found
    return made


def one_line(error: BaseException) -> str:
    """What went wrong, short enough for a table."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # an error of somebody else's may fail even at that
        text = ""
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return (said if len(said) <= 160 else f"{said[:159]}…").rstrip(".")
