"""The kernels of a game for a CUDA GPU, from the same rules, and their cache on disk.

Numba compiles a rule for the GPU when a kernel calls it. This module is only imported when a GPU is used.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import cuda
from numba.cuda.core import config as cuda_config
from numba.cuda.cudadrv import nvvm

from heliopolis import kernel
from heliopolis.compute.templates import gpu, many_games, random_games
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game

WARP = 32  # threads that run in step
WORD = 4  # bytes
BLOCKS_PER_MULTIPROCESSOR = 16  # at most, while whole games are played: enough to hide memory latency
SHARED_MEMORY = 48 << 10  # bytes that every GPU gives a block without being asked
RESERVED_MEMORY = 1 << 10  # shared memory that a block takes for itself
REGISTERS = 65536  # per multiprocessor, shared by its threads in multiples of eight

THREAD_BY_THREAD = "seed_games start_games go_on find_illegal_action masks sample suggest".split()  # functions
BLOCK_BY_BLOCK = ("step", "observe")  # functions with a kernel of their own

SIMULATED = bool(kernel.numba_config.ENABLE_CUDASIM)
MAX_BLOCK = 2 if SIMULATED else 64  # threads; the simulator runs each as a thread of Python
kernel.numba_config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small batch is not a mistake

in_kernel: Any = kernel.wrap_records if SIMULATED else cuda.jit(device=True)(lambda records: records)

_compiling = threading.Lock()


# ---- sizes -----------------------------------------------------------------------------------------------------------


def position_type(game: Game) -> np.dtype[np.void]:
    """Return the record of a game, filled up so that the threads of a block do not hinder each other.

    The memory that they share has 32 banks of words: with an odd number of words, threads that read the same field of
    their own positions meet in different banks.
    """
    fields: Any = game.dtype.fields
    layout: dict[str, Any] = {
        "names": game.dtype.names,
        "formats": [kind for kind, _ in fields.values()],
        "offsets": [offset for _, offset in fields.values()],
        "itemsize": odd_units(game.dtype.itemsize, max(WORD, game.dtype.alignment)),
        "aligned": True,
    }
    found: np.dtype[np.void] = np.dtype(layout)  # type: ignore[call-overload]  # it knows no fields by offset
    return found


def odd_units(size: int, unit: int) -> int:
    """Return the bytes of an odd number of units, in which that many bytes have place."""
    return unit * (-(-size // unit) | 1)


@dataclass(frozen=True)
class Sizes:
    """How many threads a block has, and what it holds in its shared memory."""

    block: int
    record: int  # bytes of a position
    row: int  # bytes from one row of counts to the next

    @property
    def shared(self) -> int:
        """The bytes of shared memory for positions and observations."""
        return self.block * (self.record + self.row)

    @property
    def blocks(self) -> int:
        """How many blocks a multiprocessor takes while whole games are played."""
        if SIMULATED:
            return 1
        memory: int = cuda.get_current_device().MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
        return max(1, min(BLOCKS_PER_MULTIPROCESSOR, memory // (self.block * self.record + RESERVED_MEMORY)))


@cache
def sizes(game: Game) -> Sizes:
    """Return the largest block whose positions and observations fit into its memory."""
    record, row = position_type(game).itemsize, odd_units(game.observation_size, WORD)
    if record + row > SHARED_MEMORY:
        raise InvalidSetup(f"A position and an observation of {game.title} do not fit into {SHARED_MEMORY} bytes.")
    block = MAX_BLOCK
    while block * (record + row) > SHARED_MEMORY:
        block //= 2
    return Sizes(block, record, row)


# ---- kernels ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kernel:
    """A compiled kernel and how it is launched."""

    run: Any
    block: int = MAX_BLOCK
    shared: int = 0  # bytes for each block

    def launch(self, games: int, words: Any, arguments: tuple[Any, ...], max_blocks: int, stream: Any = 0) -> None:
        """Launch the kernel with one thread per game, or with at most `max_blocks` blocks of threads."""
        with _rounding_like_a_cpu():
            blocks = min(max_blocks, -(-games // self.block))
            self.run[blocks, self.block, stream, self.shared](games, words, arguments)


@cache
def batch_kernels(game: Game) -> SimpleNamespace:
    """Return the functions of `templates.many_games` as kernels, each compiled when it is first used."""
    functions, found = game.specialise(many_games), sizes(game)
    kernels = {name: Kernel(_bind(game, getattr(functions, name)).for_each_game) for name in THREAD_BY_THREAD}
    for name in BLOCK_BY_BLOCK:
        run = getattr(_bind(game, getattr(functions, name)), name)
        kernels[name] = Kernel(run, found.block, found.shared)
    return SimpleNamespace(**kernels)


@cache
def playouts_kernel(game: Game) -> Kernel:
    """Return a kernel that plays random games."""
    found = sizes(game)
    registers = REGISTERS // (found.block * found.blocks) // 8 * 8
    bound = _bind(game, game.specialise(random_games).playouts, max_registers=min(registers, 255))
    return Kernel(bound.playouts, found.block)


def kernel_of(function: Any) -> Kernel:
    """Return a kernel, not cached, that calls a function for all games."""

    def run(games: int, words: Any, arguments: Any) -> None:  # noqa: ARG001 -- as the kernels of a game
        function(cuda.grid(1), games, cuda.gridsize(1), *arguments)

    return Kernel(_jit(run))


def _bind(game: Game, function: Any, **options: int) -> SimpleNamespace:
    """Return the template `gpu` for a function of a game; the kernels are cached on disk."""
    found = sizes(game)

    def compile_one(copy: Callable[..., Any], folder: Callable[[], Path]) -> Any:
        if copy.__name__ not in ("for_each_game", "playouts", "step", "observe"):
            return kernel.compile_function(copy, folder)
        shape = "-".join(map(str, (found.block, found.record, found.row, *options.values())))
        return _jit(copy, folder() / f"{function.__name__}-{shape}", **options)

    return game.specialise(
        gpu,
        compile_one=compile_one,
        function=function,
        in_kernel=in_kernel,
        record=numba.from_dtype(position_type(game)),
        BLOCK=found.block,
        LANES=min(found.block, WARP),
        WORDS=found.record // WORD,
        FEATURES=game.observation_size,
        ROWS=found.block * found.record,
        ROW=found.row,
        ACTIONS=game.actions,
        STATISTICS=game.rules.STATISTICS,
    )


def _jit(run: Callable[..., None], folder: Path | None = None, **options: int) -> Any:
    """Return a kernel, compiled without link-time optimisation so that its IR can be changed here."""
    if SIMULATED:
        return cuda.jit(run)
    found = cuda.jit(lto=False, **options)(run)
    if folder is not None:
        before, cuda_config.CACHE_DIR = cuda_config.CACHE_DIR, str(folder)
        try:
            found.enable_caching()
        finally:
            cuda_config.CACHE_DIR = before
        _take_turns_in_writing(found._cache)
    return found


def _take_turns_in_writing(cache_: Any) -> None:
    """Let one process at a time add to a cache, as with the rules on a CPU."""
    save = cache_.save_overload

    def save_overload(signature: Any, code: Any) -> None:
        folder = Path(cache_.cache_path)
        folder.mkdir(parents=True, exist_ok=True)
        with kernel.locked(folder / "lock"):
            save(signature, code)

    cache_.save_overload = save_overload


@contextmanager
def _rounding_like_a_cpu() -> Iterator[None]:
    """Round every product before it is added to, in kernels compiled meanwhile: the heuristic is then bit-identical.

    A GPU fuses multiplication and addition into one instruction. Numba has no option against it, but a product with an
    explicit rounding mode is never fused.
    """
    with _compiling:
        before = nvvm.compile_ir
        nvvm.compile_ir = lambda modules, **options: before([*map(with_rounded_products, modules)], **options)
        try:
            yield
        finally:
            nvvm.compile_ir = before


def with_rounded_products(module: str) -> str:
    """Return LLVM IR in which every product is rounded to nearest."""
    product, found = re.subn(
        r"\bfmul double (\S+), ([^\s,]+)", r"call double @llvm.nvvm.mul.rn.d(double \1, double \2)", module
    )
    return f"{product}\ndeclare double @llvm.nvvm.mul.rn.d(double, double)\n" if found else module
