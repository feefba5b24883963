"""All of it put together: `make_app(settings)` for a server of one's own, `app_from_environment` for workers."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from heliopolis import __version__
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.http import info, players, records, static_site, table_actions, tables, tekhenu
from heliopolis.server.http.guard import LARGEST, Guard
from heliopolis.server.http.responses import problem_response
from heliopolis.server.http.services import Parts
from heliopolis.server.runtime.bot_turns import Thinking
from heliopolis.server.runtime.housekeeping import Keeper
from heliopolis.server.runtime.replays import Replays
from heliopolis.server.runtime.rooms import Rooms
from heliopolis.server.runtime.rule_loader import Rules
from heliopolis.server.runtime.streams import Streams
from heliopolis.server.settings import Settings
from heliopolis.server.storage import Store, open_database

logger = logging.getLogger("heliopolis")
ABOUT = (
    "Tables for Ra, Priests of Ra, Res Publica and the Tekhenu automas. How it all belongs together: docs/protocol.md."
)


def make_app(settings: Settings) -> FastAPI:
    """The application; the database it is given has the right tables already."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        database = open_database(settings.database)
        store, rules = Store(database), Rules()

        def changed(table: Table) -> None:
            thinking.consider(table)

        rooms = Rooms(store, rules.ready, changed)
        thinking = Thinking(rooms, database, settings.thinkers)
        streams, keeper = Streams(rooms), Keeper(rooms, thinking)
        replays = Replays()
        app.state.parts = Parts(settings, store, rules, rooms, thinking, streams, replays)
        rules.begin()
        thinking.begin()
        keeper.begin()
        with before_signals(streams.closing.set):
            yield
        streams.closing.set()
        await keeper.close()
        await thinking.close()
        rules.close()
        replays.close()
        await database.close()

    app = FastAPI(
        title="Heliopolis",
        description=ABOUT,
        version=__version__,
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    for module in (info, players, tables, table_actions, tekhenu, records, static_site):
        app.include_router(module.router)
    handle_errors(app)
    app.add_middleware(Guard, limits=settings.limits)
    return app


@contextmanager
def before_signals(let_go: Callable[[], object]) -> Iterator[None]:
    """Streams never end by themselves: let go of them when the process is told to stop, before it waits for them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(let_go)
        usual = before[signal.Signals(number)]
        if callable(usual):
            usual(number, frame)

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, usual in before.items():
            signal.signal(number, usual)


def app_from_environment() -> FastAPI:
    return make_app(Settings.from_environment())


def handle_errors(app: FastAPI) -> None:
    """Every error leaves as a problem, and none tells more than it should."""

    @app.exception_handler(Problem)
    async def known(_: Request, problem: Problem) -> Response:
        return problem_response(problem)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> Response:
        where = [".".join(str(part) for part in one["loc"]) for one in error.errors()[:1]]
        return problem_response(Problem("request.malformed", where="".join(where)[:80]))

    @app.exception_handler(HTTPException)
    async def unknown(_: Request, error: HTTPException) -> Response:
        known = {
            404: Problem("path.unknown"),
            405: Problem("method.wrong"),
            413: Problem("request.large", most=LARGEST),
        }
        response = problem_response(known.get(error.status_code, Problem("request.malformed", where="body")))
        response.headers.update(error.headers or {})
        return response

    async def away(_: Request, error: Exception) -> Response:
        logger.warning("the database is not to be had: %s", type(error).__name__)
        return problem_response(Problem("server.busy", seconds=1))

    app.add_exception_handler(SQLAlchemyError, away)
    app.add_exception_handler(OSError, away)

    @app.exception_handler(Exception)
    async def broken(_: Request, __: Exception) -> Response:
        return problem_response(Problem("server.broken"))
