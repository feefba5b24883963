"""Game and Position: the interface that programs build on."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import heliopolis as hp
from tests.profiles import examples
from tests.walks import TABLES, last, visit, walk

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 10**6)


def test_the_games() -> None:
    assert "ra" in hp.games()
    g = hp.game("ra")
    assert (g.name, g.title, g.min_players, g.max_players, g.actions) == ("ra", "Ra", 2, 5, 56)


def test_chance_by_the_dealer() -> None:
    p = hp.game("ra").start(players=4, seed=7)
    p.play("draw")
    assert p.to_act in range(4)
    assert p.chances() == {}


def test_chance_by_hand() -> None:
    p = hp.game("ra").start(players=4, dealer=None)
    p.play("draw")
    assert p.to_act == hp.CHANCE
    assert (p.legal(), p.actions()) == ([], [])
    p.play("pharaoh")
    assert p.to_json()["row"] == ["pharaoh"]


def test_the_setup_comes_from_the_seed_with_and_without_a_dealer() -> None:
    g = hp.game("ra")
    for seed in range(10):
        assert g.start(players=5, seed=seed) == g.start(players=5, seed=seed, dealer=None)


def test_without_a_seed_every_game_is_another() -> None:
    starts = {hp.game("ra").start(players=5) for _ in range(30)}
    assert len(starts) > 1


@examples(25)
@given(tables, seeds)
def test_same_seed_same_game(table: tuple[str, int], seed: int) -> None:
    assert last(*table, seed).record == last(*table, seed).record


def test_the_list_of_actions_belongs_to_the_caller() -> None:
    position = hp.game("ra").start(players=3, seed=1)
    position.actions().clear()
    assert [position.text(action) for action in position.actions()] == position.legal() != []


@examples(25)
@given(tables, seeds)
def test_numbers_and_texts_are_twins(table: tuple[str, int], seed: int) -> None:
    for p in visit(*table, seed):
        if p.game.composed:
            continue  # a move may take several decisions: tests/respublica
        assert [p.text(action) for action in p.actions()] == p.legal()
        if p.over:
            break
        by_text, by_number = p.copy(), p.copy()
        by_text.play(p.legal()[-1])
        by_number.act(p.actions()[-1])
        assert by_text == by_number


@pytest.mark.slow
@examples(20)
@given(tables, seeds)
def test_json_round_trip_at_every_position(table: tuple[str, int], seed: int) -> None:
    for p in visit(*table, seed):
        again = p.game.from_json(json.loads(json.dumps(p.to_json())))
        assert again == p
        assert hash(again) == hash(p)
        assert again.to_json() == p.to_json()
        assert again.legal() == p.legal()
        assert again.dealer is None


@pytest.mark.slow
@examples(10)
@given(tables, seeds)
def test_json_round_trip_at_chance_nodes(table: tuple[str, int], seed: int) -> None:
    rng = random.Random(seed)
    p = hp.game(table[0]).start(players=table[1], seed=seed, dealer=None)
    while not p.over:
        if p.to_act == hp.CHANCE:
            assert p.game.from_json(p.to_json()) == p
            assert sum(p.chances().values()) == pytest.approx(1)
            p.play(rng.choice(list(p.chances())))
        else:
            p.play(rng.choice(p.legal()))
    assert p.record.replay() == p


@examples(20)
@given(tables, seeds)
def test_copies_are_independent(table: tuple[str, int], seed: int) -> None:
    """No position of a game changes when the game goes on from a copy of it."""
    kept = [(p, p.copy(), p.to_json(), p.record.moves) for p in visit(*table, seed)]
    for p, twin, written, moves in kept:
        assert p == twin
        assert p.to_json() == written
        assert p.record.moves == moves


def test_a_copy_has_the_same_luck_ahead_of_it() -> None:
    p = hp.game("ra").start(players=3, seed=4)
    twin = p.copy()
    for _ in range(5):
        p.act(p.actions()[0])
        twin.act(twin.actions()[0])
    assert p == twin


def test_positions_can_be_pickled_and_copied() -> None:
    p = last("ra", 3, 1)
    q = hp.game("respublica").start(players=3, seed=2)
    q.play("ask 1 greek")
    for position in (p, q):
        for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
            assert twin == position
            assert twin.record == position.record
    one, two = copy.copy(q), pickle.loads(pickle.dumps(q))
    one.play("nothing")
    assert two == q != one


def test_equality_is_by_value() -> None:
    g = hp.game("ra")
    one, two = g.start(players=4, seed=1), g.start(players=4, seed=1, dealer=None)
    assert one == two
    assert len({one, two}) == 1
    one.play("draw")
    assert one != two
    assert one != "ra"


@examples(20)
@given(tables, seeds)
def test_scores_add_up(table: tuple[str, int], seed: int) -> None:
    """In the sun auctions the fame of each epoch is the fame before plus the breakdown, but never negative."""
    before, epoch = [10] * table[1], 1
    for p in walk(*table, seed) if table[0] != "respublica" else ():
        now = p.to_json()
        if now["epoch"] != epoch or p.over:
            sums = [sum(points.values()) for points in now["scoring"]]
            assert p.scores() == [max(0, fame + net) for fame, net in zip(before, sums, strict=True)]
            before, epoch = p.scores(), now["epoch"]
        else:
            assert p.scores() == before


@examples(15)
@given(tables, seeds)
def test_one_winner_and_only_at_the_end(table: tuple[str, int], seed: int) -> None:
    *before, p = visit(*table, seed)
    assert all(q.winners() == [] for q in before)
    assert p.winners()
    assert all(p.scores()[seat] == max(p.scores()) for seat in p.winners())


@examples(15)
@given(tables, seeds)
def test_observations(table: tuple[str, int], seed: int) -> None:
    """Finite, the same from a position read back, and written into the caller's buffer as into a new one."""
    out = np.full(hp.game(table[0]).observation_size, 9, np.float32)
    for p in visit(*table, seed):
        for seat in range(p.players):
            p.observe(seat, out)
            assert np.isfinite(out).all()
            assert (out == p.game.from_json(p.to_json()).observe(seat)).all()


