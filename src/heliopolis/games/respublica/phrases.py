"""What can be said in a trade, and whether a hand can give it.

A phrase is one item, or two items joined by *and* or by *or*; an item is a count of a kind. It is packed into one
number, so that it can be handed around like any other.

Possession is a matter of matching, not of counting kinds: *and* needs all cards at once, "1 roman and 2 people" three
people cards, one of them roman. Of an *or* one alternative is enough to give it; to offer it, a player must hold each
alternative by itself (ruling 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.respublica.cards import CARDS, FIRST_TECHNOLOGY, PEOPLE, TECHNOLOGY, includes
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.respublica.rules import ResPublica

NO_PHRASE = 0
ALONE, AND, OR = range(3)  # conjunctions; ALONE: there is no second item
MAX_COUNT = 9  # cards of an item (ruling 2)
ITEMS = 2

# The bits of a packed phrase: kind, count, conjunction, second kind, second count.
COUNT_SHIFT, CONJUNCTION_SHIFT, ITEM_SHIFT = 4, 8, 10
NUMBER_MASK, CONJUNCTION_MASK = 15, 3


# ---- a phrase as a number --------------------------------------------------------------------------------------------


@rule
def make_phrase(kind: int, count: int, conjunction: int, second_kind: int, second_count: int) -> int:
    """Return a phrase; the second item is 0 and 0 if there is none."""
    first, second = kind | count << COUNT_SHIFT, second_kind | second_count << COUNT_SHIFT
    return first | conjunction << CONJUNCTION_SHIFT | second << ITEM_SHIFT


@rule
def kind_of(phrase: int, item: int) -> int:
    """Return the kind that an item (0 or 1) names."""
    return phrase >> ITEM_SHIFT * item & NUMBER_MASK


@rule
def count_of(phrase: int, item: int) -> int:
    """Return how many cards an item (0 or 1) names."""
    return phrase >> (ITEM_SHIFT * item + COUNT_SHIFT) & NUMBER_MASK


@rule
def conjunction_of(phrase: int) -> int:
    """Return what joins the two items: *and*, *or*, or nothing if there is only one."""
    return phrase >> CONJUNCTION_SHIFT & CONJUNCTION_MASK


@rule
def alternative(phrase: int, item: int) -> int:
    """Return one item of a phrase as a phrase of its own."""
    return make_phrase(kind_of(phrase, item), count_of(phrase, item), ALONE, 0, 0)


@rule
def leaves_choice(phrase: int) -> bool:
    """Return whether a player who fulfils the phrase chooses the cards: *or*, people, technology, any."""
    conjunction = conjunction_of(phrase)
    return conjunction == OR or kind_of(phrase, 0) >= CARDS or (conjunction == AND and kind_of(phrase, 1) >= CARDS)


# ---- possession ------------------------------------------------------------------------------------------------------


@rule
def held(p: ResPublica, seat: int, kind: int) -> int:
    """Return the number of cards of a kind in a hand."""
    if kind < CARDS:
        return p.hands[seat, kind]
    number = 0
    for card in range(FIRST_TECHNOLOGY if kind == TECHNOLOGY else 0, FIRST_TECHNOLOGY if kind == PEOPLE else CARDS):
        number += p.hands[seat, card]
    return number


@rule
def held_together(p: ResPublica, seat: int, kind: int, other: int) -> int:
    """Return the number of cards in a hand that are of one kind or of the other."""
    if includes(kind, other):
        return held(p, seat, kind)
    if includes(other, kind):
        return held(p, seat, other)
    return held(p, seat, kind) + held(p, seat, other)


@rule
def can_give_item(p: ResPublica, seat: int, phrase: int, item: int) -> bool:
    """Return whether a hand can give one item of a phrase."""
    return count_of(phrase, item) <= held(p, seat, kind_of(phrase, item))


@rule
def can_give(p: ResPublica, seat: int, phrase: int) -> bool:
    """Return whether a hand can give what a phrase names: both items of an *and*, one alternative of an *or*."""
    first = can_give_item(p, seat, phrase, 0)
    conjunction = conjunction_of(phrase)
    if conjunction == ALONE:
        return first
    second = can_give_item(p, seat, phrase, 1)
    if conjunction == OR:
        return first or second
    together = held_together(p, seat, kind_of(phrase, 0), kind_of(phrase, 1))
    return first and second and count_of(phrase, 0) + count_of(phrase, 1) <= together


@rule
def can_offer(p: ResPublica, seat: int, phrase: int) -> bool:
    """Return whether a seat may offer a phrase: it must be able to give each alternative of an *or* (ruling 3)."""
    if conjunction_of(phrase) == OR:
        return can_give_item(p, seat, phrase, 0) and can_give_item(p, seat, phrase, 1)
    return can_give(p, seat, phrase)


@rule
def gift_row(p: ResPublica, seat: int) -> int:
    """Return the row of `given` for a party of the trade: 0 for the active player, 1 for the partner."""
    return 0 if seat == p.turn else 1
