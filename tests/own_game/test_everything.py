"""Pig through everything that the games of the package go through."""

from __future__ import annotations

import json
import pickle
import random
from types import ModuleType

import numpy as np
import pytest

import heliopolis as hp
from heliopolis.bots.search import Search
from tests.own_game.conftest import Run

CUDA_SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
SAME_ON_CUDA = """
import numpy as np
import heliopolis as hp
from heliopolis.bots.search import Search

here, there = (hp.playouts("pig", 3, 5, seed=3, device=device) for device in ("cpu", "cuda"))
assert np.array_equal(here.scores, there.scores) and here.statistics == there.statistics
here, there = (hp.Batch("pig", 3, 5, seed=5, device=device) for device in ("cpu", "cuda"))
for _ in range(40):
    here.step(here.sample())
    there.step(there.sample())
    assert np.array_equal(here.observe(), there.observe().copy_to_host())
print("the same")
"""


def play(position: hp.Position, seed: int = 1) -> hp.Position:
    rng = random.Random(seed)
    while not position.over:
        position.play(rng.choice(position.legal()))
    return position


def test_it_is_known_by_its_name(game: hp.Game) -> None:
    assert hp.games() == ["ra", "priests", "respublica", "pig"]
    assert hp.game("pig") is game
    assert hp.game(game) is game


def test_position_json_record_and_replay(game: hp.Game) -> None:
    position = play(game.start(3, seed=7))
    assert game.from_json(position.to_json()) == position
    assert position.record.replay() == position
    text = position.record.to_text()
    assert text.startswith('Game: "pig"\nRules: pig/1\n')
    assert hp.Record.from_text(text).replay() == position


def test_pickle(game: hp.Game) -> None:
    position = game.start(3, seed=7)
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position
    assert twin.game is game
    assert play(twin).record == play(position).record, "with the same dealer"


def test_an_unregistered_game_can_be_pickled_and_used(pig: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heliopolis.core.registry._registered", {})
    game = hp.Game("pig", pig)
    assert hp.playouts(game, 3, 10, seed=1).games == 10
    assert hp.Batch(game, 3, 4, seed=1).game is game
    twin = pickle.loads(pickle.dumps(game.start(3, seed=7)))
    assert twin.to_json() == game.start(3, seed=7).to_json()
    assert hp.game("pig") is twin.game, "whoever unpickles it has it registered"


def test_a_copy_in_another_process(game: hp.Game, run: Run) -> None:
    position = game.start(3, seed=7)
    code = "import pickle, sys; p = pickle.load(sys.stdin.buffer); p.play('roll'); print(p.record.to_text())"
    printed = run(code, stdin=pickle.dumps(position))
    position.play("roll")
    assert printed.strip() == position.record.to_text().strip()


def test_an_installed_package_is_found_by_its_entry_point(run: Run) -> None:
    assert run("import heliopolis as hp; print(hp.games()[-1], hp.game('pig').title)") == "pig Pig\n"


def test_random_games(game: hp.Game) -> None:
    played = hp.playouts("pig", 3, 500, seed=1)
    assert np.array_equal(played.scores, hp.playouts(game, 3, 500, seed=1, threads=2).scores)
    assert (played.scores.max(axis=1) >= 100).all()
    assert played.statistics["ones"] > 500


def test_batch(game: hp.Game) -> None:
    batch = hp.Batch("pig", 3, 8, seed=5)
    for _ in range(30):
        batch.step(batch.sample())
    assert batch.observe().shape == (8, game.observation_size)
    assert batch.masks().shape == (8, 2)
    assert batch.position(3).game is game


def test_batch_on_a_simulated_gpu(run: Run) -> None:
    assert run(SAME_ON_CUDA, **CUDA_SIMULATOR) == "the same\n"


def test_levels_and_search(game: hp.Game) -> None:
    assert [level.name for level in hp.levels("pig")] == [level.name for level in hp.levels("ra")]
    analysis = Search("200").explain(game.start(3, seed=7), random.Random(1))
    assert analysis.move == "roll"
    assert {option.move for option in analysis.options} == {"roll", "hold"}


def test_noise_of_points_does_not_hide_what_wins(game: hp.Game) -> None:
    """A lead of 20 points is little in a game of 100: a player who holds at once gives up their turn."""
    start = game.start(2, seed=7)
    moves = [Search("1000").choose(start, random.Random(seed)) for seed in range(60)]
    assert moves == ["roll"] * 60


def test_match(game: hp.Game) -> None:
    match = hp.play_match(game, ["greedy", "random", "random"], seed=1)
    assert match.record.replay().winners() == match.winners


@pytest.mark.usefixtures("game")
def test_tournament_by_processes() -> None:
    from heliopolis.arena import processes, serial

    there = hp.tournament("pig", ["greedy", "random"], games=4, seed=1, executor=processes(2))
    here = hp.tournament("pig", ["greedy", "random"], games=4, seed=1, executor=serial)
    assert [result.scores for result in there.results] == [result.scores for result in here.results]


@pytest.mark.filterwarnings("ignore:Observation")  # it is all zeros when a game of Pig starts
def test_pettingzoo(game: hp.Game) -> None:
    from pettingzoo.test import api_test

    from heliopolis.envs.pettingzoo import env

    api_test(env(game, players=3), num_cycles=200)


def test_openspiel(game: hp.Game) -> None:
    import pyspiel

    from heliopolis.envs.openspiel import register

    register(game)
    state = pyspiel.load_game("heliopolis_pig(players=3)").new_initial_state()
    rng = random.Random(1)
    while not state.is_terminal():
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(actions))
    assert sum(state.returns()) == 1, "the winner takes all"


def test_picture(game: hp.Game) -> None:
    assert game.start(3, seed=7).svg(0).startswith("<svg ")


def test_in_the_terminal(run: Run) -> None:
    code = "from heliopolis.terminal.cli import main; main()"
    printed = run(f"import sys; sys.argv = ['heliopolis', 'simulate', 'pig', '--games', '20', '--json']; {code}")
    assert json.loads(printed)["game"] == "pig"
