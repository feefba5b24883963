"""The results of finished games, where VP came from, and the advice for the next game."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from heliopolis.games.tekhenu import BadAnswer, Session, from_snapshot, to_snapshot
from heliopolis.games.tekhenu.results import advise, result_of
from heliopolis.games.tekhenu.score_sheet import SCORINGS, rounds_in_order
from heliopolis.games.tekhenu.state_json import read_point, write_point
from heliopolis.text.catalogues import LANGUAGES, format_message
from tests.tekhenu.games import begin, play, whole_game

ROUNDS = 12


def explained(session: Session) -> bool:
    """Whether the sources of every automa add up to its VP, and none is unknown."""
    players = result_of(session)["players"]
    return all(sum(one["sources"].values()) == one["vp"] and "play" not in one["sources"] for one in players.values())


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_vp_by_source_add_up(seed: int) -> None:
    session = whole_game(seed, automas=1 + seed % 3)
    assert explained(session)
    assert {name: one["vp"] for name, one in result_of(session)["players"].items()} == {
        name: automa.vp for name, automa in session.board.automas.items()
    }


@pytest.mark.parametrize("seed", range(6))
def test_vp_by_source_add_up_with_corrections_and_changes_of_history(seed: int) -> None:
    rng = random.Random(seed)
    session = begin(seed, automas=2)
    for until in ("3.person.die", "7.person.die", "12.person.die"):
        play(session, rng, until)
        session.correct({"a1.vp": session.board.automas["a1"].vp + rng.randint(-3, 9)})
    session.correct_before(len(session.log) // 2, {"a2.vp": 33})
    play(session, rng)
    assert explained(session)
    assert result_of(session)["players"]["a1"]["sources"].get("corrections") is not None


def test_a_correction_is_a_source_of_its_own() -> None:
    session = begin(1)
    session.correct({"a1.vp": 17})
    play(session, random.Random(1))
    assert result_of(session)["players"]["a1"]["sources"]["corrections"] == 7


def test_vp_for_the_cultist_are_a_source() -> None:
    session = begin(1)
    session.use_cultist(2)
    play(session, random.Random(1))
    assert result_of(session)["players"]["a1"]["sources"]["cultists"] == 2
    assert explained(session)


def test_every_kind_of_source_occurs() -> None:
    found: set[str] = set()
    for seed in range(ROUNDS):
        for one in result_of(whole_game(seed, 3))["players"].values():
            found |= set(one["sources"])
    assert {"start", "ra", "hathor", "rewards", "production", "districts", "pillars", "order"} <= found


def test_a_result_says_how_the_game_was_played() -> None:
    session = begin(3, automas=2, difficulty=3, expansion=False)
    play(session, random.Random(3), "end.vp")
    best = max(automa.vp for automa in session.board.automas.values())
    session.answer(best + 5)
    result = result_of(session)
    assert (result["automas"], result["difficulty"], result["time_of_seth"]) == (2, 3, False)
    assert (result["person_vp"], result["margin"], result["winners"]) == (best + 5, 5, ["person"])
    assert result["settings"] == {}
    assert json.loads(json.dumps(result)) == result


def test_settings_that_differ_are_named() -> None:
    session = begin(3, settings={"statues_per_god": 2, "order_bonus": [5, 1]})
    play(session, random.Random(3))
    settings = result_of(session)["settings"]
    assert settings["statues_per_god"] == 2
    assert settings["order_bonus"]["2"] == [5, 1]
    assert set(settings) == {"statues_per_god", "order_bonus"}


def test_without_the_persons_vp_there_is_no_margin() -> None:
    session = play(begin(2), random.Random(2), "end.vp")
    session.answer(None)
    result = result_of(session)
    assert result["person_vp"] is result["margin"] is result["winners"] is None


def test_a_game_that_is_not_over_has_no_result() -> None:
    with pytest.raises(BadAnswer, match="not over"):
        result_of(begin(1))


def test_a_snapshot_has_the_same_result() -> None:
    session = whole_game(5, 3)
    assert result_of(from_snapshot(json.loads(json.dumps(to_snapshot(session))))) == result_of(session)


def test_vp_that_an_older_version_did_not_explain_are_turns() -> None:
    session = whole_game(5)
    state = write_point(session.now)
    state["sheets"] = [row for row in state["sheets"] if row[0] in SCORINGS]
    old = Session(5, read_point(5, json.loads(json.dumps(state))))
    sources, vp = (result_of(old)["players"]["a1"][name] for name in ("sources", "vp"))
    assert sum(sources.values()) == vp
    assert sources["play"] > 0


# ---- by round --------------------------------------------------------------------------------------------------------


def added_up(rounds: list[dict[str, Any]]) -> int:
    return sum(vp for one in rounds for vp in one["sources"].values())


def check_rounds(session: Session) -> None:
    """Check that VP by round and source add up to the VP by source, and so to the final VP, of every automa."""
    for one in result_of(session)["players"].values():
        times = [score["when"] for score in one["rounds"]]
        assert times == [when for when in rounds_in_order() if when in times]
        by_source: dict[str, int] = {}
        for score in one["rounds"]:
            for item, vp in score["sources"].items():
                by_source[item] = by_source.get(item, 0) + vp
        assert {item: vp for item, vp in by_source.items() if vp} == one["sources"]
        assert added_up(one["rounds"]) == one["vp"]


@pytest.mark.parametrize("seed", range(6))
def test_vp_by_round_add_up(seed: int) -> None:
    session = whole_game(seed, automas=1 + seed % 3)
    check_rounds(session)
    for one in result_of(session)["players"].values():
        assert "play" not in [score["when"] for score in one["rounds"]], "every round is known"


def test_vp_by_round_add_up_after_undo_corrections_and_changes() -> None:
    rng = random.Random(4)
    session = begin(4, automas=2)
    play(session, rng, "6.person.die")
    session.correct({"a1.vp": session.board.automas["a1"].vp + 5})
    session.undo()
    session.correct({"a2.vp": session.board.automas["a2"].vp - 3})
    play(session, rng, "11.person.die")
    session.correct_before(len(session.log) // 2, {"a2.vp": 33})
    play(session, rng)
    check_rounds(session)
    assert not any("corrections" in one["sources"] for one in result_of(session)["players"]["a1"]["rounds"])


def test_a_correction_belongs_to_its_round() -> None:
    rng = random.Random(2)
    session = play(begin(2), rng, "5.person.die")
    session.correct({"a1.vp": session.board.automas["a1"].vp + 4})
    play(session, rng)
    rounds = {one["when"]: one["sources"] for one in result_of(session)["players"]["a1"]["rounds"]}
    assert rounds["round 5"]["corrections"] == 4


def test_turns_of_an_older_version_have_no_round() -> None:
    session = play(begin(5), random.Random(5), "9.person.die")
    state = json.loads(json.dumps(write_point(session.now)))
    state["sheets"] = merge_rounds(state["sheets"])
    old = play(Session(5, read_point(5, state)), random.Random(5))
    check_rounds(old)
    times = [one["when"] for one in result_of(old)["players"]["a1"]["rounds"]]
    assert times[:3] == ["start", "play", "8"]
    assert "round 9" in times or "round 10" in times


def merge_rounds(sheets: list[list[Any]]) -> list[list[Any]]:
    """The rows as the version before wrote them: without rounds."""
    found: dict[tuple[str, str, str], int] = {}
    for when, item, name, vp in sheets:
        place = (when if when in SCORINGS else "play", item, name)
        found[place] = found.get(place, 0) + vp
    return [[*place, vp] for place, vp in found.items()]


def finished(person_vp: int | None = 90) -> Session:
    session = play(begin(3), random.Random(3), "end.vp")
    session.answer(person_vp)
    return session


def test_the_person_may_say_what_the_scorings_gave_them() -> None:
    session = finished()
    assert result_of(session)["person_rounds"] == [{"when": "play", "sources": {"play": 90}}]
    session.enter_scores({"8": 20, "end": 16})
    assert result_of(session)["person_rounds"] == [
        {"when": "play", "sources": {"play": 54}},
        {"when": "8", "sources": {"scoring": 20}},
        {"when": "end", "sources": {"scoring": 16}},
    ]
    assert session.over
    prompt = session.scores_prompt
    assert prompt is not None
    assert [field.default for field in prompt.fields] == [20, None, 16]
    again = from_snapshot(json.loads(json.dumps(to_snapshot(session))))
    assert result_of(again) == result_of(session) == result_of(Session.from_json(session.to_json()))
    session.undo()
    assert result_of(session)["person_rounds"] == [{"when": "play", "sources": {"play": 90}}]


def test_the_persons_scorings_fit_their_vp() -> None:
    session = finished(30)
    with pytest.raises(BadAnswer, match="more than your 30 VP"):
        session.enter_scores({"8": 20, "16": 11})
    session.enter_scores({"8": 20, "16": 10})
    session.change(len(session.log) - 2, 25)
    assert [entry.id for entry in session.dropped] == ["scores"]
    assert result_of(session)["person_rounds"] == [{"when": "play", "sources": {"play": 25}}]


def test_scorings_are_entered_after_the_game_only() -> None:
    for session in (begin(1), finished(None)):
        assert session.scores_prompt is None
        with pytest.raises(BadAnswer, match="once the game is over"):
            session.enter_scores({"8": 3})


# ---- advice ----------------------------------------------------------------------------------------------------------


def game(margin: int | None, difficulty: int = 1, automas: int = 1) -> dict[str, Any]:
    return {"margin": margin, "difficulty": difficulty, "automas": automas}


def text_of(results: list[dict[str, Any]]) -> str:
    advice = advise(results)
    assert advice is not None
    return format_message("en", advice["message"]["key"], advice["message"]["params"])


def test_three_wins_of_four_suggest_the_next_difficulty() -> None:
    assert text_of([game(20), game(-6), game(14), game(20)]) == (
        "You won 3 of your last 4 games against 1 automa at difficulty 1, 12 VP ahead on average: try difficulty 2."
    )


@pytest.mark.parametrize(
    ("results", "automas", "difficulty"),
    [
        ([game(5), game(-5)], 1, 1),  # as often won as lost
        ([game(40)], 1, 2),  # one game, but clear
        ([game(4)], 1, 1),  # one close game says little
        ([game(-4)], 1, 1),
        ([game(-30)], 1, 0),
        ([game(-9), game(-8), game(-20)], 1, 0),
        ([game(0), game(0)], 1, 1),  # shared victories
        ([game(20, 4), game(9, 4)], 2, 4),  # nothing harder but more automas
        ([game(20, 4, 3), game(9, 4, 3)], 3, 4),
        ([game(-20, 0, 2), game(-9, 0, 2)], 1, 0),
        ([game(-20, 0), game(-9, 0)], 1, 0),
        ([game(-3, 2), game(20), game(20)], 1, 2),  # the newest game's difficulty counts
        ([game(None, 3), game(20), game(20)], 1, 2),  # without VP a game says nothing
        ([game(20)] * 4 + [game(-50)] * 9, 1, 2),  # old games are forgotten
        ([game(20), game(20, automas=2), game(-20, automas=2)], 1, 2),  # other numbers of automas do not count
    ],
)
def test_advice(results: list[dict[str, Any]], automas: int, difficulty: int) -> None:
    advice = advise(results)
    assert advice is not None
    assert (advice["automas"], advice["difficulty"]) == (automas, difficulty)


def test_without_games_there_is_no_advice() -> None:
    assert advise([]) is None
    assert advise([game(None)]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_advice_has_its_words(language: str) -> None:
    for difficulty in range(5):
        for automas in (1, 2, 3):
            for margins in ([30], [-30], [0], [9, 9], [-9, -9], [5, -5]):
                advice = advise([game(margin, difficulty, automas) for margin in margins])
                assert advice is not None
                assert "{" not in format_message(language, advice["message"]["key"], advice["message"]["params"])
