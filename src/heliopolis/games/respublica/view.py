"""Res Publica: what a seat may see, as JSON for people and as numbers for nets.

Secret are the hands, the order of the decks, and which cards changed hands where a phrase left a choice.

An observation is `OBSERVATION` numbers, nearly all between 0 and 1; seats are counted clockwise from the observer.

     9  phase                              3  players: 3, 4, 5          3  announcement: none, ask, offer
     2  cards in the decks, / 60           2  cities and monuments left, / 10
     2  idle turns, / 15; final round      2  people and technology cards pending, / 3
     6  step of the own unfinished move   30  the own unfinished phrase, as phrases below
    10  own hand, / 12                    10  own cards chosen to be given, / 5
    5 × 79 by seat: there, on turn, to act, accepted; answered: not, nothing, phrase; cards / 20, cities / 5, points of
        cities and monuments / 50; sets by card, / 2; cards known in hand, / 12; people and technology cards for
        certain, / 12; the card last asked for, 10; the phrase said, 30: kind, count / 9, and, or, kind, count / 9
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heliopolis.core.checks import JSON
from heliopolis.games.respublica import positions
from heliopolis.games.respublica.actions import GIVE, NO_MODE, SEATS
from heliopolis.games.respublica.advice import help_for
from heliopolis.games.respublica.cards import CARDS, CITIES, CITY, FIRST_TECHNOLOGY, KINDS, MONUMENTS
from heliopolis.games.respublica.determinization import imagine as imagine
from heliopolis.games.respublica.gifts import side
from heliopolis.games.respublica.phrases import AND, OR, count_of, joint_of, kind_of
from heliopolis.games.respublica.positions import CARD_WORDS, held, spelled
from heliopolis.games.respublica.rules import cities_of, deck_size
from heliopolis.games.respublica.state import ResPublica, sets_of
from heliopolis.kernel import NOBODY, Fields, IntArray, read_fields, rule

PUBLIC = (
    "game players phase to_act turn cities_left monuments_left announcement answers accepted pending idle final_round"
).split()

# ---- for people ----------------------------------------------------------------------------------------------------


def view(records: NDArray[np.void], seat: int | None, legal: list[str]) -> JSON:
    """What a seat may know, and what a good host would tell it."""
    r = read_fields(records[0])
    own = legal if seat is not None and seat == r.to_act else []
    return known_facts(r, seat) | {"legal": own, **help_for(records, r, seat, legal)}


def known_facts(r: Fields, seat: int | None) -> JSON:
    """The public things by name, and of the secret ones those of this seat."""
    data = positions.to_json(r)
    shown = {key: data[key] for key in PUBLIC}
    return shown | {
        "seat": seat,
        "decks": {"people": sum(r.decks[:FIRST_TECHNOLOGY]), "technology": sum(r.decks[FIRST_TECHNOLOGY:])},
        "wanted": [CARD_WORDS[card - 1] if card else None for card in r.wanted[: r.players]],
        "seats": [show_seat(data["seats"][other], r, other, seat) for other in range(r.players)],
        "given": spelled(r.given[0 if seat == r.turn else 1]) if has_given(r, seat) else None,
        "unfinished": r.steps[: r.steps_len] if seat is not None and seat == r.to_act else [],
    }


def has_given(r: Fields, seat: int | None) -> bool:
    """Whether the seat has chosen its own gift and waits for the other's."""
    return bool(r.phase == GIVE and seat == r.turn != r.to_act)


