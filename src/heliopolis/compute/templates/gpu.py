"""Template: the kernels of a GPU, in which each thread handles games by a function of another template.

`devices.cuda` binds `function` to that function, `record` to the type of a position, and the sizes. The positions of a
block of threads lie in its shared memory, where every thread can reach every byte at once: a kernel that needs them
copies them there and back. So do observations: each thread counts those of its game, then all threads together convert
and write them, a row for each group of `LANES` threads at a time.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import cuda

from heliopolis.compute.templates.many_games import COUNTS, FLOATS, HALVES, NOTHING
from heliopolis.core.observations import half_bits, quotient

function: Any = None
view: Any = None
in_kernel: Any = None  # wraps records in the simulator, where rules run interpreted
record: Any = None  # of a position
BLOCK = 0  # threads of a block, each with one game
LANES = 0  # threads that write a row together
WORDS = 0  # of a position, 4 bytes each
FEATURES = 0  # of an observation
ROWS = 0  # where the rows of counts begin in the shared memory, after the positions
ROW = 0  # bytes from one row of counts to the next
ACTIONS = 0
STATISTICS = 0


def for_each_game(games: int, words: Any, arguments: Any) -> None:  # noqa: ARG001 -- as the other kernels
    """Call the function for all games, whose positions stay where they are."""
    function(cuda.grid(1), games, cuda.gridsize(1), *arguments)


# ---- random games ----------------------------------------------------------------------------------------------------


def playouts(games: int, words: Any, arguments: Any) -> None:  # noqa: ARG001 -- as the other kernels
    """Play random games, one per thread at a time."""
    start, players, key, number, scores, wins, decisions, counts = arguments
    thread = cuda.threadIdx.x
    positions = in_kernel(cuda.shared.array(BLOCK, record)[thread : thread + 1])
    generator = cuda.local.array(2, numba.int64)
    own_counts = cuda.local.array(STATISTICS, numba.int64)
    for i in range(STATISTICS):
        own_counts[i] = 0
    results = scores, wins, decisions, own_counts
    function(cuda.grid(1), games, cuda.gridsize(1), positions, start, players, key, number, generator, *results)
    for i in range(STATISTICS):
        cuda.atomic.add(counts, i, own_counts[i])


# ---- batches ---------------------------------------------------------------------------------------------------------


def step(games: int, words: Any, arguments: Any) -> None:
    """Take one action in each game, and write observations and masks where they are asked for."""
    (actions, _, blank, players, chance_rng, key, numbers, to_act, legal) = arguments[:9]
    (terminated, rewards, scores, next_game, sampled, policy_rng, observed, masked, mask_rows) = arguments[9:]
    first = BLOCK * cuda.blockIdx.x
    number = min(BLOCK, games - first)
    positions = in_kernel(cuda.shared.array(0, record))
    load_positions(words, first, number)
    function(
        cuda.threadIdx.x,
        number,
        BLOCK,
        actions[first:],
        positions,
        blank,
        players,
        chance_rng[first:],
        key,
        numbers[first:],
        to_act[first:],
        legal[first:],
        terminated[first:],
        rewards[first:],
        scores[first:],
        next_game,
        sampled,
        policy_rng[first:],
        (NOTHING, observed[1], observed[2], observed[3], observed[4]),
        False,
        mask_rows,
    )
    write_observations(positions, first, number, observed)
    store_positions(words, first, number)
    if masked:
        write_masks(first, number, legal, mask_rows)


def observe(games: int, words: Any, arguments: Any) -> None:
    """Write what the seat to act in each game knows."""
    first = BLOCK * cuda.blockIdx.x
    number = min(BLOCK, games - first)
    load_positions(words, first, number)
    write_observations(in_kernel(cuda.shared.array(0, record)), first, number, arguments[1])


def load_positions(words: Any, first: int, number: int) -> None:
    """Copy the positions of some games into the shared memory of the block."""
    shared = cuda.shared.array(0, numba.uint32)
    for i in range(cuda.threadIdx.x, WORDS * number, BLOCK):
        shared[i] = words[WORDS * first + i]
    cuda.syncthreads()


def store_positions(words: Any, first: int, number: int) -> None:
    """Copy the positions of some games back."""
    shared = cuda.shared.array(0, numba.uint32)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, WORDS * number, BLOCK):
        words[WORDS * first + i] = shared[i]


def write_observations(positions: Any, first: int, number: int, observed: Any) -> None:
    """Write what the seats to act know in one of the forms of `many_games.observe_game`, or not at all."""
    form, counts, halves, floats, reciprocals = observed
    if form == NOTHING:
        return
    rows, thread = cuda.shared.array(0, numba.uint8), cuda.threadIdx.x
    if thread < number:
        own = ROWS + ROW * thread
        view.observe(positions[thread], max(0, int(positions[thread].to_act)), rows[own : own + FEATURES])
    cuda.syncthreads()
    for game in range(thread // LANES, number, BLOCK // LANES):
        row, out = ROWS + ROW * game, first + game
        if form == COUNTS:
            for i in range(thread % LANES, FEATURES, LANES):
                counts[out, i] = rows[row + i]
        elif form == HALVES:
            for i in range(thread % LANES, FEATURES, LANES):
                halves[out, i] = half_bits(quotient(np.float32(rows[row + i]), reciprocals[0, i], reciprocals[1, i]))
        elif form == FLOATS:
            for i in range(thread % LANES, FEATURES, LANES):
                floats[out, i] = quotient(np.float32(rows[row + i]), reciprocals[0, i], reciprocals[1, i])


def write_masks(first: int, number: int, legal: Any, out: Any) -> None:
    """Write whether each action is legal."""
    for game in range(first + cuda.threadIdx.x // LANES, first + number, BLOCK // LANES):
        actions = legal[game]
        for action in range(cuda.threadIdx.x % LANES, ACTIONS, LANES):
            out[game, action] = actions >> action & 1
