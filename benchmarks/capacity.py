"""What a move, a stream and a table cost, in processor time, memory and bytes.

    python benchmarks/capacity.py
    python benchmarks/capacity.py --rounds 1 --idle 10       # a quick look

Processor time, unlike the time that passes, hardly depends on what else the machine does. A move is played at one
server while the streams are open at the same one or at another one on the same database; what one costs more than the
other is what the parts cost. The figures are those of Ra for two people.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import asyncpg

from benchmarks.load_clients import Figures, Stream, open_table, person
from benchmarks.load_servers import Server, Storage, postgres_storage, server_on, sqlite_storage
from benchmarks.machine import JSON, cpu_of, describe_run, fsync_times, memory_of

RESULTS = Path(__file__).parent / "results"
GAME = "ra"
PEOPLE = 2
SPECTATORS = 30  # at each table, where the cost of a spectator is measured
TABLES = 10  # at which a round is played
MOVES = 400  # of a round; far fewer than whole games have
THINK = 0.2  # seconds: all tables together keep the server busy, but do not choke it


class Meter:
    """Processor time of servers and their database from a moment on."""

    def __init__(self, storage: Storage, *servers: Server) -> None:
        self.storage, self.servers = storage, servers
        self.began, self.before = time.perf_counter(), self._read()

    def _read(self) -> list[float]:
        return [*(cpu_of(server.pids) for server in self.servers), cpu_of(self.storage.pids())]

    def stop(self) -> tuple[float, list[float]]:
        """Return the seconds that have passed, and the processor seconds of each server and of the database."""
        used = [after - before for before, after in zip(self.before, self._read(), strict=True)]
        return time.perf_counter() - self.began, used


async def wait_until(happened: Callable[[], bool]) -> None:
    """Wait for something that other tasks bring about."""
    while not happened():
        await asyncio.sleep(0.02)


async def watch(server: Server, tables: list[tuple[str, list[str]]], spectators: int, figures: Figures) -> list[Stream]:
    """Open the streams of all tables' people, then those of spectators, and wait for the first event of each."""
    streams = [Stream(server.url, table, token, figures) for table, tokens in tables for token in tokens]
    streams += [Stream(server.url, table, None, figures) for table, _ in tables for _ in range(spectators)]
    for stream in streams:
        stream.task = asyncio.create_task(stream.follow())
    await wait_until(lambda: figures.events >= len(streams))
    return streams


async def play(storage: Storage, act: Server, look: Server, spectators: int) -> JSON:
    """Play moves at one server while the streams are open at the same or another one; return what each move cost."""
    figures, rng = Figures(), random.Random(1)
    tables = [await open_table(act.url, GAME, bots=False) for _ in range(TABLES)]
    streams = await watch(look, tables, spectators, figures)
    figures.events = figures.event_bytes = 0
    wal, meter = await wal_position(storage), Meter(storage, act, look)
    people = [stream for stream in streams if stream.connection.token]
    tasks = [
        asyncio.create_task(person(act.url, stream, figures, THINK, random.Random(rng.random()))) for stream in people
    ]
    await wait_until(lambda: len(figures.moves) >= MOVES or any(task.done() for task in tasks))
    seconds, (acting, looking, database) = meter.stop()
    done = len(figures.moves)
    written = await wal_position(storage) - wal
    for task in [*tasks, *(stream.task for stream in streams if stream.task)]:
        task.cancel()
    failed = [task.exception() for task in tasks if task.done() and not task.cancelled() and task.exception()]
    assert not failed, failed[0]
    return {
        "moves": done,
        "acting_ms": 1000 * acting / done,
        "looking_ms": 1000 * looking / done,
        "database_ms": 1000 * database / done,
        "seconds_per_move": seconds / done,
        "events": figures.events / done,
        "event_bytes": figures.event_bytes / max(1, figures.events),
        "wal_bytes": written / done,
    }


async def wal_position(storage: Storage) -> int:
    """Return how much PostgreSQL has written to its write-ahead log."""
    if storage.postmaster is None:
        return 0
    connection = await asyncpg.connect(storage.url)
    try:
        return int(await connection.fetchval("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"))
    finally:
        await connection.close()


