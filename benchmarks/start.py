"""Seconds from an empty cache of compiled rules to the first move: `make bench`.

    python benchmarks/start.py                       # this version
    python benchmarks/start.py --before FOLDER       # beside an older checkout, in alternation
    python benchmarks/start.py --games ra --levels medium,expert

In the library: from the start of a process to the first move of a bot of each level. On a server: from its first
answer to the first view of a new table, and to the first answer of a bot of the strongest level.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import heliopolis as hp
from benchmarks.rules import machine, versions_of

RESULTS = Path(__file__).parent / "results"
HERE = Path(__file__).parent.parent
MAX_SECONDS = 600.0  # that anything may take
FIRST_MOVE = """
import random, sys
import heliopolis as hp

rng, game = random.Random(1), hp.game(sys.argv[1])
position = game.start(players=4, seed=1)
print(hp.bot(sys.argv[2]).choose(position.imagine(position.to_act, rng), rng), flush=True)
"""


@contextmanager
def cold_process(checkout: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start Python with a checkout of the package and an empty cache; end it with all that it has started."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "XDG_CACHE_HOME": cache}
        process = subprocess.Popen(
            [sys.executable, *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            time.sleep(0.5)  # its compiling processes notice that it has ended


# ---- the library -----------------------------------------------------------------------------------------------------


def first_move(checkout: Path, game: str, level: str) -> float:
    """Return the seconds from the start of a process to the first move of a bot."""
    began = time.perf_counter()
    with cold_process(checkout, "-c", FIRST_MOVE, game, level) as process:
        assert process.stdout is not None
        move = process.stdout.readline()
        seconds = time.perf_counter() - began
        assert move.strip(), "there is no move"
        return seconds


# ---- the server ------------------------------------------------------------------------------------------------------


class Client:
    """A program that plays at a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.token: str | None = None

    def request(self, method: str, path: str, **body: Any) -> Any:
        """Send a request and return the JSON of its response."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=MAX_SECONDS)
        headers = {"Content-Type": "application/json"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            connection.request(method, path, json.dumps(body) if method != "GET" else None, headers)
            response = connection.getresponse()
            answer = json.load(response)
        finally:
            connection.close()
        assert response.status < 300, answer
        return answer

    def answers(self) -> bool:
        """Return whether the server is up."""
        try:
            self.request("GET", "/api/health")
        except (OSError, HTTPException):
            return False
        return True


def first_click(checkout: Path, game: str) -> dict[str, float]:
    """Return the seconds from a server's first answer to the first view of a table and to a bot's first answer."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = ["-m", "heliopolis", "serve", "--host", "127.0.0.1", "--port", str(port), "--no-browser"]
        with cold_process(checkout, *command, "--db", f"sqlite:///{folder}/tables.sqlite3", "--no-limits"):
            client = Client(port)
            wait_until(client.answers)
            began = time.perf_counter()
            client.token = client.request("POST", "/api/players", name="Ada")["token"]
            bots = [{"kind": "bot", "bot": hp.levels(game)[-1].name}] * 2
            made = client.request(
                "POST", "/api/tables", game=game, seats=[{"kind": "me"}, *bots], request_id=uuid.uuid4().hex
            )
            path = f"/api/tables/{made['id']}"
            table = client.request("GET", path)
            view = time.perf_counter() - began
            while table["to_act"] == table["you"]["seat"]:
                table = play_first_legal_move(client, path, table)
            wait_until(lambda: client.request("GET", path)["seq"] > table["seq"])
            return {"first view": view, "first answer of a bot": time.perf_counter() - began}


def play_first_legal_move(client: Client, path: str, table: Any) -> Any:
    """Play a move of the person, and return the table after it."""
    body = {"expected_seq": table["seq"], "request_id": uuid.uuid4().hex, "move": table["position"]["legal"][0]}
    return client.request("POST", f"{path}/moves", **body)["table"]


def wait_until(happened: Callable[[], bool]) -> None:
    """Look again and again until something has happened."""
    end = time.monotonic() + MAX_SECONDS
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


# ---- results ---------------------------------------------------------------------------------------------------------


def measure(checkouts: dict[str, Path], games: list[str], levels: list[str]) -> None:
    """Measure, print and save all figures, game by game."""
    found: dict[str, Any] = {}
    for game in games:
        rows: dict[str, dict[str, float]] = {}
        for level in levels:
            rows[f"library, first move of {level}"] = {
                when: first_move(checkout, game, level) for when, checkout in checkouts.items()
            }
        for when, checkout in checkouts.items():
            for what, seconds in first_click(checkout, game).items():
                rows.setdefault(f"server, {what}", {})[when] = seconds
        found[game] = rows
        show(found)
        save(found)


def save(found: dict[str, Any]) -> None:
    """Write the figures so far to a file."""
    RESULTS.mkdir(exist_ok=True)
    results = {"machine": machine(), "versions": versions_of(), "seconds": found}
    (RESULTS / "start.json").write_text(json.dumps(results, indent=2) + "\n")


def show(found: dict[str, Any]) -> None:
    """Print the seconds as a table."""
    table = Table(title="Seconds with an empty cache of compiled rules", title_justify="left")
    for heading in ("game", "", "before", "after", "ratio"):
        table.add_column(heading, justify="right" if heading in ("before", "after", "ratio") else "left")
    for game, rows in found.items():
        for what, row in rows.items():
            before, after = row.get("before"), row["after"]
            compared = ("", "") if before is None else (f"{before:.1f}", f"{before / after:.1f}")
            table.add_row(hp.game(game).title, what, compared[0], f"{after:.1f}", compared[1])
    Console(highlight=False).print(table)


def main() -> None:
    """Read the options and measure."""
    every_level = [level.name for level in hp.levels("ra")]
    parser = argparse.ArgumentParser(description="Seconds from an empty cache of compiled rules to the first move.")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="older checkout to compare with")
    parser.add_argument("--games", default=",".join(hp.games()), metavar="A,B,…")
    parser.add_argument("--levels", default=",".join(every_level), metavar="A,B,…")
    arguments = parser.parse_args()
    checkouts = {"after": HERE} if arguments.before is None else {"before": arguments.before, "after": HERE}
    measure(checkouts, arguments.games.split(","), arguments.levels.split(","))


if __name__ == "__main__":
    main()
