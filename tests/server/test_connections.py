"""Connections: large and slow heads and bodies, too many connections, and what others get meanwhile."""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heliopolis.server import startup
from heliopolis.server.http import connections
from heliopolis.server.http.connections import (
    MAX_BODY_READ,
    MAX_HEAD_BYTES,
    MAX_PIPELINED,
    Connections,
    LimitedProtocol,
    connections_for,
)
from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.security_events import KINDS
from tests.server.people import Person
from tests.server.running import InThread, Process, connect, read_all, talk, wait_until

START = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
END = b"Connection: close\r\n\r\n"
TOKEN = b"Authorization: Bearer " + b"a" * 43 + b"\r\n"
JSON_BODY = b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + TOKEN


def problem_in(answer: bytes) -> tuple[int, str]:
    """Return status and key of a problem that came over a connection, the last thing that did."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"connection: close" in head.lower()
    return int(head.split()[1]), json.loads(body)["key"]


def status_of(answer: bytes) -> int:
    return int(answer.split()[1])


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    """A server as a process of its own, not yet started."""
    server = Process(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path / "log")
    yield server
    server.end()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[InThread]:
    """A server to which nobody else is connected."""
    running = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    yield running
    running.close()


def counts(server: InThread) -> Connections:
    found: Connections = server.server.config.http.args[0]  # type: ignore[union-attr]
    return found


def open_connections(server: InThread) -> list[LimitedProtocol]:
    return [one for one in list(server.server.server_state.connections) if isinstance(one, LimitedProtocol)]


# ---- heads -----------------------------------------------------------------------------------------------------------


def padded(size: int) -> bytes:
    """Return a request whose head has so many bytes."""
    padding = size - len(START) - len(END) - len(b"X-A: \r\n")
    return START + b"X-A: " + b"a" * padding + b"\r\n" + END


def test_a_head_has_a_largest_size(server: str) -> None:
    assert len(padded(MAX_HEAD_BYTES)) == MAX_HEAD_BYTES
    assert status_of(talk(server, padded(MAX_HEAD_BYTES))) == 200
    assert problem_in(talk(server, padded(MAX_HEAD_BYTES + 1))) == (431, "request.head")
    assert problem_in(talk(server, padded(200_000))) == (431, "request.head")


ENDLESS = {"lines": b"X-A: " + b"a" * 1000 + b"\r\n", "short lines": b"x:y\r\n", "one line": b"a" * 500}


@pytest.mark.parametrize("line", [*ENDLESS.values(), b"\r\n" * 100], ids=[*ENDLESS, "empty lines"])
def test_an_endless_head_is_cut_off(alone: InThread, line: bytes) -> None:
    """Wherever it has no end: many lines, one line, or empty lines before the first."""
    start = b"" if line.startswith(b"\r\n") else START
    sent = 0
    with connect(alone.url) as connection:
        connection.sendall(start)
        try:
            while sent < 10_000_000:
                sent += connection.send(line)
        except ConnectionError:
            pass
        answer = read_all(connection)
    assert sent < 10_000_000
    assert not answer or problem_in(answer) == (431, "request.head")
    wait_until(lambda: counts(alone).total == 0)


def test_a_long_address_is_a_long_head(server: str) -> None:
    request = b"GET /" + b"a" * MAX_HEAD_BYTES + b" HTTP/1.1\r\nHost: localhost\r\n" + END
    assert problem_in(talk(server, request)) == (431, "request.head")


def test_several_requests_at_once_are_all_answered(server: str) -> None:
    """Together they are larger than one head may be; each is counted on its own."""
    request = START + b"X-A: " + b"a" * 5_000 + b"\r\n\r\n"
    answer = talk(server, request * 20 + START + END)
    assert answer.count(b"HTTP/1.1 200") == 21


def test_a_head_may_come_in_pieces(server: str) -> None:
    assert status_of(talk(server, *(bytes([byte]) for byte in START + END))) == 200


def test_a_slow_head_is_given_up(alone: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    assert problem_in(talk(alone.url, START)) == (408, "request.slow")
    assert talk(alone.url) == b"", "a connection without a request is closed without a word"
    assert talk(alone.url, b"\r\n").startswith(b"HTTP/1.1 408")


def test_every_head_of_a_connection_has_its_time(alone: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    with connect(alone.url) as connection:
        connection.sendall(START + b"\r\n")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
        connection.sendall(START)
        assert problem_in(read_all(connection)) == (408, "request.slow")


def test_an_idle_connection_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "KEEP_ALIVE_SECONDS", 0.1)
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    with connect(server.url) as connection:
        connection.sendall(START + b"\r\n")
        assert read_all(connection).startswith(b"HTTP/1.1 200")
    server.close()


def test_what_is_not_http_is_refused_without_a_line_for_each(server: str, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(5):
        assert problem_in(talk(server, b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")) == (400, "request.malformed")
    assert len([line for line in caplog.records if "HTTP" in line.getMessage()]) <= 1


def test_nothing_is_changed_to_another_protocol(server: str, caplog: pytest.LogCaptureFixture) -> None:
    for other in (b"websocket", b"h2c"):
        asked = START + b"Connection: Upgrade\r\nUpgrade: " + other + b"\r\n\r\n"
        answer = talk(server, asked)
        assert status_of(answer) == 200
        assert b"connection: close" in answer
    assert not caplog.records


# ---- bodies ----------------------------------------------------------------------------------------------------------


def test_a_slow_body_is_given_up(alone: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.1)
    assert problem_in(talk(alone.url, JSON_BODY + b'Content-Length: 20\r\n\r\n{"name":')) == (408, "request.slow")
    chunked = JSON_BODY + b'Transfer-Encoding: chunked\r\n\r\n8\r\n{"name":\r\n'
    assert problem_in(talk(alone.url, chunked)) == (408, "request.slow")
    body = b'{"name": "Ada"}'
    whole = JSON_BODY + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    assert status_of(talk(alone.url, whole, body)) == 200


@pytest.mark.parametrize(
    ("start", "piece"),
    [(b"", b"400\r\n" + b" " * 1024 + b"\r\n"), (b"0\r\nX-A: ", b"a" * 1000), (b"1;x=", b"a" * 1000)],
    ids=["pieces", "a line behind the body", "a note on a piece"],
)
def test_a_body_without_end_is_cut_off(alone: InThread, start: bytes, piece: bytes) -> None:
    sent = 0
    with connect(alone.url) as connection:
        connection.sendall(JSON_BODY + b"Transfer-Encoding: chunked\r\n\r\n" + start)
        try:
            while sent < 100 * MAX_BODY_READ:
                sent += connection.send(piece)
        except ConnectionError:
            pass
    assert sent < 100 * MAX_BODY_READ
    wait_until(lambda: counts(alone).total == 0)


def test_a_response_that_is_not_read_is_given_up(alone: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 0.1)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", alone.socket.getsockname()[1]))
        asked = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for _ in range(200):  # more than the buffers of the system hold
            connection.sendall(asked)
            if counts(alone).total == 0:
                break
        wait_until(lambda: counts(alone).total == 0)


# ---- several requests at once ----------------------------------------------------------------------------------------


def event_count(kind: str) -> float:
    return float(metrics.SECURITY_EVENTS.labels(kind)._value.get())


def stream_head(ada: Person) -> bytes:
    return f"GET {ada.path('events')} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def follow(connection: socket.socket, ada: Person) -> None:
    """Open a stream over a connection, and read its first update."""
    connection.sendall(stream_head(ada))
    read = b""
    while b"event: update" not in read:
        read += connection.recv(65_536)


def test_requests_behind_a_stream_are_bounded(alone: InThread) -> None:
    before = event_count("pipeline")
    with Person(alone.url) as ada:
        ada.open("ra", "me", "me")
        with connect(alone.url) as connection:
            follow(connection, ada)
            held = next(one for one in open_connections(alone) if not one.cycle.response_complete)
            with contextlib.suppress(ConnectionError):
                connection.sendall((START + b"\r\n") * 10_000)
            assert b"HTTP/1.1" not in read_all(connection), "it is cut off"
        assert event_count("pipeline") == before + 1
        assert not held.pipeline
        assert not held.unanswered
        assert held.heads < 10_000
    wait_until(lambda: counts(alone).total == 0)


def test_as_many_requests_at_once_as_may_be_are_answered(alone: InThread) -> None:
    answer = talk(alone.url, (START + b"\r\n") * MAX_PIPELINED + START + END)
    assert answer.count(b"HTTP/1.1 200") == MAX_PIPELINED + 1


def test_a_stream_with_a_request_behind_it_ends_when_its_client_hangs_up(alone: InThread) -> None:
    open_before = metrics.STREAMS._value.get()
    with Person(alone.url) as ada:
        ada.open("ra", "me", "me")
        with connect(alone.url) as connection:
            follow(connection, ada)
            assert metrics.STREAMS._value.get() == open_before + 1
            connection.sendall(START + b"\r\n")
            wait_until(lambda: any(one.pipeline for one in open_connections(alone)))

        def has_ended() -> bool:
            ada.post("chat", text="x")  # the server reads no further, and learns of it when it sends
            return bool(metrics.STREAMS._value.get() == open_before)

        wait_until(has_ended)


# ---- how many --------------------------------------------------------------------------------------------------------


def test_connections_of_one_address_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS_PER_ADDRESS", 5)
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3", limits=True)
    held = [connect(server.url) for _ in range(5)]
    wait_until(lambda: counts(server).total == 5)
    assert problem_in(talk(server.url)) == (429, "request.often")
    held.pop().close()
    wait_until(lambda: counts(server).total == 4)
    assert status_of(talk(server.url, START + END)) == 200
    for connection in held:
        connection.close()
    wait_until(lambda: counts(server).total == 0)
    assert not counts(server).by_address
    server.close()


def test_proxies_speak_for_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS_PER_ADDRESS", 1)
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3", limits=True, proxies="127.0.0.1")
    with contextlib.ExitStack() as held:
        for _ in range(5):
            held.enter_context(connect(server.url))
        wait_until(lambda: counts(server).total == 5)
        assert status_of(talk(server.url, START + END)) == 200
    server.close()


def test_the_limit_follows_from_the_files_that_may_be_open() -> None:
    assert connections_for(1024) < 1024
    assert connections_for(10) > 0
    assert connections_for(10**9) == connections.MAX_CONNECTIONS
    few = Connections(256, limit_addresses=True)
    assert few.most_per_address <= few.most // 4, "one address cannot take them all"


def test_the_soft_limit_of_files_is_raised_at_the_start() -> None:
    code = (
        "import resource; from heliopolis.server import startup\n"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))\n"
        "print(startup.file_limit(), startup.raise_file_limit() == startup.file_limit() == hard)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "300 True\n"


def test_a_server_that_is_full_says_so_and_goes_on(process: Process) -> None:
    """With few files to open, more visitors than that: those who are there are served, and the log says why."""
    server = process
    server.start()
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (200, 200))  # long before it looks
    server.wait()
    with Person(server.url) as ada:
        ada.open("ra", "me", "me")
        with contextlib.ExitStack() as crowd:
            for _ in range(300):
                crowd.enter_context(connect(server.url))
            wait_until(lambda: KINDS["full"] in server.log.read_text())
            assert ada.get()["status"] == "running"
    assert server.stop() == 0
    assert "The limit of open files is 200" in server.log.read_text()
