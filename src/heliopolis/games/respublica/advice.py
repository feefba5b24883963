"""Res Publica: advice for the seat to act: what it can say, what it can give, and why other moves are not legal.

Nothing here decides anything: it asks the rules.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from heliopolis.games.respublica.actions import ACCEPT, ANSWER, ASK, FOR, GIVE, LAST_LAY, LAY, SAID_PHRASE, TRADE
from heliopolis.games.respublica.cards import CARD_NAMES, KIND_NAMES, KINDS
from heliopolis.games.respublica.gifts import alternatives, cards_of
from heliopolis.games.respublica.phrase_text import item_message, phrase_message, phrase_text
from heliopolis.games.respublica.phrases import (
    ALONE,
    ITEMS,
    MAX_COUNT,
    OR,
    can_give,
    can_give_item,
    conjunction_of,
    count_of,
    held,
    held_together,
    kind_of,
)
from heliopolis.games.respublica.trading import may_answer, names_own_cards, phrase_due
from heliopolis.games.respublica.types import AskedAlternative, GiftSlot, PhraseLimits, ResPublicaAdvice
from heliopolis.kernel import Fields, wrap_records
from heliopolis.text.message_json import MessageJSON, message_json

Verb = Literal["ask", "offer", "for"]


def advice_for(records: NDArray[np.void], r: Fields, seat: int | None, legal: list[str]) -> ResPublicaAdvice:
    """Return the advice for a seat."""
    if seat is None or seat != r.to_act:
        return {"why_not": {}, "sayable": None, "can_give": [], "prices": {}, "due": None}
    p = wrap_records(records)[0]
    return {
        "why_not": why_not(p, r, seat, legal),
        "sayable": phrase_limits(p, r, seat),
        "can_give": asked_alternatives(p, r, seat),
        "prices": prices(p, r, seat),
        "due": gift_options(p, seat) if r.phase == GIVE else None,
    }


# ---- phrases ---------------------------------------------------------------------------------------------------------


def phrase_limits(p: Any, r: Fields, seat: int) -> dict[Verb, PhraseLimits] | None:
    """Return the limits of each phrase that the seat may say; None if it may say none."""
    unlimited: PhraseLimits = {"most": dict.fromkeys(KIND_NAMES, MAX_COUNT), "together": None}
    if r.phase == TRADE:
        return {"ask": unlimited, "offer": own_limits(p, seat)}
    if r.phase != ANSWER:
        return None
    if names_own_cards(p, FOR):
        return {"for": own_limits(p, seat)}
    return {"for": unlimited} if may_answer(p, seat) else None


def own_limits(p: Any, seat: int) -> PhraseLimits:
    """Return the limits of a phrase that names cards of the seat's own hand."""
    most = {kind: min(MAX_COUNT, int(held(p, seat, kind))) for kind in range(KINDS)}
    kinds = [kind for kind in range(KINDS) if most[kind]]
    together = {
        KIND_NAMES[kind]: {
            KIND_NAMES[other]: int(held_together(p, seat, kind, other)) for other in kinds if other != kind
        }
        for kind in kinds
    }
    return {"most": {KIND_NAMES[kind]: most[kind] for kind in kinds}, "together": together}


# ---- gifts -----------------------------------------------------------------------------------------------------------


def asked_alternatives(p: Any, r: Fields, seat: int) -> list[AskedAlternative]:
    """Return the alternatives that the active player asks for, and which of them the seat could give."""
    if r.phase != ANSWER or r.mode != ASK:
        return []
    asked = alternatives(r.phrases[r.turn])
    return [{"what": phrase_message(phrase), "can": bool(can_give(p, seat, phrase))} for phrase in asked]


def prices(p: Any, r: Fields, seat: int) -> dict[str, str]:
    """Return by answering seat what it would cost to accept its answer: of an *or* only what the seat can give."""
    if r.phase != ACCEPT or r.mode != ASK:
        return {}
    return {
        str(other): " or ".join(
            phrase_text(phrase) for phrase in alternatives(r.phrases[other]) if can_give(p, seat, phrase)
        )
        for other in range(r.players)
        if r.answered[other] == SAID_PHRASE and can_give(p, seat, r.phrases[other])
    }


def gift_options(p: Any, seat: int) -> list[list[GiftSlot]]:
    """Return the alternatives that the seat can hand over, each as counts with the cards that fit."""
    due = alternatives(int(phrase_due(p, seat)))
    return [gift_slots(phrase) for phrase in due if can_give(p, seat, phrase)]


def gift_slots(phrase: int) -> list[GiftSlot]:
    """Return the items of a phrase without *or*, in the order in which they were said."""
    items = range(1 if conjunction_of(phrase) == ALONE else ITEMS)
    return [
        {"count": count_of(phrase, item), "cards": [CARD_NAMES[card] for card in cards_of(kind_of(phrase, item))]}
        for item in items
    ]


# ---- why not ---------------------------------------------------------------------------------------------------------


def why_not(p: Any, r: Fields, seat: int, legal: list[str]) -> dict[str, MessageJSON]:
    """Return by move why moves are not legal that the player may look for."""
    if r.phase == ANSWER and phrase_limits(p, r, seat) is None:
        return {"for": missing_cards(p, seat, r.phrases[r.turn])}
    if r.phase in (LAY, LAST_LAY) and not any(move.startswith("lay") for move in legal):
        return {"lay": message_json("respublica.no.no_set")}
    if r.phase != ACCEPT:
        return {}
    return {
        f"accept {other}": missing_cards(p, seat, r.phrases[other])
        for other in range(r.players)
        if r.answered[other] == SAID_PHRASE and f"accept {other}" not in legal
    }


def missing_cards(p: Any, seat: int, phrase: int) -> MessageJSON:
    """Return as a message why the seat cannot give what a phrase names: which cards it lacks."""
    lacking = [item for item in range(ITEMS) if not can_give_item(p, seat, phrase, item)]
    kinds = [kind_of(phrase, item) for item in lacking]
    names = [KIND_NAMES[kind] for kind in kinds]
    numbers = [int(held(p, seat, kind)) for kind in kinds]
    if len(lacking) == ITEMS and conjunction_of(phrase) == OR:
        if not any(numbers):
            return message_json("respublica.no.holds_neither", first=names[0], second=names[1])
    elif lacking and not numbers[0]:
        return message_json("respublica.no.holds_none", kind=names[0])
    elif lacking:
        return message_json("respublica.no.holds_only", what=item_message(numbers[0], names[0]))
    return message_json("respublica.no.cannot_give", what=phrase_message(phrase))
