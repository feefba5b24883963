"""Res Publica: how a sensible player decides. What to ask, offer, answer, accept, give and draw.

`choose` looks one decision ahead: it is the bot `greedy`, and a guide for a search. It collects the cards it has most
of, trades what it misses least for them, and remembers what the others asked for. A phrase is planned as a whole and
then said step by step; the plan depends only on what the player knows, so it stays the same meanwhile.
"""

from __future__ import annotations

from heliopolis.games.respublica.actions import (
    ACCEPT,
    ACCEPT_SEAT,
    ANSWER,
    ASK,
    CHOOSE_ALTERNATIVE,
    COMPOSE_CONJUNCTION,
    COMPOSE_COUNT,
    COMPOSE_KIND,
    COMPOSE_SECOND_KIND,
    CONJOIN,
    DECLINE,
    DONE,
    DRAW,
    END,
    GIVE,
    JOIN_AND,
    LAST_LAY,
    LAY,
    MAX_CARDS_DRAWN,
    MAX_PEOPLE_DRAWN,
    NAME_COUNT,
    NAME_KIND,
    NO_STEP,
    NO_TRADE,
    NOTHING,
    OVER,
    START_ASK,
    START_FOR,
    START_OFFER,
    TAKE_ALTERNATIVE,
    TRADE,
    draw_action,
    people_drawn,
    technology_drawn,
)
from heliopolis.games.respublica.card_values import IMPOSSIBLE, cost, gain, item_cost, value_change
from heliopolis.games.respublica.cards import (
    CARDS,
    CARDS_PER_DECK,
    COPIES,
    FIRST_TECHNOLOGY,
    PEOPLE_DECK,
    SET_SIZE,
    TECHNOLOGY_DECK,
    deck_size,
)
from heliopolis.games.respublica.phrase_plans import MIN_TRADE_GAIN, plan_answer, plan_ask, plan_offer
from heliopolis.games.respublica.phrases import ALONE, NO_PHRASE, conjunction_of, count_of, kind_of
from heliopolis.games.respublica.rules import ResPublica, legal
from heliopolis.games.respublica.scoring import CARDS_PER_POINT, POINTS_PER_CITY, cities_of, score
from heliopolis.games.respublica.trading import names_own_cards, phrase_due
from heliopolis.kernel import Generator, lowest_bit, rule

# For a search
CHANCE_IS_PUBLIC = False  # only the player who draws sees the card
OPPONENTS_IN_TREE = False  # hands are secret
PLAYOUT_DECISIONS = 20  # played out before a position is evaluated
HEURISTIC_PRIOR = 0.7  # share of the prior that the choice of `choose` gets
# What will come of cities and cards beside what they score now: fitted to thousands of games between greedy players.
CITY_LATER = 7.0
PEOPLE_LATER = (0.0, 0.3, 0.0, 1.6, 3.6)  # by copies
TECHNOLOGY_LATER = (0.0, 1.4, 2.0, 3.8, 4.5)
MONUMENT_LATER = 5.0  # for a set in hand
SPREAD_AT_END, SPREAD_PER_GAME = 1.2, 2.1  # points of lead that make the chance of winning e times as high
POINTS_TO_COME = (0.0, 0.0, 0.0, 38.0, 34.0, 29.0)  # that all may expect alike, by number of players
OVERESTIMATE = 16.5  # by which cities and cards are valued too highly

MAX_CANDIDATE_CARDS = 4  # that a phrase may name in a search
ENOUGH_CITIES = 3  # then technology is drawn rather than people


@rule
def choose(p: ResPublica, generator: Generator) -> int:  # noqa: ARG001 -- a plan must stay the same, step by step
    """Return a sensible action for the seat to act."""
    if p.phase == TRADE:
        return choose_announcement(p)
    if p.phase == ANSWER:
        return choose_answer(p)
    if p.phase == ACCEPT:
        return choose_acceptance(p)
    if p.phase == GIVE:
        return choose_gift(p)
    if p.phase == DRAW:
        return choose_draw(p)
    return choose_lay(p)


