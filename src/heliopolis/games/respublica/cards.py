"""The cards of Res Publica, their two decks, and the kinds that a phrase may name: a card, people, technology, any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.kernel import Generator, random_below, rule

if TYPE_CHECKING:
    from heliopolis.games.respublica.rules import ResPublica

PEOPLE_NAMES = ("roman", "babylonian", "egyptian", "atlantean", "greek")
TECHNOLOGY_NAMES = ("metallurgy", "wheel", "architecture", "chemistry", "navigation")
DECK_NAMES = ("people", "technology")
CARD_NAMES = (*PEOPLE_NAMES, *TECHNOLOGY_NAMES)
KIND_NAMES = (*CARD_NAMES, *DECK_NAMES, "any")

CARDS = 10  # different ones
CARDS_PER_DECK = 5  # different ones
FIRST_TECHNOLOGY = CARDS_PER_DECK  # lower numbers are people
COPIES = 12  # of each card
DECKS = 2
PEOPLE_DECK, TECHNOLOGY_DECK = range(DECKS)

# Kinds: a card is a kind of its own.
PEOPLE, TECHNOLOGY, ANY = CARDS + PEOPLE_DECK, CARDS + TECHNOLOGY_DECK, CARDS + DECKS
KINDS = ANY + 1

STARTING_HAND = 4  # people cards
SET_SIZE = 5  # identical cards
MAX_SETS = 2  # of one card, since there are 12 copies
CITIES = 10
MONUMENT_POINTS = (9, 8, 8, 7, 7, 6, 6, 5, 5, 4)  # in the order in which they are taken
MONUMENTS = len(MONUMENT_POINTS)


@rule
def deck_of(card: int) -> int:
    """Return the deck to which a card belongs."""
    return PEOPLE_DECK if card < FIRST_TECHNOLOGY else TECHNOLOGY_DECK


@rule
def includes(kind: int, other: int) -> bool:
    """Return whether a kind includes all cards of another kind."""
    if kind in (ANY, other):
        return True
    if kind == PEOPLE:
        return other < FIRST_TECHNOLOGY
    return kind == TECHNOLOGY and FIRST_TECHNOLOGY <= other < CARDS


@rule
def deck_size(p: ResPublica, deck: int) -> int:
    """Return how many cards a deck holds."""
    size = 0
    for card in range(CARDS_PER_DECK * deck, CARDS_PER_DECK * (deck + 1)):
        size += p.decks[card]
    return size


@rule
def sample_card(p: ResPublica, deck: int, generator: Generator) -> int:
    """Return a random card of a deck, which stays there."""
    left = random_below(generator, deck_size(p, deck))
    for card in range(CARDS_PER_DECK * deck, CARDS_PER_DECK * (deck + 1)):
        left -= p.decks[card]
        if left < 0:
            return card
    return -1
