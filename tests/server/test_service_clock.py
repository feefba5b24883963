"""Service time passes while a server is there, and at no other time; the same on both kinds of database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text

from heliopolis.server.runtime.service_clock import FRESH, TOLERANCE, ServiceClock
from heliopolis.server.storage import Database, opened
from heliopolis.server.storage.beats import MAX_GAP
from heliopolis.server.storage.upgrades import upgrade
from tests.server.postgres import Postgres

DAY = 86400.0


class Machine:
    """A machine with a wall clock and a monotonic one, both of which the test moves."""

    def __init__(self) -> None:
        self.wall = 1_790_000_000.0
        self.monotonic = 50.0

    def wait(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds

    def sleep(self, seconds: float) -> None:
        """As a laptop does: when it wakes up, the monotonic clock has not moved."""
        self.wall += seconds

    def start(self, database: Database) -> ServiceClock:
        """The clock of a server that starts."""
        return ServiceClock(database, lambda: self.wall, lambda: self.monotonic)


@asynccontextmanager
async def empty(url: str) -> AsyncIterator[Database]:
    async with opened(url) as database:
        await upgrade(database)
        yield database


def on(url: str, work: Callable[[Database, Machine], Awaitable[None]]) -> None:
    async def go() -> None:
        async with empty(url) as database:
            await work(database, Machine())

    asyncio.run(go())


def test_it_begins_at_zero_and_passes_with_the_beats(database: str) -> None:
    async def work(database: Database, machine: Machine) -> None:
        clock = machine.start(database)
        assert await clock.beat() == 0.0
        for beats in range(1, 6):
            machine.wait(2.0)
            assert await clock.beat() == pytest.approx(2.0 * beats)

    on(database, work)


def test_between_two_beats_it_is_counted_on_but_not_for_long(database: str) -> None:
    async def work(database: Database, machine: Machine) -> None:
        clock = machine.start(database)
        assert clock.now() == 0.0
        await clock.beat()
        machine.wait(1.5)
        assert clock.now() == 1.5
        machine.wait(1000.0)
        assert clock.now() == MAX_GAP

    on(database, work)


@pytest.mark.parametrize("away", [1.0, 10.0, 40.0, 4 * DAY])
def test_it_stands_still_while_no_server_is_there(database: str, away: float) -> None:
    async def work(database: Database, machine: Machine) -> None:
        first = machine.start(database)
        await first.beat()
        machine.wait(2.0)
        assert await first.beat() == 2.0
        machine.wait(away)
        second = machine.start(database)
        assert await second.beat() == 2.0, "nobody was served meanwhile"
        machine.wait(3.0)
        assert await second.beat() == 5.0

    on(database, work)


@pytest.mark.parametrize("jump", [TOLERANCE + 2.5, MAX_GAP + 1.0, 4 * DAY, -1.0, -MAX_GAP - 1.0, -4 * DAY])
def test_it_takes_no_notice_when_the_wall_clock_is_set_or_the_machine_sleeps(database: str, jump: float) -> None:
    async def work(database: Database, machine: Machine) -> None:
        clock = machine.start(database)
        await clock.beat()
        machine.wait(2.0)
        assert await clock.beat() == 2.0
        machine.sleep(jump)
        machine.wait(0.5)
        at_once = await clock.beat()
        assert 2.0 <= at_once <= 2.5
        for _ in range(10):
            machine.wait(2.0)
            later = await clock.beat()
        assert at_once + 18.0 <= later <= at_once + 20.0, "it goes on as before"

    on(database, work)


def test_a_server_that_was_stopped_counts_nothing_of_it(database: str) -> None:
    """SIGSTOP: both clocks go on, and nobody is served."""

    async def work(database: Database, machine: Machine) -> None:
        clock = machine.start(database)
        await clock.beat()
        machine.wait(MAX_GAP + 0.1)
        assert await clock.beat() == 0.0

    on(database, work)


def test_several_processes_count_each_second_once(database: str) -> None:
    async def work(database: Database, machine: Machine) -> None:
        clocks = [machine.start(database) for _ in range(3)]
        for clock in clocks:
            await clock.beat()
        for _ in range(10):
            for clock in clocks:
                machine.wait(0.5)
                await clock.beat()
        assert await clocks[0].beat() == pytest.approx(15.0)

    on(database, work)


def test_one_process_that_is_stopped_does_not_stop_the_others(database: str) -> None:
    async def work(database: Database, machine: Machine) -> None:
        stopped, other = machine.start(database), machine.start(database)
        await stopped.beat()
        await other.beat()
        for _ in range(20):
            machine.wait(2.0)
            await other.beat()
        machine.wait(1.0)
        assert await stopped.beat() == pytest.approx(41.0)
        assert stopped.now() == pytest.approx(41.0)

    on(database, work)


def test_wall_clocks_that_disagree_never_count_a_second_twice(database: str) -> None:
    async def work(database: Database, machine: Machine) -> None:
        right = machine.start(database)
        for ahead in (7.0, 3600.0):
            elsewhere = Machine()
            elsewhere.wall, elsewhere.monotonic = machine.wall + ahead, machine.monotonic
            wrong = elsewhere.start(database)
            before = await right.beat()
            await wrong.beat()
            for _ in range(10):
                for clock in (right, wrong):
                    machine.wait(1.0)
                    elsewhere.wait(1.0)
                    await clock.beat()
            assert await right.beat() - before <= 20.0

    on(database, work)


def test_beats_at_the_same_time_count_each_second_once(database: str) -> None:
    """Each with a connection of its own, as the processes of a server have."""

    async def go() -> None:
        machine = Machine()
        async with empty(database) as one, opened(database) as two:
            clocks = [machine.start(one), machine.start(two)] * 4
            await asyncio.gather(*(clock.beat() for clock in clocks))
            machine.wait(5.0)
            found = await asyncio.gather(*(clock.beat() for clock in clocks))
            assert set(found) == {5.0}

    asyncio.run(go())


def test_it_stands_still_while_the_database_is_unavailable(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(database: Database, machine: Machine) -> None:
        clock = machine.start(database)
        await clock.beat()
        machine.wait(2.0)
        await clock.beat()

        async def fail(_: object) -> None:
            raise ConnectionError

        with monkeypatch.context() as patch:
            patch.setattr(database, "write", fail)
            machine.wait(5.0)
            with pytest.raises(ConnectionError):
                await clock.beat()
            assert clock.now() == 2.0
        machine.wait(5.0)
        assert await clock.beat() == 2.0
        machine.wait(1.0)
        assert await clock.beat() == 3.0

    on(database, work)


def test_a_clock_is_never_started_by_an_old_guess(database: str) -> None:
    """Nobody beats while no clock runs; the guess of this process would be up to MAX_GAP too late."""

    async def work(database: Database, machine: Machine) -> None:
        clock = machine.start(database)
        assert await clock.exact() == 0.0
        machine.wait(FRESH - 1.0)
        assert await clock.exact() == FRESH - 1.0
        machine.wait(DAY)
        assert await clock.exact() == 0.0
        machine.wait(1.0)
        assert await clock.exact() == 1.0

    on(database, work)


def test_postgresql_reads_its_own_clock(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def go() -> None:
        async with empty(url) as database:
            clock = ServiceClock(database)
            before = await clock.beat()
            assert before <= await clock.beat() <= before + MAX_GAP
            row = text(
                "SELECT beat BETWEEN extract(epoch FROM now()) - 3600 AND extract(epoch FROM now()) FROM service_clock"
            )
            assert await database.read(lambda connection: connection.execute(row).scalar())

    asyncio.run(go())
