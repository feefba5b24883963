"""Why one move is better than another in a sun auction, as messages with numbers from the rules.

Each function looks at one pair of moves and yields facts that speak for the better one. A fact has a weight, roughly
the points that it is about; the heaviest three are told. A game adds the facts about its own moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from heliopolis.games.sun.advice import GameAdvice, Records, bidding, if_epoch_ended, odds, play_on_copy
from heliopolis.games.sun.auction import DRAWN, EPOCHS, FORCED, RA_TRACK_LENGTH, ROW
from heliopolis.games.sun.heuristic import GOOD_ROW, SUN_STEP
from heliopolis.games.sun.notation import suns_of
from heliopolis.games.sun.types import BidStatus
from heliopolis.games.sun.worth import SUNS, Worth, with_row, worth_of_row
from heliopolis.kernel import NOBODY, Fields, read_fields, wrap_records
from heliopolis.text.message_json import MessageJSON, message_json
from heliopolis.text.numbers import signed

if TYPE_CHECKING:
    from heliopolis.core.position import Position

MAX_REASONS = 3
MIN_WEIGHT = 1.0  # of a second or third reason
DENIED = 0.6  # how much points that somebody else does not get weigh beside own ones


class Fact(NamedTuple):
    """A message that speaks for a move."""

    weight: float
    message: MessageJSON


@dataclass(frozen=True)
class Choice:
    """A decision of a seat, its best move and another one."""

    records: Records
    seat: int
    best: str
    other: str
    advice: GameAdvice

    @cached_property
    def r(self) -> Fields:
        """The position."""
        return read_fields(self.records[0])

    @cached_property
    def row(self) -> Worth:
        """What the row is worth to the seat."""
        return worth_of_row(self.records, self.seat, self.advice)

    @cached_property
    def own_suns(self) -> list[int]:
        """The seat's suns that are face up, the highest first."""
        return suns_of(self.r.suns_up[self.seat])

    @cached_property
    def rival_suns(self) -> list[int]:
        """The suns of all others that are face up, the highest first."""
        return sorted((sun for seat in self.rivals for sun in suns_of(self.r.suns_up[seat])), reverse=True)

    @cached_property
    def rivals(self) -> list[int]:
        """The other seats with a sun that is face up."""
        return [seat for seat in range(self.r.players) if seat != self.seat and self.r.suns_up[seat]]

    @property
    def ra_left(self) -> int:
        """How many more Ra tiles end the epoch."""
        return RA_TRACK_LENGTH[self.r.players] - int(self.r.ra_track)

    def fact(self, weight: float, key: str, **params: Any) -> Fact:
        """Return a fact about the seat that decides."""
        return Fact(weight, message_json(key, seat=self.seat, **params))


OwnFacts = Callable[[Choice], Iterable[Fact]]


def find_reasons(
    position: Position, seat: int, best: str, other: str, advice: GameAdvice, own_facts: OwnFacts
) -> list[MessageJSON]:
    """Return one to three messages that say why a move is better than another, the most important first."""
    records = position.game.blank()
    wrap_records(records)[0] = position.rule_records[0]
    choice = Choice(records, seat, best, other, advice)
    facts = [fact for fact in (*own_facts(choice), *shared_facts(choice)) if fact.weight > 0]
    facts.sort(key=lambda fact: -fact.weight)
    told = [fact for place, fact in enumerate(facts[:MAX_REASONS]) if place == 0 or fact.weight >= MIN_WEIGHT]
    return [fact.message for fact in told] or [suns_left(choice).message]


def shared_facts(choice: Choice) -> Iterator[Fact]:
    """Yield what speaks for the best move, as far as suns, the row and the Ra track tell."""
    best, other = choice.best.split(" ")[0], choice.other.split(" ")[0]
    if best == other == "bid":
        yield from for_another_sun(choice, sun_of(choice.best), sun_of(choice.other))
    elif best == "bid":
        yield from for_bid(choice, sun_of(choice.best))
    elif other == "bid":
        yield from for_pass(choice, sun_of(choice.other))
    elif best == "invoke":
        yield from for_invoking(choice)
    elif other == "invoke":
        yield from for_waiting(choice)
    if other == "draw":
        yield from against_draw(choice)


