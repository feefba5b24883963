"""The order in which bots think: whose turn is next, and which turns wait. Nothing here thinks, plays or waits.

Each owner has an account of the time that bots have thought for them. The turn of the owner with the smallest account
comes next, and of equal owners the cheapest turn. Whoever comes back starts where the others are now: nobody saves time
up, and nobody pays for long ago. The owners at one address share an account too, which counts first.

A turn at a table where no person sits and nobody watches is *idle*: it waits until there is nothing else to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

MAX_QUEUED = 10_000  # turns; housekeeping finds the others later
MAX_IDLE_TABLES = 3  # of one address that are played at the same time
IDLE_PAUSE = 0.25  # seconds between two idle turns, at least
IDLE_SHARE = 0.1  # of one core that idle turns may take
SLOW_SECONDS = 0.03  # a turn that takes longer is slow
MAX_ACCOUNTS = 1_000  # before the smaller half of them is forgotten


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that a bot has to make."""

    table_id: str
    moved: int  # the entry that the decision follows: it is another turn after another entry
    owner: str  # the player who hosts the table
    origin: str  # where the table was made; the owner where nobody knows
    seconds: float  # that the bot is expected to think
    idle: bool  # no person sits there, and nobody watches
    since: float  # when it was queued

    @property
    def slow(self) -> bool:
        return self.seconds > SLOW_SECONDS


class Accounts:
    """Seconds of thinking by name."""

    def __init__(self) -> None:
        self._level = 0.0  # the account of whoever was served last
        self._seconds: dict[str, float] = {}

    def of(self, name: str) -> float:
        """Return the account of a name; it is never below the level."""
        return max(self._level, self._seconds.get(name, 0.0))

    def serve(self, name: str, seconds: float) -> None:
        """Raise the level to a name's account, and charge the name."""
        self._level = self.of(name)
        self.charge(name, seconds)

    def charge(self, name: str, seconds: float) -> None:
        """Add seconds to an account."""
        self._seconds[name] = self.of(name) + seconds
        if len(self._seconds) > MAX_ACCOUNTS:
            largest = sorted(self._seconds, key=self.of, reverse=True)[: MAX_ACCOUNTS // 2]
            self._seconds = {one: self._seconds[one] for one in largest}

    def __contains__(self, name: str) -> bool:
        return name in self._seconds


class TurnQueue:
    """Turns that wait, and turns that are under way: thought about, or waiting to be played."""

    def __init__(self, threads: int) -> None:
        self.max_slow = max(1, threads - 1)  # slow turns at the same time: one thread is left for others
        self._queued: dict[str, Turn] = {}
        self._under_way: dict[str, Turn] = {}
        self._thinking: dict[str, Turn] = {}  # those under way that occupy a thread
        self._origins = Accounts()
        self._owners: dict[str, Accounts] = {}  # by origin
        self._idle_from = 0.0  # when the next idle turn may be taken

    def __len__(self) -> int:
        """Return how many turns wait to be thought about."""
        return len(self._queued)

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._queued or table_id in self._under_way

    # ---- queueing --------------------------------------------------------------------------------------------------

    def put(self, turn: Turn) -> bool:
        """Queue a turn in place of an earlier one of its table; False if it is queued or under way, or has no place."""
        under_way, queued = self._under_way.get(turn.table_id), self._queued.get(turn.table_id)
        if under_way is not None and under_way.moved == turn.moved:
            return False
        if queued is not None and queued.moved == turn.moved:
            if queued.idle == turn.idle:
                return False
            turn = replace(turn, since=queued.since)
        if not self._has_place(turn):
            return False
        self._queued[turn.table_id] = turn
        return True

    def _has_place(self, turn: Turn) -> bool:
        if turn.idle:
            tables = {one.table_id for one in self._all() if one.idle and one.origin == turn.origin}
            return len(tables | {turn.table_id}) <= MAX_IDLE_TABLES
        return turn.table_id in self._queued or len(self._queued) < MAX_QUEUED

    def _all(self) -> list[Turn]:
        return [*self._queued.values(), *self._under_way.values()]

    def discard(self, table_id: str) -> None:
        """Forget the turn of a table that waits for no bot any more."""
        self._queued.pop(table_id, None)

    # ---- thinking --------------------------------------------------------------------------------------------------

    def take(self, slow_elsewhere: int = 0) -> Turn | None:
        """Return the next turn that is not idle; `slow_elsewhere` threads are occupied by something slow."""
        may_be_slow = self.may_be_slow(slow_elsewhere)
        return self._take(lambda turn: not turn.idle and (may_be_slow or not turn.slow))

    def take_idle(self, now: float, slow_elsewhere: int = 0) -> Turn | None:
        """Return the next idle turn, if nothing else waits and it is time for one."""
        if self.idle_wait(now) != 0 or not self.may_be_slow(slow_elsewhere):
            return None
        return self._take(lambda turn: turn.idle)

    def may_be_slow(self, slow_elsewhere: int) -> bool:
        """Return whether one more thread may be occupied by something slow."""
        return sum(turn.slow for turn in self._thinking.values()) + slow_elsewhere < self.max_slow

    def idle_wait(self, now: float) -> float | None:
        """Return the seconds until an idle turn may be taken; None if none can be before something else happens."""
        if any(turn.idle for turn in self._thinking.values()) or not self._queued:
            return None
        if not all(turn.idle for turn in self._queued.values()):
            return None
        return max(0.0, self._idle_from - now)

    def _take(self, may: Callable[[Turn], bool]) -> Turn | None:
        waiting = [turn for turn in self._queued.values() if turn.table_id not in self._under_way and may(turn)]
        if not waiting:
            return None
        turn = min(waiting, key=self._rank)
        del self._queued[turn.table_id]
        self._under_way[turn.table_id] = self._thinking[turn.table_id] = turn
        self._origins.serve(turn.origin, turn.seconds)
        self._owners_at(turn.origin).serve(turn.owner, turn.seconds)
        return turn

    def _rank(self, turn: Turn) -> tuple[float, float, float, float]:
        owners = self._owners.get(turn.origin)
        own = 0.0 if owners is None else owners.of(turn.owner)
        return self._origins.of(turn.origin), own, turn.seconds, turn.since

    def _owners_at(self, origin: str) -> Accounts:
        if len(self._owners) > MAX_ACCOUNTS:
            self._owners = {one: accounts for one, accounts in self._owners.items() if one in self._origins}
        return self._owners.setdefault(origin, Accounts())

    def thought(self, turn: Turn, seconds: float, now: float) -> None:
        """Free the thread of a turn, and charge the time that it really took."""
        self._thinking.pop(turn.table_id)
        self._origins.charge(turn.origin, seconds - turn.seconds)
        self._owners_at(turn.origin).charge(turn.owner, seconds - turn.seconds)
        if turn.idle:
            self._idle_from = now + max(IDLE_PAUSE, seconds / IDLE_SHARE)

    def done(self, turn: Turn) -> None:
        """Forget a turn that was played or given up; its thread is free already."""
        del self._under_way[turn.table_id]
