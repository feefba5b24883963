"""Template: random games from the set-up, or from a position, to their end.

`kernel.specialise` compiles these functions once per game, with `rules` bound to its module.
"""

from __future__ import annotations

from typing import Any

from heliopolis.kernel import CHANCE, NOBODY, Generator, IntArray, random_bit, seed_generator

rules: Any = None


def playouts(
    first: int,
    end: int,
    stride: int,
    positions: Any,
    start: Any,
    players: int,
    key: int,
    first_game: int,
    generator: Generator,
    scores: IntArray,
    wins: IntArray,
    decisions: IntArray,
    counts: IntArray,
) -> None:
    """Play random games `first`, `first + stride`, … below `end`; game `i` is game `first_game + i` of the key.

    Each game has a row in `scores`; all are played in the first of the `positions`. They go on from the record `start`,
    or are set up for so many players if it is blank.
    """
    for game in range(first, end, stride):
        seed_generator(generator, key, first_game + game)
        positions[0] = start[0]
        p = positions[0]
        if p.players == 0:
            rules.set_up(p, players, generator)
        decisions[game] = play_to_end(p, generator, counts)
        wins[game] = rules.winners(p)
        for seat in range(players):
            scores[game, seat] = rules.score(p, seat)


def play_to_end(p: Any, generator: Generator, counts: IntArray) -> int:
    """Take random actions to the end of the game and return how many; add the game's statistics to `counts`."""
    decisions = 0
    while p.to_act != NOBODY:
        if p.to_act != CHANCE:
            action = random_bit(rules.legal(p), generator)
            rules.count_statistics(p, action, counts)
            rules.play(p, action)
            decisions += 1
        while p.to_act == CHANCE:  # at once, since the threads of a GPU then decide together
            outcome = rules.sample_outcome(p, generator)
            rules.count_statistics(p, outcome, counts)
            rules.apply_outcome(p, outcome)
    return decisions
