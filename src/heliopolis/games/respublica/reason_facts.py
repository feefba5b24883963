"""Res Publica: a fact that speaks for or against a move, with its weight."""

from __future__ import annotations

from typing import Any, NamedTuple

from heliopolis.games.respublica.inference import Inference
from heliopolis.text.message_json import MessageJSON, message_json


class WeightedFact(NamedTuple):
    """Something true about a move."""

    topic: str  # facts of one topic are compared between moves
    weight: float  # how much it tells, roughly in points
    message: MessageJSON


def fact(known: Inference, topic: str, weight: float, reason: str, **params: Any) -> WeightedFact:
    """Return a fact about a move of the seat whose knowledge it is."""
    return WeightedFact(topic, weight, message_json(f"respublica.reason.{reason}", seat=known.seat, **params))
