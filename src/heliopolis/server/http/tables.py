"""Making tables and looking at them."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from starlette.responses import Response, StreamingResponse

from heliopolis.server.domain import commands
from heliopolis.server.domain.changes import Player
from heliopolis.server.domain.coaching import may_have_hints
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.games import GameInfo, game_info, game_names
from heliopolis.server.domain.names import clean_name, number_name
from heliopolis.server.domain.presenters import present_entries, present_table, viewpoint
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.secrets import hash_of, new_id, new_secret
from heliopolis.server.domain.tables import OVER, WAITING, Seat, Table, TableSetup
from heliopolis.server.http.hosts import address_of
from heliopolis.server.http.models import A_TABLE, EmptyRequest, NewTableRequest, SeatRequest
from heliopolis.server.http.players import CurrentPlayer, OptionalPlayer, still_plays
from heliopolis.server.http.requests import request_of
from heliopolis.server.http.response_models import (
    DeletedResponse,
    DrawsResponse,
    EndingResponse,
    HintsResponse,
    LogResponse,
    NewTableResponse,
    TableResponse,
    TablesResponse,
    UpdateResponse,
)
from heliopolis.server.http.responses import encoded_response, json_response
from heliopolis.server.http.services import PROBLEMS, Services, services_of
from heliopolis.server.http.turns import in_turn
from heliopolis.server.runtime.bot_choices import bots_for, check_bot
from heliopolis.server.runtime.encoding import encode
from heliopolis.server.runtime.table_records import Form
from heliopolis.server.settings import PACES
from heliopolis.server.storage import Conflict
from heliopolis.server.storage.retention import delete_table
from heliopolis.server.storage.stored_logs import read_json_texts

router = APIRouter(tags=["tables"])

TableId = Annotated[str, Path(pattern=r"^[0-9a-z]{1,24}$", description="A table", examples=[A_TABLE])]
SeatQuery = Annotated[int | None, Query(alias="seat", ge=0, le=4, description="The one of your seats you look from")]
After = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="The last entry that you know")]
PaceQuery = Annotated[Literal["slow", "normal", "fast", "none"], Query(description="How fast you wish bots to play")]
Limit = Annotated[int, Query(ge=1, le=500)]


def player_id(player: Player | None) -> str | None:
    return None if player is None else player.id


# ---- making ----------------------------------------------------------------------------------------------------------


@router.post("/api/tables", status_code=201, responses={201: {"model": NewTableResponse}, **PROBLEMS})
async def create_table(request: Request, body: NewTableRequest, player: CurrentPlayer) -> Response:
    """Make a table. The links of its open seats are in this answer and nowhere else."""
    services = services_of(request)
    asked = request_of(player.id, "make", body, player)
    before = await services.store.previous_answer(asked.scope, asked.id)
    if before is not None:
        if before.digest != asked.digest:
            raise Problem("request.reused")
        return await repeat_creation(services, player, before.table_id)
    info = await check_game(services, body)
    seats = seats_of(info, body, player)
    change = commands.open_table(setup_of(info, body, player), seats)
    places = change.entries[0]["seats"]  # in the order of the lots, if they were drawn
    links = {seat: new_secret() for seat, place in enumerate(places) if Seat.from_json(place).open}
    change.request, change.by, change.origin = asked, player, await services.origin_of(request.scope)
    change.new_links = {seat: hash_of(secret) for seat, secret in links.items()}
    try:
        room = await services.rooms.open(change)
    except Conflict:  # the same request, at the same time
        raise Problem("server.busy") from None
    return json_response(with_links(services, room.table, player, links), 201)


async def repeat_creation(services: Services, player: Player, table_id: str) -> Response:
    """Answer with the table made before and new links: the old ones are not stored, and perhaps nobody has them."""
    table = (await services.rooms.enter(table_id)).table
    links = {seat: new_secret() for seat, place in enumerate(table.seats) if place.open}
    for seat, secret in links.items():
        await services.store.give_link(table_id, seat, hash_of(secret))
    return json_response(with_links(services, table, player, links), 201)


def with_links(services: Services, table: Table, player: Player, links: dict[int, str]) -> dict[str, Any]:
    shown = present_table(table, player.id, viewpoint(table, player.id, None), services.rooms.clock.now())
    return {**shown, "links": {str(seat): link_to(table.setup.id, secret) for seat, secret in links.items()}}


def link_to(table_id: str, secret: str) -> str:
    """Return the path of a link. The secret follows #: no server and no log ever sees that part of an address."""
    return f"/t/{table_id}#{secret}"


