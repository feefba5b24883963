"""What only Tekhenu sessions have: prompts of corrections and of earlier entries, the whole story, the results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from heliopolis.core.errors import HeliopolisError
from heliopolis.games.tekhenu import BadAnswer, Prompt, Session
from heliopolis.server.domain.companion_match import CompanionMatch
from heliopolis.server.domain.problems import Problem, UnreadableTable
from heliopolis.server.http.players import OptionalPlayer
from heliopolis.server.http.response_models import PromptResponse, StoryResponse
from heliopolis.server.http.responses import encoded_response, json_response
from heliopolis.server.http.services import PROBLEMS, services_of
from heliopolis.server.http.solo_models import SoloResponse
from heliopolis.server.http.tables import TableId
from heliopolis.server.http.turns import call_in_turn, in_turn
from heliopolis.server.runtime.encoding import encode

router = APIRouter(tags=["tekhenu"])


async def session_at(request: Request, table_id: str) -> Session:
    """Return the session of a Tekhenu table."""
    match = (await services_of(request).rooms.enter(table_id)).table.match
    if not isinstance(match, CompanionMatch):
        raise Problem("game.other")
    return match.session


@router.get("/api/tables/{table_id}/corrections/{name}", responses={200: {"model": PromptResponse}, **PROBLEMS})
async def correction(request: Request, table_id: TableId, name: Annotated[str, Path(max_length=60)]) -> Response:
    """Return the prompt of a correction."""
    session = await session_at(request, table_id)
    return await prompt_response(request, session.correction_prompt, name)


@router.get("/api/tables/{table_id}/entries/{number}", responses={200: {"model": PromptResponse}, **PROBLEMS})
async def entry(request: Request, table_id: TableId, number: Annotated[int, Path(ge=0, le=2**31 - 1)]) -> Response:
    """Return the prompt that an entry of the session answered; null for a correction of several things."""
    session = await session_at(request, table_id)
    return await prompt_response(request, session.prompt_at, number)


async def prompt_response(request: Request, find: Callable[[Any], Prompt | None], what: str | int) -> Response:
    """Return a prompt that is found in a thread: the session may have to enter things again."""
    try:
        prompt = await call_in_turn(request, services_of(request).work, find, what)
    except BadAnswer as error:
        raise Problem(error.message.key, **error.message.params) from None
    return json_response({"prompt": None if prompt is None else prompt.to_json()})


@router.get("/api/tables/{table_id}/story", responses={200: {"model": StoryResponse}, **PROBLEMS})
async def story(request: Request, table_id: TableId) -> Response:
    """Return every entry and what it led to."""
    session = await session_at(request, table_id)
    try:
        found = await call_in_turn(request, services_of(request).work, encode_story, session)
    except HeliopolisError as error:  # entries of an older version that no longer fit
        raise UnreadableTable(f"the story of a session: {type(error).__name__}") from None
    return encoded_response(found)


def encode_story(session: Session) -> bytes:
    story = [{"entry": entry.to_json(), "steps": [step.to_json() for step in steps]} for entry, steps in session.story]
    return encode({"story": story})


@router.get("/api/solo", responses={200: {"model": SoloResponse}, **PROBLEMS})
async def get_solo_results(request: Request, player: OptionalPlayer) -> Response:
    """Return the results of your last 50 finished Tekhenu games, the newest first, and advice for the next."""
    if player is None:
        return json_response({"games": [], "advice": None})
    services = services_of(request)
    read = partial(services.solo_results.encoded, player.id)
    return encoded_response(await in_turn(request, services.work, read))
