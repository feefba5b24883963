"""Res Publica: moves as text, action by action and as a whole. The position as JSON is in `position_json`.

A move of a trade is one text, whatever actions it takes to compose it. `proposals` lists sensible phrases, since all of
them would be thousands; any legal phrase can be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from heliopolis.games.respublica.actions import (
    ANSWER,
    ASK,
    CONJOIN,
    FOR,
    GIVE,
    MAX_CARDS_DRAWN,
    MAX_PEOPLE_DRAWN,
    NAME_COUNT,
    NAME_KIND,
    OFFER,
    SEATS,
    START_ASK,
    START_FOR,
    START_OFFER,
    TAKE_ALTERNATIVE,
    TRADE,
)
from heliopolis.games.respublica.cards import ANY, CARD_NAMES, CARDS, KIND_NAMES, PEOPLE, TECHNOLOGY
from heliopolis.games.respublica.gifts import alternatives, chosen_cards, fulfils, named_cards, possible_gifts, spell
from heliopolis.games.respublica.phrase_text import COUNTS, phrase_text, read_phrase
from heliopolis.games.respublica.phrases import ALONE, conjunction_of, count_of, kind_of, make_phrase
from heliopolis.games.respublica.position_json import to_json as to_json
from heliopolis.games.respublica.position_reader import from_json as from_json
from heliopolis.games.respublica.position_reader import unfinished as unfinished
from heliopolis.games.respublica.trading import names_own_cards, phrase_due
from heliopolis.kernel import Fields

COMPOSED = True  # a move may take several decisions

MODES = {"ask": ASK, "offer": OFFER, "for": FOR}
STARTS = {"ask": START_ASK, "offer": START_OFFER, "for": START_FOR}

MAX_PROPOSED_OWN = 3  # copies of a card that a player holds
MAX_PROPOSED_WANTED = 2  # copies of a card that a player wants
MAX_COLLECTED = 3  # cards held most of, two of which are proposed together


def draw_text(people: int, technology: int) -> str:
    """Return the text of a draw; parts of zero cards are left out."""
    parts = [f"{people} people"] * (people > 0) + [f"{technology} technology"] * (technology > 0)
    return "draw " + (" ".join(parts) or "nothing")


STEP_TEXTS = (*KIND_NAMES, *COUNTS, "done", "and", "or", "ask", "offer", "for", "first", "second")
ACTIONS = (
    *KIND_NAMES,
    *COUNTS,
    "done",
    "and",
    "or",
    "no trade",
    "ask",
    "offer",
    "nothing",
    "for",
    "decline",
    *(f"accept {seat}" for seat in range(SEATS)),
    "first",
    "second",
    *(f"lay {card}" for card in CARD_NAMES),
    "end",
    *(
        draw_text(people, technology)
        for people in range(MAX_PEOPLE_DRAWN + 1)
        for technology in range(MAX_CARDS_DRAWN + 1)
    ),
)
OUTCOMES = CARD_NAMES
WHOLE_MOVES = {text: number for number, text in enumerate(ACTIONS) if text not in STEP_TEXTS}


# ---- moves into actions, and back ------------------------------------------------------------------------------------


def steps_of(p: Any, r: Fields, move: str) -> list[int] | None:
    """Return the actions that make up a move in a position, or None if it is no move at all."""
    if move in WHOLE_MOVES:
        return [WHOLE_MOVES[move]]
    verb, _, rest = move.partition(" ")
    if verb == "give":
        return gift_steps(phrase_due(p, r.to_act), rest.split(" ")) if r.phase == GIVE else None
    phrase = read_phrase(rest) if verb in STARTS else None
    return None if phrase is None else [STARTS[verb], *phrase_steps(phrase)]


def phrase_steps(phrase: int) -> list[int]:
    """Return the actions that compose a phrase."""
    conjunction = conjunction_of(phrase)
    first = [NAME_KIND + kind_of(phrase, 0), NAME_COUNT + count_of(phrase, 0), CONJOIN + conjunction]
    second = [NAME_KIND + kind_of(phrase, 1), NAME_COUNT + count_of(phrase, 1)]
    return first if conjunction == ALONE else first + second


def gift_steps(phrase: int, names: Sequence[str]) -> list[int] | None:
    """Return the actions that compose a gift, or None if these are no cards that fulfil the phrase."""
    if any(name not in CARD_NAMES for name in names):
        return None
    cards = [CARD_NAMES.index(name) for name in names]
    options = alternatives(phrase)
    for number, option in enumerate(options):
        if fulfils(cards, option):
            chosen = [NAME_KIND + card for card in chosen_cards(cards, option)]
            return chosen if len(options) == 1 else [TAKE_ALTERNATIVE + number, *chosen]
    return None


def move_text(p: Any, r: Fields, steps: list[int]) -> str:
    """Return the text of the move that these actions make up in a position."""
    if r.phase == GIVE:
        return gift_text(phrase_due(p, r.to_act), steps)
    if len(steps) == 1:
        return ACTIONS[steps[0]]
    kind, count, conjunction = steps[1] - NAME_KIND, steps[2] - NAME_COUNT, steps[3] - CONJOIN
    second = (steps[4] - NAME_KIND, steps[5] - NAME_COUNT) if conjunction != ALONE else (0, 0)
    return f"{ACTIONS[steps[0]]} {phrase_text(make_phrase(kind, count, conjunction, *second))}"


def gift_text(phrase: int, steps: list[int]) -> str:
    """Return the text of a gift: all cards, those that go by themselves included, in the order of the cards."""
    options = alternatives(phrase)
    if len(options) > 1:
        phrase, steps = options[steps[0] - TAKE_ALTERNATIVE], steps[1:]
    cards = [step - NAME_KIND for step in steps] + named_cards(phrase)
    return " ".join(["give", *spell(sorted(cards))])


# ---- sensible phrases ------------------------------------------------------------------------------------------------


def proposals(p: Any, r: Fields) -> Iterator[str]:
    """Return phrases and gifts worth proposing; some may not be legal."""
    if r.phase == TRADE:
        yield from phrase_proposals(p, r, "ask")
        yield from phrase_proposals(p, r, "offer")
    elif r.phase == ANSWER:
        yield from phrase_proposals(p, r, "for")
    elif r.phase == GIVE:
        for gift in possible_gifts(r.hands[r.to_act], phrase_due(p, r.to_act)):
            yield " ".join(["give", *spell(gift)])


def phrase_proposals(p: Any, r: Fields, verb: str) -> Iterator[str]:
    """Return phrases of what is held or collected.

    Of cards to get: one or two of each; two of those that the player collects. Of cards to give: up to three of each;
    any two. And one or two people, technology, any.
    """
    hand = r.hands[r.to_act]
    held = [card for card in range(CARDS) if hand[card]]
    if names_own_cards(p, MODES[verb]):
        counts = {card: min(MAX_PROPOSED_OWN, hand[card]) for card in held}
        pairs = held
    else:
        counts = dict.fromkeys(range(CARDS), MAX_PROPOSED_WANTED)
        pairs = sorted(held, key=lambda card: -hand[card])[:MAX_COLLECTED]
    for card, most in counts.items():
        for count in range(1, most + 1):
            yield f"{verb} {count} {KIND_NAMES[card]}"
    for card, other in combinations(pairs, 2):
        yield f"{verb} 1 {KIND_NAMES[card]} or 1 {KIND_NAMES[other]}"
        yield f"{verb} 1 {KIND_NAMES[card]} and 1 {KIND_NAMES[other]}"
    for kind in (PEOPLE, TECHNOLOGY, ANY):
        yield f"{verb} 1 {KIND_NAMES[kind]}"
        yield f"{verb} 2 {KIND_NAMES[kind]}"
