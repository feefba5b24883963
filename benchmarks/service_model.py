"""A server as queues: workers, a database, its disk, and people who think, move and watch.

A move waits for its worker, is committed, is answered, and goes to the streams of its table: those at the same worker
at once, those at others after a notification. What each step costs is measured by `capacity.py` and `notify.py`.
"""

from __future__ import annotations

import random
import statistics
from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmarks.machine import JSON
from benchmarks.queues import GroupCommit, Process, Simulator, Station

TICK_SECONDS = 2.0  # between two rounds of housekeeping


@dataclass(frozen=True, slots=True)
class Demands:
    """Processor time, in seconds, of the parts of a move, and what passes through network and disk."""

    move: float  # worker: from the request to the response
    person_event: float  # worker: an update for somebody with a seat
    spectator_event: float  # worker: an update for one more spectator
    refresh: float  # worker: to learn of a move that another one has made
    notification: float  # worker: of a table that nobody watches here
    database_move: float
    database_refresh: float
    database_notification: float  # for each worker that listens
    idle_worker: float  # in each second
    idle_stream: float
    database_idle_worker: float
    database_idle_stream: float
    client_event: float  # of the load test, where it shares the machine
    event_bytes: float
    wal_bytes: float
    fsync: tuple[float, float, float]  # seconds: half, 95 %, 99 % of all writes take at most so long

    @classmethod
    def read(cls, capacity: JSON, notify: JSON, kind: str = "postgresql", fsync_ms: JSON | None = None) -> Demands:
        """Return the demands by the results of the measurements, on one kind of database."""
        found, idle = capacity[kind], capacity[kind]["idle_cores"]
        cost = {name: value / 1000 for name, value in found["demands"].items()}
        shared = kind == "postgresql"
        disk = fsync_ms or found["fsync_ms"]
        return cls(
            move=cost["move_ms"],
            person_event=cost["person_event_ms"] or cost["spectator_event_ms"],
            spectator_event=cost["spectator_event_ms"],
            refresh=cost.get("refresh_ms", 0.0),
            notification=notify["worker_ms_per_notification"] / 1000 if shared else 0.0,
            database_move=cost.get("database_move_ms", 0.0),
            database_refresh=cost.get("database_refresh_ms", 0.0),
            database_notification=notify["database_ms_per_listener"] / 1000 if shared else 0.0,
            idle_worker=idle["worker_per_second"],
            idle_stream=idle["worker_per_stream_second"],
            database_idle_worker=idle["database_per_second"],
            database_idle_stream=idle["database_per_stream_second"],
            client_event=0.0,
            event_bytes=found["event_bytes"],
            wal_bytes=found["wal_bytes_per_move"],
            fsync=(disk["p50"] / 1000, disk["p95"] / 1000, disk["p99"] / 1000),
        )

    def draw_fsync(self, rng: random.Random) -> float:
        """Return how long a write to the disk takes, straight between the quantiles."""
        shares, (half, most, nearly) = (0.0, 0.5, 0.95, 0.99, 1.0), self.fsync
        seconds = (0.5 * half, half, most, nearly, 1.5 * nearly)
        share = rng.random()
        place = bisect(shares, share) - 1
        part = (share - shares[place]) / (shares[place + 1] - shares[place])
        return seconds[place] + part * (seconds[place + 1] - seconds[place])

    def mean_fsync(self) -> float:
        """Return how long a write to the disk takes on average."""
        half, most, nearly = self.fsync
        return 0.5 * 0.75 * half + 0.45 * (half + most) / 2 + 0.04 * (most + nearly) / 2 + 0.01 * 1.25 * nearly


@dataclass(frozen=True, slots=True)
class Load:
    """Who plays, how, and on what."""

    tables: int
    people: int  # at each table
    spectators: float  # at each table, on average
    think: float  # seconds from an update to the next move, on average
    workers: int
    cores: int  # that workers and database share
    grouped: bool = False  # commits share writes to the disk, which those that notify cannot
    by_table: bool = False  # all connections of a table reach the same worker


@dataclass(slots=True)
class Table:
    """A table: the workers of its streams, and of its people's requests."""

    people: list[int]
    spectators: list[int]
    moves: list[int]
    to_act: int = 0


