"""CudaDevice: runs the functions of a batch on a CUDA GPU, one thread per game, compiled from the same rules.

Numba compiles a rule for the GPU when a kernel calls it. Random games are played in the local memory of a thread; the
games of a batch stay in the GPU's memory from step to step. This module is only imported when a GPU is used.
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

from heliopolis import kernel
from heliopolis.compute.devices.cpu import check_numbers, either
from heliopolis.compute.templates import many_games, random_games
from heliopolis.core.errors import HeliopolisError, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.kernel import COMPILED, IntArray

BLOCK = 64  # threads per block
THREADS = 1024  # per multiprocessor while whole games are played: enough to hide memory latency
REGISTERS = 65536  # per multiprocessor, shared by these threads in multiples of eight
GAMES_PER_CHUNK = 1 << 22  # random games between two reports of progress

SIMULATED = bool(kernel.numba_config.ENABLE_CUDASIM)
kernel.numba_config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small batch is not a mistake

in_kernel: Any = (
    kernel.wrap_records if SIMULATED else cuda.jit(device=True)(lambda records: records)
)  # records inside a kernel


def jit(run: Callable[..., None], **options: Any) -> Any:
    """Return a kernel, compiled without link-time optimisation so that its IR can be changed here."""
    return cuda.jit(run) if SIMULATED else cuda.jit(lto=False, **options)(run)


# ---- the GPU ---------------------------------------------------------------------------------------------------------


@cache
def check_cuda() -> None:
    """Raise `InvalidSetup` with the reason if no GPU can run kernels."""
    if find_spec("numba_cuda") is None:
        raise InvalidSetup("GPUs need the extra 'cuda': pip install 'heliopolis[cuda]'.")
    numba_cuda = version("numba-cuda")
    if not hasattr(np, "row_stack") and tuple(map(int, numba_cuda.split(".")[:3])) <= (0, 30, 4):
        raise InvalidSetup(f"numba-cuda {numba_cuda} needs an older NumPy than {np.__version__}: install numpy<2.5.")
    if SIMULATED and COMPILED:
        raise InvalidSetup("Numba's simulator of CUDA needs NUMBA_DISABLE_JIT=1 in addition to NUMBA_ENABLE_CUDASIM=1.")
    if not cuda.is_available():
        raise InvalidSetup(f"No CUDA GPU can be used here: {_one_line(cuda.cuda_error())}.")
    try:
        written = cuda.to_device(np.zeros(1, np.int64))
        launch(_kernel_of(_write), 1, written)
        written.copy_to_host()
    except Exception as error:  # an unsuitable compiler, linker or driver fails in many ways
        raise InvalidSetup(f"The CUDA GPU does not run compiled kernels: {_one_line(error)}.") from None


@kernel.rule
def _write(first: int, end: int, stride: int, out: IntArray) -> None:
    """Write ones: a kernel to try the GPU with."""
    for i in range(first, end, stride):
        out[i] = 1


def _one_line(error: object) -> str:
    """Return the first sentence of an error."""
    text = " ".join(str(error).split()).partition(". ")[0] if error else "there is none"
    return (text if len(text) <= 200 else f"{text[:199]}…").rstrip(".: ")


# ---- kernels ---------------------------------------------------------------------------------------------------------


def _kernel_of(function: Callable[..., None]) -> Any:
    """Return a kernel in which each thread calls a function for every n-th game."""

    def run(games: int, arguments: Any) -> None:
        function(cuda.grid(1), games, cuda.gridsize(1), *arguments)

    return jit(run)


@cache
def _playouts_of(game: Game) -> Any:
    """Return a kernel that plays random games, each in the local memory of a thread."""
    play = game.specialise(random_games).playouts
    record, statistics = numba.from_dtype(game.dtype), game.rules.STATISTICS

    def run(games: int, arguments: Any) -> None:
        blank, players, key, number, scores, wins, decisions, counts = arguments
        positions, generator = in_kernel(cuda.local.array(1, record)), cuda.local.array(2, numba.int64)
        own_counts = cuda.local.array(statistics, numba.int64)
        for i in range(statistics):
            own_counts[i] = 0
        results = scores, wins, decisions, own_counts
        play(cuda.grid(1), games, cuda.gridsize(1), positions, blank, players, key, number, generator, *results)
        for i in range(statistics):
            cuda.atomic.add(counts, i, own_counts[i])

    return jit(run, max_registers=REGISTERS // THREADS // 8 * 8)


def launch(kernel_: Any, games: int, *arguments: Any, max_blocks: int = 1 << 16) -> None:
    """Launch a kernel with one thread per game, or with at most `max_blocks` blocks of threads."""
    with _rounding_like_a_cpu():
        kernel_[min(max_blocks, -(-games // BLOCK)), BLOCK](games, arguments)


@contextmanager
def _rounding_like_a_cpu() -> Iterator[None]:
    """Round every product before it is added to, in kernels compiled meanwhile: the heuristic is then bit-identical.

    A GPU fuses multiplication and addition into one instruction. Numba has no option against it, but a product with an
    explicit rounding mode is never fused.
    """
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


# ---- random games ----------------------------------------------------------------------------------------------------


def playouts(game: Game, players: int, games: int, first: int, key: int) -> tuple[NDArray[Any], ...]:
    """Play random games on the GPU; return arrays equal to those of `compiled.run_playouts`."""
    device = CudaDevice()
    blank = device.wrap_records(cuda.to_device(game.blank()))
    results = [device.output_buffer(None, shape, np.int32) for shape in ((games, players), (games,), (games,))]
    counts = device.zeros((game.rules.STATISTICS,), np.int64)
    max_blocks = THREADS // BLOCK * (1 if SIMULATED else cuda.get_current_device().MULTIPROCESSOR_COUNT)
    launch(_playouts_of(game), games, blank, players, key, first, *results, counts, max_blocks=max_blocks)
    return (*(array.copy_to_host() for array in results), counts.copy_to_host())


# ---- batches ---------------------------------------------------------------------------------------------------------


class CudaDevice:
    """A GPU that runs the games of a batch as kernels; arrays are in its memory."""

    def __init__(self) -> None:
        check_cuda()

    def kernels(self, game: Game, batches: Piece) -> SimpleNamespace:
        """Return the functions of `templates.many_games` as kernels, each compiled when it is first used."""
        return _kernels_of(game)

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """Return an array of zeros in the GPU's memory."""
        return cuda.to_device(np.zeros(shape, dtype))

    def array(self, values: NDArray[Any]) -> Any:
        """Return values in the GPU's memory."""
        return cuda.to_device(values)

    def wrap_records(self, records: Any) -> Any:
        """Return records as kernels take them."""
        return kernel.wrap_records(records._ary) if SIMULATED else records

    def read_record(self, records: Any, place: int) -> bytes:
        """Return the bytes of one record."""
        return bytes(records[place : place + 1].copy_to_host().tobytes())

    def as_actions(self, given: Any, shape: tuple[int, ...]) -> Any:
        """Return a caller's actions in the GPU's memory, copied only if they are not there yet."""
        there = _on_gpu(given)
        numbers = np.asarray(given) if there is None else there
        check_numbers(numbers, shape)
        return cuda.to_device(np.ascontiguousarray(numbers, np.int64)) if there is None else there

    def output_buffer(self, given: Any, shape: tuple[int, ...], *dtypes: DTypeLike) -> Any:
        """Return the caller's array in the GPU's memory after checking it, or a new one of the first type."""
        there = cuda.device_array(shape, dtypes[0]) if given is None else _on_gpu(given)
        if there is None or there.shape != shape or there.dtype not in dtypes or not there.is_c_contiguous():
            raise HeliopolisError(f"The output must be a contiguous CUDA array of {shape} {either(dtypes)}.")
        return there

    def thread_buffers(self, games: int, width: int) -> Any:
        """Return a buffer of bytes for each thread."""
        return self.zeros((games, width), np.uint8)

    def run(self, kernel_: Any, games: int, *arguments: Any) -> None:
        """Launch a kernel of `templates.many_games` for all games."""
        launch(kernel_, games, *arguments)


def _on_gpu(given: Any) -> Any:
    """Return a GPU array of any library as an array of Numba; None if it is not in a GPU's memory."""
    if getattr(given, "__cuda_ndarray__", False):
        return given
    return cuda.as_cuda_array(given) if hasattr(given, "__cuda_array_interface__") else None


@cache
def _kernels_of(game: Game) -> SimpleNamespace:
    found = game.specialise(many_games)
    return SimpleNamespace(**{name: _kernel_of(function) for name, function in vars(found).items()})
