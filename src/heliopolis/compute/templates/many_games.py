"""Template: advance many games in lockstep, one decision per game and call.

`kernel.specialise` compiles these functions once per game, with `rules`, `view` and `heuristic` bound to its modules.
Each function handles games `first`, `first + stride`, … below `end`: a CPU thread takes a contiguous range, a CUDA
thread every n-th game. Chance uses `chance_rng[i]`, sampled actions `policy_rng[i]`: sampling never changes the deal.
"""

from __future__ import annotations

from typing import Any

from heliopolis.core.observations import to_float16, to_float32
from heliopolis.kernel import CHANCE, NOBODY, IntArray, random_bit, seed_generator

rules: Any = None
view: Any = None
heuristic: Any = None

NOTHING, COUNTS, HALVES, FLOATS = 0, 1, 2, 4  # forms of an observation: bytes of each of its numbers


def seed_games(first: int, end: int, stride: int, numbers: IntArray, policy_rng: Any, key: int) -> None:
    """Number the games from 0 and seed the policy generator of each."""
    for i in range(first, end, stride):
        numbers[i] = i
        seed_generator(policy_rng[i], key, i)


def start_games(
    first: int,
    end: int,
    stride: int,
    positions: Any,
    blank: Any,
    players: int,
    chance_rng: Any,
    key: int,
    numbers: IntArray,
    to_act: IntArray,
    legal: IntArray,
    terminated: IntArray,
    rewards: IntArray,
    next_game: int,
) -> None:
    """Start in each place the game of its number, or the one `next_game` numbers later."""
    for i in range(first, end, stride):
        terminated[i] = False
        for seat in range(players):
            rewards[i, seat] = 0.0
        numbers[i] += next_game
        start_game(i, positions, blank, players, chance_rng, key, numbers)
        to_act[i] = positions[i].to_act
        legal[i] = rules.legal(positions[i])


def start_game(i: int, positions: Any, blank: Any, players: int, chance_rng: Any, key: int, numbers: IntArray) -> None:
    """Set up the game in one place; game number n of a key is always the same."""
    seed_generator(chance_rng[i], key, int(numbers[i]))
    positions[i] = blank[0]
    rules.set_up(positions[i], players, chance_rng[i])
    resolve_chance(positions[i], chance_rng[i])


def go_on(
    first: int, end: int, stride: int, positions: Any, chance_rng: Any, to_act: IntArray, legal: IntArray
) -> None:
    """Resolve chance where a game waits for it, and find out who is to act in every game."""
    for i in range(first, end, stride):
        resolve_chance(positions[i], chance_rng[i])
        to_act[i] = positions[i].to_act
        legal[i] = rules.legal(positions[i])


def resolve_chance(p: Any, chance_rng: Any) -> None:
    """Sample and apply chance outcomes until a player is to act or the game is over."""
    while p.to_act == CHANCE:
        rules.apply_outcome(p, rules.sample_outcome(p, chance_rng))


def find_illegal_action(
    first: int, end: int, stride: int, actions: IntArray, legal: IntArray, faults: IntArray
) -> None:
    """Write the number of a running game whose action is not legal, plus one, into `faults`, if there is any."""
    for i in range(first, end, stride):
        if legal[i] and not (0 <= actions[i] < 63 and int(legal[i]) >> int(actions[i]) & 1):
            faults[0] = i + 1


