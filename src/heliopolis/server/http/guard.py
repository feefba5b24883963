"""Before any route: headers, where a request comes from, its size, and how often somebody asks."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.responses import problem_response
from heliopolis.server.runtime import metrics

LARGEST = 65_536  # bytes of a request
STREAMS = 100  # of one address at the same time
ADDRESSES = 50_000  # remembered at most

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
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


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second afterwards."""

    burst: float
    per_second: float


RATES = {
    "make": Rate(30, 0.5),  # tables and players
    "guess": Rate(20, 0.5),  # secrets of links
    "think": Rate(20, 0.5),  # hints
    "replay": Rate(60, 6),  # records, or steps through one
    "write": Rate(100, 20),
    "read": Rate(300, 60),
}


class Limiter:
    """Buckets that fill up again, one for each address and sort of request."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self.streams: dict[str, int] = {}

    def take(self, address: str, sort: str, now: float) -> float:
        """0 if the request may pass, else the seconds until it may."""
        rate, key = RATES[sort], (address, sort)
        level, last = self._buckets.pop(key, (rate.burst, now))
        level = min(rate.burst, level + (now - last) * rate.per_second)
        wait = 0.0 if level >= 1 else (1 - level) / rate.per_second
        self._buckets[key] = (level - 1 if level >= 1 else level, now)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return wait


def sort_of(method: str, path: str) -> str:
    if method in ("GET", "HEAD"):
        return "think" if path.endswith("/hint") else "read"
    if path.endswith("/join"):
        return "guess"
    if path == "/api/records":
        return "replay"
    return "make" if path in ("/api/tables", "/api/players", "/api/me") or path.endswith("/rematch") else "write"


def address_of(scope: Scope) -> str:
    """Who asks; of an IPv6 network all are one."""
    host = scope["client"][0] if scope.get("client") else "unknown"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    address = getattr(address, "ipv4_mapped", None) or address  # an IPv4 client of a server that listens on both
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


class Guard:
    """The outermost layer. Plain ASGI, so that streams end when they should."""

    def __init__(self, app: ASGIApp, limits: bool) -> None:
        self.app = app
        self.limiter = Limiter() if limits else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message, scope)
            await send(message)

        try:
            self._check(scope)
        except Problem as problem:
            await problem_response(problem)(scope, receive, send_guarded)
        else:
            await self._pass(scope, receive, send_guarded)
        finally:
            _measure(scope, status, time.perf_counter() - began)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_stream = self.limiter is not None and scope["path"].endswith("/events")
        address = address_of(scope)
        streams = self.limiter.streams if self.limiter is not None else {}
        if is_stream and streams.get(address, 0) >= STREAMS:
            await problem_response(Problem("request.often", seconds=60))(scope, receive, send)
            return
        if is_stream:
            streams[address] = streams.get(address, 0) + 1
        try:
            await self.app(scope, _sized(receive), send)
        finally:
            if is_stream:
                streams[address] -= 1
                if not streams[address]:
                    del streams[address]

    def _check(self, scope: Scope) -> None:
        if not scope["path"].startswith("/api/"):
            return
        method, headers = scope["method"], Headers(scope=scope)
        if method not in ("GET", "HEAD"):
            check_origin(headers)
            check_body(headers)
        if self.limiter is not None:
            wait = self.limiter.take(address_of(scope), sort_of(method, scope["path"]), time.monotonic())
            if wait:
                raise Problem("request.often", seconds=int(wait) + 1)


def _sized(receive: Receive) -> Receive:
    taken = 0

    async def receive_sized() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST:
            raise HTTPException(413)  # whoever reads the body lets this one pass
        return message

    return receive_sized


def check_origin(headers: Headers) -> None:
    """A browser tells where a request was made: only pages of this very site may change something."""
    site = headers.get("sec-fetch-site")
    if site not in (None, "same-origin", "none"):
        raise Problem("request.origin")
    origin = headers.get("origin")
    if origin is not None and place_of(origin) != headers.get("host"):
        raise Problem("request.origin")


def place_of(origin: str) -> str:
    """Host and port of an origin."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        raise Problem("request.origin") from None


def check_body(headers: Headers) -> None:
    """JSON, and not too much of it; a form of another site cannot send that."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LARGEST:
        raise Problem("request.large", most=LARGEST)
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem("request.media")


def _add_headers(message: Message, scope: Scope) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["scheme"] == "https":
        headers["Strict-Transport-Security"] = HSTS
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")


def _measure(scope: Scope, status: int, seconds: float) -> None:
    """By route, never by address: a table's name is nobody's business."""
    route = getattr(scope.get("route"), "path", "other")
    metrics.REQUESTS.labels(scope["method"] if route != "other" else "-", route, str(status)).inc()
    if not route.endswith(("/events", "/updates", "/hint")):
        metrics.LATENCY.labels(scope["method"] if route != "other" else "-", route).observe(seconds)
