"""The `@rule` decorator: compiles a rule with Numba at its first call and keeps the machine code in a cache on disk.

With `NUMBA_DISABLE_JIT=1` the very same functions run interpreted, for debugging.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from platformdirs import user_cache_path

numba_config: Any = numba.config  # its names are made at run time
COMPILED = not numba_config.DISABLE_JIT

PACKAGE = Path(__file__).parent.parent
COMPILED_FOLDERS = ("kernel", "core", "compute", "games", "bots")
MAX_CACHES = 8  # compiled rules of so many versions of the sources are kept

F = TypeVar("F", bound=Callable[..., Any])


def hash_sources(paths: Iterable[Path], seed: str = "") -> str:
    """Return a hash of the names and contents of source files."""
    key = hashlib.sha256(seed.encode())
    for path in sorted(paths):
        key.update(path.as_posix().removeprefix(PACKAGE.as_posix()).encode() + b"\0" + path.read_bytes())
    return key.hexdigest()[:16]


def _cache_key() -> str:
    """Return a key for these sources on this machine: Numba alone does not notice a change in a callee's module."""
    sources = [path for folder in COMPILED_FOLDERS for path in (PACKAGE / folder).rglob("*.py")]
    compiled = [path for path in sources if "tekhenu" not in path.parts]  # Tekhenu has nothing to compile
    return hash_sources(compiled, f"{PACKAGE}|{sys.version}|{numba.__version__}|{np.__version__}")


def _cache_folder() -> Path:
    """Return a writable folder of the user for compiled rules, wherever the package itself is installed."""
    try:
        root = user_cache_path("heliopolis")
        folder = root / f"rules-{_cache_key()}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "used").touch()
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="heliopolis-"))
    _remove_old_caches(root)
    return folder


def _remove_old_caches(root: Path) -> None:
    """Keep the caches used last and remove older ones; another process may do the same at the same time."""
    used: list[tuple[float, Path]] = []
    for path in root.glob("rules-*/used"):
        with suppress(OSError):
            used.append((path.stat().st_mtime, path.parent))
    for _, folder in sorted(used, reverse=True)[MAX_CACHES:]:
        shutil.rmtree(folder, ignore_errors=True)


CACHE = _cache_folder() if COMPILED else Path()


@cache
def cache_for(folder: Path) -> Path:
    """Return the cache of the rules in a folder; outside this package it depends on all sources of that folder."""
    if not COMPILED or folder.is_relative_to(PACKAGE):
        return CACHE
    return CACHE / f"{folder.name}-{hash_sources(folder.rglob('*.py'), str(folder))}"


def rule(function: F) -> F:
    """Compile a rule at its first call, for any thread (it releases the GIL), and cache it on disk."""
    source = Path(function.__code__.co_filename)
    return compile_function(function, cache_for(source.parent) / function.__module__)


def compile_function(function: F, folder: Path) -> F:
    """Compile a function at its first call and cache it in a folder."""
    options: dict[str, Any] = {"nogil": True, "cache": True, "no_cfunc_wrapper": True}
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(folder)
    try:
        compiled: F = numba.njit(**options)(function)
    finally:
        numba_config.CACHE_DIR = before
    if COMPILED:
        _compile_once_for_all_widths(compiled)
    return compiled


def _compile_once_for_all_widths(compiled: Any) -> None:
    """Let a call with a narrow integer use the code for 64 bits: Numba would compile the rule for each width."""
    resolve = compiled.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return resolve(tuple(numba.int64 if isinstance(kind, numba.types.Integer) else kind for kind in args), kws)

    compiled.get_call_template = widened