async def check_game(services: Services, body: NewTableRequest) -> GameInfo:
    """Return what must be known of the game that is asked for; Problem if it cannot be played like that."""
    if body.game not in game_names():
        raise Problem("setup.game", game=body.game)
    await services.rule_loader.ready(body.game)
    services.rule_loader.prefer(body.game)
    info = game_info(body.game)
    if not info.has_bots and len(body.seats) == 1 and body.seats[0].kind == "bot":
        raise Problem("setup.bot", bot=body.seats[0].bot)
    if not info.has_bots and body.clock is not None:  # no bot could go on
        raise Problem("game.other")
    if not info.min_players <= len(body.seats) <= info.max_players:
        raise Problem("setup.players", game=body.game, low=info.min_players, high=info.max_players)
    return info


def seats_of(info: GameInfo, body: NewTableRequest, player: Player) -> list[Seat]:
    """Return the seats of a new table; names of people at one screen that look the same are numbered."""
    seats: list[Seat] = []
    for wanted in body.seats:
        seat = seat_of(info, wanted, player)
        name = None if seat.name is None else number_name(seat.name, [other.name for other in seats])
        coach = True if body.hints and info.has_bots and seat.player is not None else None
        seats.append(replace(seat, name=name, coach=coach))
    return seats


def seat_of(info: GameInfo, wanted: SeatRequest, player: Player) -> Seat:
    if wanted.kind == "open":
        return Seat()
    if wanted.kind == "bot":
        return Seat(bot=check_bot(info.name, wanted.bot or bots_for(info.name)[-1]["name"]))
    name = wanted.name or player.name
    return Seat(player.id, None if name is None else clean_name(name))


def setup_of(info: GameInfo, body: NewTableRequest, player: Player) -> TableSetup:
    return TableSetup(
        id=new_id(),
        game=info.name,
        players=len(body.seats),
        host=player.id,
        name=None if body.name is None else clean_name(body.name),
        created=round(time.time(), 3),
        listed=body.listed,
        hints=False,
        seconds_per_move=None if body.clock is None else body.clock.seconds_per_move,
        stand_in=info.stand_in,
        deal=deal_of(body),
        rules=info.rules,
    )


def deal_of(body: NewTableRequest) -> Deal:
    """Return the deal that is asked for: secret, or open if the seed is chosen."""
    if body.seed is None:
        return Deal.secret(takes_shares=body.shares, draws_lots=body.shuffle)
    return Deal.chosen(clean_name(body.seed, 64), draws_lots=body.shuffle)


@router.delete("/api/tables/{table_id}", responses={200: {"model": DeletedResponse}, **PROBLEMS})
async def remove_table(request: Request, table_id: TableId, _: EmptyRequest, player: OptionalPlayer) -> Response:
    """Host: delete a table for good, unless other people are playing at it."""
    services = services_of(request)
    deleted = await delete_table(services.store.database, table_id, player_id(player))
    services.rooms.forget(table_id)
    return json_response({"deleted": deleted})


# ---- looking ---------------------------------------------------------------------------------------------------------


@router.get("/api/tables", responses={200: {"model": TablesResponse}, **PROBLEMS})
async def get_tables(request: Request, player: OptionalPlayer, which: Literal["mine", "listed"] = "mine") -> Response:
    """List your tables, or those that everybody may find; the one that changed last comes first."""
    store, found = services_of(request).store, []
    if which == "listed":
        found = await store.listed()
    elif player is not None:
        found = await store.tables_of(player.id)
    for summary in found:
        mover = summary.pop("mover")
        summary["your_turn"] = mover is not None and mover == player_id(player)
    return json_response({"tables": found})


