"""Res Publica: the value of cards in a hand, and of phrases to a player who gives or gets them."""

from __future__ import annotations

from heliopolis.games.respublica.cards import (
    CARDS,
    FIRST_TECHNOLOGY,
    MONUMENT_POINTS,
    MONUMENTS,
    SET_SIZE,
    includes,
)
from heliopolis.games.respublica.phrases import ALONE, AND, can_give_item, conjunction_of, count_of, kind_of
from heliopolis.games.respublica.rules import ResPublica
from heliopolis.kernel import NOBODY, rule

SURPLUS_FACTOR = 0.6  # for copies beyond a set


def by_copies(*values: float) -> tuple[float, ...]:
    """Return the values of copies in a hand up to two sets, from those of up to one; more copies add nothing."""
    return values + tuple(values[-1] + SURPLUS_FACTOR * value for value in values[1:])


PEOPLE_VALUES = by_copies(0.0, 0.5, 1.5, 3.0, 5.2, 8.5)  # a set founds a city, and cities bring cards
TECHNOLOGY_VALUES = by_copies(0.0, 0.06, 0.2, 0.4, 0.7, 1.0)  # as a share of the next monument
UNCERTAIN_FACTOR = 0.9  # for cards that the other player chooses, of the least that they may bring
IMPOSSIBLE = 1000.0  # more than anything costs or brings


@rule
def value_of(values: tuple[float, ...], number: int) -> float:
    """Return the value of so many copies of a card in a hand."""
    return values[min(number, 2 * SET_SIZE)]


@rule
def next_monument_points(p: ResPublica) -> int:
    """Return the points of the next monument, or of the last one if all are built."""
    top = 0
    while top < MONUMENTS - 1 and p.monuments[top] != NOBODY:
        top += 1
    return MONUMENT_POINTS[top]


@rule
def value_change(p: ResPublica, seat: int, card: int, more: int) -> float:
    """Return what more (or fewer) copies of a card would change; nobody can lose what they have not got."""
    held = p.hands[seat, card]
    if held + more < 0:
        return -IMPOSSIBLE
    if card < FIRST_TECHNOLOGY:
        return value_of(PEOPLE_VALUES, held + more) - value_of(PEOPLE_VALUES, held)
    points = next_monument_points(p)
    return points * value_of(TECHNOLOGY_VALUES, held + more) - points * value_of(TECHNOLOGY_VALUES, held)


@rule
def item_cost(p: ResPublica, seat: int, kind: int, count: int) -> float:
    """Return what it costs to give an item: of people, technology or any, the cards that are missed least."""
    if kind < CARDS:
        return -value_change(p, seat, kind, -count)
    least = IMPOSSIBLE
    for card in range(CARDS):
        if includes(kind, card) and p.hands[seat, card]:
            least = min(least, -value_change(p, seat, card, -1))
    return least * count


@rule
def cost(p: ResPublica, seat: int, phrase: int) -> float:
    """Return what it costs to fulfil a phrase in the cheapest way."""
    first = item_cost(p, seat, kind_of(phrase, 0), count_of(phrase, 0))
    conjunction = conjunction_of(phrase)
    if conjunction == ALONE:
        return first
    second = item_cost(p, seat, kind_of(phrase, 1), count_of(phrase, 1))
    if conjunction == AND:
        return first + second
    if not can_give_item(p, seat, phrase, 0):
        return second
    return min(first, second) if can_give_item(p, seat, phrase, 1) else first


@rule
def item_gain(p: ResPublica, seat: int, kind: int, count: int) -> float:
    """Return what it brings to get an item: of people, technology or any, the least welcome cards."""
    if kind < CARDS:
        return value_change(p, seat, kind, count)
    least = IMPOSSIBLE
    for card in range(CARDS):
        if includes(kind, card):
            least = min(least, value_change(p, seat, card, 1))
    return UNCERTAIN_FACTOR * least * count


@rule
def gain(p: ResPublica, seat: int, phrase: int) -> float:
    """Return what it brings to get what a phrase names; the giver chooses."""
    first = item_gain(p, seat, kind_of(phrase, 0), count_of(phrase, 0))
    conjunction = conjunction_of(phrase)
    if conjunction == ALONE:
        return first
    second = item_gain(p, seat, kind_of(phrase, 1), count_of(phrase, 1))
    return first + second if conjunction == AND else UNCERTAIN_FACTOR * min(first, second)
