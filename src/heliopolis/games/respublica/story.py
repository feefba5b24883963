"""Res Publica: what happened with a move, as messages, told from what a spectator saw before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.advice import item_message, message, said
from heliopolis.games.respublica.phrase_text import read_phrase
from heliopolis.games.respublica.positions import PEOPLE_WORDS

PLAIN = {"no": "no_trade", "nothing": "nothing", "decline": "decline", "give": "give"}
SPOKEN = {"ask": "ask", "offer": "offer"}


def messages(before: JSON, seat: int, move: str, outcomes: Sequence[str] | None, after: JSON) -> list[JSON]:  # noqa: ARG001 -- as other games
    """The story of a move. What was drawn or given is nobody else's business and not told."""
    return [*tell_move(before, seat, move, after), *tell_end(before, after)]


def tell_move(before: JSON, seat: int, move: str, after: JSON) -> Iterator[JSON]:
    verb, _, what = move.partition(" ")
    if verb in PLAIN:
        yield message(f"respublica.told.{PLAIN[verb]}", seat=seat)
    elif verb in SPOKEN:
        yield message(f"respublica.told.{verb}", seat=seat, what=phrase(what))
    elif verb == "for":
        wants = before["announcement"]["mode"] == "ask"
        yield message("respublica.told.wants" if wants else "respublica.told.gives", seat=seat, what=phrase(what))
    elif verb == "accept":
        answer = before["answers"][what]
        key = f"respublica.told.accept_{before['announcement']['mode']}"
        yield message(
            key, seat=seat, partner=int(what), what=phrase(answer), against=phrase(before["announcement"]["phrase"])
        )
    elif verb == "lay":
        yield tell_lay(seat, what, after)
    elif verb == "draw":
        yield tell_draw(seat, what)


def phrase(text: str) -> JSON:
    number = read_phrase(text)
    assert number is not None, text
    return said(number)


def tell_lay(seat: int, card: str, after: JSON) -> JSON:
    if card in PEOPLE_WORDS:
        return message("respublica.told.city", seat=seat, card=card)
    return message("respublica.told.monument", seat=seat, card=card, points=after["seats"][seat]["monuments"][-1])


def tell_draw(seat: int, what: str) -> JSON:
    drawn = {deck: int(number) for number, deck in pairwise(what.split(" ")) if number.isdecimal()}
    key = "respublica.told.draw" if len(drawn) == 2 else f"respublica.told.draw_{next(iter(drawn), 'nothing')}"
    return message(key, seat=seat, **drawn)


def tell_end(before: JSON, after: JSON) -> Iterator[JSON]:
    if before["final_round"] is None and after["final_round"] is not None:
        yield message("respublica.told.final", seat=after["final_round"])
    if after["phase"] == "over":
        yield message("respublica.told.over")


# ---- moves that may be chosen ----------------------------------------------------------------------------------------


def option(move: str) -> JSON:
    """Return a move that a player may choose as a message."""
    verb, _, what = move.partition(" ")
    if verb in ("ask", "offer", "for"):
        return message(f"respublica.do.{verb}", what=phrase(what))
    if verb == "accept":
        return message("respublica.do.accept", seat=int(what))
    if verb == "give":
        return message("respublica.do.give", cards=[{"card": card} for card in what.split(" ")])
    if verb == "lay":
        return message("respublica.do.lay", card=what)
    if verb == "draw":
        return draw_option(what)
    return message(f"respublica.do.{PLAIN.get(verb, verb)}")


def draw_option(what: str) -> JSON:
    """Return a number of cards to draw, `nothing` or `1 people 2 technology`, as a message."""
    words = what.split(" ")
    decks = [item_message(int(number), deck) for number, deck in pairwise(words) if number.isdecimal()]
    if not decks:
        return message("respublica.do.draw_nothing")
    drawn = decks[0] if len(decks) == 1 else message("respublica.plus", first=decks[0], second=decks[1])
    return message("respublica.do.draw", what=drawn)
