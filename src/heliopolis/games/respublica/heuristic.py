"""Res Publica: how a sensible player sees it. What a hand is worth, what to ask, offer, answer, accept and give.

`choose` looks one decision ahead: it is the bot `greedy`, and a guide for those who search. It collects the cards it
has most of, trades what it misses least for them, and remembers what the others asked for. A phrase is thought of as a
whole and then said step by step; the thought depends only on what the player knows, so it stays the same meanwhile.
"""

from __future__ import annotations

from heliopolis.games.respublica.actions import (
    ACCEPT,
    ACCEPT_SEAT,
    ANSWER,
    ASK,
    COMPOSE_COUNT,
    COMPOSE_JOINT,
    COMPOSE_KIND,
    COMPOSE_KIND_2,
    COMPOSE_START,
    COUNT,
    DECLINE,
    DONE,
    DRAW,
    DRAW_CARDS,
    END,
    FIRST_ALTERNATIVE,
    GIVE,
    JOIN_AND,
    LAST_LAY,
    LAY,
    NO_TRADE,
    NOTHING,
    OVER,
    SAY_ASK,
    SAY_FOR,
    SAY_OFFER,
    TRADE,
)
from heliopolis.games.respublica.card_values import change, cost, cost_of_item, gain
from heliopolis.games.respublica.cards import CARDS, CITY, COPIES, FIRST_TECHNOLOGY, SET
from heliopolis.games.respublica.gifts import CHOOSE_ALTERNATIVE, due_from
from heliopolis.games.respublica.phrases import (
    ALONE,
    NO_PHRASE,
    OR,
    can_give_some,
    count_of,
    joint_of,
    kind_of,
    make_phrase,
)
from heliopolis.games.respublica.rules import MOST_DRAWN, cities_of, deck_size, legal, score
from heliopolis.games.respublica.state import ResPublica
from heliopolis.games.respublica.trading import must_hold
from heliopolis.kernel import NOBODY, Generator, lowest_bit, rule

# For those who search
CHANCE_IS_PUBLIC = False  # only the drawer sees the card
OPPONENTS_IN_TREE = False  # hands are secret
PLAYOUT_DECISIONS = 20  # decisions that are played out before a position is judged by its looks
HEURISTIC_PRIOR = 0.7  # in `choose`, before anything was tried
LEAD_SCALE = 6.0  # a lead of so many points is worth half of the surest win
LEADER_WEIGHT = 1.0  # a lead is that over the best of the others
OWN_SCORE_WEIGHT = 0.0
# What will come of cities and cards beside what they score now: fitted to thousands of games between greedy players.
CITY_LATER = 7.0
PEOPLE_LATER = (0.0, 0.3, 0.0, 1.6, 3.6)  # by copies
TECHNOLOGY_LATER = (0.0, 1.4, 2.0, 3.8, 4.5)
MONUMENT_LATER = 5.0  # a set in hand
WORDS = 4  # cards among which a phrase chooses
MARGIN = 0.15  # a trade must be worth more than that, or why bother


@rule
def choose(p: ResPublica, generator: Generator) -> int:  # noqa: ARG001 -- a thought must stay the same, step by step
    """A sensible decision for the player to act."""
    if p.phase in (TRADE, ANSWER):
        return say_next(p)
    if p.phase == ACCEPT:
        return choose_answer(p)
    if p.phase == GIVE:
        return choose_gift(p)
    if p.phase == DRAW:
        return choose_draw(p)
    sets = legal(p) & ~(1 << END)
    return lowest_bit(sets) if sets else END


@rule
def candidates(p: ResPublica) -> int:
    """The decisions that are worth a thought: short phrases of named cards, every set that can be laid, full draws."""
    choices = legal(p)
    found = choices
    if p.phase in (TRADE, ANSWER) and p.step != COMPOSE_START:
        found = sensible_words(p, choices)
    elif p.phase in (LAY, LAST_LAY):
        found = choices & ~(1 << END)
    elif p.phase == DRAW:
        found = full_draws(choices)
    return found if found else choices


@rule
def sensible_words(p: ResPublica, words: int) -> int:
    """A few cards at most, those that help most or are missed least; one or two may be wanted, a price may be both."""
    giving = must_hold(p)
    if p.step == COMPOSE_KIND:
        found = 0
        for card in range(CARDS):
            if words >> card & 1 and is_among_best(p, words, card, giving):
                found |= 1 << card
        return found
    found = 1 << say_next(p)
    if p.step == COMPOSE_COUNT and not giving:
        found |= 1 << (COUNT + 2)
    elif p.step == COMPOSE_JOINT and not giving and p.phase == ANSWER:
        found |= 1 << JOIN_AND
    return found


