"""The `@rule` decorator: compiles a rule with Numba at its first call and caches the machine code on disk.

While another process compiles a rule, calls from Python run it interpreted (`kernel.mode`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import numba
from numba.core.compiler_lock import global_compiler_lock

from heliopolis.kernel.cache import RuleCache, cache_for
from heliopolis.kernel.interpreted import interpret
from heliopolis.kernel.mode import COMPILED, is_left_to_others
from heliopolis.kernel.pipeline import CalleeCompiler, EntryCompiler

njit: Any = numba.njit  # its types do not know all options
OPTIONS = {
    "nogil": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",  # a rule never divides by zero, and need not check it
    "_nrt": False,  # arrays belong to the caller: no reference counting
}

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Compile a rule at its first call, for any thread (it releases the GIL), and cache it on disk."""
    folder = Path(function.__code__.co_filename).parent
    return compile_function(function, lambda: cache_for(folder) / function.__module__)


def compile_function(function: F, folder: Callable[[], Path]) -> F:
    """Compile a function at its first call and cache it in a folder, which is asked for when it is needed."""
    compiled: Any = njit(**OPTIONS, pipeline_class=EntryCompiler)(function)
    if COMPILED:
        compiled._cache = RuleCache(function, folder)
        _link_where_called(compiled)
        _interpret_while_others_compile(compiled)
    return compiled  # type: ignore[no-any-return]


def _link_where_called(compiled: Any) -> None:
    """Let rules that call this one use code for 64-bit integers: Numba would compile it for each width."""
    callee: Any = njit(**OPTIONS, no_cpython_wrapper=True, pipeline_class=CalleeCompiler)(compiled.py_func)

    def add_overload(result: Any) -> None:
        callee.overloads[tuple(result.signature.args)] = result  # without machine code there is nothing to call

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        widened = (numba.int64 if isinstance(kind, numba.types.Integer) else kind for kind in args)
        return resolve(tuple(widened), kws)

    resolve, callee.add_overload = callee.get_call_template, add_overload
    compiled.get_call_template, compiled.get_overload = get_call_template, callee.get_overload


def _interpret_while_others_compile(compiled: Any) -> None:
    """Let a call from Python that finds no compiled code run interpreted where this process is not to compile."""
    compile_for = compiled._compile_for_args  # Numba calls what it returns
    is_missing = False  # whether a look into the cache on disk found no code

    def compile_or_interpret(*arguments: Any) -> Any:
        nonlocal is_missing
        if is_left_to_others(compiled.__module__):
            is_missing = is_missing or not _is_cached(compiled, arguments)
            if is_missing:
                return interpret(compiled)
        return compile_for(*arguments)

    compiled._compile_for_args = compile_or_interpret


def call_directly(functions: SimpleNamespace) -> SimpleNamespace:
    """Return functions that Python calls without a look at the types of the arguments, once they are compiled.

    Finding the code for the types takes longer than many a rule. The caller sees to it that they are always the same.
    """
    direct = SimpleNamespace(**vars(functions))
    if COMPILED:
        for name, function in vars(functions).items():
            setattr(direct, name, _replace_when_compiled(direct, name, function))
    return direct


def _replace_when_compiled(direct: SimpleNamespace, name: str, compiled: Any) -> Callable[..., Any]:
    """Return a function that is replaced by machine code at the first call that finds or makes it."""

    def call(*arguments: Any) -> Any:
        result = compiled(*arguments)
        if len(compiled.overloads) == 1:
            setattr(direct, name, next(iter(compiled.overloads.values())).entry_point)
        return result

    return call


def _is_cached(compiled: Any, arguments: tuple[Any, ...]) -> bool:
    """Return whether the code for these arguments is in the cache on disk."""
    signature = tuple(compiled.typeof_pyval(argument) for argument in arguments)
    with global_compiler_lock:
        found: bool = compiled._cache.holds(signature, compiled.targetctx)
    return found
