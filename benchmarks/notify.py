"""LISTEN/NOTIFY of PostgreSQL: what a notification costs and how long it takes, with many workers listening.

    python benchmarks/notify.py
    python benchmarks/notify.py --commits 200

Each commit writes a row of a few kilobytes, as a move does, and notifies all connections that listen. The second part
commits on many connections at the same time, with and without a notification: PostgreSQL lets only one transaction
that notifies commit at a time, so that they cannot share a write to the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from pathlib import Path
from typing import Any

import asyncpg

from benchmarks.load_servers import Storage, postgres_storage
from benchmarks.machine import JSON, cpu_of, describe_run, fsync_times, quantiles

RESULTS = Path(__file__).parent / "results"
CHANNEL = "benchmark"
ROW_BYTES = 3000
LISTENERS = (0, 2, 8, 32)
WRITERS = (1, 16)
INSERT = "INSERT INTO written (body) VALUES ($1)"


class Listeners:
    """Connections that listen, and the time when the last of them has heard of a commit."""

    def __init__(self, connections: list[Any]) -> None:
        self.connections = connections
        self.missing = 0
        self.heard = asyncio.Event()

    async def listen(self) -> None:
        for connection in self.connections:
            await connection.add_listener(CHANNEL, self.hear)

    def expect(self) -> None:
        self.missing, self.heard = len(self.connections), asyncio.Event()
        if not self.missing:
            self.heard.set()

    def hear(self, *_: object) -> None:
        self.missing -= 1
        if not self.missing:
            self.heard.set()


async def connect(storage: Storage, count: int) -> list[Any]:
    """Return so many connections."""
    return [await asyncpg.connect(storage.url) for _ in range(count)]


async def close(connections: list[Any]) -> None:
    for connection in connections:
        await connection.close()


async def commit(connection: Any, notify: bool) -> None:
    """Commit a row, with a notification or without."""
    async with connection.transaction():
        await connection.execute(INSERT, "x" * ROW_BYTES)
        if notify:
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, "abcdefghijkl")


async def fan_out(storage: Storage, count: int, commits: int) -> JSON:
    """Commit one after the other while some connections listen."""
    (writer,) = await connect(storage, 1)
    listeners = Listeners(await connect(storage, count))
    await listeners.listen()
    taken = []
    database, client = cpu_of(storage.pids()), time.process_time()
    for _ in range(commits):
        listeners.expect()
        began = time.perf_counter()
        await commit(writer, notify=True)
        await listeners.heard.wait()
        taken.append(time.perf_counter() - began)
    used = cpu_of(storage.pids()) - database, time.process_time() - client
    await close([writer, *listeners.connections])
    return {
        "listeners": count,
        "heard_by_all_ms": quantiles(taken),
        "database_ms_per_commit": round(1000 * used[0] / commits, 4),
        "clients_ms_per_commit": round(1000 * used[1] / commits, 4),
    }


async def contend(storage: Storage, writers: int, commits: int, notify: bool) -> float:
    """Return the commits per second on many connections at the same time."""
    connections = await connect(storage, writers)

    async def write(connection: Any) -> None:
        for _ in range(commits // writers):
            await commit(connection, notify)

    began = time.perf_counter()
    await asyncio.gather(*(write(connection) for connection in connections))
    passed = time.perf_counter() - began
    await close(connections)
    return round(commits // writers * writers / passed, 1)


def per_listener(fans: list[JSON], name: str) -> float:
    """Return what one more listener costs per commit, in milliseconds: the slope through all measurements."""
    points = [(fan["listeners"], fan[name]) for fan in fans]
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return round(max(0.0, float(slope)), 4)


async def measure(storage: Storage, commits: int) -> JSON:
    """Return all figures."""
    (connection,) = await connect(storage, 1)
    await connection.execute("CREATE TABLE written (id serial PRIMARY KEY, body text)")
    settings = {name: await connection.fetchval(f"SHOW {name}") for name in ("fsync", "synchronous_commit")}
    await connection.close()
    fans = [await fan_out(storage, count, commits) for count in LISTENERS]
    rates = [
        {
            "writers": writers,
            "commits_per_second": await contend(storage, writers, commits, notify=False),
            "notifying_commits_per_second": await contend(storage, writers, commits, notify=True),
        }
        for writers in WRITERS
    ]
    return {
        "settings": settings,
        "fan_out": fans,
        "database_ms_per_listener": per_listener(fans, "database_ms_per_commit"),
        "worker_ms_per_notification": per_listener(fans, "clients_ms_per_commit"),
        "contention": rates,
        "fsync_ms": fsync_times(storage.folder),
    }


def main() -> None:
    """Measure; print and save the figures."""
    parser = argparse.ArgumentParser(description="LISTEN/NOTIFY with many listeners.")
    parser.add_argument("--commits", type=int, default=1600)
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where to save the figures")
    arguments = parser.parse_args()
    with postgres_storage() as storage:
        figures = {**describe_run(), "commits": arguments.commits, **asyncio.run(measure(storage, arguments.commits))}
    text = json.dumps(figures, indent=1)
    (arguments.results / "notify.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
