"""What a request is answered when the server fails: 503 if the database is unavailable, 500 if it is our own fault."""

from __future__ import annotations

import asyncio
import errno
import logging

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.hosts import address_of
from heliopolis.server.http.responses import problem_response
from heliopolis.server.http.services import Services
from heliopolis.server.runtime.bot_choices import traceback_without_message
from heliopolis.server.runtime.security_events import events

logger = logging.getLogger("heliopolis")


class Failures:
    """A middleware that answers every error that nothing else has answered; the log has no secret of it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_noting(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        except asyncio.CancelledError:  # the server stops and waits no longer
            if started:
                raise
            await problem_response(Problem("server.busy", seconds=1))(scope, receive, send)
        except ClientDisconnect:  # while the request was read: there is nobody to answer
            return
        except Exception as error:
            problem = problem_of(scope, error)
            if not started:
                await problem_response(problem)(scope, receive, send)


def problem_of(scope: Scope, error: Exception) -> Problem:
    """Return what the client is told of an error, and log it."""
    services: Services = scope["app"].state.services
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        events.note("files", address_of(scope))
        return Problem("server.busy", seconds=1)
    if services.health.report(error):
        return Problem("server.busy", seconds=1)
    route = getattr(scope.get("route"), "path", "other")  # never the path: the id of a table is nobody's business
    logger.error("%s %s failed: %s", scope["method"], route, traceback_without_message(error))
    return Problem("server.broken")
