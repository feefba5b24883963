"""The same loops on a CUDA graphics card: one thread a game, the rules compiled from the very same source.

Numba compiles a rule for a card when a kernel calls it. A position that is played out in one go lives in the thread's
own memory; the games of a batch lie in the card's memory from step to step. Nothing here is needed without a card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import cuda
from numba.cuda.cudadrv import nvvm
from numpy.typing import DTypeLike, NDArray

from heliopolis import kernel, loops, side_by_side
from heliopolis.errors import HeliopolisError, InvalidSetup
from heliopolis.game import Game
from heliopolis.kernel import COMPILED, Ints
from heliopolis.processor import check_numbers

BLOCK = 64  # threads that share a multiprocessor's attention
THREADS = 1024  # of a multiprocessor, while whole games are played: more of them hide each other's waiting
REGISTERS = 65536  # of a multiprocessor, which these threads share by eights
CHUNK = 1 << 22  # random games between two looks at the clock

SIMULATED = bool(kernel.settings.ENABLE_CUDASIM)
kernel.settings.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small batch is no mistake

readable: Any = kernel.readable if SIMULATED else cuda.jit(device=True)(lambda records: records)  # in a kernel


def jit(run: Callable[..., None], **options: Any) -> Any:
    """A kernel, compiled without link-time optimisation: so that it is known here what the compiler is told."""
    return cuda.jit(run) if SIMULATED else cuda.jit(lto=False, **options)(run)


# ---- the card --------------------------------------------------------------------------------------------------------


@cache
def check_card() -> None:
    """Kernels run here; if not, it is said why."""
    if find_spec("numba_cuda") is None:
        raise InvalidSetup("Graphics cards need the extra 'cuda': pip install 'heliopolis[cuda]'.")
    numba_cuda = version("numba-cuda")
    if not hasattr(np, "row_stack") and tuple(map(int, numba_cuda.split(".")[:3])) <= (0, 30, 4):
        raise InvalidSetup(f"numba-cuda {numba_cuda} needs an older NumPy than {np.__version__}: install numpy<2.5.")
    if SIMULATED and COMPILED:
        raise InvalidSetup("Numba's simulator of CUDA needs NUMBA_DISABLE_JIT=1 beside NUMBA_ENABLE_CUDASIM=1.")
    if not cuda.is_available():
        raise InvalidSetup(f"No CUDA graphics card can be used here: {_one_line(cuda.cuda_error())}.")
    try:
        written = cuda.to_device(np.zeros(1, np.int64))
        launch(_kernel_of(_write), 1, written)
        written.copy_to_host()
    except Exception as error:  # a compiler, a linker or a driver that does not fit says so in many ways
        raise InvalidSetup(f"The CUDA graphics card refuses what is compiled for it: {_one_line(error)}.") from None


@kernel.rule
def _write(first: int, end: int, stride: int, out: Ints) -> None:
    for i in range(first, end, stride):
        out[i] = 1


def _one_line(error: object) -> str:
    """What is wrong: the first sentence of it."""
    text = " ".join(str(error).split()).partition(". ")[0] if error else "there is none"
    return (text if len(text) <= 200 else f"{text[:199]}…").rstrip(".: ")


# ---- kernels ---------------------------------------------------------------------------------------------------------


def _kernel_of(loop: Callable[..., None]) -> Any:
    """A loop over games whose threads take every so-manieth game."""

    def run(games: int, arguments: Any) -> None:
        loop(cuda.grid(1), games, cuda.gridsize(1), *arguments)

    return jit(run)


@cache
def _playouts_of(game: Game) -> Any:
    """Random games, each in the thread's own memory."""
    loop = kernel.specialise(loops, game.name, **game.modules).playouts
    record, tallies = numba.from_dtype(game.dtype), game.rules.TALLIES

    def run(games: int, arguments: Any) -> None:
        blank, players, key, number, scores, wins, decisions, counts = arguments
        positions, generator = readable(cuda.local.array(1, record)), cuda.local.array(2, numba.int64)
        own_counts = cuda.local.array(tallies, numba.int64)
        for i in range(tallies):
            own_counts[i] = 0
        told = scores, wins, decisions, own_counts
        loop(cuda.grid(1), games, cuda.gridsize(1), positions, blank, players, key, number, generator, *told)
        for i in range(tallies):
            cuda.atomic.add(counts, i, own_counts[i])

    return jit(run, max_registers=REGISTERS // THREADS // 8 * 8)


def launch(kernel_: Any, games: int, *arguments: Any, most: int = 1 << 16) -> None:
    """Enough blocks of threads for a game each, or at most so many blocks."""
    with _rounding_like_a_processor():
        kernel_[min(most, -(-games // BLOCK)), BLOCK](games, arguments)


@contextmanager
def _rounding_like_a_processor() -> Iterator[None]:
    """What is compiled meanwhile rounds every product before it is added to: the judgement must not differ by a hair.

    A card would rather multiply and add in one go. Numba has no option against it; a product that says how it is
    rounded binds compiler and assembler alike.
    """
    before = nvvm.compile_ir
    nvvm.compile_ir = lambda modules, **options: before([rounded(module) for module in modules], **options)
    try:
        yield
    finally:
        nvvm.compile_ir = before


def rounded(module: str) -> str:
    """A module of LLVM's in which products are rounded, to the nearest."""
    product, found = re.subn(
        r"\bfmul double (\S+), ([^\s,]+)", r"call double @llvm.nvvm.mul.rn.d(double \1, double \2)", module
    )
    return f"{product}\ndeclare double @llvm.nvvm.mul.rn.d(double, double)\n" if found else module


# ---- random games ----------------------------------------------------------------------------------------------------


def playouts(game: Game, players: int, games: int, first: int, key: int) -> tuple[NDArray[Any], ...]:
    """Random games `first`, `first` + 1, …: scores, winners as bits, decisions, tallies; as on the processor."""
    card = Card()
    blank = card.readable(cuda.to_device(game.blank()))
    told = [card.buffer(None, shape, np.int32) for shape in ((games, players), (games,), (games,))]
    counts = card.zeros((game.rules.TALLIES,), np.int64)
    most = THREADS // BLOCK * (1 if SIMULATED else cuda.get_current_device().MULTIPROCESSOR_COUNT)
    launch(_playouts_of(game), games, blank, players, key, first, *told, counts, most=most)
    return (*(array.copy_to_host() for array in told), counts.copy_to_host())


# ---- batches ---------------------------------------------------------------------------------------------------------


class Card:
    """What `Processor` is for a processor: arrays lie in the card's memory, and kernels take turns there."""

    def __init__(self) -> None:
        check_card()

    def loops(self, game: Game, rehearse: Callable[[SimpleNamespace], None]) -> SimpleNamespace:
        """The loops of `side_by_side` as kernels, each compiled when it is first used."""
        return _kernels_of(game)

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        return cuda.to_device(np.zeros(shape, dtype))

    def readable(self, records: Any) -> Any:
        """Records as the loops take them."""
        return kernel.readable(records._ary) if SIMULATED else records

    def fetch(self, records: Any, place: int) -> bytes:
        return bytes(records[place : place + 1].copy_to_host().tobytes())

    def take(self, given: Any, shape: tuple[int, ...]) -> Any:
        """Whole numbers of a caller's, from the card's memory or from here."""
        there = _in_card(given)
        numbers = np.asarray(given) if there is None else there
        check_numbers(numbers, shape)
        return cuda.to_device(np.ascontiguousarray(numbers, np.int64)) if there is None else there

    def buffer(self, given: Any, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """An array of a caller's in the card's memory, or a new one."""
        there = cuda.device_array(shape, dtype) if given is None else _in_card(given)
        if there is None or (there.shape, there.dtype) != (shape, dtype) or not there.is_c_contiguous():
            raise HeliopolisError(f"What is written to must be a contiguous CUDA array of {shape} {np.dtype(dtype)}.")
        return there

    def run(self, loop: Any, games: int, *arguments: Any) -> None:
        launch(loop, games, *arguments)


def _in_card(given: Any) -> Any:
    """An array in the card's memory, of Numba's or of any other library, as Numba knows it; nothing if it is none."""
    if getattr(given, "__cuda_ndarray__", False):
        return given
    return cuda.as_cuda_array(given) if hasattr(given, "__cuda_array_interface__") else None


@cache
def _kernels_of(game: Game) -> SimpleNamespace:
    found = kernel.specialise(side_by_side, game.name, **game.modules)
    return SimpleNamespace(**{name: _kernel_of(loop) for name, loop in vars(found).items()})
