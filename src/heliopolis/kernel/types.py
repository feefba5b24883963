"""Types and constants that the rules of all games share: special values of `to_act`, fields, generators."""

from __future__ import annotations

from typing import Annotated, Protocol

import numpy as np
from numpy.typing import NDArray

CHANCE = -1  # `to_act` at a chance node
NOBODY = -2  # no seat; as `to_act`: the game is over

Byte = Annotated[int, np.int8]
Generator = NDArray[np.int64]


class IntArray(Protocol):
    """An array of integers of any width: a field of a record, or a buffer of the caller."""

    def __getitem__(self, key: int | tuple[int, int]) -> int: ...

    def __setitem__(self, key: int | tuple[int, int], value: float) -> None: ...

    def __len__(self) -> int: ...


class Random(Protocol):
    """A source of random numbers, such as `random.Random` or a generator of NumPy."""

    def random(self) -> float: ...
