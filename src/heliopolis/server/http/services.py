"""What the routes work with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import Request

from heliopolis.server.http.models import ProblemBody
from heliopolis.server.runtime.bot_turns import Thinking
from heliopolis.server.runtime.replays import Replays
from heliopolis.server.runtime.rooms import Rooms
from heliopolis.server.runtime.rule_loader import Rules
from heliopolis.server.runtime.streams import Streams
from heliopolis.server.settings import Settings
from heliopolis.server.storage import Store


@dataclass(slots=True)
class Parts:
    """The parts of a running server."""

    settings: Settings
    store: Store
    rules: Rules
    rooms: Rooms
    thinking: Thinking
    streams: Streams
    replays: Replays


def parts_of(request: Request) -> Parts:
    parts: Parts = request.app.state.parts
    return parts


def _problem(status: str) -> dict[str, Any]:
    return {
        "description": status,
        "model": ProblemBody,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}},
    }


PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: _problem("The request is malformed"),
    403: _problem("Not yours to do"),
    404: _problem("There is no such thing"),
    405: _problem("Not in this way"),
    409: _problem("Not now"),
    413: _problem("Too large"),
    415: _problem("Not JSON"),
    422: _problem("The rules or the house do not allow it"),
    429: _problem("Too often"),
    503: _problem("Not now, but soon"),
}
