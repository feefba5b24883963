"""Lessons: the guided first game of a game, with everything that is shown in it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from heliopolis.core.checks import JSON
from heliopolis.core.errors import UnknownName
from heliopolis.server.domain.presenters import visible_move
from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.lesson_models import LessonResponse
from heliopolis.server.http.responses import encoded_response
from heliopolis.server.http.services import PROBLEMS, services_of
from heliopolis.server.http.turns import call_in_turn
from heliopolis.server.runtime.encoding import encode

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.lessons.lesson import LessonStep

router = APIRouter(tags=["lessons"])


@router.get("/api/lessons/{game}", responses={200: {"model": LessonResponse}, **PROBLEMS})
async def get_lesson(request: Request, game: Annotated[str, Path(max_length=40, examples=["ra"])]) -> Response:
    """Return the guided first game of a game: its steps, and every move and position as the learner sees them."""
    services = services_of(request)
    await services.rule_loader.imported()
    return encoded_response(await call_in_turn(request, services.work, _encoded, game))


@cache
def _encoded(game: str) -> bytes:
    from heliopolis.lessons.lesson import LEARNER, lesson

    try:
        found = lesson(game)
    except UnknownName:
        raise Problem("lesson.unknown") from None
    positions, moves = [found.record.start_position()], []
    for seat, move, outcomes, told, after in found.record.story():
        entry: JSON = {"seat": seat, "move": move, "outcomes": outcomes}
        entry |= _gifts(positions[-1], move, after)
        moves.append({"seq": len(positions), "seat": seat, **visible_move(entry, game, LEARNER), "told": told})
        positions.append(after)
    views = [position.view(LEARNER) for position in positions]
    return encode(
        {
            "game": game,
            "players": positions[0].players,
            "seat": LEARNER,
            "steps": [_present_step(step, moves, views[step.at]) for step in found.steps],
            "moves": moves,
            "positions": views,
        }
    )


def _gifts(before: Position, move: str, after: Position) -> JSON:
    """Return which cards an exchange gave to whom, where a game has exchanges."""
    disclosure = before.game.disclosure
    given = disclosure and disclosure.gifts_of(before.to_json(), move, after.to_json())
    return {"given": given} if given else {}


def _present_step(step: LessonStep, moves: list[JSON], view: JSON) -> JSON:
    from heliopolis.lessons.lesson import value_at

    return {
        "id": step.id,
        "at": step.at,
        "move": moves[step.at]["move"] if step.clicks else None,
        "lit": list(step.lit),
        "clicks": list(step.clicks),
        "params": {name: value_at(view, place) for name, place in step.params.items()},
    }
