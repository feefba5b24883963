"""Res Publica: what a viewer can say about each card, worked out from nothing but what the viewer may know."""

from __future__ import annotations

from typing import Literal

from heliopolis.games.respublica.cards import CARD_NAMES, COPIES, PEOPLE_NAMES, SET_SIZE
from heliopolis.games.respublica.scoring import CARDS_PER_POINT, POINTS_PER_CITY
from heliopolis.games.respublica.types import CardFacts, ResPublicaFacts


def card_facts(facts: ResPublicaFacts) -> dict[str, CardFacts]:
    """Return by card how many there are and where, how likely it is drawn next, and what one more is worth."""
    places = {card: places_of(facts, card) for card in CARD_NAMES}
    unseen = {card: COPIES - sum(places[card]) for card in CARD_NAMES}
    return {card: facts_of(facts, card, places[card], unseen) for card in CARD_NAMES}


def places_of(facts: ResPublicaFacts, card: str) -> list[int]:
    """Return by seat how many cards the viewer can place: in sets, in their own hand, in others' hands at least."""
    return [
        SET_SIZE * seat["sets"].count(card) + seat.get("hand", seat.get("known", {})).get(card, 0)
        for seat in facts["seats"]
    ]


def facts_of(facts: ResPublicaFacts, card: str, places: list[int], unseen: dict[str, int]) -> CardFacts:
    """Return what there is to know about one card."""
    deck: Literal["people", "technology"] = "people" if card in PEOPLE_NAMES else "technology"
    same_deck = [other for other in CARD_NAMES if (other in PEOPLE_NAMES) == (card in PEOPLE_NAMES)]
    out_of_sight = sum(unseen[other] for other in same_deck)
    sets = set_points(facts, card)
    held = None if facts["seat"] is None else facts["seats"][facts["seat"]]["hand"].get(card, 0)
    return {
        "total": COPIES,
        "hand": held,
        "laid": SET_SIZE * sum(seat["sets"].count(card) for seat in facts["seats"]),
        "places": places,
        "unseen": unseen[card],
        "next": unseen[card] / out_of_sight if facts["decks"][deck] and out_of_sight else None,
        "set_points": sets[0] if sets else None,
        "worth": None if held is None else points_of_cards(held + 1, sets) - points_of_cards(held, sets),
    }


def set_points(facts: ResPublicaFacts, card: str) -> list[int]:
    """Return what the next sets of a card would score, one after the other."""
    if card in PEOPLE_NAMES:
        return [POINTS_PER_CITY] * facts["cities_left"]
    return facts["monuments_left"]


def points_of_cards(number: int, sets: list[int]) -> int:
    """Return the most points that so many identical cards can bring as sets and pairs."""
    most = min(number // SET_SIZE, len(sets))
    return max(sum(sets[:laid]) + (number - SET_SIZE * laid) // CARDS_PER_POINT for laid in range(most + 1))
