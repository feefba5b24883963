"""A server as a host starts it, others who play there, and a stranger who attacks it."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.attacks.client import JSON, Client
from tests.attacks.others import Others, Served
from tests.attacks.strangers import ADDRESS, open_alone
from tests.server.running import Process

FILES = 1024
CHAT_LINES = 72_000  # an hour of what 0.1 permitted


@dataclass
class Outcome:
    """What others got before an attack and during it, and how the stranger was answered."""

    before: Served
    during: Served
    answers: JSON = field(default_factory=dict)

    @property
    def times_worse(self) -> float:
        return self.during.times_worse(self.before)

    def to_json(self) -> JSON:
        return {
            "before": self.before.summary(),
            "during": self.during.summary(),
            "times_worse": round(self.times_worse, 2),
            "stranger": dict(self.answers),
        }


def attack(name: str, folder: Path, rounds: int, *options: str) -> Outcome:
    """Start a server, let others play, let a stranger attack meanwhile, and stop everything."""
    server = Process(f"sqlite:///{folder}/tables.sqlite3", folder / "log", options=options)
    start_with_few_files(server)
    try:
        server.wait()
        with closing(Others(server.url)) as others:
            others.measure(5)  # rules are loaded when they are first called
            environment = prepare(name, server, folder)
            before = others.measure(rounds)
            with stranger(name, server.url, environment) as answers:
                during = others.measure(rounds)
        return Outcome(before, during, answers)
    finally:
        server.end()


def start_with_few_files(server: Process) -> None:
    """Start a server with the usual soft limit of files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
    try:
        server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def prepare(name: str, server: Process, folder: Path) -> dict[str, str]:
    """Put a table with a very long log into the database where an attack needs one."""
    if name != "long_log":
        return {}
    with closing(Client(server.url, ADDRESS)) as client:
        client.become_known("stranger")
        table = open_alone(client)
    server.stop()
    fill_log(folder / "tables.sqlite3", table, CHAT_LINES)
    start_with_few_files(server)
    server.wait()
    return {"ATTACKED_TABLE": table}


def fill_log(file: Path, table: str, lines: int) -> None:
    """Write chat into a table's log as a server did that had no bound."""
    with sqlite3.connect(file) as connection:
        (head,) = connection.execute("SELECT head FROM tables WHERE id = ?", [table]).fetchone()
        rows = []
        for seq in range(head + 1, head + lines + 1):
            entry = {"kind": "chat", "seat": 0, "name": None, "text": "x" * 100, "seq": seq, "at": 1.0}
            rows.append((table, seq, 1.0, "chat", json.dumps(entry)))
        connection.executemany("INSERT INTO log (table_id, seq, at, kind, entry) VALUES (?, ?, ?, ?, ?)", rows)
        connection.execute("UPDATE tables SET head = ? WHERE id = ?", [head + lines, table])
        found = "SELECT state FROM snapshots WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
        (state,) = connection.execute(found, [table]).fetchone()
        snapshot = {**json.loads(state), "seq": head + lines}
        connection.execute("INSERT INTO snapshots VALUES (?, ?, ?)", [table, head + lines, json.dumps(snapshot)])
    connection.close()


@contextmanager
def stranger(name: str, url: str, environment: dict[str, str]) -> Iterator[JSON]:
    """Run an attack in a process of its own; how it was answered is known when it has ended."""
    command = [sys.executable, "-m", "tests.attacks.strangers", name, url]
    environment = {**os.environ, **environment}
    answers: JSON = {}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == "under way"
            yield answers
            told, _ = process.communicate("", timeout=60)
            answers |= json.loads(told)
        finally:
            process.kill()
