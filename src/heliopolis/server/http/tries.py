"""Practice tables that begin at a moment of another game, or of a record."""

from __future__ import annotations

import hashlib
import time
from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import Response

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.server.domain import commands
from heliopolis.server.domain.changes import Player
from heliopolis.server.domain.games import GameInfo, game_info
from heliopolis.server.domain.names import clean_name
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.secrets import new_id
from heliopolis.server.domain.sources import Source
from heliopolis.server.domain.tables import OVER, Seat, Table, TableSetup
from heliopolis.server.domain.tries import check_may_try, deal_from, entry_before, source_of_record, source_of_table
from heliopolis.server.http.models import MomentRequest, TryRequest
from heliopolis.server.http.players import CurrentPlayer
from heliopolis.server.http.requests import request_of
from heliopolis.server.http.response_models import NewTableResponse
from heliopolis.server.http.responses import json_response
from heliopolis.server.http.services import PROBLEMS, Services, services_of
from heliopolis.server.http.tables import repeat_creation, with_links
from heliopolis.server.http.turns import call_in_turn, in_turn
from heliopolis.server.runtime.bot_choices import bots_for, bots_of_record, check_bot
from heliopolis.server.runtime.replays import MAX_MOVES
from heliopolis.server.storage import Conflict

router = APIRouter(tags=["tables"])
USUAL_BOT = "expert"  # in the seats of people


class Tried:
    """A game, who sat there, and the moment of it at which a practice table begins."""

    def __init__(self, info: GameInfo, bots: list[str | None], source: Source, origin: str) -> None:
        self.info = info
        self.bots = bots  # by seat; None: a person
        self.source = source
        self.origin = origin  # what the luck follows from that comes after all that is recorded


@router.post("/api/tries", status_code=201, responses={201: {"model": NewTableResponse}, **PROBLEMS})
async def try_from_moment(request: Request, body: TryRequest, player: CurrentPlayer) -> Response:
    """Make a practice table that begins at a moment of another game, with the same bots."""
    services = services_of(request)
    asked = request_of(player.id, "try", body, player)
    before = await services.store.previous_answer(asked.scope, asked.id)
    if before is not None:
        if before.digest != asked.digest:
            raise Problem("request.reused")
        return await repeat_creation(services, player, before.table_id)
    tried = await find_moment(request, services, body.moment, player)
    change = commands.open_table(setup_of(tried, player), seats_of(tried, body, player))
    change.request, change.by, change.origin = asked, player, await services.origin_of(request.scope)
    try:
        room = await services.rooms.open(change)
    except Conflict:  # the same request, at the same time
        raise Problem("server.busy") from None
    return json_response(with_links(services, room.table, player, {}), 201)


async def find_moment(request: Request, services: Services, wanted: MomentRequest, player: Player) -> Tried:
    """Return the moment that is asked for; Problem if there is none, or it may not be tried."""
    if wanted.record is not None:
        await services.rule_loader.imported()
        return await call_in_turn(request, services.work, moment_of_record, wanted.record, wanted)
    table = (await services.rooms.enter(str(wanted.table))).table
    check_may_try(table, player.id, wanted.seat, wanted.luck)
    return await in_turn(request, services.work, partial(moment_of_table, services, table, wanted))


async def moment_of_table(services: Services, table: Table, wanted: MomentRequest) -> Tried:
    threads = services.work.threads
    then = await services.rooms.table_at(table, entry_before(table, wanted.at), threads)
    moves: list[JSON] = []
    if table.status == OVER:
        moves = await services.store.moves(table.setup.id, table.seq, threads)
    source = await services.work.compute(source_of_table, table, then, moves, wanted.at, wanted.seat, wanted.luck)
    bots = [seat.bot if seat.player is None else None for seat in table.seats]
    return Tried(game_info(table.setup.game), bots, source, table.setup.commitment)


def moment_of_record(text: str, wanted: MomentRequest) -> Tried:
    from heliopolis.core.record import Record

    try:
        record = Record.parse(text, MAX_MOVES)
    except HeliopolisError:
        raise Problem("record.bad") from None
    source = source_of_record(record, wanted.at, wanted.seat, wanted.luck)
    digest = hashlib.sha256("\n".join(record.moves).encode()).hexdigest()
    return Tried(game_info(record.game), bots_of_record(record), source, digest)


def seats_of(tried: Tried, body: TryRequest, player: Player) -> list[Seat]:
    """Return the seats: the player's own, and bots in all others."""
    game, levels = tried.info.name, [level["name"] for level in bots_for(tried.info.name)]
    usual = USUAL_BOT if USUAL_BOT in levels else levels[-1]
    others = check_bot(game, body.bot or usual)
    seats = [Seat(bot=bot or others) for bot in tried.bots]
    seats[body.moment.seat] = Seat(player.id, None if player.name is None else clean_name(player.name))
    return seats


def setup_of(tried: Tried, player: Player) -> TableSetup:
    return TableSetup(
        id=new_id(),
        game=tried.info.name,
        players=len(tried.bots),
        host=player.id,
        name=None,
        created=round(time.time(), 3),
        listed=False,
        hints=True,
        seconds_per_move=None,
        stand_in=tried.info.stand_in,
        deal=deal_from(tried.source, tried.origin),
        rules=tried.info.rules,
    )
