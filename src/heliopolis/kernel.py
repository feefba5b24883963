"""Rules at native speed: the `@rule` decorator, records, templates, and generators of luck.

The rules of a dealt game are plain functions on one flat record of integers. `@rule` compiles them with Numba;
with `NUMBA_DISABLE_JIT=1` the very same functions run interpreted, for debugging. Nothing here knows any game.

* A position is declared as a class whose annotations are its fields (`record_type`). In interpreted runs it is
  wrapped so that reading a field gives a plain `int`, as it does in compiled code, and an overflow raises.
* Sets of decisions and suns are bits of one signed integer: no unsigned type ever meets a signed one.
* A generator of luck is an array of integers that is handed in from outside; no position contains one.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Annotated, Any, Protocol, TypeVar, get_args, get_origin, get_type_hints

import numba
import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

CHANCE = -1  # `to_act` when luck decides next
NOBODY = -2  # `to_act` when the game is over

settings: Any = numba.config  # its names are made at run time
COMPILED = not settings.DISABLE_JIT

Byte = Annotated[int, np.int8]
Generator = NDArray[np.int64]


class Ints(Protocol):
    """An array of numbers, of a record or handed in, whatever its width."""

    def __getitem__(self, key: int | tuple[int, int]) -> int: ...

    def __setitem__(self, key: int | tuple[int, int], value: float) -> None: ...

    def __len__(self) -> int: ...


class Random(Protocol):
    """All that is asked of a generator handed in: `random.Random` and NumPy's generators both do."""

    def random(self) -> float: ...


F = TypeVar("F", bound=Callable[..., Any])


# ---- compiling, and remembering what was compiled ----------------------------------------------------------------


def _source_key() -> str:
    """Names these very sources on this very machine: Numba alone does not notice a change in a callee's module."""
    package = Path(__file__).parent
    key = hashlib.sha256(f"{package}|{sys.version}|{numba.__version__}|{np.__version__}".encode())
    sources = [*package.glob("*.py"), *package.glob("games/**/*.py"), *package.glob("bots/**/*.py")]
    for path in sorted(path for path in sources if "tekhenu" not in path.parts):  # which has nothing to compile
        key.update(f"{path.relative_to(package)}|{path.stat().st_mtime_ns}".encode() + path.read_bytes())
    return key.hexdigest()[:16]


def _cache_folder() -> Path:
    """A writable folder of the user's for compiled rules, wherever the package itself may lie."""
    try:
        root = user_cache_path("heliopolis")
        folder = root / f"rules-{_source_key()}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "used").touch()
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="heliopolis-"))
    _forget_old(root)
    return folder


