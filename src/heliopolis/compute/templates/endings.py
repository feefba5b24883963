"""Template: exact solution of positions without secrets, by looking at all that can come of them.

`kernel.specialise` compiles these functions for a game, with `rules` and `equivalence` bound to its modules.
`equivalence.normalise` gives positions that differ in nothing that matters equal records; the first position stays as
it is, so that its actions keep their numbers. Every seat maximises its chance of winning, and among actions that are
equal in that its expected final score; of actions that are equal in both, the one with the lowest number is taken. The
outcomes of chance count by their true odds. What is known of a position is stored in a table, so that each is solved
once.
"""

from __future__ import annotations

from typing import Any

from heliopolis.kernel import CHANCE, NOBODY, IntArray, count_bits, lowest_bit, mix_words

rules: Any = None
equivalence: Any = None

EQUAL = 1e-9  # values that differ less are equal: sums are rounded
NO_KEY = 0
NO_ACTION = -1


def solve(positions: Any, words: Any, memory: Any, out: Any, max_positions: int) -> int:
    """Solve the first position and return how many positions that took; 0 if there are too many.

    `words` are the positions as integers. The values of the seats, chances and then scores, are written into the first
    row of `memory.values`, and those after each action into its row of `out`.
    """
    memory.solved[0] = 0
    depth = 0
    open_frame(positions[0], memory, 0)
    while True:
        if memory.left[depth]:
            if depth + 1 == len(positions) or memory.solved[0] >= max_positions:
                return 0
            step = lowest_bit(int(memory.left[depth]))
            memory.left[depth] &= memory.left[depth] - 1
            memory.step[depth] = step
            positions[depth + 1] = positions[depth]
            depth += 1
            enter(positions[depth], words[depth], memory, depth, step)
        else:
            close_frame(positions[depth], memory, depth)
            if depth == 0:
                return int(memory.solved[0])
            depth -= 1
            combine(positions[depth], memory, depth, out)


def enter(p: Any, words: IntArray, memory: Any, depth: int, step: int) -> None:
    """Take a step in a position, and see whether the result is known; else open a frame for it."""
    if p.to_act == CHANCE:
        memory.weight[depth - 1] = rules.outcome_weight(p, step)
        rules.apply_outcome(p, step)
    else:
        rules.play(p, step)
    equivalence.normalise(p)
    key = mix_words(words)
    slot = find(memory.keys, key)
    if memory.keys[slot] == key:
        memory.left[depth] = 0
        memory.known[depth] = 1
        for i in range(memory.values.shape[1]):
            memory.values[depth, i] = memory.table[slot, i]
        return
    memory.key[depth] = key
    open_frame(p, memory, depth)


def find(keys: IntArray, key: int) -> int:
    """Return the place of a key in the table, or the free place where it belongs."""
    slot = key & (len(keys) - 1)
    while keys[slot] not in (NO_KEY, key):
        slot = (slot + 1) & (len(keys) - 1)
    return slot


def open_frame(p: Any, memory: Any, depth: int) -> None:
    """Begin with a position: note what can happen in it; if the game is over, write its result."""
    memory.known[depth] = 0
    memory.total[depth] = 0
    memory.best[depth] = NO_ACTION
    memory.left[depth] = rules.legal(p)
    for i in range(memory.values.shape[1]):
        memory.values[depth, i] = 0.0
    if p.to_act == CHANCE:
        for outcome in range(rules.OUTCOMES):
            if rules.outcome_weight(p, outcome):
                memory.left[depth] |= 1 << outcome
    elif p.to_act == NOBODY:
        seats = memory.values.shape[1] // 2
        winners = rules.winners(p)
        for seat in range(p.players):
            memory.values[depth, seat] = (winners >> seat & 1) / count_bits(winners)
            memory.values[depth, seats + seat] = rules.score(p, seat)


def close_frame(p: Any, memory: Any, depth: int) -> None:
    """Finish a position when all steps are tried: store its values."""
    if memory.known[depth]:
        return
    memory.solved[0] += 1
    if p.to_act == CHANCE:
        for i in range(memory.values.shape[1]):
            memory.values[depth, i] /= memory.total[depth]
    if depth:
        slot = find(memory.keys, int(memory.key[depth]))
        memory.keys[slot] = memory.key[depth]
        for i in range(memory.values.shape[1]):
            memory.table[slot, i] = memory.values[depth, i]


def combine(p: Any, memory: Any, depth: int, out: Any) -> None:
    """Take account of the values after a step: by the odds of an outcome, or if the seat to act prefers them."""
    after, here = memory.values[depth + 1], memory.values[depth]
    if p.to_act == CHANCE:
        memory.total[depth] += memory.weight[depth]
        for i in range(len(here)):
            here[i] += memory.weight[depth] * after[i]
        return
    if depth == 0:
        for i in range(len(here)):
            out[memory.step[depth], i] = after[i]
    if memory.best[depth] == NO_ACTION or is_better(after, here, int(p.to_act)):
        memory.best[depth] = memory.step[depth]
        for i in range(len(here)):
            here[i] = after[i]


def is_better(after: Any, here: Any, seat: int) -> bool:
    """Return whether a seat prefers some values: a higher chance of winning, or as high a one and a higher score."""
    more = after[seat] - here[seat]
    if abs(more) > EQUAL:
        return bool(more > 0)
    score = len(here) // 2 + seat
    return bool(after[score] - here[score] > EQUAL)
