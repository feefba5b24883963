"""Rules interpreted in a process that also compiles: `interpret(rule)` runs a rule without its compiled code.

The functions that a rule calls are global names of its module, bound to compiled functions. So a copy of the rule is
made whose global names are bound to such copies, down to the last function that it can reach.
"""

from __future__ import annotations

import builtins
import threading
from collections.abc import Callable, Iterable
from functools import cache
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
from numba.core.dispatcher import Dispatcher

from heliopolis.kernel.mode import COMPILED, hold_while_forking
from heliopolis.kernel.records import wrap_argument

_copies: dict[FunctionType, FunctionType] = {}
_copying = threading.RLock()
hold_while_forking(_copying)


@cache
def interpret(rule: Any) -> Callable[..., Any]:
    """Return a function that runs a rule interpreted, with the arguments and the result of the compiled rule."""
    if not COMPILED:
        return rule  # type: ignore[no-any-return]  # it is interpreted already
    copy = _copy_of(rule)

    def run(*arguments: Any) -> Any:
        return _plain(copy(*[wrap_argument(argument) for argument in arguments]))

    return run


def _plain(result: Any) -> Any:
    """Return a result as compiled code returns it: numbers of Python, not of NumPy."""
    if isinstance(result, tuple):
        return tuple(_plain(one) for one in result)
    return result.item() if isinstance(result, np.generic) else result


def reachable(rules: Iterable[Any]) -> set[FunctionType]:
    """Return the functions that these rules call, and those that they call, and so on, the rules included."""
    found: set[FunctionType] = set()
    waiting = [rule for rule in rules if isinstance(rule, Dispatcher)]
    while waiting:
        function = waiting.pop().py_func
        if function not in found:
            found.add(function)
            names = _names_in(function.__code__)
            for name in names & function.__globals__.keys():
                waiting += _rules_in(function.__globals__[name], names)
    return found


def _rules_in(value: Any, names: set[str]) -> list[Any]:
    """Return the rules that a global name may stand for: a rule, or those of a module under one of the names."""
    if isinstance(value, Dispatcher):
        return [value]
    if isinstance(value, ModuleType | SimpleNamespace):
        return [rule for name in names if isinstance(rule := getattr(value, name, None), Dispatcher)]
    return []


def _copy_of(rule: Dispatcher) -> FunctionType:
    """Return an interpreted copy of a rule; it is made once."""
    function = cast(FunctionType, rule.py_func)
    with _copying:
        if function not in _copies:
            globals_: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__module__}
            copy = FunctionType(
                function.__code__, globals_, function.__name__, function.__defaults__, function.__closure__
            )
            _copies[function] = copy  # before its callees are copied: one of them may call it
            names = _names_in(function.__code__)
            for name in names & function.__globals__.keys():
                globals_[name] = _copy_value(function.__globals__[name], names)
        return _copies[function]


def _copy_value(value: Any, names: set[str]) -> Any:
    """Return what a global name is bound to in a copy: of a module with rules, a namespace with what is used of it."""
    if isinstance(value, Dispatcher):
        return _copy_of(value)
    if _rules_in(value, names):
        return SimpleNamespace(
            **{name: _copy_value(getattr(value, name), set()) for name in names if hasattr(value, name)}
        )
    return value


def _names_in(code: CodeType) -> set[str]:
    """Return the names that code uses, the code of generator expressions and the like included."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names_in(constant)
    return names
