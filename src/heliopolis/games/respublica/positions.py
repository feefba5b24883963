"""Res Publica: the position as JSON, readable and exact."""

from __future__ import annotations

from typing import Any

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
from heliopolis.games.respublica.actions import (
    ACCEPT,
    ANSWER,
    ASK,
    DEAL,
    GIVE,
    LAST_LAY,
    NO_MODE,
    OFFER,
    OVER,
    SAID_NOTHING,
    SAID_PHRASE,
    SEATS,
    UNASKED,
)
from heliopolis.games.respublica.cards import CARDS, CITIES, COPIES, FIRST_TECHNOLOGY, MONUMENTS, SET, WORDS
from heliopolis.games.respublica.gifts import BOTH_ITEMS, begin_gift, items_of
from heliopolis.games.respublica.phrase_text import phrase_text, read_phrase
from heliopolis.games.respublica.phrases import NO_PHRASE, joint_of, kind_of, leaves_choice
from heliopolis.kernel import CHANCE, NOBODY, Fields

PHASES = ("trade", "answer", "accept", "give", "lay", "draw", "deal", "last lay", "over")
MODES = ("ask", "offer")
CARD_WORDS = WORDS[:CARDS]
PEOPLE_WORDS, TECHNOLOGY_WORDS = CARD_WORDS[:FIRST_TECHNOLOGY], CARD_WORDS[FIRST_TECHNOLOGY:]
CATEGORIES = ("people", "technology")
REQUIRED = ("players", "phase", "to_act", "turn", "decks", "seats", "idle", "final_round")
OPTIONAL = (
    "game cities_left monuments_left announcement answers accepted given pending known categories wanted unfinished"
).split()
MOST_IDLE = 100


def held(numbers: list[int], words: list[str]) -> dict[str, int]:
    return {word: number for word, number in zip(words, numbers, strict=True) if number}


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def sets_of(r: Fields, seat: int) -> list[int]:
    return [r.sets[seat] >> 2 * card & 3 for card in range(CARDS)]


def due_from(r: Fields, seat: int) -> int:
    """The phrase a party of the accepted trade must fulfil."""
    phrase: int = r.said[r.turn] if (seat == r.turn) == (r.mode == OFFER) else r.said[r.accepted]
    return phrase


# ---- writing -----------------------------------------------------------------------------------------------------


def to_json(r: Fields) -> JSON:
    """The whole position; what is unknown to nobody in particular is left out where it follows from the rest."""
    players = range(r.players)
    data: JSON = {
        "game": "respublica",
        "players": r.players,
        "phase": PHASES[r.phase],
        "to_act": "chance" if r.to_act == CHANCE else seat_or_none(r.to_act),
        "turn": seat_or_none(r.turn),
        "decks": {
            "people": held(r.decks[:FIRST_TECHNOLOGY], PEOPLE_WORDS),
            "technology": held(r.decks[FIRST_TECHNOLOGY:], TECHNOLOGY_WORDS),
        },
        **write_stacks(r),
        **write_trade(r),
        "pending": {"people": r.pending_people, "technology": r.pending_technology} if r.phase == DEAL else None,
        "idle": r.idle,
        "final_round": seat_or_none(r.final),
        "known": [
            [held(r.known[viewer][CARDS * s : CARDS * (s + 1)], CARD_WORDS) for s in players] for viewer in players
        ],
        "seats": [write_seat(r, seat) for seat in players],
    }
    if any(r.wanted):
        data["wanted"] = [CARD_WORDS[card - 1] if card else None for card in r.wanted[: r.players]]
    if any(
        r.sure[viewer][2 * s + c] != number_in(r, s, c)
        for viewer in players
        for s in players
        for c in (0, 1)
        if s != viewer
    ):
        data["categories"] = [
            [dict(zip(CATEGORIES, r.sure[viewer][2 * s : 2 * s + 2], strict=True)) for s in players]
            for viewer in players
        ]
    if r.steps_len:
        data["unfinished"] = r.steps[: r.steps_len]
    return data


def number_in(r: Fields, seat: int, category: int) -> int:
    """People (0) or technology (1) cards in a hand."""
    return sum(r.hands[seat][FIRST_TECHNOLOGY * category : FIRST_TECHNOLOGY * (category + 1)])


