"""Res Publica: a gift as a list of cards. Which cards fulfil a phrase is asked of the rules.

A phrase has one or two alternatives, each a phrase without *or*; a gift fulfils one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import numpy as np

from heliopolis.games.respublica.cards import CARDS, KIND_NAMES, includes
from heliopolis.games.respublica.phrases import (
    ITEMS,
    OR,
    alternative,
    can_give,
    conjunction_of,
    count_of,
    kind_of,
)
from heliopolis.games.respublica.rules import POSITION
from heliopolis.kernel import wrap_records

FEW_CARDS = 2  # of so many every choice is listed,
SMALL_POOL = 7  # and also out of so many


def alternatives(phrase: int) -> list[int]:
    """Return the alternatives of a phrase: two if it is an *or*, else the phrase itself."""
    return [alternative(phrase, item) for item in range(ITEMS)] if conjunction_of(phrase) == OR else [phrase]


def items_of(phrase: int) -> list[tuple[int, int]]:
    """Return kind and count of each item of a phrase, the narrower kind first."""
    items = ((kind_of(phrase, item), count_of(phrase, item)) for item in range(ITEMS))
    return sorted((kind, count) for kind, count in items if count)


@cache
def cards_of(kind: int) -> tuple[int, ...]:
    """Return the cards that a kind includes."""
    return tuple(card for card in range(CARDS) if includes(kind, card))


def named_cards(phrase: int) -> list[int]:
    """Return the cards that a phrase without *or* names, in the order in which they are said."""
    items = ((kind_of(phrase, item), count_of(phrase, item)) for item in range(ITEMS))
    return [kind for kind, count in items if kind < CARDS for _ in range(count)]


def fulfils(cards: Sequence[int], phrase: int) -> bool:
    """Return whether just these cards fulfil a phrase without *or*: a hand of them can give it, and none is left."""
    if len(cards) != sum(count for _, count in items_of(phrase)):
        return False
    records = np.zeros(1, POSITION)
    for card in cards:
        records["hands"][0, 0, card] += 1
    return bool(can_give(wrap_records(records)[0], 0, phrase))


def chosen_cards(cards: Sequence[int], phrase: int) -> list[int]:
    """Return the cards of a gift that are chosen, in the order of the choice: named cards go by themselves."""
    left, chosen = sorted(cards), []
    for kind, count in items_of(phrase):
        fitting = [card for card in left if card in cards_of(kind)][:count]
        for card in fitting:
            left.remove(card)
        if kind >= CARDS:
            chosen += fitting
    return chosen


def spell(cards: Sequence[int]) -> list[str]:
    """Return the names of cards."""
    return [KIND_NAMES[card] for card in cards]


# ---- gifts worth proposing -------------------------------------------------------------------------------------------


def possible_gifts(hand: Sequence[int], phrase: int) -> Iterator[list[int]]:
    """Return gifts out of a hand (by card) that fulfil a phrase: all where it leaves few cards open, else some."""
    for chosen in alternatives(phrase):
        yield from (sorted(gift) for gift in choose_items(items_of(chosen), hand))


def choose_items(items: list[tuple[int, int]], hand: Sequence[int]) -> Iterator[list[int]]:
    """Return cards for all items, one item after the other."""
    if not items:
        yield []
        return
    (kind, count), *rest = items
    pool = [card for card in cards_of(kind) for _ in range(min(hand[card], count))]
    for chosen in choose_cards(pool, count):
        left = [number - chosen.count(card) for card, number in enumerate(hand)]
        for more in choose_items(rest, left):
            yield [*chosen, *more]


def choose_cards(pool: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Return different choices of so many cards; where there are very many, those from either end of the pool."""
    if count <= FEW_CARDS or len(pool) <= SMALL_POOL:
        yield from sorted(set(combinations(pool, count)))
    elif len(pool) >= count:
        yield from sorted({tuple(pool[:count]), tuple(pool[-count:])})
