"""`make soak`: the history checker for a long time, on both databases."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import heliopolis as hp
from heliopolis.bots import LEVELS, compile_bots
from tests.server import history
from tests.server.clients import History
from tests.server.postgres import Postgres
from tests.server.running import Process


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill servers and databases while people play, then check everything.")
    parser.add_argument("--kills", type=int, default=200, help="on each kind of database (%(default)s)")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    for name in hp.games():
        compile_bots(LEVELS, hp.game(name))  # compiled now, and not by servers that are killed meanwhile
    with tempfile.TemporaryDirectory() as folder:
        server = Process(f"sqlite:///{folder}/tables.sqlite3", Path(folder) / "log", options=history.OPTIONS)
        tell("SQLite, one process", history.run([server], arguments.seed, arguments.kills))
        postgres = Postgres()
        try:
            url = postgres.new_database()
            servers = [Process(url, Path(folder) / f"log{number}", options=history.OPTIONS) for number in range(2)]
            told = history.run(servers, arguments.seed, arguments.kills, postgres.restart)
            tell("PostgreSQL, two processes", told)
        finally:
            postgres.close()


def tell(where: str, told: History) -> None:
    print(
        f"{where}: {told.kills} kills, {told.restarts} restarts of the database, {told.retries} retries; "
        f"{len(told.acknowledged)} acknowledged requests all there once, {len(told.refused)} refused and none there, "
        f"{len(told.reads)} reads all beginnings of the log; {len(told.deleted)} tables and "
        f"{len(told.erased) // 2} people deleted, {told.devices} changes of device.",
        flush=True,
    )


if __name__ == "__main__":
    main()