def sun_of(move: str) -> int:
    """Return the sun of a bid."""
    return int(move.removeprefix("bid "))


def suns_left(choice: Choice) -> Fact:
    """Return what is true of every decision: how many suns are left, and how long the row is."""
    own, others = len(choice.own_suns), len(choice.rival_suns)
    return choice.fact(0, "sun.reason.suns_left", own=own, others=others, number=choice.r.row_len)


# ---- the row -------------------------------------------------------------------------------------------------------


def for_row(choice: Choice) -> Iterator[Fact]:
    """What the row is worth to the seat is a reason to take it."""
    if choice.row.total > 0:
        yield row_fact(choice, choice.row.total, "sun.reason.row", "sun.reason.row_later")


def against_row(choice: Choice) -> Iterator[Fact]:
    """A row that is worth little is no reason to spend a sun."""
    if not choice.r.row_len:
        yield choice.fact(GOOD_ROW, "sun.reason.row_empty")
    elif choice.row.total < GOOD_ROW:
        yield row_fact(choice, GOOD_ROW - choice.row.total, "sun.reason.row_only", "sun.reason.row_only_later")


def row_fact(choice: Choice, weight: float, key: str, key_later: str) -> Fact:
    """Return what the row is worth to the seat: by one key in this epoch, by the other at the end of the game too."""
    row = choice.row
    if row.points_later:
        points, later = signed(row.points), signed(row.points_later)
        return choice.fact(weight, key_later, points=points, later=later, sources=row.sources)
    if row.points == 0:
        return choice.fact(weight, "sun.reason.row_nothing")
    key = key if row.points > 0 else "sun.reason.row_costs"
    return choice.fact(weight, key, points=abs(row.points), sources=row.sources)


def best_taker(records: Records, seats: Iterable[int], advice: GameAdvice) -> tuple[int, int]:
    """Return which of some seats the row is worth most to, and how much; NOBODY if there are none."""
    found = [(worth_of_row(records, seat, advice).total, seat) for seat in seats]
    worth, seat = max(found, default=(0, NOBODY))
    return seat, worth


def denial(choice: Choice, taker: int, worth: int) -> Iterator[Fact]:
    """Somebody else would profit from the row."""
    if taker != NOBODY and worth > 0:
        yield choice.fact(DENIED * worth, "sun.reason.denied", partner=taker, points=worth)


# ---- bids ----------------------------------------------------------------------------------------------------------


def for_bid(choice: Choice, sun: int) -> Iterator[Fact]:
    """Yield what speaks for a bid and against passing."""
    yield from for_row(choice)
    yield from denial(choice, *taker_after_pass(choice))
    yield from how_safe(choice, sun)
    yield from swap(choice, sun, choice.r.centre - sun)
    yield from points_for_suns(choice)
    yield from hurry(choice)


def for_pass(choice: Choice, sun: int) -> Iterator[Fact]:
    """Yield what speaks for passing and against a bid."""
    yield from against_row(choice)
    yield from whom_it_is_left_to(choice)
    yield from swap(choice, sun, sun - choice.r.centre)
    yield from sun_kept(choice, sun)
    yield from points_for_suns(choice)
    yield from time_left(choice)


def for_another_sun(choice: Choice, sun: int, other: int) -> Iterator[Fact]:
    """Yield what speaks for bidding one sun rather than another."""
    higher, higher_than_other = suns_that_beat(choice, sun), suns_that_beat(choice, other)
    if sun < other:
        if not higher:
            yield choice.fact(GOOD_ROW, "sun.reason.enough", sun=sun)
        elif higher == higher_than_other:
            yield choice.fact(GOOD_ROW / 2, "sun.reason.same_higher", sun=sun, other=other)
        else:
            yield from against_row(choice)
    elif len(higher) < len(higher_than_other):
        yield too_low(choice, sun, other, higher_than_other)
        yield from for_row(choice)
        yield from denial(choice, *taker_after_pass(choice))
    yield from points_for_suns(choice)
    yield from sun_kept(choice, other)


