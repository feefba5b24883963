"""A database that is away for a while: frozen, locked, full, malformed or deleted. Nobody waits for it for long."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.health import Health
from heliopolis.server.storage import Database, opened, probes
from heliopolis.server.storage.database import Unavailable
from heliopolis.server.storage.unavailability import unavailable_reason
from tests.server.people import JSON, Person, new_request, sit_down
from tests.server.postgres import Postgres
from tests.server.running import InThread, Process, connect, wait_until

CHATS = 10
MAX_SECONDS = 3.0


@pytest.fixture(autouse=True)
def always_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every check of the database writes, and none is used again."""
    monkeypatch.setattr(probes, "WRITE_EVERY_SECONDS", 0.0)
    monkeypatch.setattr("heliopolis.server.runtime.health.FRESH_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers wait no longer for their databases than they do for people."""
    monkeypatch.setattr(Database, "max_seconds", MAX_SECONDS)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[InThread]:
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    yield server
    server.close()


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program that writes and does not come to an end."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def chat_at_once(person: Person, bodies: list[JSON]) -> list[httpx.Response]:
    with ThreadPoolExecutor(len(bodies)) as threads:
        return list(threads.map(lambda body: person.http.post(person.path("chat"), json=body), bodies))


def words_at(person: Person) -> list[str]:
    return [entry["text"] for entry in person.get("log", limit=500)["entries"] if entry["kind"] == "chat"]


def is_ready(person: Person) -> bool:
    return person.http.get("/api/ready").status_code == 200


def check_outage(person: Person, bodies: list[JSON], answers: list[httpx.Response]) -> None:
    """All were told to try again, and whoever does finds the truth: each word is there once."""
    assert {answer.status_code for answer in answers} == {503}
    assert all(answer.json()["key"] == "server.busy" and answer.headers["retry-after"] for answer in answers)
    wait_until(lambda: is_ready(person))
    again = chat_at_once(person, bodies)
    assert {answer.status_code for answer in again} == {200}
    assert sorted(words_at(person)) == sorted(body["text"] for body in bodies)


def new_chats() -> list[JSON]:
    return [{"text": f"word {number}", "request_id": new_request()} for number in range(CHATS)]


# ---- SQLite ----------------------------------------------------------------------------------------------------------


def test_a_locked_file_keeps_nobody_for_long_and_is_not_ready(
    tmp_path: Path, site: InThread, caplog: pytest.LogCaptureFixture
) -> None:
    (ada,) = sit_down(site.url, "tekhenu", "Ada")
    assert is_ready(ada)
    bodies = new_chats()
    with locked(tmp_path / "tables.sqlite3"):  # until all have their answers: one after the other they had none in time
        answers = chat_at_once(ada, bodies)
        assert not is_ready(ada)
        assert ada.get()["status"] == "running", "looking is still possible"
    check_outage(ada, bodies, answers)
    told = [record.message for record in caplog.records if record.name == "heliopolis"]
    assert told.count("the database is unavailable: the database is locked") == 1
    assert told[-1] == "the database is available again"


def test_a_server_with_a_locked_file_stops_cleanly(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path / "log")
    server.start()
    server.wait()
    (ada,) = sit_down(server.url, "tekhenu", "Ada")
    with locked(tmp_path / "tables.sqlite3"), ThreadPoolExecutor(CHATS) as threads:
        bodies = new_chats()
        answers = [threads.submit(ada.http.post, ada.path("chat"), json=body) for body in bodies]
        os.kill(server.process.pid, signal.SIGTERM)  # type: ignore[union-attr]  # it was started
        assert server.process.wait(60) in (0, -signal.SIGTERM)  # type: ignore[union-attr]
        for answer in answers:
            if answer.exception() is None:
                assert answer.result().status_code == 503
            else:
                assert isinstance(answer.exception(), httpx.TransportError), "it came too late"
    assert "Traceback" not in server.log.read_text()


def test_nothing_is_acknowledged_that_goes_into_a_deleted_file(
    tmp_path: Path, site: InThread, caplog: pytest.LogCaptureFixture
) -> None:
    (ada,) = sit_down(site.url, "tekhenu", "Ada")
    file, bodies = tmp_path / "tables.sqlite3", new_chats()
    file.rename(tmp_path / "elsewhere")
    answers = chat_at_once(ada, bodies)
    assert not is_ready(ada)
    assert not file.exists(), "an empty one would look as if nothing were wrong"
    (tmp_path / "elsewhere").rename(file)
    check_outage(ada, bodies, answers)
    assert "the database is unavailable: the file was deleted or replaced" in caplog.messages


def test_another_file_in_the_place_of_ours_is_not_written_to(tmp_path: Path, site: InThread) -> None:
    (ada,) = sit_down(site.url, "tekhenu", "Ada")
    file = tmp_path / "tables.sqlite3"
    file.rename(tmp_path / "elsewhere")
    file.write_bytes(b"")
    assert {answer.status_code for answer in chat_at_once(ada, new_chats())} == {503}
    assert not is_ready(ada)
    assert file.read_bytes() == b""


def test_a_malformed_file_is_not_ready(tmp_path: Path, site: InThread, caplog: pytest.LogCaptureFixture) -> None:
    """Though the pages that the server has in memory are all right."""
    (ada,) = sit_down(site.url, "tekhenu", "Ada")
    assert is_ready(ada)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = other.execute("PRAGMA page_count").fetchone()[0] * 4096
    with (tmp_path / "tables.sqlite3").open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xff" * (size - 4096))
    assert not is_ready(ada)
    assert "the database is unavailable: the file is malformed" in caplog.messages


def test_a_disk_that_takes_no_more_is_not_ready_until_it_does(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path / "log")
    server.start()
    server.wait()
    (ada,) = sit_down(server.url, "tekhenu", "Ada")
    assert server.process is not None
    full = (tmp_path / "tables.sqlite3-wal").stat().st_size
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
    bodies = new_chats()
    answers = chat_at_once(ada, bodies)
    wait_until(lambda: not is_ready(ada))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
    check_outage(ada, bodies, answers)
    server.stop()
    assert server.log.read_text().count("the database is unavailable: the disk cannot be read or written") == 1


# ---- PostgreSQL ------------------------------------------------------------------------------------------------------


def test_a_frozen_postgresql_keeps_nobody_for_long(postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    server = InThread(postgres.new_database())
    (ada,) = sit_down(server.url, "tekhenu", "Ada")
    chat_at_once(ada, [{"text": "before", "request_id": new_request()}])
    bodies = new_chats()
    with postgres.frozen():  # until all have their answers
        answers = chat_at_once(ada, bodies)
        look = ada.http.get(ada.path(""))
        assert (look.status_code, look.headers["retry-after"]) == (503, "1")
        assert not is_ready(ada)
    wait_until(lambda: is_ready(ada))
    assert {answer.status_code for answer in answers} == {503}
    assert {answer.status_code for answer in chat_at_once(ada, bodies)} == {200}
    assert sorted(words_at(ada)) == sorted(["before", *(body["text"] for body in bodies)])
    told = [record.message for record in caplog.records if record.name == "heliopolis"]
    assert told.count("the database is unavailable: the database does not answer") == 1
    server.close()


def setting(connection: Connection, name: str) -> str:
    return str(connection.execute(text(f"SHOW {name}")).scalar())


def test_maintenance_may_take_its_time(postgres: Postgres) -> None:
    """The limits of a server are not those of a backup or an upgrade."""
    url = postgres.new_database()

    async def go() -> None:
        async with opened(url) as database:
            for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
                assert await database.read(partial(setting, name=name)) == "0"

    asyncio.run(go())


def test_a_listener_that_fails_is_not_kept(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def go() -> None:
        async with opened(url) as database:
            heard: list[str] = []
            connect = database._connect  # type: ignore[attr-defined]

            async def unable() -> object:
                connection = await connect()
                await connection.close()
                return connection

            database._connect = unable  # type: ignore[attr-defined]
            with pytest.raises(Exception, match="closed"):
                await database.listen(heard.append)
            database._connect = connect  # type: ignore[attr-defined]
            await database.listen(heard.append)
            await database.write(lambda connection: database.notify(connection, "a table"))
            async with asyncio.timeout(60):
                while not heard:
                    await asyncio.sleep(0)
            assert heard == ["a table"]

    asyncio.run(go())


# ---- kinds of errors -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "is_bug"), [("SELECT * FROM none", True), ("SELECT 1 +", True), ("SELECT missing FROM players", True)]
)
def test_mistakes_of_ours_are_not_unavailability(database: str, statement: str, is_bug: bool) -> None:
    async def go() -> None:
        async with opened(database) as found:
            with pytest.raises(DBAPIError) as told:
                await found.read(lambda connection: connection.execute(text(statement)))
            assert (unavailable_reason(told.value) is None) == is_bug
            raise told.value

    with pytest.raises(Exception, match="unavailable"):
        asyncio.run(go())


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Unavailable("the file was deleted"), "the file was deleted"),
        (ConnectionRefusedError(), "the database cannot be reached"),
        (TimeoutError(), "the database does not answer"),
        (FileNotFoundError(), None),
        (OSError("File name too long"), None),
        (KeyError("a card"), None),
    ],
)
def test_reasons(error: Exception, reason: str | None) -> None:
    assert unavailable_reason(error) == reason


