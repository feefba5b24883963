"""Making tables and looking at them."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from starlette.responses import Response, StreamingResponse

from heliopolis.server import commands
from heliopolis.server.answers import json_response
from heliopolis.server.api.models import (
    A_TABLE,
    Hints,
    Log,
    NewTable,
    NewTableShown,
    SeatWanted,
    Tables,
    TableShown,
    Update,
)
from heliopolis.server.api.parts import PROBLEMS, Parts, parts_of
from heliopolis.server.api.players import Sitter, Visitor, answer
from heliopolis.server.api.requests import request_of
from heliopolis.server.fairness import Deal
from heliopolis.server.matches import TEKHENU, Dealt
from heliopolis.server.names import clean_name
from heliopolis.server.problems import Problem
from heliopolis.server.rooms import Room
from heliopolis.server.secrets import hash_of, new_id, new_secret
from heliopolis.server.shown import draw_table, eyes, may_have_hints, record_of, session_of, show_entry, show_table
from heliopolis.server.storage import Conflict
from heliopolis.server.storage.store import Change, Player
from heliopolis.server.tables import OVER, Facts, Seat, Table, new_table
from heliopolis.server.thinking import bots_for, check_bot, stand_in_for

router = APIRouter(tags=["tables"])

TableId = Annotated[str, Path(pattern=r"^[0-9a-z]{1,24}$", description="A table", examples=[A_TABLE])]
Eyes = Annotated[int | None, Query(alias="seat", ge=0, le=4, description="Through which of your seats you look")]
After = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="The last entry that you know")]
Limit = Annotated[int, Query(ge=1, le=500)]


def player_id(player: Player | None) -> str | None:
    return None if player is None else player.id


# ---- making ----------------------------------------------------------------------------------------------------------


@router.post("/api/tables", status_code=201, responses={201: {"model": NewTableShown}, **PROBLEMS})
async def make(request: Request, body: NewTable, player: Sitter) -> Response:
    """Make a table. The links of its open seats are told here and nowhere else."""
    parts = parts_of(request)
    asked = request_of(player.id, "make", body, player)
    before = await parts.store.answered(asked.scope, asked.id)
    if before is not None:
        return await made_before(request, parts, player, before.table_id, before.digest == asked.digest)
    await check_game(parts, body)
    seats = [seat_of(body, wanted, player) for wanted in body.seats]
    facts = facts_of(body, player)
    if body.shuffle:
        facts.deal.luck("seats").shuffle(seats)
    links = {seat: new_secret() for seat, place in enumerate(seats) if place.open}
    change = Change(None, new_table(facts), commands.opening(seats), asked, by=player)
    change.new_links = {seat: hash_of(secret) for seat, secret in links.items()}
    try:
        room = await parts.rooms.open(change)
    except Conflict:  # the same request, at the same time
        raise Problem("server.busy") from None
    return answer(request, shown_new(room, player, links), 201)


async def made_before(request: Request, parts: Parts, player: Player, table_id: str, same: bool) -> Response:
    """The same table again, with new links: the old ones were never kept, so perhaps nobody has them."""
    if not same:
        raise Problem("request.reused")
    room = await parts.rooms.enter(table_id)
    links = {seat: new_secret() for seat, place in enumerate(room.table.seats) if place.open}
    for seat, secret in links.items():
        await parts.store.give_link(table_id, seat, hash_of(secret))
    return answer(request, shown_new(room, player, links), 201)


def shown_new(room: Room, player: Player, links: dict[int, str]) -> dict[str, Any]:
    table = room.table
    shown = show_table(table, player.id, eyes(table, player.id, None), time.time())
    return {**shown, "links": {str(seat): link_to(table.facts.id, secret) for seat, secret in links.items()}}


def link_to(table_id: str, secret: str) -> str:
    """The secret stands behind #: no server and no log ever sees that part of an address."""
    return f"/t/{table_id}#{secret}"