def write_stacks(r: Fields) -> JSON:
    founded = sum(sum(sets_of(r, seat)[:FIRST_TECHNOLOGY]) for seat in range(r.players))
    left = [points for points, owner in zip(MONUMENTS, r.monuments, strict=True) if owner == NOBODY]
    return {"cities_left": CITIES - founded, "monuments_left": left}


def write_trade(r: Fields) -> JSON:
    if r.mode == NO_MODE:
        return {"announcement": None, "answers": {}, "accepted": None, "given": {}}
    answers = {
        str(seat): "nothing" if r.answered[seat] == SAID_NOTHING else phrase_text(r.said[seat])
        for seat in range(r.players)
        if r.answered[seat] != UNASKED
    }
    chosen = r.phase == GIVE and r.to_act != r.turn and leaves_choice(due_from(r, r.turn))
    return {
        "announcement": {"mode": MODES[r.mode - 1], "phrase": phrase_text(r.said[r.turn])},
        "answers": answers,
        "accepted": seat_or_none(r.accepted),
        "given": {str(r.turn): spelled(r.given[0])} if chosen else {},
    }


def spelled(cards: list[int]) -> list[str]:
    return [word for word, number in zip(CARD_WORDS, cards, strict=True) for _ in range(number)]


def write_seat(r: Fields, seat: int) -> JSON:
    sets = sets_of(r, seat)
    return {
        "hand": held(r.hands[seat], CARD_WORDS),
        "sets": spelled(sets),
        "cities": sum(sets[:FIRST_TECHNOLOGY]),
        "monuments": [points for points, owner in zip(MONUMENTS, r.monuments, strict=True) if owner == seat],
    }


# ---- reading -----------------------------------------------------------------------------------------------------


def from_json(data: JSON, r: Fields) -> None:
    """The same back, into blank fields."""
    check_object(data, "The position", REQUIRED, [*REQUIRED, *OPTIONAL])
    r.players = check_int(data["players"], "players", 3, SEATS)
    r.phase = check_word(data["phase"], "phase", PHASES)
    r.idle = check_int(data["idle"], "idle", 0, MOST_IDLE)
    r.final = read_seat_or_none(data["final_round"], "final_round", r)
    read_decks(data["decks"], r)
    for seat, display in enumerate(check_list(data["seats"], "seats", r.players, r.players)):
        read_seat(display, r, seat)
    check_cards(r)
    read_monuments(data, r)
    read_turn(data, r)
    read_trade(data, r)
    read_pending(data.get("pending"), r)
    read_knowledge(data, r)
    wanted = data.get("wanted")
    for seat, card in enumerate(check_list(wanted, "wanted", r.players, r.players) if wanted is not None else []):
        r.wanted[seat] = 0 if card is None else 1 + check_word(card, f"wanted[{seat}]", CARD_WORDS)


def unfinished(data: JSON, p: Any) -> list[int]:
    """A seat that is to give begins to choose; the decisions of an unfinished move are still to be made."""
    if data["phase"] == "give":
        begin_gift(p, data["to_act"])
    return [
        check_int(step, "a step of unfinished", 0, 63)
        for step in check_list(data.get("unfinished", []), "unfinished", 0, 20)
    ]


def read_seat_or_none(value: Any, where: str, r: Fields) -> int:
    return NOBODY if value is None else check_int(value, where, 0, r.players - 1)


def read_decks(data: Any, r: Fields) -> None:
    decks = check_object(data, "decks", CATEGORIES)
    people = check_counts(decks["people"], "decks.people", PEOPLE_WORDS, COPIES)
    r.decks = people + check_counts(decks["technology"], "decks.technology", TECHNOLOGY_WORDS, COPIES)


def read_seat(data: Any, r: Fields, seat: int) -> None:
    where = f"seats[{seat}]"
    check_object(data, where, ["hand", "sets"], ["cities", "monuments"])
    r.hands[seat] = check_counts(data["hand"], f"{where}.hand", CARD_WORDS, COPIES)
    for laid in check_list(data["sets"], f"{where}.sets", 0, 2 * CARDS):
        card = check_word(laid, f"a set in {where}.sets", CARD_WORDS)
        require(r.sets[seat] >> 2 * card & 3 < 2, f"{where} cannot have laid {laid} three times.")
        r.sets[seat] += 1 << 2 * card
    cities = sum(sets_of(r, seat)[:FIRST_TECHNOLOGY])
    require(data.get("cities", cities) == cities, f"{where}.cities must be {cities}, by the sets.")


