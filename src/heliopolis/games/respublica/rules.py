"""Res Publica: the position, its phases, and what may be done in each.

The rules in short. On his turn a player may **trade**: he asks for cards or offers some; the others answer in turn with
what they want, or give, for it; he accepts one answer or none, and the two exchange cards (`trading`). Then
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

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.actions import (
    ACCEPT_SEAT,
    DEAL,
    DRAW,
    DRAW_CARDS,
    END,
    FIRST_ALTERNATIVE,
    GIVE,
    LAST_LAY,
    LAY,
    LAY_SET,
    NO_MODE,
    OVER,
    SAY_ASK,
    SAY_OFFER,
    TRADE,
    UNASKED,
)
from heliopolis.games.respublica.actions import ACTIONS as ACTIONS
from heliopolis.games.respublica.actions import OUTCOMES as OUTCOMES
from heliopolis.games.respublica.cards import (
    CARDS,
    CITIES,
    CITY,
    COPIES,
    FIRST_HAND,
    FIRST_TECHNOLOGY,
    MONUMENTS,
    SET,
)
from heliopolis.games.respublica.knowledge import learn_draw, learn_lay
from heliopolis.games.respublica.phrases import (
    NO_PHRASE,
)
from heliopolis.games.respublica.state import POSITION as POSITION
from heliopolis.games.respublica.state import ResPublica, sets_of
from heliopolis.games.respublica.trading import legal_in_trade, play_in_trade
from heliopolis.kernel import CHANCE, NOBODY, Generator, IntArray, random_below, rule

MOST_DRAWN = 3
STALLED = 3  # idle turns a player
MAX_DECISIONS = 200_000  # decisions of a game: 15 idle turns for each card drawn or set laid, about 100 decisions each


@rule
def prepare(p: ResPublica, players: int) -> None:
    """All cards lie in their decks."""
    p.players = players
    p.final = NOBODY
    p.accepted = NOBODY
    for card in range(CARDS):
        p.decks[card] = COPIES
        p.monuments[card] = NOBODY


@rule
def setup_draws(players: int) -> int:
    """How often luck decides before the first turn: for each card of the first hands, then for who starts."""
    return FIRST_HAND * players + 1


@rule
def setup_weight(p: ResPublica, number: int, outcome: int) -> int:
    """First hands are of people cards; any seat may start."""
    if number == FIRST_HAND * p.players:
        return 1 if outcome < p.players else 0
    return p.decks[outcome] if outcome < FIRST_TECHNOLOGY else 0


@rule
def apply_setup_draw(p: ResPublica, number: int, outcome: int) -> None:
    if number == FIRST_HAND * p.players:
        begin_turn(p, outcome)
    else:
        take_card(p, number // FIRST_HAND, outcome)


@rule
def set_up(p: ResPublica, players: int, generator: Generator) -> None:
    """Everybody gets four people cards; a random seat starts."""
    prepare(p, players)
    for number in range(FIRST_HAND * players):
        apply_setup_draw(p, number, draw_card(p, 0, FIRST_TECHNOLOGY, generator))
    apply_setup_draw(p, FIRST_HAND * players, random_below(generator, players))


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
        if play_in_trade(p, action):
            begin_lay(p)
    elif p.phase == DRAW:
        play_draw(p, action)
    else:
        play_lay(p, action)


# ---- turns -----------------------------------------------------------------------------------------------------------


@rule
def begin_turn(p: ResPublica, seat: int) -> None:
    p.phase = TRADE
    p.turn = seat
    p.to_act = seat
    p.idle += 1


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
def outcome_weight(p: ResPublica, card: int) -> int:
    """How many copies of a card may come: the people card comes first."""
    return p.decks[card] if (card < FIRST_TECHNOLOGY) == (p.pending_people > 0) else 0


@rule
def sample_outcome(p: ResPublica, generator: Generator) -> int:
    if p.pending_people:
        return draw_card(p, 0, FIRST_TECHNOLOGY, generator)
    return draw_card(p, FIRST_TECHNOLOGY, CARDS, generator)


@rule
def draw_card(p: ResPublica, first: int, end: int, generator: Generator) -> int:
    """The top card of a deck."""
    left = random_below(generator, deck_size(p, first, end))
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
def apply_outcome(p: ResPublica, card: int) -> None:
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

STATISTICS = 4


@rule
def count_statistics(p: ResPublica, choice: int, counts: IntArray) -> None:
    """Counts announcements, trades, cities and monuments, before a decision is made."""
    if p.to_act == CHANCE:
        return
    counts[0] += choice in (SAY_ASK, SAY_OFFER)
    counts[1] += ACCEPT_SEAT <= choice < FIRST_ALTERNATIVE
    counts[2] += LAY_SET <= choice < LAY_SET + FIRST_TECHNOLOGY
    counts[3] += LAY_SET + FIRST_TECHNOLOGY <= choice < END


def describe_statistics(counts: list[int], games: int) -> list[JSON]:  # noqa: ARG001 -- other games need it
    """Return how often there were announcements, trades, cities and monuments."""
    names = ("announcements", "trades", "cities", "monuments")
    return [
        {"key": f"respublica.statistic.{name}", "params": {}, "number": number}
        for name, number in zip(names, counts, strict=True)
    ]
