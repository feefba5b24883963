"""Templates: functions written once for all games and compiled for each, with the modules of that game bound."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from heliopolis.kernel.compiler import compile_function
from heliopolis.kernel.mode import COMPILED


def specialise(template: ModuleType, name: str, cache: Callable[[], Path], **bindings: Any) -> SimpleNamespace:
    """Compile the functions of a template module with some of its global names bound to other values.

    Numba can cache a function on disk only if the rules it calls are its globals, not its arguments.
    """
    globals_: dict[str, Any] = {**vars(template), **bindings}
    bound: dict[str, Any] = {}
    for key, value in vars(template).items():
        if isinstance(value, FunctionType) and value.__module__ == template.__name__:
            copy = FunctionType(value.__code__, globals_, key, value.__defaults__)
            copy.__module__ = template.__name__
            bound[key] = compile_function(copy, lambda: cache() / f"{template.__name__}-{name}")
    globals_.update(bound)
    return SimpleNamespace(**bound)


def is_compiled(what: str, cache: Path) -> bool:
    """Return whether something is in the cache of compiled code, or needs no compiling since rules run interpreted."""
    return not COMPILED or (cache / f"{what}.ready").exists()


def compile_once(what: str, cache: Path, compile_all: Callable[[], None]) -> None:
    """Compile something unless it is in the cache, with a note on the standard error since it takes a while."""
    if not is_compiled(what, cache):
        print(f"Compiling {what} for this machine: once, about 20 seconds …", file=sys.stderr, flush=True)
        compile_all()
        (cache / f"{what}.ready").touch()
