"""How rewards and rates change in the course of a training."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import heliopolis as hp
from heliopolis.training.settings import RECIPES, TrainingSettings, read_numbers


def settings(name: str) -> TrainingSettings:
    return TrainingSettings("1", 1.0, None, **RECIPES.get(name, {}))


@pytest.mark.parametrize("name", ["ra", "priests"])
def test_in_the_end_only_the_victory_counts(name: str) -> None:
    first, last = settings(name).rates(0.0), settings(name).rates(1.0)
    assert first.lead > 0
    assert (last.victory, last.lead, last.own_points) == (1, 0, 0)


def test_those_who_trade_always_have_something_of_it() -> None:
    """With the victory as the only reward, nets of Res Publica stop trading."""
    first, last = settings("respublica").rates(0.0), settings("respublica").rates(1.0)
    assert first.own_points > last.own_points > 0
    assert first.victory < last.victory < 1


@pytest.mark.parametrize("name", hp.games())
def test_rates_fall_and_the_teacher_leaves(name: str) -> None:
    first, last = settings(name).rates(0.0), settings(name).rates(1.0)
    assert last.teacher == 0
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


def test_the_learning_rate_of_imitation_ends_where_that_of_self_play_begins() -> None:
    chosen = settings("respublica")
    assert chosen.learning_rate_of_imitation(0) == pytest.approx(chosen.imitation_rate)
    assert chosen.learning_rate_of_imitation(chosen.imitation) == pytest.approx(chosen.first_rate)


def test_phases_follow_each_other() -> None:
    chosen = TrainingSettings("1", 1.0, None, imitation=2, expert=0.3)
    assert [chosen.phase(lessons, progress) for lessons, progress in ((1, 0.1), (2, 0.2), (9, 0.69), (9, 0.7))] == [
        "imitation",
        "self-play",
        "self-play",
        "expert",
    ]
    assert settings("ra").phase(99, 0.99) == "self-play"


def test_settings_can_be_saved() -> None:
    chosen = settings("respublica")
    assert TrainingSettings.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen


def test_numbers_are_read_by_their_names() -> None:
    assert read_numbers(["first_rate=5e-4", "imitation=3"]) == {"first_rate": 5e-4, "imitation": 3}
    for wrong in ("hidden=4", "rate=1", "imitation=1.5", "first_rate="):
        with pytest.raises(hp.InvalidSetup):
            read_numbers([wrong])
