"""The `@rule` decorator: compiles a rule with Numba at its first call and caches the machine code on disk.

With `NUMBA_DISABLE_JIT=1` the functions run interpreted, for debugging.
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

from heliopolis.kernel.pipeline import CalleeCompiler, EntryCompiler

numba_config: Any = numba.config  # its attributes are defined at run time, so that no type checker knows them
COMPILED = not numba_config.DISABLE_JIT

PACKAGE = Path(__file__).parent.parent
RULE_FOLDERS = ("kernel", "core", "compute", "games")  # all sources that are compiled, or decide what is
MAX_CACHES = 8  # caches of different versions of the sources that stay on disk

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",  # a rule never divides by zero, and need not check it
    "_nrt": False,  # arrays belong to the caller: no reference counting
}

F = TypeVar("F", bound=Callable[..., Any])


def hash_sources(paths: Iterable[Path], root: Path = PACKAGE, seed: str = "") -> str:
    """Return a hash of source files: of their paths below a root and of their contents."""
    key = hashlib.sha256(seed.encode())
    for name, path in sorted((path.relative_to(root).as_posix(), path) for path in paths):
        key.update(name.encode() + b"\0" + path.read_bytes())
    return key.hexdigest()[:16]


def rule_sources() -> list[Path]:
    """Return the source files of the package that decide how a dealt game goes; Tekhenu is none."""
    sources = (path for folder in RULE_FOLDERS for path in (PACKAGE / folder).rglob("*.py"))
    return [path for path in sources if "tekhenu" not in path.parts]


def _cache_key() -> str:
    """Return a key for these sources on this machine: Numba alone does not notice a change in a callee's module."""
    versions = f"{PACKAGE}|{sys.version}|{numba.__version__}|{np.__version__}"
    return hash_sources(rule_sources(), seed=versions)


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
    """Remove all caches but those used last; another process may be doing this at the same time."""
    used: list[tuple[float, Path]] = []
    for path in root.glob("rules-*/used"):
        with suppress(OSError):
            used.append((path.stat().st_mtime, path.parent))
    for _, folder in sorted(used, reverse=True)[MAX_CACHES:]:
        shutil.rmtree(folder, ignore_errors=True)


CACHE = _cache_folder() if COMPILED else Path()


@cache
def cache_for(folder: Path) -> Path:
    """Return the cache for the rules in a folder; that of a package outside this one depends on all its sources."""
    folder = folder.resolve()
    if not COMPILED or folder.is_relative_to(PACKAGE.resolve()):
        return CACHE
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    sources = folder.rglob("*.py") if (folder / "__init__.py").exists() else folder.glob("*.py")
    return CACHE / f"{folder.name}-{hash_sources(sources, folder, str(folder))}"


def rule(function: F) -> F:
    """Compile a rule at its first call, for any thread (it releases the GIL), and cache it on disk."""
    folder = Path(function.__code__.co_filename).parent
    return compile_function(function, cache_for(folder) / function.__module__)


def compile_function(function: F, folder: Path) -> F:
    """Compile a function at its first call and cache it in a folder; where a rule calls it, link it uncached."""
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(folder)
    try:
        compiled: F = numba.njit(**OPTIONS, cache=True, pipeline_class=EntryCompiler)(function)
    finally:
        numba_config.CACHE_DIR = before
    if COMPILED:
        _link_where_called(compiled)
    return compiled


def _link_where_called(compiled: Any) -> None:
    """Let rules that call this one use code for 64-bit integers: Numba would compile it for each width."""
    make: Any = numba.njit  # its types do not know all options
    callee = make(**OPTIONS, no_cpython_wrapper=True, pipeline_class=CalleeCompiler)(compiled.py_func)

    def add_overload(result: Any) -> None:
        callee.overloads[tuple(result.signature.args)] = result  # without machine code there is nothing to call

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        widened = (numba.int64 if isinstance(kind, numba.types.Integer) else kind for kind in args)
        return resolve(tuple(widened), kws)

    resolve, callee.add_overload = callee.get_call_template, add_overload
    compiled.get_call_template, compiled.get_overload = get_call_template, callee.get_overload
