"""Res Publica: why one move is better than another, as messages.

Every reason is concluded from what the seat knows at that moment. A fact that speaks for the better move, or against
the other one, counts as far as it outweighs what the two moves have in common: facts of one topic are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from heliopolis.games.respublica.inference import Inference
from heliopolis.games.respublica.reason_facts import WeightedFact
from heliopolis.games.respublica.trade_reasons import trade_drawbacks, trade_merits
from heliopolis.games.respublica.turn_reasons import draw_drawbacks, draw_merits, lay_drawbacks, lay_merits
from heliopolis.text.message_json import MessageJSON, message_json

if TYPE_CHECKING:
    from heliopolis.core.position import Position

MAX_REASONS = 3
FactsOf = Callable[[Inference, str, str], Iterable[WeightedFact]]  # of a move, compared with another


def reasons(position: Position, seat: int, best: str, other: str) -> list[MessageJSON]:
    """Return one to three reasons why a move of a seat is better than another, the most telling one first."""
    known = Inference(position.known_facts(seat), seat)
    merits, drawbacks = facts_by_phase(known.facts["phase"])
    telling = [
        *outweighing(merits(known, best, other), merits(known, other, best)),
        *outweighing(drawbacks(known, other, best), drawbacks(known, best, other)),
    ]
    telling.sort(key=lambda fact: -fact.weight)
    found = list({str(fact.message): fact.message for fact in telling}.values())[:MAX_REASONS]
    return found or [message_json("respublica.reason.even", seat=seat)]


def facts_by_phase(phase: str) -> tuple[FactsOf, FactsOf]:
    """Return what finds the facts that speak for a move in a phase, and what finds those against it."""
    if phase in ("lay", "last lay"):
        return lay_merits, lay_drawbacks
    if phase == "draw":
        return draw_merits, draw_drawbacks
    return trade_merits, trade_drawbacks


def outweighing(facts: Iterable[WeightedFact], opposed: Iterable[WeightedFact]) -> list[WeightedFact]:
    """Return the facts that weigh more than any opposed fact of their topic, with the weight that remains."""
    most: dict[str, float] = {}
    for fact in opposed:
        most[fact.topic] = max(most.get(fact.topic, 0.0), fact.weight)
    remaining = [fact._replace(weight=fact.weight - most.get(fact.topic, 0.0)) for fact in facts]
    return [fact for fact in remaining if fact.weight > 0]