async def check_game(parts: Parts, body: NewTable) -> None:
    if body.game == TEKHENU:
        low = high = 1
        if [wanted.kind for wanted in body.seats] == ["bot"]:
            raise Problem("setup.bot", bot=body.seats[0].bot)
        if body.clock is not None:  # no bot could go on
            raise Problem("game.other")
    else:
        from heliopolis.games import NAMES

        if body.game not in NAMES:
            raise Problem("setup.game", game=body.game)
        await parts.rules.ready(body.game)
        from heliopolis.game import game

        low, high = game(body.game).min_players, game(body.game).max_players
    if not low <= len(body.seats) <= high:
        raise Problem("setup.players", game=body.game, low=low, high=high)


def seat_of(body: NewTable, wanted: SeatWanted, player: Player) -> Seat:
    if wanted.kind == "open":
        return Seat()
    if wanted.kind == "bot":
        default = bots_for(body.game)[-1]["name"]
        return Seat(bot=check_bot(body.game, wanted.bot or default))
    name = wanted.name or player.name
    return Seat(player.id, None if name is None else clean_name(name))


def facts_of(body: NewTable, player: Player) -> Facts:
    return Facts(
        id=new_id(),
        game=body.game,
        players=len(body.seats),
        host=player.id,
        name=None if body.name is None else clean_name(body.name),
        created=round(time.time(), 3),
        listed=body.listed,
        hints=body.hints,
        seconds_per_move=None if body.clock is None else body.clock.seconds_per_move,
        stand_in=stand_in_for(body.game),
        deal=Deal.secret() if body.seed is None else Deal.chosen(clean_name(body.seed, 64)),
    )


# ---- looking ---------------------------------------------------------------------------------------------------------


@router.get("/api/tables", responses={200: {"model": Tables}, **PROBLEMS})
async def tables(request: Request, player: Visitor, which: Literal["mine", "listed"] = "mine") -> Response:
    """Your tables, or those that are shown to everybody; what changed last comes first."""
    store, found = parts_of(request).store, []
    if which == "listed":
        found = await store.listed()
    elif player is not None:
        found = await store.tables_of(player.id)
    for summary in found:
        mover = summary.pop("mover")
        summary["your_turn"] = mover is not None and mover == player_id(player)
    return json_response({"tables": found})


@router.get("/api/tables/{table_id}", responses={200: {"model": TableShown}, **PROBLEMS})
async def look(request: Request, table_id: TableId, player: Visitor, seat: Eyes = None) -> Response:
    """The table as you may see it."""
    table = (await parts_of(request).rooms.enter(table_id)).table
    me = player_id(player)
    return json_response(show_table(table, me, eyes(table, me, seat), time.time()))


@router.get("/api/tables/{table_id}/log", responses={200: {"model": Log}, **PROBLEMS})
async def log(
    request: Request, table_id: TableId, player: Visitor, seat: Eyes = None, after: After = None, limit: Limit = 200
) -> Response:
    """What happened, as you may know it."""
    parts = parts_of(request)
    table = (await parts.rooms.enter(table_id)).table
    viewer = eyes(table, player_id(player), seat)
    first = after or 0
    entries = await parts.store.entries(table_id, first, min(table.seq, first + limit))
    return json_response({"entries": [show_entry(e, table.facts.game, viewer) for e in entries], "seq": table.seq})


@router.get("/api/tables/{table_id}/moments/{seq}", responses={200: {"model": TableShown}, **PROBLEMS})
async def moment(
    request: Request,
    table_id: TableId,
    seq: Annotated[int, Path(ge=1, le=2**31 - 1)],
    player: Visitor,
    seat: Eyes = None,
) -> Response:
    """The table as it was after an entry, as your seat saw it then; after the end through anybody's eyes."""
    then, through = await table_after(request, table_id, player, seat, seq)
    return json_response(show_table(then, player_id(player), through, time.time()))


