"""A game of one's own as an environment of PettingZoo and as a game of OpenSpiel."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test

import heliopolis as hp
from heliopolis.envs import openspiel
from heliopolis.envs.pettingzoo import env, ra_v0, raw_env
from tests.pig import make_pig


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> hp.Game:
    return make_pig(monkeypatch)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")  # as it is when a game of Pig starts
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_pettingzoos_own_tests(pig: hp.Game) -> None:
    api_test(env(pig, 3), num_cycles=500)
    api_test(raw_env(pig, 2), num_cycles=500)
    seed_test(lambda: env(pig, players=4), num_cycles=200)


def test_any_game_has_an_environment_by_its_name() -> None:
    general, module = env("ra", players=3), ra_v0.env(players=3)
    for each in (general, module):
        each.reset(seed=7)
    assert general.position == module.position
    assert str(general) == str(module) == "ra_v0"


def test_an_environment_plays_a_game_that_is_not_registered(pig: hp.Game) -> None:
    table, rng = env(pig, players=2), random.Random(1)
    table.reset(seed=3)
    while not any(table.terminations.values()):
        table.step(rng.choice(np.flatnonzero(table.last()[0]["action_mask"]).tolist()))
    assert sum(table.rewards.values()) == 1
    assert pickle.loads(pickle.dumps(table)).position == table.position


def test_render_modes_are_those_that_the_game_has_modules_for(pig: hp.Game) -> None:
    assert env(pig).metadata["render_modes"] == ["svg"]
    assert env("ra").metadata["render_modes"] == ["ansi", "human", "svg"]
    with pytest.raises(hp.InvalidSetup, match=r"The render mode must be .*, not 'ansi'"):
        env(pig, render_mode="ansi")


def test_a_game_becomes_an_openspiel_game(pig: hp.Game) -> None:
    name = openspiel.register(pig)
    assert name == openspiel.register(pig) == "heliopolis_pig"
    pyspiel.random_sim_test(pyspiel.load_game(f"{name}(players=3)"), num_sims=2, serialize=True, verbose=False)
    assert pyspiel.load_game(name).num_players() == 4
