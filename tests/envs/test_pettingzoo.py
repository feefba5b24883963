"""The games as PettingZoo environments: PettingZoo's own tests, and what these do not check."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import heliopolis as hp
from tests.lazy import lazy
from tests.walks import TABLES

if TYPE_CHECKING:
    from heliopolis.envs.pettingzoo.aec import RawEnv

pettingzoo = lazy("pettingzoo")
own_tests = lazy("pettingzoo.test")
wrappers = lazy("pettingzoo.utils.wrappers")
aec = lazy("heliopolis.envs.pettingzoo.aec")
MODULES = {name: lazy(f"heliopolis.envs.pettingzoo.{name}_v0") for name in hp.games()}
ra_v0 = MODULES["ra"]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("name", hp.games())


def play(env: Any, rng: random.Random, decisions: int = 10**6) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Play at random; yield the agent, its observation and its action before each step."""
    for agent in env.agent_iter(decisions):
        observation, _, termination, truncation, _ = env.last()
        action = None
        if not (termination or truncation):
            action = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
            yield agent, observation, action
        env.step(action)


# ---- PettingZoo's own tests ------------------------------------------------------------------------------------------


@every_table
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # it only knows the masks of its own games
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_api(name: str, players: int) -> None:
    own_tests.api_test(MODULES[name].env(players), num_cycles=2000)
    own_tests.api_test(MODULES[name].raw_env(players), num_cycles=2000)


@every_table
def test_seeds(name: str, players: int) -> None:
    own_tests.seed_test(lambda: MODULES[name].env(players), num_cycles=500)


