"""Load test: a thousand people at two hundred tables; how long a move takes, and what a connection costs.

    python benchmarks/load.py                      # SQLite, one process
    python benchmarks/load.py --postgres           # PostgreSQL, two processes
    python benchmarks/load.py --tables 50 --seconds 20

Each table has two scripted people, who think for a while and then play at random, and with `--bots` a bot in a third
seat; and it has spectators, so that there are as many open streams as requested. Server and load share this machine.
The time is measured from sending a move to the last byte of the response, which comes after the commit; and until
every stream of the table has the update.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

RESULTS = Path(__file__).parent / "results"
WARM_UP_TABLES = 20
JSON = dict[str, Any]


class Connection:
    """One open HTTP connection, with as little work as possible on this side."""

    def __init__(self, url: str, token: str | None = None) -> None:
        parts = urlsplit(url)
        self.host, self.port, self.token = str(parts.hostname), int(parts.port or 80), token
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def send(self, method: str, path: str, body: JSON | None) -> tuple[asyncio.StreamReader, dict[str, str], int]:
        """Send a request and read the response up to its body."""
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=2**20)
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Content-Length: {len(content)}"]
        lines += ["Content-Type: application/json"] if body is not None else []
        lines += [f"Authorization: Bearer {self.token}"] if self.token else []
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + content)
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {key.lower(): value for key, _, value in (line.partition(": ") for line in head[1:])}
        return self.reader, headers, int(head[0].split(" ")[1])

    async def request(self, method: str, path: str, body: JSON | None = None) -> JSON:
        """Send a request and return the JSON of its response."""
        reader, headers, status = await self.send(method, path, body)
        answer: JSON = json.loads(await reader.readexactly(int(headers["content-length"])))
        if status >= 400:
            raise RuntimeError(f"{status} {answer}")
        return answer

    def close(self) -> None:
        """Close the connection."""
        if self.writer is not None:
            self.writer.close()


class Figures:
    """What is measured."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.delays: list[float] = []
        self.events = 0
        self.sent: dict[tuple[str, int], float] = {}  # when a move was sent, by table and entry


class Stream:
    """A stream of updates, of a spectator or of a person, who learns from it that it is their turn."""

    def __init__(self, url: str, table: str, token: str | None, figures: Figures) -> None:
        self.connection = Connection(url, token)
        self.table, self.figures = table, figures
        self.latest: JSON = {}
        self.updated = asyncio.Event()

    async def follow(self) -> None:
        """Read the stream to its end."""
        reader, _, status = await self.connection.send("GET", f"/api/tables/{self.table}/events", None)
        assert status == 200
        while True:
            line = await reader.readline()
            if not line:
                return
            if line.startswith(b"data: "):
                self.receive(line[6:])

    def receive(self, data: bytes) -> None:
        """Note the time of an update; a person reads it too."""
        now = time.perf_counter()
        self.figures.events += 1
        update = json.loads(data) if self.connection.token or not self.latest else None
        if update is None:  # spectators only note the time
            update = {"table": {"seq": int(data.partition(b'"seq":')[2].partition(b",")[0])}}
        else:
            self.latest = update["table"]
        began = self.figures.sent.get((self.table, update["table"]["seq"]))
        if began is not None:
            self.figures.delays.append(now - began)
        self.updated.set()


async def person(url: str, stream: Stream, figures: Figures, think: float, rng: random.Random) -> None:
    """Play a random move after a while, whenever it is this person's turn."""
    connection = Connection(url, stream.connection.token)
    while True:
        await stream.updated.wait()
        stream.updated.clear()
        table = stream.latest
        if table.get("status") == "over":
            return
        if table.get("to_act") is None or table["to_act"] != table["you"]["seat"]:
            continue
        await asyncio.sleep(rng.uniform(0.2, 1.8) * think)
        move = rng.choice(table["position"]["legal"])
        body = {"expected_seq": table["seq"], "request_id": uuid.uuid4().hex, "move": move}
        began = figures.sent[(stream.table, table["seq"] + 1)] = time.perf_counter()
        await connection.request("POST", f"/api/tables/{stream.table}/moves", body)
        figures.moves.append(time.perf_counter() - began)


async def open_table(url: str, game: str, bots: bool) -> tuple[str, list[str]]:
    """Create a table with two people and return it with their tokens."""
    connection = Connection(url)
    tokens = [(await connection.request("POST", "/api/players", {"name": name}))["token"] for name in ("Ada", "Grace")]
    connection.token = tokens[0]
    seats: list[JSON] = [{"kind": "me"}, {"kind": "open"}] + [{"kind": "bot", "bot": "hard"}] * bots
    made = await connection.request(
        "POST", "/api/tables", {"game": game, "request_id": uuid.uuid4().hex, "seats": seats}
    )
    secret = made["links"]["1"].partition("#")[2]
    connection.token = tokens[1]
    join = {"secret": secret, "request_id": uuid.uuid4().hex}
    await connection.request("POST", f"/api/tables/{made['id']}/join", join)
    connection.close()
    return made["id"], tokens


