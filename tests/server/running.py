"""Servers as tests need them: in a thread of this process, or as processes that can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import uvicorn

from heliopolis.server import startup
from heliopolis.server.app import make_app
from heliopolis.server.settings import Settings

PATIENCE = 240.0  # seconds; nobody waits that long unless something is broken


class InThread:
    """A server in this process, on a port of its own."""

    def __init__(self, database: str, limits: bool = False, keep_days: int | None = None) -> None:
        asyncio.run(startup.prepare(database))
        self.app = make_app(Settings(database, limits=limits, keep_days=keep_days))
        self.socket = startup.bind("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        config = uvicorn.Config(self.app, log_level="error", access_log=False, server_header=False)
        self.server = uvicorn.Server(config)
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

    def __init__(self, database: str, log: Path, workers: int = 1) -> None:
        self.database = database
        self.log = log
        self.workers = workers
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--db", self.database]
        command = [sys.executable, "-m", "heliopolis", *arguments, "--no-browser", "--no-limits"]
        command += ["--workers", str(self.workers)]
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


def wait_until(happened: object, patience: float = PATIENCE) -> None:
    """Look again and again, and fail if it never happens."""
    assert callable(happened)
    until = time.monotonic() + patience
    while not happened():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)
