"""Load test: a thousand people at two hundred tables; how long a move takes, and what a connection costs.

    python benchmarks/load.py                      # SQLite, one process
    python benchmarks/load.py --postgres           # PostgreSQL, two processes
    python benchmarks/load.py --tables 50 --seconds 20

Each table has two scripted people, who think for a while and then play at random, and with `--bots` a bot in a third
seat; and it has spectators, so that there are as many open streams as requested. Server and load share this machine.
The time is measured from sending a move to the last byte of the response, which comes after the commit; and until
every stream of the table has the update. The database's processor time and the disk's own fsync times stand beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from pathlib import Path

from benchmarks.load_clients import Figures, Stream, open_table, person
from benchmarks.load_servers import Server, Storage, postgres_storage, server_on, sqlite_storage
from benchmarks.machine import JSON, cpu_of, describe_run, fsync_times, memory_of, quantiles

RESULTS = Path(__file__).parent / "results"


async def load(server: Server, storage: Storage, arguments: argparse.Namespace) -> JSON:
    """Put the load on a server and return the figures."""
    url, pids = server.url, server.pids
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
    figures.events = figures.event_bytes = 0
    before_load = [cpu_of(pids), cpu_of(storage.pids()), time.process_time()]
    began = time.perf_counter()
    tasks += [asyncio.create_task(person(url, stream, figures, arguments.think, own)) for stream, own in people]
    await asyncio.sleep(arguments.seconds)
    seconds = time.perf_counter() - began
    failed = [task.exception() for task in tasks if task.done() and task.exception()]
    assert not failed, failed[0]
    after_load = [cpu_of(pids), cpu_of(storage.pids()), time.process_time()]
    cores = [(after - before) / seconds for before, after in zip(before_load, after_load, strict=True)]
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
        "server_cores": round(cores[0], 2),
        "database_cores": round(cores[1], 2),
        "load_cores": round(cores[2], 2),
        "events": figures.events,
        "event_bytes": round(figures.event_bytes / max(1, figures.events)),
        "think": arguments.think,
        "fsync_ms": fsync_times(storage.folder),
    }


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
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where to save the figures")
    arguments = parser.parse_args()
    workers = 2 if arguments.postgres else 1
    with (
        postgres_storage() if arguments.postgres else sqlite_storage() as storage,
        server_on(storage, workers, arguments.game) as server,
    ):
        figures = {"workers": workers, **asyncio.run(load(server, storage, arguments))}
    name = f"load-{'postgresql' if arguments.postgres else 'sqlite'}{'-bots' if arguments.bots else ''}.json"
    text = json.dumps({**describe_run(), **figures}, indent=1)
    (arguments.results / name).write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
