"""Whether rules run compiled or interpreted: in this process, in this thread, in this package.

With `NUMBA_DISABLE_JIT=1` everything runs interpreted, for debugging. Otherwise a rule is compiled at its first call,
unless it is interpreted because another process is compiling it.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
from numba.core.compiler_lock import global_compiler_lock

numba_config: Any = numba.config  # its attributes are defined at run time, so that no type checker knows them
COMPILED = not numba_config.DISABLE_JIT


EVERYTHING = "*"  # in place of the name of a package


class _ThreadMode(threading.local):
    """The state of a thread."""

    compiles = False  # whether this thread compiles, or loads what is compiled, in any case


_thread = _ThreadMode()
_left_to_others: Counter[str] = Counter()  # packages whose rules this process does not compile at present
_changing = threading.Lock()


def is_left_to_others(module: str = EVERYTHING) -> bool:
    """Return whether a rule of a module, or every rule, that is not loaded yet runs interpreted in this thread now."""
    return not _thread.compiles and (_left_to_others[_package(module)] > 0 or _left_to_others[EVERYTHING] > 0)


def is_compiling() -> bool:
    """Return whether this thread compiles or loads whatever it calls."""
    return _thread.compiles


@contextmanager
def compiling() -> Iterator[None]:
    """Let this thread compile whatever it calls, or load it from the cache."""
    before = _thread.compiles
    _thread.compiles = True
    try:
        yield
    finally:
        _thread.compiles = before


def leave_to_others(module: str = EVERYTHING) -> None:
    """Interpret the rules of a module's package, and those of this one, until they are taken back as often."""
    with _changing:
        _left_to_others.update({_package(module), _package(__name__)})


def take_back(module: str = EVERYTHING) -> None:
    """Compile the rules of a module's package again when they are called, after `leave_to_others`."""
    with _changing:
        _left_to_others.subtract({_package(module), _package(__name__)})


def _package(module: str) -> str:
    return module.partition(".")[0]


def hold_while_forking(lock: Any) -> None:
    """Let no other thread hold a lock when this process forks: in the new one, nobody would ever release it."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)


hold_while_forking(global_compiler_lock)
hold_while_forking(_changing)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_left_to_others.clear)  # nobody tells a forked process what is compiled
