"""The games as OpenSpiel games: OpenSpiel's own tests and bots, and what these do not check."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import unittest
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import heliopolis as hp
from tests.lazy import lazy
from tests.walks import TABLES

ours = lazy("heliopolis.envs.openspiel")
pyspiel = lazy("pyspiel")
api_test = lazy("open_spiel.integration_tests.api_test")
rl_environment = lazy("open_spiel.python.rl_environment")
ismcts = lazy("open_spiel.python.algorithms.ismcts")
mcts = lazy("open_spiel.python.algorithms.mcts")
observation = lazy("open_spiel.python.observation")
SECRET = "heliopolis_respublica(players=3)"
every_game = pytest.mark.parametrize("name", hp.games())


@pytest.fixture(autouse=True, scope="module")
def registered() -> None:
    """Importing the module registers our games with OpenSpiel."""
    import_module("heliopolis.envs.openspiel")


def load(name: str, players: int = 3) -> Any:
    return pyspiel.load_game(f"heliopolis_{name}(players={players})")


def step(state: Any, rng: random.Random) -> int:
    """Apply a random action or outcome."""
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        action: int = rng.choices(outcomes, odds)[0]
    else:
        action = rng.choice(state.legal_actions())
    state.apply_action(action)
    return action


def walk(game: Any, steps: int, seed: int = 1) -> Any:
    """Return a state some way into a random game, with a player to act."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while steps > 0 or state.is_chance_node():
        step(state, rng)
        steps -= 1
    return state


# ---- OpenSpiel's own tests -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players"),
    [pytest.param(name, players, marks=[pytest.mark.slow] if name == "respublica" else []) for name, players in TABLES],
)
def test_random_simulation(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@every_game
def test_api(name: str) -> None:
    """Run OpenSpiel's unit tests of a game's interface."""
    facts = {"game_name": f"heliopolis_{name}", "game": load(name)}
    case = type(name, (api_test.EnforceAPIOnPartialTreeBase,), facts)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert [report for _, report in result.errors + result.failures] == []


# ---- its bots --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ra", "priests"])
def test_mcts_plays_whole_games(name: str) -> None:
    """OpenSpiel's search in Python against its search in C++ (whose `step` is for games in C++ alone)."""
    game = load(name, 2)
    slow = mcts.MCTSBot(game, 1.0, 2, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=False)
    fast = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, 2, 10, False, 1, False)
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            step(state, rng)
        else:
            first = state.current_player() == 0
            state.apply_action(slow.step(state) if first else fast.mcts_search(state).best_child().action)
    assert sum(state.returns()) == 1


@pytest.mark.parametrize("observations", [False, True])
def test_information_set_search_plays_where_there_are_secrets(observations: bool) -> None:
    """It searches states from `resample_from_infostate`, and checks that the player cannot distinguish them."""
    game = pyspiel.load_game(SECRET)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.0,
        max_simulations=4,
        random_state=np.random.RandomState(1),
        use_observation_string=observations,
    )
    state = walk(game, 400)
    for _ in range(6):
        while state.is_chance_node():
            step(state, random.Random(1))
        legal = state.legal_actions()
        action = bot.step(state)
        assert action in legal
        state.apply_action(action)


def test_reinforcement_learners_environment() -> None:
    environment = rl_environment.Environment(load("ra"), seed=1)
    time_step, rng = environment.reset(), random.Random(1)
    while not time_step.last():
        player = time_step.observations["current_player"]
        assert len(time_step.observations["info_state"][player]) == hp.game("ra").observation_size + 64
        time_step = environment.step([rng.choice(time_step.observations["legal_actions"][player])])
    assert sum(time_step.rewards) == 1


# ---- the game behind it ----------------------------------------------------------------------------------------------


@every_game
def test_plays_the_same_game(name: str) -> None:
    """Actions, outcomes with their probabilities, observations and results are those of a position."""
    state, rng = load(name).new_initial_state(), random.Random(2)
    while isinstance(state.table, hp.Position) is False:
        step(state, rng)
    position = hp.game(name).from_json(state.table.to_json())
    while not state.is_terminal():
        if state.is_chance_node():
            odds = {state.action_to_string(outcome): chance for outcome, chance in state.chance_outcomes()}
            assert odds == position.chances()
        else:
            assert state.current_player() == position.to_act
            assert state.legal_actions() == position.actions()
        position.act(step(state, rng))
        assert str(state) == json.dumps(position.to_json())
    assert all(np.allclose(state.observation_tensor(seat), position.observe(seat)) for seat in range(3))
    assert [seat for seat, share in enumerate(state.returns()) if share] == position.winners()
    assert sum(state.returns()) == pytest.approx(1)


