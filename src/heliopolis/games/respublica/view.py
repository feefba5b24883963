"""Res Publica: what a seat may see, as JSON for people and as numbers for nets.

The hands, the order of the decks, and which cards changed hands where a phrase left a choice are secret. When the game
is over, all hands are open (ruling 11).

An observation is `OBSERVATION` counts, each over a divisor, and then nearly all between 0 and 1; seats are counted
clockwise from the observer.

     9  phase                              3  players: 3, 4, 5          3  announcement: none, ask, offer
     2  cards in the decks, / 60           2  cities and monuments left, / 10
     2  idle turns, / 15; final round      2  people and technology cards pending, / 3
     6  step of the own unfinished move   30  the own unfinished phrase, as phrases below
    10  own hand, / 12                    10  own cards chosen to be given, / 5
    5 × 79 by seat: there, on turn, to act, accepted; answered: not, nothing, phrase; cards / 20, cities / 5, points of
        cities and monuments / 50; sets by card, / 2; cards known in hand, / 12; people and technology cards for
        certain, / 12; the card last asked for, 10; the phrase said, 30: kind, count / 9, and, or, kind, count / 9;
        and 7 that are always 0
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.actions import (
    ANSWERS,
    GIVE,
    MAX_CARDS_DRAWN,
    MIN_PLAYERS,
    NO_MODE,
    OFFER,
    OVER,
    PHASES,
    SEATS,
    STEPS,
)
from heliopolis.games.respublica.advice import advice_for
from heliopolis.games.respublica.card_facts import card_facts
from heliopolis.games.respublica.cards import (
    CARDS,
    CARDS_PER_DECK,
    CITIES,
    COPIES,
    DECKS,
    KINDS,
    MAX_SETS,
    MONUMENTS,
    PEOPLE_DECK,
    TECHNOLOGY_DECK,
    deck_size,
)
from heliopolis.games.respublica.determinization import imagine as imagine
from heliopolis.games.respublica.phrases import (
    ALONE,
    AND,
    MAX_COUNT,
    NO_PHRASE,
    OR,
    conjunction_of,
    count_of,
    gift_row,
    kind_of,
)
from heliopolis.games.respublica.position_json import (
    by_deck,
    count_decks,
    known_by_deck,
    known_cards,
    list_cards,
    to_json,
    wanted_cards,
)
from heliopolis.games.respublica.rules import IDLE_TURNS_PER_PLAYER, ResPublica
from heliopolis.games.respublica.scoring import CARDS_PER_POINT, POINTS_PER_CITY, cities_of, sets_of, table_points
from heliopolis.games.respublica.types import ResPublicaFacts, ResPublicaView, SeatFacts
from heliopolis.kernel import NOBODY, Fields, IntArray, read_fields, rule

# ---- for people ------------------------------------------------------------------------------------------------------


def view(records: NDArray[np.void], seat: int | None, legal: list[str]) -> ResPublicaView:
    """Return the known facts with the seat's legal moves and advice."""
    r = read_fields(records[0])
    own = legal if seat is not None and seat == r.to_act else []
    facts = known_facts(r, seat)
    return {**facts, "legal": own, **advice_for(records, r, seat, legal), "card_facts": card_facts(facts)}


def known_facts(r: Fields, seat: int | None) -> ResPublicaFacts:
    """Return the public facts by name, and of the secret ones those of this seat."""
    data = to_json(r)
    return {
        "game": data["game"],
        "players": data["players"],
        "phase": data["phase"],
        "to_act": data["to_act"],
        "turn": data["turn"],
        "cities_left": data["cities_left"],
        "monuments_left": data["monuments_left"],
        "announcement": data["announcement"],
        "answers": data["answers"],
        "accepted": data["accepted"],
        "pending": data["pending"],
        "idle": data["idle"],
        "final_round": data["final_round"],
        "seat": seat,
        "decks": count_decks(by_deck(r.decks)),
        "wanted": wanted_cards(r),
        "seats": [seat_facts(data["seats"][other], r, other, seat) for other in range(r.players)],
        "given": list_cards(r.given[0]) if has_given(r, seat) else None,
        "unfinished": r.steps[: r.steps_len] if seat is not None and seat == r.to_act else [],
    }


