"""What can be done at a table: each command says which entries it adds to the log, or why it cannot be.

Nothing changes here; whoever asks appends the entries.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.matches import TEKHENU, Companion, Dealt, check_operation
from heliopolis.server.domain.names import TALK, clean
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import OVER, RUNNING, WAITING, Facts, Seat, Table
from heliopolis.server.domain.undo import Undo, find_undo

Entries = list[JSON]

# ---- who may, and when ---------------------------------------------------------------------------------------------


def own_seat(table: Table, player: str | None, seat: int | None) -> int:
    """A seat of the player's: the one he names, else the one to act, else his first."""
    mine = table.seats_of(player)
    if seat is None and mine:
        return table.to_act if table.to_act in mine else mine[0]
    if seat not in mine:
        raise Problem("seat.foreign", seat=seat)
    return seat


def check_host(table: Table, player: str | None) -> None:
    if player != table.facts.host:
        raise Problem("host.only")


def check_place(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Problem("seat.unknown", seat=seat)
    return table.seats[seat]


def check_running(table: Table) -> None:
    if table.status != RUNNING:
        raise Problem(f"table.{table.status}")


def check_not_over(table: Table) -> None:
    if table.status == OVER:
        raise Problem("table.over")


def check_fresh(table: Table, expected: int) -> None:
    """Nobody decides on the ground of a game that has gone on; talk and new people do not matter."""
    if not table.moved <= expected <= table.seq:
        raise Problem("table.stale", seq=table.seq)


# ---- playing -------------------------------------------------------------------------------------------------------


def play(table: Table, player: str | None, seat: int | None, expected: int, move: str) -> Entries:
    seat = own_seat(table, player, seat)
    match = may_decide(table, seat, expected)
    return [{"kind": "move", "seat": seat, "player": player, **match.try_move(move)}]


def may_decide(table: Table, seat: int, expected: int) -> Dealt:
    check_running(table)
    check_fresh(table, expected)
    if not isinstance(table.match, Dealt):
        raise Problem("game.other")
    if seat != table.to_act:
        raise Problem("turn.other", to_act=table.to_act)
    if table.seats[seat].bot is not None:
        raise Problem("seat.bot", seat=seat)
    return table.match


def play_bot(table: Table, seat: int, expected: int, move: str) -> Entries:
    """The same for a bot, if it is still its turn."""
    if table.moved != expected or seat != table.to_act or table.seats[seat].bot is None:
        raise Problem("table.stale", seq=table.seq)
    assert isinstance(table.match, Dealt)
    return [{"kind": "move", "seat": seat, "player": None, **table.match.try_move(move)}]


def check(table: Table, player: str | None, seat: int | None, move: str) -> None:
    """Whether a move could be made."""
    may_decide(table, own_seat(table, player, seat), table.seq).try_move(move)


def operate(table: Table, player: str | None, expected: int, operation: Any) -> Entries:
    own_seat(table, player, None)
    if not isinstance(table.match, Companion):
        raise Problem("game.other")
    check_fresh(table, expected)
    return [{"kind": "operation", "operation": check_operation(table.match.session, operation)}]


def take_back(table: Table, player: str | None, seat: int | None, expected: int, practice: bool) -> tuple[int, Undo]:
    """Which seat takes back, and to where."""
    seat = own_seat(table, player, seat)
    if not isinstance(table.match, Dealt):
        raise Problem("game.other")
    check_running(table)
    check_fresh(table, expected)
    found = find_undo(table, player)
    if found.practice and not (practice or table.practice):
        raise Problem("undo.practice")
    return seat, found


def talk(table: Table, player: str | None, seat: int | None, text: str) -> Entries:
    seat = own_seat(table, player, seat)
    said = clean(text)
    if not 1 <= len(said) <= TALK:
        raise Problem("request.malformed", where="text")
    return [{"kind": "chat", "seat": seat, "name": table.seats[seat].name, "text": said}]


# ---- people --------------------------------------------------------------------------------------------------------


def with_start(table: Table, entries: Entries) -> Entries:
    """The game begins as soon as no seat is open."""
    if table.status != WAITING:
        return entries
    filled = {entry["seat"] for entry in entries if entry["kind"] in ("sit", "fill")}
    complete = all(not place.open or seat in filled for seat, place in enumerate(table.seats))
    return [*entries, {"kind": "start"}] if complete else entries


def sit(table: Table, player: str, seat: int, name: str | None) -> Entries:
    check_not_over(table)
    if table.seats[seat].player is not None:
        raise Problem("link.dead")
    return with_start(table, [{"kind": "sit", "seat": seat, "player": player, "name": name}])


def leave(table: Table, player: str | None, seat: int) -> Entries:
    seat = own_seat(table, player, seat)
    return [vacate(table, "leave", seat)]


def remove(table: Table, player: str | None, seat: int) -> Entries:
    check_host(table, player)
    if check_place(table, seat).player is None:
        raise Problem("seat.bot", seat=seat)
    return [vacate(table, "remove", seat)]


def vacate(table: Table, kind: str, seat: int) -> JSON:
    """The seat is open again; in the middle of a game a bot goes on."""
    check_not_over(table)
    bot = None if table.status == WAITING or table.facts.game == TEKHENU else table.facts.stand_in
    return {"kind": kind, "seat": seat, "name": table.seats[seat].name, "bot": bot}


def fill(table: Table, player: str | None, seat: int, bot: str) -> Entries:
    check_host(table, player)
    check_not_over(table)
    if check_place(table, seat).player is not None:
        raise Problem("seat.person", seat=seat)
    if table.facts.game == TEKHENU:
        raise Problem("game.other")
    return with_start(table, [{"kind": "fill", "seat": seat, "bot": bot}])


def go_away(table: Table, player: str | None, seat: int, bot: str | None, why: str = "own") -> Entries:
    seat = own_seat(table, player, seat)
    check_running(table)
    if table.facts.game == TEKHENU:
        raise Problem("game.other")
    if table.seats[seat].away:
        raise Problem("seat.bot", seat=seat)
    name, bot = table.seats[seat].name, bot or table.facts.stand_in
    return [{"kind": "away", "seat": seat, "name": name, "bot": bot, "why": why}]


def come_back(table: Table, player: str | None, seat: int) -> Entries:
    seat = own_seat(table, player, seat)
    if not table.seats[seat].away:
        raise Problem("seat.person", seat=seat)
    return [{"kind": "back", "seat": seat, "name": table.seats[seat].name}]


def check_link(table: Table, player: str | None, seat: int) -> None:
    """Whether the host may give out a link for a seat."""
    check_host(table, player)
    check_not_over(table)
    if check_place(table, seat).player is not None:
        raise Problem("seat.person", seat=seat)


def time_out(table: Table, now: float) -> Entries:
    """The person to act ran out of time."""
    if table.deadline is None or now < table.deadline or table.to_act is None:
        return []
    seat = table.to_act
    return go_away(table, table.seats[seat].player, seat, None, why="time")


# ---- new tables ----------------------------------------------------------------------------------------------------


def opening(seats: list[Seat]) -> Entries:
    """The first entries of a table."""
    opened = {"kind": "open", "seats": [{"player": s.player, "name": s.name, "bot": s.bot} for s in seats]}
    return [opened] if any(seat.open for seat in seats) else [opened, {"kind": "start"}]


def rematch(table: Table, player: str | None, new_id: str, now: float) -> tuple[Facts, list[Seat]]:
    """The same people and bots at a new table."""
    own_seat(table, player, None)
    if table.status != OVER:
        raise Problem(f"table.{table.status}")
    assert player is not None
    facts = replace(table.facts, id=new_id, host=player, created=now, deal=Deal.secret())
    return facts, [Seat(seat.player, seat.name, None if seat.player else seat.bot) for seat in table.seats]