def step(
    first: int,
    end: int,
    stride: int,
    actions: IntArray,
    positions: Any,
    blank: Any,
    players: int,
    chance_rng: Any,
    key: int,
    numbers: IntArray,
    to_act: IntArray,
    legal: IntArray,
    terminated: IntArray,
    rewards: IntArray,
    scores: IntArray,
    next_game: int,
    sampled: bool,
    policy_rng: Any,
    observed: Any,
    masked: bool,
    mask_rows: Any,
) -> None:
    """Take one action in each running game; where a game ends, start the one `next_game` numbers later, unless 0.

    If `sampled`, the actions are random and are written into `actions`. Observations and masks of the seats that act
    next are written where they are asked for, while the position is in the CPU's cache.
    """
    buffer = own_buffer(first, len(to_act), observed)
    for i in range(first, end, stride):
        if terminated[i]:
            terminated[i] = False
            for seat in range(players):
                rewards[i, seat] = 0.0
        if sampled:
            actions[i] = sample_action(int(legal[i]), policy_rng[i])
        p = positions[i]
        if to_act[i] != NOBODY:
            rules.play(p, int(actions[i]))
            resolve_chance(p, chance_rng[i])
            if p.to_act == NOBODY:
                terminated[i] = True
                store_result(p, i, players, rewards, scores)
                if next_game:
                    numbers[i] += next_game
                    start_game(i, positions, blank, players, chance_rng, key, numbers)
            to_act[i] = p.to_act
            legal[i] = rules.legal(p)
        observe_game(p, i, observed, buffer)
        if masked:
            write_mask(int(legal[i]), mask_rows[i])


def store_result(p: Any, i: int, players: int, rewards: IntArray, scores: IntArray) -> None:
    """Store the final scores, and each seat's share of the victory."""
    won, winners = rules.winners(p), 0
    for seat in range(players):
        winners += won >> seat & 1
    for seat in range(players):
        scores[i, seat] = rules.score(p, seat)
        rewards[i, seat] = (won >> seat & 1) / winners


def observe(first: int, end: int, stride: int, positions: Any, observed: Any) -> None:
    """Write what the seat to act knows; of a finished game, what seat 0 knows."""
    buffer = own_buffer(first, len(positions), observed)
    for i in range(first, end, stride):
        observe_game(positions[i], i, observed, buffer)


def observe_game(p: Any, i: int, observed: Any, buffer: int) -> None:
    """Write what the seat to act in one game knows: as counts, or by way of a buffer as float16 or float32.

    `observed` has the form that is asked for; rows for counts, which are the output or the buffers of all threads; the
    outputs in the other forms, of which at most one is used; and the reciprocals of the divisors.
    """
    form, rows, halves, floats, reciprocals = observed
    if form == NOTHING:
        return
    row = i if form == COUNTS else buffer
    view.observe(p, max(0, int(p.to_act)), rows[row])
    if form == HALVES:
        to_float16(rows[row], reciprocals, halves[i])
    elif form == FLOATS:
        to_float32(rows[row], reciprocals, floats[i])


def own_buffer(first: int, games: int, observed: Any) -> int:
    """Return the number of the buffer for the thread that begins with game `first`; threads share games evenly."""
    buffers = len(observed[1])
    return min(first * buffers // games, buffers - 1)


def masks(first: int, end: int, stride: int, legal: IntArray, out: Any) -> None:
    """Write whether each action is legal, one column per action."""
    for i in range(first, end, stride):
        write_mask(int(legal[i]), out[i])


def write_mask(legal: int, out: Any) -> None:
    """Write whether each action is in a set of legal actions."""
    for action in range(len(out)):
        out[action] = legal >> action & 1


def sample(first: int, end: int, stride: int, legal: IntArray, policy_rng: Any, out: IntArray) -> None:
    """Write a random legal action; 0 where the game is over."""
    for i in range(first, end, stride):
        out[i] = sample_action(int(legal[i]), policy_rng[i])


def sample_action(legal: int, policy_rng: Any) -> int:
    """Return a random element of a set of legal actions; 0 if it is empty."""
    return random_bit(legal, policy_rng) if legal else 0


def suggest(first: int, end: int, stride: int, positions: Any, legal: IntArray, policy_rng: Any, out: IntArray) -> None:
    """Write the action that the heuristic chooses; 0 where the game is over."""
    for i in range(first, end, stride):
        out[i] = heuristic.choose(positions[i], policy_rng[i]) if legal[i] else 0
