"""Servers as tests need them: in a thread of this process, or as processes that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import uvicorn

from heliopolis.server import startup
from heliopolis.server.app import make_app
from heliopolis.server.settings import Settings

PATIENCE = 240.0  # seconds; nobody waits that long unless something is broken


class InThread:
    """A server in this process, on a port of its own."""

    def __init__(self, database: str, limits: bool = False, proxies: str | None = None, **settings: Any) -> None:
        asyncio.run(startup.prepare(database))
        self.settings = Settings(database, limits=limits, **{"bot_pace": 0.0, **settings})
        self.app = make_app(self.settings)
        self.socket = startup.bind("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.server = uvicorn.Server(startup.make_config(self.app, self.settings, proxies=proxies))
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)
        self.thread.start()
        wait_until(lambda: self.server.started)

    def close(self) -> None:
        self.app.state.services.streams.closing.set()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        self.socket.close()


class Process:
    """`heliopolis serve`, to be killed and started again at the same address."""

    def __init__(self, database: str, log: Path, workers: int = 1, options: tuple[str, ...] = ("--no-limits",)) -> None:
        self.database = database
        self.log = log
        self.workers = workers
        self.options = options
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--db", self.database]
        command = [sys.executable, "-m", "heliopolis", *arguments, "--no-browser", *self.options]
        command += ["--workers", str(self.workers), "--bot-pace", "0"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)

    def kill(self) -> None:
        """No time for anything."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Stop the process as Ctrl-C does, and return its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def end(self) -> None:
        """However it is."""
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def wait(self) -> None:
        wait_until(self.answers)

    def answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)  # far cheaper to make than a client of httpx
        try:
            connection.request("GET", "/api/ready")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()


def talk(url: str, *pieces: bytes) -> bytes:
    """Send these bytes over a new connection, and return what comes back until the server closes it."""
    with connect(url) as connection:
        for piece in pieces:
            connection.sendall(piece)
        return read_all(connection)


def connect(url: str) -> socket.socket:
    """Return a new connection to a server."""
    return socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=PATIENCE)


def read_all(connection: socket.socket) -> bytes:
    """Return what comes until the server closes the connection, politely or not."""
    pieces = []
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65_536):
            pieces.append(piece)
    return b"".join(pieces)


def wait_until(happened: object, patience: float = PATIENCE) -> None:
    """Look again and again, and fail if it never happens."""
    assert callable(happened)
    until = time.monotonic() + patience
    while not happened():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)