@router.get("/api/tables/{table_id}", responses={200: {"model": TableResponse}, **PROBLEMS})
async def get_table(request: Request, table_id: TableId, player: OptionalPlayer, seat: SeatQuery = None) -> Response:
    """Return the table as you may see it."""
    rooms = services_of(request).rooms
    table = (await rooms.enter(table_id)).table
    me = player_id(player)
    return json_response(present_table(table, me, viewpoint(table, me, seat), rooms.clock.now()))


@router.get("/api/tables/{table_id}/log", responses={200: {"model": LogResponse}, **PROBLEMS})
async def get_log(
    request: Request,
    table_id: TableId,
    player: OptionalPlayer,
    seat: SeatQuery = None,
    after: After = None,
    limit: Limit = 200,
) -> Response:
    """Return what happened, as you may know it."""
    services = services_of(request)
    table = (await services.rooms.enter(table_id)).table
    viewer = viewpoint(table, player_id(player), seat)
    first = after or 0

    async def read() -> bytes:
        texts = await services.store.entry_texts(table_id, first, min(table.seq, first + limit))
        return await services.work.compute(encode_log, texts, table, viewer)

    return encoded_response(await in_turn(request, services.work, read))


def encode_log(texts: list[str], table: Table, viewer: int | None) -> bytes:
    entries = present_entries(read_json_texts(texts), table.setup.game, viewer)
    return encode({"entries": entries, "seq": table.seq})


@router.get("/api/tables/{table_id}/moments/{seq}", responses={200: {"model": TableResponse}, **PROBLEMS})
async def get_table_at(
    request: Request,
    table_id: TableId,
    seq: Annotated[int, Path(ge=1, le=2**31 - 1)],
    player: OptionalPlayer,
    seat: SeatQuery = None,
) -> Response:
    """Return the table as it was after an entry, as your seat saw it then; after the end from any seat."""
    services, work = services_of(request), services_of(request).work

    async def read() -> bytes:
        then, viewer = await table_after(request, table_id, player, seat, seq)
        now = services.rooms.clock.now()
        return await work.compute(lambda: encode(present_table(then, player_id(player), viewer, now)))

    return encoded_response(await in_turn(request, work, read))


async def table_after(
    request: Request, table_id: str, player: Player | None, seat: int | None, seq: int | None
) -> tuple[Table, int | None]:
    """Return the table, now or as it was after an entry, and the seat whose view of it the player may see.

    The request has its turn in the pool for work that takes long.
    """
    services = services_of(request)
    now = (await services.rooms.enter(table_id)).table
    then = now if seq is None else await services.rooms.table_at(now, seq, services.work.threads)
    if now.status == OVER and seat is not None and seat < len(now.seats):
        return then, seat
    return then, viewpoint(now, player_id(player), seat)


@router.get(
    "/api/tables/{table_id}/picture",
    response_class=Response,
    responses={200: {"description": "A picture", "content": {"image/svg+xml": {}}}, **PROBLEMS},
)
async def get_picture(
    request: Request,
    table_id: TableId,
    player: OptionalPlayer,
    seat: SeatQuery = None,
    seq: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Left out: now")] = None,
) -> Response:
    """Return a picture of the table as you may see it, now or after an entry."""
    work = services_of(request).work

    async def draw() -> str:
        then, viewer = await table_after(request, table_id, player, seat, seq)
        if then.status == WAITING:
            raise Problem("table.waiting")
        return await work.compute(then.match.picture, viewer)

    return Response(await in_turn(request, work, draw), media_type="image/svg+xml")


@router.get(
    "/api/tables/{table_id}/record",
    responses={200: {"model": dict[str, Any], "content": {"text/plain": {}}}, **PROBLEMS},
)
async def get_record(request: Request, table_id: TableId, form: Literal["json", "text"] = "json") -> Response:
    """Return the record: of a game without secrets at any time, of others when it is over."""
    table = (await services_of(request).rooms.enter(table_id)).table
    shape: Form = "text" if form == "text" and table.match.has_text_record else "json"
    found = await make_record(request, table, shape)
    return Response(found, media_type="text/plain; charset=utf-8") if shape == "text" else encoded_response(found)


