"""Res Publica: what the others hear of a move, and what it shows of a hand.

Everything said at the table is public. Secret are the cards of a gift before the exchange, afterwards they are the
secret of the two who traded; and which card somebody drew.
"""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.advice import message

Gifts = dict[str, list[str]]  # by seat


def visible_to(entry: JSON, viewer: int | None) -> JSON:
    """Of a move, its outcomes and what changed hands: as much as a seat, or a spectator (None), may know."""
    own = viewer == entry["seat"]
    gift = entry["move"].startswith("give ")
    told: JSON = {
        "move": "give" if gift and not own else entry["move"],
        "outcomes": entry["outcomes"] if own or not entry["outcomes"] else None,
    }
    if "given" in entry:
        told["given"] = entry["given"] if str(viewer) in entry["given"] else None
    return told


def private_messages(visible: JSON) -> list[JSON]:
    """Return the cards that a viewer drew or exchanged as messages, from what `visible_to` lets them know of a move."""
    messages = []
    if visible["outcomes"]:
        messages.append(message("respublica.told.drew", cards=[{"card": card} for card in visible["outcomes"]]))
    for seat, cards in (visible.get("given") or {}).items():
        messages.append(message("respublica.told.handed", seat=int(seat), cards=[{"card": card} for card in cards]))
    return messages


def reveals_hand(move: str) -> bool:
    """Whether a move tells the others something about a hand that cannot be made untold."""
    return move.partition(" ")[0] in ("offer", "for", "lay")


def gifts_of(before: JSON, move: str, after: JSON) -> Gifts | None:
    """Who gave what, if this move carried a trade out; from the positions before and after it."""
    if before["phase"] not in ("accept", "give") or after["phase"] == "give" or move == "decline":
        return None
    word, *rest = move.split(" ")
    active, partner = before["turn"], int(rest[0]) if word == "accept" else before["accepted"]
    chosen = {seat: cards for seat, cards in before["given"].items() if cards}
    if word == "give":
        chosen[str(before["to_act"])] = rest
    return {str(seat): chosen.get(str(seat)) or due(before, seat, active, partner) for seat in (active, partner)}


def due(before: JSON, seat: int, active: int, partner: int) -> list[str]:
    """The cards of a phrase that leaves no choice."""
    announced, answer = before["announcement"], before["answers"][str(partner)]
    gives_announced = (seat == active) == (announced["mode"] == "offer")
    words = (announced["phrase"] if gives_announced else answer).split(" ")
    return [card for at in range(0, len(words), 3) for card in [words[at + 1]] * int(words[at])]
