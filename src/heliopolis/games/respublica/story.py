"""Res Publica: what happened with a move, as messages, from what a spectator knows before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.cards import DECKS, PEOPLE_NAMES
from heliopolis.games.respublica.phrase_text import item_message, text_message
from heliopolis.text.message_json import MessageJSON, message_json

PLAIN_KEYS = {"no": "no_trade", "nothing": "nothing", "decline": "decline", "give": "give"}


def messages(
    before: JSON,
    seat: int,
    move: str,
    outcomes: Sequence[str],  # noqa: ARG001 -- cards that were drawn are secret
    after: JSON,
) -> list[MessageJSON]:
    """Return the events of a move. Which cards were drawn or given is secret and not among them."""
    return [*move_messages(before, seat, move, after), *end_messages(before, after)]


def move_messages(before: JSON, seat: int, move: str, after: JSON) -> Iterator[MessageJSON]:
    """Return the move itself as a message; `end` says nothing."""
    verb, _, what = move.partition(" ")
    if verb in PLAIN_KEYS:
        yield message_json(f"respublica.told.{PLAIN_KEYS[verb]}", seat=seat)
    elif verb in ("ask", "offer"):
        yield message_json(f"respublica.told.{verb}", seat=seat, what=text_message(what))
    elif verb == "for":
        wants = before["announcement"]["mode"] == "ask"
        yield message_json(
            "respublica.told.wants" if wants else "respublica.told.gives", seat=seat, what=text_message(what)
        )
    elif verb == "accept":
        yield accept_message(before, seat, what)
    elif verb == "lay":
        yield lay_message(seat, what, after)
    elif verb == "draw":
        yield draw_message(seat, what)


def accept_message(before: JSON, seat: int, partner: str) -> MessageJSON:
    """Return the acceptance of an answer as a message."""
    mode, announced = before["announcement"]["mode"], before["announcement"]["phrase"]
    return message_json(
        f"respublica.told.accept_{mode}",
        seat=seat,
        partner=int(partner),
        what=text_message(before["answers"][partner]),
        against=text_message(announced),
    )


def lay_message(seat: int, card: str, after: JSON) -> MessageJSON:
    """Return a set that was laid as a message."""
    if card in PEOPLE_NAMES:
        return message_json("respublica.told.city", seat=seat, card=card)
    return message_json("respublica.told.monument", seat=seat, card=card, points=after["seats"][seat]["monuments"][-1])


def draw_message(seat: int, what: str) -> MessageJSON:
    """Return a draw as a message: how many cards of which deck."""
    drawn = {deck: int(number) for number, deck in pairwise(what.split(" ")) if number.isdecimal()}
    both = len(drawn) == DECKS
    key = "respublica.told.draw" if both else f"respublica.told.draw_{next(iter(drawn), 'nothing')}"
    return message_json(key, seat=seat, **drawn)


def end_messages(before: JSON, after: JSON) -> Iterator[MessageJSON]:
    """Return the beginning of the final round and the end of the game as messages."""
    if before["final_round"] is None and after["final_round"] is not None:
        yield message_json("respublica.told.final", seat=after["final_round"])
    if after["phase"] == "over":
        yield message_json("respublica.told.over")


# ---- moves that may be chosen ----------------------------------------------------------------------------------------


def option(move: str) -> MessageJSON:
    """Return a move that a player may choose as a message."""
    verb, _, what = move.partition(" ")
    if verb in ("ask", "offer", "for"):
        return message_json(f"respublica.do.{verb}", what=text_message(what))
    if verb == "accept":
        return message_json("respublica.do.accept", seat=int(what))
    if verb == "give":
        return message_json("respublica.do.give", cards=[{"card": card} for card in what.split(" ")])
    if verb == "lay":
        return message_json("respublica.do.lay", card=what)
    if verb == "draw":
        return draw_option(what)
    return message_json(f"respublica.do.{PLAIN_KEYS.get(verb, verb)}")


def draw_option(what: str) -> MessageJSON:
    """Return a number of cards to draw, `nothing` or `1 people 2 technology`, as a message."""
    words = what.split(" ")
    decks = [item_message(int(number), deck) for number, deck in pairwise(words) if number.isdecimal()]
    if not decks:
        return message_json("respublica.do.draw_nothing")
    drawn = decks[0] if len(decks) == 1 else message_json("respublica.plus", first=decks[0], second=decks[1])
    return message_json("respublica.do.draw", what=drawn)