def too_low(choice: Choice, sun: int, other: int, higher_than_other: list[tuple[int, int]]) -> Fact:
    """Return who can beat the other sun, but not the best one."""
    weight, fewer = max(GOOD_ROW / 2, choice.row.total), len(suns_that_beat(choice, sun))
    if len(higher_than_other) == 1:
        higher, seat = higher_than_other[0]
        return choice.fact(weight, "sun.reason.too_low", sun=sun, other=other, higher=higher, partner=seat)
    suns = {"sun": sun, "other": other, "number": len(higher_than_other)}
    if fewer:
        return choice.fact(weight, "sun.reason.fewer_higher", fewer=fewer, **suns)
    return choice.fact(weight, "sun.reason.none_higher", **suns)


def suns_that_beat(choice: Choice, sun: int) -> list[tuple[int, int]]:
    """Return the suns above a bid of the seat that others can still bid, each with its owner; the highest first."""
    found = [(higher, status["seat"]) for status in later_bidders(choice) for higher in status["suns"] if higher > sun]
    return sorted(found, reverse=True)


def later_bidders(choice: Choice) -> list[BidStatus]:
    """Return those who are still to bid after the seat and can."""
    return [status for status in bidding(choice.r) if status["state"] == "can"]


def taker_after_pass(choice: Choice) -> tuple[int, int]:
    """Return who profits most of those who may get the row if the seat passes, and how much; NOBODY if none can."""
    leader = [] if choice.r.bidder == NOBODY else [choice.r.bidder]
    seats = [*leader, *(status["seat"] for status in later_bidders(choice))]
    return best_taker(choice.records, seats, choice.advice)


def how_safe(choice: Choice, sun: int) -> Iterator[Fact]:
    """Nobody can beat the bid, or only one sun can."""
    higher = suns_that_beat(choice, sun)
    if not higher:
        yield choice.fact(2.5, "sun.reason.safe", sun=sun)
    elif len(higher) == 1:
        yield choice.fact(2, "sun.reason.only_higher", sun=sun, higher=higher[0][0], partner=higher[0][1])


def whom_it_is_left_to(choice: Choice) -> Iterator[Fact]:
    """The row is worth little to those who can still get it, or nobody can."""
    seat, worth = taker_after_pass(choice)
    if seat == NOBODY:
        if choice.r.auction == DRAWN:
            yield choice.fact(2.5, "sun.reason.stays")
        elif choice.r.auction == FORCED:
            yield choice.fact(1.5, "sun.reason.goes", number=choice.r.row_len)
    elif worth < 0:
        yield choice.fact(1.5 - worth, "sun.reason.left_to_costs", points=-worth)
    elif choice.r.row_len and worth <= min(GOOD_ROW / 2, choice.row.total):
        yield choice.fact(1.5, "sun.reason.left_to", points=worth)


# ---- suns ----------------------------------------------------------------------------------------------------------


def swap(choice: Choice, sun: int, better: int) -> Iterator[Fact]:
    """The sun from the centre is better or worse than the one it is exchanged for."""
    if choice.r.epoch < EPOCHS:
        weight = better * SUN_STEP * (EPOCHS - choice.r.epoch)
        yield choice.fact(weight, "sun.reason.swap", sun=sun, centre=choice.r.centre)


def points_for_suns(choice: Choice) -> Iterator[Fact]:
    """In the last epoch the suns themselves score."""
    points, other = (suns_score(choice, move) for move in (choice.best, choice.other))
    if points > other:
        yield choice.fact(points - other, "sun.reason.sun_points", points=signed(points), other=signed(other))


def suns_score(choice: Choice, move: str) -> int:
    """Return what the seat's suns would score if the epoch ended after a move and the others passed."""
    action = choice.advice.vocabulary.actions.index(move)
    then = play_on_copy(choice.records, choice.seat, action, choice.advice)
    return if_epoch_ended(then, choice.advice)[choice.seat][SUNS]