def starts(state: Any, chance: float = 1.0) -> dict[str, float]:
    """All first positions with their probabilities."""
    if not state.is_chance_node():
        return {str(state): chance}
    found: dict[str, float] = {}
    for outcome, odds in state.chance_outcomes():
        for start, probability in starts(state.child(outcome), chance * odds).items():
            found[start] = found.get(start, 0.0) + probability
    return found


@pytest.mark.parametrize("name", ["ra", "priests"])
def test_the_set_up_is_chance_too(name: str) -> None:
    """Every way to deal the suns is equally likely, and they are those that seeds deal."""
    found = starts(load(name).new_initial_state())
    assert list(found.values()) == [pytest.approx(1 / 6)] * 6
    assert set(found) == {json.dumps(hp.game(name).start(players=3, seed=seed).to_json()) for seed in range(100)}


def test_first_hands_are_chance_too() -> None:
    """Cards are drawn from the people deck one by one, then the starting seat; every result is a first position."""
    state, rng, cards = load("respublica").new_initial_state(), random.Random(1), list[int]()
    for number in range(12):
        odds = dict(state.chance_outcomes())
        assert odds == {card: pytest.approx((12 - cards.count(card)) / (60 - number)) for card in range(5)}
        cards.append(step(state, rng))
    assert state.chance_outcomes() == [(seat, pytest.approx(1 / 3)) for seat in range(3)]
    starter = step(state, rng)
    assert state.current_player() == starter
    hands = [seat["hand"] for seat in json.loads(str(state))["seats"]]
    words = hp.game("respublica").notation.OUTCOMES
    assert hands == [
        {word: n for card, word in enumerate(words) if (n := cards[4 * seat : 4 * seat + 4].count(card))}
        for seat in range(3)
    ]
    start = hp.game("respublica").start(players=3, seed=1).to_json()
    assert json.loads(str(state)).keys() == start.keys()
    assert hp.game("respublica").from_json(json.loads(str(state))) == state.table


# ---- what a player knows ---------------------------------------------------------------------------------------------


def knowledge(state: Any, seat: int) -> list[Any]:
    tensors = [state.information_state_tensor(seat), state.observation_tensor(seat)]
    return [*tensors, state.information_state_string(seat), state.observation_string(seat)]


@every_game
def test_resampled_states_cannot_be_distinguished(name: str) -> None:
    state, rng, differ = load(name).new_initial_state(), random.Random(3), False
    for number in range(600):
        if state.is_terminal():
            break
        if not state.is_chance_node() and number % 10 == 0:
            for seat in range(3):
                other = state.resample_from_infostate(seat, rng.random)
                assert knowledge(other, seat) == knowledge(state, seat)
                assert other.current_player() == state.current_player()
                assert seat != state.current_player() or other.legal_actions() == state.legal_actions()
                assert other.history() == []  # which would reveal it
                differ |= str(other) != str(state)
        step(state, rng)
    assert differ == hp.game(name).secrets


@pytest.mark.parametrize("steps", range(300, 308))
def test_resampled_states_can_be_played_to_the_end(steps: int) -> None:
    """Also from the middle of a move that takes several decisions, and if they are resampled again."""
    state, rng = walk(pyspiel.load_game(SECRET), steps), random.Random(4)
    for seat in range(3):
        other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        again = other.resample_from_infostate(seat, rng.random)
        assert knowledge(again, seat) == knowledge(state, seat)
        while not again.is_terminal():
            step(again, rng)
        assert sum(again.returns()) == pytest.approx(1)
        assert all(again.history_of(viewer).startswith(state.history_of(viewer)) for viewer in (seat, 3))


