"""Reasons in whole games: one to three for every decision, in every language, with true numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.core.checks import JSON
from heliopolis.games.priests import reasons as priests_reasons
from heliopolis.games.ra import reasons as ra_reasons
from heliopolis.text.catalogues import LANGUAGES, catalogue
from heliopolis.text.message_json import MessageJSON
from heliopolis.text.narration import Narrator
from tests.walks import TABLES, walk

REASONS: dict[str, ModuleType] = {"ra": ra_reasons, "priests": priests_reasons}
SUN_TABLES = [table for table in TABLES if table[0] in REASONS]
SCORED_LAST = {"monument", "pyramid", "chamber", "ankh"}
NAMES = ["Ada", "Kenna", "Nefru", "Tiye", "Senbi"]


def decisions(name: str, players: int, seed: int) -> Iterator[tuple[hp.Position, str, str, list[MessageJSON]]]:
    """Yield the decisions of a game with two of their moves and the reasons for the first."""
    rng = random.Random(seed)
    for p in walk(name, players, seed):
        if not p.over and len(p.legal()) > 1:
            best, other = rng.sample(p.legal(), 2)
            yield p, best, other, REASONS[name].reasons(p, p.to_act, best, other)


@pytest.mark.parametrize("table", SUN_TABLES)
def test_every_decision_has_reasons_in_every_language(table: tuple[str, int]) -> None:
    for p, best, other, found in decisions(*table, seed=11):
        assert 1 <= len(found) <= 3, (best, other)
        assert len({message["key"] for message in found}) == len(found)
        for message in found:
            assert message["key"].startswith("sun.reason.")
            assert message["params"]["seat"] == p.to_act
            for language in LANGUAGES:
                for you in (p.to_act, message["params"].get("partner"), None):
                    text = Narrator(language, NAMES, you=you).render(message)
                    assert text.endswith(".")
                    assert "{" not in text


def test_reasons_do_not_change_the_position() -> None:
    for p, best, other, found in decisions("ra", 3, seed=12):
        before = p.copy()
        assert REASONS["ra"].reasons(p, p.to_act, best, other) == found
        assert p == before


@pytest.mark.parametrize("table", SUN_TABLES)
def test_what_is_said_of_suns_track_and_pile_is_true(table: tuple[str, int]) -> None:
    for p, _, _, found in decisions(*table, seed=13):
        assert isinstance(p.to_act, int)
        view = p.view(p.to_act)
        for message in found:
            check = CHECKS.get(message["key"].removeprefix("sun.reason."))
            assert check is None or check(view, p.to_act, message["params"]), (message, view)


def suns_of_others(view: JSON, seat: int) -> list[int]:
    return [sun for other, display in enumerate(view["seats"]) if other != seat for sun in display["suns"]["up"]]


def suns_to_come(view: JSON) -> list[int]:
    """Return the suns of those who are asked after the seat to act."""
    return [sun for bidder in view["bidding"] if bidder["state"] == "can" for sun in bidder["suns"]]


def ra_left(view: JSON) -> int:
    left: int = view["track_length"] - view["ra_track"]
    return left


CHECKS: dict[str, Any] = {
    "alone": lambda view, seat, _: not suns_of_others(view, seat),
    "no_rivals": lambda view, seat, _: not suns_of_others(view, seat),
    "safe": lambda view, _, params: max([0, *suns_to_come(view)]) < params["sun"],
    "enough": lambda view, _, params: max([0, *suns_to_come(view)]) < params["sun"],
    "only_higher": lambda view, _, params: (
        [sun for sun in suns_to_come(view) if sun > params["sun"]] == [params["higher"]]
        and params["higher"] in view["seats"][params["partner"]]["suns"]["up"]
    ),
    "too_low": lambda view, _, params: (
        [sun for sun in suns_to_come(view) if sun > params["other"]] == [params["higher"]]
        and params["other"] < params["higher"] < params["sun"]
    ),
    "keep_highest": lambda view, seat, params: (
        params["sun"] in view["seats"][seat]["suns"]["up"] and params["sun"] > max(suns_of_others(view, seat))
    ),
    "highest": lambda view, seat, params: params["sun"] > max(suns_of_others(view, seat)),
    "last_sun": lambda view, seat, params: view["seats"][seat]["suns"]["up"] == [params["sun"]],
    "outbid": lambda view, seat, params: (
        params["number"] == sum(sun > params["sun"] for sun in suns_of_others(view, seat))
        and params["sun"] == max(view["seats"][seat]["suns"]["up"])
    ),
    "swap": lambda view, _, params: view["epoch"] < 3 and params["centre"] == view["centre"],
    "hurry": lambda view, seat, params: (
        params["number"] == ra_left(view) and params["suns"] == len(view["seats"][seat]["suns"]["up"])
    ),
    "time": lambda view, _, params: params["number"] == ra_left(view) > 1,
    "ra_ends": lambda view, _, params: (
        ra_left(view) == 1 and params["percent"] == round(100 * view["pile"]["ra"] / view["pile_left"])
    ),
    "next_disaster_costs": lambda view, _, params: params["percent"] == round(100 * view["odds"]["bad"]),
    "next_plague_costs": lambda view, _, params: params["percent"] == round(100 * view["odds"]["bad"]),
    "row_empty": lambda view, *_: view["row"] == [],
    "stays": lambda view, *_: view["auction"]["kind"] == "drawn" and view["auction"]["bidder"] is None,
    "goes": lambda view, _, params: view["auction"]["kind"] == "forced" and params["number"] == 8,
    "suns_left": lambda view, seat, params: (
        params["own"] == len(view["seats"][seat]["suns"]["up"])
        and params["others"] == len(suns_of_others(view, seat))
        and params["number"] == len(view["row"])
    ),
}


def test_every_check_is_of_a_message() -> None:
    assert {f"sun.reason.{key}" for key in CHECKS} <= set(catalogue("en"))


# ---- points ----------------------------------------------------------------------------------------------------------


def points_of(p: hp.Position, seat: int) -> tuple[int, int]:
    """Return what a seat would score if the epoch ended now, suns apart, and beside it if the game did."""
    points = p.view(None)["if_epoch_ended"][seat]
    at_end = p.game.from_json(p.to_json() | {"epoch": 3}).view(None)["if_epoch_ended"][seat]
    now = sum(number for category, number in points.items() if category != "sun")
    return now, sum(at_end[category] - points[category] for category in SCORED_LAST & set(points))


def after_taking_the_row(p: hp.Position, bid: str) -> hp.Position:
    """Return the position after a bid that nobody outbids; disasters take what is missed least."""
    then = p.without_history()
    then.play(bid)
    while then.to_json()["phase"] == "bid":
        then.play("pass")
    while then.to_json()["phase"] == "discard":
        played = then.view(then.to_act)["if_played"]
        then.play(max(then.legal(), key=lambda move: (played[move]["points"], played[move]["later"])))
    return then


def told_points(message: MessageJSON) -> tuple[int, int] | None:
    """Return the points of the row that a reason tells, now and later; None if it is about something else."""
    key, params = message["key"].removeprefix("sun.reason."), message["params"]
    if key in ("row", "row_only"):
        return params["points"], 0
    if key == "row_costs":
        return -params["points"], 0
    if key in ("row_later", "row_only_later"):
        return number(params["points"]), number(params["later"])
    return (0, 0) if key == "row_nothing" else None


def number(text: str) -> int:
    """Return a number that was written with its sign."""
    return int(text.replace("−", "-"))


@pytest.mark.parametrize("table", SUN_TABLES)
def test_the_row_is_worth_what_the_rules_give_for_it(table: tuple[str, int]) -> None:
    checked = 0
    for p, best, other, found in decisions(*table, seed=14):
        bid = best if best.startswith("bid") else other
        told = next(filter(None, map(told_points, found)), None)
        if told is None or not bid.startswith("bid"):
            continue
        then = after_taking_the_row(p, bid)
        if then.to_json()["epoch"] == p.to_json()["epoch"] and not then.over:
            before, after = points_of(p, p.to_act or 0), points_of(then, p.to_act or 0)
            assert told == (after[0] - before[0], after[1] - before[1])
            checked += 1
        for message in found:
            sources = message["params"].get("sources", [])
            assert not sources or sum(number(source["points"]) for source in sources) == sum(told)
    assert checked > 5