def _forget_old(root: Path, keep: int = 8) -> None:
    """Compiled rules of the few sources used last are kept, older ones go; another process may do the same."""
    used: list[tuple[float, Path]] = []
    for path in root.glob("rules-*/used"):
        with suppress(OSError):
            used.append((path.stat().st_mtime, path.parent))
    for _, folder in sorted(used, reverse=True)[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


CACHE = _cache_folder() if COMPILED else Path()


def rule(function: F) -> F:
    """Compile a rule at its first call, for any thread (it lets go of the GIL), and remember it on disk."""
    return _compile(function, CACHE / function.__module__)


def _compile(function: F, folder: Path) -> F:
    options: dict[str, Any] = {"nogil": True, "cache": True, "no_cfunc_wrapper": True}
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        compiled: F = numba.njit(**options)(function)
    finally:
        settings.CACHE_DIR = before
    if COMPILED:
        _compile_once_for_all_widths(compiled)
    return compiled


def _compile_once_for_all_widths(compiled: Any) -> None:
    """A rule called with a narrow field and with a wide number is one rule: Numba would compile it for each width."""
    resolve = compiled.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return resolve(tuple(numba.int64 if isinstance(kind, numba.types.Integer) else kind for kind in args), kws)

    compiled.get_call_template = widened


def specialise(templates: ModuleType, name: str, **bindings: Any) -> SimpleNamespace:
    """The module's own functions compiled once more with these names bound: loops written once for all games.

    Numba can remember a function on disk only if the rules it calls are its globals, not its arguments.
    """
    globals_: dict[str, Any] = {**vars(templates), **bindings}
    bound: dict[str, Any] = {}
    for key, value in vars(templates).items():
        if isinstance(value, FunctionType) and value.__module__ == templates.__name__:
            copy = FunctionType(value.__code__, globals_, key, value.__defaults__)
            copy.__module__ = templates.__name__
            bound[key] = _compile(copy, CACHE / f"{templates.__name__}-{name}")
    globals_.update(bound)
    return SimpleNamespace(**bound)


def is_compiled(what: str) -> bool:
    """Whether it was compiled on this machine before, or never will be."""
    return not COMPILED or (CACHE / f"{what}.ready").exists()


def announce_compilation(what: str, compile_all: Callable[[], None]) -> None:
    """Compile all of it at once; the first time on a machine, say what takes so long."""
    if not is_compiled(what):
        print(f"Compiling {what} for this machine: once, about 20 seconds …", file=sys.stderr, flush=True)
        compile_all()
        (CACHE / f"{what}.ready").touch()


# ---- records ---------------------------------------------------------------------------------------------------


def record_type(fields: type) -> np.dtype[np.void]:
    """The flat, aligned record whose fields are a class's annotations: `Byte`, or `Annotated[Ints, type, shape]`."""
    columns: list[Any] = []
    for name, hint in get_type_hints(fields, include_extras=True).items():
        assert get_origin(hint) is Annotated, f"{name} needs a width"
        columns.append((name, *get_args(hint)[1:]))
    return np.dtype(columns, align=True)


Fields = SimpleNamespace  # a record's fields as plain numbers and lists


def plain(record: np.void) -> Fields:
    """A record for code that is no rule: numbers and nested lists, by name."""
    values: Any = zip(record.dtype.names or (), record.item(), strict=True)
    return Fields(**{name: value if isinstance(value, int) else value.tolist() for name, value in values})


def store(fields: Fields, record: np.void) -> None:
    """The same back."""
    for name, value in vars(fields).items():
        record[name] = value


class _Cells:
    """An array field in an interpreted run: reading a cell gives a plain int."""

    def __init__(self, cells: NDArray[Any]) -> None:
        self.cells = cells

    def __getitem__(self, key: Any) -> Any:
        found = self.cells[key]
        return _Cells(found) if isinstance(found, np.ndarray) else int(found)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.cells[key] = value

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


class _Interpreted:
    """A record in an interpreted run: fields by name, as plain ints."""

    def __init__(self, record: np.void) -> None:
        object.__setattr__(self, "record", record)

    def __getattr__(self, name: str) -> Any:
        found = self.record[name]
        return _Cells(found) if isinstance(found, np.ndarray) else int(found)

    def __setattr__(self, name: str, value: int) -> None:
        self.record[name] = value


class _InterpretedRecords:
    def __init__(self, records: NDArray[np.void]) -> None:
        self.records = records

    def __getitem__(self, index: int) -> _Interpreted:
        return _Interpreted(self.records[index])

    def __setitem__(self, index: int, record: _Interpreted) -> None:
        self.records[index] = record.record

    def __len__(self) -> int:
        return len(self.records)


def readable(records: NDArray[np.void]) -> Any:
    """Records as rules take them: the array itself, wrapped in an interpreted run."""
    return records if COMPILED else _InterpretedRecords(records)


# ---- luck -----------------------------------------------------------------------------------------------------------
# Marsaglia's multiply-with-carry and xorshift, added up: period about 2**92, one product a number, and every
# intermediate value fits a signed 64-bit integer, so that no kind of run ever overflows.

_WORD = 0xFFFFFFFF
_CARRY = 698769069


def new_generator() -> Generator:
    """An unseeded generator: carry and word, and the xorshift's word."""
    return np.zeros(2, np.int64)


def seeded(rng: Random) -> Generator:
    """A generator whose luck is that of a generator of Python's."""
    generator = new_generator()
    seed_generator(generator, int(rng.random() * 2**53), 0)
    return generator


def key_of(seed: int | str) -> int:
    """Any seed a person may think of as a key for `seed_generator`."""
    text = str(seed).encode(errors="backslashreplace")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) >> 1


@rule
def _mix(x: int) -> int:
    """Every bit of a word depends on every other afterwards (Wellons' 32-bit mixer)."""
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & _WORD
    x = ((x ^ (x >> 15)) * 0x735A2D97) & _WORD
    return x ^ (x >> 15)


@rule
def _hash(salt: int, key: int, stream: int) -> int:
    x = _mix(salt ^ (key & _WORD))
    x = _mix((x + (key >> 32)) & _WORD)
    x = _mix((x + (stream & _WORD)) & _WORD)
    return _mix((x + (stream >> 32)) & _WORD)


@rule
def seed_generator(generator: Generator, key: int, stream: int) -> None:
    """The same key and stream give the same luck anywhere; other streams of a key are unrelated."""
    generator[0] = (1 + _hash(1, key, stream) % (_CARRY - 2)) << 32 | _hash(2, key, stream)
    generator[1] = _hash(3, key, stream) | 1


@rule
def below(generator: Generator, n: int) -> int:
    """A uniformly random integer of 0 to n-1 (n far below 2**31)."""
    carry = _CARRY * (generator[0] & _WORD) + (generator[0] >> 32)
    shift = generator[1]
    shift ^= (shift << 13) & _WORD
    shift ^= shift >> 17
    shift ^= (shift << 5) & _WORD
    generator[0] = carry
    generator[1] = shift
    return int((((carry + shift) & _WORD) * n) >> 32)


@rule
def draw(weights: Ints, generator: Generator) -> int:
    """Which kind a blind draw from a multiset gives; `weights` counts the pieces of each kind."""
    total = 0
    for kind in range(len(weights)):
        total += weights[kind]
    left = below(generator, total)
    for kind in range(len(weights)):
        left -= weights[kind]
        if left < 0:
            return kind
    return -1


# ---- bit sets ----------------------------------------------------------------------------------------------------


@rule
def count_bits(bits: int) -> int:
    """How many elements a set has: pairs, nibbles and bytes are added up side by side."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56 & 0x7F


@rule
def lowest_bit(bits: int) -> int:
    """The smallest element of a set that is not empty."""
    return count_bits((bits & -bits) - 1)


@rule
def pick(bits: int, generator: Generator) -> int:
    """A uniformly random element of a set that is not empty."""
    for _ in range(below(generator, count_bits(bits))):
        bits &= bits - 1
    return lowest_bit(bits)
