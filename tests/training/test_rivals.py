"""Rivals: in every game of a batch they decide as the bot of their name does in a position."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
import torch

import heliopolis as hp
from heliopolis.training.rivals import SearchRival, rival_of
from heliopolis.training.tables import TensorBatch
from tests.small_nets import net_for, write_net
from tests.training.test_network import network_for


def decisions(spec: str, steps: int = 40) -> list[tuple[hp.Position, int]]:
    """Return positions of some games, with what a rival does in each."""
    game = hp.game("ra")
    batch, rival = TensorBatch(game, 3, 4, "test", "cpu"), rival_of(spec, game, "cpu")
    counts = torch.zeros((4, game.observation_size), dtype=torch.uint8)
    masks = torch.zeros((4, game.actions), dtype=torch.bool)
    batch.observe(counts, masks)
    found = []
    for _ in range(steps):
        actions = rival.actions(batch, slice(4), counts, masks)
        found += [(batch.batch.position(place), int(actions[place])) for place in range(4)]
        batch.step(actions, counts, masks)
    return found


@pytest.mark.parametrize("spec", ["greedy", "net"])
def test_a_rival_decides_as_the_bot_of_its_name(spec: str) -> None:
    bot, rng = hp.bot(spec), random.Random(1)
    agreed = [position.text(action) == bot.choose(position, rng) for position, action in decisions(spec)]
    assert np.mean(agreed) == 1


def test_a_net_of_a_file_is_a_rival(tmp_path: Path) -> None:
    spec = f"net:{write_net(tmp_path, 'ra', net_for('ra', [8]))}"
    bot, rng = hp.bot(spec), random.Random(1)
    assert all(position.text(action) == bot.choose(position, rng) for position, action in decisions(spec))


def test_a_search_is_a_rival() -> None:
    assert all(action in position.actions() for position, action in decisions("search:20"))


def test_a_level_is_a_rival() -> None:
    rival = rival_of("master", hp.game("respublica"), "cpu")
    assert isinstance(rival, SearchRival)
    assert rival.simulations >= 1000


def test_trees_side_by_side_share_their_simulations() -> None:
    rival = rival_of("search:400x4", hp.game("ra"), "cpu")
    assert isinstance(rival, SearchRival)
    assert rival.simulations == 400


@pytest.mark.parametrize(
    "spec", ["", "random", "search", "greedy:50", "search:x", "search:0", "search:4x", "search:9999999", "plain:9"]
)
def test_other_rivals_are_refused(spec: str) -> None:
    with pytest.raises(hp.InvalidSetup, match="Nets are trained against greedy, net, net:FILE"):
        rival_of(spec, hp.game("ra"), "cpu")


def test_a_search_with_a_net_of_ones_own_prefers_what_it_prefers() -> None:
    """A net that knows the values of nothing, but wants one action above all."""
    game = hp.game("ra")
    network = network_for("ra", [8])
    torch.nn.init.zeros_(network.linear[-1].weight)
    batch = TensorBatch(game, 3, 4, "test", "cpu")
    counts, masks = torch.zeros((4, game.observation_size), dtype=torch.uint8), torch.zeros((4, game.actions)).bool()
    batch.observe(counts, masks)
    for wanted in masks[0].nonzero()[:, 0].tolist():
        torch.nn.init.zeros_(network.linear[-1].bias)
        network.linear[-1].bias.data[wanted] = 12.0
        assert SearchRival(8, network).actions(batch, slice(1, 3), counts[1:3], masks[1:3]).tolist() == [wanted] * 2
