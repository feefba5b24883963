"""Batches: they play the games of single positions, whatever their size and number of threads."""

from __future__ import annotations

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
