"""The servers of the load test: processes of `heliopolis serve` on a database of their own, warmed up."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load_clients import Connection, open_table
from benchmarks.machine import family_of

WARM_UP_TABLES = 20


@dataclass(frozen=True, slots=True)
class Storage:
    """A database of its own: its address, its folder, and the process of PostgreSQL, if it has one."""

    url: str
    folder: Path
    postmaster: int | None = None

    def pids(self) -> list[int]:
        """Return the processes of the database; SQLite has none."""
        return [] if self.postmaster is None else family_of(self.postmaster)


@contextmanager
def sqlite_storage() -> Iterator[Storage]:
    """Yield a new SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        yield Storage(f"sqlite:///{folder}/tables.sqlite3", Path(folder))


@contextmanager
def postgres_storage() -> Iterator[Storage]:
    """Yield a new database of a PostgreSQL server that is started for it."""
    from tests.server.postgres import Postgres

    postgres = Postgres()
    try:
        yield Storage(postgres.new_database(), postgres.folder, postgres.server.get_postmaster_info().pid)
    finally:
        postgres.close()


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its address and the processes that serve."""

    url: str
    pids: list[int]


@contextmanager
def server_on(storage: Storage, workers: int, game: str) -> Iterator[Server]:
    """Start a server whose workers have all loaded the rules of a game."""
    subprocess.run([sys.executable, "-m", "heliopolis", "compile", game, "--pieces", "rules,search"], check=True)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "heliopolis", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--db", storage.url, "--no-browser", "--no-limits", "--bot-pace", "0", "--workers", str(workers)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        asyncio.run(warm_up(url, game))
        yield Server(url, workers_of(process.pid, workers))
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def workers_of(pid: int, workers: int) -> list[int]:
    """Return the processes that serve: the one, or the children of the one that supervises them."""
    if workers == 1:
        return [pid]
    children = family_of(pid)[1:]
    return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def warm_up(url: str, game: str) -> None:
    """Play a move at so many tables, each over a connection of its own, that every worker has loaded the rules."""
    played = 0
    while played < WARM_UP_TABLES:
        try:
            await play_first_move(url, game)
            played += 1
        except OSError:  # the server is not up yet
            await asyncio.sleep(0.1)


async def play_first_move(url: str, game: str) -> None:
    """Open a table and play one move there; the rules are loaded when they are first called."""
    table, tokens = await open_table(url, game, bots=False)
    connection = Connection(url, tokens[0])
    found = await connection.request("GET", f"/api/tables/{table}")
    if found["to_act"] == 1:
        connection.token = tokens[1]
        found = await connection.request("GET", f"/api/tables/{table}")
    body = {"expected_seq": found["seq"], "request_id": uuid.uuid4().hex, "move": found["position"]["legal"][0]}
    await connection.request("POST", f"/api/tables/{table}/moves", body)
    connection.close()
