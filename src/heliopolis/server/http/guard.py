"""The outermost layer: security headers, the origin of requests, their size and their rate."""

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

MAX_BODY_BYTES = 65_536
MAX_STREAMS = 100  # of one address at the same time
MAX_BUCKETS = 50_000  # of addresses that asked lately

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
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


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, and so many per second afterwards."""

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
    """Token buckets, one for each address and class of request."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self.streams: dict[str, int] = {}

    def take(self, address: str, rate_class: str, now: float) -> float:
        """Take a token; return 0 if there was one, else the seconds until there is."""
        rate, key = RATES[rate_class], (address, rate_class)
        level, last = self._buckets.pop(key, (rate.burst, now))
        level = min(rate.burst, level + (now - last) * rate.per_second)
        wait = 0.0 if level >= 1 else (1 - level) / rate.per_second
        self._buckets[key] = (level - 1 if level >= 1 else level, now)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return wait


def rate_class(method: str, path: str) -> str:
    """Return the class of requests to which a request belongs."""
    if method in ("GET", "HEAD"):
        return "think" if path.endswith("/hint") else "read"
    if path.endswith("/join") or path == "/api/handover":
        return "guess"
    if path == "/api/records":
        return "replay"
    return (
        "make"
        if path in ("/api/tables", "/api/players", "/api/me", "/api/me/handover") or path.endswith("/rematch")
        else "write"
    )


def address_of(scope: Scope) -> str:
    """Return the address of a client; those of one IPv6 network count as one."""
    host = scope["client"][0] if scope.get("client") else "unknown"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    address = getattr(address, "ipv4_mapped", None) or address  # an IPv4 client of a server that listens on IPv6 too
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


class Guard:
    """A middleware in plain ASGI, so that streams end when they should."""

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
        if is_stream and streams.get(address, 0) >= MAX_STREAMS:
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
            wait = self.limiter.take(address_of(scope), rate_class(method, scope["path"]), time.monotonic())
            if wait:
                raise Problem("request.often", seconds=int(wait) + 1)


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


def check_body(headers: Headers) -> None:
    """Accept only JSON of a limited size; a form of another site cannot send that."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
        raise Problem("request.large", most=MAX_BODY_BYTES)
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
    """Count by route, never by path: the id of a table is nobody's business."""
    route = getattr(scope.get("route"), "path", "other")
    metrics.REQUESTS.labels(scope["method"] if route != "other" else "-", route, str(status)).inc()
    if not route.endswith(("/events", "/updates", "/hint")):
        metrics.LATENCY.labels(scope["method"] if route != "other" else "-", route).observe(seconds)
