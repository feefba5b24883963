"""What can be done at a table: each command returns the change it makes, or refuses with a Problem.

Nothing is changed here: whoever calls a command commits the change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.server.domain.changes import Change
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.limits import check_kind, check_not_full
from heliopolis.server.domain.names import MAX_CHAT, check_not_taken, clean, number_name
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import OVER, RUNNING, WAITING, Seat, Table, TableSetup, new_table
from heliopolis.server.domain.undo import NoUndo, Undo, find_undo

# ---- checks ----------------------------------------------------------------------------------------------------------


def check_host(table: Table, player: str | None) -> None:
    """Refuse everybody but the host."""
    if player != table.setup.host:
        raise Problem("host.only")


def check_seat(table: Table, seat: int) -> Seat:
    """Return a seat by its number; Problem if there is none."""
    if not 0 <= seat < len(table.seats):
        raise Problem("seat.unknown", seat=seat)
    return table.seats[seat]


def check_running(table: Table) -> None:
    """Refuse an action before the game has begun and after its end."""
    if table.status != RUNNING:
        raise Problem(f"table.{table.status}")
    check_not_full(table)


def check_not_over(table: Table) -> None:
    """Refuse an action after the end of the game."""
    if table.status == OVER:
        raise Problem("table.over")


def check_has_bots(table: Table) -> None:
    """Refuse an action that needs bots in a game that has none."""
    if not table.match.has_bots:
        raise Problem("game.other")


def check_accepts(table: Table, kind: str) -> None:
    """Refuse an action that the game does not have: its log has no entries of this kind."""
    if kind not in table.match.entry_kinds:
        raise Problem("game.other")


def check_not_stale(table: Table, expected: int) -> None:
    """Refuse a decision if the game has changed since the entry it was based on; chat and new people do not matter."""
    if not table.moved <= expected <= table.seq:
        raise Problem("table.stale", seq=table.seq)


def check_may_decide(table: Table, seat: int, expected: int) -> None:
    """Refuse a decision unless it is the turn of a person at that seat."""
    check_running(table)
    check_not_stale(table, expected)
    check_accepts(table, "move")
    if seat != table.to_act:
        raise Problem("turn.other", to_act=table.to_act)
    if table.seats[seat].bot is not None:
        raise Problem("seat.bot", seat=seat)


# ---- playing ---------------------------------------------------------------------------------------------------------


def play(table: Table, player: str | None, seat: int | None, expected: int, move: str) -> Change:
    """Make the move of a person."""
    seat = table.own_seat(player, seat)
    check_may_decide(table, seat, expected)
    return _move(table, seat, player, move)


@dataclass(frozen=True, slots=True)
class BotChoice:
    """A move, and the bot that really chose it: it can choose again when the deal is known."""

    move: str
    bot: str


def play_bot(table: Table, expected: int, choice: BotChoice) -> Change:
    """Make the move of a bot, if it is still its turn."""
    if table.moved != expected or table.to_act is None or not table.bot_to_act:
        raise Problem("table.stale", seq=table.seq)
    change = _move(table, table.to_act, None, choice.move)
    change.entries[0]["bot"] = choice.bot
    return change


def _move(table: Table, seat: int, player: str | None, move: str) -> Change:
    content, after = table.match.try_move(move)
    return Change(table, [{"kind": "move", "seat": seat, "player": player, **content}], after)


def check_move(table: Table, player: str | None, seat: int | None, move: str) -> None:
    """Refuse a move that could not be made now."""
    check_may_decide(table, table.own_seat(player, seat), table.seq)
    table.match.try_move(move)


def operate(table: Table, player: str | None, expected: int, operation: Any) -> Change:
    """Enter, correct or take back something in a session."""
    table.own_seat(player, None)
    check_accepts(table, "operation")
    check_not_stale(table, expected)
    content, after = table.match.try_operation(operation)
    return Change(table, [{"kind": "operation", **content}], after)


def check_undo(table: Table, player: str | None, seat: int | None, expected: int, practice: bool) -> tuple[int, Undo]:
    """Return which seat may take back its last decision, and what the game would go back to."""
    seat = table.own_seat(player, seat)
    check_accepts(table, "undo")
    check_running(table)
    check_kind(table, "undo")
    check_not_stale(table, expected)
    found = find_undo(table, player)
    if isinstance(found, NoUndo):
        raise Problem(found.key)
    if found.practice and not (practice or table.practice):
        raise Problem("undo.practice")
    return seat, found


def undo(table: Table, seat: int, found: Undo, then: Table) -> Change:
    """Go back to the game as it was `then`; the entry has the match, so that nobody has to look for it again."""
    entry = {"kind": "undo", "seat": seat, "to": found.to, "practice": found.practice}
    return Change(table, [{**entry, "match": then.match.to_json()}], then.match)


def chat(table: Table, player: str | None, seat: int | None, text: str) -> Change:
    """Write something to the table."""
    seat = table.own_seat(player, seat)
    text = clean(text)
    if not 1 <= len(text) <= MAX_CHAT:
        raise Problem("request.malformed", where="text")
    said = {"seat": seat, "player": player, "name": table.seats[seat].name, "text": text}
    return Change(table, [{"kind": "chat", **said}])


# ---- people ----------------------------------------------------------------------------------------------------------


def sit(table: Table, player: str, seat: int, name: str | None) -> Change:
    """Give a person a seat that no person has."""
    check_not_over(table)
    if table.seats[seat].player is not None:
        raise Problem("link.dead")
    name = _distinct_name(table, player, name)
    return _fill_seat(table, {"kind": "sit", "seat": seat, "player": player, "name": name})


def _distinct_name(table: Table, player: str, name: str | None) -> str | None:
    """Return the name for a person who sits down: refused if somebody else has it, numbered at a second own seat."""
    check_not_taken(name, [place.name for place in table.seats if place.player != player])
    return None if name is None else number_name(name, [place.name for place in table.seats])


def fill(table: Table, player: str | None, seat: int, bot: str) -> Change:
    """Let the host give a bot a seat that no person has."""
    check_host(table, player)
    check_not_over(table)
    if check_seat(table, seat).player is not None:
        raise Problem("seat.person", seat=seat)
    check_has_bots(table)
    return _fill_seat(table, {"kind": "fill", "seat": seat, "bot": bot})


def _fill_seat(table: Table, entry: JSON) -> Change:
    """Fill a seat; the game starts as soon as none is open."""
    others = [place for seat, place in enumerate(table.seats) if seat != entry["seat"]]
    starts = table.status == WAITING and not any(place.open for place in others)
    return Change(table, [entry, {"kind": "start"}] if starts else [entry])


def leave(table: Table, player: str | None, seat: int) -> Change:
    """Let a person give up a seat for good."""
    return _vacate(table, "leave", table.own_seat(player, seat))


def remove(table: Table, player: str | None, seat: int) -> Change:
    """Let the host take a seat from a person."""
    check_host(table, player)
    if check_seat(table, seat).player is None:
        raise Problem("seat.bot", seat=seat)
    return _vacate(table, "remove", seat)


def _vacate(table: Table, kind: str, seat: int) -> Change:
    """Open a seat again; in the middle of a game a bot goes on."""
    check_not_over(table)
    bot = table.setup.stand_in if table.status == RUNNING and table.match.has_bots else None
    return Change(table, [{"kind": kind, "seat": seat, "name": table.seats[seat].name, "bot": bot}])


def go_away(table: Table, player: str | None, seat: int, bot: str | None, why: str = "own") -> Change:
    """Let a bot play for a person for a while."""
    seat = table.own_seat(player, seat)
    check_running(table)
    check_has_bots(table)
    if table.seats[seat].away:
        raise Problem("seat.bot", seat=seat)
    name, bot = table.seats[seat].name, bot or table.setup.stand_in
    return Change(table, [{"kind": "away", "seat": seat, "name": name, "bot": bot, "why": why}])


def come_back(table: Table, player: str | None, seat: int) -> Change:
    """Give a person their seat back from the bot."""
    seat = table.own_seat(player, seat)
    if not table.seats[seat].away:
        raise Problem("seat.person", seat=seat)
    return Change(table, [{"kind": "back", "seat": seat, "name": table.seats[seat].name}])


def time_out(table: Table, now: float) -> Change:
    """Let a bot take over for the person to act if they ran out of time."""
    if table.deadline is None or now < table.deadline or table.to_act is None:
        return Change(table, [])
    return go_away(table, table.seats[table.to_act].player, table.to_act, None, why="time")


def check_link(table: Table, player: str | None, seat: int) -> None:
    """Refuse a link for a seat unless the host asks, and no person has the seat."""
    check_host(table, player)
    check_not_over(table)
    if check_seat(table, seat).player is not None:
        raise Problem("seat.person", seat=seat)


def erase(table: Table, player: str) -> Change:
    """Erase a person who deletes themselves: their seats are given up, and another person is host in their place.

    The entries of their leaving have no name; their name and words in those before are erased with the commit.
    """
    entries: list[JSON] = []
    if table.status != OVER:
        entries = [
            entry | {"name": None} for seat in table.seats_of(player) for entry in _vacate(table, "leave", seat).entries
        ]
    others = [seat.player for seat in table.seats if seat.player not in (None, player)]
    host = table.setup.host if table.setup.host != player or not others else others[0]
    return Change(table, [*entries, {"kind": "erased", "player": player, "host": host}], erased=player)


# ---- new tables ------------------------------------------------------------------------------------------------------


def open_table(setup: TableSetup, seats: list[Seat]) -> Change:
    """Open a new table; its game starts at once if no seat is open."""
    entries: list[JSON] = [{"kind": "open", "seats": [seat.to_json() for seat in seats]}]
    if not any(seat.open for seat in seats):
        entries.append({"kind": "start"})
    return Change(new_table(setup), entries)


def rematch(table: Table, player: str | None, new_id: str, now: float) -> Change:
    """Open a new table for the same people and bots; asked twice, nothing more happens."""
    table.own_seat(player, None)
    if player is None or table.status != OVER:
        raise Problem(f"table.{table.status}")
    if table.rematch is not None:
        return Change(table, [])
    rules = table.match.rules_version
    host = table.setup.host if table.seats_of(table.setup.host) else player
    setup = replace(table.setup, id=new_id, host=host, created=now, deal=Deal.secret(), rules=rules)
    seats = [
        Seat() if seat.erased else Seat(seat.player, seat.name, None if seat.player else seat.bot)
        for seat in table.seats
    ]
    return Change(table, [{"kind": "rematch", "table": new_id}], with_table=open_table(setup, seats))
