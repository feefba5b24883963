"""What is done with the rules of any game: written once, compiled for each game by `kernel.specialise`.

`rules`, `view` and `judgement` stand for the game's modules of these names. Positions come as an array of records, luck
comes as a generator.
"""

from __future__ import annotations

from typing import Any

from heliopolis.kernel import CHANCE, NOBODY, Generator, Ints, pick, seed_generator

rules: Any = None
view: Any = None
judgement: Any = None


# ---- one position, step by step: what `Position` is made of ------------------------------------------------------


def set_up(positions: Any, players: int, generator: Generator) -> tuple[int, int]:
    """A blank record becomes the first position; who acts, and the decisions open to him."""
    rules.set_up(positions[0], players, generator)
    return state(positions)


def prepare(positions: Any, players: int) -> int:
    """A blank record becomes a table before anything was dealt; how often luck decides before the first turn."""
    rules.prepare(positions[0], players)
    found: int = rules.first_deals(players)
    return found


def first_weights(positions: Any, number: int, out: Ints) -> None:
    """The number of ways in which each outcome of that deal may come."""
    for outcome in range(len(out)):
        out[outcome] = rules.weigh_first(positions[0], number, outcome)


def deal_first(positions: Any, number: int, outcome: int) -> None:
    rules.deal_first(positions[0], number, outcome)


def state(positions: Any) -> tuple[int, int]:
    p = positions[0]
    return int(p.to_act), rules.legal(p)


def play(positions: Any, action: int) -> tuple[int, int]:
    rules.play(positions[0], action)
    return state(positions)


def deal(positions: Any, outcome: int) -> tuple[int, int]:
    rules.deal(positions[0], outcome)
    return state(positions)


def deal_blindly(positions: Any, generator: Generator) -> tuple[int, int, int]:
    """The dealer's draw: which outcome it was, and the new state."""
    p = positions[0]
    outcome = rules.luck(p, generator)
    rules.deal(p, outcome)
    return outcome, int(p.to_act), rules.legal(p)


def advance(positions: Any, action: int, generator: Generator) -> tuple[int, int]:
    """A decision and all that luck does until the next one."""
    p = positions[0]
    rules.play(p, action)
    while p.to_act == CHANCE:
        rules.deal(p, rules.luck(p, generator))
    return state(positions)


def weights(positions: Any, out: Ints) -> None:
    """The number of ways in which each outcome may come."""
    for outcome in range(len(out)):
        out[outcome] = rules.weight(positions[0], outcome)


def score(positions: Any, seat: int) -> int:
    found: int = rules.score(positions[0], seat)
    return found


def winners(positions: Any) -> int:
    found: int = rules.winners(positions[0])
    return found


def observe(positions: Any, seat: int, out: Ints) -> None:
    view.observe(positions[0], seat, out)


def look(positions: Any, seat: int, out: Ints, mask: Ints) -> None:
    """What a seat knows, and which decisions are open to it."""
    p = positions[0]
    view.observe(p, seat, out)
    legal = rules.legal(p) if p.to_act == seat else 0
    for action in range(len(mask)):
        mask[action] = legal >> action & 1


def imagine(positions: Any, seat: int, generator: Generator) -> tuple[int, int]:
    """What the seat does not know is dealt anew."""
    view.imagine(positions[0], seat, generator)
    return state(positions)


def choose(positions: Any, generator: Generator) -> int:
    """What a sensible player would decide."""
    found: int = judgement.choose(positions[0], generator)
    return found


# ---- whole games --------------------------------------------------------------------------------------------------


def finish(p: Any, generator: Generator, counts: Ints) -> int:
    """Random decisions to the end of the game; how many there were. `counts` gets the game's tallies."""
    decisions = 0
    leave_to_luck(p, generator, counts)
    while p.to_act != NOBODY:
        action = pick(rules.legal(p), generator)
        rules.tally(p, action, counts)
        rules.play(p, action)
        leave_to_luck(p, generator, counts)
        decisions += 1
    return decisions


def leave_to_luck(p: Any, generator: Generator, counts: Ints) -> None:
    """Luck decides until it is up to a player again, or to nobody."""
    while p.to_act == CHANCE:
        outcome = rules.luck(p, generator)
        rules.tally(p, outcome, counts)
        rules.deal(p, outcome)


def playouts(
    first: int,
    end: int,
    stride: int,
    positions: Any,
    blank: Any,
    players: int,
    key: int,
    number: int,
    generator: Generator,
    scores: Ints,
    wins: Ints,
    decisions: Ints,
    counts: Ints,
) -> None:
    """Random games number `number` + `first`, + `stride`, … before `end`, each with luck of its own.

    Each has a row in `scores`; all are played in the first of the `positions`, which begins as a blank record.
    """
    for game in range(first, end, stride):
        seed_generator(generator, key, number + game)
        positions[0] = blank[0]
        p = positions[0]
        rules.set_up(p, players, generator)
        decisions[game] = finish(p, generator, counts)
        wins[game] = rules.winners(p)
        for seat in range(players):
            scores[game, seat] = rules.score(p, seat)