def test_a_full_disk_is_called_so() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as small:
        small.execute("CREATE TABLE t (x)")
        small.execute("PRAGMA max_page_count=2")
        with pytest.raises(sqlite3.OperationalError) as told:
            small.execute("INSERT INTO t VALUES (zeroblob(100000))")
    assert unavailable_reason(told.value) == "the disk is full"


def test_a_bug_is_a_500_with_a_traceback_and_no_secret(site: InThread, caplog: pytest.LogCaptureFixture) -> None:
    ada = Person(site.url)
    rooms, hand = site.app.state.services.rooms, "roman, greek"

    async def broken(_: str) -> None:
        raise OSError(hand)

    rooms.enter = broken
    ada.table = "k3v9q0c1xw2m"
    assert ada.get("", 500)["key"] == "server.broken"
    (told,) = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert "in broken" in told
    assert "roman" not in told
    assert ada.table not in told


def test_a_client_that_hangs_up_is_no_fault_of_ours(site: InThread, caplog: pytest.LogCaptureFixture) -> None:
    def measured() -> float:
        return float(metrics.REQUESTS.labels("GET", "/api/tables/{table_id}/hint", "500")._value.get())

    tasks, before = site.server.server_state.tasks, measured()
    with Person(site.url) as ada:
        ada.open("ra", "me", "me")
        cookies = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
        head = f"GET {ada.path('hint')} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\nContent-Length: 9\r\n\r\n"
        wait_until(lambda: not tasks)
        with connect(site.url) as client:
            client.sendall(head.encode())
            wait_until(lambda: tasks)  # waiting for the body
        wait_until(lambda: not tasks)
    assert not caplog.records
    assert measured() == before


def test_what_is_unavailable_is_logged_once_for_each_reason(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(f"sqlite:///{tmp_path}/x.sqlite3") as database:
            health = Health(database)
            for _ in range(3):
                assert health.report(TimeoutError())
                assert health.report(Unavailable("the disk is full"))
            assert not health.report(KeyError("x"))

    asyncio.run(go())
    assert len(caplog.records) == 2
