"""Res Publica: facts for and against the moves of a trade, from announcing to giving."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.cards import CARD_NAMES, CARDS, COPIES, FIRST_TECHNOLOGY, KIND_NAMES, SET_SIZE
from heliopolis.games.respublica.gifts import alternatives, items_of
from heliopolis.games.respublica.inference import Inference
from heliopolis.games.respublica.phrase_text import item_message, phrase_message, read_phrase
from heliopolis.games.respublica.phrases import NO_PHRASE, OR, conjunction_of, leaves_choice
from heliopolis.games.respublica.reason_facts import WeightedFact, fact
from heliopolis.games.respublica.scoring import CARDS_PER_POINT
from heliopolis.text.message_json import MessageJSON

PROGRESS = (0.0, 0.2, 0.6, 1.2, 2.0)  # weight of having so many of a set's cards
SMALL = 3  # fewer cards of a set than this are a small gain
BEYOND_POINTS = 2.0  # weight of a complete set beyond its points: a city brings cards, and the set is safe


class Terms(NamedTuple):
    """What a seat would get and give if a move leads to a trade."""

    gets: int = NO_PHRASE
    gives: int = NO_PHRASE
    gift: Mapping[int, int] = Counter[int]()  # cards that it chooses to give, where that is the move
    partner: int | None = None
    is_wish: bool = False  # whether nobody has yet said that they can give what the seat gets


def terms_of(facts: JSON, move: str) -> Terms:
    """Return the terms of a move; they are empty if it makes no trade."""
    verb, _, what = move.partition(" ")
    if verb == "ask":
        return Terms(gets=phrase_in(what), is_wish=True)
    if verb == "offer":
        return Terms(gives=phrase_in(what))
    if verb == "give":
        partner = facts["accepted"] if facts["turn"] == facts["seat"] else facts["turn"]
        return Terms(gift=Counter(CARD_NAMES.index(card) for card in what.split(" ")), partner=partner)
    if verb not in ("for", "accept"):
        return Terms()
    announced, asks = phrase_in(facts["announcement"]["phrase"]), facts["announcement"]["mode"] == "ask"
    if verb == "for":
        named = phrase_in(what)
        gets, gives = (named, announced) if asks else (announced, named)
        return Terms(gets, gives, partner=facts["turn"], is_wish=asks)
    named = phrase_in(facts["answers"][what])
    gets, gives = (announced, named) if asks else (named, announced)
    return Terms(gets, gives, partner=int(what))


def phrase_in(text: str) -> int:
    """Return the phrase that a text says."""
    phrase = read_phrase(text)
    return NO_PHRASE if phrase is None else phrase


def certain_cards(phrase: int) -> dict[int, int]:
    """Return the cards that a phrase names for certain, with their numbers."""
    if conjunction_of(phrase) == OR:
        return {}
    return {kind: count for kind, count in items_of(phrase) if kind < CARDS}


def possible_cards(phrase: int) -> dict[int, int]:
    """Return all cards that a phrase names, also as one of two alternatives, with their numbers."""
    return {kind: count for kind, count in items_of(phrase) if kind < CARDS}


def size_of(phrase: int) -> int | None:
    """Return how many cards a phrase names; None if its alternatives differ, or if there is no phrase."""
    sizes = {sum(count for _, count in items_of(chosen)) for chosen in alternatives(phrase)}
    return sizes.pop() if len(sizes) == 1 and phrase != NO_PHRASE else None


def item(count: int, kind: int) -> MessageJSON:
    """Return a number of cards of a kind as a message."""
    return item_message(count, KIND_NAMES[kind])


# ---- for a move ------------------------------------------------------------------------------------------------------


def trade_merits(known: Inference, move: str, other: str) -> Iterator[WeightedFact]:
    """Return what speaks for a move of a trade."""
    terms = terms_of(known.facts, move)
    for card, count in possible_cards(terms.gets).items():
        yield from gain_facts(known, card, count)
        if terms.is_wish:
            yield from source_facts(known, terms, card, count)
    for card, count in certain_cards(terms.gives).items():
        yield from spare_facts(known, card, count)
        yield from demand_facts(known, terms, card)
    for card, count in terms.gift.items():
        yield from spare_facts(known, card, count)
        out = known.copies_out(card)
        yield fact(known, "scarce", 0.3 * (1 - out / COPIES), "scarce", card=CARD_NAMES[card], number=out)
    if terms.gives and leaves_choice(terms.gives):
        yield fact(known, "choice", 0.4, "give_choice")
    if terms.is_wish and conjunction_of(terms.gets) == OR:
        yield fact(known, "chance", 0.5, "two_wishes")
    if move.startswith(("ask", "offer")) and other == "no trade":
        yield fact(known, "free", 0.2, "announcing_is_free")
    gets, gives = size_of(terms.gets), size_of(terms.gives)
    if gets and gives and gets > gives:
        yield fact(known, "cards", 0.5 * (gets - gives), "card_numbers", gets=gets, gives=gives)


def gain_facts(known: Inference, card: int, count: int) -> Iterator[WeightedFact]:
    """Return what more copies of a card would bring the seat."""
    held, what = known.hand[card], item(count, card)
    after = held + count
    if after // SET_SIZE > held // SET_SIZE:
        points = known.set_points(card)
        key = "completes_city" if card < FIRST_TECHNOLOGY else "completes_monument"
        yield fact(known, "gain", points + BEYOND_POINTS, key, what=what, points=points)
    elif known.is_last_turn():
        pairs = after // CARDS_PER_POINT - held // CARDS_PER_POINT
        if pairs:
            yield fact(known, "gain", pairs, "makes_pairs", what=what, points=pairs)
    elif known.can_complete_set(card):
        towards = after % SET_SIZE
        missing = SET_SIZE - towards
        yield fact(known, "gain", PROGRESS[towards], "towards_set", what=what, held=towards, missing=missing)


def source_facts(known: Inference, terms: Terms, card: int, count: int) -> Iterator[WeightedFact]:
    """Return from whom a card may come, as far as the seat knows."""
    asked = known.others if terms.partner is None else [terms.partner]
    holder = max(asked, key=lambda other: known.known(other, card))
    if known.known(holder, card) >= count:
        yield fact(known, "source", 1.5, "can_come_from", what=item(count, card), partner=holder)
    out = known.copies_out(card)
    if terms.partner is None and out >= count:
        yield fact(known, "copies", 0.5 * out / COPIES, "copies_out", card=CARD_NAMES[card], number=out)


def spare_facts(known: Inference, card: int, count: int) -> Iterator[WeightedFact]:
    """Return why the seat can do without a card."""
    held, name = known.hand[card], CARD_NAMES[card]
    out = known.copies_out(card)
    if known.is_useless(card):
        yield fact(known, "spare", 1.5, "never_a_set", card=name, held=held, number=out)
    elif held == count == 1:
        yield fact(known, "spare", 0.5, "gives_single", card=name)


def demand_facts(known: Inference, terms: Terms, card: int) -> Iterator[WeightedFact]:
    """Return who wanted a card that the seat names in an offer, or in the answer to one."""
    if terms.partner is not None and known.facts["announcement"]["mode"] == "ask":
        return
    asked = known.others if terms.partner is None else [terms.partner]
    for other in asked:
        if known.facts["wanted"][other] == CARD_NAMES[card]:
            yield fact(known, "demand", 1.0, "wanted_by", card=CARD_NAMES[card], partner=other)


# ---- against a move --------------------------------------------------------------------------------------------------


def trade_drawbacks(known: Inference, move: str, other: str) -> Iterator[WeightedFact]:
    """Return what speaks against a move of a trade."""
    terms = terms_of(known.facts, move)
    for card, count in (certain_cards(terms.gives) | dict(terms.gift)).items():
        yield from loss_facts(known, card, count)
        if terms.partner is not None:
            yield from help_facts(known, terms.partner, card, count)
    if terms.is_wish:
        yield from impossible_facts(known, terms)
    if terms.partner is not None:
        yield from small_gain_facts(known, terms)
    if terms.gets and leaves_choice(terms.gets):
        yield fact(known, "unsure", 0.5, "others_choose")
    if terms.gives and terms.partner is not None and known.leads(terms.partner):
        points = known.facts["seats"][terms.partner]["points"]
        yield fact(known, "leader", 0.6, "leader", partner=terms.partner, points=points)
    gets, gives = size_of(terms.gets), size_of(terms.gives)
    if terms.is_wish and gets and gets > 1:
        yield fact(known, "giver", 0.3 * (gets - 1), "one_giver", what=phrase_message(terms.gets))
    if gets and gives and gets < gives:
        yield fact(known, "cards", 0.5 * (gives - gets), "card_numbers", gets=gets, gives=gives)
    fewer = size_of(terms_of(known.facts, other).gives)
    if move.startswith("offer") and gives and fewer and gives > fewer:
        yield fact(known, "given", 0.2 * (gives - fewer), "gives_more", number=gives, other=fewer)


def small_gain_facts(known: Inference, terms: Terms) -> Iterator[WeightedFact]:
    """Return that what the seat would get is far from a set, and that the partner gets what they asked for."""
    for card, count in certain_cards(terms.gets).items():
        held = known.hand[card] + count
        if held < SMALL and not known.is_last_turn():
            yield fact(known, "small gain", 0.35, "small_gain", what=item(count, card), held=held)
    if known.facts["announcement"]["mode"] == "ask" and terms.gives:
        yield fact(known, "serves", 0.3, "serves", what=phrase_message(terms.gives), partner=terms.partner)


def loss_facts(known: Inference, card: int, count: int) -> Iterator[WeightedFact]:
    """Return what the seat would lose with copies of a card."""
    held, what = known.hand[card], item(count, card)
    left = held - count
    if left // SET_SIZE < held // SET_SIZE:
        points = known.set_points(card)
        yield fact(known, "loss", points + BEYOND_POINTS, "breaks_set", what=what, points=points)
    elif known.is_last_turn():
        pairs = held // CARDS_PER_POINT - left // CARDS_PER_POINT
        if pairs:
            yield fact(known, "loss", pairs, "loses_pairs", what=what, points=pairs)
    elif held % SET_SIZE > 1 and known.can_complete_set(card):
        weight = PROGRESS[held % SET_SIZE] - PROGRESS[left % SET_SIZE]
        yield fact(known, "loss", weight, "gives_away", what=what, held=held, left=left)


def help_facts(known: Inference, partner: int, card: int, count: int) -> Iterator[WeightedFact]:
    """Return how copies of a card would help the partner, as far as the seat knows."""
    there, what, name = known.known(partner, card), item(count, card), CARD_NAMES[card]
    if there < SET_SIZE <= there + count:
        points = known.set_points(card)
        yield fact(known, "help", points + 1.0, "completes_for", what=what, partner=partner, points=points)
    elif there:
        weight = PROGRESS[(there + count) % SET_SIZE]
        yield fact(known, "help", weight, "adds_to", what=what, partner=partner, there=item(there, card))
    elif known.facts["wanted"][partner] == name and known.facts["phase"] == "give":
        yield fact(known, "help", 0.8, "wanted_by", card=name, partner=partner)


def impossible_facts(known: Inference, terms: Terms) -> Iterator[WeightedFact]:
    """Return which wishes cannot come true, or would not lead to a set; and what a wish shows."""
    asked = known.others if terms.partner is None else [terms.partner]
    for kind, count in items_of(terms.gets):
        if all(known.most_held(other, kind) < count for other in asked):
            key = "nobody_has" if terms.partner is None else "cannot_come_from"
            partner = {} if terms.partner is None else {"partner": terms.partner}
            yield fact(known, "source", 3.0, key, what=item(count, kind), **partner)
        elif kind < CARDS and known.is_useless(kind):
            held, out = known.hand[kind], known.copies_out(kind)
            yield fact(known, "copies", 1.5, "never_a_set", card=CARD_NAMES[kind], held=held, number=out)
        elif kind < CARDS and terms.partner is None:
            yield fact(known, "shows", 0.3, "shows_interest", card=CARD_NAMES[kind])