async def table_after(
    request: Request, table_id: str, player: Player | None, seat: int | None, seq: int | None
) -> tuple[Table, int | None]:
    """Return the table, now or as it was after an entry, and the seat whose view of it the player may see."""
    rooms = parts_of(request).rooms
    room = await rooms.enter(table_id)
    now = room.table
    then = now if seq is None else await rooms.at(room, seq)
    if now.status == OVER and seat is not None and seat < len(now.seats):
        return then, seat
    return then, eyes(now, player_id(player), seat)


@router.get(
    "/api/tables/{table_id}/picture",
    response_class=Response,
    responses={200: {"description": "A picture", "content": {"image/svg+xml": {}}}, **PROBLEMS},
)
async def picture(
    request: Request,
    table_id: TableId,
    player: Visitor,
    seat: Eyes = None,
    seq: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Left out: now")] = None,
) -> Response:
    """Return a drawing of the table as you may see it, now or after an entry."""
    then, through = await table_after(request, table_id, player, seat, seq)
    return Response(draw_table(then, through), media_type="image/svg+xml")


@router.get(
    "/api/tables/{table_id}/record",
    responses={200: {"model": dict[str, Any], "content": {"text/plain": {}}}, **PROBLEMS},
)
async def record(request: Request, table_id: TableId, form: Literal["json", "text"] = "json") -> Response:
    """The record: of a game without secrets at any time, of the others when it is over."""
    parts = parts_of(request)
    table = (await parts.rooms.enter(table_id)).table
    if table.facts.game == TEKHENU:
        return json_response(session_of(table))
    found = record_of(table, await parts.store.entries(table_id, 0, table.seq))
    if form == "json":
        return json_response(found.to_json())
    return Response(found.to_text(), media_type="text/plain; charset=utf-8")


@router.get("/api/tables/{table_id}/hint", responses={200: {"model": Hints}, **PROBLEMS})
async def hint(request: Request, table_id: TableId, player: Visitor, seat: Eyes = None) -> Response:
    """What the strongest bot would do in your place."""
    parts, me = parts_of(request), player_id(player)
    table = (await parts.rooms.enter(table_id)).table
    place = commands.own_seat(table, me, seat)
    if not may_have_hints(table, me):
        raise Problem("hint.forbidden")
    commands.may_decide(table, place, table.seq)
    assert isinstance(table.match, Dealt)
    return json_response({"seq": table.seq, "hints": await parts.thinking.hint(table, place)})


# ---- news ------------------------------------------------------------------------------------------------------------


@router.get(
    "/api/tables/{table_id}/events",
    response_class=StreamingResponse,
    responses={200: {"description": "Updates", "content": {"text/event-stream": {}}}, **PROBLEMS},
)
async def events(
    request: Request,
    table_id: TableId,
    player: Visitor,
    seat: Eyes = None,
    after: After = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Updates without end, as server-sent events."""
    parts, me = parts_of(request), player_id(player)
    room = await parts.rooms.enter(table_id)
    resumes = last_event_id is not None and last_event_id.isascii() and last_event_id.isdecimal()
    known = int(str(last_event_id)[:12]) if resumes else after
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    stream = await parts.streams.follow(room, me, seat, known)
    return StreamingResponse(stream, headers=headers, media_type="text/event-stream")


@router.get("/api/tables/{table_id}/updates", responses={200: {"model": Update}, **PROBLEMS})
async def updates(
    request: Request,
    table_id: TableId,
    player: Visitor,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)],
    wait: Annotated[float, Query(ge=0, le=25)] = 0,
    seat: Eyes = None,
) -> Response:
    """The same without a stream: what came since, at once or when it comes."""
    parts = parts_of(request)
    room = await parts.rooms.enter(table_id)
    return json_response(await parts.streams.wait_for(room, player_id(player), seat, after, wait))
