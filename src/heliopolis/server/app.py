"""The application: `make_app(settings)` for a server of one's own, `app_from_environment` for workers."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from heliopolis import __version__
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.http import (
    devices,
    info,
    lessons,
    players,
    puzzles,
    records,
    reviews,
    share,
    static_site,
    table_actions,
    tables,
    tekhenu,
    tries,
)
from heliopolis.server.http.failures import Failures
from heliopolis.server.http.guard import MAX_BODY_BYTES, Guard, methods_at
from heliopolis.server.http.hosts import address_of
from heliopolis.server.http.responses import problem_response
from heliopolis.server.http.services import Services
from heliopolis.server.openapi import describe
from heliopolis.server.runtime.bot_turns import BotTurns
from heliopolis.server.runtime.cards import Cards
from heliopolis.server.runtime.chat_pace import ChatPace
from heliopolis.server.runtime.health import Health
from heliopolis.server.runtime.housekeeping import Housekeeping
from heliopolis.server.runtime.replays import Replays
from heliopolis.server.runtime.reviews import Reviews
from heliopolis.server.runtime.rooms import Rooms
from heliopolis.server.runtime.rule_loader import RuleLoader
from heliopolis.server.runtime.security_events import events
from heliopolis.server.runtime.solo_results import SoloResults
from heliopolis.server.runtime.streams import Streams
from heliopolis.server.runtime.table_records import TableRecords
from heliopolis.server.runtime.work import WorkPool
from heliopolis.server.settings import Settings
from heliopolis.server.storage import People, Store, open_database
from heliopolis.server.storage.quotas import Origins
from heliopolis.server.storage.reviews import ReviewStore

# How long a thread of Python keeps the event loop waiting. Beside two busy threads, an echo through the loop took 70 ms
# (p95) with Python's own 5 ms, and 1 ms with this.
SWITCH_SECONDS = 0.0005
WORK_THREADS = 2  # so that whatever one address asks for, another finds one that it does not occupy
SESSION_THREADS = 2
ABOUT = "Tables for Ra, Priests of Ra, Res Publica and the Tekhenu automas. docs/protocol.md explains how to use it."


def make_app(settings: Settings) -> FastAPI:
    """Return the application; its database has the right schema already."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH_SECONDS)
        database = open_database(settings.database)
        store, people, rule_loader = Store(database), People(database), RuleLoader()

        def changed(table: Table) -> None:
            bot_turns.update(table)

        rooms = Rooms(store, rule_loader.ready, changed)
        bot_turns = BotTurns(rooms, database, settings.bot_threads, settings.bot_pace)
        reviewing = Reviews(ReviewStore(database), rooms, bot_turns)
        health, streams = Health(database), Streams(rooms)
        housekeeping = Housekeeping(rooms, bot_turns, reviewing, health, settings.keep_days)
        work, sessions = WorkPool("work", WORK_THREADS), WorkPool("session", SESSION_THREADS)
        app.state.services = Services(
            settings=settings,
            store=store,
            people=people,
            rule_loader=rule_loader,
            rooms=rooms,
            bot_turns=bot_turns,
            reviews=reviewing,
            streams=streams,
            work=work,
            sessions=sessions,
            table_records=TableRecords(store, work),
            solo_results=SoloResults(store, work),
            replays=Replays(),
            cards=Cards(rooms, work),
            health=health,
            chat_pace=ChatPace() if settings.limits else None,
            origins=Origins(database) if settings.limits else None,
        )
        rule_loader.start()
        bot_turns.start()
        housekeeping.start()
        with before_signals(streams.closing.set):
            yield
        streams.closing.set()
        await housekeeping.close()
        await bot_turns.close()
        await reviewing.close()
        await rule_loader.close()
        for pool in (work, sessions):
            pool.close()
        store.close()
        await database.close()

    app = FastAPI(
        title="Heliopolis",
        description=ABOUT,
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
    )
    tables_and_games = info, players, devices, tables, table_actions, tekhenu
    for module in (*tables_and_games, records, reviews, tries, puzzles, lessons, share, static_site):
        app.include_router(module.router)
    handle_errors(app)
    app.add_middleware(Guard, limits=settings.limits, names=settings.names)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]  # the way FastAPI documents
    return app


@contextmanager
def before_signals(end_streams: Callable[[], object]) -> Iterator[None]:
    """End the streams on a signal to stop, before the process waits for them: they never end by themselves."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end_streams)
        handler = handlers[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number in handlers:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def app_from_environment() -> FastAPI:
    """Return the application of a worker process."""
    return make_app(Settings.from_environment())


def handle_errors(app: FastAPI) -> None:
    """Answer every error with a problem, and none with more than the client may know."""

    @app.exception_handler(Problem)
    async def refused(request: Request, problem: Problem) -> Response:
        events.note_problem(problem.key, address_of(request.scope))
        return players.with_cookie(request, problem_response(problem))

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> Response:
        where = [".".join(str(part) for part in one["loc"]) for one in error.errors()[:1]]
        return problem_response(Problem("request.malformed", where="".join(where)[:80]))

    @app.exception_handler(HTTPException)
    async def not_served(request: Request, error: HTTPException) -> Response:
        problems = {
            404: Problem("path.unknown"),
            405: Problem("method.wrong"),
            413: Problem("request.large", most=MAX_BODY_BYTES),
        }
        response = problem_response(problems.get(error.status_code, Problem("request.malformed", where="body")))
        if error.status_code == 405:
            response.headers["Allow"] = ", ".join(methods_at(request.scope))
        return response

    app.add_middleware(Failures)
