"""Advantages: what a decision was worth, in games without and with secrets."""

from __future__ import annotations

import pytest
import torch

from heliopolis.training.advantages import between_own_decisions, between_steps

GAE_LAMBDA = 0.9


def values_of(rows: list[list[float]]) -> torch.Tensor:
    """Return values by step, one game and seat."""
    return torch.tensor(rows)[:, None, :]


def test_without_secrets_advantages_are_discounted_sums_of_surprises_until_the_game_ends() -> None:
    values = values_of([[0.5, 0.5], [0.6, 0.4], [0.2, 0.8], [0.3, 0.7]])
    results = values_of([[0, 0], [1, 0], [0, 0]])
    ended = torch.tensor([[False], [True], [False]])
    found = between_steps(values, results, ended, GAE_LAMBDA)[:, 0, 0].tolist()
    assert found == pytest.approx([0.1 + GAE_LAMBDA * 0.4, 0.4, 0.1])


def test_with_secrets_a_decision_is_measured_by_what_the_same_seat_thinks_later() -> None:
    """Seat 0 thinks that it stands well, seat 1 does not know why: that is no news for seat 0."""
    values = values_of([[0.7, 0.3], [0.4, 0.6], [0.8, 0.2], [0.4, 0.6], [0.9, 0.1]])
    to_act = torch.tensor([[0], [1], [0], [1], [0]])
    nothing, running = torch.zeros((4, 1, 2)), torch.zeros((4, 1), dtype=torch.bool)
    found = between_own_decisions(values, nothing, running, to_act, GAE_LAMBDA)[:, 0]
    assert found[:, 0].tolist() == pytest.approx([0.1 + GAE_LAMBDA * 0.1, 0.0, 0.1, 0.0])
    assert found[:, 1].tolist() == pytest.approx([-0.1 - GAE_LAMBDA * 0.1, 0.0, -0.1, 0.0])


def test_with_secrets_the_result_is_news_for_every_seat_that_decided_before_it() -> None:
    values = values_of([[0.7, 0.3], [0.4, 0.6], [0.5, 0.5]])
    to_act = torch.tensor([[0], [1], [0]])
    results, ended = values_of([[0, 0], [0, 1]]), torch.tensor([[False], [True]])
    found = between_own_decisions(values, results, ended, to_act, GAE_LAMBDA)[:, 0]
    assert found[0].tolist() == pytest.approx([-0.7, 0.7])
    assert found[1].tolist() == pytest.approx([-0.4, 0.4])


def test_with_secrets_the_last_decision_of_a_seat_turned_out_as_expected() -> None:
    values = values_of([[0.7, 0.3], [0.4, 0.6], [0.1, 0.9]])
    to_act = torch.tensor([[0], [1], [1]])
    nothing, running = torch.zeros((2, 1, 2)), torch.zeros((2, 1), dtype=torch.bool)
    found = between_own_decisions(values, nothing, running, to_act, GAE_LAMBDA)[:, 0]
    assert found[0].tolist() == [0, 0]
    assert found[1].tolist() == pytest.approx([-0.3, 0.3])
