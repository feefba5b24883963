"""Batches: they play the games of single positions, whatever their size and number of threads."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import heliopolis as hp
from tests.walks import TABLES

SIZE = 24


def bits(mask: np.ndarray[Any, Any]) -> list[int]:
    return [int(action) for action in np.flatnonzero(mask)]


def state(batch: hp.Batch) -> tuple[bytes, ...]:
    arrays = batch.to_act, batch.legal, batch.terminated, batch.rewards, batch.scores, batch.numbers
    return tuple(array.tobytes() for array in arrays)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_first_game_of_a_seed_is_that_of_a_position_decision_by_decision(name: str, players: int) -> None:
    batch = hp.Batch(name, players, size=3, seed="kom ombo")
    position = hp.game(name).start(players=players, seed="kom ombo")
    while not position.over:
        assert batch.to_act[0] == position.to_act
        assert bits(batch.masks()[0]) == position.actions()
        assert np.array_equal(batch.observe()[0], position.observe(int(batch.to_act[0])))
        assert batch.position(0) == position
        assert not batch.terminated[0]
        assert not batch.rewards[0].any()
        actions = batch.sample()
        batch.step(actions)
        position.act(int(actions[0]))
    assert batch.terminated[0]
    assert batch.scores[0].tolist() == position.scores()
    winners = position.winners()
    expected = [1 / len(winners) if seat in winners else 0 for seat in range(players)]
    assert batch.rewards[0].tolist() == pytest.approx(expected)


def test_a_game_that_ends_is_followed_by_the_next_of_its_place_in_the_same_step() -> None:
    batch = hp.Batch("ra", 4, SIZE, seed=5)
    ended = 0
    for _ in range(400):
        numbers = batch.numbers.copy()
        batch.step(batch.sample())
        assert np.array_equal(batch.numbers - numbers, SIZE * batch.terminated)
        assert batch.rewards.sum(axis=1).tolist() == batch.terminated.tolist()
        assert np.all((batch.to_act >= 0) & (batch.to_act < 4))
        for place in np.flatnonzero(batch.terminated):
            fresh = batch.position(int(place))
            assert fresh.scores() == [10] * 4
            winner = int(batch.rewards[place].argmax())
            assert batch.scores[place][winner] == batch.scores[place].max()
            ended += 1
    assert ended > SIZE


def test_game_number_n_is_the_same_in_every_batch() -> None:
    few, many = hp.Batch("ra", 3, 2, seed=9), hp.Batch("ra", 3, 6, seed=9)
    few.reset()
    few.reset()
    assert few.numbers.tolist() == [4, 5]
    for _ in range(50):
        assert few.position(0) == many.position(4)
        assert few.position(1) == many.position(5)
        actions = np.resize(many.suggest(), 6)
        many.step(actions)
        few.step(actions[4:])


@pytest.mark.parametrize("name", hp.games())
def test_threads_change_nothing(name: str) -> None:
    one, three = hp.Batch(name, 4, SIZE, seed=2), hp.Batch(name, 4, SIZE, seed=2, threads=3)
    for turn in range(200):
        actions = one.suggest() if turn % 2 else one.sample()
        assert np.array_equal(actions, three.suggest() if turn % 2 else three.sample())
        one.step(actions)
        three.step(actions)
        assert state(one) == state(three)
        assert np.array_equal(one.observe(), three.observe())
        assert np.array_equal(one.masks(), three.masks())


def test_sampled_actions_do_not_change_the_deal() -> None:
    plain, asked = hp.Batch("ra", 4, SIZE, seed=3), hp.Batch("ra", 4, SIZE, seed=3)
    for _ in range(100):
        asked.sample()
        actions = plain.suggest()
        plain.step(actions)
        asked.step(actions)
        assert state(plain) == state(asked)


def test_a_seed_begins_the_same_games_again() -> None:
    batch = hp.Batch("priests", 4, SIZE, seed=11)
    before, first = state(batch), batch.sample()
    for _ in range(500):
        batch.step(batch.sample())
    batch.reset(11)
    assert state(batch)[:3] == before[:3]
    assert np.array_equal(batch.sample(), first)
    assert state(hp.Batch("priests", 4, SIZE)) != state(hp.Batch("priests", 4, SIZE))


def test_without_auto_reset_a_game_that_is_over_stays_over() -> None:
    batch = hp.Batch("ra", 2, SIZE, seed=4, auto_reset=False)
    ends = np.zeros(SIZE, int)
    while batch.legal.any():
        batch.step(batch.sample())
        ends += batch.terminated
    assert ends.tolist() == [1] * SIZE
    scores = batch.scores.copy()
    batch.step(np.full(SIZE, -7))  # no game is running
    assert not batch.terminated.any()
    assert not batch.rewards.any()
    assert np.array_equal(batch.scores, scores)
    assert batch.to_act.tolist() == [-2] * SIZE
    assert not batch.masks().any()
    assert all(batch.position(place).over for place in range(SIZE))


@pytest.mark.parametrize("action", [0, 19, 55, 63, 64, 10**12, -1])
def test_an_illegal_action_is_named_and_changes_nothing(action: int) -> None:
    batch = hp.Batch("ra", 4, SIZE, seed=6)
    before, position = state(batch), batch.position(7)
    actions = batch.sample()
    actions[7] = action
    with pytest.raises(hp.IllegalMove, match=rf"Action {action} is not legal in the game in place 7\."):
        batch.step(actions)
    assert state(batch) == before
    assert batch.position(7) == position


@pytest.mark.parametrize(
    "actions", [[17] * 5, np.full(SIZE, 17.0), np.full((SIZE, 1), 17), None, ["draw"] * SIZE, np.full(SIZE, True)]
)
def test_actions_are_whole_numbers_one_per_game(actions: Any) -> None:
    batch = hp.Batch("ra", 4, SIZE, seed=6)
    with pytest.raises(hp.HeliopolisError, match="24 whole numbers"):
        batch.step(actions)


def test_actions_may_be_of_any_width() -> None:
    batch = hp.Batch("ra", 4, SIZE, seed=6)
    batch.step(batch.sample().astype(np.uint8))
    batch.step(batch.sample().tolist())
    batch.step(np.repeat(batch.sample(), 2)[::2])


def test_output_is_written_into_the_callers_array() -> None:
    batch = hp.Batch("ra", 4, SIZE, seed=6)
    out = np.full((SIZE, batch.game.observation_size), 7.0, np.float32)
    assert batch.observe(out) is out
    assert np.array_equal(out, batch.observe())
    masks = np.ones((SIZE, batch.game.actions), np.bool_)
    assert batch.masks(masks) is masks
    for wrong in (out[:-1], out.astype(float), np.asfortranarray(out), out.tolist()):
        with pytest.raises(hp.HeliopolisError, match="contiguous, writable array"):
            batch.observe(wrong)
    out.flags.writeable = False
    with pytest.raises(hp.HeliopolisError, match="contiguous, writable array"):
        batch.observe(out)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"players": 6}, "2 to 5 players"),
        ({"size": 0}, "number of games"),
        ({"size": 2.5}, "number of games"),
        ({"threads": 0}, "number of threads"),
        ({"seed": 1.5}, "A seed is"),
        ({"name": "rah"}, "There is no game"),
    ],
)
def test_invalid_arguments_are_refused_in_a_sentence(arguments: dict[str, Any], what: str) -> None:
    sound: dict[str, Any] = {"name": "ra", "players": 4, "size": 2}
    with pytest.raises(hp.HeliopolisError, match=what):
        hp.Batch(**(sound | arguments))


def test_there_is_no_place_beyond_the_last() -> None:
    batch = hp.Batch("ra", 4, 2, seed=1)
    for place in (-1, 2, "0"):
        with pytest.raises(hp.InvalidSetup, match="0 to 1"):
            batch.position(place)  # type: ignore[arg-type]


# ---- batches of positions --------------------------------------------------------------------------------------------


def positions(name: str, players: int, number: int) -> list[hp.Position]:
    """Return positions of one game, each some moves further than the one before."""
    p, found = hp.game(name).start(players=players, seed=4), list[hp.Position]()
    while len(found) < number:
        found.append(p.copy())
        for _ in range(5):
            p.play(p.suggest(random.Random(1)))
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_batch_goes_on_from_positions(name: str, players: int) -> None:
    given = positions(name, players, 4)
    batch = hp.Batch.of(given, seed=3)
    assert [batch.position(place) for place in range(4)] == given
    assert batch.to_act.tolist() == [p.to_act for p in given]
    assert [bits(mask) for mask in batch.masks()] == [p.actions() for p in given]
    while not batch.terminated.any():
        batch.step(batch.sample())
    assert batch.numbers.max() >= 4, "the next game of the seed"


def test_a_batch_resolves_the_chance_that_a_position_waits_for() -> None:
    p = hp.game("ra").start(players=3, seed=1, dealer=None)
    p.play("draw")
    batch = hp.Batch.of([p] * 40, seed=1)
    assert np.all(batch.to_act >= 0)
    drawn = {repr(batch.position(place)) + str(batch.position(place).to_json()["row"]) for place in range(40)}
    assert len(drawn) > 5
    assert p.to_act == hp.CHANCE, "the position is not changed"


def test_a_finished_game_stays_finished() -> None:
    p = hp.game("ra").start(players=2, seed=1)
    while not p.over:
        p.play(p.suggest(random.Random(1)))
    batch = hp.Batch.of([p, hp.game("ra").start(players=2, seed=2)], seed=1)
    batch.step(batch.sample())
    assert batch.position(0) == p
    visits, values = batch.search(simulations=8)
    assert visits.sum(axis=1).tolist() == [0, 8]
    assert values[0].tolist() == [seat in p.winners() for seat in range(2)]


@pytest.mark.parametrize("given", [[], ["ra"], [1], [None]])
def test_a_batch_of_something_else_is_refused(given: Any) -> None:
    with pytest.raises(hp.InvalidSetup, match=r"A batch is made of one or more positions\."):
        hp.Batch.of(given)


def test_a_batch_of_different_games_is_refused() -> None:
    ra, priests = (hp.game(name).start(players=3, seed=1) for name in ("ra", "priests"))
    for other in (priests, hp.game("ra").start(players=4, seed=1)):
        with pytest.raises(hp.InvalidSetup, match="of one game and one number of players"):
            hp.Batch.of([ra, other])


@pytest.mark.parametrize("name", hp.games())
def test_copies_and_pickles_go_on_alike_and_alone(name: str) -> None:
    batch = hp.Batch(name, 3, 5, seed=8, threads=2)
    for _ in range(60):
        batch.step(batch.sample())
    twins = [batch.copy(), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    before = state(batch)
    for twin in twins:
        assert state(twin) == before
    for _ in range(300):
        actions = batch.sample()
        batch.step(actions)
        for twin in twins:
            assert np.array_equal(twin.sample(), actions)
            twin.step(actions)
            assert state(twin) == state(batch)
    twins[0].reset()
    assert state(twins[1]) == state(batch)


# ---- search ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_search_of_a_batch_visits_legal_actions_and_its_chances_add_up_to_1(name: str, players: int) -> None:
    batch = hp.Batch.of(positions(name, players, 6), seed=3)
    before = state(batch)
    visits, values = batch.search(simulations=40)
    assert visits.shape == (6, batch.game.actions)
    assert values.shape == (6, players)
    assert visits.sum(axis=1).min() >= 39
    assert not visits[~batch.masks()].any()
    assert values.sum(axis=1) == pytest.approx(np.ones(6))
    assert state(batch) == before


def test_threads_do_not_change_a_search() -> None:
    one, three = (hp.Batch("ra", 4, SIZE, seed=2, threads=threads) for threads in (1, 3))
    for _ in range(3):
        (visits, values), (others, other_values) = one.search(30), three.search(30)
        assert np.array_equal(visits, others)
        assert np.array_equal(values, other_values)
        one.step(visits.argmax(axis=1))
        three.step(others.argmax(axis=1))


def test_a_search_of_a_batch_plays_better_than_the_heuristic() -> None:
    batch = hp.Batch("ra", 4, 24, seed=6, auto_reset=False)
    seats = np.arange(24) % 4
    won = 0.0
    while (batch.to_act >= 0).any():
        visits, _ = batch.search(simulations=16)
        batch.step(np.where(batch.to_act == seats, visits.argmax(axis=1), batch.suggest()))
        won += float(batch.rewards[np.arange(24), seats].sum())
    assert won > 10, "chance is 6"


@pytest.mark.parametrize("simulations", [0, -1, 10**9])
def test_invalid_numbers_of_simulations(simulations: int) -> None:
    with pytest.raises(hp.InvalidSetup, match="The number of simulations must be 1 to"):
        hp.Batch("ra", 3, 1, seed=1).search(simulations)


# ---- random games from a position ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_playouts_go_on_from_a_position(name: str, players: int) -> None:
    p = positions(name, players, 4)[-1]
    before = p.to_json()
    found, again = (hp.playouts(p, games=50, seed=2, threads=threads) for threads in (1, 3))
    assert found.scores.shape == (50, players)
    assert np.array_equal(found.scores, again.scores)
    assert np.unique(found.scores, axis=0).shape[0] > 5
    assert p.to_json() == before
    new = hp.playouts(name, players=players, games=50, seed=2)
    assert found.decisions_per_game.mean() < new.decisions_per_game.mean()


def test_playouts_of_a_position_have_its_players() -> None:
    p = hp.game("ra").start(players=3, seed=1)
    assert hp.playouts(p, players=3, games=2).scores.shape == (2, 3)
    with pytest.raises(hp.InvalidSetup, match="The position is one of 3 players, not of 4"):
        hp.playouts(p, players=4, games=2)
    with pytest.raises(hp.InvalidSetup, match="New games of Ra need a number of players"):
        hp.playouts("ra", games=2)


def test_the_state_of_other_batches_is_refused() -> None:
    batch = hp.Batch("ra", 3, 2, seed=1)
    before = batch.state()
    for other in (hp.Batch("ra", 3, 4, seed=1), hp.Batch("ra", 4, 2, seed=1), hp.Batch("respublica", 3, 2, seed=1)):
        with pytest.raises(hp.HeliopolisError, match="of another game, size or number of players"):
            batch.set_state(other.state())
    assert all(array.tolist() == before[name].tolist() for name, array in batch.state().items())
