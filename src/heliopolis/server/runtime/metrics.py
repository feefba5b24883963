"""Metrics for Prometheus; of all worker processes together where there are several."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("heliopolis_requests", "Requests answered", ["method", "route", "status"])
LATENCY = Histogram(
    "heliopolis_request_seconds",
    "Time to answer a request",
    ["method", "route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
SECURITY_EVENTS = Counter("heliopolis_security_events", "Requests and connections refused, by reason", ["kind"])
STREAMS = Gauge("heliopolis_streams", "Open streams", multiprocess_mode="livesum")
ENTRIES = Counter("heliopolis_entries", "Entries appended to logs", ["kind"])
THINKING = Histogram("heliopolis_bot_seconds", "Time a bot thought about a move")
BOT_TURNS = Counter("heliopolis_bot_turns", "Turns that a bot thought about", ["outcome"])  # played or discarded
BOT_FAILURES = Counter("heliopolis_bot_failures", "Bots that failed to name a move")
WORK_REFUSED = Counter("heliopolis_work_refused", "Expensive requests refused because too many waited", ["pool"])
QUEUED = Gauge("heliopolis_bots_queued", "Tables waiting for a bot", multiprocess_mode="livesum")


def exposition() -> bytes:
    """Return all metrics as Prometheus reads them."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # it has no types
    return generate_latest(registry)
