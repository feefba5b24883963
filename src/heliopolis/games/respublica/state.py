"""Res Publica: the record of a position."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from heliopolis.games.respublica.actions import SEATS
from heliopolis.games.respublica.cards import CARDS, CITIES
from heliopolis.kernel import Byte, IntArray, record_type, rule

TRAIL = 20  # steps of the longest unfinished move: 18 cards of a gift


class ResPublica:
    """A position of Res Publica."""

    players: Byte
    phase: Byte
    to_act: Byte
    turn: Byte  # the active seat; in the last lay the laying seat
    idle: Byte  # turns begun since a card was drawn or a set laid
    final: Byte  # the seat whose next turn is the last
    mode: Byte  # of the announcement
    accepted: Byte
    pending_people: Byte
    pending_technology: Byte
    said: Annotated[IntArray, np.int32, (SEATS,)]  # the active seat's announcement, the others' answers
    answered: Annotated[IntArray, np.int8, (SEATS,)]
    given: Annotated[IntArray, np.int8, (2, CARDS)]  # by the active player and his partner so far; still in hand
    step: Byte  # of an unfinished phrase or gift
    draft_mode: Byte
    draft: Annotated[int, np.int32]
    gift_item: Byte
    gift_left: Byte
    gift_from: Byte  # cards are chosen in order
    steps_len: Byte
    steps: Annotated[IntArray, np.int8, (TRAIL,)]  # the steps of the unfinished move
    decks: Annotated[IntArray, np.int8, (CARDS,)]
    hands: Annotated[IntArray, np.int8, (SEATS, CARDS)]
    sets: Annotated[IntArray, np.int32, (SEATS,)]  # two bits a card
    monuments: Annotated[IntArray, np.int8, (CITIES,)]  # who took it; NOBODY while it is left
    wanted: Annotated[IntArray, np.int8, (SEATS,)]  # 1 + the card a seat last asked for or named as its price
    known: Annotated[IntArray, np.int8, (SEATS, SEATS * CARDS)]  # at least, by viewer, seat and card
    scratch: Annotated[IntArray, np.int8, (2, SEATS)]  # of `worlds`; zero otherwise
    sure: Annotated[IntArray, np.int8, (SEATS, SEATS * 2)]  # people and technology cards, at least, by viewer and seat


POSITION = record_type(ResPublica)


@rule
def sets_of(p: ResPublica, seat: int, card: int) -> int:
    """How often a seat has laid a set of a card."""
    return p.sets[seat] >> 2 * card & 3