def has_given(r: Fields, seat: int | None) -> bool:
    """Return whether the seat is the active player, has chosen its gift and waits for the partner's."""
    return bool(r.phase == GIVE and seat == r.turn != r.to_act)


def seat_facts(shown: JSON, r: Fields, seat: int, viewer: int | None) -> SeatFacts:
    """Return what lies before a seat and how many cards it holds; its hand, or what the viewer knows of it."""
    facts: SeatFacts = {
        "sets": shown["sets"],
        "cities": shown["cities"],
        "monuments": shown["monuments"],
        "cards": sum(r.hands[seat]),
        "points": POINTS_PER_CITY * shown["cities"] + sum(shown["monuments"]),
    }
    if viewer == seat or r.phase == OVER:
        facts["hand"] = shown["hand"]
        facts["hand_points"] = sum(number // CARDS_PER_POINT for number in shown["hand"].values())
    elif viewer is not None:
        facts["known"] = known_cards(r, viewer, seat)
        facts["at_least"] = known_by_deck(r, viewer, seat)
    return facts


# ---- for nets --------------------------------------------------------------------------------------------------------

TABLE_SIZES, MODES, ROLES = SEATS - MIN_PLAYERS + 1, OFFER + 1, 4
OF_SUPPLY = 8  # decks, cities, monuments, idle turns, final round, pending cards
OF_PHRASE = 2 * KINDS + 4  # kind, count, and, or, kind, count
OF_TABLE = PHASES + TABLE_SIZES + MODES + OF_SUPPLY + STEPS + OF_PHRASE + 2 * CARDS
OF_PLAYER = ROLES + ANSWERS  # there, on turn, to act, accepted; answered
OF_POSSESSIONS = 3 + 2 * CARDS + DECKS + CARDS  # cards, cities, points; sets, known cards; known by deck; wanted
UNUSED = 7  # numbers of a seat that are always 0
OF_SEAT = OF_PLAYER + OF_POSSESSIONS + OF_PHRASE + UNUSED
OBSERVATION = OF_TABLE + SEATS * OF_SEAT

DECK_SIZE = COPIES * CARDS_PER_DECK
MAX_IDLE = IDLE_TURNS_PER_PLAYER * SEATS
TYPICAL_HAND, TYPICAL_GIFT, TYPICAL_CITIES, TYPICAL_POINTS = 20, 5, 5, 50  # rarely more


def divisors(players: int) -> list[int]:  # noqa: ARG001 -- as other games
    """Return what each count of an observation is divided by."""
    supply = [DECK_SIZE, DECK_SIZE, CITIES, MONUMENTS, MAX_IDLE, 1, MAX_CARDS_DRAWN, MAX_CARDS_DRAWN]
    phrase = [*[1] * KINDS, MAX_COUNT, 1, 1, *[1] * KINDS, MAX_COUNT]
    own_cards = [COPIES] * CARDS + [TYPICAL_GIFT] * CARDS
    possessions = [TYPICAL_HAND, TYPICAL_CITIES, TYPICAL_POINTS]
    possessions += [MAX_SETS] * CARDS + [COPIES] * CARDS + [COPIES] * DECKS + [1] * CARDS
    table = [1] * (PHASES + TABLE_SIZES + MODES) + supply + [1] * STEPS + phrase + own_cards
    seat = [1] * OF_PLAYER + possessions + phrase + [1] * UNUSED
    return table + SEATS * seat


@rule
def observe(p: ResPublica, seat: int, out: IntArray) -> None:
    """Write the observation of a seat."""
    for i in range(OBSERVATION):
        out[i] = 0
    observe_table(p, seat, out)
    for step in range(p.players):
        observe_seat(p, seat, (seat + step) % p.players, out, OF_TABLE + step * OF_SEAT)


@rule
def observe_table(p: ResPublica, seat: int, out: IntArray) -> None:
    """Write what is common to all seats, the own unfinished move, hand and gift."""
    out[p.phase] = 1
    out[PHASES + p.players - MIN_PLAYERS] = 1
    out[PHASES + TABLE_SIZES + p.mode] = 1
    at = PHASES + TABLE_SIZES + MODES
    observe_supply(p, out, at)
    at += OF_SUPPLY
    own_move = seat == p.to_act
    if own_move:
        out[at + p.step] = 1
        if p.phase != GIVE:
            observe_phrase(p.draft, out, at + STEPS)
    at += STEPS + OF_PHRASE
    own_gift = p.phase == GIVE and (own_move or seat == p.turn)
    for card in range(CARDS):
        out[at + card] = p.hands[seat, card]
        out[at + CARDS + card] = p.given[gift_row(p, seat), card] if own_gift else 0


@rule
def observe_supply(p: ResPublica, out: IntArray, at: int) -> None:
    """Write what is left in the middle of the table, and how near the end is."""
    cities, monuments = CITIES, 0
    for seat in range(p.players):
        cities -= cities_of(p, seat)
    for monument in range(MONUMENTS):
        monuments += p.monuments[monument] == NOBODY
    out[at] = deck_size(p, PEOPLE_DECK)
    out[at + 1] = deck_size(p, TECHNOLOGY_DECK)
    out[at + 2] = cities
    out[at + 3] = monuments
    out[at + 4] = p.idle
    out[at + 5] = p.final_seat != NOBODY
    out[at + 6] = p.pending_people
    out[at + 7] = p.pending_technology


@rule
def observe_phrase(phrase: int, out: IntArray, at: int) -> None:
    """Write a phrase, perhaps unfinished; nothing if there is none. `out` was all zeros."""
    conjunction = conjunction_of(phrase)
    out[at + kind_of(phrase, 0)] = phrase != NO_PHRASE
    out[at + KINDS] = count_of(phrase, 0)
    out[at + KINDS + 1] = conjunction == AND
    out[at + KINDS + 2] = conjunction == OR
    out[at + KINDS + 3 + kind_of(phrase, 1)] = conjunction != ALONE
    out[at + 2 * KINDS + 3] = count_of(phrase, 1)


@rule
def observe_seat(p: ResPublica, viewer: int, seat: int, out: IntArray, at: int) -> None:
    """Write what a viewer knows of a seat. `out` was all zeros."""
    out[at] = 1
    out[at + 1] = seat == p.turn
    out[at + 2] = seat == p.to_act
    out[at + 3] = seat == p.accepted
    out[at + ROLES + p.answered[seat]] = 1
    at += OF_PLAYER
    observe_possessions(p, viewer, seat, out, at)
    if p.mode != NO_MODE:
        observe_phrase(p.phrases[seat], out, at + OF_POSSESSIONS)


@rule
def observe_possessions(p: ResPublica, viewer: int, seat: int, out: IntArray, at: int) -> None:
    """Write cards, cities, points; sets, cards known to the viewer, also by deck; the card wanted."""
    cards = 0
    for card in range(CARDS):
        cards += p.hands[seat, card]
    out[at] = cards
    if p.sets[seat]:  # without sets there are no cities and no monuments
        out[at + 1] = cities_of(p, seat)
        out[at + 2] = table_points(p, seat)
        for card in range(CARDS):
            out[at + 3 + card] = sets_of(p, seat, card)
    at += 3 + CARDS
    for card in range(CARDS):
        out[at + card] = p.known[viewer, CARDS * seat + card]
    at += CARDS
    for deck in range(DECKS):
        out[at + deck] = p.known_by_deck[viewer, DECKS * seat + deck]
    at += DECKS
    out[at + max(p.wanted[seat] - 1, 0)] = p.wanted[seat] > 0