def check_cards(r: Fields) -> None:
    for card, name in enumerate(CARD_WORDS):
        number = r.decks[card] + sum(hand[card] for hand in r.hands)
        number += SET * sum(sets_of(r, seat)[card] for seat in range(r.players))
        require(number == COPIES, f"There are {number} {name} cards over decks, hands and sets; it must be {COPIES}.")


def read_monuments(data: JSON, r: Fields) -> None:
    """Who owns which monument: the dearest are gone, and everybody has one for each set of technology."""
    taken: list[tuple[int, int]] = []
    for seat, display in enumerate(data["seats"]):
        built = sum(sets_of(r, seat)[FIRST_TECHNOLOGY:])
        owned = check_list(
            display.get("monuments", [] if built == 0 else None), f"seats[{seat}].monuments", built, built
        )
        taken += [(check_int(points, f"a monument of seats[{seat}]", 4, 9), seat) for points in owned]
    taken.sort(key=lambda monument: -monument[0])
    dearest = list(MONUMENTS[: len(taken)])
    require([points for points, _ in taken] == dearest, f"The monuments taken must be the dearest, {dearest}.")
    r.monuments = [seat for _, seat in taken] + [NOBODY] * (CITIES - len(taken))
    for key, value in write_stacks(r).items():
        require(data.get(key, value) == value, f"{key} must be {value}, by the sets.")


def read_turn(data: JSON, r: Fields) -> None:
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
    require(r.phase != LAST_LAY or r.final != NOBODY, "final_round is missing in the last lay.")


def read_trade(data: JSON, r: Fields) -> None:
    """Announcement, answers in their order, acceptance, gifts."""
    r.accepted = NOBODY
    announcement, answers = data.get("announcement"), data.get("answers") or {}
    if r.phase not in (ANSWER, ACCEPT, GIVE):
        nothing = announcement is None and not answers and data.get("accepted") is None and not data.get("given")
        require(nothing, f"There is no trade in phase {PHASES[r.phase]}.")
        return
    announcement = check_object(announcement, "announcement", ["mode", "phrase"])
    r.mode = 1 + check_word(announcement["mode"], "announcement.mode", MODES)
    r.said[r.turn] = read_said(announcement["phrase"], "announcement.phrase")
    if r.mode == OFFER:
        require_held(r, r.turn, r.said[r.turn], each=True)
    read_answers(answers, r)
    if r.phase == GIVE:
        read_gifts(data, r)
    else:
        require(data.get("accepted") is None and not data.get("given"), "Nothing is accepted yet.")


def read_said(text: Any, where: str) -> int:
    phrase = read_phrase(text) if isinstance(text, str) else None
    if phrase is None:
        require(False, f"{where} must be a phrase such as '1 greek or 2 people', not {abbreviate(text)}.")
    return phrase or NO_PHRASE


def read_answers(answers: Any, r: Fields) -> None:
    asked = [(r.turn + step) % r.players for step in range(1, r.players)]
    if r.phase == ANSWER:
        require(r.to_act != r.turn, "The active seat does not answer.")
        asked = asked[: asked.index(r.to_act)]
    check_object(answers, "answers", [str(seat) for seat in asked])
    for seat in asked:
        text = answers[str(seat)]
        r.answered[seat] = SAID_NOTHING if text == "nothing" else SAID_PHRASE
        if text != "nothing":
            r.said[seat] = read_said(text, f"answers.{seat}")
            if r.mode == OFFER:
                require_held(r, seat, r.said[seat], each=True)
            else:
                require_held(r, seat, r.said[r.turn], each=False)
    require(r.phase == ANSWER or SAID_PHRASE in r.answered, "There is no answer to accept.")


def require_held(r: Fields, seat: int, phrase: int, each: bool) -> None:
    """A seat holds what it said: each alternative of an "or", or at least one."""
    held_ = [can_give(r.hands[seat], phrase, which) for which in alternatives(phrase)]
    require(all(held_) if each else any(held_), f"Seat {seat} cannot give {phrase_text(phrase)!r}.")


def alternatives(phrase: int) -> list[int]:
    return [1, 2] if joint_of(phrase) == 2 else [BOTH_ITEMS]