@every_table
def test_rendering(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {"svg": lambda picture: picture.startswith("<svg")}
    own_tests.render_test(lambda render_mode: MODULES[name].env(players, render_mode=render_mode), custom_tests=drawn)
    assert hp.game(name).title in capsys.readouterr().out


# ---- the game behind it ----------------------------------------------------------------------------------------------


@every_table
def test_plays_the_game_that_the_seed_deals(name: str, players: int) -> None:
    """Observations, masks, turns and rewards are those of a position with the same seed and decisions."""
    env, position = MODULES[name].env(players), hp.game(name).start(players, seed=3)
    env.reset(seed=3)
    rewards: dict[str, float] = {}
    for agent, seen, action in play(env, random.Random(1)):
        assert agent == f"player_{position.to_act}"
        assert np.array_equal(seen["observation"], position.observe(position.to_act or 0))
        assert np.flatnonzero(seen["action_mask"]).tolist() == position.actions()
        assert env.observation_space(agent).contains(seen)
        position.act(action)
        if position.over:
            env.step(action)
            assert all(env.terminations.values())
            rewards = dict(env.rewards)
            assert env.position == position
            assert env.position.record == position.record
            break
    winners = position.winners()
    assert rewards == {f"player_{seat}": (seat in winners) / len(winners) for seat in range(players)}


@every_game
def test_observations_are_the_callers_to_keep(name: str) -> None:
    env = MODULES[name].env()
    env.reset(seed=1)
    kept = [
        (seen, {key: value.copy() for key, value in seen.items()}) for _, seen, _ in play(env, random.Random(1), 30)
    ]
    assert all(np.array_equal(one[key], two[key]) for one, two in kept for key in two)


@every_game
def test_agents_that_are_not_to_act_have_empty_masks(name: str) -> None:
    env = MODULES[name].env()
    env.reset(seed=1)
    for agent in env.possible_agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@every_game
def test_seeds_make_a_sequence_of_games(name: str) -> None:
    one, two, other = (MODULES[name].env() for _ in range(3))
    one.reset(seed=5)
    two.reset(seed=5)
    other.reset(seed=6)
    sequences = []
    for env in (one, two, other):
        sequence = [env.position]
        for _ in range(5):
            env.reset()
            sequence.append(env.position)
        sequences.append(sequence)
    assert sequences[0] == sequences[1] != sequences[2]
    assert len(set(sequences[0])) > 1


def test_samples_are_legal_actions() -> None:
    """Each about equally often, repeatable with a seed; without a mask, or with an empty one, as in Gymnasium."""
    env = ra_v0.env()
    env.reset(seed=1)
    space, mask = env.action_space("player_0"), np.zeros(56, np.int8)
    mask[[0, 17, 55]] = 1
    space.seed(1)
    found = [int(space.sample(mask)) for _ in range(3000)]
    assert sorted(set(found)) == [0, 17, 55]
    assert all(900 < found.count(action) < 1100 for action in (0, 17, 55))
    space.seed(1)
    assert [int(space.sample(mask)) for _ in range(3000)] == found
    assert len({int(space.sample()) for _ in range(1000)}) > 50
    assert space.sample(np.zeros(56, np.int8)) == 0
    with pytest.raises(AssertionError):
        space.sample(np.ones(3, np.int8))


@every_game
def test_the_state_is_all_observations(name: str) -> None:
    env = MODULES[name].env()
    env.reset(seed=1)
    state = env.state()
    assert env.state_space.contains(state)
    assert np.array_equal(state, np.concatenate([env.position.observe(seat) for seat in range(env.players)]))


@every_game
def test_a_position_taken_from_it_is_a_copy(name: str) -> None:
    env = MODULES[name].env()
    env.reset(seed=1)
    before = env.position
    env.position.act(env.position.actions()[0])
    assert env.position == before


@every_game
def test_environments_can_be_pickled_in_the_middle_of_a_game(name: str) -> None:
    env = MODULES[name].env()
    env.reset(seed=1)
    for _ in play(env, random.Random(1), 20):
        pass
    twin = pickle.loads(pickle.dumps(env))
    rest, twins = ([(agent, action) for agent, _, action in play(each, random.Random(2), 50)] for each in (env, twin))
    assert rest == twins
    assert env.position == twin.position


@every_game
def test_registered_with_pettingzoo(name: str) -> None:
    env = pettingzoo.make("aec", f"heliopolis/{name}-v0", players=5)
    env.reset(seed=1)
    assert env.num_agents == 5
    assert str(env) == f"{name}_v0"


@every_game
def test_the_docstring_has_the_facts(name: str) -> None:
    page, rules = import_module(f"heliopolis.envs.pettingzoo.{name}_v0").__doc__ or "", hp.game(name)
    assert f"{rules.title} as a PettingZoo environment, for {rules.min_players} to {rules.max_players} players" in page
    assert f"float32 ({rules.observation_size},)" in page
    assert f"discrete, {rules.actions} |" in page
    assert f"–{rules.actions - 1} |" in page
    assert all(f"`{mode}`" in page for mode in aec.RENDER_MODES)


# ---- mistakes --------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("players", [0, 1, 6, -1, "four", None, 3.0, True])
def test_invalid_numbers_of_players(name: str, players: Any) -> None:
    with pytest.raises(hp.InvalidSetup, match="is for"):
        MODULES[name].env(players=players)


def test_bad_options() -> None:
    with pytest.raises(hp.InvalidSetup, match="render mode"):
        ra_v0.env(render_mode="rgb_array")
    with pytest.raises(hp.InvalidSetup, match="seed"):
        ra_v0.env().reset(seed=1.5)


@pytest.mark.parametrize("action", [0, 55, 56, -1, None, 1.5, "draw", True, np.int64(0), 10**30])
def test_an_illegal_action_of_the_raw_environment_changes_nothing(action: Any) -> None:
    env = ra_v0.raw_env()
    env.reset(seed=1)
    before, agent = env.position, env.agent_selection
    with pytest.raises(hp.IllegalMove, match="is not legal now"):
        env.step(action)
    assert env.position == before
    assert env.agent_selection == agent


def wrapped(env: RawEnv) -> Any:
    """Return an environment inside the wrappers that PettingZoo's own games have."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(env, illegal_reward=-1))
    )


def facts(env: Any) -> list[Any]:
    names = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")
    return [getattr(env, name) for name in names]


@every_game
def test_an_illegal_move_ends_the_game_as_with_pettingzoos_wrappers(name: str) -> None:
    ours, theirs = MODULES[name].env(), wrapped(MODULES[name].raw_env())
    for env in (ours, theirs):
        env.reset(seed=1)
        for _ in play(env, random.Random(1), 10):
            pass
    illegal = int(np.flatnonzero(ours.last()[0]["action_mask"] == 0)[0])
    offender = ours.agent_selection
    assert theirs.last()[0]["action_mask"][illegal] == 0
    for action in (illegal, *[None] * ours.players):
        ours.step(action)
        theirs.step(action)
        assert facts(ours) == facts(theirs)
        if action == illegal:
            assert ours.rewards[offender] == -1
    assert not ours.agents
    ours.reset(seed=1)
    assert not any(ours.terminations.values())


@pytest.mark.parametrize("action", [56, -1, None, 1.5])
def test_what_is_no_action_at_all_is_an_error(action: Any) -> None:
    env = ra_v0.env()
    env.reset(seed=1)
    with pytest.raises(hp.IllegalMove):
        env.step(action)
    assert not any(env.terminations.values())


def test_calls_before_reset() -> None:
    env = ra_v0.env()
    for attribute in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            getattr(env, attribute)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        env.nonsense  # noqa: B018 -- reading it is the test
    for call in (lambda: env.step(17), lambda: env.observe("player_0"), env.state, env.render, env.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            call()


def over(env: RawEnv) -> None:
    env.reset(seed=1)
    for _ in play(env, random.Random(1)):
        pass
    assert not env.agents


def test_steps_after_the_end() -> None:
    raw = ra_v0.raw_env()
    over(raw)
    with pytest.raises(hp.IllegalMove, match=r"all agents have left; reset\(\) starts the next"):
        raw.step(None)
    env = ra_v0.env()
    over(env)
    env.step(None)  # is logged, as PettingZoo does
    assert not env.agents
    assert env.position.over


def test_agents_of_a_finished_game_take_no_action() -> None:
    env = ra_v0.env()
    env.reset(seed=1)
    rng = random.Random(1)
    while not any(env.terminations.values()):
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


def test_a_loop_without_steps() -> None:
    env = aec.CheckedEnv("ra", 4)
    env.reset(seed=1)
    agents = iter(env.agent_iter())
    next(agents)
    with pytest.raises(AssertionError, match="need to call step"):
        next(agents)


def test_rendering_without_a_mode(capsys: pytest.CaptureFixture[str]) -> None:
    env = ra_v0.env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert env.render() is None
    assert not capsys.readouterr().out
