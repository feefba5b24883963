"""Reviews: what every decision of a game was worth."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest

import heliopolis as hp
from heliopolis.review import Judge, Reviewing
from heliopolis.review.judging import JudgedDecision, JudgedMove
from heliopolis.review.labels import LOSSES, is_doubtful, label_of
from heliopolis.review.reviewing import moment_of
from tests.pig import import_pig

GAMES = hp.games()
PLAYERS = {"ra": 3, "priests": 2, "respublica": 3}


def last_part(game: str, moves: int, seed: int = 5) -> hp.Record:
    """Return the record of the last moves of a game, from a position of its own."""
    whole = hp.play_match(game, ["greedy"] * PLAYERS[game], seed=seed).record
    *_, (_, _, start) = [step for step, _ in zip(whole.steps(), whole.moves[:-moves], strict=False)]
    position = hp.game(game).from_json(start.to_json())
    return hp.Record(game, position.to_json(), whole.moves[-moves:], result=whole.result, rules=whole.rules)


@cache
def reviewed(game: str) -> hp.Review:
    return hp.review(last_part(game, 12), bot="search:20")


# ---- every game --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_a_moment_with_the_move_that_was_made(game: str) -> None:
    record = last_part(game, 12)
    moments = reviewed(game).moments
    assert [moment.number for moment in moments] == list(range(12))
    for moment, (seat, text, _) in zip(moments, record.steps(), strict=True):
        assert moment.seat == seat
        assert text == moment.move or text.startswith(moment.move + " ")
        assert moment.best == moment.options[0].move
        assert moment.move in [option.move for option in moment.options]


@pytest.mark.parametrize("game", GAMES)
def test_chances_add_up_to_one_everywhere(game: str) -> None:
    review = reviewed(game)
    for moment in review.moments:
        for chances in (moment.win, moment.after, *(option.win for option in moment.options)):
            assert len(chances) == review.players
            assert sum(chances) == pytest.approx(1)
            assert min(chances) >= 0


@pytest.mark.parametrize("game", GAMES)
def test_the_loss_is_what_the_move_gives_away(game: str) -> None:
    for moment in reviewed(game).moments:
        assert moment.loss == pytest.approx(moment.win[moment.seat] - moment.after[moment.seat])
        assert moment.loss >= 0
        if moment.label in LOSSES:
            assert moment.loss >= LOSSES[moment.label]
            assert moment.loss > moment.error
        if moment.label == "best":
            assert moment.move == moment.best
            assert moment.loss == 0


@pytest.mark.parametrize("game", GAMES)
def test_luck_and_decisions_together_are_the_result(game: str) -> None:
    review = reviewed(game)
    assert review.last is not None
    for seat in range(review.players):
        parts = review.luck[seat] + review.skill[seat] + review.others[seat]
        assert parts == pytest.approx(review.last[seat] - review.moments[0].win[seat])
        assert review.skill[seat] <= 0
    assert sum(review.luck) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("game", GAMES)
def test_a_review_survives_as_json(game: str) -> None:
    data = json.loads(json.dumps(reviewed(game).to_json()))
    again = hp.Review.from_json(data)
    assert again.to_json() == data
    assert [moment.label for moment in again.moments] == [moment.label for moment in reviewed(game).moments]


@pytest.mark.parametrize("game", GAMES)
def test_a_review_that_was_interrupted_is_finished_the_same(game: str) -> None:
    begun = Reviewing(last_part(game, 12), "search:20")
    while len(begun.review.moments) < 5:
        assert begun.step()
    stored = hp.Review.from_json(json.loads(json.dumps(begun.review.to_json())))
    assert not stored.complete
    resumed = Reviewing(last_part(game, 12), "search:20", so_far=stored)
    assert resumed.finish().to_json() == reviewed(game).to_json()
    assert not resumed.step()


def test_an_unfinished_game_has_no_result() -> None:
    position = hp.game("ra").start(players=3, seed=1)
    for _ in range(3):
        position.play("draw" if "draw" in position.legal() else position.legal()[0])
    review = hp.review(position.record, bot="plain:20")
    assert (review.result, review.winners, review.last) == (None, [], None)
    assert sum(review.luck) == pytest.approx(0, abs=1e-5)


def test_a_game_of_ones_own_can_be_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    pig = hp.Game("pig", import_pig(monkeypatch))
    hp.register(pig)
    review = hp.review(hp.play_match(pig, ["greedy", "random"], seed=2).record, bot="search:50")
    assert {moment.seat for moment in review.moments} == {0, 1}
    assert all(moment.why == [] for moment in review.moments)


# ---- secrets -----------------------------------------------------------------------------------------------------


def test_decisions_are_judged_by_what_the_seat_knew() -> None:
    """Hands that are dealt again, where the seat cannot know them, change nothing."""
    game = hp.game("respublica")
    position, rng = game.start(players=4, seed=3), random.Random(3)
    for _ in range(30):
        position.play(position.suggest(rng))
    seat = position.to_act
    assert seat is not None
    other = position.imagine(seat, random.Random(8))
    assert other != position
    judgements = [
        Judge(game, "search:20").judge(one.imagine(seat, random.Random(1)), random.Random(2))
        for one in (position, other)
    ]
    assert judgements[0] == judgements[1]


# ---- labels ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loss", "error", "stake", "label"),
    [
        (0.02, 0.0, 0.1, "good"),
        (0.03, 0.0, 0.1, "inaccuracy"),
        (0.08, 0.01, 0.2, "mistake"),
        (0.15, 0.01, 0.2, "blunder"),
        (0.09, 0.05, 0.2, "good"),  # within its own error
        (0.05, 0.0, 0.6, "good"),  # little of what was at stake
    ],
)
def test_labels(loss: float, error: float, stake: float, label: str) -> None:
    assert label_of(loss, error, stake) == label


def test_what_may_deserve_a_label_is_searched_longer() -> None:
    assert is_doubtful(0.07, 0.01)
    assert is_doubtful(0.02, 0.01)
    assert not is_doubtful(0.01, 0.005)
    assert not is_doubtful(0.08, 0.0)  # solved
    assert not is_doubtful(0.4, 0.01)  # obvious


def test_the_only_good_move_is_marked() -> None:
    position = hp.game("ra").start(players=2, seed=1)

    def moment(second: float) -> hp.Moment:
        options = [
            JudgedMove("draw", 0, 9, [0.6, 0.4], [0.0, 0.0]),
            JudgedMove("invoke", 1, 9, [second, 1 - second], [0.0, 0.0]),
        ]
        return moment_of(0, position, JudgedDecision(0, options), "draw")

    assert (moment(0.5).label, moment(0.5).only) == ("best", True)
    assert (moment(0.55).label, moment(0.55).only) == ("best", False)


def test_doubtful_options_get_more_simulations_and_others_do_not() -> None:
    moments = reviewed("ra").moments
    visits = [option.visits for moment in moments for option in moment.options]
    assert max(visits) > min(visits)


# ---- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["greedy", "random", "search:50ms", "beginner"])
def test_a_review_needs_a_bot_that_searches(bot: str) -> None:
    with pytest.raises(hp.InvalidSetup, match="needs a bot that searches"):
        hp.review(last_part("ra", 2), bot=bot)


@pytest.mark.parametrize("bot", ["hard", "expert", "net", "plain:20"])
def test_levels_and_nets_judge_too(bot: str) -> None:
    assert hp.review(last_part("ra", 2), bot=bot).complete


@pytest.mark.parametrize("bot", ["search:20", "plain:20"])
def test_the_last_decision_is_solved_whoever_judges(bot: str) -> None:
    last = hp.review(last_part("ra", 1), bot=bot).moments[-1]
    assert last.error == 0
    assert [option.visits for option in last.options] == [0] * len(last.options)


def test_what_is_no_review_is_refused_in_one_sentence() -> None:
    good = reviewed("ra").to_json()
    broken: list[object] = [None, [], {}, good | {"players": "x"}, good | {"moments": [{"label": "best"}]}]
    for wrong in broken:
        with pytest.raises(hp.InvalidRecord, match="is not a review"):
            hp.Review.from_json(wrong)
