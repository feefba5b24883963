"""How many cores this process may use: fewer than the machine has in many containers, services and batch jobs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

CGROUPS = Path("/sys/fs/cgroup")
OWN_CGROUP = Path("/proc/self/cgroup")  # names the group of this process: 0::/system.slice/heliopolis.service
OLD_QUOTA = ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")  # in version 1 of cgroups


def usable_cores() -> int:
    """Return the number of cores, at most those that the process is bound to and that its groups may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min([cores, *quotas()]))


def quotas() -> Iterator[int]:
    """Yield the whole cores that the group of this process, and those around it, may use, as far as they are limited.

    A quota is a number of microseconds of processor time per so many microseconds, or `max`.
    """
    for folder in groups():
        with suppress(OSError, ValueError):  # no such group, or no quota
            quota, period = (folder / "cpu.max").read_text().split()
            yield int(quota) // int(period)
    with suppress(OSError, ValueError):
        quota, period = ((CGROUPS / file).read_text() for file in OLD_QUOTA)
        if int(quota) > 0:
            yield int(quota) // int(period)


def groups() -> list[Path]:
    """Return the folder of this process's group and those of the groups around it; in a container often just one."""
    own = ""
    with suppress(OSError):
        lines = OWN_CGROUP.read_text().splitlines()
        own = next((line.removeprefix("0::/") for line in lines if line.startswith("0::/")), "")
    inner = CGROUPS / own
    return [inner, *(folder for folder in inner.parents if folder.is_relative_to(CGROUPS))]