async def load(url: str, pids: list[int], arguments: argparse.Namespace) -> JSON:
    """Put the load on a server and return the figures."""
    figures, rng = Figures(), random.Random(1)
    tables = [await open_table(url, arguments.game, arguments.bots) for _ in range(arguments.tables)]
    before = memory_of(pids)
    streams: list[Stream] = []
    people: list[tuple[Stream, random.Random]] = []
    for number in range(arguments.streams):
        table, tokens = tables[number % len(tables)]
        turn = number // len(tables)
        stream = Stream(url, table, tokens[turn] if turn < 2 else None, figures)
        streams.append(stream)
        if turn < 2:
            people.append((stream, random.Random(rng.random())))
    tasks = []
    for first in range(0, len(streams), 50):
        tasks += [asyncio.create_task(stream.follow()) for stream in streams[first : first + 50]]
        await asyncio.sleep(0.1)
    while figures.events < len(streams):
        await asyncio.sleep(0.1)
    connected = memory_of(pids)
    processor = cpu_of(pids)
    began = time.perf_counter()
    tasks += [asyncio.create_task(person(url, stream, figures, arguments.think, own)) for stream, own in people]
    await asyncio.sleep(arguments.seconds)
    seconds = time.perf_counter() - began
    failed = [task.exception() for task in tasks if task.done() and task.exception()]
    assert not failed, failed[0]
    busy = (cpu_of(pids) - processor) / seconds
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "tables": arguments.tables,
        "streams": len(streams),
        "seconds": round(seconds),
        "moves": len(figures.moves),
        "moves_per_second": round(len(figures.moves) / seconds, 1),
        "move_ms": quantiles(figures.moves),
        "update_ms": quantiles(figures.delays),
        "kib_per_stream": round((connected - before) / len(streams) / 1024, 1),
        "server_mib": round(memory_of(pids) / 2**20),
        "server_cores": round(busy, 2),
    }


def quantiles(seconds: list[float]) -> JSON:
    """Return the median and two higher quantiles in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100)
    return {"p50": round(1000 * cuts[49], 1), "p95": round(1000 * cuts[94], 1), "p99": round(1000 * cuts[98], 1)}


def memory_of(pids: list[int]) -> int:
    """Return the resident memory of processes in bytes."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * os.sysconf("SC_PAGE_SIZE")


def cpu_of(pids: list[int]) -> float:
    """Return the CPU seconds that processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


# ---- the servers ---------------------------------------------------------------------------------------------------


def main() -> None:
    """Start a server, load it, print and save the figures."""
    parser = argparse.ArgumentParser(description="Load test: a thousand people at two hundred tables.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=4.0, help="seconds a person thinks, on average")
    parser.add_argument("--game", default="ra")
    parser.add_argument("--bots", action="store_true", help="add a bot that searches in a third seat of every table")
    parser.add_argument("--postgres", action="store_true", help="use PostgreSQL with two processes instead of SQLite")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.postgres:
            figures = serve_and_load(f"sqlite:///{folder}/tables.sqlite3", 1, arguments)
        else:
            from tests.server.postgres import Postgres

            postgres = Postgres()
            try:
                figures = serve_and_load(postgres.new_database(), 2, arguments)
            finally:
                postgres.close()
    name = f"load-{'postgresql' if arguments.postgres else 'sqlite'}{'-bots' if arguments.bots else ''}.json"
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    text = json.dumps({"command": " ".join(["python", *sys.argv]), "machine": machine, **figures}, indent=1)
    (RESULTS / name).write_text(text + "\n")
    print(text)


def serve_and_load(database: str, workers: int, arguments: argparse.Namespace) -> JSON:
    """Start a server on a database, load it and return the figures."""
    command = [sys.executable, "-m", "heliopolis", "serve", "--host", "127.0.0.1", "--port", "8765", "--db", database]
    command += ["--no-browser", "--no-limits", "--bot-pace", "0", "--workers", str(workers)]
    compile_ = [sys.executable, "-m", "heliopolis", "compile", arguments.game, "--pieces", "rules,search"]
    subprocess.run(compile_, check=True)
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        url = "http://127.0.0.1:8765"
        asyncio.run(warm_up(url, arguments.game))
        return asyncio.run(load(url, workers_of(server.pid, workers), arguments))
    finally:
        server.terminate()
        server.wait()


def workers_of(pid: int, workers: int) -> list[int]:
    """Return the processes that serve: the one, or the children of the one that supervises them."""
    if workers == 1:
        return [pid]
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


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


if __name__ == "__main__":
    main()
