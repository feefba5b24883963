"""The reviews that this process works on, and the order of their steps. Nothing here waits or reads.

A step judges one decision and takes at most about a tenth of a second, so that nobody waits behind a whole review. As
with the turns of bots, addresses have accounts of the time that was spent for them, and in each address the owners: the
smallest account comes next. The reviews of one owner come one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from heliopolis.core.errors import HeliopolisError
from heliopolis.server.runtime.turn_queue import MAX_ACCOUNTS, Accounts
from heliopolis.server.storage.reviews import DONE, FAILED, WAITING

if TYPE_CHECKING:
    from heliopolis.core.checks import JSON
    from heliopolis.core.record import Record
    from heliopolis.review.moments import Review
    from heliopolis.review.reviewing import Reviewing

EXPECTED_SECONDS = 0.05  # of a step


class ActiveReview:
    """A review that is being made; `advance` is called in a thread, one call at a time."""

    def __init__(
        self,
        review_id: str,
        make_record: Callable[[], Record],
        so_far: JSON | None,
        owner: str,
        origin: str,
        asked: float,
    ) -> None:
        self.id = review_id
        self.owner = owner
        self.origin = origin
        self.asked = asked
        self.state = WAITING
        self.review: Review | None = None  # what is judged so far; it is replaced, never changed
        self._make_record = make_record
        self._so_far = so_far
        self._reviewing: Reviewing | None = None

    @property
    def moments(self) -> int:
        """The number of decisions that are judged."""
        return 0 if self.review is None else len(self.review.moments)

    @property
    def can_go_on(self) -> bool:
        """Whether a step can be made now: what it needs may still be compiled by other processes."""
        if self.state != WAITING or self._reviewing is None or self._reviewing.piece is None:
            return self.state == WAITING
        from heliopolis.core.registry import game

        return bool(self._reviewing.piece.is_usable(game(self._reviewing.record.game)))

    def advance(self) -> None:
        """Make one step; the first one replays the game. Whatever cannot be judged has failed."""
        try:
            if self._reviewing is None:
                self._reviewing = self._begin()
                more = True
            else:
                more = self._reviewing.step()
        except HeliopolisError:  # played by older rules, or for a game that cannot be judged
            self.state = FAILED
            return
        except Exception:
            self.state = FAILED
            raise
        self.review = self._reviewing.review
        if not more or self.review.complete:
            self.state = DONE

    def _begin(self) -> Reviewing:
        from heliopolis.review.reviewing import Reviewing

        return Reviewing(self._make_record(), so_far=read_review(self._so_far))


def read_review(data: JSON | None) -> Review | None:
    """Return what was judged before; None where that cannot be used any more, so that all is judged again."""
    from heliopolis.review.judging import DEFAULT_BOT
    from heliopolis.review.moments import Review

    try:
        found = None if data is None else Review.from_json(data)
    except HeliopolisError:  # another version may have stored anything
        return None
    return found if found is not None and found.bot == DEFAULT_BOT else None


class ReviewQueue:
    """The reviews that this process has claimed."""

    def __init__(self) -> None:
        self.ended: Callable[[ActiveReview], None] = lambda _: None  # is called when a review is done or failed
        self._active: dict[str, ActiveReview] = {}
        self._under_way: set[str] = set()
        self._origins = Accounts()
        self._owners: dict[str, Accounts] = {}  # by origin

    def __len__(self) -> int:
        return len(self._active)

    def __contains__(self, review_id: str) -> bool:
        return review_id in self._active

    @property
    def ids(self) -> list[str]:
        return list(self._active)

    def find(self, review_id: str) -> ActiveReview | None:
        """Return a review that this process works on."""
        return self._active.get(review_id)

    def put(self, review: ActiveReview) -> None:
        self._active[review.id] = review

    def discard(self, review_id: str) -> None:
        """Forget a review; a step of it that is under way is of no use."""
        self._active.pop(review_id, None)

    def take(self) -> ActiveReview | None:
        """Return the review whose step is next; it is under way until `stepped` is called."""
        waiting = [one for one in self._active.values() if one.id not in self._under_way and one.can_go_on]
        if not waiting:
            return None
        review = min(waiting, key=self._rank)
        self._under_way.add(review.id)
        self._origins.serve(review.origin, EXPECTED_SECONDS)
        self._owners_at(review.origin).serve(review.owner, EXPECTED_SECONDS)
        return review

    def _rank(self, review: ActiveReview) -> tuple[float, float, float, str]:
        owners = self._owners.get(review.origin)
        own = 0.0 if owners is None else owners.of(review.owner)
        return self._origins.of(review.origin), own, review.asked, review.id

    def _owners_at(self, origin: str) -> Accounts:
        if len(self._owners) > MAX_ACCOUNTS:
            self._owners = {one: accounts for one, accounts in self._owners.items() if one in self._origins}
        return self._owners.setdefault(origin, Accounts())

    def stepped(self, review: ActiveReview, seconds: float) -> None:
        """Charge the time that a step really took, and say if the review has ended by it."""
        self._under_way.discard(review.id)
        self._origins.charge(review.origin, seconds - EXPECTED_SECONDS)
        self._owners_at(review.origin).charge(review.owner, seconds - EXPECTED_SECONDS)
        if review.state != WAITING and self._active.get(review.id) is review:
            self.ended(review)
