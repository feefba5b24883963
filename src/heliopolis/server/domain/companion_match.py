"""A match of the Tekhenu companion: a session of one person, who may take back whatever they entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.games import tekhenu
from heliopolis.games.tekhenu import BadAnswer, Session
from heliopolis.games.tekhenu.screen import view as view_session
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.problems import Problem

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.kernel import Random

# A session against three automas takes about 65 answers, up to 140 if all is done by hand. All of them may be taken
# back and given again, and whoever has used up their corrections can still answer to the end.
MAX_OPERATIONS = 600  # in one session
MAX_CORRECTIONS = 400  # operations after which only answers are taken
MAX_TICKS = 4000  # a game has fewer than 1,200 steps; without ticks it can still be answered to the end
MAX_REPLAYS = 100  # operations that enter the game again, which may take a second each
REPLAYING = ("change", "correct_before", "remove")

OPEN_TASKS = ("moves", "done", "laid", "pending")  # what is still to be done at the table is no part of a record

SHAPES: dict[str, tuple[type, ...]] = {  # the operations and the types of their arguments
    "answer": (str, object),
    "correction": (dict,),
    "cultist": (int,),
    "scores": (dict,),
    "done": (list,),
    "change": (int, object),
    "correct_before": (int, dict),
    "remove": (int,),
    "undo": (),
    "redo": (),
}


class CompanionMatch:
    """A session that nobody changes: an operation is done in a copy."""

    slow: ClassVar[bool] = True  # an operation may enter the whole game again
    has_bots: ClassVar[bool] = False
    has_text_record: ClassVar[bool] = False
    entry_kinds: ClassVar[frozenset[str]] = frozenset({"operation"})
    rules_version: ClassVar[int] = tekhenu.RULES

    def __init__(self, session: Session, deal: Deal) -> None:
        self.session = session
        self.deal = deal

    @classmethod
    def start(cls, deal: Deal) -> CompanionMatch:
        return cls(Session(deal.setup_seed), deal)

    @classmethod
    def load(cls, data: JSON, deal: Deal) -> CompanionMatch:
        return cls(tekhenu.from_snapshot(data), deal)

    def to_json(self) -> JSON:
        return tekhenu.to_snapshot(self.session)

    @property
    def to_act(self) -> int | None:
        return None if self.over else 0

    @property
    def over(self) -> bool:
        return self.session.over

    @property
    def record_is_secret(self) -> bool:
        return not self.over

    # ---- playing ---------------------------------------------------------------------------------------------------

    def try_move(self, move: str) -> tuple[JSON, CompanionMatch]:
        raise Problem("game.other")

    def try_operation(self, operation: Any) -> tuple[JSON, CompanionMatch]:
        content = {"operation": check_operation(self.session, operation)}
        return content, self.apply(content)

    def apply(self, entry: JSON) -> CompanionMatch:
        """Return the match after an operation; Problem if it does not fit."""
        session = self.session.copy()
        what, *arguments = entry["operation"]
        operations: dict[str, Callable[..., None]] = {
            "answer": session.repeat_answer,  # `check_operation` lets only one to the open question into the log
            "correction": session.correct,
            "cultist": session.use_cultist,
            "scores": session.enter_scores,
            "done": session.tick,
            "change": session.change,
            "correct_before": session.correct_before,
            "remove": session.remove,
            "undo": session.undo,
            "redo": session.redo,
        }
        try:
            operations[what](*arguments)
            _ = session.state  # found now, and not by the first who looks: an undo may have to enter things again
        except BadAnswer as error:
            raise Problem(error.message.key, **error.message.params) from None
        except HeliopolisError:
            raise Problem("request.malformed", where="operation") from None
        return CompanionMatch(session, self.deal)

    def reveals_information(self, entry: JSON) -> bool:
        return False

    # ---- looking ---------------------------------------------------------------------------------------------------

    def imagine(self, seat: int, rng: Random) -> Position:
        raise Problem("game.other")

    def view(self, seat: int | None) -> JSON:
        return view_session(self.session)

    def picture(self, seat: int | None) -> str:
        raise Problem("picture.none")

    def scores(self) -> list[int] | None:
        return [automa.vp for automa in self.session.board.automas.values()] if self.over else None

    def winners(self) -> list[int] | None:
        return None  # the person's own points are on their physical board

    def record(
        self,
        moves: list[JSON],
        seats: tuple[str, ...],
        bots: tuple[str | None, ...],
        rules: int,
        practice: bool,
        deal: JSON | None,
    ) -> JSON:
        """Return all that was done in the session, the rules it began by, and the deal."""
        played = {key: value for key, value in self.session.to_json().items() if key not in OPEN_TASKS}
        return {**played, "rules": rules, "deal": deal}


def check_operation(session: Session, operation: Any) -> list[Any]:
    """Return an operation if it has the right form, and if it is an answer, one to the open question."""
    if not isinstance(operation, list) or not operation or not isinstance(operation[0], str):
        raise Problem("request.malformed", where="operation")
    if operation[0] not in SHAPES:
        raise Problem("request.malformed", where="operation")
    what, *arguments = operation
    shape = SHAPES[what]
    if len(arguments) != len(shape) or not all(map(isinstance, arguments, shape)):
        raise Problem("request.malformed", where="operation")
    if what == "answer":
        check_asked(session, arguments[0])
    check_session_length(session, what)
    return ["done", check_ticks(session, arguments[0])] if what == "done" else operation


def check_ticks(session: Session, done: list[Any]) -> list[int]:
    """Return the numbers of the steps that are done, in order and each once."""
    try:
        return list(session.tasks.tick(done).done)
    except BadAnswer as error:
        raise Problem(error.message.key, **error.message.params) from None


def check_asked(session: Session, given: str) -> None:
    """Refuse an answer to anything but the open question."""
    if session.prompt is None:
        raise Problem("tekhenu.bad.over")
    if session.prompt.id != given:
        raise Problem("tekhenu.bad.prompt", asked=session.prompt.id, given=given)


def check_session_length(session: Session, what: str) -> None:
    """Refuse an operation if the session has had as many as it may; ticks are counted by themselves."""
    if what == "done":
        if session.ticks >= MAX_TICKS:
            raise Problem("table.long", most=MAX_TICKS)
        return
    most = MAX_OPERATIONS if what == "answer" else MAX_CORRECTIONS
    if len(session.operations) >= most:
        raise Problem("table.long", most=most)
    if what in REPLAYING and sum(operation[0] in REPLAYING for operation in session.operations) >= MAX_REPLAYS:
        raise Problem("table.long", most=MAX_REPLAYS)


def replays_session(entry: JSON) -> bool:
    """Return whether an entry of the log made a session enter much of its game again."""
    return entry["kind"] == "operation" and entry["operation"][0] in REPLAYING
