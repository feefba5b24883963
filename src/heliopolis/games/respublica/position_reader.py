"""Res Publica: a position read from JSON that a person may have edited. Each error names what is wrong.

What a seat can give and what is due is asked of the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from heliopolis.core.checks import (
    JSON,
    abbreviate,
    check_counts,
    check_int,
    check_list,
    check_object,
    check_word,
    require,
)
from heliopolis.core.errors import InvalidPosition
from heliopolis.games.respublica.actions import (
    ACCEPT,
    ACTIONS,
    ANSWER,
    ASK,
    DEAL,
    GIVE,
    LAST_LAY,
    MAX_CARDS_DRAWN,
    MAX_PEOPLE_DRAWN,
    MIN_PLAYERS,
    OFFER,
    OVER,
    SAID_NOTHING,
    SAID_PHRASE,
    SEATS,
)
from heliopolis.games.respublica.cards import (
    CARD_NAMES,
    CARDS,
    COPIES,
    DECK_NAMES,
    DECKS,
    MAX_SETS,
    MONUMENT_POINTS,
    MONUMENTS,
    PEOPLE_DECK,
    PEOPLE_NAMES,
    SET_SIZE,
    TECHNOLOGY_DECK,
    TECHNOLOGY_NAMES,
)
from heliopolis.games.respublica.composing import start_gift_draft
from heliopolis.games.respublica.gifts import alternatives, fulfils, named_cards
from heliopolis.games.respublica.phrase_text import phrase_text, read_phrase
from heliopolis.games.respublica.phrases import ITEMS, MAX_COUNT, can_give, can_offer, leaves_choice
from heliopolis.games.respublica.position_json import (
    MODE_NAMES,
    PHASE_NAMES,
    as_record,
    by_deck,
    cards_of_deck,
    laid_sets,
    write_stacks,
)
from heliopolis.games.respublica.rules import MAX_STEPS, POSITION
from heliopolis.games.respublica.scoring import one_set
from heliopolis.games.respublica.trading import phrase_due
from heliopolis.kernel import CHANCE, NOBODY, Fields, read_fields

REQUIRED = ("players", "phase", "to_act", "turn", "decks", "seats", "idle", "final_round")
OPTIONAL = (
    "game cities_left monuments_left announcement answers accepted given pending known categories wanted unfinished"
).split()
MAX_IDLE = 100
MAX_GIFT = ITEMS * MAX_COUNT  # cards


def read_position(data: JSON) -> Fields:
    """Return the fields of a position, without its unfinished move."""
    r = read_fields(np.zeros(1, POSITION)[0])
    from_json(data, r)
    return r


def from_json(data: JSON, r: Fields) -> None:
    """Read a position into blank fields; an unfinished move is read by `unfinished`."""
    check_object(data, "The position", REQUIRED, [*REQUIRED, *OPTIONAL])
    r.players = check_int(data["players"], "players", MIN_PLAYERS, SEATS)
    r.phase = check_word(data["phase"], "phase", PHASE_NAMES)
    r.idle = check_int(data["idle"], "idle", 0, MAX_IDLE)
    r.final_seat = read_seat_or_none(data["final_round"], "final_round", r)
    read_decks(data["decks"], r)
    for seat, shown in enumerate(check_list(data["seats"], "seats", r.players, r.players)):
        read_seat(shown, r, seat)
    check_cards(r)
    read_monuments(data, r)
    read_turn(data, r)
    read_trade(data, r)
    read_pending(data.get("pending"), r)
    read_known_cards(data.get("known"), r)
    read_known_by_deck(data.get("categories"), r)
    read_wanted(data.get("wanted"), r)


def unfinished(data: JSON, p: Any) -> list[int]:
    """Let a seat that is to give begin to choose, and return the actions of the unfinished move."""
    if data["phase"] == "give":
        start_gift_draft(p)
    steps = check_list(data.get("unfinished", []), "unfinished", 0, MAX_STEPS)
    return [check_int(step, "a step of unfinished", 0, ACTIONS - 1) for step in steps]


# ---- cards and monuments ---------------------------------------------------------------------------------------------


def read_seat_or_none(value: Any, where: str, r: Fields) -> int:
    """Return a seat, or NOBODY for null."""
    return NOBODY if value is None else check_int(value, where, 0, r.players - 1)


def read_decks(data: Any, r: Fields) -> None:
    """Read how many copies of each card are in the decks."""
    decks = check_object(data, "decks", DECK_NAMES)
    people = check_counts(decks["people"], "decks.people", PEOPLE_NAMES, COPIES)
    r.decks = people + check_counts(decks["technology"], "decks.technology", TECHNOLOGY_NAMES, COPIES)


def read_seat(data: Any, r: Fields, seat: int) -> None:
    """Read a hand, and the sets that a seat has laid."""
    where = f"seats[{seat}]"
    check_object(data, where, ["hand", "sets"], ["cities", "monuments"])
    r.hands[seat] = check_counts(data["hand"], f"{where}.hand", CARD_NAMES, COPIES)
    for laid in check_list(data["sets"], f"{where}.sets", 0, MAX_SETS * CARDS):
        card = check_word(laid, f"a set in {where}.sets", CARD_NAMES)
        require(laid_sets(r, seat)[card] < MAX_SETS, f"{where} cannot have laid {laid} three times.")
        r.sets[seat] += one_set(card)
    cities = sum(cards_of_deck(laid_sets(r, seat), PEOPLE_DECK))
    require(data.get("cities", cities) == cities, f"{where}.cities must be {cities}, by the sets.")


def check_cards(r: Fields) -> None:
    """Check that there are twelve copies of each card."""
    for card, name in enumerate(CARD_NAMES):
        number = r.decks[card] + sum(hand[card] for hand in r.hands)
        number += SET_SIZE * sum(laid_sets(r, seat)[card] for seat in range(r.players))
        require(number == COPIES, f"There are {number} {name} cards over decks, hands and sets; it must be {COPIES}.")


def read_monuments(data: JSON, r: Fields) -> None:
    """Read who owns which monument: the dearest are gone, and everybody has one for each set of technology."""
    taken: list[tuple[int, int]] = []
    for seat, shown in enumerate(data["seats"]):
        built = sum(cards_of_deck(laid_sets(r, seat), TECHNOLOGY_DECK))
        where = f"seats[{seat}].monuments"
        owned = check_list(shown.get("monuments", [] if built == 0 else None), where, built, built)
        lowest, highest = MONUMENT_POINTS[-1], MONUMENT_POINTS[0]
        taken += [(check_int(points, f"a monument of seats[{seat}]", lowest, highest), seat) for points in owned]
    taken.sort(key=lambda monument: -monument[0])
    dearest = list(MONUMENT_POINTS[: len(taken)])
    require([points for points, _ in taken] == dearest, f"The monuments taken must be the dearest, {dearest}.")
    r.monuments = [seat for _, seat in taken] + [NOBODY] * (MONUMENTS - len(taken))
    for key, value in write_stacks(r).items():
        require(data.get(key, value) == value, f"{key} must be {value}, by the sets.")


# ---- turn and trade --------------------------------------------------------------------------------------------------


def read_turn(data: JSON, r: Fields) -> None:
    """Read whose turn it is and who acts."""
    if r.phase == OVER:
        require(data["turn"] is None and data["to_act"] is None, "turn and to_act must be null when the game is over.")
        r.turn = r.to_act = NOBODY
        return
    r.turn = check_int(data["turn"], "turn", 0, r.players - 1)
    if r.phase == DEAL:
        require(data["to_act"] == "chance", "to_act must be 'chance' in phase deal.")
        r.to_act = CHANCE
        return
    r.to_act = check_int(data["to_act"], "to_act", 0, r.players - 1)
    if r.phase not in (ANSWER, GIVE):
        require(r.to_act == r.turn, f"Seat {r.turn} is on turn, so it is to act.")
    require(r.phase != LAST_LAY or r.final_seat != NOBODY, "final_round is missing in the last lay.")


def read_trade(data: JSON, r: Fields) -> None:
    """Read announcement, answers in their order, acceptance and gifts."""
    r.accepted = NOBODY
    announcement, answers = data.get("announcement"), data.get("answers") or {}
    if r.phase not in (ANSWER, ACCEPT, GIVE):
        nothing = announcement is None and not answers and data.get("accepted") is None and not data.get("given")
        require(nothing, f"There is no trade in phase {PHASE_NAMES[r.phase]}.")
        return
    p = as_record(r)  # the hands, of which the rules are asked
    announcement = check_object(announcement, "announcement", ["mode", "phrase"])
    r.mode = ASK + check_word(announcement["mode"], "announcement.mode", MODE_NAMES)
    r.phrases[r.turn] = read_said(announcement["phrase"], "announcement.phrase")
    if r.mode == OFFER:
        require_given(can_offer(p, r.turn, r.phrases[r.turn]), r.turn, r.phrases[r.turn])
    read_answers(answers, r, p)
    if r.phase == GIVE:
        read_acceptance(data, r, p)
    else:
        require(data.get("accepted") is None and not data.get("given"), "Nothing is accepted yet.")


def read_said(text: Any, where: str) -> int:
    """Return the phrase that a text says."""
    phrase = read_phrase(text) if isinstance(text, str) else None
    if phrase is None:
        raise InvalidPosition(f"{where} must be a phrase such as '1 greek or 2 people', not {abbreviate(text)}.")
    return phrase


def require_given(can: bool, seat: int, phrase: int) -> None:
    """Raise `InvalidPosition` if a seat cannot give what the trade demands."""
    require(can, f"Seat {seat} cannot give {phrase_text(phrase)!r}.")


def read_answers(answers: Any, r: Fields, p: Any) -> None:
    """Read the answers of the seats that were asked so far."""
    asked = [(r.turn + step) % r.players for step in range(1, r.players)]
    if r.phase == ANSWER:
        require(r.to_act != r.turn, "The active seat does not answer.")
        asked = asked[: asked.index(r.to_act)]
    check_object(answers, "answers", [str(seat) for seat in asked])
    for seat in asked:
        text = answers[str(seat)]
        if text == "nothing":
            r.answered[seat] = SAID_NOTHING
            continue
        r.answered[seat] = SAID_PHRASE
        r.phrases[seat] = read_said(text, f"answers.{seat}")
        if r.mode == OFFER:
            require_given(can_offer(p, seat, r.phrases[seat]), seat, r.phrases[seat])
        else:
            require_given(can_give(p, seat, r.phrases[r.turn]), seat, r.phrases[r.turn])
    require(r.phase == ANSWER or SAID_PHRASE in r.answered, "There is no answer to accept.")


def read_acceptance(data: JSON, r: Fields, p: Any) -> None:
    """Read which answer is accepted, and the gift of the active player if it is chosen."""
    r.accepted = check_int(data.get("accepted"), "accepted", 0, r.players - 1)
    require(r.answered[r.accepted] == SAID_PHRASE, "accepted must be a seat that answered with a phrase.")
    if r.mode == ASK:
        require_given(can_give(p, r.turn, r.phrases[r.accepted]), r.turn, r.phrases[r.accepted])
    require(r.to_act in (r.turn, r.accepted), "Only the two who trade give.")
    trade = as_record(r)
    require(leaves_choice(phrase_due(trade, r.to_act)), f"Seat {r.to_act} has no choice of what to give.")
    phrase = phrase_due(trade, r.turn)
    has_given = r.to_act != r.turn
    has_chosen = has_given and leaves_choice(phrase)
    given = check_object(data.get("given") or {}, "given", [str(r.turn)] if has_chosen else [])
    if has_chosen:
        read_gift(given[str(r.turn)], r, phrase)
    elif has_given:
        for card in named_cards(phrase):
            r.given[0][card] += 1


def read_gift(data: Any, r: Fields, phrase: int) -> None:
    """Read the cards that the active player has chosen to give."""
    cards = [check_word(card, "a card in given", CARD_NAMES) for card in check_list(data, "given", 1, MAX_GIFT)]
    for card in cards:
        r.given[0][card] += 1
    fits = any(fulfils(cards, alternative) for alternative in alternatives(phrase))
    enough = all(number <= r.hands[r.turn][card] for card, number in enumerate(r.given[0]))
    require(fits and enough, f"given does not fulfil {phrase_text(phrase)!r}.")


def read_pending(data: Any, r: Fields) -> None:
    """Read how many cards of a draw are still to come."""
    if r.phase != DEAL:
        require(data is None, "pending must be null outside phase deal.")
        return
    pending = check_object(data, "pending", DECK_NAMES)
    max_people = min(MAX_PEOPLE_DRAWN, sum(cards_of_deck(r.decks, PEOPLE_DECK)))
    max_technology = min(MAX_CARDS_DRAWN, sum(cards_of_deck(r.decks, TECHNOLOGY_DECK)))
    r.pending_people = check_int(pending["people"], "pending.people", 0, max_people)
    r.pending_technology = check_int(pending["technology"], "pending.technology", 0, max_technology)
    number = r.pending_people + r.pending_technology
    require(1 <= number <= MAX_CARDS_DRAWN, "pending must name one to three cards.")


# ---- what everybody knows --------------------------------------------------------------------------------------------


def read_known_cards(data: Any, r: Fields) -> None:
    """Read which cards everybody knows the others to hold: none, if nothing is said."""
    for viewer, of_viewer in enumerate(check_list(data, "known", r.players, r.players) if data is not None else []):
        for seat, cards in enumerate(check_list(of_viewer, f"known[{viewer}]", r.players, r.players)):
            where = f"known[{viewer}][{seat}]"
            found = check_counts(cards, where, CARD_NAMES, COPIES)
            true = seat != viewer and all(number <= r.hands[seat][card] for card, number in enumerate(found))
            require(true or not any(found), f"{where} must be cards that another seat holds.")
            r.known[viewer][CARDS * seat : CARDS * (seat + 1)] = found


def read_known_by_deck(data: Any, r: Fields) -> None:
    """Read how many cards of either deck everybody knows the others to hold: all, if nothing is said."""
    hands = [by_deck(r.hands[seat]) for seat in range(r.players)]
    for viewer in range(r.players):
        for seat, most in enumerate(hands):
            if seat != viewer:
                r.known_by_deck[viewer][DECKS * seat : DECKS * (seat + 1)] = most
    for viewer, of_viewer in enumerate(
        check_list(data, "categories", r.players, r.players) if data is not None else []
    ):
        for seat, numbers in enumerate(check_list(of_viewer, f"categories[{viewer}]", r.players, r.players)):
            where = f"categories[{viewer}][{seat}]"
            check_object(numbers, where, DECK_NAMES)
            most = hands[seat] if seat != viewer else [0] * DECKS
            r.known_by_deck[viewer][DECKS * seat : DECKS * (seat + 1)] = [
                check_int(numbers[name], f"{where}.{name}", 0, high)
                for name, high in zip(DECK_NAMES, most, strict=True)
            ]


def read_wanted(data: Any, r: Fields) -> None:
    """Read the card that each seat last asked for or named as its price."""
    for seat, card in enumerate(check_list(data, "wanted", r.players, r.players) if data is not None else []):
        r.wanted[seat] = 0 if card is None else 1 + check_word(card, f"wanted[{seat}]", CARD_NAMES)