async def make_record(request: Request, table: Table, form: Form) -> bytes:
    """Return the record of a table in some form, from memory or when it is its turn to be made."""
    services = services_of(request)
    found = services.table_records.cached(table, form)
    if found is None:
        found = await in_turn(request, services.work, partial(services.table_records.make, table, form))
    return found


@router.get("/api/tables/{table_id}/draws", responses={200: {"model": DrawsResponse}, **PROBLEMS})
async def get_draws(request: Request, table_id: TableId) -> Response:
    """Return every outcome of chance in a finished game with the chances that it came from, to check the deal."""
    return encoded_response(await make_record(request, await finished_game(request, table_id), "draws"))


@router.get("/api/tables/{table_id}/ending", responses={200: {"model": EndingResponse}, **PROBLEMS})
async def get_ending(request: Request, table_id: TableId) -> Response:
    """Return how a game ended: who has won and why, and where the points came from."""
    return encoded_response(await make_record(request, await finished_game(request, table_id), "ending"))


async def finished_game(request: Request, table_id: str) -> Table:
    """Return the table of a dealt game that is over; Problem if it is another."""
    table = (await services_of(request).rooms.enter(table_id)).table
    commands.check_accepts(table, "move")
    if table.status != OVER:
        raise Problem("record.running")
    return table


@router.get("/api/tables/{table_id}/hint", responses={200: {"model": HintsResponse}, **PROBLEMS})
async def get_hints(request: Request, table_id: TableId, player: OptionalPlayer, seat: SeatQuery = None) -> Response:
    """Return what your moves are worth, and why the best one is."""
    services, me = services_of(request), player_id(player)
    table = (await services.rooms.enter(table_id)).table
    own = table.own_seat(me, seat)
    if me is None or not may_have_hints(table, me):
        raise Problem("hint.forbidden")
    commands.check_may_decide(table, own, table.seq)
    await request.body()  # there is none; from now on only the client's disconnection can come
    advice = await services.bot_turns.hint(table, me, address_of(request.scope), request.is_disconnected)
    return json_response({"seq": table.seq, **advice})


# ---- changes as they come --------------------------------------------------------------------------------------------


@router.get(
    "/api/tables/{table_id}/events",
    response_class=StreamingResponse,
    responses={200: {"description": "Updates", "content": {"text/event-stream": {}}}, **PROBLEMS},
)
async def stream_updates(
    request: Request,
    table_id: TableId,
    player: OptionalPlayer,
    seat: SeatQuery = None,
    after: After = None,
    pace: PaceQuery = "normal",
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Send updates without end, as server-sent events."""
    services, me = services_of(request), player_id(player)
    room = await services.rooms.enter(table_id)
    resumes = last_event_id is not None and last_event_id.isascii() and last_event_id.isdecimal()
    known = int(str(last_event_id)[:12]) if resumes else after
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    may_go_on = partial(still_plays, request, player)
    stream = await services.streams.follow(room, me, seat, known, may_go_on, PACES[pace])
    return StreamingResponse(stream, headers=headers, media_type="text/event-stream")


@router.get("/api/tables/{table_id}/updates", responses={200: {"model": UpdateResponse}, **PROBLEMS})
async def wait_for_update(
    request: Request,
    table_id: TableId,
    player: OptionalPlayer,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)],
    wait: Annotated[float, Query(ge=0, le=25)] = 0,
    seat: SeatQuery = None,
) -> Response:
    """Return one update, without a stream: what came since, at once or when it comes."""
    services = services_of(request)
    room = await services.rooms.enter(table_id)
    update = await services.streams.wait_for(room, player_id(player), seat, after, wait)
    if not await still_plays(request, player):
        raise Problem("seat.foreign", seat=seat)
    return json_response(update)
