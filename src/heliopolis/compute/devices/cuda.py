"""CudaDevice: runs the functions of a batch on a CUDA GPU, one thread per game, compiled from the same rules.

The games of a batch stay in the GPU's memory from step to step. This module is only imported when a GPU is used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import DTypeLike, NDArray

from heliopolis import kernel
from heliopolis.compute.devices.cpu import check_numbers, either
from heliopolis.compute.devices.cuda_kernels import (
    SIMULATED,
    Kernel,
    batch_kernels,
    kernel_of,
    playouts_kernel,
    position_type,
    sizes,
)
from heliopolis.core.errors import HeliopolisError, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.kernel import COMPILED, IntArray

GAMES_PER_CHUNK = 1 << 20  # random games between two reports of progress
CHUNKS_AT_ONCE = 2  # the results of one are copied while the other is played
MAX_GRID = (1 << 31) - 1  # blocks of a launch


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
        kernel_of(_write).launch(1, written, (written,), 1)
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


# ---- random games ----------------------------------------------------------------------------------------------------


def playouts(
    game: Game, start: NDArray[np.void], players: int, games: int, key: int
) -> Iterator[tuple[NDArray[Any], ...]]:
    """Play random games on the GPU; yield arrays like those of `compiled.run_playouts`, for some games at a time.

    `start` is the record of a position, or a blank one. While the results of some games are copied, the next ones are
    played.
    """
    check_cuda()
    size = min(games, GAMES_PER_CHUNK)
    waiting = deque(_Chunk(game, start, players, size) for _ in range(CHUNKS_AT_ONCE))
    playing: deque[_Chunk] = deque()
    for first in range(0, games, size):
        if not waiting:
            waiting.append(playing.popleft())
            yield waiting[0].results()
        playing.append(waiting.popleft())
        playing[-1].play(min(size, games - first), first, key)
    yield from (chunk.results() for chunk in playing)


class _Chunk:
    """Some random games that are played on the GPU, and the memory for their results."""

    def __init__(self, game: Game, start: NDArray[np.void], players: int, size: int) -> None:
        self.game, self.players, self.games = game, players, 0
        self.stream = cuda.stream()
        self.start = _wrap(cuda.to_device(_filled_up(start, position_type(game))))
        self.arrays = [cuda.device_array(shape, np.int32) for shape in ((size, players), (size,), (size,))]

    def play(self, games: int, first: int, key: int) -> None:
        """Begin to play games, and return at once."""
        self.games, self.counts = games, cuda.to_device(np.zeros(self.game.rules.STATISTICS, np.int64))
        max_blocks = sizes(self.game).blocks * (1 if SIMULATED else cuda.get_current_device().MULTIPROCESSOR_COUNT)
        arguments = self.start, self.players, key, first, *self.arrays, self.counts
        playouts_kernel(self.game).launch(games, self.counts, arguments, max_blocks, self.stream)

    def results(self) -> tuple[NDArray[Any], ...]:
        """Wait until the games are over and return their results."""
        arrays = (*(array[: self.games] for array in self.arrays), self.counts)
        found = tuple(array.copy_to_host(stream=self.stream) for array in arrays)
        self.stream.synchronize()
        return found


def _filled_up(records: NDArray[np.void], dtype: np.dtype[np.void]) -> NDArray[np.void]:
    """Return records in the type that they have on the GPU."""
    found = np.zeros(len(records), dtype)
    for name in records.dtype.names or ():
        found[name] = records[name]
    return found


def _wrap(records: Any) -> Any:
    """Return records as kernels take them."""
    return kernel.wrap_records(records._ary) if SIMULATED else records


# ---- batches ---------------------------------------------------------------------------------------------------------


class CudaDevice:
    """A GPU that runs the games of one batch as kernels; arrays are in its memory."""

    def __init__(self) -> None:
        check_cuda()
        self.words: Any = None  # the positions of the batch as words
        self.arguments = "cuda", 1  # of a device like this one

    def kernels(self, game: Game, piece: Piece) -> SimpleNamespace:
        """Return the functions of `templates.many_games` as kernels, each compiled when it is first used."""
        return batch_kernels(game)

    def new_records(self, game: Game, number: int) -> Any:
        """Return the blank positions of the batch."""
        records = self.zeros((number,), position_type(game))
        self.words, self.record_size = records.view(np.uint32), game.dtype.itemsize
        return records

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """Return an array of zeros in the GPU's memory."""
        return cuda.to_device(np.zeros(shape, dtype))

    def array(self, values: NDArray[Any]) -> Any:
        """Return values in the GPU's memory."""
        return cuda.to_device(values)

    def blank_record(self, game: Game) -> Any:
        """Return one blank position, as kernels take it."""
        return _wrap(self.zeros((1,), position_type(game)))

    def wrap_records(self, records: Any) -> Any:
        """Return records as kernels take them."""
        return _wrap(records)

    def read_record(self, records: Any, place: int) -> bytes:
        """Return the bytes of one record, without those that fill it up."""
        return bytes(records[place : place + 1].copy_to_host().tobytes()[: self.record_size])

    def read(self, array: Any) -> NDArray[Any]:
        """Return a copy of an array in main memory."""
        found: NDArray[Any] = array.copy_to_host()
        return found

    def write(self, values: NDArray[Any], array: Any) -> None:
        """Write values into an array of the device."""
        array.copy_to_device(np.ascontiguousarray(values))

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

    def thread_buffers(self, width: int) -> Any:
        """Return an array that is not used: a block of threads counts in memory of its own."""
        return self.zeros((1, width), np.uint8)

    def run(self, kernel_: Kernel, games: int, *arguments: Any) -> None:
        """Launch a kernel of `templates.many_games` for all games."""
        kernel_.launch(games, self.words, arguments, MAX_GRID)


def _on_gpu(given: Any) -> Any:
    """Return a GPU array of any library as an array of Numba; None if it is not in a GPU's memory."""
    if getattr(given, "__cuda_ndarray__", False):
        return given
    return cuda.as_cuda_array(given) if hasattr(given, "__cuda_array_interface__") else None
