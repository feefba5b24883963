"""Nothing that a seat may not know reaches it: re-deal that, and all it gets stays byte for byte the same."""

from __future__ import annotations

import json
import random

import pytest

import heliopolis as hp
from tests.walks import TABLES, visit, walk


def seen(p: hp.Position, seat: int | None) -> list[object]:
    """Everything a seat, or a spectator, gets of a position."""
    got: list[object] = [json.dumps(p.view(seat)), json.dumps(p.known_facts(seat))]
    if seat is not None:
        got.append(p.observe(seat).tobytes())
    if seat is not None and seat == p.to_act:
        got += [p.legal(), p.actions()]
        got += [answer(p, move) for move in ("offer 9 any", "for 2 greek", "give roman", "bid 99")]
    return got


def answer(p: hp.Position, move: str) -> str:
    try:
        p.copy().play(move)
    except hp.IllegalMove as error:
        return str(error)
    return "played"


@pytest.mark.parametrize("table", TABLES)
def test_what_a_seat_gets_does_not_depend_on_what_it_may_not_know(table: tuple[str, int]) -> None:
    rng = random.Random(1)
    for p in visit(*table, seed=5):
        for seat in range(p.players):
            assert seen(p.imagine(seat, rng), seat) == seen(p, seat)
        redealt = p.imagine(0, rng).imagine(1, rng)
        assert seen(redealt, None) == seen(p, None)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_redeal_is_really_another_deal(players: int) -> None:
    """The test above would see nothing if nothing were dealt anew."""
    rng = random.Random(2)
    changed = sum(p.imagine(0, rng) != p for p in walk("respublica", players, seed=5))
    assert changed > 100
