"""How many cores this process may use: fewer than the machine has in many containers and batch jobs."""

from __future__ import annotations

import os
from pathlib import Path

QUOTA = Path("/sys/fs/cgroup/cpu.max")  # microseconds of processor time, or max, per so many microseconds


def usable_cores() -> int:
    """Return the number of cores, at most those that the process is bound to and that its container may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = QUOTA.read_text().split()
        return max(1, min(cores, int(quota) // int(period)))
    except (OSError, ValueError):  # no container, or no quota
        return cores
