"""Res Publica: what inexperienced players overlook when they trade, by a word for it."""

from __future__ import annotations

from heliopolis.games.respublica.actions import ACCEPT, ANSWER, TRADE
from heliopolis.games.respublica.cards import MONUMENTS
from heliopolis.kernel import Fields

PAIR = 2


def overlook_memories(p: Fields) -> None:
    """Overlook what the others asked for, and the cards that they are known to hold."""
    p.wanted = [0] * len(p.wanted)
    p.known[p.to_act] = [0] * len(p.known[p.to_act])


def overlook_copies(p: Fields) -> None:
    """Overlook the copies of a card beyond a pair, so that a nearly complete set is no dearer than two of a kind."""
    if is_trading(p):
        p.hands[p.to_act] = [min(copies, PAIR) for copies in p.hands[p.to_act]]


def overlook_monuments(p: Fields) -> None:
    """Overlook the high monuments: technology seems to be worth what the lowest one brings."""
    if is_trading(p):
        p.monuments = [p.to_act] * MONUMENTS


def is_trading(p: Fields) -> bool:
    """Return whether the seat to act announces, answers or accepts a trade."""
    return p.phase in (TRADE, ANSWER, ACCEPT)


OVERSIGHTS = {
    "memories": overlook_memories,
    "copies": overlook_copies,
    "monuments": overlook_monuments,
}
