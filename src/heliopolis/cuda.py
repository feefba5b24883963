"""The same loops on a CUDA graphics card: one thread a game, the rules compiled from the very same source.

Numba compiles a rule for a card when a kernel calls it. A position that is played out in one go lives in the thread's
own memory; the games of a batch lie in the card's memory from step to step. Nothing here is needed without a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import cuda
from numpy.typing import DTypeLike, NDArray

from heliopolis import kernel, loops, side_by_side
from heliopolis.errors import HeliopolisError, InvalidSetup
from heliopolis.game import Game
from heliopolis.kernel import COMPILED

BLOCK = 128  # threads that share a multiprocessor's attention
BLOCKS = 5  # a multiprocessor, of a kernel that plays whole games: as many as there are registers for
CHUNK = 1 << 22  # random games between two looks at the clock

SIMULATED = bool(kernel.settings.ENABLE_CUDASIM)
kernel.settings.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small batch is no mistake

# Records as rules take them, in a kernel: themselves.
readable: Any = kernel.readable if SIMULATED else cuda.jit(device=True)(lambda records: records)


# ---- the card --------------------------------------------------------------------------------------------------------


@cache
def check_card() -> None:
    """Whether kernels run here; if not, why."""
    if find_spec("numba_cuda") is None:
        raise InvalidSetup("Graphics cards need the extra 'cuda': pip install 'heliopolis[cuda]'.")
    if SIMULATED and COMPILED:
        raise InvalidSetup("Numba's simulator of CUDA needs NUMBA_DISABLE_JIT=1 beside NUMBA_ENABLE_CUDASIM=1.")
    if not cuda.is_available():
        raise InvalidSetup(f"No CUDA graphics card can be used here: {_one_line(cuda.cuda_error())}.")
    try:
        probe = cuda.to_device(np.zeros(1, np.int64))
        _kernel_of(_write_seven)[1, 1](1, probe)
        works = probe.copy_to_host()[0] == 7
    except Exception as error:  # a compiler, a linker or a driver that does not fit says so in many ways
        raise InvalidSetup(f"The CUDA graphics card refuses what is compiled for it: {_one_line(error)}.") from None
    if not works:
        raise InvalidSetup("The CUDA graphics card does not do what it is told.")


def _write_seven(first: int, end: int, stride: int, out: Any) -> None:
    for i in range(first, end, stride):
        out[i] = 7


def _one_line(error: object) -> str:
    lines = [line.strip() for line in str(error or "there is none").splitlines() if line.strip()]
    return " ".join(lines)[:200].rstrip(".: ") or type(error).__name__
