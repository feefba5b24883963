"""The parts of a running server that routes work with, and the problems that they describe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import Request
from starlette.types import Scope

from heliopolis.server.http.hosts import address_of
from heliopolis.server.http.response_models import ProblemResponse
from heliopolis.server.runtime.bot_turns import BotTurns
from heliopolis.server.runtime.cards import Cards
from heliopolis.server.runtime.chat_pace import ChatPace
from heliopolis.server.runtime.health import Health
from heliopolis.server.runtime.replays import Replays
from heliopolis.server.runtime.reviews import Reviews
from heliopolis.server.runtime.rooms import Rooms
from heliopolis.server.runtime.rule_loader import RuleLoader
from heliopolis.server.runtime.solo_results import SoloResults
from heliopolis.server.runtime.streams import Streams
from heliopolis.server.runtime.table_records import TableRecords
from heliopolis.server.runtime.work import WorkPool
from heliopolis.server.settings import Settings
from heliopolis.server.storage import People, Store
from heliopolis.server.storage.quotas import Origins


@dataclass(slots=True)
class Services:
    """The parts of a running server."""

    settings: Settings
    store: Store
    people: People
    rule_loader: RuleLoader
    rooms: Rooms
    bot_turns: BotTurns
    reviews: Reviews
    streams: Streams
    work: WorkPool  # for what takes long and is no move
    sessions: WorkPool  # for answers in Tekhenu sessions, which are moves
    table_records: TableRecords
    solo_results: SoloResults
    replays: Replays
    cards: Cards
    health: Health
    chat_pace: ChatPace | None  # None where rates are not limited
    origins: Origins | None  # None where there are no quotas

    async def origin_of(self, scope: Scope) -> str | None:
        """Return where a request comes from, as tables remember it for quotas; None without limits."""
        return None if self.origins is None else await self.origins.origin_of(address_of(scope))


def services_of(request: Request) -> Services:
    """Return the services of the application that a request came to."""
    services: Services = request.app.state.services
    return services


def _problem(status: str) -> dict[str, Any]:
    return {
        "description": status,
        "model": ProblemResponse,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemResponse"}}},
    }


PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: _problem("The request is malformed"),
    401: _problem("The server does not know who you are; send it again with the cookie of this answer"),
    403: _problem("Not yours to do"),
    404: _problem("There is no such thing"),
    405: _problem("Not with this method"),
    409: _problem("Not now"),
    410: _problem("This version cannot read it"),
    413: _problem("Too large"),
    415: _problem("Not JSON"),
    421: _problem("Not the name of this server"),
    422: _problem("The rules of the game or of the server do not allow it"),
    429: _problem("Too often"),
    503: _problem("Not now, but soon"),
}
