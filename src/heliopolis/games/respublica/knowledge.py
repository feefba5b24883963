"""Res Publica: who may know what of a hand.

For every viewer the position holds two lower bounds of every other seat's hand: `known`, the copies of each card, and
`known_by_deck`, the people and the technology cards. A viewer knows the cards they gave themselves, cards that a phrase
named, and how many cards of which deck somebody drew; what may have been given away since is subtracted again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.respublica.cards import CARDS, DECKS, PEOPLE, SET_SIZE, deck_of, includes
from heliopolis.games.respublica.phrases import OR, conjunction_of, count_of, gift_row, kind_of
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.respublica.rules import ResPublica


# ---- draws and sets --------------------------------------------------------------------------------------------------


@rule
def learn_draw(p: ResPublica, seat: int, card: int) -> None:
    """Let everybody see from which deck a card came."""
    for viewer in range(p.players):
        if viewer != seat:
            p.known_by_deck[viewer, DECKS * seat + deck_of(card)] += 1


@rule
def learn_lay(p: ResPublica, seat: int, card: int) -> None:
    """Let everybody see a set that leaves a hand."""
    for viewer in range(p.players):
        if viewer != seat:
            forget_card(p, viewer, seat, card, SET_SIZE)
            forget_deck(p, viewer, seat, deck_of(card), SET_SIZE)


@rule
def forget_card(p: ResPublica, viewer: int, seat: int, card: int, number: int) -> None:
    """Take copies of a card off what a viewer knows of a seat."""
    p.known[viewer, CARDS * seat + card] = max(0, p.known[viewer, CARDS * seat + card] - number)


@rule
def forget_deck(p: ResPublica, viewer: int, seat: int, deck: int, number: int) -> None:
    """Take cards of a deck off what a viewer knows of a seat."""
    p.known_by_deck[viewer, DECKS * seat + deck] = max(0, p.known_by_deck[viewer, DECKS * seat + deck] - number)


# ---- trades ----------------------------------------------------------------------------------------------------------


@rule
def learn_gifts(p: ResPublica, active: int, from_active: int, partner: int, from_partner: int) -> None:
    """Update what everybody knows before gifts change hands: first what either may lose, then what either gains.

    Everybody sees how many cards are handed over; which cards, only the two, or all if the phrase names them
    (ruling 6). `from_active` and `from_partner` are the phrases that are fulfilled.
    """
    for viewer in range(p.players):
        forget_gift(p, viewer, active, partner, from_active)
        forget_gift(p, viewer, partner, active, from_partner)
        remember_gift(p, viewer, active, partner, from_active)
        remember_gift(p, viewer, partner, active, from_partner)


@rule
def forget_gift(p: ResPublica, viewer: int, giver: int, receiver: int, phrase: int) -> None:
    """Forget what the giver may have given away, as far as a viewer can tell: the receiver saw it."""
    if viewer == giver:
        return
    for card in range(CARDS):
        lost = p.given[gift_row(p, giver), card] if viewer == receiver else most_given(p, giver, phrase, card)
        forget_card(p, viewer, giver, card, lost)
    for deck in range(DECKS):
        lost = given_of_deck(p, giver, deck) if viewer == receiver else most_given(p, giver, phrase, PEOPLE + deck)
        forget_deck(p, viewer, giver, deck, lost)


@rule
def remember_gift(p: ResPublica, viewer: int, giver: int, receiver: int, phrase: int) -> None:
    """Remember what the receiver has got for certain: the giver knows it, the others what the phrase names."""
    if viewer == receiver:
        return
    for card in range(CARDS):
        got = p.given[gift_row(p, giver), card] if viewer == giver else least_given(p, giver, phrase, card)
        p.known[viewer, CARDS * receiver + card] += got
    for deck in range(DECKS):
        got = given_of_deck(p, giver, deck) if viewer == giver else least_given(p, giver, phrase, PEOPLE + deck)
        p.known_by_deck[viewer, DECKS * receiver + deck] += got


@rule
def given_of_deck(p: ResPublica, giver: int, deck: int) -> int:
    """Return how many cards of a gift are of a deck."""
    number = 0
    for card in range(CARDS):
        if deck_of(card) == deck:
            number += p.given[gift_row(p, giver), card]
    return number


@rule
def gift_size(p: ResPublica, giver: int) -> int:
    """Return how many cards are given, which everybody sees."""
    size = 0
    for card in range(CARDS):
        size += p.given[gift_row(p, giver), card]
    return size


@rule
def least_given(p: ResPublica, giver: int, phrase: int, kind: int) -> int:
    """Return how many cards of a kind a gift contains at least."""
    first, second = certain_of(phrase, 0, kind), certain_of(phrase, 1, kind)
    if conjunction_of(phrase) != OR:
        return first + second
    size = gift_size(p, giver)
    if count_of(phrase, 1) != size:
        return first
    return second if count_of(phrase, 0) != size else min(first, second)


@rule
def most_given(p: ResPublica, giver: int, phrase: int, kind: int) -> int:
    """Return how many cards of a kind a gift contains at most."""
    first, second = possible_of(phrase, 0, kind), possible_of(phrase, 1, kind)
    if conjunction_of(phrase) != OR:
        return first + second
    size = gift_size(p, giver)
    if count_of(phrase, 1) != size:
        return first
    return second if count_of(phrase, 0) != size else max(first, second)


@rule
def certain_of(phrase: int, item: int, kind: int) -> int:
    """Return how many cards of an item are of a kind for certain."""
    return count_of(phrase, item) if includes(kind, kind_of(phrase, item)) else 0


@rule
def possible_of(phrase: int, item: int, kind: int) -> int:
    """Return how many cards of an item may be of a kind."""
    other = kind_of(phrase, item)
    return count_of(phrase, item) if includes(kind, other) or includes(other, kind) else 0