@rule
def is_among_best(p: ResPublica, words: int, card: int, giving: bool) -> bool:
    """Whether hardly any other card would be better to name."""
    seat, better = p.to_act, 0
    more = -1 if giving else 1
    if not giving and p.phase == ANSWER and kind_of(p.said[p.turn], 0) == card:
        return False
    own = change(p, seat, card, more)
    for other in range(CARDS):
        if words >> other & 1 and change(p, seat, other, more) > own:
            better += 1
    return better < WORDS


@rule
def full_draws(draws: int) -> int:
    """As many cards as allowed."""
    for number in range(MOST_DRAWN, -1, -1):
        found = 0
        for people in range(2):
            if number >= people:
                found |= draws & 1 << (DRAW_CARDS + 4 * people + number - people)
        if found:
            return found
    return draws


@rule
def quiet(p: ResPublica) -> bool:
    """Whether the position can be judged by its looks: the trade is over, and what can be laid is laid."""
    return p.phase == DRAW


@rule
def expected_score(p: ResPublica, seat: int) -> float:
    """The points a player may expect at the end, beside what everybody may."""
    if p.phase == OVER:
        return score(p, seat)
    time = deck_size(p, FIRST_TECHNOLOGY, CARDS) / (COPIES * FIRST_TECHNOLOGY)
    later = CITY_LATER * cities_of(p, seat) * time
    for card in range(CARDS):
        complete, copies = divmod(p.hands[seat, card], SET)
        if card < FIRST_TECHNOLOGY:
            later += PEOPLE_LATER[copies] * time + complete * (CITY - SET // 2 + CITY_LATER * time)
        else:
            later += TECHNOLOGY_LATER[copies] * time * (2.0 - time) + complete * MONUMENT_LATER
    return score(p, seat) + later


# ---- saying something ------------------------------------------------------------------------------------------------


@rule
def say_next(p: ResPublica) -> int:
    """The next step of what the player has in mind."""
    asks = deck_size(p, 0, CARDS) & 1 == 0  # now asking, now offering
    if p.phase == TRADE:
        phrase = think_of_ask(p, p.turn) if asks else think_of_offer(p, p.turn)
        start = SAY_ASK if asks else SAY_OFFER
    else:
        phrase = think_of_answer(p, p.to_act)
        start = SAY_FOR
    if p.step == COMPOSE_START:
        if phrase == NO_PHRASE:
            return NO_TRADE if p.phase == TRADE else NOTHING
        return start
    step, possible = step_of(p, phrase), legal(p)
    if possible >> step & 1:
        return step
    if p.step == COMPOSE_KIND_2:  # this phrase was begun in another way
        return best_word(p, possible)
    return DONE if possible >> DONE & 1 else lowest_bit(possible)


@rule
def step_of(p: ResPublica, phrase: int) -> int:
    if p.step == COMPOSE_KIND:
        return kind_of(phrase, 0)
    if p.step == COMPOSE_COUNT:
        return COUNT + count_of(phrase, 0)
    if p.step == COMPOSE_JOINT:
        return DONE + joint_of(phrase)
    alone = joint_of(phrase) == ALONE
    if p.step == COMPOSE_KIND_2:
        return kind_of(phrase, 0 if alone else 1)
    return COUNT + (1 if alone else count_of(phrase, 1))


@rule
def best_word(p: ResPublica, words: int) -> int:
    """The card that helps most, or is missed least; he who asks for some will not pay with them."""
    more = -1 if must_hold(p) else 1
    best, choice = -1000.0, lowest_bit(words)
    for card in range(CARDS):
        if words >> card & 1 and (p.phase == TRADE or card != kind_of(p.said[p.turn], 0)):
            helps = change(p, p.to_act, card, more)
            if helps > best:
                best, choice = helps, card
    return choice


@rule
def most_welcome(p: ResPublica, seat: int, but: int) -> int:
    """The card, but for one, of which another copy would help most, as far as there are copies to be had."""
    best, choice = 0.0, 0
    for card in range(CARDS):
        if card != but:
            in_hands = 0
            for viewed in range(p.players):
                in_hands += p.known[seat, CARDS * viewed + card]
            welcome = change(p, seat, card, 1) * (1.25 if in_hands else 1.0)
            if welcome > best and p.hands[seat, card]:
                best, choice = welcome, card
    return choice


@rule
def least_missed(p: ResPublica, seat: int, wanted_by: int) -> int:
    """The card that costs least to give; one that somebody asked for is given more gladly."""
    least, choice = 1000.0, -1
    for card in range(CARDS):
        if p.hands[seat, card]:
            missed = -change(p, seat, card, -1)
            for other in range(p.players):
                if other != seat and p.wanted[other] == 1 + card and (wanted_by == NOBODY or wanted_by == other):
                    missed *= 0.5
            if missed < least:
                least, choice = missed, card
    return choice


@rule
def think_of_ask(p: ResPublica, seat: int) -> int:
    """One of the card that helps most."""
    if p.hands[seat, most_welcome(p, seat, -1)] == 0:
        return NO_PHRASE
    return make_phrase(most_welcome(p, seat, -1), 1, ALONE, 0, 0)


@rule
def think_of_offer(p: ResPublica, seat: int) -> int:
    """One of the card that is missed least."""
    card = least_missed(p, seat, NOBODY)
    return NO_PHRASE if card < 0 else make_phrase(card, 1, ALONE, 0, 0)


@rule
def think_of_answer(p: ResPublica, seat: int) -> int:
    """A price that pays for what was asked, or a gift that what is offered pays for."""
    announced = p.said[p.turn]
    if p.mode == ASK:
        return think_of_price(p, seat, announced)
    card = least_missed(p, seat, p.turn)
    if card < 0 or gain(p, seat, announced) + change(p, seat, card, -1) < MARGIN:
        return NO_PHRASE
    return make_phrase(card, 1, ALONE, 0, 0)


@rule
def think_of_price(p: ResPublica, seat: int, asked: int) -> int:
    """The card that helps most, or the next best: whichever the other has."""
    if not can_give_some(p, seat, asked):
        return NO_PHRASE
    enough = cost(p, seat, asked) + MARGIN
    avoid = kind_of(asked, 0)  # he asks for these: he will not pay with them
    first = most_welcome(p, seat, avoid)
    if first == avoid or change(p, seat, first, 1) < enough:
        return NO_PHRASE
    second, best = -1, enough
    for card in range(CARDS):
        more = change(p, seat, card, 1)
        if card not in (avoid, first) and more > best:
            second, best = card, more
    if second < 0:
        return make_phrase(first, 1, ALONE, 0, 0)
    return make_phrase(first, 1, OR, second, 1)


# ---- answers, gifts, draws -------------------------------------------------------------------------------------------


@rule
def choose_answer(p: ResPublica) -> int:
    """The answer that brings most, if any brings something."""
    answers = legal(p) & ~(1 << DECLINE)
    best, choice = MARGIN, DECLINE
    announced = p.said[p.turn]
    while answers:
        action = lowest_bit(answers)
        answers &= answers - 1
        said = p.said[action - ACCEPT_SEAT]
        if p.mode == ASK:
            net = gain(p, p.turn, announced) - cost(p, p.turn, said)
        else:
            net = gain(p, p.turn, said) - cost(p, p.turn, announced)
        if net > best:
            best, choice = net, action
    return choice


@rule
def choose_gift(p: ResPublica) -> int:
    """The cheaper alternative; then the cards that are missed least, in order."""
    decisions = legal(p)
    seat, phrase = p.to_act, due_from(p, p.to_act)
    least, choice = 1000.0, lowest_bit(decisions)
    while decisions:
        action = lowest_bit(decisions)
        decisions &= decisions - 1
        if p.step == CHOOSE_ALTERNATIVE:
            item = action - FIRST_ALTERNATIVE
            missed = cost_of_item(p, seat, kind_of(phrase, item), count_of(phrase, item))
        else:
            missed = -change(p, seat, action, -1)
        if missed < least:
            least, choice = missed, action
    return choice


@rule
def choose_draw(p: ResPublica) -> int:
    """As many cards as allowed, technology rather than people once there are cities enough."""
    draws = legal(p)
    best, choice = -1, 0
    while draws:
        action = lowest_bit(draws)
        draws &= draws - 1
        people, technology = (action - END - 1) >> 2, (action - END - 1) & 3
        many = 4 * (people + technology) + (technology if cities_of(p, p.turn) >= 3 else people)
        if many > best:
            best, choice = many, action
    return choice
