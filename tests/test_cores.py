"""How many cores a process may use: fewer than the machine has, in a container or a service."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from heliopolis.core import cores


def test_a_container_may_use_fewer_cores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cores, "CGROUPS", tmp_path)
    monkeypatch.setattr(cores, "OWN_CGROUP", tmp_path / "cgroup")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    for quota, expected in (
        ("max 100000", 8),
        ("300000 100000", 3),
        ("50000 100000", 1),
        ("", 8),
        ("900000 100000", 8),
    ):
        (tmp_path / "cpu.max").write_text(quota)
        assert cores.usable_cores() == expected


def test_a_service_may_use_as_many_cores_as_the_groups_around_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cores, "CGROUPS", tmp_path)
    monkeypatch.setattr(cores, "OWN_CGROUP", tmp_path / "cgroup")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    service = tmp_path / "games.slice" / "heliopolis.service"
    service.mkdir(parents=True)
    (tmp_path / "cgroup").write_text("1:name=systemd:/\n0::/games.slice/heliopolis.service\n")
    (service / "cpu.max").write_text("600000 100000\n")
    assert cores.usable_cores() == 6
    (service.parent / "cpu.max").write_text("400000 100000\n")
    assert cores.usable_cores() == 4


def test_old_groups_limit_cores_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cores, "CGROUPS", tmp_path)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    for quota, expected in (("-1", 8), ("250000", 2)):
        (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(f"{quota}\n")
        assert cores.usable_cores() == expected
