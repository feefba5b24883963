"""Res Publica: a position written as JSON, readable and exact. `position_reader` reads it again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.actions import ASK, DEAL, GIVE, NO_MODE, SAID_NOTHING, UNASKED
from heliopolis.games.respublica.cards import (
    CARD_NAMES,
    CARDS,
    CARDS_PER_DECK,
    CITIES,
    DECKS,
    MONUMENT_POINTS,
    PEOPLE_DECK,
    PEOPLE_NAMES,
    TECHNOLOGY_DECK,
    TECHNOLOGY_NAMES,
)
from heliopolis.games.respublica.phrase_text import phrase_text
from heliopolis.games.respublica.phrases import leaves_choice
from heliopolis.games.respublica.rules import POSITION
from heliopolis.games.respublica.scoring import sets_among
from heliopolis.games.respublica.trading import phrase_due
from heliopolis.games.respublica.types import DeckCounts
from heliopolis.kernel import CHANCE, NOBODY, Fields, wrap_records, write_fields

PHASE_NAMES = ("trade", "answer", "accept", "give", "lay", "draw", "deal", "last lay", "over")
MODE_NAMES = ("ask", "offer")


def as_record(r: Fields) -> Any:
    """Return fields as a record, so that the rules can be asked about them."""
    records = np.zeros(1, POSITION)
    write_fields(r, records[0])
    return wrap_records(records)[0]


def count_decks(numbers: Sequence[int]) -> DeckCounts:
    """Return two numbers, one for each deck, by name."""
    people, technology = numbers
    return {"people": people, "technology": technology}


def name_counts(counts: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    """Return the counts that are not 0 by name."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def list_cards(counts: Sequence[int]) -> list[str]:
    """Return the name of each card, as often as it is counted."""
    return [name for name, count in zip(CARD_NAMES, counts, strict=True) for _ in range(count)]


def seat_or_none(seat: int) -> int | None:
    """Return a seat of the record as JSON has it."""
    return None if seat == NOBODY else seat


def laid_sets(r: Fields, seat: int) -> tuple[int, ...]:
    """Return how many sets of each card a seat has laid."""
    return unpack_sets(r.sets[seat])


@lru_cache(maxsize=1024)
def unpack_sets(packed: int) -> tuple[int, ...]:
    """Return how many sets of each card there are; cached, since it is asked again and again."""
    return tuple(sets_among(packed, card) for card in range(CARDS))


def cards_of_deck(counts: Sequence[int], deck: int) -> Sequence[int]:
    """Return those counts, out of one for each card, that are of a deck."""
    return counts[CARDS_PER_DECK * deck : CARDS_PER_DECK * (deck + 1)]


def by_deck(counts: Sequence[int]) -> list[int]:
    """Return the sums, over either deck, of one count for each card."""
    return [sum(cards_of_deck(counts, deck)) for deck in range(DECKS)]


def known_cards(r: Fields, viewer: int, seat: int) -> dict[str, int]:
    """Return the cards that a viewer knows a seat to hold."""
    return name_counts(r.known[viewer][CARDS * seat : CARDS * (seat + 1)], CARD_NAMES)


def known_by_deck(r: Fields, viewer: int, seat: int) -> DeckCounts:
    """Return how many cards of either deck a viewer knows a seat to hold at least."""
    return count_decks(r.known_by_deck[viewer][DECKS * seat : DECKS * (seat + 1)])


# ---- writing ---------------------------------------------------------------------------------------------------------


def to_json(r: Fields) -> JSON:
    """Return the whole position; three keys are left out where they say nothing."""
    players = range(r.players)
    data: JSON = {
        "game": "respublica",
        "players": r.players,
        "phase": PHASE_NAMES[r.phase],
        "to_act": "chance" if r.to_act == CHANCE else seat_or_none(r.to_act),
        "turn": seat_or_none(r.turn),
        "decks": {
            "people": name_counts(cards_of_deck(r.decks, PEOPLE_DECK), PEOPLE_NAMES),
            "technology": name_counts(cards_of_deck(r.decks, TECHNOLOGY_DECK), TECHNOLOGY_NAMES),
        },
        **write_stacks(r),
        **write_trade(r),
        "pending": count_decks([r.pending_people, r.pending_technology]) if r.phase == DEAL else None,
        "idle": r.idle,
        "final_round": seat_or_none(r.final_seat),
        "known": [[known_cards(r, viewer, seat) for seat in players] for viewer in players],
        "seats": [write_seat(r, seat) for seat in players],
    }
    if any(r.wanted):
        data["wanted"] = wanted_cards(r)
    if not all(is_hand_known_by_deck(r, viewer, seat) for viewer in players for seat in players if seat != viewer):
        data["categories"] = [[known_by_deck(r, viewer, seat) for seat in players] for viewer in players]
    if r.steps_len:
        data["unfinished"] = r.steps[: r.steps_len]
    return data


def is_hand_known_by_deck(r: Fields, viewer: int, seat: int) -> bool:
    """Return whether a viewer knows how many cards of each deck a seat holds."""
    return known_by_deck(r, viewer, seat) == count_decks(by_deck(r.hands[seat]))


def wanted_cards(r: Fields) -> list[str | None]:
    """Return by seat the card that it last asked for or named as its price."""
    return [CARD_NAMES[card - 1] if card else None for card in r.wanted[: r.players]]


def write_stacks(r: Fields) -> JSON:
    """Return the cities and monuments that are left."""
    founded = sum(sum(cards_of_deck(laid_sets(r, seat), PEOPLE_DECK)) for seat in range(r.players))
    left = [points for points, owner in zip(MONUMENT_POINTS, r.monuments, strict=True) if owner == NOBODY]
    return {"cities_left": CITIES - founded, "monuments_left": left}


def write_trade(r: Fields) -> JSON:
    """Return the running trade."""
    if r.mode == NO_MODE:
        return {"announcement": None, "answers": {}, "accepted": None, "given": {}}
    answers = {
        str(seat): "nothing" if r.answered[seat] == SAID_NOTHING else phrase_text(r.phrases[seat])
        for seat in range(r.players)
        if r.answered[seat] != UNASKED
    }
    chosen = r.phase == GIVE and r.to_act != r.turn and leaves_choice(phrase_due(as_record(r), r.turn))
    return {
        "announcement": {"mode": MODE_NAMES[r.mode - ASK], "phrase": phrase_text(r.phrases[r.turn])},
        "answers": answers,
        "accepted": seat_or_none(r.accepted),
        "given": {str(r.turn): list_cards(r.given[0])} if chosen else {},
    }


def write_seat(r: Fields, seat: int) -> JSON:
    """Return the hand of a seat and what lies before it."""
    sets = laid_sets(r, seat)
    return {
        "hand": name_counts(r.hands[seat], CARD_NAMES),
        "sets": list_cards(sets),
        "cities": sum(cards_of_deck(sets, PEOPLE_DECK)),
        "monuments": [points for points, owner in zip(MONUMENT_POINTS, r.monuments, strict=True) if owner == seat],
    }