@rule
def candidates(p: ResPublica) -> int:
    """Return actions worth searching: short phrases of named cards, every set that can be laid, full draws."""
    actions = legal(p)
    found = actions
    if p.phase in (TRADE, ANSWER) and p.step != NO_STEP:
        found = candidate_steps(p, actions)
    elif p.phase in (LAY, LAST_LAY):
        found = actions & ~(1 << END)
    elif p.phase == DRAW:
        found = full_draws(actions)
    return found if found else actions


@rule
def candidate_steps(p: ResPublica, actions: int) -> int:
    """Return the steps of a phrase worth searching.

    It names a few cards at most, those that help most or are missed least; one or two may be wanted, and a price may
    be two cards joined by *and*.
    """
    own = names_own_cards(p, p.draft_mode)
    if p.step == COMPOSE_KIND:
        found = 0
        for card in range(CARDS):
            if actions >> (NAME_KIND + card) & 1 and is_among_best(p, actions, card, own):
                found |= 1 << (NAME_KIND + card)
        return found
    found = 1 << (choose_announcement(p) if p.phase == TRADE else choose_answer(p))
    if p.step == COMPOSE_COUNT and not own:
        found |= 1 << (NAME_COUNT + 2)
    elif p.step == COMPOSE_CONJUNCTION and not own and p.phase == ANSWER:
        found |= 1 << JOIN_AND
    return found


@rule
def is_among_best(p: ResPublica, actions: int, card: int, own: bool) -> bool:
    """Return whether few other cards would be better to name, be it to give or to get them."""
    seat, better = p.to_act, 0
    more = -1 if own else 1
    if not own and p.phase == ANSWER and kind_of(p.phrases[p.turn], 0) == card:
        return False
    change = value_change(p, seat, card, more)
    for other in range(CARDS):
        if actions >> (NAME_KIND + other) & 1 and value_change(p, seat, other, more) > change:
            better += 1
    return better < MAX_CANDIDATE_CARDS


@rule
def full_draws(draws: int) -> int:
    """Return the draws of as many cards as allowed."""
    for number in range(MAX_CARDS_DRAWN, -1, -1):
        found = 0
        for people in range(MAX_PEOPLE_DRAWN + 1):
            if number >= people:
                found |= draws & 1 << draw_action(people, number - people)
        if found:
            return found
    return draws


@rule
def quiet(p: ResPublica) -> bool:
    """Return whether the position can be evaluated as it stands: the trade is over, and what can be laid is laid."""
    return p.phase == DRAW


@rule
def expected_score(p: ResPublica, seat: int) -> float:
    """Return the points a seat may expect at the end."""
    if p.phase == OVER:
        return score(p, seat)
    time = game_left(p)
    later = (POINTS_TO_COME[p.players] * time - OVERESTIMATE) * time
    later += CITY_LATER * cities_of(p, seat) * time
    for card in range(CARDS):
        complete, copies = divmod(p.hands[seat, card], SET_SIZE)
        if card < FIRST_TECHNOLOGY:
            set_later = POINTS_PER_CITY - SET_SIZE // CARDS_PER_POINT + CITY_LATER * time
            later += PEOPLE_LATER[copies] * time + complete * set_later
        else:
            later += TECHNOLOGY_LATER[copies] * time * (2.0 - time) + complete * MONUMENT_LATER
    return score(p, seat) + later


@rule
def game_left(p: ResPublica) -> float:
    """Return the part of the game that is still to come, as far as the deck of technology tells."""
    return deck_size(p, TECHNOLOGY_DECK) / (COPIES * CARDS_PER_DECK)


@rule
def spread(p: ResPublica) -> float:
    """Return how many points of lead make the chance of winning e times as high: fewer as the end comes nearer."""
    return SPREAD_AT_END + SPREAD_PER_GAME * game_left(p)


# ---- phrases: planned as a whole (`phrase_plans`), said step by step -------------------------------------------------


@rule
def choose_announcement(p: ResPublica) -> int:
    """Return the next action of the announcement that the active player plans, now an ask, now an offer."""
    asks = (deck_size(p, PEOPLE_DECK) + deck_size(p, TECHNOLOGY_DECK)) & 1 == 0
    phrase = plan_ask(p, p.turn) if asks else plan_offer(p, p.turn)
    if p.step != NO_STEP:
        return choose_step(p, phrase)
    if phrase == NO_PHRASE:
        return NO_TRADE
    return START_ASK if asks else START_OFFER


