"""The cache of compiled rules: a folder of the user, one for each version of the sources.

Nothing is created or removed before something is compiled or loaded.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.caching import FunctionCache
from platformdirs import user_cache_path

from heliopolis.kernel.mode import COMPILED, numba_config

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PACKAGE = Path(__file__).parent.parent
RULE_FOLDERS = ("kernel", "core", "compute", "games")  # all sources that are compiled, or decide what is
CACHE_VARIABLE = "HELIOPOLIS_COMPILED"  # environment variable with the folder
MAX_CACHES = 8  # caches of different versions of the sources that stay on disk

_opening = threading.Lock()  # Numba reads the folder of a cache from its configuration


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
    """Return a key for these sources on this processor, for all that Numba compares before it uses compiled code.

    Numba compares the time of a source too, but does not notice a change in a callee's module.
    """
    sources = rule_sources()
    features = numba_config.CPU_FEATURES  # "" are none: what runs on every processor of a kind
    processor = numba_config.CPU_NAME or llvm.get_host_cpu_name(), _cpu_features() if features is None else features
    times = sorted(path.stat().st_mtime_ns for path in sources)
    seed = f"{PACKAGE}|{sys.version}|{numba.__version__}|{np.__version__}|{processor}|{times}"
    return hash_sources(sources, seed=seed)


def _cpu_features() -> str:
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:  # LLVM does not know them on every system
        return ""


@cache
def cache_folder() -> Path:
    """Return a writable folder for compiled rules, wherever the package itself is installed.

    It lies in the user's cache folder, or else it is a temporary one; a process that compiles for another is told its
    folder by the environment.
    """
    if CACHE_VARIABLE in os.environ:
        return Path(os.environ[CACHE_VARIABLE])
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


@cache
def cache_for(folder: Path) -> Path:
    """Return the cache for the rules in a folder; that of a package outside this one depends on all its sources."""
    if not COMPILED:
        return Path()
    folder = folder.resolve()
    if folder.is_relative_to(PACKAGE.resolve()):
        return cache_folder()
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    sources = folder.rglob("*.py") if (folder / "__init__.py").exists() else folder.glob("*.py")
    return cache_folder() / f"{folder.name}-{hash_sources(sources, folder, str(folder))}"


class RuleCache:
    """The compiled code of one function on disk, opened when it is first needed.

    It has the methods that Numba's dispatchers call. Processes take turns in writing: Numba numbers the files of a
    function by its index, and two processes could choose the same number for different signatures.
    """

    def __init__(self, function: Callable[..., Any], folder: Callable[[], Path]) -> None:
        self._function = function
        self._folder = folder
        self._found: dict[Any, Any] = {}  # code that was found, until it is loaded

    @cached_property
    def _files(self) -> Any:
        with _opening:
            before = numba_config.CACHE_DIR
            numba_config.CACHE_DIR = str(self._folder())
            try:
                return FunctionCache(self._function)  # type: ignore[no-untyped-call]  # Numba has no types
            finally:
                numba_config.CACHE_DIR = before

    @property
    def cache_path(self) -> str:
        """The folder of the files."""
        return str(self._files.cache_path)

    def holds(self, signature: Any, target: Any) -> bool:
        """Return whether there is code for a signature."""
        self._found[signature] = self._files.load_overload(signature, target)
        return self._found[signature] is not None

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the code for a signature, or None."""
        return self._found.pop(signature, None) or self._files.load_overload(signature, target)

    def save_overload(self, signature: Any, code: Any) -> None:
        """Save the code for a signature."""
        files = self._files
        with locked(Path(files.cache_path) / "lock"):
            files.save_overload(signature, code)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock that other processes wait for; go on without where the file system, as on some clusters, has none."""
    with path.open("a") as file:
        with suppress(OSError):
            _lock(file.fileno())
        yield


if sys.platform == "win32":

    def _lock(file: int) -> None:
        """Lock an open file until it is closed, as soon as no other process does."""
        while True:
            try:
                return msvcrt.locking(file, msvcrt.LK_LOCK, 1)
            except OSError as error:
                if error.errno != errno.EDEADLK:  # else it has waited for ten seconds
                    raise

else:

    def _lock(file: int) -> None:
        """Lock an open file until it is closed, as soon as no other process does."""
        fcntl.flock(file, fcntl.LOCK_EX)
