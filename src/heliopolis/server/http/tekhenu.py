"""What only Tekhenu sessions have: prompts, the story, the session for its owner, the results of a player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.games.tekhenu import Session
from heliopolis.server.domain.commands import check_begun
from heliopolis.server.domain.companion_match import CompanionMatch
from heliopolis.server.domain.companion_reading import read_correction, read_entry, read_story
from heliopolis.server.domain.problems import Problem, UnreadableTable
from heliopolis.server.domain.tables import Table
from heliopolis.server.http.players import OptionalPlayer
from heliopolis.server.http.response_models import PromptResponse, SessionResponse, StoryResponse
from heliopolis.server.http.responses import encoded_response, json_response
from heliopolis.server.http.services import PROBLEMS, services_of
from heliopolis.server.http.solo_models import SoloResponse
from heliopolis.server.http.tables import TableId, player_id
from heliopolis.server.http.turns import call_in_turn, in_turn
from heliopolis.server.runtime.encoding import encode

router = APIRouter(tags=["tekhenu"])


async def table_at(request: Request, table_id: str) -> tuple[Table, CompanionMatch]:
    """Return a Tekhenu table and its match."""
    table = (await services_of(request).rooms.enter(table_id)).table
    if not isinstance(table.match, CompanionMatch):
        raise Problem("game.other")
    return table, table.match


@router.get("/api/tables/{table_id}/corrections/{name}", responses={200: {"model": PromptResponse}, **PROBLEMS})
async def correction(request: Request, table_id: TableId, name: Annotated[str, Path(max_length=60)]) -> Response:
    """Return the prompt of a correction."""
    return await reading(request, table_id, lambda session: read_correction(session, name))


@router.get("/api/tables/{table_id}/entries/{number}", responses={200: {"model": PromptResponse}, **PROBLEMS})
async def entry(request: Request, table_id: TableId, number: Annotated[int, Path(ge=0, le=2**31 - 1)]) -> Response:
    """Return the prompt that an entry of the session answered; null for a correction of several things."""
    return await reading(request, table_id, lambda session: read_entry(session, number))


@router.get("/api/tables/{table_id}/story", responses={200: {"model": StoryResponse}, **PROBLEMS})
async def story(request: Request, table_id: TableId) -> Response:
    """Return every entry and what it led to."""
    return await reading(request, table_id, read_story)


async def reading(request: Request, table_id: str, read: Callable[[Session], JSON]) -> Response:
    """Return what is read of a session in a thread: it may have to enter things again."""
    _, match = await table_at(request, table_id)
    try:
        found = await call_in_turn(request, services_of(request).work, lambda: encode(read(match.session)))
    except HeliopolisError as error:  # entries of an older version that no longer fit
        raise UnreadableTable(f"the entries of a session: {type(error).__name__}") from None
    return encoded_response(found)


@router.get("/api/tables/{table_id}/session", responses={200: {"model": SessionResponse}, **PROBLEMS})
async def session(request: Request, table_id: TableId, player: OptionalPlayer) -> Response:
    """Return the whole session with its seed, to go on without a network: only to whoever has the seat."""
    table, match = await table_at(request, table_id)
    table.own_seat(player_id(player), None)
    check_begun(table)

    def write() -> bytes:
        return encode({"seq": table.seq, "snapshot": match.to_json()})

    return encoded_response(await call_in_turn(request, services_of(request).work, write))


@router.get("/api/solo", responses={200: {"model": SoloResponse}, **PROBLEMS})
async def get_solo_results(request: Request, player: OptionalPlayer) -> Response:
    """Return the results of your last 50 finished Tekhenu games, the newest first, and advice for the next."""
    if player is None:
        return json_response({"games": [], "advice": None})
    services = services_of(request)
    read = partial(services.solo_results.encoded, player.id)
    return encoded_response(await in_turn(request, services.work, read))
