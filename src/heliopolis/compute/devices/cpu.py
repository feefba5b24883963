"""CpuDevice: runs the functions of a batch on CPU threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from heliopolis import kernel
from heliopolis.core.checks import as_index
from heliopolis.core.errors import HeliopolisError, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece

Array = NDArray[Any]

CACHE_LINE = 64  # bytes


class CpuDevice:
    """CPU threads that share the games of a batch; arrays are NumPy arrays."""

    def __init__(self, threads: int) -> None:
        self.threads = as_index(threads)
        if self.threads < 1:
            raise InvalidSetup(f"The number of threads must be 1 or more, not {threads!r}.")
        self.pool = ThreadPoolExecutor(self.threads)
        self.arguments = "cpu", self.threads  # of a device like this one

    def kernels(self, game: Game, batches: Piece) -> SimpleNamespace:
        """Return the functions of `templates.many_games`, compiled now unless they are cached."""
        return batches.compiled(game)

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        """Return an array of zeros in the device's memory."""
        return np.zeros(shape, dtype)

    def array(self, values: Array) -> Array:
        """Return values in the device's memory."""
        return values

    def new_records(self, game: Game, number: int) -> NDArray[np.void]:
        """Return the blank positions of a batch."""
        return game.blank(number)

    def blank_record(self, game: Game) -> Any:
        """Return one blank position, as compiled functions take it."""
        return kernel.wrap_records(game.blank())

    def wrap_records(self, records: NDArray[np.void]) -> Any:
        """Return records as compiled functions take them."""
        return kernel.wrap_records(records)

    def read_record(self, records: NDArray[np.void], place: int) -> bytes:
        """Return the bytes of one record."""
        return bytes(records[place].tobytes())

    def read(self, array: Array) -> Array:
        """Return a copy of an array in main memory."""
        return array.copy()

    def write(self, values: Array, array: Array) -> None:
        """Write values into an array of the device."""
        array[...] = values

    def as_actions(self, given: Any, shape: tuple[int, ...]) -> Array:
        """Return a caller's actions as an array of this device."""
        numbers = np.asarray(given)
        check_numbers(numbers, shape)
        return np.ascontiguousarray(numbers, np.int64)

    def output_buffer(self, given: Any, shape: tuple[int, ...], *dtypes: DTypeLike) -> Array:
        """Return the caller's array after checking that it can be written to, or a new one of the first type."""
        if given is None:
            return np.empty(shape, dtypes[0])
        if (
            not isinstance(given, np.ndarray)
            or given.shape != shape
            or given.dtype not in dtypes
            or not (given.flags.writeable and given.flags.c_contiguous)
        ):
            raise HeliopolisError(f"The output must be a contiguous, writable array of {shape} {either(dtypes)}.")
        return given

    def thread_buffers(self, width: int) -> Array:
        """Return a buffer of bytes for each thread; no two of them share a cache line."""
        return np.zeros((self.threads, (width // CACHE_LINE + 2) * CACHE_LINE), np.uint8)

    def run(self, function: Callable[..., None], games: int, *arguments: Any) -> None:
        """Call a function of `templates.many_games` for all games; each thread takes a contiguous range."""
        if self.threads == 1:
            function(0, games, 1, *arguments)
            return
        bounds = {-(-games * thread // self.threads) for thread in range(self.threads + 1)}  # no range is empty
        for _ in self.pool.map(lambda both: function(*both, 1, *arguments), pairwise(sorted(bounds))):
            pass


def either(dtypes: Sequence[DTypeLike]) -> str:
    """Return the names of types, of which any will do."""
    *names, last = (str(np.dtype(dtype)) for dtype in dtypes)
    return f"{', '.join(names)} or {last}" if names else last


def check_numbers(given: Array, shape: tuple[int, ...]) -> None:
    """Raise unless these are whole numbers, one per game."""
    if given.shape != shape or not np.issubdtype(given.dtype, np.integer):
        raise HeliopolisError(f"Actions must be {shape[0]} whole numbers, one per game.")
