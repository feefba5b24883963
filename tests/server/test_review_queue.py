"""The order of the steps of reviews: in turn by address, then by owner, one at a time, and those that can go on."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from heliopolis.core.errors import InvalidRecord
from heliopolis.server.runtime.review_queue import ActiveReview, ReviewQueue
from heliopolis.server.storage.reviews import DONE, FAILED
from tests.server.quick_reviews import QuickReviewing, finished_record, quick_reviews

STEP = 0.05


def review(name: str, owner: str = "Ada", origin: str | None = None, asked: float = 0.0) -> ActiveReview:
    return ActiveReview(name, lambda: finished_record(left=4), None, owner, origin or f"home of {owner}", asked)


def queue_of(*reviews: ActiveReview) -> ReviewQueue:
    queue = ReviewQueue()
    for one in reviews:
        queue.put(one)
    return queue


def steps(queue: ReviewQueue, number: int, seconds: float = STEP) -> list[str]:
    """Return whose steps come next, if nothing ever ends."""
    found = []
    for _ in range(number):
        taken = queue.take()
        assert taken is not None
        queue.stepped(taken, seconds)
        found.append(taken.id)
    return found


def test_addresses_take_turns_however_many_reviews_they_have() -> None:
    many = [review(f"many {n}", "Eve", asked=-1.0) for n in range(5)]
    found = steps(queue_of(*many, review("one")), 10)
    assert Counter(found)["one"] == 5


def test_owners_at_one_address_take_turns() -> None:
    house = {"origin": "home"}
    found = steps(queue_of(*(review(f"{n}", "Eve", **house) for n in range(3)), review("Ada's", "Ada", **house)), 10)
    assert Counter(found)["Ada's"] == 5


def test_the_reviews_of_one_owner_come_one_after_the_other() -> None:
    first, second = review("first", asked=1.0), review("second", asked=2.0)
    assert steps(queue_of(second, first), 4) == ["first"] * 4


def test_who_took_longer_waits_longer() -> None:
    queue = queue_of(review("long", "Eve"), review("short", "Ada"))
    taken = [queue.take(), queue.take()]
    for one in taken:
        assert one is not None
        queue.stepped(one, 1.0 if one.id == "long" else STEP)
    assert steps(queue, 5) == ["short"] * 5


def test_one_step_of_a_review_at_a_time() -> None:
    queue = queue_of(review("one"))
    assert queue.take() is not None
    assert queue.take() is None


def test_a_review_that_ends_says_so_once_and_comes_no_more() -> None:
    ended: list[str] = []
    with quick_reviews():
        one = review("one")
        queue = queue_of(one)
        queue.ended = lambda found: ended.append(found.id)
        while (taken := queue.take()) is not None:
            taken.advance()
            queue.stepped(taken, STEP)
    assert (one.state, one.moments, ended) == (DONE, 4, ["one"])


def test_what_was_judged_before_is_not_judged_again() -> None:
    with quick_reviews(left=3) as quick:
        first = review("one")
        for _ in range(3):
            first.advance()
        assert first.review is not None
        again = ActiveReview("one", lambda: finished_record(left=4), first.review.to_json(), "Ada", "home", 0.0)
        quick.left = 10
        while again.state != DONE:
            again.advance()
        assert quick.judged == [0, 1, 2, 3]


@pytest.mark.parametrize("so_far", [{"moments": "nonsense"}, {}])
def test_what_another_version_has_saved_and_this_one_cannot_read_is_judged_again(so_far: Any) -> None:
    with quick_reviews():
        one = ActiveReview("one", lambda: finished_record(left=4), so_far, "Ada", "home", 0.0)
        while one.state != DONE:
            one.advance()
        assert one.moments == 4


def test_a_review_waits_for_what_is_compiled_elsewhere() -> None:
    with quick_reviews(left=0):
        queue = queue_of(review("one"))
        taken = queue.take()
        assert taken is not None
        taken.advance()
        queue.stepped(taken, STEP)
        assert queue.take() is None
        QuickReviewing.left = 1
        assert queue.take() is taken


def test_a_game_that_cannot_be_replayed_has_failed() -> None:
    def refuse() -> Any:
        raise InvalidRecord("It was played by other rules.")

    one = ActiveReview("one", refuse, None, "Ada", "home", 0.0)
    one.advance()
    assert (one.state, one.review) == (FAILED, None)


def test_a_mistake_of_ours_ends_the_review_too() -> None:
    def fail() -> Any:
        raise ZeroDivisionError

    one = ActiveReview("one", fail, None, "Ada", "home", 0.0)
    with pytest.raises(ZeroDivisionError):
        one.advance()
    assert one.state == FAILED
