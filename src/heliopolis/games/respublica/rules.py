"""Res Publica: the position, its phases, and what may be done in each.

The rules in short. On his turn a player may **trade**: he asks for cards or offers some; the others answer in turn with
what they want, or give, for it; he accepts one answer or none, and the two exchange cards (`phrases`, `giving`). Then
he may **lay** sets of five identical cards: people found a city, technology builds the highest monument left. Then he
may **draw**: a people card and as many technology cards as he has cities, three cards at most. When the technology deck
is empty, everybody has one more turn. Hands are secret (`secrets`, `worlds`).

Rulings
1. A random seat starts. Count 1 to 9; two items never name the same kind; both orders are legal and kept as said.
2. Only what one holds may be given. One who answers an ask must be able to give what was asked.
3. What is asked must not betray a hand: trade, answer, lay, draw and last lay are always asked. Accept is asked only if
   somebody answered with a phrase. Giving is asked only if the phrase leaves a choice, whatever the hand.
4. Where a phrase leaves a choice the giver chooses, the active player first; hands change after the last choice.
5. Drawing is optional; the combination is chosen before any card is seen; the people card comes first.
6. When the last technology card has left the deck the player finishes his turn; then everybody has one more, he last;
   then, in that order, each may lay remaining sets.
7. 3 × players turns in a row in which nobody drew or laid start the final round too. Only the first trigger counts.
8. Ties share the victory.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from heliopolis.games.respublica.cards import (
    CARDS,
    CITIES,
    CITY,
    COPIES,
    FIRST_HAND,
    FIRST_TECHNOLOGY,
    KINDS,
    MONUMENTS,
    SET,
)
from heliopolis.games.respublica.giving import begin_gifts, fresh_draft, go_on_with_gift, legal_gift
from heliopolis.games.respublica.moves import (
    ACCEPT,
    ACCEPT_SEAT,
    ANSWER,
    ASK,
    COMPOSE_COUNT,
    COMPOSE_COUNT_2,
    COMPOSE_JOINT,
    COMPOSE_KIND,
    COMPOSE_KIND_2,
    COMPOSE_START,
    COUNT,
    DEAL,
    DECLINE,
    DONE,
    DRAW,
    DRAW_CARDS,
    END,
    FIRST_ALTERNATIVE,
    FOR,
    GIVE,
    JOIN_AND,
    JOIN_OR,
    LAST_LAY,
    LAY,
    LAY_SET,
    NO_MODE,
    NO_TRADE,
    NOTHING,
    OFFER,
    OVER,
    SAID_NOTHING,
    SAID_PHRASE,
    SAY_ASK,
    SAY_FOR,
    SAY_OFFER,
    SEATS,
    TRADE,
    UNASKED,
)
from heliopolis.games.respublica.moves import ACTIONS as ACTIONS
from heliopolis.games.respublica.moves import OUTCOMES as OUTCOMES
from heliopolis.games.respublica.phrases import (
    ALONE,
    MOST,
    NO_PHRASE,
    can_give_some,
    count_of,
    held,
    joint_of,
    kind_of,
    make_phrase,
    most_of,
    next_kinds,
)
from heliopolis.games.respublica.secrets import learn_draw, learn_lay
from heliopolis.kernel import CHANCE, NOBODY, Byte, Generator, Ints, below, record_type, rule

MOST_DRAWN = 3
STALLED = 3  # idle turns a player
TRAIL = 20  # steps of the longest unfinished move: an alternative and 18 cards


class ResPublica:
    """A position of Res Publica."""

    players: Byte
    phase: Byte
    to_act: Byte
    turn: Byte  # the active seat; in the last lay the laying seat
    idle: Byte  # turns begun since a card was drawn or a set laid
    final: Byte  # the seat whose next turn is the last
    mode: Byte  # of the announcement
    accepted: Byte
    pending_people: Byte
    pending_technology: Byte
    said: Annotated[Ints, np.int32, (SEATS,)]  # the active seat's announcement, the others' answers
    answered: Annotated[Ints, np.int8, (SEATS,)]
    given: Annotated[Ints, np.int8, (2, CARDS)]  # by the active player and his partner so far; still in hand
    step: Byte  # of an unfinished phrase or gift
    draft_mode: Byte
    draft: Annotated[int, np.int32]
    gift_item: Byte
    gift_left: Byte
    gift_from: Byte  # cards are chosen in order
    trail_len: Byte
    trail: Annotated[Ints, np.int8, (TRAIL,)]  # the steps of the unfinished move
    decks: Annotated[Ints, np.int8, (CARDS,)]
    hands: Annotated[Ints, np.int8, (SEATS, CARDS)]
    sets: Annotated[Ints, np.int32, (SEATS,)]  # two bits a card
    monuments: Annotated[Ints, np.int8, (CITIES,)]  # who took it; NOBODY while it is left
    wanted: Annotated[Ints, np.int8, (SEATS,)]  # 1 + the card a seat last asked for or named as its price
    known: Annotated[Ints, np.int8, (SEATS, SEATS * CARDS)]  # at least, by viewer, seat and card
    scratch: Annotated[Ints, np.int8, (2, SEATS)]  # of `worlds`; zero otherwise
    sure: Annotated[Ints, np.int8, (SEATS, SEATS * 2)]  # people and technology cards, at least, by viewer and seat


POSITION = record_type(ResPublica)


@rule
def set_up(p: ResPublica, players: int, generator: Generator) -> None:
    """Everybody gets four people cards; a random seat starts."""
    p.players = players
    p.final = NOBODY
    p.accepted = NOBODY
    for card in range(CARDS):
        p.decks[card] = COPIES
        p.monuments[card] = NOBODY
    for seat in range(players):
        for _ in range(FIRST_HAND):
            take_card(p, seat, draw_card(p, 0, FIRST_TECHNOLOGY, generator))
    begin_turn(p, below(generator, players))


@rule
def legal(p: ResPublica) -> int:
    """The decisions open to the player to act, as a set of bits; a phrase or a gift is composed step by step."""
    if p.phase <= GIVE:
        return legal_in_trade(p)
    if p.phase in (LAY, LAST_LAY):
        return legal_lay(p)
    return legal_draw(p) if p.phase == DRAW else 0


@rule
def play(p: ResPublica, action: int) -> None:
    """A legal decision of the player to act."""
    if p.phase <= GIVE:
        play_in_trade(p, action)
    elif p.phase == DRAW:
        play_draw(p, action)
    else:
        play_lay(p, action)


@rule
def legal_in_trade(p: ResPublica) -> int:
    if p.phase == GIVE:
        return legal_gift(p)
    if p.step != COMPOSE_START:
        return legal_phrase(p)
    if p.phase == TRADE:
        return legal_trade(p)
    return legal_answer(p) if p.phase == ANSWER else legal_accept(p)


@rule
def play_in_trade(p: ResPublica, action: int) -> None:
    if p.phase == GIVE:
        play_gift(p, action)
    elif p.step != COMPOSE_START:
        play_phrase(p, action)
    elif p.phase == TRADE:
        play_trade(p, action)
    elif p.phase == ANSWER:
        play_answer(p, action)
    else:
        play_accept(p, action)


# ---- trade: one announcement a turn ---------------------------------------------------------------------------------


@rule
def begin_turn(p: ResPublica, seat: int) -> None:
    p.phase = TRADE
    p.turn = seat
    p.to_act = seat
    p.idle += 1


@rule
def legal_trade(p: ResPublica) -> int:
    """No trade, or an ask; an offer needs a card to offer."""
    offer = 1 << SAY_OFFER if held(p, p.turn, KINDS - 1) else 0
    return 1 << NO_TRADE | 1 << SAY_ASK | offer


@rule
def play_trade(p: ResPublica, action: int) -> None:
    if action == NO_TRADE:
        begin_lay(p)
    else:
        begin_phrase(p, action, action - NO_TRADE)


@rule
def legal_answer(p: ResPublica) -> int:
    """Nothing; or a phrase, by one who can give what was asked, or has something to give for what is offered."""
    seat = p.to_act
    may = can_give_some(p, seat, p.said[p.turn]) if p.mode == ASK else held(p, seat, KINDS - 1) > 0
    return 1 << NOTHING | (1 << SAY_FOR if may else 0)


@rule
def play_answer(p: ResPublica, action: int) -> None:
    if action == NOTHING:
        p.answered[p.to_act] = SAID_NOTHING
        next_answer(p)
    else:
        begin_phrase(p, action, FOR)


@rule
def next_answer(p: ResPublica) -> None:
    """The next seat answers; after the last one the active player accepts, if there is anything to accept."""
    seat = (p.to_act + 1) % p.players
    if seat != p.turn:
        p.phase = ANSWER
        p.to_act = seat
        return
    p.to_act = seat
    for other in range(p.players):
        if p.answered[other] == SAID_PHRASE:
            p.phase = ACCEPT
            return
    begin_lay(p)


# ---- composing a phrase ---------------------------------------------------------------------------------------------


@rule
def begin_phrase(p: ResPublica, action: int, mode: int) -> None:
    p.draft_mode = mode
    p.draft = NO_PHRASE
    p.step = COMPOSE_KIND
    leave_trail(p, action)


@rule
def leave_trail(p: ResPublica, action: int) -> None:
    p.trail[p.trail_len] = action
    p.trail_len += 1


@rule
def must_hold(p: ResPublica) -> bool:
    """An offer, and the answer to one, name what is given; an ask and a price name what is wanted (ruling 2)."""
    return p.draft_mode == OFFER or (p.draft_mode == FOR and p.mode == OFFER)


@rule
def legal_phrase(p: ResPublica) -> int:
    """The next step of an unfinished phrase."""
    seat, holding = p.to_act, must_hold(p)
    if p.step in (COMPOSE_KIND, COMPOSE_KIND_2):
        return next_kinds(p, seat, p.draft, joint_of(p.draft), holding)
    if p.step == COMPOSE_JOINT:
        more = not holding or held(p, seat, KINDS - 1) > count_of(p.draft, 0)
        return 1 << DONE | 1 << JOIN_OR | (1 << JOIN_AND if more else 0)
    second = p.step == COMPOSE_COUNT_2
    joint = joint_of(p.draft) if second else ALONE
    most = most_of(p, seat, p.draft, joint, kind_of(p.draft, 1 if second else 0)) if holding else MOST
    return ((1 << most) - 1) << (COUNT + 1)


@rule
def play_phrase(p: ResPublica, action: int) -> None:
    """One step of a phrase; with the last one it is said."""
    kind, count, joint = kind_of(p.draft, 0), count_of(p.draft, 0), joint_of(p.draft)
    leave_trail(p, action)
    if p.step == COMPOSE_KIND:
        p.draft = make_phrase(action, 0, ALONE, 0, 0)
    elif p.step == COMPOSE_COUNT:
        p.draft = make_phrase(kind, action - COUNT, ALONE, 0, 0)
    elif p.step == COMPOSE_JOINT:
        p.draft = make_phrase(kind, count, action - DONE, 0, 0)
    elif p.step == COMPOSE_KIND_2:
        p.draft = make_phrase(kind, count, joint, action, 0)
    else:
        p.draft = make_phrase(kind, count, joint, kind_of(p.draft, 1), action - COUNT)
    if action == DONE or p.step == COMPOSE_COUNT_2:
        say(p, p.to_act, p.draft)
    else:
        p.step += 1


@rule
def say(p: ResPublica, seat: int, phrase: int) -> None:
    """An announcement or an answer is out."""
    p.said[seat] = phrase
    if p.draft_mode == FOR:
        p.answered[seat] = SAID_PHRASE
    else:
        p.mode = p.draft_mode
    if not must_hold(p) and kind_of(phrase, 0) < CARDS:
        p.wanted[seat] = 1 + kind_of(phrase, 0)
    fresh_draft(p)
    next_answer(p)


# ---- accepting and giving -------------------------------------------------------------------------------------------


@rule
def legal_accept(p: ResPublica) -> int:
    """None, or one answer that can be paid; what was answered to an offer costs just what was offered."""
    accepts = 1 << DECLINE
    for seat in range(p.players):
        if p.answered[seat] == SAID_PHRASE and (p.mode == OFFER or can_give_some(p, p.turn, p.said[seat])):
            accepts |= 1 << (ACCEPT_SEAT + seat)
    return accepts


@rule
def play_accept(p: ResPublica, action: int) -> None:
    if action == DECLINE:
        begin_lay(p)
        return
    p.accepted = action - ACCEPT_SEAT
    p.phase = GIVE
    if begin_gifts(p):
        begin_lay(p)


@rule
def play_gift(p: ResPublica, action: int) -> None:
    """One step of a gift; after the last gift hands have changed."""
    leave_trail(p, action)
    if go_on_with_gift(p, action):
        begin_lay(p)


# ---- lay ------------------------------------------------------------------------------------------------------------


@rule
def begin_lay(p: ResPublica) -> None:
    """The trade is over."""
    p.phase = LAY
    p.to_act = p.turn
    p.mode = NO_MODE
    p.accepted = NOBODY
    for seat in range(p.players):
        p.said[seat] = NO_PHRASE
        p.answered[seat] = UNASKED


@rule
def legal_lay(p: ResPublica) -> int:
    lays = 1 << END
    for card in range(CARDS):
        if p.hands[p.to_act, card] >= SET:
            lays |= 1 << (LAY_SET + card)
    return lays


@rule
def play_lay(p: ResPublica, action: int) -> None:
    """Five identical people found a city, five technologies build the highest monument left."""
    if action == END:
        end_lay(p)
        return
    seat, card = p.to_act, action - LAY_SET
    p.hands[seat, card] -= SET
    p.sets[seat] += 1 << 2 * card
    p.idle = 0
    learn_lay(p, seat, card)
    if card >= FIRST_TECHNOLOGY:
        build_monument(p, seat)


@rule
def build_monument(p: ResPublica, seat: int) -> None:
    """The highest monument left; of two that are worth the same the lower seat is noted first."""
    top = 0
    while p.monuments[top] != NOBODY:
        top += 1
    p.monuments[top] = seat
    if top and MONUMENTS[top] == MONUMENTS[top - 1] and seat < p.monuments[top - 1]:
        p.monuments[top] = p.monuments[top - 1]
        p.monuments[top - 1] = seat


@rule
def end_lay(p: ResPublica) -> None:
    if p.phase == LAY:
        p.phase = DRAW
    elif p.turn == p.final:
        p.phase = OVER
        p.to_act = NOBODY
        p.turn = NOBODY
    else:
        begin_last_lay(p, (p.turn + 1) % p.players)


# ---- draw -----------------------------------------------------------------------------------------------------------


@rule
def sets_of(p: ResPublica, seat: int, card: int) -> int:
    return p.sets[seat] >> 2 * card & 3


@rule
def cities_of(p: ResPublica, seat: int) -> int:
    cities = 0
    for card in range(FIRST_TECHNOLOGY):
        cities += sets_of(p, seat, card)
    return cities


@rule
def deck_size(p: ResPublica, first: int, end: int) -> int:
    size = 0
    for card in range(first, end):
        size += p.decks[card]
    return size


@rule
def legal_draw(p: ResPublica) -> int:
    """One people card or none, technology up to the number of cities; three at most, and what the decks hold."""
    people = min(1, deck_size(p, 0, FIRST_TECHNOLOGY))
    technology = min(cities_of(p, p.turn), deck_size(p, FIRST_TECHNOLOGY, CARDS))
    draws = 0
    for some in range(people + 1):
        for more in range(min(technology, MOST_DRAWN - some) + 1):
            draws |= 1 << (DRAW_CARDS + 4 * some + more)
    return draws


@rule
def play_draw(p: ResPublica, action: int) -> None:
    p.pending_people = (action - DRAW_CARDS) >> 2
    p.pending_technology = (action - DRAW_CARDS) & 3
    deal_next(p)


@rule
def deal_next(p: ResPublica) -> None:
    """Cards come one by one; then the turn is over."""
    if p.pending_people or p.pending_technology:
        p.phase = DEAL
        p.to_act = CHANCE
    else:
        end_turn(p)


@rule
def weight(p: ResPublica, card: int) -> int:
    """How many copies of a card may come: the people card comes first."""
    return p.decks[card] if (card < FIRST_TECHNOLOGY) == (p.pending_people > 0) else 0


@rule
def luck(p: ResPublica, generator: Generator) -> int:
    if p.pending_people:
        return draw_card(p, 0, FIRST_TECHNOLOGY, generator)
    return draw_card(p, FIRST_TECHNOLOGY, CARDS, generator)


@rule
def draw_card(p: ResPublica, first: int, end: int, generator: Generator) -> int:
    """The top card of a deck."""
    left = below(generator, deck_size(p, first, end))
    for card in range(first, end):
        left -= p.decks[card]
        if left < 0:
            return card
    return -1


@rule
def take_card(p: ResPublica, seat: int, card: int) -> None:
    p.decks[card] -= 1
    p.hands[seat, card] += 1
    learn_draw(p, seat, card)


@rule
def deal(p: ResPublica, card: int) -> None:
    """A card comes from its deck."""
    take_card(p, p.turn, card)
    p.idle = 0
    if card < FIRST_TECHNOLOGY:
        p.pending_people -= 1
    else:
        p.pending_technology -= 1
    deal_next(p)


# ---- the end --------------------------------------------------------------------------------------------------------


@rule
def end_turn(p: ResPublica) -> None:
    """The next seat; after the final round the last laying (rulings 6 and 7)."""
    seat = p.turn
    if p.final == seat:
        begin_last_lay(p, (seat + 1) % p.players)
        return
    stalled = p.idle >= STALLED * p.players
    if p.final == NOBODY and (stalled or deck_size(p, FIRST_TECHNOLOGY, CARDS) == 0):
        p.final = seat
    begin_turn(p, (seat + 1) % p.players)


@rule
def begin_last_lay(p: ResPublica, seat: int) -> None:
    p.phase = LAST_LAY
    p.turn = seat
    p.to_act = seat


@rule
def score(p: ResPublica, seat: int) -> int:
    """3 a city, monuments at their value, 1 for every pair in hand."""
    points = CITY * cities_of(p, seat)
    for monument in range(CITIES):
        if p.monuments[monument] == seat:
            points += MONUMENTS[monument]
    for card in range(CARDS):
        points += p.hands[seat, card] // 2
    return points


@rule
def winners(p: ResPublica) -> int:
    """The seats with most points, as a set of bits."""
    most, won = -1, 0
    for seat in range(p.players):
        points = score(p, seat)
        if points > most:
            most, won = points, 0
        if points == most:
            won |= 1 << seat
    return won


# ---- statistics -----------------------------------------------------------------------------------------------------

TALLIES = 4


@rule
def tally(p: ResPublica, choice: int, counts: Ints) -> None:
    """Counts announcements, trades, cities and monuments, before a decision is made."""
    if p.to_act == CHANCE:
        return
    counts[0] += choice in (SAY_ASK, SAY_OFFER)
    counts[1] += ACCEPT_SEAT <= choice < FIRST_ALTERNATIVE
    counts[2] += LAY_SET <= choice < LAY_SET + FIRST_TECHNOLOGY
    counts[3] += LAY_SET + FIRST_TECHNOLOGY <= choice < END


def explain_tally(counts: list[int], games: int) -> dict[str, int]:  # noqa: ARG001 -- other games need it
    return dict(zip(("announcements", "trades", "cities founded", "monuments built"), counts, strict=True))