def show_seat(display: JSON, r: Fields, seat: int, viewer: int | None) -> JSON:
    """What lies before a seat and how many cards it holds; its own hand for itself, what is known for others."""
    shown: JSON = {key: display[key] for key in ("sets", "cities", "monuments")}
    shown["cards"] = sum(r.hands[seat])
    shown["points"] = CITY * display["cities"] + sum(display["monuments"])
    if viewer == seat:
        shown["hand"] = display["hand"]
        shown["hand_points"] = sum(number // 2 for number in display["hand"].values())
    elif viewer is not None:
        shown["known"] = held(r.known[viewer][CARDS * seat : CARDS * (seat + 1)], CARD_WORDS)
        people, technology = r.sure[viewer][2 * seat : 2 * seat + 2]
        shown["at_least"] = {"people": people, "technology": technology}
    return shown


# ---- for nets ------------------------------------------------------------------------------------------------------

PHASES, TABLES, MODES, STEPS, OF_PHRASE = 9, 3, 3, 6, 2 * KINDS + 4
OF_TABLE = PHASES + TABLES + MODES + 8 + STEPS + OF_PHRASE + 2 * CARDS
OF_SEAT = 7 + 3 + 3 * CARDS + 2 + OF_PHRASE + 7
OBSERVATION = OF_TABLE + SEATS * OF_SEAT


@rule
def observe(p: ResPublica, seat: int, out: IntArray) -> None:
    """Write the observation of a seat."""
    for i in range(OBSERVATION):
        out[i] = 0.0
    observe_table(p, seat, out)
    for step in range(p.players):
        observe_seat(p, seat, (seat + step) % p.players, out, OF_TABLE + step * OF_SEAT)


@rule
def observe_table(p: ResPublica, seat: int, out: IntArray) -> None:
    out[p.phase] = 1.0
    out[PHASES + p.players - 3] = 1.0
    out[PHASES + TABLES + p.mode] = 1.0
    at = PHASES + TABLES + MODES
    out[at] = deck_size(p, 0, FIRST_TECHNOLOGY) / 60.0
    out[at + 1] = deck_size(p, FIRST_TECHNOLOGY, CARDS) / 60.0
    cities, monuments = CITIES, 0
    for other in range(p.players):
        cities -= cities_of(p, other)
    for monument in range(CITIES):
        monuments += p.monuments[monument] == NOBODY
    out[at + 2] = cities / CITIES
    out[at + 3] = monuments / CITIES
    out[at + 4] = p.idle / 15.0
    out[at + 5] = p.final != NOBODY
    out[at + 6] = p.pending_people / 3.0
    out[at + 7] = p.pending_technology / 3.0
    at += 8
    own_move = seat == p.to_act
    if own_move:
        out[at + p.step] = 1.0
        if p.phase != GIVE:
            observe_phrase(p.draft, out, at + STEPS)
    at += STEPS + OF_PHRASE
    gift_is_mine = p.phase == GIVE and (own_move or seat == p.turn)
    for card in range(CARDS):
        out[at + card] = p.hands[seat, card] / 12.0
        out[at + CARDS + card] = p.given[side(p, seat), card] / 5.0 if gift_is_mine else 0.0


@rule
def observe_phrase(phrase: int, out: IntArray, at: int) -> None:
    if count_of(phrase, 0) == 0 and kind_of(phrase, 0) == 0:
        return
    joint = joint_of(phrase)
    out[at + kind_of(phrase, 0)] = 1.0
    out[at + KINDS] = count_of(phrase, 0) / 9.0
    out[at + KINDS + 1] = joint == AND
    out[at + KINDS + 2] = joint == OR
    if joint in (AND, OR):
        out[at + KINDS + 3 + kind_of(phrase, 1)] = 1.0
        out[at + 2 * KINDS + 3] = count_of(phrase, 1) / 9.0


@rule
def observe_seat(p: ResPublica, viewer: int, seat: int, out: IntArray, at: int) -> None:
    out[at] = 1.0
    out[at + 1] = seat == p.turn
    out[at + 2] = seat == p.to_act
    out[at + 3] = seat == p.accepted
    out[at + 4 + p.answered[seat]] = 1.0
    at += 7
    size, points = 0, CITY * cities_of(p, seat)
    for card in range(CARDS):
        size += p.hands[seat, card]
        if p.monuments[card] == seat:
            points += MONUMENTS[card]
        out[at + 3 + card] = sets_of(p, seat, card) / 2.0
        out[at + 3 + CARDS + card] = p.known[viewer, CARDS * seat + card] / 12.0
        out[at + 5 + 2 * CARDS + card] = p.wanted[seat] == 1 + card
    out[at] = size / 20.0
    out[at + 1] = cities_of(p, seat) / 5.0
    out[at + 2] = points / 50.0
    out[at + 3 + 2 * CARDS] = p.sure[viewer, 2 * seat] / 12.0
    out[at + 4 + 2 * CARDS] = p.sure[viewer, 2 * seat + 1] / 12.0
    if p.mode != NO_MODE:
        observe_phrase(p.said[seat], out, at + 5 + 3 * CARDS)
