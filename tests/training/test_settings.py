"""How rewards and rates change in the course of a training."""

from __future__ import annotations

from itertools import pairwise

import pytest

import heliopolis as hp
from heliopolis.training.settings import RECIPES, TrainingSettings


def settings(name: str) -> TrainingSettings:
    return TrainingSettings("1", 1.0, None, **RECIPES.get(name, {}))


@pytest.mark.parametrize("name", hp.games())
def test_in_the_end_only_the_victory_counts(name: str) -> None:
    first, last = settings(name).rates(0.0), settings(name).rates(1.0)
    assert first.lead > 0
    assert (last.victory, last.lead, last.own_points, last.teacher) == (1, 0, 0, 0)
    assert last.learning < 0.1 * first.learning
    assert last.entropy < first.entropy


def test_rates_change_steadily() -> None:
    rates = [settings("respublica").rates(progress / 10) for progress in range(11)]
    for before, after in pairwise(rates):
        assert before.learning > after.learning
        assert before.own_points >= after.own_points
        assert before.victory <= after.victory


def test_all_player_counts_are_trained_unless_some_are_named() -> None:
    assert settings("respublica").counts(hp.game("respublica")) == [3, 4, 5]
    assert TrainingSettings("1", 1.0, None, players=(2,)).counts(hp.game("ra")) == [2]
