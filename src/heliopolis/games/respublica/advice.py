"""Res Publica: what a good host tells the player who is asked: what he can say, whom he can pay, and why not.

Nothing here decides anything: it asks the rules. Sentences are messages, key and params.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.actions import ACCEPT, ANSWER, ASK, GIVE, LAST_LAY, LAY, SAID_PHRASE, TRADE
from heliopolis.games.respublica.cards import CARDS, KINDS, WORDS
from heliopolis.games.respublica.gifts import due_from
from heliopolis.games.respublica.phrase_text import JOINTS
from heliopolis.games.respublica.phrases import (
    ALONE,
    MOST,
    OR,
    can_give_item,
    can_give_some,
    count_of,
    held,
    held_together,
    includes,
    joint_of,
    kind_of,
)
from heliopolis.kernel import Fields, wrap_records


def message(key: str, **params: Any) -> JSON:
    return {"key": key, "params": params}


def said(phrase: int) -> JSON:
    """A phrase as a message."""
    items = [item_message(count_of(phrase, item), WORDS[kind_of(phrase, item)]) for item in range(2)]
    joint = joint_of(phrase)
    return items[0] if joint == ALONE else message(f"respublica.{JOINTS[joint]}", first=items[0], second=items[1])


def item_message(count: int, kind: str) -> JSON:
    return message("respublica.item_one" if count == 1 else "respublica.item_many", count=count, kind=kind)


def help_for(records: NDArray[np.void], r: Fields, seat: int | None, legal: list[str]) -> JSON:
    """All of it, for the seat that looks; little for one that is not asked."""
    if seat is None or seat != r.to_act:
        return {"why_not": {}, "sayable": None, "can_give": [], "due": None}
    p = wrap_records(records)[0]
    return {
        "why_not": why_not(p, r, seat, legal),
        "sayable": sayable(p, r, seat),
        "can_give": can_give(p, r, seat),
        "due": due(p, seat) if r.phase == GIVE else None,
    }


# ---- phrases -------------------------------------------------------------------------------------------------------


def sayable(p: Any, r: Fields, seat: int) -> JSON | None:
    """How many of each kind each sort of phrase may name; `together` limits both items of an *and*."""
    free = {"most": dict.fromkeys(WORDS, MOST), "together": None}
    if r.phase == TRADE:
        return {"ask": free, "offer": held_by(p, seat)}
    if r.phase != ANSWER:
        return None
    if r.mode != ASK:
        return {"for": held_by(p, seat)}
    return {"for": free} if can_give_some(p, seat, r.said[r.turn]) else None


def held_by(p: Any, seat: int) -> JSON:
    most = {kind: min(MOST, int(held(p, seat, kind))) for kind in range(KINDS)}
    kinds = [kind for kind in range(KINDS) if most[kind]]
    together = {
        WORDS[one]: {WORDS[two]: int(held_together(p, seat, one, two)) for two in kinds if two != one} for one in kinds
    }
    return {"most": {WORDS[kind]: most[kind] for kind in kinds}, "together": together}


def can_give(p: Any, r: Fields, seat: int) -> list[JSON]:
    """Of what the active player asks for: which alternatives the seat could give."""
    if r.phase != ANSWER or r.mode != ASK:
        return []
    phrase = r.said[r.turn]
    if joint_of(phrase) != OR:
        return [{"what": said(phrase), "can": bool(can_give_some(p, seat, phrase))}]
    return [
        {
            "what": item_message(count_of(phrase, item), WORDS[kind_of(phrase, item)]),
            "can": bool(can_give_item(p, seat, phrase, item)),
        }
        for item in range(2)
    ]


def due(p: Any, seat: int) -> list[list[JSON]]:
    """What the seat has to hand over: the alternatives it can give, each as counts with the cards that fit."""
    phrase = int(due_from(p, seat))
    if joint_of(phrase) != OR:
        return [[slot(phrase, item) for item in range(1 if joint_of(phrase) == ALONE else 2)]]
    return [[slot(phrase, item)] for item in range(2) if can_give_item(p, seat, phrase, item)]


def slot(phrase: int, item: int) -> JSON:
    kind = kind_of(phrase, item)
    return {"count": count_of(phrase, item), "cards": [WORDS[card] for card in range(CARDS) if includes(kind, card)]}


# ---- why not -------------------------------------------------------------------------------------------------------


def why_not(p: Any, r: Fields, seat: int, legal: list[str]) -> dict[str, JSON]:
    """Moves that the player may look for and cannot make."""
    if r.phase == ANSWER and sayable(p, r, seat) is None:
        return {"for": message("respublica.no.cannot_give", what=said(r.said[r.turn]))}
    if r.phase in (LAY, LAST_LAY) and not any(move.startswith("lay") for move in legal):
        return {"lay": message("respublica.no.no_set")}
    if r.phase != ACCEPT:
        return {}
    return {
        f"accept {other}": message("respublica.no.cannot_pay", what=said(r.said[other]))
        for other in range(r.players)
        if r.answered[other] == SAID_PHRASE and f"accept {other}" not in legal
    }
