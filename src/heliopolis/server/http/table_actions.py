"""All that can be done at a table. Each action is answered by an update, once it is in the database."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from heliopolis.server.domain import coaching, commands
from heliopolis.server.domain.changes import Change, Player
from heliopolis.server.domain.names import clean_name
from heliopolis.server.domain.presenters import present_update, viewpoint
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.secrets import hash_of, new_id, new_secret
from heliopolis.server.domain.tables import Table
from heliopolis.server.http.models import (
    AwayRequest,
    ChatRequest,
    CheckRequest,
    CoachRequest,
    FillRequest,
    JoinRequest,
    MoveRequest,
    OneSeatRequest,
    OperationRequest,
    PlainRequest,
    ShareRequest,
    UndoRequest,
)
from heliopolis.server.http.players import CurrentPlayer, OptionalPlayer
from heliopolis.server.http.requests import request_of
from heliopolis.server.http.response_models import LegalResponse, LinkResponse, UpdateResponse
from heliopolis.server.http.responses import json_response
from heliopolis.server.http.services import PROBLEMS, services_of
from heliopolis.server.http.tables import TableId, link_to, player_id
from heliopolis.server.http.turns import call_in_turn
from heliopolis.server.runtime.bot_choices import check_bot
from heliopolis.server.runtime.encoding import encode
from heliopolis.server.runtime.rooms import Decide

router = APIRouter(tags=["playing"])
UPDATE: dict[int | str, dict[str, Any]] = {200: {"model": UpdateResponse}, **PROBLEMS}


async def act(
    request: Request, table_id: str, player: Player | None, body: PlainRequest, decide: Decide, seat: int | None = None
) -> Response:
    """Execute an action once, however often it is asked for, and answer with what came of it, seen from a seat."""
    if player is None:
        raise Problem("seat.foreign", seat=seat)
    rooms, what = services_of(request).rooms, request.url.path.rpartition("/")[2]
    change = await rooms.execute(table_id, request_of(table_id, what, body, player), decide)
    known = getattr(body, "expected_seq", None)
    if known is None or known == change.before.seq:
        entries = change.entries
    else:  # there was chat in between, or it was done before
        entries = await rooms.missed_entries(change.after, known)
    table = change.after
    try:
        viewer = viewpoint(table, player.id, seat)
    except Problem:  # the player has just left that seat, or lots have given them another one
        viewer = viewpoint(table, player.id, None)
    return json_response(present_update(entries, table, player.id, viewer, rooms.clock.now(), known))


# ---- playing ---------------------------------------------------------------------------------------------------------


@router.post("/api/tables/{table_id}/moves", responses=UPDATE)
async def move(request: Request, table_id: TableId, body: MoveRequest, player: OptionalPlayer) -> Response:
    """Make a move."""
    decide = partial(
        commands.play, player=player_id(player), seat=body.seat, expected=body.expected_seq, move=body.move
    )
    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/check", responses={200: {"model": LegalResponse}, **PROBLEMS})
async def check(request: Request, table_id: TableId, body: CheckRequest, player: OptionalPlayer) -> Response:
    """Say whether a move could be made; nothing changes."""
    table = (await services_of(request).rooms.enter(table_id)).table
    try:
        commands.check_move(table, player_id(player), body.seat, body.move)
    except Problem as problem:
        if problem.key != "move.illegal":
            raise
        return json_response({"legal": False})
    return json_response({"legal": True})


@router.post("/api/tables/{table_id}/undo", responses=UPDATE)
async def undo(request: Request, table_id: TableId, body: UndoRequest, player: OptionalPlayer) -> Response:
    """Take your last decision back, where that is allowed."""
    rooms = services_of(request).rooms

    async def decide(table: Table) -> Change:
        me = player_id(player)
        seat, found = commands.check_undo(table, me, body.seat, body.expected_seq, body.practice)
        return commands.undo(table, seat, found, await rooms.table_at(table, found.to))

    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/operations", responses=UPDATE)
async def operation(request: Request, table_id: TableId, body: OperationRequest, player: OptionalPlayer) -> Response:
    """Answer, correct, change, tick or take back something in a Tekhenu session."""
    try:
        encode(body.operation)
    except ValueError:  # NaN is JSON to Python only
        raise Problem("request.malformed", where="operation") from None
    services = services_of(request)
    quick = body.operation[:1] in (["answer"], ["cultist"], ["scores"], ["done"])
    pool = services.sessions if quick else services.work  # others may enter much again

    async def decide(table: Table) -> Change:
        arguments = (table, player_id(player), body.expected_seq, body.operation)
        return await call_in_turn(request, pool, commands.operate, *arguments)

    return await act(request, table_id, player, body, decide)


@router.post("/api/tables/{table_id}/chat", responses=UPDATE)
async def chat(request: Request, table_id: TableId, body: ChatRequest, player: OptionalPlayer) -> Response:
    """Write something to the table."""
    pace = services_of(request).chat_pace

    def decide(table: Table) -> Change:
        change = commands.chat(table, player_id(player), body.seat, body.text)
        if pace is not None and player is not None:
            pace.take(player.id, time.monotonic())
        return change

    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/coach", responses=UPDATE)
async def coach(request: Request, table_id: TableId, body: CoachRequest, player: OptionalPlayer) -> Response:
    """Agree to the coach, or withdraw; with other people it is on once all of them agree."""
    decide = partial(coaching.agree, player=player_id(player), seat=body.seat, agrees=body.agrees)
    return await act(request, table_id, player, body, decide, body.seat)


# ---- people ----------------------------------------------------------------------------------------------------------


@router.post("/api/tables/{table_id}/join", responses=UPDATE)
async def join(request: Request, table_id: TableId, body: JoinRequest, player: CurrentPlayer) -> Response:
    """Sit down with the secret of a link, which is used up by it."""
    store, used = services_of(request).store, hash_of(body.secret)
    name = body.name or player.name
    nickname = None if name is None else clean_name(name)

    async def decide(table: Table) -> Change:
        found = await store.link(used)
        if found is None or found[0] != table_id:
            raise Problem("link.dead")
        change = commands.sit(table, player.id, found[1], nickname, body.share)
        change.used_link, change.by = used, player
        return change

    return await act(request, table_id, player, body, decide)


@router.post("/api/tables/{table_id}/share", responses=UPDATE)
async def share(request: Request, table_id: TableId, body: ShareRequest, player: OptionalPlayer) -> Response:
    """Add your share to the deal; the game starts with the last one."""
    decide = partial(commands.give_share, player=player_id(player), seat=body.seat, share=body.share)
    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/start", responses=UPDATE)
async def start(request: Request, table_id: TableId, body: PlainRequest, player: OptionalPlayer) -> Response:
    """Host: start the game without the shares that are missing."""
    decide = partial(commands.start, player=player_id(player))
    return await act(request, table_id, player, body, decide)


@router.post("/api/tables/{table_id}/leave", responses=UPDATE)
async def leave(request: Request, table_id: TableId, body: OneSeatRequest, player: OptionalPlayer) -> Response:
    """Give up your seat for good; in the middle of a game a bot goes on."""
    decide = partial(commands.leave, player=player_id(player), seat=body.seat)
    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/away", responses=UPDATE)
async def away(request: Request, table_id: TableId, body: AwayRequest, player: OptionalPlayer) -> Response:
    """Let a bot play for you for a while."""

    def decide(table: Table) -> Change:
        bot = None if body.bot is None else check_bot(table.setup.game, body.bot)
        return commands.go_away(table, player_id(player), body.seat, bot)

    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/back", responses=UPDATE)
async def back(request: Request, table_id: TableId, body: OneSeatRequest, player: OptionalPlayer) -> Response:
    """Take your seat back from the bot."""
    decide = partial(commands.come_back, player=player_id(player), seat=body.seat)
    return await act(request, table_id, player, body, decide, body.seat)


@router.post("/api/tables/{table_id}/fill", responses=UPDATE)
async def fill(request: Request, table_id: TableId, body: FillRequest, player: OptionalPlayer) -> Response:
    """Host: give a bot a seat that no person has."""

    def decide(table: Table) -> Change:
        commands.check_host(table, player_id(player))
        return commands.fill(table, player_id(player), body.seat, check_bot(table.setup.game, body.bot))

    return await act(request, table_id, player, body, decide)


@router.post("/api/tables/{table_id}/remove", responses=UPDATE)
async def remove(request: Request, table_id: TableId, body: OneSeatRequest, player: OptionalPlayer) -> Response:
    """Host: take a seat from a person at once."""
    decide = partial(commands.remove, player=player_id(player), seat=body.seat)
    return await act(request, table_id, player, body, decide)


@router.post("/api/tables/{table_id}/link", responses={200: {"model": LinkResponse}, **PROBLEMS})
async def link(request: Request, table_id: TableId, body: OneSeatRequest, player: OptionalPlayer) -> Response:
    """Host: make a new link for a seat that no person has; older ones die."""
    services = services_of(request)
    room = await services.rooms.enter(table_id)
    commands.check_link(room.table, player_id(player), body.seat)
    secret = new_secret()
    await services.store.give_link(table_id, body.seat, hash_of(secret))
    return json_response({"link": link_to(table_id, secret)})


@router.post("/api/tables/{table_id}/rematch", responses=UPDATE)
async def rematch(request: Request, table_id: TableId, body: PlainRequest, player: OptionalPlayer) -> Response:
    """Meet the same people and bots at a new table; asked twice, it is the same new table."""

    origin = await services_of(request).origin_of(request.scope)

    def decide(table: Table) -> Change:
        change = commands.rematch(table, player_id(player), new_id(), round(time.time(), 3))
        if change.with_table is not None:
            change.with_table.origin = origin
        return change

    return await act(request, table_id, player, body, decide)
