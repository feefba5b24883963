"""Self-play on a Ray cluster on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.training.gathering import Task
from heliopolis.training.learning import Rates
from heliopolis.training.network import Network
from heliopolis.training.ray_games import RayGames
from heliopolis.training.settings import TrainingSettings
from heliopolis.training.trainer import Trainer
from tests.training.test_trainer import TINY

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray leaves files open
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ray"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray"),
]

RATES = Rates(learning=1e-3, entropy=0.0, victory=1.0, lead=0.0, own_points=0.0, teacher=0.0)


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the address of a cluster with two cores."""
    monkeypatch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # Ray's odd name for: stay on the loopback address
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "600")  # however busy the machine is
    import ray
    from ray.cluster_utils import Cluster

    node: dict[str, Any] = {"num_cpus": 2, "object_store_memory": 100 * 2**20, "node_ip_address": "127.0.0.1"}
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    yield cluster.address
    ray.shutdown()
    cluster.shutdown()


def test_the_cores_of_a_cluster_play_and_a_lost_one_is_replaced(address: str) -> None:
    settings = TrainingSettings(seed="1", ray=address, **{**TINY, "players": (3,)})
    games = RayGames(hp.game("ra"), settings, games=8, steps=4, seed="test")
    network, task = Network(hp.game("ra"), settings.hidden), Task("greedy", 0.8, RATES)
    first = games.gather(network, task)
    assert len(first.counts) == games.decisions == 2 * 4 * 4
    assert first.masks.gather(1, first.suggested[:, None]).all()
    assert not first.counts[:16].equal(first.counts[16:])  # each core has games of its own
    games.ray.kill(games.workers[0])
    assert len(games.gather(network, task).counts) > 0
    assert games.started == 3


def test_a_training_plays_on_a_cluster_and_can_be_resumed(address: str, tmp_path: Path) -> None:
    changes = {"players": (3,), "updates": 4, "expert": 0.25, "simulations": 2, "expert_games": 2, "expert_steps": 2}
    settings = TrainingSettings(seed="1", ray=address, league="earlier=0.5", **{**TINY, **changes})
    lines: list[str] = []
    training = Trainer(hp.game("ra"), settings, tmp_path, lines.append)
    training.run()
    assert (tmp_path / "ra.hnet").exists()
    assert any("expert 4:" in line for line in lines)
    training.resume()
    assert training.lessons == 4


def test_an_address_at_which_there_is_no_cluster_is_refused() -> None:
    settings = TrainingSettings(seed="1", ray="nowhere", **TINY)
    with pytest.raises(hp.InvalidSetup, match="No Ray cluster answers at 'nowhere'"):
        RayGames(hp.game("ra"), settings, games=8, steps=4, seed="test")
