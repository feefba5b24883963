"""Puzzles: the list of a game, the question of each, the puzzle of the day, and answers to what somebody tries.

A question contains what the deciding seat knows, and nothing about what its moves are worth.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from heliopolis.core.checks import JSON
from heliopolis.core.errors import IllegalMove, UnknownName
from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.puzzle_models import (
    PuzzleAnswerRequest,
    PuzzleAnswerResponse,
    PuzzleResponse,
    PuzzlesResponse,
)
from heliopolis.server.http.responses import encoded_response
from heliopolis.server.http.services import PROBLEMS, services_of
from heliopolis.server.http.turns import call_in_turn
from heliopolis.server.runtime.encoding import encode

if TYPE_CHECKING:
    from heliopolis.puzzles.puzzle import Puzzle, PuzzleOption

TODAY = "today"  # in place of an id
RETRY_SECONDS = 5  # while the search is being compiled

router = APIRouter(tags=["puzzles"])
GameName = Annotated[str, Path(max_length=40, examples=["ra"])]
PuzzleId = Annotated[str, Path(max_length=40, examples=["3f9a2c"], description="Or `today`")]


@router.get("/api/puzzles/{game}", responses={200: {"model": PuzzlesResponse}, **PROBLEMS})
async def get_puzzles(request: Request, game: GameName) -> Response:
    """Return the puzzles of a game in order, and which one is that of today, by the date in UTC."""
    return await _answered(request, _list, game)


@router.get("/api/puzzles/{game}/{id}", responses={200: {"model": PuzzleResponse}, **PROBLEMS})
async def get_puzzle(request: Request, game: GameName, id: PuzzleId) -> Response:  # noqa: A002 -- its name in the path
    """Return the question of a puzzle: the position as the deciding seat knows it."""
    return await _answered(request, _question, game, id)


@router.post("/api/puzzles/{game}/{id}/answer", responses={200: {"model": PuzzleAnswerResponse}, **PROBLEMS})
async def answer_puzzle(
    request: Request,
    game: GameName,
    id: PuzzleId,  # noqa: A002
    body: PuzzleAnswerRequest,
) -> Response:
    """Return whether a move solves a puzzle, what all its moves are worth, and why the best one is better."""
    return await _answered(request, _answer, game, id, body.move)


async def _answered(request: Request, work: Callable[..., bytes], *arguments: str) -> Response:
    services = services_of(request)
    await services.rule_loader.imported()
    return encoded_response(await call_in_turn(request, services.work, work, *arguments))


# ---- in a thread of the pool -----------------------------------------------------------------------------------------


def _list(game: str) -> bytes:
    from heliopolis.puzzles.shipped import puzzles
    from heliopolis.puzzles.themes import THEMES_OF

    today = _find(game, TODAY)
    rows = [_facts(number, one) for number, one in enumerate(puzzles(game), 1)]
    there = {row["theme"] for row in rows}
    themes = [theme for theme in THEMES_OF[game] if theme in there]
    return encode({"game": game, "today": today.id, "themes": themes, "puzzles": rows})


def _question(game: str, id: str) -> bytes:  # noqa: A002
    from heliopolis.puzzles.shipped import puzzles

    puzzle = _find(game, id)
    number = puzzles(game).index(puzzle) + 1
    view = puzzle.start().view(puzzle.seat)
    return encode({**_facts(number, puzzle), "game": game, "seat": puzzle.seat, "position": view})


def _answer(game: str, id: str, move: str) -> bytes:  # noqa: A002
    from heliopolis.puzzles.solving import answer, can_judge

    puzzle = _find(game, id)
    if not can_judge(puzzle, move):
        raise Problem("server.busy", seconds=RETRY_SECONDS)
    try:
        found = answer(puzzle, move)
    except IllegalMove:
        raise Problem("move.illegal", move=move, legal=puzzle.start().legal()[:24]) from None
    return encode(
        {
            "move": move,
            "right": found.right,
            "loss": round(found.loss, 3),
            "best": puzzle.best.move,
            "options": [_present_option(option) for option in found.options],
            "why": found.why,
        }
    )


def _find(game: str, id: str) -> Puzzle:  # noqa: A002
    """Return a puzzle, or that of today; Problem if there is none."""
    from heliopolis.puzzles.shipped import find_puzzle, of_the_day

    try:
        return of_the_day(game, datetime.now(UTC).date()) if id == TODAY else find_puzzle(game, id)
    except UnknownName:
        raise Problem("puzzle.unknown") from None


def _facts(number: int, puzzle: Puzzle) -> JSON:
    facts = {"id": puzzle.id, "number": number, "players": puzzle.players}
    return {**facts, "theme": puzzle.theme, "difficulty": puzzle.difficulty}


def _present_option(option: PuzzleOption) -> JSON:
    return {"move": option.move, "win": list(option.win), "points": list(option.points)}
