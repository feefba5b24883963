"""All that can be done at a table. Each is answered by an update, once it is in the database."""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from heliopolis.server.domain import commands
from heliopolis.server.domain.names import clean_name
from heliopolis.server.domain.presenters import eyes, show_update
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.secrets import hash_of, new_id, new_secret
from heliopolis.server.domain.tables import OVER, Table, new_table
from heliopolis.server.http.models import (
    Away,
    Chat,
    Check,
    Join,
    Legal,
    Link,
    Move,
    OneSeat,
    Operation,
    Plain,
    SeatAndBot,
    Undo,
    Update,
)
from heliopolis.server.http.players import Sitter, Visitor, answer
from heliopolis.server.http.requests import request_of
from heliopolis.server.http.responses import encode, json_response
from heliopolis.server.http.services import PROBLEMS, parts_of
from heliopolis.server.http.tables import TableId, link_to, player_id
from heliopolis.server.runtime.bot_turns import check_bot
from heliopolis.server.runtime.rooms import Decide
from heliopolis.server.storage.store import Change, Player

router = APIRouter(tags=["playing"])
UPDATE: dict[int | str, dict[str, Any]] = {200: {"model": Update}, **PROBLEMS}


async def act(
    request: Request, table_id: str, player: Player | None, body: Plain, decide: Decide, seat: int | None = None
) -> Response:
    """Do it once, however often it is asked for; tell what came of it."""
    if player is None:
        raise Problem("seat.foreign", seat=seat)
    parts, what = parts_of(request), request.url.path.rpartition("/")[2]
    known = getattr(body, "expected_seq", None)
    if known is None:
        known = (await parts.rooms.enter(table_id)).table.seq
    room = await parts.rooms.do(table_id, request_of(table_id, what, body, player), decide)
    table = room.table
    entries = [entry for entry in await parts.streams.missed(room, known) if entry["seq"] <= table.seq]
    try:
        through = eyes(table, player.id, seat)
    except Problem:  # he has just left
        through = None
    return answer(request, show_update(entries, table, player.id, through, time.time(), known))


# ---- playing ---------------------------------------------------------------------------------------------------------


@router.post("/api/tables/{table_id}/moves", responses=UPDATE)
async def move(request: Request, table_id: TableId, body: Move, player: Visitor) -> Response:
    """Make a move."""

    def decide(table: Table) -> commands.Entries:
        return commands.play(table, player_id(player), body.seat, body.expected_seq, body.move)

    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/check", responses={200: {"model": Legal}, **PROBLEMS})
async def check(request: Request, table_id: TableId, body: Check, player: Visitor) -> Response:
    """Whether a move could be made; nothing changes."""
    room = await parts_of(request).rooms.enter(table_id)
    try:
        commands.check(room.table, player_id(player), body.seat, body.move)
    except Problem as problem:
        if problem.key != "move.illegal":
            raise
        return json_response({"legal": False})
    return json_response({"legal": True})


@router.post("/api/tables/{table_id}/undo", responses=UPDATE)
async def undo(request: Request, table_id: TableId, body: Undo, player: Visitor) -> Response:
    """Take the last decision back, where that is allowed."""
    rooms = parts_of(request).rooms

    async def decide(table: Table) -> Change:
        me = player_id(player)
        seat, found = commands.take_back(table, me, body.seat, body.expected_seq, body.practice)
        then = await rooms.store.load(table.facts, found.to)
        entry = {"kind": "undo", "seat": seat, "to": found.to, "practice": found.practice}
        return Change(table, table, [{**entry, "match": then.match.to_json()}])

    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/operations", responses=UPDATE)
async def operation(request: Request, table_id: TableId, body: Operation, player: Visitor) -> Response:
    """Answer, correct, change or take back something in a Tekhenu session."""
    try:
        encode(body.operation)
    except ValueError:  # NaN is JSON to Python only
        raise Problem("request.malformed", where="operation") from None

    def decide(table: Table) -> commands.Entries:
        return commands.operate(table, player_id(player), body.expected_seq, body.operation)

    return await act(request, table_id, player, body, decide)


