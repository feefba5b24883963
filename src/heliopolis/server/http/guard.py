"""The outermost layer: security headers, the host and the origin of requests, their size and their rate."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.hosts import address_of, check_host, own_names
from heliopolis.server.http.limits import Limiter, cost_of, is_stream
from heliopolis.server.http.responses import problem_response
from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.security_events import events

MAX_BODY_BYTES = 65_536
METHODS = "GET HEAD POST PUT PATCH DELETE".split()

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'; "
    "style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
    "X-Frame-Options": "DENY",
}
HSTS = "max-age=31536000"


class Guard:
    """A middleware in plain ASGI, so that streams end when they should."""

    def __init__(self, app: ASGIApp, limits: bool, names: tuple[str, ...] = ()) -> None:
        self.app = app
        self.limiter = Limiter() if limits else None
        self.names = own_names(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 499  # as long as nothing is answered: the client left before

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, scope)
            await send(message)

        try:
            self._check(scope)
            await self._pass(scope, receive, send_guarded)
        except Problem as problem:  # of this layer; the routes answer their own
            events.note_problem(problem.key, address_of(scope))
            await problem_response(problem)(scope, receive, send_guarded)
        finally:
            _measure(scope, status, time.perf_counter() - began)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.limiter is None or not is_stream(scope["path"]):
            await self.app(scope, _sized(receive), send)
            return
        address = address_of(scope)
        if not self.limiter.open_stream(address):
            raise Problem("request.often", seconds=60)
        try:
            await self.app(scope, _sized(receive), send)
        finally:
            self.limiter.close_stream(address)

    def _check(self, scope: Scope) -> None:
        method, path, headers = scope["method"], scope["path"], Headers(scope=scope)
        if self.limiter is not None:  # first, because what is refused below costs something too
            wait = self.limiter.take(address_of(scope), cost_of(method, path), time.monotonic())
            if wait:
                raise Problem("request.often", seconds=int(wait) + 1)
        check_host(headers, scope["http_version"], self.names)
        if method not in ("GET", "HEAD") and path.startswith("/api/"):
            check_origin(headers)
            check_size(headers)
            if not is_json(headers) and is_served(scope):
                raise Problem("request.media")


def _sized(receive: Receive) -> Receive:
    received = 0

    async def receive_sized() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MAX_BODY_BYTES:
            raise HTTPException(413)  # the reader of the body does not catch this one
        return message

    return receive_sized


def check_origin(headers: Headers) -> None:
    """Let only pages of this very site change something: browsers say where a request comes from."""
    site = headers.get("sec-fetch-site")
    if site not in (None, "same-origin", "none"):
        raise Problem("request.origin")
    origin = headers.get("origin")
    if origin is not None and host_and_port(origin) != headers.get("host"):
        raise Problem("request.origin")


def host_and_port(origin: str) -> str:
    """Return host and port of an origin."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        raise Problem("request.origin") from None


def check_size(headers: Headers) -> None:
    """Refuse a body that is announced to be too large."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
        raise Problem("request.large", most=MAX_BODY_BYTES)


def is_json(headers: Headers) -> bool:
    """Return whether a body is said to be JSON; a form of another site cannot say so."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def is_served(scope: Scope) -> bool:
    """Return whether there is a route with this path and method."""
    return any(route.matches(dict(scope))[0] is Match.FULL for route in scope["app"].routes)


def methods_at(scope: Scope) -> list[str]:
    """Return the methods that the routes with this path take."""
    return [method for method in METHODS if is_served({**scope, "method": method})]


def _add_headers(message: Message, scope: Scope) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["scheme"] == "https":
        headers["Strict-Transport-Security"] = HSTS
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")


def _measure(scope: Scope, status: int, seconds: float) -> None:
    """Count by route, never by path: the id of a table is nobody's business, and paths have no end."""
    path = getattr(scope.get("route"), "path", "other")
    method, route = ("-", "other") if path == "other" or status == 405 else (scope["method"], path)
    metrics.REQUESTS.labels(method, route, str(status)).inc()
    if not route.endswith(("/events", "/updates", "/hint")):
        metrics.LATENCY.labels(method, route).observe(seconds)
