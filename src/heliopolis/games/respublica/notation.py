"""Res Publica: phrases and moves as text. (The position as JSON is in `positions`.)

A move of a trade is one text, whatever steps the kernel takes to compose it. `candidates` proposes sensible phrases,
since all of them would be thousands; any legal phrase can be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from heliopolis.games.respublica.actions import (
    ACCEPT_SEAT,
    ANSWER,
    ASK,
    COUNT,
    DECLINE,
    DONE,
    END,
    FIRST_ALTERNATIVE,
    FOR,
    GIVE,
    NO_TRADE,
    NOTHING,
    OFFER,
    SAY_FOR,
    SEATS,
    TRADE,
)
from heliopolis.games.respublica.cards import ANY, CARDS, PEOPLE, TECHNOLOGY, WORDS
from heliopolis.games.respublica.gifts import BOTH_ITEMS, due_from, items_of
from heliopolis.games.respublica.phrase_text import COUNTS, phrase_text, read_phrase
from heliopolis.games.respublica.phrases import (
    ALONE,
    OR,
    count_of,
    joint_of,
    kind_of,
    make_phrase,
)
from heliopolis.games.respublica.positions import from_json as from_json
from heliopolis.games.respublica.positions import to_json as to_json
from heliopolis.games.respublica.positions import unfinished as unfinished
from heliopolis.kernel import Fields

COMPOSED = True  # a move may take several decisions

VERBS = {"ask": ASK, "offer": OFFER, "for": FOR}


def draw_text(people: int, technology: int) -> str:
    parts = [f"{people} people"] * (people > 0) + [f"{technology} technology"] * (technology > 0)
    return "draw " + (" ".join(parts) or "nothing")


ACTIONS = (
    *WORDS,
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
    *(f"lay {card}" for card in WORDS[:CARDS]),
    "end",
    *(draw_text(people, technology) for people in range(2) for technology in range(4)),
)
OUTCOMES = tuple(WORDS[:CARDS])
WHOLE_MOVES = {
    text: number
    for number, text in enumerate(ACTIONS)
    if number in (NO_TRADE, NOTHING, DECLINE, END) or (number >= ACCEPT_SEAT and text not in ("first", "second"))
}


# ---- moves into decisions, and back --------------------------------------------------------------------------------


def phrase_steps(phrase: int) -> list[int]:
    """The decisions that compose a phrase."""
    steps = [kind_of(phrase, 0), COUNT + count_of(phrase, 0), DONE + joint_of(phrase)]
    return steps if joint_of(phrase) == ALONE else [*steps, kind_of(phrase, 1), COUNT + count_of(phrase, 1)]


def steps_of(p: Any, r: Fields, move: str) -> list[int] | None:
    """The decisions that make up a move in a position; None if it is no move at all."""
    if move in WHOLE_MOVES:
        return [WHOLE_MOVES[move]]
    verb, _, rest = move.partition(" ")
    if verb == "give":
        return gift_steps(due_from(p, r.to_act), rest.split(" ")) if r.phase == GIVE else None
    phrase = read_phrase(rest) if verb in VERBS else None
    if phrase is None:
        return None
    return [SAY_FOR if verb == "for" else NO_TRADE + VERBS[verb], *phrase_steps(phrase)]


def gift_steps(phrase: int, cards: list[str]) -> list[int] | None:
    """A gift as decisions: the alternative if there are two, then the chosen cards, the narrower item first."""
    if any(card not in OUTCOMES for card in cards):
        return None
    alternatives = [1, 2] if joint_of(phrase) == OR else [BOTH_ITEMS]
    for which in alternatives:
        chosen = match_gift(phrase, which, sorted(map(WORDS.index, cards)))
        if chosen is not None:
            return [FIRST_ALTERNATIVE + which - 1, *chosen] if joint_of(phrase) == OR else chosen
    return None


def match_gift(phrase: int, which: int, cards: list[int]) -> list[int] | None:
    """Which of the cards are chosen for which item; None if they do not fulfil the phrase."""
    left, chosen = list(cards), []
    items = [(kind_of(phrase, item), items_of(phrase, which, item)) for item in range(2)]
    for kind, count in sorted(items):
        fitting = [card for card in left if card in cards_of(kind)][:count]
        if len(fitting) < count:
            return None
        for card in fitting:
            left.remove(card)
        if kind >= CARDS:
            chosen += fitting
    return None if left else chosen


def cards_of(kind: int) -> range:
    """The cards that a kind includes."""
    if kind < CARDS:
        return range(kind, kind + 1)
    return {PEOPLE: range(5), TECHNOLOGY: range(5, 10), ANY: range(10)}[kind]


def move_text(p: Any, r: Fields, steps: list[int]) -> str:
    """The text of a move that was made by these decisions in a position."""
    if r.phase == GIVE:
        return gift_text(due_from(p, r.to_act), steps)
    if len(steps) == 1:
        return ACTIONS[steps[0]]
    kind, count, joint = steps[1], steps[2] - COUNT, steps[3] - DONE
    kind_2, count_2 = (steps[4], steps[5] - COUNT) if joint != ALONE else (0, 0)
    return f"{ACTIONS[steps[0]]} {phrase_text(make_phrase(kind, count, joint, kind_2, count_2))}"


def gift_text(phrase: int, steps: list[int]) -> str:
    """All cards given, those that went by themselves included, in the order of the cards."""
    which = BOTH_ITEMS
    if joint_of(phrase) == OR:
        which, steps = steps[0] - FIRST_ALTERNATIVE + 1, steps[1:]
    cards = list(steps)
    for item in range(2):
        if kind_of(phrase, item) < CARDS:
            cards += [kind_of(phrase, item)] * items_of(phrase, which, item)
    return "give " + " ".join(WORDS[card] for card in sorted(cards))


# ---- sensible phrases ------------------------------------------------------------------------------------------------


def proposals(p: Any, r: Fields) -> Iterator[str]:
    """Moves worth proposing in a trade: plain words, and phrases of what is held or collected.

    Asks and prices: one or two of each card; one of two collected cards; people, technology, any. Offers and gifts: up
    to three of each card held, one of two, one each of two, people, technology, any.
    """
    hand = r.hands[r.to_act]
    if r.phase == GIVE:
        yield from gift_candidates(hand, due_from(p, r.to_act))
    if r.phase not in (TRADE, ANSWER):
        return
    verbs = ["ask", "offer"] if r.phase == TRADE else ["for"]
    for verb in verbs:
        giving = verb == "offer" or (verb == "for" and r.mode == OFFER)
        own = [card for card in range(CARDS) if hand[card]]
        named = own if giving else range(CARDS)
        for card in named:
            for count in range(1, min(3, hand[card]) + 1 if giving else 3):
                yield f"{verb} {count} {WORDS[card]}"
        liked = own if giving else sorted(own, key=lambda card: -hand[card])[:3]
        for i, card in enumerate(liked):
            for other in liked[i + 1 :]:
                yield f"{verb} 1 {WORDS[card]} or 1 {WORDS[other]}"
                yield f"{verb} 1 {WORDS[card]} and 1 {WORDS[other]}"
        for kind in ("people", "technology", "any"):
            yield f"{verb} 1 {kind}"
            yield f"{verb} 2 {kind}"


def gift_candidates(hand: list[int], phrase: int) -> Iterator[str]:
    """Every gift that fulfils the phrase where it leaves up to two cards open; else the first cards that do."""
    alternatives = [1, 2] if joint_of(phrase) == OR else [BOTH_ITEMS]
    for which in alternatives:
        items = [(kind_of(phrase, item), items_of(phrase, which, item)) for item in range(2)]
        yield from ("give " + " ".join(WORDS[card] for card in sorted(gift)) for gift in gifts(sorted(items), hand))


def gifts(items: list[tuple[int, int]], hand: list[int]) -> Iterator[list[int]]:
    """Cards for the items, one item after the other; for a large item only its cheapest choices."""
    if not items:
        yield []
        return
    (kind, count), *rest = items
    pool = [card for card in cards_of(kind) for _ in range(min(hand[card], count))]
    for chosen in choices(pool, count):
        left = [number - chosen.count(card) for card, number in enumerate(hand)]
        for more in gifts(rest, left):
            yield [*chosen, *more]


def choices(pool: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Different choices of so many cards; where there would be very many, those from either end of the pool."""
    if count <= 2 or len(pool) <= 7:
        yield from sorted(set(combinations(pool, count)))
    elif len(pool) >= count:
        yield from sorted({tuple(pool[:count]), tuple(pool[-count:])})