@router.post("/api/tables/{table_id}/chat", responses=UPDATE)
async def chat(request: Request, table_id: TableId, body: Chat, player: Visitor) -> Response:
    """Say something to the table."""
    return await act(
        request,
        table_id,
        player,
        body,
        lambda table: commands.talk(table, player_id(player), body.seat, body.text),
        body.seat,
    )


# ---- people ----------------------------------------------------------------------------------------------------------


@router.post("/api/tables/{table_id}/join", responses=UPDATE)
async def join(request: Request, table_id: TableId, body: Join, player: Sitter) -> Response:
    """Sit down with the secret of a link, which is used up by it."""
    store, used = parts_of(request).store, hash_of(body.secret)
    name = body.name or player.name
    nickname = None if name is None else clean_name(name)

    async def decide(table: Table) -> Change:
        found = await store.link(used)
        if found is None or found[0] != table_id:
            raise Problem("link.dead")
        entries = commands.sit(table, player.id, found[1], nickname)
        return Change(table, table, entries, used_link=used, by=player)

    return await act(request, table_id, player, body, decide)


@router.post("/api/tables/{table_id}/leave", responses=UPDATE)
async def leave(request: Request, table_id: TableId, body: OneSeat, player: Visitor) -> Response:
    """Get up for good; in the middle of a game a bot goes on."""
    return await act(
        request, table_id, player, body, lambda table: commands.leave(table, player_id(player), body.seat), body.seat
    )


@router.post("/api/tables/{table_id}/away", responses=UPDATE)
async def away(request: Request, table_id: TableId, body: Away, player: Visitor) -> Response:
    """Let a bot play for you for a while."""

    def decide(table: Table) -> commands.Entries:
        bot = None if body.bot is None else check_bot(table.facts.game, body.bot)
        return commands.go_away(table, player_id(player), body.seat, bot)

    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/back", responses=UPDATE)
async def back(request: Request, table_id: TableId, body: OneSeat, player: Visitor) -> Response:
    """Take your seat back from the bot."""
    return await act(
        request,
        table_id,
        player,
        body,
        lambda table: commands.come_back(table, player_id(player), body.seat),
        body.seat,
    )


@router.post("/api/tables/{table_id}/fill", responses=UPDATE)
async def fill(request: Request, table_id: TableId, body: SeatAndBot, player: Visitor) -> Response:
    """Host: a bot for a seat that nobody has."""

    def decide(table: Table) -> commands.Entries:
        commands.check_host(table, player_id(player))
        return commands.fill(table, player_id(player), body.seat, check_bot(table.facts.game, body.bot))

    return await act(request, table_id, player, body, decide)


@router.post("/api/tables/{table_id}/remove", responses=UPDATE)
async def remove(request: Request, table_id: TableId, body: OneSeat, player: Visitor) -> Response:
    """Host: somebody loses his seat at once."""
    return await act(
        request, table_id, player, body, lambda table: commands.remove(table, player_id(player), body.seat)
    )


@router.post("/api/tables/{table_id}/link", responses={200: {"model": Link}, **PROBLEMS})
async def link(request: Request, table_id: TableId, body: OneSeat, player: Visitor) -> Response:
    """Host: a new link for a seat that nobody has; older ones die."""
    parts = parts_of(request)
    room = await parts.rooms.enter(table_id)
    commands.check_link(room.table, player_id(player), body.seat)
    secret = new_secret()
    await parts.store.give_link(table_id, body.seat, hash_of(secret))
    return json_response({"link": link_to(table_id, secret)})


@router.post("/api/tables/{table_id}/rematch", responses=UPDATE)
async def rematch(request: Request, table_id: TableId, body: Plain, player: Visitor) -> Response:
    """The same people and bots at a new table; asked twice, the same new table."""
    parts = parts_of(request)

    async def decide(table: Table) -> Change:
        facts, seats = commands.rematch(table, player_id(player), new_id(), round(time.time(), 3))
        if table.rematch is not None:
            return Change(table, table, [])
        made = Change(None, new_table(facts), commands.opening(seats))
        return Change(table, table, [{"kind": "rematch", "table": facts.id}], with_table=made)

    response = await act(request, table_id, player, body, decide)
    room = await parts.rooms.enter(table_id)
    if room.table.status == OVER and room.table.rematch is not None:
        parts.thinking.consider((await parts.rooms.enter(room.table.rematch)).table)
    return response
