"""Templates: functions written once for all games and compiled for each, with the modules of that game bound."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from heliopolis.kernel.compiler import compile_function

Compile = Callable[[Callable[..., Any], Callable[[], Path]], Any]  # a function, to be cached in a folder


def specialise(
    template: ModuleType, name: str, cache: Callable[[], Path], compile_one: Compile = compile_function, **bindings: Any
) -> SimpleNamespace:
    """Compile the functions of a template module with some of its global names bound to other values.

    Numba can cache a function on disk only if the rules it calls are its globals, not its arguments.
    """
    globals_: dict[str, Any] = {**vars(template), **bindings}
    bound: dict[str, Any] = {}
    for key, value in vars(template).items():
        if isinstance(value, FunctionType) and value.__module__ == template.__name__:
            copy = FunctionType(value.__code__, globals_, key, value.__defaults__)
            copy.__module__ = template.__name__
            bound[key] = compile_one(copy, lambda: cache() / f"{template.__name__}-{name}")
    globals_.update(bound)
    return SimpleNamespace(**bound)
