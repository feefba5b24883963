"""Where batches run: here on threads of the processor; `cuda` has the same for a graphics card."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from heliopolis import kernel, side_by_side
from heliopolis.errors import HeliopolisError, InvalidSetup
from heliopolis.game import Game
from heliopolis.position import as_number

Array = NDArray[Any]


class Processor:
    """Threads that share out the games; arrays are NumPy's."""

    def __init__(self, threads: int) -> None:
        self.threads = as_number(threads)
        if self.threads < 1:
            raise InvalidSetup(f"The number of threads must be 1 or more, not {threads!r}.")
        self.pool = ThreadPoolExecutor(self.threads)

    def loops(self, game: Game, rehearse: Callable[[SimpleNamespace], None]) -> SimpleNamespace:
        """The loops of `side_by_side`; if this machine never compiled them, they are rehearsed now."""
        found = _loops(game)
        kernel.announce_compilation(f"the batches of {game.title}", lambda: rehearse(found))
        return found

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        return np.zeros(shape, dtype)

    def readable(self, records: NDArray[np.void]) -> Any:
        """Records as the loops take them."""
        return kernel.readable(records)

    def fetch(self, records: NDArray[np.void], place: int) -> bytes:
        return bytes(records[place].tobytes())

    def take(self, given: Any, shape: tuple[int, ...]) -> Array:
        """Whole numbers of a caller's."""
        numbers = np.asarray(given)
        check_numbers(numbers, shape)
        return np.ascontiguousarray(numbers, np.int64)

    def buffer(self, given: Any, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        """An array of a caller's that can be written to, or a new one."""
        if given is None:
            return np.empty(shape, dtype)
        if (
            not isinstance(given, np.ndarray)
            or (given.shape, given.dtype) != (shape, dtype)
            or not (given.flags.writeable and given.flags.c_contiguous)
        ):
            raise HeliopolisError(f"What is written to must be a contiguous array of {shape} {np.dtype(dtype)}.")
        return given

    def run(self, loop: Callable[..., None], games: int, *arguments: Any) -> None:
        """Every thread takes a stretch of the games."""
        if self.threads == 1:
            loop(0, games, 1, *arguments)
            return
        bounds = [games * thread // self.threads for thread in range(self.threads + 1)]
        for _ in self.pool.map(lambda first, end: loop(first, end, 1, *arguments), bounds, bounds[1:]):
            pass


def check_numbers(given: Array, shape: tuple[int, ...]) -> None:
    if given.shape != shape or not np.issubdtype(given.dtype, np.integer):
        raise HeliopolisError(f"Actions are {shape[0]} whole numbers, one a game.")


@cache
def _loops(game: Game) -> SimpleNamespace:
    return kernel.specialise(side_by_side, game.name, **game.modules)
