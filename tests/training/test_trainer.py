"""A whole training, small: its files, that it learns, and that it goes on as if it had not been interrupted."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import heliopolis as hp
from heliopolis.compute.net import NetArrays
from heliopolis.compute.net_files import parse_nets
from heliopolis.training.matches import play_against
from heliopolis.training.network import Network
from heliopolis.training.rivals import HeuristicRival
from heliopolis.training.settings import TrainingSettings
from heliopolis.training.trainer import Trainer
from tests.small_nets import write_net
from tests.training.test_network import network_for

TINY: dict[str, Any] = {
    "minutes": None,
    "updates": 4,
    "hidden": (16, 16),
    "narrow": (8,),
    "games": 8,
    "steps": 16,
    "minibatch": 128,
    "imitation": 2,
    "evaluation_games": 8,
    "calibration_games": 4,
    "evaluation_seconds": 0.0,
}


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def silent(_: str) -> None:
    """Report nothing."""


def trainer(folder: Path, **changes: Any) -> Trainer:
    return Trainer(hp.game("ra"), TrainingSettings(seed="1", **{**TINY, **changes}), folder, silent)


def test_a_training_writes_a_net_that_plays_its_curve_and_how_it_was_made(tmp_path: Path) -> None:
    trainer(tmp_path).run()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkpoint.pt", "curve.json", "curve.svg", "ra.hnet"]
    curve = json.loads((tmp_path / "curve.json").read_text())
    assert [point["lessons"] for point in curve] == [1, 2, 3, 4]
    assert set(curve[-1]["won"]) == {"2", "3", "4", "5"}
    assert "<polyline" in (tmp_path / "curve.svg").read_text()
    wide, narrow = parse_nets((tmp_path / "ra.hnet").read_bytes(), hp.game("ra"), "x")
    assert (wide.hidden, narrow.hidden) == ([16, 16], [8])
    assert wide.about["settings"]["updates"] == 4
    position = hp.game("ra").start(4, seed=1)
    assert hp.bot(f"net:{tmp_path / 'ra.hnet'}").choose(position, random.Random(1)) in position.legal()


def test_a_resumed_training_ends_with_the_same_net(tmp_path: Path) -> None:
    trainer(tmp_path / "whole").run()
    interrupted = trainer(tmp_path / "parts")
    interrupted.folder.mkdir()
    for _ in range(3):
        interrupted.evaluate(interrupted.lesson())
    resumed = trainer(tmp_path / "parts")
    resumed.resume()
    assert resumed.lessons == 3
    resumed.run()
    whole, parts = (
        parse_nets((tmp_path / name / "ra.hnet").read_bytes(), hp.game("ra"), "x") for name in ("whole", "parts")
    )
    for ours, theirs in zip(whole, parts, strict=True):
        assert all(
            np.array_equal(getattr(ours.arrays, name), getattr(theirs.arrays, name)) for name in NetArrays._fields
        )


def test_a_training_that_starts_from_a_net_begins_with_what_it_knows(tmp_path: Path) -> None:
    network = network_for("ra", [24, 24, 8])
    torch.nn.init.normal_(network.linear[-1].bias)
    file = write_net(tmp_path, "ra", network.export())
    training = trainer(tmp_path / "new", start=f"net:{file}")
    assert (training.settings.hidden, training.settings.narrow, training.settings.imitation) == ((24, 24, 8), (), 0)
    before, after = network.export().arrays, training.learner.network.export().arrays
    assert np.array_equal(before.first, after.first)
    assert np.array_equal(before.dense, after.dense)
    assert before.biases.any()
    assert np.abs(before.biases - after.biases).max() <= 1
    assert np.abs(before.multipliers - after.multipliers).max() <= 1


def test_in_the_end_the_net_learns_from_a_search(tmp_path: Path) -> None:
    lines: list[str] = []
    changes = {"updates": 6, "expert": 0.5, "simulations": 4, "expert_games": 2, "expert_steps": 4, "expert_memory": 2}
    settings = TrainingSettings(seed="1", **{**TINY, **changes})
    training = Trainer(hp.game("ra"), settings, tmp_path, lines.append)
    training.run()
    phases = [line.split()[2] for line in lines if "policy_loss" in line]
    assert phases == ["imitation", "imitation", "expert", "expert", "expert"]
    assert training.expert is not None
    assert [len(lessons.counts) for lessons in training.expert.recent] == [2 * 4 * 4] * 2
    assert training.decisions == 3 * 8 * 16 * 4 + 3 * 2 * 4 * 4


def test_another_seed_gives_another_net(tmp_path: Path) -> None:
    nets = []
    for seed in ("1", "2"):
        settings = TrainingSettings(seed=seed, **{**TINY, "updates": 1})
        Trainer(hp.game("ra"), settings, tmp_path / seed, silent).run()
        nets.append(parse_nets((tmp_path / seed / "ra.hnet").read_bytes(), hp.game("ra"), "x")[0])
    assert (nets[0].arrays.first != nets[1].arrays.first).any()


def test_imitation_learns_to_act_like_the_heuristic(tmp_path: Path) -> None:
    changes = {"imitation": 8, "updates": 8, "games": 32, "steps": 32, "minibatch": 32, "players": (4,), "narrow": ()}
    training = trainer(tmp_path, **changes)
    losses = [training.lesson().policy_loss for _ in range(8)]
    assert losses[-1] < 0.8 * losses[0]


def test_a_net_against_the_heuristic_gets_the_points_of_its_own_seats() -> None:
    torch.manual_seed(1)
    result = play_against(HeuristicRival(), Network(hp.game("ra"), [8]), hp.game("ra"), 4, 32, "test", "cpu")
    assert 0 <= result.share < 0.25
    assert result.points < result.points_of_others


def test_without_a_checkpoint_nothing_is_resumed(tmp_path: Path) -> None:
    with pytest.raises(hp.InvalidSetup, match="There is no checkpoint in"):
        trainer(tmp_path).resume()


@pytest.mark.parametrize("content", [b"", b"no checkpoint", b"PK\x03\x04"])
def test_a_damaged_checkpoint_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "checkpoint.pt").write_bytes(content)
    with pytest.raises(hp.InvalidSetup, match=r"The checkpoint in .* cannot be read"):
        trainer(tmp_path).resume()


def test_the_checkpoint_of_another_game_is_refused(tmp_path: Path) -> None:
    training = trainer(tmp_path, updates=1)
    training.run()
    other = Trainer(hp.game("priests"), training.settings, tmp_path, silent)
    with pytest.raises(hp.InvalidSetup, match="is of another game or version"):
        other.resume()


def test_the_checkpoint_of_nets_of_other_sizes_is_refused(tmp_path: Path) -> None:
    trainer(tmp_path, updates=1).run()
    with pytest.raises(hp.InvalidSetup, match="has other nets or other numbers of games"):
        trainer(tmp_path, hidden=(12,)).resume()
    with pytest.raises(hp.InvalidSetup, match="has other nets or other numbers of games"):
        trainer(tmp_path, games=9).resume()


@pytest.mark.parametrize(
    "changes", [{"minutes": 1.0}, {"updates": None}, {"games": 0}, {"hidden": (0,)}, {"expert_memory": 0}]
)
def test_wrong_settings_are_refused(changes: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(hp.InvalidSetup):
        trainer(tmp_path, **changes)
