"""Res Publica: the moves of a trade as several small actions.

There are thousands of phrases and gifts, and a position has at most 62 actions. So an announcement or an answer is
composed in steps: ask, offer or for; kind; count; done, *and*, *or*; and after one of these two kind and count again.
A gift is composed card by card, of an *or* after the alternative; cards that the phrase names go by themselves. The
unfinished move is a draft that nobody else sees. What the rules say about a trade is in `trading`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.respublica.actions import (
    ACCEPT_SEAT,
    ASK,
    CHOOSE_ALTERNATIVE,
    CHOOSE_CARDS,
    COMPOSE_CONJUNCTION,
    COMPOSE_COUNT,
    COMPOSE_KIND,
    COMPOSE_SECOND_COUNT,
    COMPOSE_SECOND_KIND,
    CONJOIN,
    DECLINE,
    DONE,
    FOR,
    JOIN_AND,
    JOIN_OR,
    NAME_COUNT,
    NAME_KIND,
    NO_MODE,
    NO_STEP,
    NO_TRADE,
    NOTHING,
    OFFER,
    START_ASK,
    START_FOR,
    START_OFFER,
    TAKE_ALTERNATIVE,
)
from heliopolis.games.respublica.cards import ANY, CARDS, KINDS, includes
from heliopolis.games.respublica.phrases import (
    ALONE,
    AND,
    ITEMS,
    MAX_COUNT,
    NO_PHRASE,
    OR,
    alternative,
    can_give_item,
    conjunction_of,
    count_of,
    gift_row,
    held,
    held_together,
    kind_of,
    make_phrase,
)
from heliopolis.games.respublica.trading import (
    accept,
    announce,
    answer,
    answer_nothing,
    end_trade,
    finish_gift,
    give_named_cards,
    may_accept,
    may_answer,
    may_offer,
    names_own_cards,
    phrase_due,
)
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.respublica.rules import ResPublica


# ---- drafts ----------------------------------------------------------------------------------------------------------


@rule
def record_step(p: ResPublica, action: int) -> None:
    """Append an action to the unfinished move."""
    p.steps[p.steps_len] = action
    p.steps_len += 1


@rule
def clear_draft(p: ResPublica) -> None:
    """Clear the draft after its move is finished or forgotten."""
    p.step = NO_STEP
    p.draft_mode = NO_MODE
    p.draft = NO_PHRASE
    p.gift_kind = 0
    p.gift_left = 0
    p.gift_from = 0
    for i in range(p.steps_len):
        p.steps[i] = 0
    p.steps_len = 0


# ---- announcement, answer, acceptance --------------------------------------------------------------------------------


@rule
def legal_trade(p: ResPublica) -> int:
    """Return the legal actions of an announcement: `no trade`, or `ask` or `offer`, which start a phrase."""
    if p.step != NO_STEP:
        return legal_phrase(p)
    actions = 1 << NO_TRADE | 1 << START_ASK
    if may_offer(p, p.turn):
        actions |= 1 << START_OFFER
    return actions


@rule
def play_trade(p: ResPublica, action: int) -> None:
    """Take one action of an announcement."""
    if p.step != NO_STEP:
        play_phrase(p, action)
    elif action == NO_TRADE:
        end_trade(p)
    elif action == START_ASK:
        start_phrase(p, action, ASK)
    elif action == START_OFFER:
        start_phrase(p, action, OFFER)


@rule
def legal_answer(p: ResPublica) -> int:
    """Return the legal actions of an answer: `nothing`, or `for`, which starts a phrase."""
    if p.step != NO_STEP:
        return legal_phrase(p)
    actions = 1 << NOTHING
    if may_answer(p, p.to_act):
        actions |= 1 << START_FOR
    return actions


@rule
def play_answer(p: ResPublica, action: int) -> None:
    """Take one action of an answer."""
    if p.step != NO_STEP:
        play_phrase(p, action)
    elif action == NOTHING:
        answer_nothing(p)
    elif action == START_FOR:
        start_phrase(p, action, FOR)


@rule
def legal_accept(p: ResPublica) -> int:
    """Return the legal actions of acceptance: `decline`, or an answer that can be paid."""
    actions = 1 << DECLINE
    for seat in range(p.players):
        if may_accept(p, seat):
            actions |= 1 << (ACCEPT_SEAT + seat)
    return actions


@rule
def play_accept(p: ResPublica, action: int) -> None:
    """Accept an answer or none, in one action."""
    if action == DECLINE:
        end_trade(p)
    elif accept(p, action - ACCEPT_SEAT):
        start_gift_draft(p)


# ---- a phrase, step by step ------------------------------------------------------------------------------------------


@rule
def start_phrase(p: ResPublica, action: int, mode: int) -> None:
    """Start a phrase that will be said in a mode."""
    p.draft_mode = mode
    p.draft = NO_PHRASE
    p.step = COMPOSE_KIND
    record_step(p, action)


@rule
def legal_phrase(p: ResPublica) -> int:
    """Return the legal actions of the next step of a phrase."""
    if p.step in (COMPOSE_KIND, COMPOSE_SECOND_KIND):
        return legal_kinds(p)
    if p.step == COMPOSE_CONJUNCTION:
        return legal_conjunctions(p)
    if p.step == COMPOSE_COUNT:
        return legal_counts(p, ALONE, kind_of(p.draft, 0))
    return legal_counts(p, conjunction_of(p.draft), kind_of(p.draft, 1))


@rule
def legal_kinds(p: ResPublica) -> int:
    """Return the kinds that an item may name: never the kind of the first item again (ruling 2)."""
    conjunction = conjunction_of(p.draft)
    kinds = (1 << KINDS) - 1
    if conjunction != ALONE:
        kinds &= ~(1 << kind_of(p.draft, 0))
    if names_own_cards(p, p.draft_mode):
        for kind in range(KINDS):
            if max_count(p, p.to_act, p.draft, conjunction, kind) <= 0:
                kinds &= ~(1 << kind)
    return kinds << NAME_KIND


@rule
def legal_counts(p: ResPublica, conjunction: int, kind: int) -> int:
    """Return the counts that an item of a kind may name."""
    own = names_own_cards(p, p.draft_mode)
    most = max_count(p, p.to_act, p.draft, conjunction, kind) if own else MAX_COUNT
    return ((1 << most) - 1) << (NAME_COUNT + 1)


@rule
def max_count(p: ResPublica, seat: int, draft: int, conjunction: int, kind: int) -> int:
    """Return how many of a kind a seat that must hold them can name, beside what the first item of an *and* needs."""
    most = min(MAX_COUNT, held(p, seat, kind))
    if conjunction == AND:
        together = held_together(p, seat, kind_of(draft, 0), kind)
        most = min(most, together - count_of(draft, 0))
    return most


@rule
def legal_conjunctions(p: ResPublica) -> int:
    """Return how a phrase may go on after its first item: `done`, `or`, and `and` if there are cards for more."""
    actions = 1 << DONE | 1 << JOIN_OR
    if not names_own_cards(p, p.draft_mode) or held(p, p.to_act, ANY) > count_of(p.draft, 0):
        actions |= 1 << JOIN_AND
    return actions


@rule
def play_phrase(p: ResPublica, action: int) -> None:
    """Take one step of a phrase; after the last step the phrase is said."""
    kind, count, conjunction = kind_of(p.draft, 0), count_of(p.draft, 0), conjunction_of(p.draft)
    record_step(p, action)
    if p.step == COMPOSE_KIND:
        p.draft = make_phrase(action - NAME_KIND, 0, ALONE, 0, 0)
    elif p.step == COMPOSE_COUNT:
        p.draft = make_phrase(kind, action - NAME_COUNT, ALONE, 0, 0)
    elif p.step == COMPOSE_CONJUNCTION:
        p.draft = make_phrase(kind, count, action - CONJOIN, 0, 0)
    elif p.step == COMPOSE_SECOND_KIND:
        p.draft = make_phrase(kind, count, conjunction, action - NAME_KIND, 0)
    elif p.step == COMPOSE_SECOND_COUNT:
        p.draft = make_phrase(kind, count, conjunction, kind_of(p.draft, 1), action - NAME_COUNT)
    if action == DONE or p.step == COMPOSE_SECOND_COUNT:
        finish_phrase(p)
    else:
        p.step += 1


@rule
def finish_phrase(p: ResPublica) -> None:
    """Say the phrase of the draft: it is an announcement or an answer now."""
    mode, phrase = p.draft_mode, p.draft
    clear_draft(p)
    if mode == FOR:
        answer(p, phrase)
    else:
        announce(p, mode, phrase)


# ---- a gift, card by card --------------------------------------------------------------------------------------------


@rule
def start_gift_draft(p: ResPublica) -> None:
    """Let the seat to act choose its gift: first the alternative of an *or*, else the cards."""
    phrase = phrase_due(p, p.to_act)
    if conjunction_of(phrase) == OR:
        p.step = CHOOSE_ALTERNATIVE
    else:
        start_cards(p, phrase)


@rule
def start_cards(p: ResPublica, phrase: int) -> bool:
    """Give the cards that a phrase without *or* names; return whether cards must be chosen."""
    p.draft = phrase
    give_named_cards(p, p.to_act, phrase)
    return start_next_item(p, 0)


@rule
def start_next_item(p: ResPublica, after: int) -> bool:
    """Start the next item that leaves a choice, people and technology before any; return whether there is one."""
    for kind in range(max(CARDS, after + 1), KINDS):
        for item in range(ITEMS):
            if kind_of(p.draft, item) == kind:
                p.step = CHOOSE_CARDS
                p.gift_kind = kind
                p.gift_left = count_of(p.draft, item)
                p.gift_from = 0
                return True
    return False


@rule
def legal_give(p: ResPublica) -> int:
    """Return the alternatives that can be given; or the next card, in order, so that enough are left for the rest."""
    seat, actions = p.to_act, 0
    if p.step == CHOOSE_ALTERNATIVE:
        for item in range(ITEMS):
            if can_give_item(p, seat, phrase_due(p, seat), item):
                actions |= 1 << (TAKE_ALTERNATIVE + item)
        return actions
    enough = 0
    for card in range(CARDS - 1, p.gift_from - 1, -1):
        left = p.hands[seat, card] - p.given[gift_row(p, seat), card]
        if includes(p.gift_kind, card) and left:
            enough += left
            if enough >= p.gift_left:
                actions |= 1 << (NAME_KIND + card)
    return actions


@rule
def play_give(p: ResPublica, action: int) -> None:
    """Take one step of a gift; after the last step the other party gives, or the cards change hands."""
    record_step(p, action)
    if play_gift_step(p, action):
        return
    clear_draft(p)
    if finish_gift(p):
        start_gift_draft(p)


@rule
def play_gift_step(p: ResPublica, action: int) -> bool:
    """Take an alternative or give a card; return whether more cards must be chosen."""
    if p.step == CHOOSE_ALTERNATIVE:
        return start_cards(p, alternative(phrase_due(p, p.to_act), action - TAKE_ALTERNATIVE))
    card = action - NAME_KIND
    p.given[gift_row(p, p.to_act), card] += 1
    p.gift_left -= 1
    p.gift_from = card
    return p.gift_left > 0 or start_next_item(p, p.gift_kind)
