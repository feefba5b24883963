"""What is played at a table: a dealt game, or a Tekhenu session. Both know nothing of seats, people or storage."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError, IllegalMove
from heliopolis.games.tekhenu import BadAnswer, Session, from_snapshot, to_snapshot
from heliopolis.games.tekhenu import view as view_session
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.problems import Problem

if TYPE_CHECKING:
    from heliopolis.core.position import Position

TEKHENU = "tekhenu"
CHANCE = -1  # as in the kernel, which nothing here loads before it is needed
NAMED = 200  # legal moves that an error names at most
OPERATIONS = 2000  # of a session at most; a game takes a few hundred


class Dealt:
    """Ra, Priests of Ra or Res Publica; the table's deal decides where chance does."""

    slow: ClassVar[bool] = False

    def __init__(self, position: Position, deal: Deal, drawn: int = 0) -> None:
        self.position = position
        self.deal = deal
        self.drawn = drawn  # outcomes of chance so far

    @classmethod
    def start(cls, game: str, players: int, deal: Deal) -> Dealt:
        from heliopolis.core.registry import game as game_of

        return cls(game_of(game).start(players=players, seed=deal.setup, dealer=None), deal)

    @classmethod
    def load(cls, game: str, data: JSON, deal: Deal) -> Dealt:
        from heliopolis.core.registry import game as game_of

        return cls(game_of(game).from_json(data["position"]), deal, data["drawn"])

    def to_json(self) -> JSON:
        return {"position": self.position.to_json(), "drawn": self.drawn}

    def copy(self) -> Dealt:
        return Dealt(self.position.copy(), self.deal, self.drawn)

    @property
    def to_act(self) -> int | None:
        return self.position.to_act

    @property
    def over(self) -> bool:
        return self.position.over

    def try_move(self, move: str) -> JSON:
        """What making a move leads to, as the log has it; nothing changes here."""
        trial = self.copy()
        try:
            trial.position.play(move)
        except IllegalMove:
            raise Problem("move.illegal", move=move, legal=self.position.legal()[:NAMED]) from None
        outcomes = []
        while trial.position.to_act == CHANCE:
            outcomes.append(self.deal.outcome(trial.drawn, trial.position.chances()))
            trial.position.play(outcomes[-1])
            trial.drawn += 1
        done: JSON = {"move": move, "outcomes": outcomes, "told": self.tell(move, outcomes, trial)}
        disclosure = self.position.game.disclosure
        if disclosure is not None:
            given = disclosure.gifts_of(self.position.to_json(), move, trial.position.to_json())
            done |= {} if given is None else {"given": given}
        return done

    def tell(self, move: str, outcomes: list[str], after: Dealt) -> list[JSON]:
        """The move and what followed from it, as messages that everybody may hear."""
        seat = self.position.to_act
        assert seat is not None
        before, then = self.position.known_facts(None), after.position.known_facts(None)
        return list(self.position.game.story.messages(before, seat, move, outcomes, then))

    def make(self, done: JSON) -> None:
        """What the log says, done again."""
        self.position.play(done["move"])
        for outcome in done["outcomes"]:
            self.position.play(outcome)
        self.drawn += len(done["outcomes"])

    def tells_something_new(self, done: JSON) -> bool:
        """Whether a move led to something that could not be known before, by him or by the others."""
        disclosure = self.position.game.disclosure
        return (
            bool(done["outcomes"])
            or "given" in done
            or (disclosure is not None and disclosure.reveals_hand(done["move"]))
        )

    def view(self, seat: int | None) -> JSON:
        return self.position.view(seat)

    def scores(self) -> list[int] | None:
        return self.position.scores() if self.over else None

    def winners(self) -> list[int] | None:
        return self.position.winners() if self.over else None


class Companion:
    """A Tekhenu session: one person, who may take back whatever he entered."""

    slow: ClassVar[bool] = True  # an operation may enter the whole game again: that is nothing for the event loop

    def __init__(self, session: Session) -> None:
        self.session = session

    @classmethod
    def start(cls, deal: Deal) -> Companion:
        return cls(Session(deal.setup))

    @classmethod
    def load(cls, data: JSON) -> Companion:
        return cls(from_snapshot(data))

    def to_json(self) -> JSON:
        return to_snapshot(self.session)

    def copy(self) -> Companion:
        return Companion(self.session.copy())

    @property
    def to_act(self) -> int | None:
        return None if self.over else 0

    @property
    def over(self) -> bool:
        return self.session.over

    def make(self, done: JSON) -> None:
        """Do an operation; one that does not fit is a Problem."""
        what, *arguments = done["operation"]
        calls: dict[str, Callable[..., None]] = {
            "answer": lambda _prompt, value: self.session.answer(value),
            "correction": self.session.correct,
            "change": self.session.change,
            "correct_before": self.session.correct_before,
            "remove": self.session.remove,
            "undo": self.session.undo,
            "redo": self.session.redo,
        }
        try:
            calls[what](*arguments)
        except BadAnswer as error:
            raise Problem(error.message.key, **error.message.params) from None
        except HeliopolisError:
            raise Problem("request.malformed", where="operation") from None

    def view(self, seat: int | None) -> JSON:
        return view_session(self.session)

    def scores(self) -> list[int] | None:
        return [automa.vp for automa in self.session.board.automas.values()] if self.over else None

    def winners(self) -> list[int] | None:
        return None  # the person's own points are on his table


SHAPES: dict[str, tuple[type, ...]] = {
    "answer": (str, object),
    "correction": (dict,),
    "change": (int, object),
    "correct_before": (int, dict),
    "remove": (int,),
    "undo": (),
    "redo": (),
}


def check_operation(session: Session, operation: Any) -> list[Any]:
    """An operation of a session, and if it is an answer one to the open question; whether it fits is seen when done."""
    if not isinstance(operation, list) or not operation or not isinstance(operation[0], str):
        raise Problem("request.malformed", where="operation")
    if operation[0] not in SHAPES:
        raise Problem("request.malformed", where="operation")
    what, *arguments = operation
    shape = SHAPES[what]
    if len(arguments) != len(shape) or not all(map(isinstance, arguments, shape)):
        raise Problem("request.malformed", where="operation")
    if what == "answer" and session.prompt is not None and session.prompt.id != arguments[0]:
        raise Problem("tekhenu.bad.prompt", asked=session.prompt.id, given=arguments[0])
    if len(session.operations) >= OPERATIONS:
        raise Problem("table.long", most=OPERATIONS)
    return operation


def enters_again(entry: JSON) -> bool:
    """Whether an entry of the log made a session enter much of its game again."""
    return entry["kind"] == "operation" and entry["operation"][0] in ("change", "correct_before", "remove")


Match = Dealt | Companion
