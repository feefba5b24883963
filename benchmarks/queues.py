"""A simulation of queues by events: stations that serve one job after the other, and what they have seen."""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

Then = Callable[[], None]


class Simulator:
    """A clock that jumps from one event to the next."""

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Then]] = []
        self._numbers = itertools.count()  # events of one moment happen in the order in which they were planned

    def after(self, seconds: float, then: Then) -> None:
        """Plan an event."""
        heapq.heappush(self._events, (self.now + seconds, next(self._numbers), then))

    def run(self, until: float) -> None:
        """Let everything happen that is planned until a moment."""
        while self._events and self._events[0][0] <= until:
            self.now, _, then = heapq.heappop(self._events)
            then()
        self.now = until


@dataclass(slots=True)
class Seen:
    """What a station has seen: enough for its utilisation, and for Little's law."""

    arrived: int = 0
    left: int = 0
    busy: float = 0.0  # seconds in which its servers worked, added up
    inside: float = 0.0  # number of jobs in it, integrated over time
    spent: float = 0.0  # seconds that those who left spent in it


class Station:
    """A queue in front of some servers; whoever came first is served first."""

    def __init__(self, simulator: Simulator, servers: int = 1) -> None:
        self.simulator, self.servers = simulator, servers
        self.seen = Seen()
        self._queue: deque[tuple[float, float, Then]] = deque()
        self._serving = 0
        self._changed = 0.0

    def serve(self, seconds: float, then: Then) -> None:
        """Serve a job that takes so long, and go on with it afterwards."""
        self.count_until_now()
        self.seen.arrived += 1
        self._queue.append((self.simulator.now, seconds, then))
        self._begin()

    def _begin(self) -> None:
        while self._queue and self._serving < self.servers:
            came, seconds, then = self._queue.popleft()
            self._serving += 1
            self.simulator.after(seconds, partial(self._end, came, seconds, then))

    def _end(self, came: float, seconds: float, then: Then) -> None:
        self.count_until_now()
        self._serving -= 1
        self.seen.left += 1
        self.seen.busy += seconds
        self.seen.spent += self.simulator.now - came
        self._begin()
        then()

    def count_until_now(self) -> None:
        """Count those inside up to this moment."""
        now = self.simulator.now
        self.seen.inside += (len(self._queue) + self._serving) * (now - self._changed)
        self._changed = now


@dataclass(slots=True)
class Process:
    """A process with one thread, on cores that it shares with others: its jobs wait for each other, then for a core."""

    cores: Station
    busy: float = 0.0
    _queue: deque[tuple[float, Then]] = field(default_factory=deque)
    _running: bool = False

    def serve(self, seconds: float, then: Then) -> None:
        """Do some work, and go on afterwards."""
        self._queue.append((seconds, then))
        self._begin()

    def _begin(self) -> None:
        if self._running or not self._queue:
            return
        self._running = True
        seconds, then = self._queue.popleft()
        self.busy += seconds
        self.cores.serve(seconds, lambda: self._end(then))

    def _end(self, then: Then) -> None:
        self._running = False
        self._begin()
        then()


class GroupCommit:
    """A disk that writes all that waits for it at once, as a log does for many transactions."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self.writes = 0
        self._waiting: list[tuple[float, Then]] = []
        self._writing = False

    def serve(self, seconds: float, then: Then) -> None:
        """Have something on the disk; a write takes as long as the first in it would have taken alone."""
        self._waiting.append((seconds, then))
        self._write()

    def _write(self) -> None:
        if self._writing or not self._waiting:
            return
        self._writing, group, self._waiting = True, self._waiting, []
        self.writes += 1

        def written() -> None:
            self._writing = False
            self._write()
            for _, then in group:
                then()

        self.simulator.after(group[0][0], written)
