"""Res Publica: who learns what from a move.

Everything said at the table is public. The cards of a gift are secret before the exchange, and
afterwards the secret of the two who traded; which card a player drew is secret too (ruling 6).
"""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.gifts import named_cards, spell
from heliopolis.games.respublica.position_json import as_record
from heliopolis.games.respublica.position_reader import read_position
from heliopolis.games.respublica.trading import phrase_due
from heliopolis.text.message_json import MessageJSON, message_json

Gifts = dict[str, list[str]]  # by seat

REVEALING = ("offer", "for", "lay")  # moves that tell the others something about a hand


def visible_to(entry: JSON, viewer: int | None) -> JSON:
    """Return as much of a logged move, its outcomes and its gifts as a seat, or a spectator (None), may know."""
    own = viewer == entry["seat"]
    gift = entry["move"].startswith("give ")
    visible: JSON = {
        "move": "give" if gift and not own else entry["move"],
        "outcomes": entry["outcomes"] if own or not entry["outcomes"] else None,
    }
    if "given" in entry:
        visible["given"] = entry["given"] if str(viewer) in entry["given"] else None
    return visible


def private_messages(visible: JSON) -> list[MessageJSON]:
    """Return the cards that a viewer drew or exchanged as messages, from what `visible_to` lets them know of a move."""
    messages = []
    if visible["outcomes"]:
        messages.append(message_json("respublica.told.drew", cards=[{"card": card} for card in visible["outcomes"]]))
    for seat, cards in (visible.get("given") or {}).items():
        messages.append(
            message_json("respublica.told.handed", seat=int(seat), cards=[{"card": card} for card in cards])
        )
    return messages


def reveals_hand(move: str) -> bool:
    """Return whether a move tells the others something about a hand, which no undo can take back."""
    return move.partition(" ")[0] in REVEALING


def gifts_of(before: JSON, move: str, after: JSON) -> Gifts | None:
    """Return who gave which cards if this move carried out an exchange, from the positions before and after it."""
    if before["phase"] not in ("accept", "give") or after["phase"] == "give" or move == "decline":
        return None
    verb, *words = move.split(" ")
    trade = read_position(before)
    if verb == "accept":
        trade.accepted = int(words[0])
    chosen = {int(seat): cards for seat, cards in before["given"].items()}
    if verb == "give":
        chosen[before["to_act"]] = words
    p = as_record(trade)
    return {
        str(seat): chosen.get(seat) or spell(named_cards(phrase_due(p, seat))) for seat in (trade.turn, trade.accepted)
    }
