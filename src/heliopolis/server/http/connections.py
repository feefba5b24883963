"""Connections: how many there may be, how large the head of a request, and how long a client may take.

This happens before there is a request that the application could see. uvicorn itself has no such limits.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import httptools
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.hosts import counted_address
from heliopolis.server.runtime.encoding import encode
from heliopolis.server.runtime.security_events import events

MAX_HEAD_BYTES = 32_768
HEAD_SECONDS = 10.0  # from the first byte of a head, or from a new connection, to the end of the head
BODY_SECONDS = 20.0  # from the end of the head to the end of the body
UNREAD_SECONDS = 60.0  # that a client may leave a full send buffer unread
MAX_BODY_READ = 262_144  # bytes; a body that is refused is read on so far, because clients send it whole first
MAX_PIPELINED = 32  # requests of a connection that wait for the answer to one before them
MAX_CONNECTIONS_PER_ADDRESS = 200
MAX_CONNECTIONS = 20_000  # of a process, however many files it may open
RESERVED_FILES = 128  # for the database, the rules and pipes

IDLE, HEAD, BODY = "idle", "head", "body"  # what is expected of the client, or has begun to arrive


class Connections:
    """The open connections of a process, by address."""

    def __init__(self, max_files: int, limit_addresses: bool) -> None:
        self.most = connections_for(max_files)
        self.most_per_address = min(MAX_CONNECTIONS_PER_ADDRESS, self.most // 4) if limit_addresses else self.most
        self.total = 0
        self.by_address: Counter[str] = Counter()

    def refusal(self, address: str | None) -> str | None:
        """Return why one more connection is refused, as a kind of security event; None if it is not."""
        if self.total >= self.most:
            return "full"
        if address is not None and self.by_address[address] >= self.most_per_address:
            return "address"
        return None

    def open(self, address: str | None) -> None:
        """Count a connection; those of trusted proxies have no address."""
        self.total += 1
        if address is not None:
            self.by_address[address] += 1

    def close(self, address: str | None) -> None:
        """Count a connection less."""
        self.total -= 1
        if address is not None:
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]


def connections_for(max_files: int) -> int:
    """Return how many connections a process can have that may open so many files."""
    return max(16, min(MAX_CONNECTIONS, max_files - RESERVED_FILES))


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol, for clients that cannot be trusted."""

    def __init__(
        self,
        connections: Connections,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.counted_in = connections
        self.address: str | None = None
        self.is_counted = False
        self.expected = IDLE
        self.heads = 0  # that were complete
        self.head_bytes = 0  # of a head that is not complete
        self.body_bytes = 0
        self.unanswered: list[RequestResponseCycle] = []  # the one being answered, and those that wait for it
        self.arrival_timer: asyncio.TimerHandle | None = None
        self.timed = IDLE  # what the timer waits for
        self.unread_timer: asyncio.TimerHandle | None = None

    # ---- connections -------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client is not None and not is_proxy(self.app, self.client[0]):
            self.address = counted_address(self.client[0])
        kind = self.counted_in.refusal(self.address)
        if kind is not None:
            self._refuse(kind, Problem("server.busy" if kind == "full" else "request.often", seconds=10))
            return
        self.counted_in.open(self.address)
        self.is_counted = True
        self._wait_for(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.is_counted:
            self.counted_in.close(self.address)
        self.is_counted = False
        self._wait_for(IDLE)
        self.resume_writing()
        super().connection_lost(exc)
        for cycle in self.unanswered:  # uvicorn tells only the newest
            cycle.disconnected = True
            cycle.message_event.set()
        self.unanswered.clear()
        self.pipeline.clear()

    # ---- what arrives ------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        while data and not self.transport.is_closing():
            # The parser never gets more of a head than is allowed: it is slow with long ones.
            room = len(data) if self.expected is BODY else MAX_HEAD_BYTES - self.head_bytes
            self._parse(data[:room])
            data = data[room:]
        if not self.transport.is_closing():
            self._wait_for(self._awaited())

    def _parse(self, data: bytes) -> None:
        heads, was_body = self.heads, self.expected is BODY
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self.cycle.keep_alive = False  # there is nothing to change to; what follows cannot be understood
        except httptools.HttpParserError:
            self._refuse("malformed", Problem("request.malformed", where="http"))
            return
        self.head_bytes = 0 if was_body or self.heads > heads else self.head_bytes + len(data)
        if was_body and self.expected is BODY and self.heads == heads:
            self.body_bytes += len(data)  # with what is around the pieces of a body and behind them
        if self.head_bytes >= MAX_HEAD_BYTES:
            self._refuse("head", Problem("request.head", most=MAX_HEAD_BYTES))
        elif self.body_bytes > MAX_BODY_READ:
            self.transport.close()

    def on_message_begin(self) -> None:
        self.expected = HEAD
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.expected = BODY
        self.heads += 1
        self.body_bytes = 0
        if self.transport.is_closing():
            return  # the rest of what had arrived already
        self.unanswered = [cycle for cycle in self.unanswered if not cycle.response_complete]
        if len(self.unanswered) > MAX_PIPELINED:
            events.note("pipeline", self.address or "unknown")
            self.transport.abort()
            return
        super().on_headers_complete()
        self.unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        self.expected = IDLE
        super().on_message_complete()

    # ---- time --------------------------------------------------------------------------------------------------------

    def _awaited(self) -> str:
        if self.expected is IDLE and (self.cycle is None or self.cycle.response_complete):
            return HEAD  # empty lines arrived, and no request
        return self.expected

    def _wait_for(self, what: str) -> None:
        """Give the client time for a head or a body; the time of one that has begun to arrive goes on."""
        if what is self.timed:
            return
        if self.arrival_timer is not None:
            self.arrival_timer.cancel()
        self.timed, self.arrival_timer = what, None
        if what is not IDLE:
            seconds = HEAD_SECONDS if what is HEAD else BODY_SECONDS
            self.arrival_timer = self.loop.call_later(seconds, self._give_up_waiting)

    def _give_up_waiting(self) -> None:
        self.arrival_timer = None
        if self.expected is IDLE and not self.head_bytes:
            self.transport.close()  # a browser that connected in advance
        else:
            self._refuse("slow", Problem("request.slow"))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.unread_timer is None:
            self.unread_timer = self.loop.call_later(UNREAD_SECONDS, self._give_up_sending)

    def resume_writing(self) -> None:
        if self.unread_timer is not None:
            self.unread_timer.cancel()
            self.unread_timer = None
        super().resume_writing()

    def _give_up_sending(self) -> None:
        self.unread_timer = None
        events.note("unread", self.address or "unknown")
        self.transport.abort()

    # ---- refusals ----------------------------------------------------------------------------------------------------

    def _refuse(self, kind: str, problem: Problem) -> None:
        """Answer with a problem if nothing else is being answered, and close the connection."""
        events.note(kind, self.address or "unknown")
        answering = self.cycle is not None and not self.cycle.response_complete
        answered = self.cycle is not None and self.cycle.response_started and self.expected is BODY
        if answered or (answering and self.expected is not BODY):
            self.transport.abort()
            return
        if answering:
            self.cycle.disconnected = True  # the application learns that nobody listens any more
        self.transport.write(raw_response(problem))
        self.transport.close()


def is_proxy(app: object, host: str) -> bool:
    """Return whether an address is a proxy whose headers are trusted: it speaks for many clients."""
    return isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts


def raw_response(problem: Problem) -> bytes:
    """Return a whole response, for a client that never got as far as the application."""
    body = encode(problem.to_json())
    head = [
        STATUS_LINE[problem.status],
        b"content-type: application/problem+json\r\n",
        b"content-length: %d\r\n" % len(body),
        b"cache-control: no-store\r\n",
        b"x-content-type-options: nosniff\r\n",
        b"connection: close\r\n",
    ]
    if "seconds" in problem.params:
        head.append(b"retry-after: %d\r\n" % problem.params["seconds"])
    return b"".join([*head, b"\r\n", body])
