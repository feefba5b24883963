"""Res Publica: how a game ended: points by source, sets laid, and points over the turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.cards import PEOPLE_NAMES
from heliopolis.games.respublica.scoring import CARDS_PER_POINT, POINTS_PER_CITY
from heliopolis.games.respublica.types import HeldCards, LaidSet, ResPublicaAccount, Sources, TurnMark
from heliopolis.text.ending import widest_lead
from heliopolis.text.message_json import MessageJSON, message_json

PLAY_ON = 2 / 3  # of the turns are over where a practice table begins: late enough to matter, early enough to trade


def account(course: Sequence[JSON]) -> ResPublicaAccount:
    """Return where the points came from, from what a spectator knew after each move."""
    turns = [number for number, (before, after) in enumerate(pairwise(course), 1) if ends_turn(before, after)]
    points = [[seat["points"] for seat in course[number]["seats"]] for number in (0, *turns)]
    sources = [sources_of(seat) for seat in course[-1]["seats"]]
    points[-1] = [source["cities"] + source["monuments"] + source["pairs"] for source in sources]
    return {
        "sources": sources,
        "laid": [list(sets_laid(course, seat)) for seat in range(len(sources))],
        "hands": [held_cards(seat["hand"]) for seat in course[-1]["seats"]],
        "turns": [0, *turns],
        "points": points,
        "marks": list(marks(course, turns)),
    }


def ends_turn(before: JSON, after: JSON) -> bool:
    """Return whether a turn ended between two positions; laying the last sets belongs to the last turn."""
    return bool(after["phase"] == "over" or (after["turn"] != before["turn"] and after["phase"] == "trade"))


def sources_of(seat: JSON) -> Sources:
    """Return what a seat scored in the end by source."""
    cities = POINTS_PER_CITY * seat["cities"]
    return {"cities": cities, "monuments": sum(seat["monuments"]), "pairs": seat["hand_points"]}


def held_cards(hand: dict[str, int]) -> list[HeldCards]:
    """Return a hand in the end, with the points of each kind of card."""
    return [{"card": card, "count": count, "points": count // CARDS_PER_POINT} for card, count in hand.items()]


def sets_laid(course: Sequence[JSON], seat: int) -> Iterator[LaidSet]:
    """Yield the sets that a seat laid in their order, with the points of each."""
    for before, after in pairwise(course):
        earlier, sets = list(before["seats"][seat]["sets"]), after["seats"][seat]["sets"]
        if len(sets) == len(earlier):
            continue
        for card in earlier:
            sets = remove_one(sets, card)
        points = POINTS_PER_CITY if sets[0] in PEOPLE_NAMES else after["seats"][seat]["monuments"][-1]
        yield {"card": sets[0], "points": points}


def remove_one(cards: Sequence[str], card: str) -> list[str]:
    """Return cards without the first of a kind."""
    place = cards.index(card)
    return [*cards[:place], *cards[place + 1 :]]


def marks(course: Sequence[JSON], turns: Sequence[int]) -> Iterator[TurnMark]:
    """Yield when the first monument was built, and when the last technology card was drawn."""
    for number, (before, after) in enumerate(pairwise(course), 1):
        turn = sum(end < number for end in turns) + 1
        if all(not seat["monuments"] for seat in before["seats"]):
            for seat, shown in enumerate(after["seats"]):
                if shown["monuments"]:
                    points = shown["monuments"][0]
                    yield {"turn": turn, "what": message_json("respublica.ending.first", seat=seat, points=points)}
        if before["decks"]["technology"] and not after["decks"]["technology"]:
            yield {"turn": turn, "what": message_json("respublica.ending.last_technology")}


def tie_break(last: JSON, winner: int) -> None:
    """Return None: players with equal points share the victory (ruling 10)."""


def difference(found: ResPublicaAccount, winner: int, other: int) -> MessageJSON | None:
    """Return the source by which the winner was furthest ahead of another seat; None if there is none."""
    sums = [dict[str, int](**found["sources"][seat]) for seat in (winner, other)]
    lead = widest_lead(*sums)
    if lead is None:
        return None
    return message_json("respublica.ending.difference", source=lead, points=sums[0][lead], others=sums[1][lead])


def play_on(found: ResPublicaAccount) -> int:
    """Return after how many moves a turn began that leaves enough of the game to play it differently."""
    return found["turns"][int(PLAY_ON * (len(found["turns"]) - 1))]
