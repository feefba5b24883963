"""`heliopolis serve`, `db` and `verify`, as a host meets them."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from heliopolis.terminal.serve import address_at
from tests.server.people import Person, play_on, sit_down, wait_for
from tests.server.postgres import Postgres
from tests.server.running import PATIENCE, Process, wait_until


def heliopolis(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "heliopolis", *arguments], capture_output=True, text=True, check=False)


def test_it_starts_tells_where_it_is_and_stops_with_open_streams(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path}/new/folder/tables.sqlite3", tmp_path / "log")
    server.start()
    server.wait()
    with Person(server.url) as ada:
        ada.open("ra", "me", "me")
        with ada.stream() as events:
            next(events)
            assert server.stop() == 0
            assert list(events) == []
    told = server.log.read_text()
    assert f"http://localhost:{server.port}" in told
    assert "Traceback" not in told


def test_ctrl_c_while_the_rules_are_being_compiled_is_quiet(tmp_path: Path) -> None:
    log = tmp_path / "log"
    where = ["--host", "127.0.0.1", "--port", "0", "--db", f"sqlite:///{tmp_path}/tables.sqlite3", "--no-browser"]
    with log.open("wb") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", "heliopolis", "serve", *where],
            stdout=out,
            stderr=out,
            start_new_session=True,  # a terminal of its own, so to speak: Ctrl-C reaches all who were started there
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
        )
    wait_until(lambda: list((tmp_path / "cache").rglob("*.lock")))  # which a process holds while it compiles
    os.killpg(server.pid, signal.SIGINT)
    assert server.wait(PATIENCE) == 0
    assert "Traceback" not in log.read_text()


def test_it_opens_the_browser(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    where = ["--host", "127.0.0.1", "--port", "0", "--db", f"sqlite:///{tmp_path}/tables.sqlite3"]
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "heliopolis", "serve", *where],
            stdout=log,
            stderr=log,
            env={**os.environ, "BROWSER": str(browser)},
        )
    try:
        wait_until(lambda: opened.exists() and opened.read_text())
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0
    assert opened.read_text().strip() in (tmp_path / "log").read_text()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_bots_turn_goes_on_after_a_kill_and_is_played_once(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        url = f"sqlite:///{tmp_path}/tables.sqlite3"
    else:
        url = request.getfixturevalue("postgres").new_database()
    server = Process(url, tmp_path / "log")
    server.start()
    server.wait()
    with Person(server.url) as ada:
        ada.open("respublica", "greedy", "greedy", "greedy")
        for _ in range(2):
            seen = ada.get()["seq"]
            wait_until(lambda: ada.get()["seq"] > seen + 10)  # noqa: B023
            server.kill()
            server.start()
            server.wait()
        over = wait_for(ada, "over")
        file = tmp_path / "record.txt"
        file.write_text(ada.http.get(ada.path("record?form=text")).text)
        assert over["seq"] == 2 + len(ada.get("record")["moves"])
    verified = heliopolis("verify", str(file), "--commitment", over["deal"]["commitment"])
    assert verified.returncode == 0, verified.stderr
    assert "bot moves" in verified.stdout
    server.stop()


def test_two_workers_share_a_table(tmp_path: Path, postgres: Postgres) -> None:
    """Whichever worker answers, people hear of each other, and figures are of both."""
    token = "sixteen letters at least"
    options = ("--no-limits", "--metrics-token", token)
    server = Process(postgres.new_database(), tmp_path / "log", workers=2, options=options)
    server.start()
    server.wait()
    people = sit_down(server.url, "ra", "Ada Grace")
    watchers = [Person(server.url) for _ in range(6)]
    streams = []
    for watcher in watchers:
        watcher.table = people[0].table
        stream = watcher.stream()
        streams.append((stream, stream.__enter__()))
    start = [int(next(events)["id"]) for _, events in streams]
    play_on(people, random.Random(1), moves=10)
    for (_, events), first in zip(streams, start, strict=True):
        heard: list[int] = []
        while len(heard) < 10:  # an event of a stream that falls behind has several entries
            heard += [entry["seq"] for entry in next(events)["data"]["entries"]]
        assert heard == list(range(first + 1, first + 11))
    assert streams_counted(server, token) == 6
    for worker in workers_of(server):
        os.kill(worker, signal.SIGKILL)
    wait_until(lambda: server.answers() and streams_counted(server, token) == 0)  # those who died have none any more
    for stream, _ in streams:
        stream.__exit__(None, None, None)
    assert server.stop() == 0


def streams_counted(server: Process, token: str) -> float | None:
    """Return how many streams the metrics count, or None if nobody answers."""
    try:
        answer = httpx.get(f"{server.url}/api/metrics", headers={"Authorization": f"Bearer {token}"})
    except httpx.TransportError:
        return None
    lines = [line.split() for line in answer.text.splitlines() if line.startswith("heliopolis_streams ")]
    return float(lines[0][1]) if lines else 0.0


def workers_of(server: Process) -> list[int]:
    """Return the ids of the processes that serve, by their command line."""
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [pid for pid in map(int, children) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_the_address_for_the_own_browser() -> None:
    assert address_at("0.0.0.0", 8000) == address_at("::", 8000) == "http://localhost:8000"
    assert address_at("::1", 8000) == "http://[::1]:8000"
    assert address_at("10.0.0.7", 80) == "http://10.0.0.7:80"


def test_export_and_backup_by_command(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    server = Process(url, tmp_path / "log")
    server.start()
    server.wait()
    with Person(server.url) as ada:
        table = ada.open("ra", "greedy", "random")["id"]
        wait_for(ada, "over")
        ada.open("ra", "me", "me")
        made = heliopolis("db", "backup", str(tmp_path / "backup.gz"), "--db", url)
        assert made.returncode == 0, made.stderr
    server.stop()
    restored = heliopolis("db", "restore", str(tmp_path / "backup.gz"), "--db", f"sqlite:///{tmp_path}/again.sqlite3")
    assert restored.returncode == 0, restored.stderr
    exported = heliopolis("db", "export", str(tmp_path / "records"), "--db", f"sqlite:///{tmp_path}/again.sqlite3")
    assert exported.returncode == 0, exported.stderr
    assert [file.name for file in (tmp_path / "records").iterdir()] == [f"{table}.txt"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("serve", "--db", "mysql://x"),
        ("serve", "--db", "sqlite://"),
        ("serve", "--db", "sqlite:////proc/none/x.sqlite3"),
        ("serve", "--db", "postgresql://nobody@127.0.0.1:1/none"),
        ("serve", "--db", "postgresql://nobody@127.0.0.1:port/none"),
        ("serve", "--workers", "2", "--db", "sqlite:///x"),
        ("serve", "--bot-pace", "9", "--db", "sqlite:////tmp/heliopolis-none.sqlite3"),
        ("serve", "--bot-pace", "nan", "--db", "sqlite:////tmp/heliopolis-none.sqlite3"),
        ("serve", "--port", "99999", "--db", "sqlite:////tmp/heliopolis-none.sqlite3"),
        ("serve", "--name", "https://games.example.org", "--db", "sqlite:////tmp/heliopolis-none.sqlite3"),
        ("serve", "--metrics-token", "short", "--db", "sqlite:////tmp/heliopolis-none.sqlite3"),
        ("db", "backup"),
        ("db", "restore", "/none", "--db", "sqlite:////tmp/heliopolis-none-2.sqlite3"),
        ("verify", "/none"),
    ],
)
def test_mistakes_get_one_line(arguments: tuple[str, ...]) -> None:
    answer = heliopolis(*arguments)
    assert answer.returncode == 2
    assert answer.stderr.startswith("heliopolis: ")
    assert answer.stderr.count("\n") == 1