def sun_kept(choice: Choice, sun: int) -> Iterator[Fact]:
    """What the sun can do that is not bid."""
    if not choice.rivals:
        yield choice.fact(5, "sun.reason.alone")
    elif sun > choice.rival_suns[0]:
        yield choice.fact(3, "sun.reason.keep_highest", sun=sun)
    elif len(choice.own_suns) == 1:
        yield choice.fact(2.5, "sun.reason.last_sun", sun=sun)
    else:
        yield choice.fact(1, "sun.reason.keep", sun=sun)


# ---- time ----------------------------------------------------------------------------------------------------------


def hurry(choice: Choice) -> Iterator[Fact]:
    """The epoch may be over before all suns of the seat are used."""
    suns = len(choice.own_suns)
    yield choice.fact(3 + suns - choice.ra_left, "sun.reason.hurry", number=choice.ra_left, suns=suns)


def time_left(choice: Choice) -> Iterator[Fact]:
    """Better rows can come before the epoch is over."""
    weight = min(3.0, (choice.ra_left - len(choice.own_suns) - 1) / 2)
    yield choice.fact(weight, "sun.reason.time", number=choice.ra_left)


def against_draw(choice: Choice) -> Iterator[Fact]:
    """The next tile may be Ra, which ends the epoch, or one that nobody wants."""
    chances = odds(choice.r.pile, choice.advice.unwanted_kinds)
    ra, bad = (round(100 * chances[tile]) for tile in ("ra", "bad"))
    if choice.ra_left == 1 and choice.r.row_len:
        yield choice.fact(1 + max(choice.row.total, 0) * chances["ra"] * 2, "sun.reason.ra_ends", percent=ra)
    if bad:
        yield bad_tile(choice, bad)


def bad_tile(choice: Choice, percent: int) -> Fact:
    """Return how likely the next tile is one that nobody wants, and what the worst of them would cost."""
    words, kinds = choice.advice.vocabulary, [kind for kind in choice.advice.unwanted_kinds if choice.r.pile[kind]]
    cost, face = max((cost_in_row(choice, face), face) for face in map(words.tile_of_face.index, kinds))
    key = f"sun.reason.next_{choice.advice.unwanted_word}"
    if cost <= 0:
        return choice.fact(percent / 20, key, percent=percent)
    tile = words.faces[face]
    return choice.fact(percent * (1 + cost) / 20, f"{key}_costs", percent=percent, tile=tile, points=cost)


def cost_in_row(choice: Choice, face: int) -> int:
    """Return how much less the row would be worth to the seat with one more tile."""
    r = choice.r
    longer = with_row(choice.records, [*r.row[: r.row_len], face])
    return choice.row.total - worth_of_row(longer, choice.seat, choice.advice).total


# ---- invoking Ra ---------------------------------------------------------------------------------------------------


def for_invoking(choice: Choice) -> Iterator[Fact]:
    """Yield what speaks for invoking Ra now."""
    taker, worth = best_taker(choice.records, choice.rivals, choice.advice)
    yield from for_row(choice)
    if choice.row.total > 0:
        yield from denial(choice, taker, worth)
    elif worth > 0:
        yield choice.fact(2, "sun.reason.others_pay", partner=taker, points=worth)
    if not choice.rivals:
        yield choice.fact(2, "sun.reason.no_rivals")
    elif choice.own_suns[0] > choice.rival_suns[0]:
        yield choice.fact(2.5, "sun.reason.highest", sun=choice.own_suns[0])
    yield from hurry(choice)


def for_waiting(choice: Choice) -> Iterator[Fact]:
    """Yield what speaks against invoking Ra now."""
    taker, worth = best_taker(choice.records, choice.rivals, choice.advice)
    yield from against_row(choice)
    if worth > choice.row.total:
        yield choice.fact(worth - choice.row.total, "sun.reason.offers", partner=taker, points=worth)
    higher = [sun for sun in choice.rival_suns if sun > choice.own_suns[0]]
    if higher:
        yield choice.fact(1.5, "sun.reason.outbid", number=len(higher), sun=choice.own_suns[0])
    if choice.r.row_len < ROW and choice.row.total < GOOD_ROW:
        yield choice.fact(1, "sun.reason.must_bid")
    if not choice.rivals and choice.ra_left > 1:
        yield choice.fact(5, "sun.reason.alone")
    yield from time_left(choice)
