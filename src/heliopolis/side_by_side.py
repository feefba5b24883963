"""Many games side by side, one decision in each at a time: written once, compiled for each game by `kernel.specialise`.

Every loop takes the games `first`, `first` + `stride`, … before `end`: a thread of a processor has a stretch of games
to itself, a thread of a graphics card one here and one there. Game `i` has luck of its own in `luck[i]`; the choices
made here for its players come from `whims[i]`, so that to ask for them never changes the luck.
"""

from __future__ import annotations

from typing import Any

from heliopolis.kernel import CHANCE, NOBODY, Ints, pick, seed_generator

rules: Any = None
view: Any = None
judgement: Any = None


def sow(first: int, end: int, stride: int, numbers: Ints, whims: Any, key: int) -> None:
    """The places have games number 0, 1, … before them, and whims of the players in each."""
    for i in range(first, end, stride):
        numbers[i] = i
        seed_generator(whims[i], key, i)


def begin(
    first: int,
    end: int,
    stride: int,
    positions: Any,
    blank: Any,
    players: int,
    luck: Any,
    key: int,
    numbers: Ints,
    to_act: Ints,
    legal: Ints,
    terminated: Ints,
    rewards: Ints,
    next_game: int,
) -> None:
    """In each place the game of its number begins, or the one `next_game` numbers later."""
    for i in range(first, end, stride):
        terminated[i] = False
        for seat in range(players):
            rewards[i, seat] = 0.0
        numbers[i] += next_game
        begin_game(i, positions, blank, players, luck, key, numbers)
        to_act[i] = positions[i].to_act
        legal[i] = rules.legal(positions[i])


def begin_game(i: int, positions: Any, blank: Any, players: int, luck: Any, key: int, numbers: Ints) -> None:
    """Game number n of a seed is always the same."""
    seed_generator(luck[i], key, int(numbers[i]))
    positions[i] = blank[0]
    rules.set_up(positions[i], players, luck[i])
    leave_to_luck(positions[i], luck[i])


def leave_to_luck(p: Any, luck: Any) -> None:
    """Luck decides until it is up to a player again, or to nobody."""
    while p.to_act == CHANCE:
        rules.deal(p, rules.luck(p, luck))


def check(first: int, end: int, stride: int, actions: Ints, legal: Ints, faults: Ints) -> None:
    """Notes a game, if there is one, that goes on and in which the decision is not legal."""
    for i in range(first, end, stride):
        if legal[i] and not (0 <= actions[i] < 63 and int(legal[i]) >> int(actions[i]) & 1):
            faults[0] = i + 1


def step(
    first: int,
    end: int,
    stride: int,
    actions: Ints,
    positions: Any,
    blank: Any,
    players: int,
    luck: Any,
    key: int,
    numbers: Ints,
    to_act: Ints,
    legal: Ints,
    terminated: Ints,
    rewards: Ints,
    scores: Ints,
    next_game: int,
) -> None:
    """One decision in each game that goes on. After one that ends comes the one `next_game` numbers later, if any."""
    for i in range(first, end, stride):
        if terminated[i]:
            terminated[i] = False
            for seat in range(players):
                rewards[i, seat] = 0.0
        if to_act[i] == NOBODY:
            continue
        p = positions[i]
        rules.play(p, int(actions[i]))
        leave_to_luck(p, luck[i])
        if p.to_act == NOBODY:
            terminated[i] = True
            settle(p, i, players, rewards, scores)
            if next_game:
                numbers[i] += next_game
                begin_game(i, positions, blank, players, luck, key, numbers)
        to_act[i] = p.to_act
        legal[i] = rules.legal(p)


def settle(p: Any, i: int, players: int, rewards: Ints, scores: Ints) -> None:
    """The points at the end, and the victory, which the winners share."""
    won, winners = rules.winners(p), 0
    for seat in range(players):
        winners += won >> seat & 1
    for seat in range(players):
        scores[i, seat] = rules.score(p, seat)
        rewards[i, seat] = (won >> seat & 1) / winners


def observe(first: int, end: int, stride: int, positions: Any, to_act: Ints, out: Any) -> None:
    """What the player to act knows; of a game that is over, what seat 0 knows."""
    for i in range(first, end, stride):
        view.observe(positions[i], max(0, int(to_act[i])), out[i])


def masks(first: int, end: int, stride: int, legal: Ints, out: Any) -> None:
    """A column a decision: whether it is legal."""
    for i in range(first, end, stride):
        for action in range(len(out[i])):
            out[i, action] = int(legal[i]) >> action & 1


def sample(first: int, end: int, stride: int, legal: Ints, whims: Any, out: Ints) -> None:
    """A random decision of those that are legal; 0 where the game is over."""
    for i in range(first, end, stride):
        out[i] = pick(int(legal[i]), whims[i]) if legal[i] else 0


def suggest(first: int, end: int, stride: int, positions: Any, legal: Ints, whims: Any, out: Ints) -> None:
    """What a sensible player would decide; 0 where the game is over."""
    for i in range(first, end, stride):
        out[i] = judgement.choose(positions[i], whims[i]) if legal[i] else 0
