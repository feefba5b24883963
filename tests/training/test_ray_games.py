"""Self-play on a Ray cluster on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.training.gathering import Task
from heliopolis.training.learning import Rates
from heliopolis.training.network import Network
from heliopolis.training.ray_games import RayGames
from heliopolis.training.settings import TrainingSettings
from heliopolis.training.trainer import Trainer
from tests.training.test_trainer import TINY, silent

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray leaves files open
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ray"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray"),
]

RATES = Rates(learning=1e-3, entropy=0.0, victory=1.0, lead=0.0, own_points=0.0, teacher=0.0)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # Ray's odd name for: stay on the loopback address
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "600")  # however busy the machine is
    yield
    import ray

    ray.shutdown()


def test_the_cores_of_a_cluster_play_and_a_lost_one_is_replaced(tmp_path: Path) -> None:
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    settings = TrainingSettings(seed="1", ray=ray.get_runtime_context().gcs_address, **{**TINY, "players": (3,)})
    games = RayGames(hp.game("ra"), settings, games=8, steps=4, seed="test")
    network, task = Network(hp.game("ra"), settings.hidden), Task("greedy", 0.8, RATES)
    first = games.gather(network, task)
    assert len(first.counts) == games.decisions == 2 * 4 * 4
    assert first.masks.gather(1, first.suggested[:, None]).all()
    assert not first.counts[:4].equal(first.counts[-4:])  # each core has games of its own
    ray.kill(games.workers[0])
    assert len(games.gather(network, task).counts) > 0
    assert games.started == 3
    training = Trainer(hp.game("ra"), settings, tmp_path, silent)
    training.run()
    assert (tmp_path / "ra.hnet").exists()
    training.resume()


def test_an_address_at_which_there_is_no_cluster_is_refused() -> None:
    settings = TrainingSettings(seed="1", ray="nowhere", **TINY)
    with pytest.raises(hp.InvalidSetup, match="No Ray cluster answers at 'nowhere'"):
        RayGames(hp.game("ra"), settings, games=8, steps=4, seed="test")
