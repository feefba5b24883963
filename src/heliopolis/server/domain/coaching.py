"""Who may have advice at a table: against bots alone everybody, with other people only if all of them agree.

The rule is the same for a single hint and for the coach, who advises at every decision. Each person agrees for
themselves and can withdraw at any time; both stand in the log. Whoever sits down has not agreed yet.
"""

from __future__ import annotations

from heliopolis.server.domain.changes import Change
from heliopolis.server.domain.commands import check_has_bots, check_not_over
from heliopolis.server.domain.tables import Seat, Table


def has_agreed(table: Table, seat: Seat) -> bool:
    """Return whether the person at a seat agrees to advice.

    At a table of version 0.1 that allowed hints, everybody who sits there has agreed, until they say no.
    """
    return table.setup.hints if seat.coach is None else seat.coach


def all_agree(table: Table) -> bool:
    """Return whether everybody who has a seat agrees to advice."""
    return all(has_agreed(table, seat) for seat in table.seats if seat.player is not None)


def is_coach_on(table: Table) -> bool:
    """Return whether the coach advises at every decision: somebody has asked for it, and all agree."""
    return any(seat.coach for seat in table.seats) and all_agree(table)


def may_have_hints(table: Table, player: str | None) -> bool:
    """Return whether a player may have advice on their own decisions."""
    plays = table.match.has_bots and bool(table.seats_of(player))
    return plays and (not table.others(player) or all_agree(table))


def agree(table: Table, player: str | None, seat: int | None, agrees: bool) -> Change:
    """Let a person agree to the coach, for all their seats, or withdraw; what is so already changes nothing."""
    seat = table.own_seat(player, seat)
    check_has_bots(table)
    check_not_over(table)
    place = table.seats[seat]
    if place.coach is agrees:
        return Change(table, [])
    entry = {"kind": "coach", "seat": seat, "name": place.name, "agrees": agrees}
    return Change(table, [{**entry, "on": is_coach_on(table.with_agreement(seat, agrees))}])
