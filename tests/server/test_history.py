"""Nothing is lost: the short version of `make soak`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server import history
from tests.server.postgres import Postgres
from tests.server.running import Process

KILLS = 6


@pytest.mark.slow
def test_nothing_is_lost_on_sqlite(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path / "log", options=history.OPTIONS)
    told = history.run([server], seed=1, kills=KILLS)
    assert told.kills == KILLS
    assert len(told.acknowledged) >= 30
    assert told.retries > 0
    assert told.erased
    assert "Traceback" not in server.log.read_text()


@pytest.mark.slow
def test_nothing_is_lost_on_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    servers = [Process(url, tmp_path / f"log{number}", options=history.OPTIONS) for number in range(2)]
    told = history.run(servers, seed=2, kills=KILLS, restart=postgres.restart)
    assert told.kills == KILLS
    assert len(told.acknowledged) >= 30
    assert told.retries > 0
