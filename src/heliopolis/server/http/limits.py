"""What one address may ask for: buckets of tokens, and how many tokens each kind of request takes.

A token of `work` stands for a few milliseconds of one core. Making tables, guessing secrets and letting bots think have
buckets of their own, because they cost more than processor time.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

MAX_STREAMS = 100  # of one address at the same time; requests that wait for an update count too
MAX_BUCKETS = 50_000  # of addresses that asked lately


@dataclass(frozen=True, slots=True)
class Rate:
    """So many tokens at once, and so many per second afterwards."""

    burst: float
    per_second: float


RATES = {
    "work": Rate(300, 60),
    "make": Rate(30, 0.5),  # tables and players
    "guess": Rate(20, 0.5),  # secrets of links, the token of the metrics
    "think": Rate(20, 0.5),  # hints and reviews
    "page": Rate(600, 100),  # pages and files of the site
}


@dataclass(frozen=True, slots=True)
class Cost:
    """The tokens that a request takes from a bucket."""

    bucket: str
    tokens: float = 1


PAGE, MAKE, GUESS, THINK = Cost("page"), Cost("make"), Cost("guess"), Cost("think")
READ, WRITE = Cost("work", 1), Cost("work", 3)
# By what is asked for (`subject_of`); what is not listed is READ or WRITE.
READS = {
    "hint": THINK,
    "tables": Cost("work", 3),
    "metrics": GUESS,
    "log": Cost("work", 3),
    "moments": Cost("work", 3),
    "corrections": Cost("work", 3),
    "entries": Cost("work", 10),
    "picture": Cost("work", 5),
    "lessons": Cost("work", 3),
    "puzzles": Cost("work", 3),
    "record": Cost("work", 10),
    "story": Cost("work", 10),
    "session": Cost("work", 3),
    "solo": Cost("work", 10),
    "draws": Cost("work", 10),
    "ending": Cost("work", 10),
    "review": Cost("work", 3),  # the page of a moment too, into which the server writes what it shows
    "card": Cost("work", 20),
    "reviews": Cost("work", 3),
    "openapi.json": Cost("work", 5),
}
WRITES = {
    "join": GUESS,
    "handover": GUESS,
    "tables": MAKE,
    "rematch": MAKE,
    "tries": MAKE,
    "players": MAKE,
    "me": MAKE,
    "qr": Cost("work", 5),
    "operations": Cost("work", 5),
    "puzzles": Cost("work", 15),  # a phrase of Res Publica may have to be searched
    "records": Cost("work", 10),
    "review": THINK,
}


def cost_of(method: str, path: str) -> Cost:
    """Return what a request takes, and from which bucket."""
    if not path.startswith(("/api/", "/review/")):
        return PAGE
    what = subject_of(path)
    return READS.get(what, READ) if method in ("GET", "HEAD") else WRITES.get(what, WRITE)


def subject_of(path: str) -> str:
    """Return what a path of the API is about: a part of a table, a table, or something else."""
    words = path.split("/")
    if words[1] == "review":
        return "review"
    if words[2:] == ["records", "review"]:
        return "review"
    if words[2] != "tables" or len(words) == 3:
        return words[2]
    return words[4] if len(words) > 4 else "table"


def is_stream(path: str) -> bool:
    """Return whether a request may stay open for long."""
    return path.startswith("/api/tables/") and path.endswith(("/events", "/updates"))


class Limiter:
    """Token buckets for each address, and its open streams."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._streams: dict[str, int] = {}

    def take(self, address: str, cost: Cost, now: float) -> float:
        """Take the tokens of a request; return 0 if they were there, else the seconds until they are."""
        rate, key = RATES[cost.bucket], (address, cost.bucket)
        level, last = self._buckets.pop(key, (rate.burst, now))
        level = min(rate.burst, level + (now - last) * rate.per_second)
        wait = max(0.0, (cost.tokens - level) / rate.per_second)
        self._buckets[key] = (level if wait else level - cost.tokens, now)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return wait

    def open_stream(self, address: str) -> bool:
        """Count one more stream of an address; False if it has too many."""
        if self._streams.get(address, 0) >= MAX_STREAMS:
            return False
        self._streams[address] = self._streams.get(address, 0) + 1
        return True

    def close_stream(self, address: str) -> None:
        """Count one stream less."""
        self._streams[address] -= 1
        if not self._streams[address]:
            del self._streams[address]