@rule
def choose_answer(p: ResPublica) -> int:
    """Return the next action of the answer that the seat to act plans."""
    phrase = plan_answer(p, p.to_act)
    if p.step != NO_STEP:
        return choose_step(p, phrase)
    return NOTHING if phrase == NO_PHRASE else START_FOR


@rule
def choose_step(p: ResPublica, phrase: int) -> int:
    """Return the next step of a planned phrase, or a legal one if the draft was begun in another way."""
    step, possible = planned_step(p, phrase), legal(p)
    if possible >> step & 1:
        return step
    if p.step == COMPOSE_SECOND_KIND:
        return best_card(p, possible)
    return DONE if possible >> DONE & 1 else lowest_bit(possible)


@rule
def planned_step(p: ResPublica, phrase: int) -> int:
    """Return the action by which the draft goes on towards a phrase."""
    if p.step == COMPOSE_KIND:
        return NAME_KIND + kind_of(phrase, 0)
    if p.step == COMPOSE_COUNT:
        return NAME_COUNT + count_of(phrase, 0)
    if p.step == COMPOSE_CONJUNCTION:
        return CONJOIN + conjunction_of(phrase)
    alone = conjunction_of(phrase) == ALONE
    if p.step == COMPOSE_SECOND_KIND:
        return NAME_KIND + kind_of(phrase, 0 if alone else 1)
    return NAME_COUNT + (1 if alone else count_of(phrase, 1))


@rule
def best_card(p: ResPublica, actions: int) -> int:
    """Return the action that names the card that helps most, or is missed least.

    A player who asks for a card will not pay with it.
    """
    more = -1 if names_own_cards(p, p.draft_mode) else 1
    best, choice = -IMPOSSIBLE, lowest_bit(actions)
    for card in range(CARDS):
        if actions >> (NAME_KIND + card) & 1 and (p.phase == TRADE or card != kind_of(p.phrases[p.turn], 0)):
            helps = value_change(p, p.to_act, card, more)
            if helps > best:
                best, choice = helps, NAME_KIND + card
    return choice


# ---- acceptance, gifts, sets, draws ----------------------------------------------------------------------------------


@rule
def choose_acceptance(p: ResPublica) -> int:
    """Return the acceptance of the answer that brings most, or decline if none brings enough."""
    answers = legal(p) & ~(1 << DECLINE)
    best, choice = MIN_TRADE_GAIN, DECLINE
    announced = p.phrases[p.turn]
    while answers:
        action = lowest_bit(answers)
        answers &= answers - 1
        answer = p.phrases[action - ACCEPT_SEAT]
        if p.mode == ASK:
            net = gain(p, p.turn, announced) - cost(p, p.turn, answer)
        else:
            net = gain(p, p.turn, answer) - cost(p, p.turn, announced)
        if net > best:
            best, choice = net, action
    return choice


@rule
def choose_gift(p: ResPublica) -> int:
    """Return the cheaper alternative; or the next card, of those that are missed least, in order."""
    actions = legal(p)
    seat, phrase = p.to_act, phrase_due(p, p.to_act)
    least, choice = IMPOSSIBLE, lowest_bit(actions)
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        if p.step == CHOOSE_ALTERNATIVE:
            item = action - TAKE_ALTERNATIVE
            missed = item_cost(p, seat, kind_of(phrase, item), count_of(phrase, item))
        else:
            missed = -value_change(p, seat, action - NAME_KIND, -1)
        if missed < least:
            least, choice = missed, action
    return choice


@rule
def choose_lay(p: ResPublica) -> int:
    """Return a set to lay, as long as there is one."""
    sets = legal(p) & ~(1 << END)
    return lowest_bit(sets) if sets else END


@rule
def choose_draw(p: ResPublica) -> int:
    """Return a draw of as many cards as allowed, technology rather than people once there are cities enough."""
    draws = legal(p)
    best, choice = -1, 0
    while draws:
        action = lowest_bit(draws)
        draws &= draws - 1
        people, technology = people_drawn(action), technology_drawn(action)
        preferred = technology if cities_of(p, p.turn) >= ENOUGH_CITIES else people
        many = (MAX_CARDS_DRAWN + 1) * (people + technology) + preferred
        if many > best:
            best, choice = many, action
    return choice
