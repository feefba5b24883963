"""Whatever is wrong: the right error, one sentence, and nothing has changed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import heliopolis as hp
from tests.profiles import examples
from tests.ra.table import table
from tests.walks import TABLES, visit


@pytest.mark.parametrize("players", [0, 1, 6, -3, 2.5, "3", None])
def test_tables_of_the_wrong_size(players: Any) -> None:
    with pytest.raises(hp.InvalidSetup, match="2 to 5 players"):
        hp.game("ra").start(players=players)
    with pytest.raises(hp.InvalidSetup, match=r"2 to 5 players|need a number of players\."):
        hp.playouts("ra", players=players, games=1)


@pytest.mark.parametrize("name", ["chess", "", "RA", None, 3, []])
def test_unknown_games_and_bots(name: Any) -> None:
    with pytest.raises(hp.UnknownName, match=r"There is no game .* there are ra"):
        hp.game(name)
    with pytest.raises(hp.UnknownName, match=r"There is no bot .* there are random, careless, greedy"):
        hp.bot(name)


@pytest.mark.parametrize("wrong", [{"games": 0}, {"games": 1.5}, {"games": 1, "threads": 0}])
def test_impossible_simulations(wrong: dict[str, Any]) -> None:
    with pytest.raises(hp.InvalidSetup, match="must be 1 or more"):
        hp.playouts("ra", players=3, **wrong)


def test_errors_are_value_errors_of_one_family() -> None:
    for error in (hp.IllegalMove, hp.InvalidPosition, hp.InvalidRecord, hp.InvalidSetup, hp.UnknownName):
        assert issubclass(error, hp.HeliopolisError)
        assert issubclass(error, ValueError)


@pytest.mark.slow
@examples(12)
@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.text(max_size=12))
def test_illegal_moves_change_nothing(table: tuple[str, int], seed: int, nonsense: str) -> None:
    for p in visit(*table, seed):
        before, moves = p.copy(), p.record.moves
        legal = {*p.legal(), *p.chances()}
        every = {*p.game.notation.ACTIONS, *p.game.notation.OUTCOMES, nonsense, nonsense + " 3", "DRAW", " draw"}
        for move in sorted(every - legal):
            with pytest.raises(hp.IllegalMove) as error:
                p.play(move)
        assert "\n" not in str(error.value)
        assert p == before
        assert p.record.moves == moves


@pytest.mark.parametrize("move", [None, 3, b"draw", ["draw"], 17.0])
def test_moves_must_be_texts(move: Any) -> None:
    p = hp.game("ra").start(players=3, seed=1)
    with pytest.raises(hp.IllegalMove, match="may play draw, invoke"):
        p.play(move)


@pytest.mark.parametrize("action", [-1, 0, 56, 1000, 2**70, None, "17", 17.5, 17.0, True])
def test_actions_must_be_legal_numbers(action: Any) -> None:
    p = hp.game("ra").start(players=3, seed=1)
    before = p.copy()
    with pytest.raises(hp.IllegalMove, match="may play draw, invoke"):
        p.act(action)
    assert p == before


def test_numbers_of_numpy_are_numbers() -> None:
    number: Any = np
    p = hp.game("ra").start(players=number.int64(3), seed=number.uint8(1), dealer=None)
    p.act(number.uint8(17))
    p.act(number.int32(2))
    assert p.record.moves == ("draw pharaoh",)
    assert json.dumps(p.view(number.int64(1)))


@pytest.mark.parametrize("seed", [1.5, b"x", True, (1,)])
def test_seeds_are_numbers_or_texts(seed: Any) -> None:
    with pytest.raises(hp.InvalidSetup, match="A seed is"):
        hp.game("ra").start(players=3, seed=seed)
    with pytest.raises(hp.InvalidSetup, match="A seed is"):
        hp.playouts("ra", players=3, games=1, seed=seed)


def test_observations_need_a_seat() -> None:
    for seat in (None, 1.0, 9):
        with pytest.raises(hp.HeliopolisError, match="no seat"):
            hp.game("ra").start(players=3, seed=1).observe(seat)  # type: ignore[arg-type]


def test_impossible_outcomes() -> None:
    p = hp.game("ra").from_json(table(pile={"ra": 30, "nile": 2}))
    p.play("draw")
    for outcome in ("gold", "draw", "sun"):
        with pytest.raises(hp.IllegalMove, match="possible are ra, nile"):
            p.play(outcome)
    with pytest.raises(hp.IllegalMove, match="possible are ra, nile"):
        p.act(5)


def changed(**changes: Any) -> Callable[[], dict[str, Any]]:
    """How to get a start position with fields replaced."""
    return lambda: table() | changes


def seat_changed(**changes: Any) -> Callable[[], dict[str, Any]]:
    """How to get a start position with fields of seat 1 replaced."""

    def make() -> dict[str, Any]:
        data = table()
        data["seats"][1] |= changes
        return data

    return make


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (list, "JSON object"),
        (changed(game="chess"), "position of 'chess'"),
        (changed(players=6), "players must be a whole number from 2 to 5"),
        (changed(players=3), "seats must be a list of 3"),
        (changed(players=True), "players must be"),
        (changed(epoch=4), "epoch must be"),
        (changed(phase="night"), "phase must be one of"),
        (changed(ra_track=9), "ra_track must be"),
        (changed(ra_track=-1), "ra_track must be"),
        (changed(row=["nile"] * 9), "row must be a list of 0 to 8"),
        (changed(row=["crocodile"]), "row\\[0\\] must be one of"),
        (changed(row=["ra"]), "row\\[0\\] cannot be 'ra'"),
        (changed(row=["nile"]), "26 tiles of nile, but only 25 exist"),
        (changed(pile={"ra": 30, "nile": -1}), "pile.nile must be"),
        (changed(pile={"ra": 29}), "1 Ra tiles are gone; in epoch 1 it can be 0 to 0"),
        (changed(pile={"ra": 31}), "pile.ra must be"),
        (changed(pile={"ra": 30, "sun": 1}), "a kind in pile must be one of"),
        (changed(pile=[]), "pile must be an object"),
        (changed(centre=13), "The suns of 4 players are"),
        (changed(turn=4), "turn must be"),
        (changed(to_act=1), "Seat 0 is on turn, so it is to act"),
        (changed(to_act="chance"), "to_act must be"),
        (changed(phase="draw"), "to_act must be 'chance'"),
        (changed(phase="bid"), "auction is missing"),
        (changed(phase="over"), "must be null"),
        (changed(phase="discard"), "Tiles are owed"),
        (changed(owed={"unrest": 2}), "Tiles are owed"),
        (changed(phase="discard", owed={"unrest": 2}), "no choice"),
        (changed(auction={"ra_player": 0, "kind": "drawn", "bid": 0, "bidder": None}), "no auction in this phase"),
        (changed(phase="bid", auction={"ra_player": 1, "kind": "drawn", "bid": 0, "bidder": None}), "seat on turn"),
        (changed(phase="bid", auction={"ra_player": 0, "kind": "sold", "bid": 0, "bidder": None}), "kind must be"),
        (changed(phase="bid", auction={"ra_player": 0, "kind": "drawn", "bid": 7, "bidder": None}), "together"),
        (changed(phase="bid", auction={"ra_player": 0, "kind": "drawn", "bid": 9, "bidder": 1}), "does not own sun 9"),
        (
            changed(phase="bid", to_act=1, auction={"ra_player": 0, "kind": "drawn", "bid": 8, "bidder": 2}),
            "before seat 1",
        ),
        (changed(scoring=[{}] * 4), "scoring\\[0\\] lacks 'god'"),
        (changed(scoring=[1]), "scoring must be a list of 4"),
        (changed(weather="fine"), "unknown field 'weather'"),
        (seat_changed(fame=-1), "seats\\[1\\].fame must be"),
        (seat_changed(fame=1.5), "seats\\[1\\].fame must be"),
        (seat_changed(tiles={"ra": 1}), "seats\\[1\\] cannot hold ra"),
        (seat_changed(tiles={"funeral": 1}), "seats\\[1\\] cannot hold funeral"),
        (seat_changed(tiles={"gold": 6}), "6 tiles of gold|11 tiles of gold"),
        (seat_changed(suns={"up": [12, 7, 7], "down": []}), "has sun 7 twice"),
        (seat_changed(suns={"up": [12, 7], "down": []}), "The suns of 4 players"),
        (seat_changed(suns={"up": [12, 7, 17], "down": []}), "1 to 16"),
        (seat_changed(suns=[12, 7, 3]), "seats\\[1\\].suns must be an object"),
        (seat_changed(hat="tall"), "unknown field 'hat'"),
        (lambda: table(up={0: []}), "Seat 0 is on turn without a face-up sun"),
    ],
)
def test_invalid_positions(make: Callable[[], Any], says: str) -> None:
    with pytest.raises(hp.InvalidPosition, match=says) as error:
        hp.game("ra").from_json(make())
    assert "\n" not in str(error.value)


def test_unequal_numbers_of_suns() -> None:
    data = table()
    data["seats"][0]["suns"]["up"] = [13, 6, 2, 12]
    data["seats"][1]["suns"]["up"] = [7, 3]
    with pytest.raises(hp.InvalidPosition, match="Every seat has 3 suns"):
        hp.game("ra").from_json(data)


def test_zero_counts_may_be_left_out_or_written() -> None:
    data = table()
    for seat in data["seats"]:
        seat["tiles"] = {"gold": 0, "nile": 0}
    assert hp.game("ra").from_json(data) == hp.game("ra").from_json(table())


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=5), st.just([]), st.just({})
)


@examples(400)
@given(st.sampled_from(TABLES), st.integers(0, 400), st.data())
def test_damaged_positions_raise_nothing_else(table: tuple[str, int], step: int, data: st.DataObject) -> None:
    """One value anywhere in a position replaced: it is refused, or it is a position that can be played."""
    positions = POSITIONS.setdefault(table, list(visit(*table, 3)))
    written = copy.deepcopy(positions[step % len(positions)].to_json())
    target: Any = written
    while True:
        key = data.draw(st.sampled_from(sorted(target) if isinstance(target, dict) else range(len(target))))
        if not isinstance(target[key], dict | list) or not target[key] or data.draw(st.integers(0, 4)) == 0:
            break
        target = target[key]
    target[key] = data.draw(JUNK)
    try:
        p = hp.game(table[0]).from_json(written)
    except hp.InvalidPosition as error:
        assert "\n" not in str(error)
    else:
        assert p.over or p.legal() or p.chances()
        assert hp.game(table[0]).from_json(json.loads(json.dumps(p.to_json()))) == p
        if p.legal():
            p.play(p.legal()[0])


POSITIONS: dict[tuple[str, int], list[hp.Position]] = {}
