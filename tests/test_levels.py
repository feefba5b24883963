"""Levels: what they are, how they say it, and that the lower ones overlook things instead of blundering."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import fmean
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.arena.level_times import sample_positions
from heliopolis.bots import LEVELS
from heliopolis.bots.level import LEVELS_OF, NAMES

LOWER = ("beginner", "easy", "medium")


@pytest.mark.parametrize("name", hp.games())
def test_the_strongest_level_is_master_and_all_play(name: str) -> None:
    levels = hp.levels(name)
    assert [level.name for level in levels] == ["beginner", "easy", "medium", "hard", "expert", "master"]
    assert levels[-1].milliseconds == max(level.milliseconds for level in levels) <= 1000
    p = hp.game(name).start(players=3, seed=2)
    for level in levels[:-1]:
        assert hp.bot(level.name).name == level.name
        p.copy().play(hp.bot(level.name).choose(p, random.Random(1)))
        p.copy().play(hp.bot(level.bot).choose(p, random.Random(1)))


def test_every_game_of_the_package_has_levels_of_its_own() -> None:
    assert set(LEVELS_OF) == set(hp.games())
    assert tuple(LEVELS) == NAMES


@pytest.mark.parametrize("name", hp.games())
def test_levels_explain_themselves(name: str) -> None:
    """Levels give the analysis of their bot; one that compares nothing gives the move alone."""
    p = hp.game(name).start(players=3, seed=2)
    for level in hp.levels(name)[:-1]:
        bots: list[Any] = [hp.bot(spec) for spec in (level.name, level.bot)]
        analysis, of_bot = (bot.explain(p, random.Random(1)) for bot in bots)
        assert analysis == of_bot
        p.copy().play(analysis.move)
        assert bool(analysis.options) == (level.name not in LOWER)
        if not analysis.options:
            assert analysis == hp.Analysis(hp.bot(level.name).choose(p, random.Random(1)), [], [], [], 0)


def test_no_level_of_no_game() -> None:
    with pytest.raises(hp.UnknownName):
        hp.levels("chess")


# ---- what is overlooked ----------------------------------------------------------------------------------------------


def turn_suns_of_others(data: Any) -> bool:
    """On a turn, let the opponents have used all their suns."""
    for number, seat in enumerate(data["seats"]):
        if number != data["to_act"]:
            seat["suns"] = {"up": [], "down": sorted(seat["suns"]["up"] + seat["suns"]["down"], reverse=True)}
    return bool(data["phase"] == "turn")


def advance_track(data: Any) -> bool:
    """Let another Ra tile lie on the track."""
    data["ra_track"] += 1
    data["pile"]["ra"] -= 1
    return bool(data["phase"] == "turn" and data["ra_track"] < 8 and data["pile"]["ra"] >= 0)


def forget_cards(data: Any) -> bool:
    """Before an announcement, let nobody know cards of the others."""
    data["known"] = [[{} for _ in range(data["players"])] for _ in range(data["players"])]
    return bool(data["phase"] == "trade")


@pytest.mark.parametrize(
    ("name", "word", "change"),
    [("ra", "suns", turn_suns_of_others), ("ra", "track", advance_track), ("respublica", "memories", forget_cards)],
)
def test_what_is_overlooked_changes_no_move(name: str, word: str, change: Callable[[Any], bool]) -> None:
    """And it does change some move of a player who sees it."""
    careless, greedy, seen = hp.bot(f"careless:{word}"), hp.bot("greedy"), 0
    for p in islice(sample_positions(name), 300):
        data = p.to_json()
        if not change(data):
            continue
        other = hp.game(name).from_json(data)
        assert careless.choose(p, random.Random(1)) == careless.choose(other, random.Random(1))
        seen += greedy.choose(p, random.Random(1)) != greedy.choose(other, random.Random(1))
    assert seen > 0


@pytest.mark.parametrize("name", hp.games())
def test_careless_players_make_legal_moves_whatever_they_overlook(name: str) -> None:
    for word in (None, *hp.game(name).oversights):
        bot = hp.bot("careless" if word is None else f"careless:{word}")
        for p in islice(sample_positions(name), 40):
            p.copy().play(bot.choose(p, random.Random(1)))


def test_what_cannot_be_overlooked() -> None:
    p = hp.game("ra").start(players=3, seed=1)
    with pytest.raises(hp.InvalidSetup, match="Players of Ra may overlook suns, epochs, track, not 'plagues'"):
        hp.bot("careless:suns+plagues").choose(p, random.Random(1))


# ---- no obvious blunders ---------------------------------------------------------------------------------------------

MAX_BLUNDERS = 0.02  # of all decisions with a choice
BLUNDER = 0.15  # a chance of winning given away at once, as the net sees it
POSITIONS = 500


def losses(level: str, positions: list[hp.Position]) -> Iterator[float]:
    """Yield the chance of winning that each move of a level gives away beside the best one, as the net sees it."""
    judge: Any = hp.bot("net")
    for number, p in enumerate(positions):
        win = {option.move: option.win[p.to_act] for option in judge.explain(p, random.Random(1)).options}
        yield max(win.values()) - win[hp.bot(level).choose(p, random.Random(number))]


@pytest.mark.parametrize("name", ["ra", "priests"])
def test_the_lower_levels_lose_by_many_small_things_and_hardly_ever_at_once(name: str) -> None:
    positions = list(islice(sample_positions(name), POSITIONS))
    at_random = fmean(losses("random", positions))
    for level in LOWER:
        found = list(losses(level, positions))
        assert fmean(found) < at_random
        assert sum(loss > BLUNDER for loss in found) <= MAX_BLUNDERS * len(found), level
