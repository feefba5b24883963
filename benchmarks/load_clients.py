"""The clients of the load test: connections, streams, and scripted people who think and then play at random."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from urllib.parse import urlsplit

from benchmarks.machine import JSON


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
        self.event_bytes = 0
        self.sent: dict[tuple[str, int], float] = {}  # when a move was sent, by table and entry


class Stream:
    """A stream of updates, of a spectator or of a person, who learns from it that it is their turn."""

    def __init__(self, url: str, table: str, token: str | None, figures: Figures) -> None:
        self.connection = Connection(url, token)
        self.table, self.figures = table, figures
        self.latest: JSON = {}
        self.updated = asyncio.Event()
        self.task: asyncio.Task[None] | None = None  # that follows it, where somebody ends it

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
        self.figures.event_bytes += len(data)
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
