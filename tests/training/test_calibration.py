"""Calibration: winning chances are compared with results, and fitted to them without changing anything else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

import heliopolis as hp
from heliopolis.compute.net import Net
from heliopolis.compute.net_files import own_nets
from heliopolis.training import calibration
from heliopolis.training.calibration import Sample, calibrate, compare, fit_chances, judge_chances, play_sample, worst
from heliopolis.training.network import WholeNetwork
from tests.small_nets import net_for

RA = hp.game("ra")


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def narrow_net() -> Net:
    nets = own_nets(RA)
    assert nets is not None
    return nets[-1]


def overconfident(net: Net, factor: int) -> Net:
    """Return a net whose winning chances are exaggerated."""
    multipliers = net.layers[-1].multipliers.copy()
    multipliers[RA.actions : RA.actions + RA.max_players] *= factor
    return replace(net, layers=(*net.layers[:-1], replace(net.layers[-1], multipliers=multipliers)))


def test_a_sample_has_positions_of_all_parts_of_the_games_and_their_results() -> None:
    sample = play_sample(WholeNetwork(net_for("ra", [8]), "cpu"), RA, 3, 16, "test", "cpu", per_game=2)
    assert len(sample.counts) == 32
    assert sample.players.eq(3).all()
    assert sample.shares.sum(dim=1).numpy() == pytest.approx(np.ones(32))
    assert sample.shares[:, 3:].eq(0).all()
    assert len(np.unique(sample.counts.numpy(), axis=0)) > 24
    whose = sample.shares[:, :3].argmax(dim=1)
    assert len(whose.unique()) > 1


def test_the_states_of_the_positions_of_a_sample_are_kept_if_they_are_wanted() -> None:
    states: dict[str, Any] = {}
    sample = play_sample(WholeNetwork(net_for("ra", [8]), "cpu"), RA, 3, 16, "test", "cpu", states=states)
    batch = hp.Batch("ra", 3, 16)
    batch.set_state(states)
    assert np.array_equal(batch.observe(dtype=np.uint8), sample.counts.numpy())


def test_tenths_have_the_judged_chances_and_what_was_won() -> None:
    chances = torch.tensor([[0.31, 0.69, 0.0], [0.39, 0.61, 0.0]])
    shares = torch.tensor([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    tenths = compare(chances, Sample(torch.zeros((2, 1)), torch.tensor([2, 2]), shares, torch.arange(2)))
    third, sixth = tenths[3], tenths[6]
    assert third is not None
    assert (third.number, third.won) == (2, 0.5)
    assert third.judged == pytest.approx(0.35)
    assert sixth is not None
    assert sixth.won == 0.5
    assert tenths[0] is None


def test_positions_of_one_game_tell_less_than_those_of_many_games() -> None:
    chances, players = torch.tensor([[0.55, 0.45]]).repeat(8, 1), torch.full((8,), 2)
    shares = torch.tensor([[1.0, 0.0], [0.0, 1.0]]).repeat_interleave(4, dim=0)
    many, few = (
        compare(chances, Sample(torch.zeros((8, 1)), players, shares, games))[5]
        for games in (torch.arange(8), torch.arange(8) // 4)
    )
    assert many is not None
    assert few is not None
    assert few.deviation == pytest.approx(2 * many.deviation)


@pytest.mark.parametrize("change", [False, True], ids=["confidence", "weights"])
def test_chances_are_fitted_and_the_other_outputs_keep_their_bits(change: bool) -> None:
    net = narrow_net()
    wrong = overconfident(net, 3)
    player = WholeNetwork(net, "cpu")
    sample, other = (play_sample(player, RA, 4, 200, seed, "cpu", per_game=8) for seed in ("fitted", "checked"))
    fitted = fit_chances(wrong, RA, sample, change)
    errors = [worst(compare(judge_chances(WholeNetwork(one, "cpu"), RA, other), other)) for one in (wrong, fitted)]
    assert errors[1] < 0.7 * errors[0]
    before, after = (WholeNetwork(one, "cpu").outputs(other.counts) for one in (wrong, fitted))
    chances = slice(RA.actions, RA.actions + RA.max_players)
    assert not before[:, chances].equal(after[:, chances])
    for outputs in (before, after):
        outputs[:, chances] = 0
    assert before.equal(after)


def test_a_net_that_fitting_does_not_help_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "fit_chances", lambda net, *_, **__: overconfident(net, 9))
    lines: list[str] = []
    assert calibrate((narrow_net(),), RA, [4], 16, "1", "cpu", lines.append) == (narrow_net(),)
    assert "stays as it is" in lines[0]


def test_with_few_games_only_the_confidence_is_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fitting all weights to the results of a few games explains only those."""
    net = narrow_net()
    fits = {False: net, True: overconfident(net, 9)}
    monkeypatch.setattr(calibration, "fit_chances", lambda *_, change: fits[change])
    assert calibrate((overconfident(net, 3),), RA, [4], 64, "1", "cpu", lambda _: None) == (net,)


def test_both_nets_are_calibrated_and_it_is_said_by_how_much() -> None:
    lines: list[str] = []
    nets = (net_for("ra", [8]), net_for("ra", [6]))
    fitted = calibrate(nets, RA, [2], 8, "1", "cpu", lines.append)
    assert [net.hidden for net in fitted] == [[8], [6]]
    assert [line.partition(":")[0] for line in lines] == [
        "calibration of the wide net",
        "calibration of the narrow net",
    ]
