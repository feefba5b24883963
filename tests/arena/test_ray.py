"""Tournaments on a Ray cluster of two nodes on this machine, one of which is lost during a tournament."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import heliopolis as hp
from heliopolis.arena import on_ray, serial, tournament
from tests.arena.test_executors import _alive
from tests.arena.test_referee import MISFITS
from tests.test_cli import run

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster


NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100 * 2**20, "node_ip_address": "127.0.0.1"}
WITNESS = """
import os, pathlib, time
FOLDER = pathlib.Path({folder!r})

class Witness:
    # Writes on which node it plays, and waits there as long as a file says so.
    def choose(self, position, rng):
        node = os.environ.get("RAY_RAYLET_PID", "none")
        (FOLDER / f"seen-{{node}}").write_text(str(os.getpid()))
        while (FOLDER / f"hold-{{node}}").exists():
            time.sleep(0.01)
        return position.suggest(rng)
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray leaves files open
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ray"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray"),
]


@pytest.fixture(autouse=True, scope="module")
def environment() -> None:
    """Ray reads the environment when it is imported, and so do the processes that it starts."""
    os.environ |= {
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # Ray's odd name for: stay on the loopback address
        "RAY_raylet_start_wait_time_s": "600",  # however busy the machine is
    }


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    yield cluster
    cluster.shutdown()  # type: ignore[no-untyped-call]


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until something happens; raise if it does not happen for five minutes."""
    for _ in range(30_000):
        if what():
            return
        time.sleep(0.01)
    raise AssertionError("It never happened.")


def test_bots_that_kill_or_are_not_there(cluster: Cluster) -> None:
    """Two tournaments, one after the other, on the same processes of the cluster."""
    tables = [tournament("ra", ["deadly", "random"], games=2, code=[MISFITS], executor=on_ray(cluster.address))]
    tables.append(tournament("ra", ["raises", "random"], games=2, code=[MISFITS], executor=on_ray(cluster.address)))
    for bot, why, table in zip(("deadly", "raises"), ("ended", "raised"), tables, strict=True):
        assert [one.bot for one in table.standings if one.forfeits == 2] == [bot]
        assert all(one["why"].startswith(why) for one in table.to_json()["forfeits"])


def test_nodes_need_the_same_sources(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heliopolis.arena.schedule.source_hash", lambda: "otherwise")
    with pytest.raises(hp.HeliopolisError, match="other sources"):
        tournament("ra", ["greedy", "random"], games=2, executor=on_ray(cluster.address))


def test_a_lost_node_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    """The second node is killed during a game, when others are finished."""
    second = cluster.add_node(**NODE)
    raylet = second.all_processes["raylet"][0].process.pid
    code = tmp_path / "witness.py"
    code.write_text(WITNESS.format(folder=str(tmp_path)))
    (tmp_path / f"hold-{raylet}").touch()
    finished: list[int] = []

    def kill_it() -> None:
        wait_for(lambda: (tmp_path / f"seen-{raylet}").exists() and sum(finished) >= 10)
        cluster.remove_node(second, allow_graceful=False)

    killer = threading.Thread(target=kill_it)
    killer.start()
    bots, games = ["witness", "random", "late"], 60
    files = [code, MISFITS]
    table = tournament("ra", bots, games, code=files, executor=on_ray(cluster.address), progress=finished.append)
    killer.join()
    assert len(list(tmp_path.glob("seen-*"))) == 2, "both nodes have played"
    worker = int((tmp_path / f"seen-{raylet}").read_text())
    wait_for(lambda: not _alive(worker))
    assert sum(finished) == games
    assert table == tournament("ra", bots, games, code=files, executor=serial)


def test_by_the_command_on_a_cluster_of_its_own() -> None:
    """Its output is the standings alone, whatever Ray prints."""
    arguments = ["arena", "ra", "greedy", "random", "--games", "6", "--json"]
    found = run(*arguments, "--ray", "local")
    assert found.returncode == 0, found.stderr
    tables = [json.loads(found.stdout), json.loads(run(*arguments, "--serial").stdout)]
    for table in tables:
        for standing in table["standings"]:
            del standing["seconds_per_move"]
    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("127.0.0.1:1", "Connection refused"),
        ("nonsense", "an address is HOST:PORT"),
        ("127.0.0.1:99999999", "HOST:PORT"),
        ("ray://127.0.0.1:1", "refused"),
    ],
)
def test_no_cluster_there(address: str, says: str) -> None:
    with pytest.raises(hp.InvalidSetup, match=f"No Ray cluster answers at '{address}': .*{says}"):
        tournament("ra", ["greedy", "random"], games=2, executor=on_ray(address))


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(hp.InvalidSetup, match=r"pip install 'heliopolis\[ray\]'"):
        tournament("ra", ["greedy", "random"], games=2, executor=on_ray())
