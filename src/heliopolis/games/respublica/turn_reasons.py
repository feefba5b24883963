"""Res Publica: facts for and against laying a set, and for and against drawing cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from heliopolis.games.respublica.actions import MAX_CARDS_DRAWN
from heliopolis.games.respublica.cards import CARD_NAMES, CARDS, DECK_NAMES, FIRST_TECHNOLOGY, SET_SIZE
from heliopolis.games.respublica.gifts import cards_of
from heliopolis.games.respublica.inference import Inference
from heliopolis.games.respublica.phrase_text import item_message
from heliopolis.games.respublica.reason_facts import WeightedFact, fact
from heliopolis.games.respublica.scoring import CARDS_PER_POINT

# ---- laying ----------------------------------------------------------------------------------------------------------


def lay_merits(known: Inference, move: str, other: str) -> Iterator[WeightedFact]:  # noqa: ARG001 -- as for trades
    """Return what speaks for laying a set."""
    verb, _, name = move.partition(" ")
    if verb != "lay":
        return
    card = CARD_NAMES.index(name)
    held, points = known.hand[card], known.set_points(card)
    in_hand = held // CARDS_PER_POINT - (held - SET_SIZE) // CARDS_PER_POINT
    yield fact(known, "points", points, "lay_points", card=name, points=points, in_hand=in_hand)
    cities = known.facts["seats"][known.seat]["cities"]
    if card < FIRST_TECHNOLOGY and cities < MAX_CARDS_DRAWN and known.facts["phase"] == "lay":
        yield fact(known, "draws", 2.0, "city_draws", number=cities + 1)
    monuments = known.facts["monuments_left"]
    if card >= FIRST_TECHNOLOGY and len(monuments) > 1:
        yield fact(known, "monument", 1.0, "next_monument", points=monuments[0], then=monuments[1])


def lay_drawbacks(known: Inference, move: str, other: str) -> Iterator[WeightedFact]:
    """Return what speaks against laying a set."""
    if move.startswith("lay") and other == "end":
        yield fact(known, "bound", 0.5, "laid_for_good", card=move.removeprefix("lay "))


# ---- drawing ---------------------------------------------------------------------------------------------------------


def drawn_cards(move: str) -> dict[str, int]:
    """Return how many cards of each deck a move draws."""
    drawn = {deck: int(number) for number, deck in pairwise(move.split(" ")) if number.isdecimal()}
    return {deck: drawn.get(deck, 0) for deck in DECK_NAMES}


def draw_merits(known: Inference, move: str, other: str) -> Iterator[WeightedFact]:
    """Return what speaks for a draw: more cards, and what they may be."""
    drawn, instead = drawn_cards(move), drawn_cards(other)
    total, fewer = sum(drawn.values()), sum(instead.values())
    if total > fewer:
        yield fact(known, "number", 0.4 * total, "draws_more", number=total, other=fewer)
    for deck, kind in zip(DECK_NAMES, (CARDS, CARDS + 1), strict=True):
        if drawn[deck] > instead[deck]:
            yield from hope_facts(known, kind)
    if drawn["technology"] > instead["technology"] and known.facts["monuments_left"]:
        yield fact(known, "monument", 0.6, "monument_waits", points=known.facts["monuments_left"][0])
    yield from end_facts(known, move)


def hope_facts(known: Inference, deck: int) -> Iterator[WeightedFact]:
    """Return how likely the card of a deck is of which the seat has most, short of a set."""
    card = max(cards_of(deck), key=lambda card: known.hand[card] % SET_SIZE)
    held, out = known.hand[card] % SET_SIZE, known.unplaced(card)
    if held and out and known.can_complete_set(card):
        yield fact(
            known,
            "hope",
            0.3 * held,
            "draw_odds",
            what=item_message(SET_SIZE - held, CARD_NAMES[card]),
            number=out,
            total=known.unplaced_of_deck(card),
        )


def draw_drawbacks(known: Inference, move: str, other: str) -> Iterator[WeightedFact]:
    """Return what speaks against a draw: it brings the end nearer."""
    yield from end_facts(known, move)
    left = known.facts["decks"]["technology"]
    if drawn_cards(move)["technology"] > drawn_cards(other)["technology"] and known.facts["final_round"] is None:
        yield fact(known, "hurry", 0.3, "deck_runs_down", number=left)


def end_facts(known: Inference, move: str) -> Iterator[WeightedFact]:
    """Return that a draw starts the final round, if it takes the last technology card."""
    left, taken = known.facts["decks"]["technology"], drawn_cards(move)["technology"]
    if taken and taken == left and known.facts["final_round"] is None:
        yield fact(known, "end", 2.0, "last_technology")
