"""Observations: counts, divisors and forms, alone and written by a step; and how much memory a batch takes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import heliopolis as hp
from heliopolis.core.observations import MAX_OBSERVED, split_reciprocals, to_float16, to_float32
from tests.walks import TABLES

SIZE = 24
FORMS = ["float32", "float16", "uint8"]
MAX_POSITION_BYTES = 512
MILLION, GIGABYTE = 1_000_000, 1_000_000_000


def quotients() -> NDArray[np.float64]:
    """All counts, by row, over all divisors."""
    return np.arange(MAX_OBSERVED + 1)[:, None] / np.arange(1, MAX_OBSERVED + 1)


def arrays(batch: hp.Batch) -> dict[str, NDArray[Any]]:
    found = {id(array): (name, array) for name, array in vars(batch).items() if isinstance(array, np.ndarray)}
    return dict(found.values())


def state(batch: hp.Batch) -> list[bytes]:
    return [array.tobytes() for name, array in arrays(batch).items() if name != "_buffers"]


# ---- conversion ------------------------------------------------------------------------------------------------------


def test_every_count_over_every_divisor_is_rounded_correctly() -> None:
    exact = quotients()
    reciprocals = split_reciprocals(range(1, MAX_OBSERVED + 1))
    floats, halves = np.zeros(MAX_OBSERVED, np.float32), np.zeros(MAX_OBSERVED, np.uint16)
    for count, row in enumerate(exact):
        counts = np.full(MAX_OBSERVED, count, np.uint8)
        to_float32(counts, reciprocals, floats)
        to_float16(counts, reciprocals, halves)
        assert np.array_equal(floats, row.astype(np.float32))
        assert np.array_equal(halves.view(np.float16), row.astype(np.float16))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_divisors_are_positive_and_there_is_one_for_each_number(name: str, players: int) -> None:
    divisors = hp.game(name).observation_divisors(players)
    assert divisors.shape == (hp.game(name).observation_size,)
    assert divisors.dtype == np.uint8
    assert divisors.min() >= 1
    with pytest.raises(hp.InvalidSetup, match="players"):
        hp.game(name).observation_divisors(6)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_numbers_fit_in_eight_bits(name: str, players: int) -> None:
    batch = hp.Batch(name, players, 3, seed=8)
    wide = np.zeros(batch.game.observation_size, np.int64)
    for turn in range(600):
        batch.step_at_random()
        place, seat = turn % 3, int(batch.to_act[turn % 3])
        batch.game.view.observe(batch.position(place).rule_records[0], seat, wide)
        assert np.array_equal(wide, batch.observe(dtype=np.uint8)[place])


@pytest.mark.parametrize("name", ["ra", "priests"])
def test_numbers_that_are_too_large_are_observed_as_the_largest(name: str) -> None:
    data = hp.game(name).start(players=2, seed=1).to_json()
    data["seats"][0]["fame"] = 300
    seen = hp.game(name).from_json(data).observe(0)
    assert seen.max() == np.float32(MAX_OBSERVED / 50)


# ---- forms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_forms_are_the_features_of_the_position(name: str, players: int) -> None:
    batch = hp.Batch(name, players, 3, seed=8)
    for _ in range(40):
        batch.step_at_random()
        counts = batch.observe(dtype=np.uint8)
        features = [batch.position(place).observe(int(batch.to_act[place])) for place in range(3)]
        assert np.array_equal(batch.observe(), features)
        assert np.array_equal(batch.observe(dtype=np.float16), (counts / batch.divisors).astype(np.float16))
        assert np.array_equal((counts / batch.divisors).astype(np.float32), features)


@pytest.mark.parametrize("form", FORMS)
def test_the_callers_array_decides_the_form(form: str) -> None:
    batch = hp.Batch("ra", 4, SIZE, seed=8)
    out = np.full((SIZE, batch.game.observation_size), 7, form)
    assert batch.observe(out) is out
    assert np.array_equal(out, batch.observe(dtype=form))


@pytest.mark.parametrize("form", [float, int, bool, np.int8, "float", "half a number", None, 4])
def test_there_are_three_forms(form: Any) -> None:
    with pytest.raises(hp.HeliopolisError, match=r"^Observations are float32, float16 or uint8, not .+\.$"):
        hp.Batch("ra", 4, 2, seed=8).observe(dtype=form)


# ---- a step that observes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize("name", hp.games())
def test_a_step_writes_what_the_separate_calls_return(name: str, auto_reset: bool, threads: int) -> None:
    plain = hp.Batch(name, 3, SIZE, seed=8, auto_reset=auto_reset)
    fused = hp.Batch(name, 3, SIZE, seed=8, auto_reset=auto_reset, threads=threads)
    outputs = {form: np.ones((SIZE, plain.game.observation_size), form) for form in FORMS}
    masks, taken = np.ones((SIZE, plain.game.actions), np.bool_), np.zeros(SIZE, np.int64)
    for turn in range(200):
        form = FORMS[turn % 3]
        actions = plain.sample()
        plain.step(actions)
        if turn % 2:
            assert np.array_equal(fused.sample(), actions)
            fused.step(actions, observations=outputs[form], masks=masks)
        else:
            fused.step_at_random(taken, observations=outputs[form], masks=masks)
            assert np.array_equal(taken, actions)
        assert state(fused) == state(plain)
        assert np.array_equal(outputs[form], plain.observe(dtype=form))
        assert np.array_equal(masks, plain.masks())


def test_a_step_writes_only_what_is_asked_for() -> None:
    plain, fused = hp.Batch("ra", 4, SIZE, seed=8), hp.Batch("ra", 4, SIZE, seed=8)
    masks, seen = np.ones((SIZE, 56), np.bool_), np.ones((SIZE, 345), np.float32)
    plain.step_at_random()
    fused.step_at_random(masks=masks)
    assert np.array_equal(masks, plain.masks())
    plain.step_at_random()
    fused.step_at_random(observations=seen)
    assert np.array_equal(seen, plain.observe())
    assert state(fused) == state(plain)


@pytest.mark.parametrize(
    "wrong",
    [
        {"observations": np.zeros((SIZE, 344), np.float32)},
        {"observations": np.zeros((SIZE, 345))},
        {"masks": np.zeros((SIZE, 56), np.uint8)},
        {"masks": [True]},
    ],
)
def test_a_step_with_a_wrong_array_changes_nothing(wrong: dict[str, Any]) -> None:
    batch = hp.Batch("ra", 4, SIZE, seed=8)
    before, actions = state(batch), np.full(SIZE, 17)
    with pytest.raises(hp.HeliopolisError, match="contiguous, writable array"):
        batch.step(actions, **wrong)
    with pytest.raises(hp.HeliopolisError, match="contiguous, writable array"):
        batch.step_at_random(**wrong)
    assert state(batch) == before


def test_a_step_with_an_illegal_action_observes_nothing() -> None:
    batch = hp.Batch("ra", 4, SIZE, seed=8)
    seen, masks = np.full((SIZE, 345), 7, np.uint8), np.zeros((SIZE, 56), np.bool_)
    with pytest.raises(hp.IllegalMove):
        batch.step(np.full(SIZE, 3), observations=seen, masks=masks)
    assert (seen == 7).all()
    assert not masks.any()


# ---- memory ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", hp.games())
def test_a_position_is_small(name: str) -> None:
    assert hp.game(name).dtype.itemsize <= MAX_POSITION_BYTES


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_million_games_fit_in_a_gigabyte(name: str, players: int) -> None:
    few, many = (hp.Batch(name, players, size, seed=8) for size in (10, 110))
    for batch in (few, many):
        batch.observe()
    small, large = (sum(array.nbytes for array in arrays(batch).values()) for batch in (few, many))
    assert small + (large - small) / 100 * MILLION < GIGABYTE
