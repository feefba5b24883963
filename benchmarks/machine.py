"""What this machine does: processor time, memory and bytes of processes, and how long its disk takes to be sure."""

from __future__ import annotations

import contextlib
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

JSON = dict[str, Any]
BLOCK_BYTES = 4096


def describe_run() -> JSON:
    """Return the command and the machine, for a file of results."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    return {"command": " ".join(["python", *sys.argv]), "machine": machine}


def quantiles(seconds: list[float]) -> JSON:
    """Return the median and two higher quantiles in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100)
    return {"p50": round(1000 * cuts[49], 2), "p95": round(1000 * cuts[94], 2), "p99": round(1000 * cuts[98], 2)}


def fsync_times(folder: Path, count: int = 300) -> JSON:
    """Return how long it takes to append 4 KB to a file and have them on the disk, in milliseconds."""
    taken = []
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        for _ in range(count):
            began = time.perf_counter()
            os.write(file.fileno(), os.urandom(BLOCK_BYTES))
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - began)
    return quantiles(taken)


def memory_of(pids: list[int]) -> int:
    """Return the resident memory of processes in bytes."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * os.sysconf("SC_PAGE_SIZE")


def cpu_of(pids: list[int]) -> float:
    """Return the processor seconds that processes have used, with those of their children that have ended."""
    used = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):  # a child that has just ended is counted by its parent
            threads = Path(f"/proc/{pid}/task").glob("*/schedstat")  # in nanoseconds; `stat` has whole ticks only
            used += sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9
            ended = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[13:15]
            used += sum(int(field) for field in ended) / os.sysconf("SC_CLK_TCK")
    return used


def family_of(pid: int) -> list[int]:
    """Return a process and its children."""
    return [pid, *(int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
