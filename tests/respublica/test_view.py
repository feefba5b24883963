"""Res Publica: real views have just the keys and types that are declared for them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from typing_extensions import get_type_hints, is_typeddict

import heliopolis as hp
from heliopolis.core.checks import JSON
from heliopolis.games.respublica.types import ResPublicaFacts, ResPublicaView
from heliopolis.text.catalogues import format_message

RP = hp.game("respublica")


def mistakes(value: Any, declared: Any, where: str) -> Iterator[str]:
    """Return where a value differs from its declared type."""
    origin, args = get_origin(declared), get_args(declared)
    if is_typeddict(declared):
        yield from mistakes_of_keys(value, declared, where)
    elif origin is Literal:
        if value not in args:
            yield f"{where}: {value!r}"
    elif origin in (Union, UnionType):
        if all(any(True for _ in mistakes(value, option, where)) for option in args):
            yield f"{where}: {value!r}"
    elif origin is not None and not isinstance(value, origin):
        yield f"{where}: {value!r}"
    elif origin is list:
        for number, item in enumerate(value):
            yield from mistakes(item, args[0], f"{where}[{number}]")
    elif origin is dict:
        for key, item in value.items():
            yield from mistakes(key, args[0], f"{where} key")
            yield from mistakes(item, args[1], f"{where}.{key}")
    elif declared is not Any and type(value) is not declared:
        yield f"{where}: {value!r}"


def mistakes_of_keys(value: Any, declared: Any, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where}: {value!r}"
        return
    hints = get_type_hints(declared)
    if not declared.__required_keys__ <= value.keys() <= hints.keys():
        yield f"{where}: {sorted(declared.__required_keys__ ^ value.keys())}"
    for key in value.keys() & hints.keys():
        yield from mistakes(value[key], hints[key], f"{where}.{key}")


def positions(seed: int) -> Iterator[hp.Position]:
    """Return some positions of a random game, of every phase at least one."""
    rng, met = random.Random(seed), set()
    p = RP.start(players=3 + seed % 3, seed=seed, dealer=None)
    for _ in range(300):
        if p.to_json()["phase"] not in met or rng.random() < 0.05:
            met.add(p.to_json()["phase"])
            yield p
        p.play(rng.choice(list(p.chances()) if p.to_act == hp.CHANCE else accepting(p.legal())))
    assert met == {"trade", "answer", "accept", "give", "lay", "draw", "deal"}


def accepting(legal: list[str]) -> list[str]:
    """Accept wherever possible, so that gifts are met."""
    return [move for move in legal if move.startswith("accept")] or legal


@pytest.mark.parametrize("seed", range(3))
def test_views_are_as_they_are_declared(seed: int) -> None:
    for p in positions(seed):
        for seat in (*range(p.players), None):
            assert not list(mistakes(p.view(seat), ResPublicaView, "view"))
            assert not list(mistakes(p.known_facts(seat), ResPublicaFacts, "facts"))


def test_an_undeclared_key_and_a_wrong_type_are_found() -> None:
    view = RP.start(players=3, seed=1).view(0)
    assert list(mistakes(view | {"secret": 1}, ResPublicaView, "view"))
    assert list(mistakes(view | {"idle": "1"}, ResPublicaView, "view"))
    assert list(mistakes({key: view[key] for key in view if key != "idle"}, ResPublicaView, "view"))
    seats = [view["seats"][0] | {"hands": {}}, *view["seats"][1:]]
    assert list(mistakes(view | {"seats": seats}, ResPublicaView, "view"))


def test_a_seat_is_known_by_its_own_hand_or_by_what_others_know_of_it() -> None:
    seats = RP.start(players=3, seed=1).view(1)["seats"]
    assert [set(seat) & {"hand", "hand_points", "known", "at_least"} for seat in seats] == [
        {"known", "at_least"},
        {"hand", "hand_points"},
        {"known", "at_least"},
    ]


# ---- what accepting an answer costs, and what is lacking ----


def answered(*answers: str) -> JSON:
    """The view of seat 0, which holds two Greeks and a Roman and has asked for a wheel, before these answers."""
    data = RP.start(players=4, seed=1, dealer=None).to_json()
    given = {str(seat): answer for seat, answer in enumerate(answers, start=1)}
    silent = {str(seat): "nothing" for seat in range(1, 4)}
    data |= {"turn": 0, "to_act": 0, "phase": "accept", "announcement": {"mode": "ask", "phrase": "1 wheel"}}
    data["answers"] = silent | given
    hands: list[dict[str, int]] = [{"greek": 2, "roman": 1}, *[{"wheel": 1}] * 3]
    for seat, hand in zip(data["seats"], hands, strict=True):
        seat["hand"] = hand
    data["decks"] = {
        deck: {card: 12 - sum(hand.get(card, 0) for hand in hands) for card in cards}
        for deck, cards in data["decks"].items()
    }
    del data["known"]
    return RP.from_json(data).view(0)


def reasons(*answers: str) -> list[str]:
    why = answered(*answers)["why_not"]
    return [format_message("en", reason["key"], reason["params"]) for _, reason in sorted(why.items())]


def test_the_price_of_an_answer_is_what_the_seat_can_give_of_it() -> None:
    view = answered("1 greek or 1 babylonian", "1 people or 1 roman", "1 metallurgy")
    assert view["prices"] == {"1": "1 greek", "2": "1 people or 1 roman"}


def test_nobody_else_sees_prices() -> None:
    p = RP.start(players=3, seed=1)
    assert all(p.view(seat)["prices"] == {} for seat in (*range(3), None))


def test_a_price_that_cannot_be_paid_names_the_cards_that_are_lacking() -> None:
    assert reasons("1 metallurgy", "3 greek", "1 greek and 1 egyptian") == [
        "You hold no Metallurgy",
        "You hold only 2 Greeks",
        "You hold no Egyptians",
    ]


def test_of_alternatives_that_are_all_lacking_both_are_named() -> None:
    assert reasons("1 metallurgy or 1 egyptian", "3 greek or 1 egyptian") == [
        "You hold no Metallurgy and no Egyptians",
        "You cannot give 3 Greeks or 1 Egyptian",
    ]


def test_items_that_are_only_lacking_together_are_named_together() -> None:
    assert reasons("2 greek and 2 people") == ["You cannot give 2 Greeks and 2 people cards"]