def can_give(hand: list[int], phrase: int, which: int) -> bool:
    """Whether cards of a hand can be matched to the items, the narrower first."""
    left = list(hand)
    for kind, count in sorted((kind_of(phrase, item), items_of(phrase, which, item)) for item in range(2)):
        missing = count
        for card in range(CARDS):
            if kind in (card, CARDS + 2) or kind == CARDS + (card >= FIRST_TECHNOLOGY):
                taken = min(missing, left[card])
                left[card] -= taken
                missing -= taken
        if missing:
            return False
    return True


def read_gifts(data: JSON, r: Fields) -> None:
    r.accepted = check_int(data.get("accepted"), "accepted", 0, r.players - 1)
    require(r.answered[r.accepted] == SAID_PHRASE, "accepted must be a seat that answered with a phrase.")
    if r.mode == ASK:
        require_held(r, r.turn, r.said[r.accepted], each=False)
    require(r.to_act in (r.turn, r.accepted), "Only the two who trade give.")
    require(leaves_choice(due_from(r, r.to_act)), f"Seat {r.to_act} has no choice of what to give.")
    given = data.get("given") or {}
    first_done = r.to_act != r.turn
    chosen = first_done and leaves_choice(due_from(r, r.turn))
    check_object(given, "given", [str(r.turn)] if chosen else [])
    if not first_done:
        return
    phrase = due_from(r, r.turn)
    if chosen:
        for card in check_list(given[str(r.turn)], "given", 1, 18):
            r.given[0][check_word(card, "a card in given", CARD_WORDS)] += 1
        fits = any(fulfils(r.given[0], phrase, which) for which in alternatives(phrase))
        enough = all(number <= r.hands[r.turn][card] for card, number in enumerate(r.given[0]))
        require(fits and enough, f"given does not fulfil {phrase_text(phrase)!r}.")
    else:
        for item in range(2):
            if kind_of(phrase, item) < CARDS:
                r.given[0][kind_of(phrase, item)] += items_of(phrase, BOTH_ITEMS, item)


def fulfils(cards: list[int], phrase: int, which: int) -> bool:
    size = sum(items_of(phrase, which, item) for item in range(2))
    return sum(cards) == size and can_give(cards, phrase, which)


def read_pending(data: Any, r: Fields) -> None:
    if r.phase != DEAL:
        require(data is None, "pending must be null outside phase deal.")
        return
    pending = check_object(data, "pending", CATEGORIES)
    r.pending_people = check_int(pending["people"], "pending.people", 0, min(1, sum(r.decks[:FIRST_TECHNOLOGY])))
    r.pending_technology = check_int(
        pending["technology"], "pending.technology", 0, min(3, sum(r.decks[FIRST_TECHNOLOGY:]))
    )
    require(r.pending_people + r.pending_technology in (1, 2, 3), "pending must name one to three cards.")


def read_knowledge(data: JSON, r: Fields) -> None:
    """What everybody knows of the others: nothing of cards and all of categories, if nothing is said."""
    seats = range(r.players)
    known, categories = data.get("known"), data.get("categories")
    for viewer, of_viewer in enumerate(check_list(known, "known", r.players, r.players) if known is not None else []):
        for seat, cards in enumerate(check_list(of_viewer, f"known[{viewer}]", r.players, r.players)):
            where = f"known[{viewer}][{seat}]"
            found = check_counts(cards, where, CARD_WORDS, COPIES)
            true = seat != viewer and all(number <= r.hands[seat][card] for card, number in enumerate(found))
            require(true or not any(found), f"{where} must be cards that another seat holds.")
            r.known[viewer][CARDS * seat : CARDS * (seat + 1)] = found
    for viewer in seats:
        for seat in seats:
            if seat != viewer:
                r.sure[viewer][2 * seat : 2 * seat + 2] = [number_in(r, seat, 0), number_in(r, seat, 1)]
    for viewer, of_viewer in enumerate(
        check_list(categories, "categories", r.players, r.players) if categories else []
    ):
        for seat, numbers in enumerate(check_list(of_viewer, f"categories[{viewer}]", r.players, r.players)):
            where = f"categories[{viewer}][{seat}]"
            check_object(numbers, where, CATEGORIES)
            most = [number_in(r, seat, 0), number_in(r, seat, 1)] if seat != viewer else [0, 0]
            for category, name in enumerate(CATEGORIES):
                r.sure[viewer][2 * seat + category] = check_int(numbers[name], f"{where}.{name}", 0, most[category])
