"""The types of what a seat may know in Res Publica: the facts of a position, and the view with advice."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from heliopolis.text.message_json import MessageJSON


class DeckCounts(TypedDict):
    """Numbers of cards by deck."""

    people: int
    technology: int


class Announcement(TypedDict):
    """What the active player has said."""

    mode: Literal["ask", "offer"]
    phrase: str


class PublicSeat(TypedDict):
    """What everybody sees of a seat."""

    sets: list[str]  # the card of each
    cities: int
    monuments: list[int]  # points of each
    cards: int  # in hand
    points: int  # of cities and monuments


class SeatFacts(PublicSeat, total=False):
    """What a viewer may know of a seat: their own hand, or what they know of another's; all hands after the end."""

    hand: dict[str, int]
    hand_points: int
    known: dict[str, int]  # cards that it holds at least
    at_least: DeckCounts  # cards of either deck that it holds at least


class ResPublicaFacts(TypedDict):
    """What a seat, or a spectator, may know of a position of Res Publica."""

    game: Literal["respublica"]
    players: int
    phase: Literal["trade", "answer", "accept", "give", "lay", "draw", "deal", "last lay", "over"]
    to_act: int | Literal["chance"] | None
    turn: int | None
    cities_left: int
    monuments_left: list[int]  # points of each
    announcement: Announcement | None
    answers: dict[str, str]  # by seat: a phrase, or `nothing`
    accepted: int | None  # seat
    pending: DeckCounts | None  # cards still to come in this draw
    idle: int  # turns begun since a card was drawn or a set laid
    final_round: int | None  # the seat whose next turn is the last
    seat: int | None  # the viewer
    decks: DeckCounts
    wanted: list[str | None]  # by seat: the card it last asked for or named as its price
    seats: list[SeatFacts]
    given: list[str] | None  # cards that the viewer has chosen to give
    unfinished: list[int]  # actions of the viewer's unfinished move


class PhraseLimits(TypedDict):
    """How many cards a phrase may name."""

    most: dict[str, int]  # by kind
    together: dict[str, dict[str, int]] | None  # both items of an *and*, by kind and kind; None: no limit


class AskedAlternative(TypedDict):
    """Something that the active player asks for, and whether the seat can give it."""

    what: MessageJSON
    can: bool


class GiftSlot(TypedDict):
    """Cards that are to be given: so many of these."""

    count: int
    cards: list[str]


class ResPublicaAdvice(TypedDict):
    """What a view adds to the facts for the seat to act; nothing for others."""

    why_not: dict[str, MessageJSON]  # by move
    sayable: dict[Literal["ask", "offer", "for"], PhraseLimits] | None
    can_give: list[AskedAlternative]
    prices: dict[str, str]  # by answering seat: what accepting its answer would cost
    due: list[list[GiftSlot]] | None  # by alternative


class CardFacts(TypedDict):
    """What a viewer can say about a card."""

    total: int  # in the game
    hand: int | None  # in the viewer's hand
    laid: int  # in sets
    places: list[int]  # by seat: in sets, in the viewer's own hand, and in another's at least
    unseen: int  # of which the viewer does not know where they are
    next: float | None  # how likely it is the next card of its deck, as far as the viewer can tell; None: deck empty
    set_points: int | None  # of the next set; None: no city or monument is left
    worth: int | None  # points that one more card would bring the viewer, were the game over


class ResPublicaView(ResPublicaFacts, ResPublicaAdvice):
    """A position of Res Publica as a seat, or a spectator, sees it."""

    legal: list[str]  # moves of the seat to act
    card_facts: dict[str, CardFacts]


class Sources(TypedDict):
    """The points of a seat by source."""

    cities: int
    monuments: int
    pairs: int  # of identical cards in hand


class LaidSet(TypedDict):
    """A set that was laid: a city, or a monument."""

    card: str
    points: int


class HeldCards(TypedDict):
    """Identical cards in hand in the end."""

    card: str
    count: int
    points: int  # of their pairs


class TurnMark(TypedDict):
    """Something that happened in a turn, from 1."""

    turn: int
    what: MessageJSON


class ResPublicaAccount(TypedDict):
    """Where the points of a finished game came from."""

    sources: list[Sources]  # by seat
    laid: list[list[LaidSet]]  # by seat, in their order
    hands: list[list[HeldCards]]  # by seat
    turns: list[int]  # moves played before the first turn and after each
    points: list[list[int]]  # by the same, then by seat: cities and monuments, in the end all points
    marks: list[TurnMark]
