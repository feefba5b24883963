"""How games of Ra and Priests of Ra end: who has won, by which tie-break, and where the fame came from."""

from __future__ import annotations

import pytest

import heliopolis as hp
from heliopolis.text.ending import course_of, describe_ending
from heliopolis.text.narration import Narrator
from tests.priests.test_rules import position as priests_position
from tests.ra.table import end_epoch
from tests.ra.table import position as ra_position

NAMES = ["Maat", "Tiye", "Nefru", "Senbi"]
POSITIONS = {"ra": ra_position, "priests": priests_position}


def said(p: hp.Position, language: str = "en", you: int | None = None) -> list[str | None]:
    """Who has won and why, in words."""
    ending = describe_ending(p, course_of(p.record))
    narrator = Narrator(language, NAMES[: p.players], you)
    reason = ending["reason"]
    return [narrator.render(ending["result"]), None if reason is None else narrator.render(reason)]


def ended(game: str, fame: list[int]) -> hp.Position:
    """A game whose last Ra comes when the players have this much fame; suns and tiles then change it as they do."""
    return end_epoch(POSITIONS[game](epoch=3, ra_track=8, fame=dict(enumerate(fame))))


# ---- who has won -----------------------------------------------------------------------------------------------------

# With four players the suns are 13-6-2, 12-7-3, 11-8-4, 10-9-5: totals 21, 22, 23, 24, so the last seat gains 5 and the
# first loses 5. In Ra everybody loses 5 for want of civilization.


@pytest.mark.parametrize("game", ["ra", "priests"])
def test_most_fame_wins(game: str) -> None:
    p = ended(game, [20, 40, 30, 30])
    assert p.winners() == [1]
    points, others = p.scores()[1], p.scores()[3]
    assert said(p)[0] == f"Tiye wins, {points} to {others}"
    assert said(p, you=1)[0] == f"You win, {points} to {others}"


@pytest.mark.parametrize("game", ["ra", "priests"])
def test_of_two_with_equal_fame_the_higher_sun_wins(game: str) -> None:
    p = ended(game, [20, 40, 40, 20])
    assert p.scores()[1] == p.scores()[2]
    assert p.winners() == [1]
    points = p.scores()[1]
    assert said(p) == ["Tiye wins", f"{points} each; Tiye holds the higher sun, 12"]
    assert said(p, you=1) == ["You win", f"{points} each; you hold the higher sun, 12"]
    assert said(p, "it") == ["Vince Tiye", f"{points} a testa; Tiye ha il sole più alto, 12"]
    assert said(p, "es", 1) == ["Has ganado", f"{points} cada uno; tienes el sol más alto, 12"]


@pytest.mark.parametrize("game", ["ra", "priests"])
def test_of_three_with_equal_fame_the_highest_sun_wins(game: str) -> None:
    p = ended(game, [45, 40, 40, 20])
    assert p.scores()[0] == p.scores()[1] == p.scores()[2]
    assert p.winners() == [0]
    assert said(p) == ["Maat wins", f"{p.scores()[0]} each; Maat holds the highest sun, 13"]


def test_a_tie_for_another_place_needs_no_tie_break() -> None:
    p = ended("ra", [20, 40, 15, 20])
    assert describe_ending(p, course_of(p.record))["places"] == [3, 1, 3, 2]
    assert "each" not in str(said(p))


def test_the_loser_of_a_tie_is_second_and_equal_losers_share_a_place() -> None:
    p = ended("ra", [25, 40, 40, 10])
    assert describe_ending(p, None)["places"] == [3, 1, 2, 4]
    p = ended("priests", [25, 40, 20, 10])
    assert p.scores() == [20, 40, 20, 15]
    assert describe_ending(p, None)["places"] == [2, 1, 2, 4]


def test_without_a_tie_the_reason_is_where_the_lead_came_from() -> None:
    tiles = {1: {"temple": 3, "nile": 2}, 2: {"flood": 1}, 3: {"flood": 1, "nile": 1}}
    p = end_epoch(ra_position(epoch=3, ra_track=8, fame={1: 30}, tiles=tiles))
    assert p.winners() == [1]
    assert said(p)[1] == "Monuments made the difference: +6 to 0"
    assert said(p, "it")[1] == "A fare la differenza: Monumenti, +6 a 0"
    assert said(p, "es")[1] == "Lo que marcó la diferencia: Monumentos, +6 a 0"


def test_a_game_that_cannot_be_replayed_still_names_the_winner_and_the_tie_break() -> None:
    ending = describe_ending(ended("ra", [20, 40, 40, 20]), None)
    assert ending["result"] == {"key": "ending.wins_tie", "params": {"seat": 1}}
    assert ending["reason"] == {"key": "sun.ending.higher_sun", "params": {"seat": 1, "points": 35, "sun": 12}}
    assert ending["account"] is None


# ---- where it came from ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["ra", "priests"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_points_of_all_epochs_add_up_to_the_score(game: str, players: int) -> None:
    record = hp.play_match(game, ["greedy"] * players, seed=players).record
    p = record.replay()
    account = describe_ending(p, course_of(record))["account"]
    assert account is not None
    assert [epoch["epoch"] for epoch in account["epochs"]] == [1, 2, 3]
    fame = account["begin"]
    assert fame == [10] * players
    for epoch in account["epochs"]:
        fame = [max(0, fame[seat] + sum(epoch["points"][seat].values())) for seat in range(players)]
        assert epoch["fame"] == fame
    assert fame == p.scores()


def test_what_scores_in_the_last_epoch_alone_is_not_among_the_others() -> None:
    for game, last in (("ra", {"monument", "sun"}), ("priests", {"pyramid", "chamber", "ankh", "sun"})):
        record = hp.play_match(game, ["greedy"] * 3, seed=1).record
        account = describe_ending(record.replay(), course_of(record))["account"]
        assert account is not None
        first, _, third = (set(epoch["points"][0]) for epoch in account["epochs"])
        assert third - first == last


def test_the_moment_to_play_on_from_is_the_first_of_the_last_epoch() -> None:
    record = hp.play_match("ra", ["greedy"] * 3, seed=1).record
    moves = describe_ending(record.replay(), course_of(record))["play_on"]
    assert moves is not None
    positions = [record.start_position(), *(p for _, _, p in record.steps())]
    assert positions[moves].to_json()["epoch"] == 3
    assert positions[moves - 1].to_json()["epoch"] == 2
