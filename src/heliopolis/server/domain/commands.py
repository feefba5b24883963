"""What can be done at a table: each command returns the change it makes, or refuses with a Problem.

Nothing is changed here: whoever calls a command commits the change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from heliopolis import __version__
from heliopolis.core.checks import JSON
from heliopolis.server.domain.beginnings import Beginning
from heliopolis.server.domain.changes import Change
from heliopolis.server.domain.fairness import Deal, Share
from heliopolis.server.domain.limits import check_kind, check_not_full, is_full, is_used_up
from heliopolis.server.domain.names import MAX_CHAT, check_not_taken, clean, number_name
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import MAX_LATE, OVER, RUNNING, WAITING, Seat, Table, TableSetup, new_table
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


def check_begun(table: Table) -> None:
    """Refuse an action before the game has begun."""
    if table.status == WAITING:
        raise Problem("table.waiting")


def check_not_begun(table: Table) -> None:
    """Refuse an action once the game has begun."""
    if table.status != WAITING:
        raise Problem(f"table.{table.status}")


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
    """Make the move of a bot, if it is still its turn.

    The entry says which bot decided, by which version of it and after which entry, so that its luck can be verified.
    """
    if table.moved != expected or table.to_act is None or not table.bot_to_act:
        raise Problem("table.stale", seq=table.seq)
    change = _move(table, table.to_act, None, choice.move)
    change.entries[0] |= {"bot": choice.bot, "version": __version__, "after": expected}
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
    check_begun(table)
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


def sit(table: Table, player: str, seat: int, name: str | None, share: str | None = None) -> Change:
    """Give a person a seat that no person has; their share counts if the table takes one of them now."""
    check_not_over(table)
    if table.seats[seat].player is not None:
        raise Problem("link.dead")
    name = _distinct_name(table, player, name)
    entries: list[JSON] = [{"kind": "sit", "seat": seat, "player": player, "name": name}]
    then = Beginning.of(table).with_seat(seat, Seat(player, name))
    if share is not None and table.status == WAITING and player in then.without_share:
        entries.append({"kind": "share", "seat": seat, "share": share})
        then = then.with_share(Share(seat, share))
    return Change(table, [*entries, *then.start()])


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
    then = Beginning.of(table).with_seat(seat, Seat(bot=bot))
    return Change(table, [{"kind": "fill", "seat": seat, "bot": bot}, *then.start()])


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
    """Let a bot decide once for the person to act if they ran out of time; if they did so often, for a while.

    Whoever has used up their table's absences cannot stop the game: a bot then decides once each time.
    """
    if table.due is None or now < table.due or table.to_act is None:
        return Change(table, [])
    seat = table.seats[table.to_act]
    if seat.late + 1 >= MAX_LATE and not is_used_up(table, "away"):
        return go_away(table, seat.player, table.to_act, None, why="time")
    late = {"kind": "late", "seat": table.to_act, "name": seat.name, "bot": table.setup.stand_in}
    return Change(table, [late])


def check_may_delete(host: str, status: str, seq: int, people: set[str], player: str | None) -> None:
    """Refuse to delete a table unless its host asks, and nobody else is in the middle of a game that can go on."""
    if player != host:
        raise Problem("host.only")
    if status == RUNNING and people - {host} and not is_full(seq):
        raise Problem("table.people")


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
    others = [seat.player for seat in table.seats if seat.player not in (None, player) and not seat.erased]
    host = table.setup.host if table.setup.host != player or not others else others[0]
    return Change(table, [*entries, {"kind": "erased", "player": player, "host": host}], erased=player)


# ---- how a game begins ----------------------------------------------------------------------------------------------


def give_share(table: Table, player: str | None, seat: int | None, share: str) -> Change:
    """Add a person's share to the deal; the game starts if it was the last one missing. Given twice, it counts once."""
    seat = table.own_seat(player, seat)
    if not table.setup.deal.takes_shares:
        raise Problem("share.none")
    given = [one.share for one in table.shares if table.seats[one.seat].player == player]
    if table.status == WAITING and given == [share]:
        return Change(table, [])
    check_not_begun(table)
    if given:
        raise Problem("share.given")
    then = Beginning.of(table).with_share(Share(seat, share))
    return Change(table, [{"kind": "share", "seat": seat, "share": share}, *then.start()])


def start(table: Table, player: str | None) -> Change:
    """Let the host start the game without the shares that are missing."""
    check_host(table, player)
    check_not_begun(table)
    entries = Beginning.of(table).start(anyway=True)
    if not entries:
        raise Problem("seat.open")
    return Change(table, entries)


# ---- new tables ------------------------------------------------------------------------------------------------------


def open_table(setup: TableSetup, seats: list[Seat]) -> Change:
    """Open a new table; its game starts at once if no seat is open and it takes no person's share.

    Lots for the seats are drawn now, or where shares are taken when the game starts.
    """
    entry: JSON = {"kind": "open"}
    if setup.deal.draws_lots and not setup.deal.takes_shares:
        entry["lots"] = setup.deal.lots(setup.players)
        seats = [seats[seat] for seat in entry["lots"]]
    entry["seats"] = [seat.to_json() for seat in seats]
    return Change(new_table(setup), [entry, *Beginning(setup, tuple(seats), ()).start()])


def rematch(table: Table, player: str | None, new_id: str, now: float) -> Change:
    """Open a new table for the same people and bots; asked twice, nothing more happens."""
    table.own_seat(player, None)
    if player is None or table.status != OVER:
        raise Problem(f"table.{table.status}")
    if table.rematch is not None:
        return Change(table, [])
    rules = table.match.rules_version
    host = table.setup.host if table.seats_of(table.setup.host) else player
    deal = Deal.secret(takes_shares=table.setup.deal.takes_shares)
    setup = replace(table.setup, id=new_id, host=host, created=now, deal=deal, rules=rules, hints=False)
    seats = [
        Seat() if seat.erased else Seat(seat.player, seat.name, None if seat.player else seat.bot)
        for seat in table.seats
    ]
    return Change(table, [{"kind": "rematch", "table": new_id}], with_table=open_table(setup, seats))
