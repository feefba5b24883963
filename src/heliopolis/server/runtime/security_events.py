"""Security events: counted by kind, and logged in at most two lines per kind and minute.

A line has the number of events and the network of an address, and never a secret, a table or a name.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections import Counter
from dataclasses import dataclass, field

from heliopolis.server.runtime import metrics

WINDOW_SECONDS = 60.0
MAX_NETWORKS = 100  # that are told apart in one window
logger = logging.getLogger("heliopolis")

KINDS = {
    "rate": "requests above the rate limits",
    "origin": "requests sent by pages of other sites",
    "host": "requests for another host name; add names of this server with --name",
    "seat": "requests for something that belongs to another player",
    "link": "links that are not valid",
    "metrics": "requests for metrics without the right token",
    "malformed": "requests that are not HTTP",
    "head": "heads of requests that are too large",
    "slow": "requests that did not arrive in time",
    "pipeline": "connections with too many requests at once",
    "unread": "responses that were not read",
    "address": "connections above the limit of one address",
    "full": "connections above the limit of this process; it follows from the limit of open files (ulimit -n)",
    "files": "the limit of open files is reached (ulimit -n)",
}
KIND_OF_PROBLEM = {
    "request.often": "rate",
    "request.origin": "origin",
    "request.host": "host",
    "request.head": "head",
    "request.slow": "slow",
    "seat.foreign": "seat",
    "host.only": "seat",
    "link.dead": "link",
}


@dataclass(slots=True)
class Window:
    """The events of one kind since its last line in the log."""

    since: float
    count: int = 0
    networks: Counter[str] = field(default_factory=Counter)


class SecurityEvents:
    """Counts events; the first of a kind is logged at once, those that follow once a minute."""

    def __init__(self) -> None:
        self._windows: dict[str, Window] = {}

    def note(self, kind: str, address: str, now: float | None = None) -> None:
        """Count an event that an address has caused."""
        metrics.SECURITY_EVENTS.labels(kind).inc()
        window = self._windows.get(kind)
        if window is None:
            self._windows[kind] = Window(time.monotonic() if now is None else now)
            logger.warning("security: %s: 1, from %s", KINDS[kind], network_of(address))
            return
        window.count += 1
        network = network_of(address)
        if network in window.networks or len(window.networks) < MAX_NETWORKS:
            window.networks[network] += 1

    def note_problem(self, key: str, address: str) -> None:
        """Count a problem that was answered, if it is one that attacks lead to."""
        if key in KIND_OF_PROBLEM:
            self.note(KIND_OF_PROBLEM[key], address)

    def report(self, now: float | None = None) -> None:
        """Log what was counted in the windows that are over; called from time to time."""
        now = time.monotonic() if now is None else now
        for kind, window in list(self._windows.items()):
            if now - window.since < WINDOW_SECONDS:
                continue
            if not window.count:
                del self._windows[kind]
                continue
            most = window.networks.most_common(1)[0][0]
            logger.warning("security: %s: %d more, most from %s", KINDS[kind], window.count, most)
            self._windows[kind] = Window(now)


def network_of(address: str) -> str:
    """Return the network of an address, which is what the log may say of it."""
    try:
        network = ipaddress.ip_network(address, strict=False)
    except ValueError:
        return "unknown"
    return str(network.supernet(new_prefix=24 if network.version == 4 else 48))


events = SecurityEvents()  # of this process: connections are refused before there is a request