@every_game
def test_histories_only_grow(name: str) -> None:
    """All that a player has learnt stays in the information state, also if it is read late."""
    state, late, rng = load(name).new_initial_state(), load(name).new_initial_state(), random.Random(5)
    histories = [""] * 3
    for _ in range(150):
        late.apply_action(step(state, rng))
        for seat in range(3):
            assert state.history_of(seat).startswith(histories[seat])
            histories[seat] = state.history_of(seat)
    assert [late.history_of(seat) for seat in range(3)] == histories
    assert all(histories)
    assert (len(set(histories)) > 1) == hp.game(name).secrets


def test_hidden_cards_are_in_the_histories_of_the_seats_involved() -> None:
    state, rng = pyspiel.load_game(SECRET).new_initial_state(), random.Random(6)
    while "gives" not in state.history_of(0) + state.history_of(1) + state.history_of(2):
        step(state, rng)
    involved = [seat for seat in range(3) if "gives" in state.history_of(seat)]
    assert len(involved) == 2
    assert "gives" not in state.history_of(3)
    drawn = [line for line in state.history_of(3).splitlines() if "draw 1 people" in line]
    assert drawn
    assert all(line.endswith("?") for line in drawn)
    for seat in range(3):
        own = [line for line in state.history_of(seat).splitlines() if line.startswith(f"{seat}: draw 1 people")]
        assert not any(line.endswith("?") for line in own)


def observer(game: Any, **kind: Any) -> Any:
    return observation.make_observation(game, pyspiel.IIGObservationType(**kind))


def test_private_and_public_observations() -> None:
    game = pyspiel.load_game(SECRET)
    state = walk(game, 60)
    private = observer(
        game, public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    public = observer(game, public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    facts = json.loads(str(state))
    for seat in range(3):
        assert json.loads(private.string_from(state, seat))["seats"][seat]["hand"] == facts["seats"][seat]["hand"]
        assert public.string_from(state, seat) == public.string_from(state, 0)
    assert "hand" not in public.string_from(state, 0)
    assert private.tensor is None


# ---- values ----------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("steps", [0, 1, 60, 301])
def test_serialised_states_go_on_alike(name: str, steps: int) -> None:
    state = load(name, 4).new_initial_state()
    rng = random.Random(7)
    for _ in range(steps):
        if not state.is_terminal():
            step(state, rng)
    _, twin = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    rng_of_state, rng_of_twin = random.Random(8), random.Random(8)
    for _ in range(50):
        assert (str(twin), twin.history()) == (str(state), state.history())
        assert [twin.history_of(seat) for seat in range(5)] == [state.history_of(seat) for seat in range(5)]
        if state.is_terminal():
            break
        step(state, rng_of_state)
        step(twin, rng_of_twin)


@every_game
def test_clones_go_their_own_way(name: str) -> None:
    state = walk(load(name), 40)
    before, known_before = str(state), knowledge(state, 0)
    clone, rng = state.clone(), random.Random(9)
    for _ in range(20):
        step(clone, rng)
    assert isinstance(clone, ours.SpielState)
    assert (str(state), knowledge(state, 0)) == (before, known_before)
    assert str(clone) != before


# ---- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 6, -3])
@every_game
def test_invalid_numbers_of_players(name: str, players: int) -> None:
    with pytest.raises(hp.InvalidSetup, match="is for"):
        load(name, players)


def test_unknown_parameters() -> None:
    with pytest.raises(pyspiel.SpielError, match="bid"):
        pyspiel.load_game("heliopolis_ra(bid=3)")
    with pytest.raises(hp.HeliopolisError, match="takes no parameters"):
        observation.make_observation(load("ra"), params={"colour": 1})


def test_illegal_actions_change_nothing() -> None:
    state = load("ra").new_initial_state()
    with pytest.raises(hp.IllegalMove, match="cannot be drawn now"):
        state.apply_action(22)
    assert state.history() == []
    state = walk(load("ra"), 10)
    before = str(state), state.history()
    for action in (55, 56, 1000, -2):
        with pytest.raises(hp.IllegalMove, match="is not legal now"):
            state.apply_action(action)
    assert (str(state), state.history()) == before


def test_a_program_that_used_it_ends_without_errors() -> None:
    code = "import pyspiel, heliopolis.envs.openspiel; print(pyspiel.load_game('heliopolis_ra').new_initial_state())"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == "Ra, set-up: \n"