def test_observations_differ_by_seat_and_turn_with_it() -> None:
    """Every seat sees itself first: two seats whose places are exchanged see the same."""
    data = hp.game("ra").start(players=2, seed=1).to_json()
    turned = data | {"seats": data["seats"][::-1], "turn": 1 - data["turn"], "to_act": 1 - data["to_act"]}
    p, q = hp.game("ra").from_json(data), hp.game("ra").from_json(turned)
    assert (p.observe(0) == q.observe(1)).all()
    assert (p.observe(0) != p.observe(1)).any()


def test_a_wrong_buffer_is_refused() -> None:
    p = hp.game("ra").start(players=3, seed=1)
    wrong: list[Any] = [np.zeros(3, np.float32), np.zeros(p.game.observation_size)]
    for out in wrong:
        with pytest.raises(hp.HeliopolisError, match="float32"):
            p.observe(0, out)


def test_views_are_built_for_seats_and_spectators() -> None:
    p = hp.game("ra").start(players=3, seed=1)
    assert p.to_act is not None
    assert p.view(p.to_act)["legal"] == p.legal()
    assert p.view(None)["legal"] == p.view((p.to_act + 1) % 3)["legal"] == []
    assert json.dumps(p.view(None))
    for seat in (-1, 3, "0", 1.5):
        with pytest.raises(hp.HeliopolisError, match="no seat"):
            p.view(seat)  # type: ignore[arg-type] # that is the point


def test_a_view_tells_who_may_outbid_and_what_the_epoch_would_score() -> None:
    p = hp.game("ra").start(players=4, seed=1, dealer=None)
    p.play("invoke")
    first, turn = p.to_act, p.to_json()["turn"]
    assert first is not None
    can_outbid = [bidder["seat"] for bidder in p.view(None)["bidding"] if bidder["state"] == "can"]
    assert can_outbid == [(first + 1) % 4, (first + 2) % 4, turn]
    p.play("bid 13" if "bid 13" in p.legal() else "pass")
    now = p.view(None)["if_epoch_ended"]
    assert [points["civilization"] for points in now] == [-5] * 4


@examples(15)
@given(tables, seeds)
def test_imagined_positions_carry_no_dealer_and_no_past(table: tuple[str, int], seed: int) -> None:
    rng = random.Random(seed)
    for p in visit(*table, seed):
        for seat in range(p.players):
            imagined = p.imagine(seat, rng)
            assert imagined.dealer is None
            assert imagined.record.moves == ()
            assert imagined.view(seat) == p.view(seat)
            assert (imagined.observe(seat) == p.observe(seat)).all()


@pytest.mark.parametrize("table", TABLES)
def test_the_record_of_a_bare_twin_begins_there(table: tuple[str, int]) -> None:
    for p in list(visit(*table, seed=6))[7:60:9]:
        bare = p.without_history()
        assert bare.record.moves == ()
        assert bare.record.replay() == p
        if p.to_act is not None and p.to_act >= 0:
            bare.play(p.legal()[0])
            assert bare.record.replay() == bare != p


def test_playouts_are_the_same_on_any_number_of_threads() -> None:
    one = hp.playouts("ra", players=4, games=10_000, seed=3)
    two = hp.playouts("ra", players=4, games=10_000, seed=3, threads=3)
    assert (one.scores == two.scores).all()
    assert (one.decisions, one.statistics) == (two.decisions, two.statistics)
    assert one.scores.shape == (10_000, 4)
    assert one.seconds > 0
    other = hp.playouts("ra", players=4, games=10_000, seed=4)
    assert (one.scores != other.scores).any()


def test_more_games_begin_with_the_same_games() -> None:
    few, many = (hp.playouts("ra", players=3, games=games, seed="x") for games in (100, 5000))
    assert (many.scores[:100] == few.scores).all()