async def rest(storage: Storage, server: Server, streams: int, seconds: float) -> tuple[float, float]:
    """Return the processor seconds per second of a server and its database, with so many streams and no moves."""
    figures = Figures()
    tables = [await open_table(server.url, GAME, bots=False) for _ in range(-(-streams // PEOPLE))]
    opened = await watch(server, tables, 0, figures)
    meter = Meter(storage, server)
    await asyncio.sleep(seconds)
    passed, (used, database) = meter.stop()
    for stream in opened:
        assert stream.task is not None
        stream.task.cancel()
    return used / passed, database / passed


async def occupy(server: Server, tables: int) -> JSON:
    """Return the memory that a table in memory and an open stream take."""
    start = memory_of(server.pids)
    made = [await open_table(server.url, GAME, bots=False) for _ in range(tables)]
    loaded = memory_of(server.pids)
    streams = await watch(server, made, 0, Figures())
    connected = memory_of(server.pids)
    for stream in streams:
        assert stream.task is not None
        stream.task.cancel()
    return {
        "kib_per_table": round((loaded - start) / tables / 1024, 1),
        "kib_per_stream": round((connected - loaded) / len(streams) / 1024, 1),
        "worker_mib": round(start / len(server.pids) / 2**20),
    }


def solve(runs: dict[str, JSON], idle: JSON) -> JSON:
    """Return what each part costs, in milliseconds of processor time, from what whole moves have cost.

    A server that has streams spends time on them between moves too, which is taken off.
    """

    def own(run: str, who: str) -> float:
        resting = {"acting_ms": "worker", "looking_ms": "worker", "database_ms": "database"}[who]
        return float(runs[run][who] - 1000 * idle[f"{resting}_per_second"] * runs[run]["seconds_per_move"])

    here, crowd = own("here", "acting_ms"), own("crowd", "acting_ms")
    demands = {"spectator_event_ms": max(0.0, (crowd - here) / SPECTATORS)}
    if "elsewhere" in runs:
        alone = own("elsewhere", "acting_ms")
        event = max(0.0, (here - alone) / PEOPLE)
        demands |= {
            "move_ms": alone,
            "person_event_ms": event,
            "refresh_ms": max(0.0, own("elsewhere", "looking_ms") - PEOPLE * event),
            "database_move_ms": own("here", "database_ms"),
            "database_refresh_ms": max(0.0, own("elsewhere", "database_ms") - own("here", "database_ms")),
        }
    else:
        demands |= {"move_ms": here - PEOPLE * demands["spectator_event_ms"], "person_event_ms": 0.0}
    return {name: round(value, 4) for name, value in demands.items()}


def means(found: list[JSON]) -> JSON:
    """Return the mean of each figure of some rounds."""
    return {key: statistics.fmean(one[key] for one in found) for key in found[0]}


def measure(storage: Storage, first: Server, second: Server | None, arguments: argparse.Namespace) -> JSON:
    """Return all figures of one kind of database."""
    memory = asyncio.run(occupy(first, arguments.tables))
    bare, database_bare = asyncio.run(rest(storage, first, 0, arguments.idle))
    held, database_held = asyncio.run(rest(storage, first, arguments.streams, arguments.idle))
    idle = {
        "worker_per_second": round(bare, 5),
        "database_per_second": round(database_bare, 5),
        "worker_per_stream_second": round(max(0.0, held - bare) / arguments.streams, 7),
        "database_per_stream_second": round(max(0.0, database_held - database_bare) / arguments.streams, 7),
    }
    places = {"here": (first, 0), "crowd": (first, SPECTATORS)} | ({} if second is None else {"elsewhere": (second, 0)})
    rounds: dict[str, list[JSON]] = {name: [] for name in places}
    for _ in range(arguments.rounds):  # one after the other, so that a busy moment of the machine hits all of them
        for name, (look, spectators) in places.items():
            rounds[name].append(asyncio.run(play(storage, first, look, spectators)))
    runs = {name: means(found) for name, found in rounds.items()}
    demands = solve(runs, idle)
    return {
        "demands": demands,
        "idle_cores": idle,
        "memory": memory,
        "event_bytes": round(runs["crowd"]["event_bytes"]),
        "wal_bytes_per_move": round(runs["here"]["wal_bytes"]),
        "moves_per_second_per_core": round(1000 / float(runs["here"]["acting_ms"])),
        "events_per_second_per_core": round(1000 / max(1e-6, demands["spectator_event_ms"])),
        "fsync_ms": fsync_times(storage.folder),
        "runs": {name: {key: round(value, 4) for key, value in run.items()} for name, run in runs.items()},
    }


def main() -> None:
    """Measure on SQLite and on PostgreSQL; print and save the figures."""
    parser = argparse.ArgumentParser(description="What a move, a stream and a table cost.")
    parser.add_argument("--rounds", type=int, default=5, help=f"rounds of {MOVES} moves")
    parser.add_argument("--tables", type=int, default=400, help="tables for the measurement of memory")
    parser.add_argument("--streams", type=int, default=400, help="streams that rest")
    parser.add_argument("--idle", type=float, default=40, help="seconds for which a server rests")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where to save the figures")
    arguments = parser.parse_args()
    figures = describe_run()
    with sqlite_storage() as storage, server_on(storage, 1, GAME) as server:
        figures["sqlite"] = measure(storage, server, None, arguments)
    with postgres_storage() as storage, ExitStack() as servers:
        pair = [servers.enter_context(server_on(storage, 1, GAME)) for _ in range(2)]
        figures["postgresql"] = measure(storage, pair[0], pair[1], arguments)
    text = json.dumps(figures, indent=1)
    (arguments.results / "capacity.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
