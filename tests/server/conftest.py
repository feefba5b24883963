"""Servers and databases for the tests. Both kinds of database are real."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.bots import LEVELS, compile_bots
from heliopolis.server.runtime import rooms
from heliopolis.server.storage import Database
from tests.server.people import Person
from tests.server.postgres import Postgres
from tests.server.running import PATIENCE, InThread


@pytest.fixture(scope="session", autouse=True)
def rules() -> None:
    """Compiled before anybody waits for an answer."""
    for name in hp.games():
        compile_bots(LEVELS, hp.game(name))


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Servers in this process wait long for databases and each other: the machine may be busy with other tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "max_seconds", PATIENCE)
        patch.setattr(rooms, "MAX_LOCK_SECONDS", PATIENCE)
        yield


@pytest.fixture(autouse=True)
def go_home() -> Iterator[None]:
    yield
    while Person.everybody:
        Person.everybody.pop().http.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite3"
    found: str = request.getfixturevalue("postgres").new_database()
    return found


@pytest.fixture
def anywhere(database: str) -> Iterator[str]:
    """A server on each kind of database."""
    server = InThread(database)
    yield server.url
    server.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all that needs no special one."""
    running = InThread(f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.sqlite3")
    yield running.url
    running.close()
