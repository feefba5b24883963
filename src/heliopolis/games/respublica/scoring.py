"""Res Publica: sets laid, what they and the hand are worth in points, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.respublica.cards import CARDS, FIRST_TECHNOLOGY, MONUMENT_POINTS, MONUMENTS
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.respublica.rules import ResPublica

POINTS_PER_CITY = 3
CARDS_PER_POINT = 2  # identical cards in hand

# The sets a seat has laid are packed into one number, two bits per card.
SET_BITS, SET_MASK = 2, 3


@rule
def one_set(card: int) -> int:
    """Return one set of a card, packed; packed sets are added up."""
    return 1 << SET_BITS * card


@rule
def sets_among(packed: int, card: int) -> int:
    """Return how many sets of a card there are among packed sets."""
    return packed >> SET_BITS * card & SET_MASK


@rule
def sets_of(p: ResPublica, seat: int, card: int) -> int:
    """Return how many sets of a card a seat has laid."""
    return sets_among(p.sets[seat], card)


@rule
def cities_of(p: ResPublica, seat: int) -> int:
    """Return how many cities a seat has founded: one for each set of people."""
    cities = 0
    for card in range(FIRST_TECHNOLOGY):
        cities += sets_of(p, seat, card)
    return cities


@rule
def table_points(p: ResPublica, seat: int) -> int:
    """Return the points that everybody sees: cities, and monuments at their value."""
    points = POINTS_PER_CITY * cities_of(p, seat)
    for monument in range(MONUMENTS):
        if p.monuments[monument] == seat:
            points += MONUMENT_POINTS[monument]
    return points


@rule
def hand_points(p: ResPublica, seat: int) -> int:
    """Return one point for every pair of identical cards in hand."""
    points = 0
    for card in range(CARDS):
        points += p.hands[seat, card] // CARDS_PER_POINT
    return points


@rule
def score(p: ResPublica, seat: int) -> int:
    """Return the points of a seat."""
    return table_points(p, seat) + hand_points(p, seat)


@rule
def winners(p: ResPublica) -> int:
    """Return the seats with most points as a bit set; ties share the victory (ruling 10)."""
    most, won = -1, 0
    for seat in range(p.players):
        points = score(p, seat)
        if points > most:
            most, won = points, 0
        if points == most:
            won |= 1 << seat
    return won
