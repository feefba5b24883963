"""Res Publica: what cards are worth to a sensible player, and phrases to him who gives or gets them."""

from __future__ import annotations

from heliopolis.games.respublica.cards import CARDS, CITIES, FIRST_TECHNOLOGY, MONUMENTS, SET
from heliopolis.games.respublica.phrases import ALONE, AND, can_give_item, count_of, includes, joint_of, kind_of
from heliopolis.games.respublica.state import ResPublica
from heliopolis.kernel import NOBODY, rule

HOPED = 0.9  # a card that the other chooses is worth that part of the least it may be worth
PEOPLE_WORTH = (0.0, 0.5, 1.5, 3.0, 5.2, 8.5)  # by copies in hand; a set founds a city, and cities bring cards
TECHNOLOGY_WORTH = (0.0, 0.06, 0.2, 0.4, 0.7, 1.0)  # by copies in hand, of the monument a set would build
HOARDED = 0.6  # of its worth has a card beyond a set


@rule
def worth(p: ResPublica, card: int, number: int) -> float:
    """So many copies of a card in a hand."""
    extra = max(0, number - SET)
    number = min(number, SET)
    if card < FIRST_TECHNOLOGY:
        return PEOPLE_WORTH[number] + HOARDED * PEOPLE_WORTH[min(extra, SET)]
    top = 0
    while top < CITIES - 1 and p.monuments[top] != NOBODY:
        top += 1
    return MONUMENTS[top] * (TECHNOLOGY_WORTH[number] + HOARDED * TECHNOLOGY_WORTH[min(extra, SET)])


@rule
def change(p: ResPublica, seat: int, card: int, more: int) -> float:
    """What more (or fewer) copies of a card would change for a player; he cannot lose what he has not got."""
    held = p.hands[seat, card]
    if held + more < 0:
        return -1000.0
    return worth(p, card, held + more) - worth(p, card, held)


@rule
def cost_of_item(p: ResPublica, seat: int, kind: int, count: int) -> float:
    """What giving an item costs; of people, technology or any, the cards missed least."""
    if kind < CARDS:
        return -change(p, seat, kind, -count)
    least = 1000.0
    for card in range(CARDS):
        if includes(kind, card) and p.hands[seat, card]:
            least = min(least, -change(p, seat, card, -1))
    return least * count


@rule
def cost(p: ResPublica, seat: int, phrase: int) -> float:
    """What fulfilling a phrase costs, in the cheapest way."""
    first = cost_of_item(p, seat, kind_of(phrase, 0), count_of(phrase, 0))
    joint = joint_of(phrase)
    if joint == ALONE:
        return first
    second = cost_of_item(p, seat, kind_of(phrase, 1), count_of(phrase, 1))
    if joint == AND:
        return first + second
    if not can_give_item(p, seat, phrase, 0):
        return second
    return min(first, second) if can_give_item(p, seat, phrase, 1) else first


@rule
def gain_of_item(p: ResPublica, seat: int, kind: int, count: int) -> float:
    """What getting an item is worth; of people, technology or any, the least welcome cards."""
    if kind < CARDS:
        return change(p, seat, kind, count)
    least = 1000.0
    for card in range(CARDS):
        if includes(kind, card):
            least = min(least, change(p, seat, card, 1))
    return HOPED * least * count


@rule
def gain(p: ResPublica, seat: int, phrase: int) -> float:
    """What a phrase is worth to one who gets it: the other chooses."""
    first = gain_of_item(p, seat, kind_of(phrase, 0), count_of(phrase, 0))
    joint = joint_of(phrase)
    if joint == ALONE:
        return first
    second = gain_of_item(p, seat, kind_of(phrase, 1), count_of(phrase, 1))
    return first + second if joint == AND else HOPED * min(first, second)