class Service:
    """The simulated service."""

    def __init__(self, demands: Demands, load: Load, seed: int = 1) -> None:
        self.demands, self.load, self.rng = demands, load, random.Random(seed)
        self.simulator = Simulator()
        self.cores = Station(self.simulator, load.cores)
        self.workers = [Process(self.cores) for _ in range(load.workers)]
        self.client = Process(self.cores)
        self.disk = GroupCommit(self.simulator) if load.grouped else Station(self.simulator)
        self.database_busy = 0.0
        self.moves: list[float] = []
        self.updates: list[float] = []
        self.notifications = 0
        self.bytes = 0.0
        self.measured_from = 0.0
        self.tables = [self._new_table() for _ in range(load.tables)]

    def _new_table(self) -> Table:
        home = self.rng.randrange(self.load.workers)

        def worker() -> int:
            return home if self.load.by_table else self.rng.randrange(self.load.workers)

        whole, part = divmod(self.load.spectators, 1)
        spectators = int(whole) + (self.rng.random() < part)
        people = self.load.people
        streams = [worker() for _ in range(people + spectators)]
        return Table(streams[:people], streams[people:], [worker() for _ in range(people)])

    def run(self, seconds: float, warm_up: float) -> JSON:
        """Let people play and return what was seen after the beginning."""
        for table in self.tables:
            self.simulator.after(self.rng.uniform(0, 1) * self.load.think, partial(self._send_move, table))
        streams = [sum(place == number for table in self.tables for place in (*table.people, *table.spectators))
                   for number in range(self.load.workers)]  # fmt: skip
        for worker, count in zip(self.workers, streams, strict=True):
            self.simulator.after(self.rng.uniform(0, TICK_SECONDS), partial(self._keep_house, worker, count))
        self.simulator.run(warm_up)
        self._forget()
        self.simulator.run(warm_up + seconds)
        return self._report(seconds)

    def _forget(self) -> None:
        self.moves, self.updates, self.notifications, self.bytes, self.database_busy = [], [], 0, 0.0, 0.0
        for process in (*self.workers, self.client):
            process.busy = 0.0
        self.measured_from = self.simulator.now

    def _keep_house(self, worker: Process, streams: int) -> None:
        demands = self.demands
        worker.serve(TICK_SECONDS * (demands.idle_worker + streams * demands.idle_stream), lambda: None)
        self._query(
            TICK_SECONDS * (demands.database_idle_worker + streams * demands.database_idle_stream), lambda: None
        )
        self.simulator.after(TICK_SECONDS, partial(self._keep_house, worker, streams))

    def _query(self, seconds: float, then: Callable[[], None]) -> None:
        """Work in the database, which uses as many cores as there are."""
        self.database_busy += seconds
        self.cores.serve(seconds, then)

    # ---- a move ------------------------------------------------------------------------------------------------------

    def _send_move(self, table: Table) -> None:
        began, worker = self.simulator.now, self.workers[table.moves[table.to_act]]
        demands = self.demands

        def commit() -> None:
            fan_out = demands.database_notification * (self.load.workers - 1)
            self._query(demands.database_move + fan_out, write)

        def write() -> None:
            self.disk.serve(demands.draw_fsync(self.rng), committed)

        def committed() -> None:
            worker.serve(demands.move / 2, lambda: self.client.serve(demands.client_event, answered))
            self._notify(table, began)  # streams here wait behind the response

        def answered() -> None:
            self.bytes += demands.event_bytes
            self.moves.append(self.simulator.now - began)

        worker.serve(demands.move / 2, commit)

    def _notify(self, table: Table, began: float) -> None:
        """Bring a committed move to the streams, by way of the workers that have some."""
        acting = table.moves[table.to_act]
        table.to_act = (table.to_act + 1) % self.load.people
        next_to_act = table.to_act
        watching = {*table.people, *table.spectators}
        for number, worker in enumerate(self.workers):
            deliver = partial(self._deliver, table, number, next_to_act, began)
            if number == acting:
                deliver()
            elif number in watching:
                self.notifications += 1
                refresh = partial(self._query, self.demands.database_refresh, deliver)
                worker.serve(self.demands.notification + self.demands.refresh, refresh)
            elif not self.load.by_table:
                self.notifications += 1
                worker.serve(self.demands.notification, lambda: None)

    def _deliver(self, table: Table, number: int, to_act: int, began: float) -> None:
        worker = self.workers[number]
        for seat, place in enumerate(table.people):
            if place == number:
                received = partial(self._received, table if seat == to_act else None, began)
                worker.serve(self.demands.person_event, partial(self.client.serve, self.demands.client_event, received))
        for place in table.spectators:
            if place == number:
                received = partial(self._received, None, began)
                worker.serve(
                    self.demands.spectator_event, partial(self.client.serve, self.demands.client_event, received)
                )

    def _received(self, to_move: Table | None, began: float) -> None:
        self.bytes += self.demands.event_bytes
        self.updates.append(self.simulator.now - began)
        if to_move is not None:
            self.simulator.after(self.rng.uniform(0.2, 1.8) * self.load.think, partial(self._send_move, to_move))

    def _report(self, seconds: float) -> JSON:
        return {
            "moves_per_second": round(len(self.moves) / seconds, 1),
            "move_ms": two_quantiles(self.moves),
            "update_ms": two_quantiles(self.updates),
            "server_cores": round(sum(worker.busy for worker in self.workers) / seconds, 3),
            "busiest_worker": round(max(worker.busy for worker in self.workers) / seconds, 3),
            "database_cores": round(self.database_busy / seconds, 3),
            "notifications_per_worker_second": round(self.notifications / self.load.workers / seconds, 1),
            "megabits_per_second": round(8 * self.bytes / seconds / 1e6, 2),
        }


def two_quantiles(seconds: list[float]) -> JSON:
    """Return the median and the 95 % quantile in milliseconds."""
    cuts = statistics.quantiles(seconds, n=20) if len(seconds) > 1 else [0.0] * 19
    return {"p50": round(1000 * cuts[9], 1), "p95": round(1000 * cuts[18], 1)}
