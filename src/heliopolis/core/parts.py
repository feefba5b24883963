"""The typed contract of a game: which modules it consists of, and what each of them offers.

A game is a package with four facts (`TITLE`, `PLAYERS`, `SECRETS`, `RULES`) and the modules below. `check_game`
compares a package with this contract and reports everything that is missing, one sentence for each.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from heliopolis.core.checks import JSON
from heliopolis.core.errors import InvalidGame
from heliopolis.core.observations import MAX_OBSERVED
from heliopolis.kernel import Fields, Generator, IntArray, rule


class Rules(Protocol):
    """The position as a record, and what may be done in it. All functions but `describe_statistics` are `@rule`s."""

    POSITION: np.dtype[np.void]  # made by `record_type`; has at least the fields `players` and `to_act`
    ACTIONS: int  # number of actions; at most `MAX_ACTIONS`, since legal actions are a bit set
    OUTCOMES: int  # number of outcomes of chance
    MAX_DECISIONS: int  # upper bound of the decisions of a game
    STATISTICS: int  # length of the array that `count_statistics` adds to

    def prepare(self, p: Any, players: int) -> None:
        """Turn a blank record into a table before the set-up is dealt."""

    def setup_draws(self, players: int) -> int:
        """Return how many random draws the set-up takes."""

    def setup_weight(self, p: Any, number: int, outcome: int) -> int:
        """Return the weight of an outcome of a draw of the set-up: in how many ways it can come."""

    def apply_setup_draw(self, p: Any, number: int, outcome: int) -> None:
        """Apply a draw of the set-up; the last one leads to the first position."""

    def set_up(self, p: Any, players: int, generator: Generator) -> None:
        """Turn a blank record into a first position, dealt at random."""

    def legal(self, p: Any) -> int:
        """Return the legal actions of the seat to act as a bit set; 0 at a chance node and when the game is over."""

    def play(self, p: Any, action: int) -> None:
        """Apply a legal action of the seat to act."""

    def outcome_weight(self, p: Any, outcome: int) -> int:
        """Return the weight of an outcome of a chance node: in how many ways it can come."""

    def sample_outcome(self, p: Any, generator: Generator) -> int:
        """Return a random outcome of a chance node."""

    def apply_outcome(self, p: Any, outcome: int) -> None:
        """Apply an outcome of a chance node."""

    def score(self, p: Any, seat: int) -> int:
        """Return the points of a seat."""

    def winners(self, p: Any) -> int:
        """Return the winners of a finished game as a bit set."""

    def count_statistics(self, p: Any, action: int, counts: IntArray) -> None:
        """Add to the statistics what an action or an outcome is about to do."""

    def describe_statistics(self, counts: list[int], games: int) -> Sequence[JSON]:
        """Return the statistics of many games: messages, each with its `number`."""


class Notation(Protocol):
    """Moves, outcomes and the position as text and JSON."""

    ACTIONS: Sequence[str]  # the text of every action
    OUTCOMES: Sequence[str]  # the text of every outcome

    def to_json(self, fields: Fields) -> JSON:
        """Return the whole position, readable and exact."""

    def from_json(self, data: JSON, fields: Fields) -> None:
        """Read a position into blank fields; an error names the field that is wrong."""


class ComposedNotation(Notation, Protocol):
    """The notation of a game with `COMPOSED = True`, in which a move may take several decisions.

    Its record has two more fields: `steps`, the actions of the move so far, and `steps_len`, how many there are.
    """

    COMPOSED: bool  # True
    WHOLE_MOVES: Sequence[str]  # texts of actions that are complete moves

    def proposals(self, p: Any, fields: Fields) -> Iterable[str]:
        """Return sensible moves of several decisions; some may not be legal."""

    def steps_of(self, p: Any, fields: Fields, move: str) -> list[int] | None:
        """Return the actions that make up a move, or None if the text is not a move."""

    def move_text(self, p: Any, fields: Fields, steps: list[int]) -> str:
        """Return the text of the move that these actions make up."""

    def unfinished(self, data: JSON, p: Any) -> list[int]:
        """Return the actions of the unfinished move in a position read from JSON."""


class View(Protocol):
    """What a seat may know, as JSON for people and as features for nets. `imagine` and `observe` are `@rule`s."""

    OBSERVATION: int  # length of an observation

    def known_facts(self, fields: Fields, seat: int | None) -> JSON:
        """Return the facts that a seat, or a spectator (None), may know."""

    def view(self, records: NDArray[np.void], seat: int | None, legal: list[str]) -> JSON:
        """Return the known facts with the seat's legal moves and advice."""

    def imagine(self, p: Any, seat: int, generator: Generator) -> None:
        """Resample what a seat does not know."""

    def divisors(self, players: int) -> Sequence[int]:
        """Return what each number of an observation is divided by to make a feature: whole numbers from 1 to 255."""

    def observe(self, p: Any, seat: int, out: IntArray) -> None:
        """Write the observation of a seat as `OBSERVATION` whole numbers from 0 to 255."""


class Heuristic(Protocol):
    """How a sensible player decides, and what a search needs to know. All functions are `@rule`s.

    A function may change the record that it gets, to look ahead, if it changes it back: nobody else reads it meanwhile,
    since bots get copies of positions.

    A heuristic may also have a rule `spread(p)`, which returns how certain expected scores are: a lead of that many
    points makes the chance of winning e times as high. Without it, `default_spread` is taken.
    """

    CHANCE_IS_PUBLIC: bool  # whether all seats see every outcome of chance
    OPPONENTS_IN_TREE: bool  # whether a search lets the other seats choose too; not where hands are hidden
    PLAYOUT_DECISIONS: int  # decisions played out before a position is evaluated
    HEURISTIC_PRIOR: float  # share of the prior that the heuristic's own choice gets

    def choose(self, p: Any, generator: Generator) -> int:
        """Return a sensible action for the seat to act."""

    def candidates(self, p: Any) -> int:
        """Return the actions that are worth searching as a bit set."""

    def quiet(self, p: Any) -> bool:
        """Return whether the position can be evaluated as it stands."""

    def expected_score(self, p: Any, seat: int) -> float:
        """Return the final score that a seat may expect."""


@rule
def default_spread(p: Any) -> float:  # noqa: ARG001 -- other functions look at the position
    """Return the spread of the expected scores of a game that does not know better."""
    return 8.0


Oversight = Callable[[Fields], None]  # removes from the fields of a position what a player does not see


class Oversights(Protocol):
    """What inexperienced players overlook; a game need not say. They decide by the heuristic on what they do see."""

    OVERSIGHTS: Mapping[str, Oversight]  # by a word for it


class Reasons(Protocol):
    """Why one move is better than another; a game need not say."""

    def reasons(self, position: Any, seat: int, best: str, other: str) -> Sequence[JSON]:
        """Return one to three messages that say why a seat's best move is better, from what the seat knows."""


class Story(Protocol):
    """What happened, as messages: keys of the catalogues with their parameters."""

    def messages(self, before: JSON, seat: int, move: str, outcomes: Sequence[str], after: JSON) -> Sequence[JSON]:
        """Return the events of a move, from what a spectator knows before and after it."""

    def option(self, move: str) -> JSON:
        """Return a move that a player may choose as a message."""


class Disclosure(Protocol):
    """Who learns what from a move, in a game with hidden hands."""

    def visible_to(self, entry: JSON, viewer: int | None) -> JSON:
        """Return as much of a logged move as a seat, or a spectator (None), may know."""

    def reveals_hand(self, move: str) -> bool:
        """Return whether a move reveals something about a hand to the other seats."""

    def gifts_of(self, before: JSON, move: str, after: JSON) -> Mapping[str, Any] | None:
        """Return by seat what changed hands if this move carried out an exchange."""

    def private_messages(self, visible: JSON) -> Sequence[JSON]:
        """Return what the seats involved read besides the story, from what `visible_to` lets a viewer know."""


class Drawing(Protocol):
    """The position as a picture; a game need not have one."""

    def draw(self, data: JSON) -> object:
        """Return a picture of a position or a view; its text is SVG."""


class GameEnding(Protocol):
    """Why a finished game was won, and where the points came from; a game need not say.

    `course` are the facts that a spectator knew before the first move and after each; `account` is what `account`
    returns.
    """

    def account(self, course: Sequence[JSON]) -> Any:
        """Return where the points came from, as JSON in the terms of the game."""

    def tie_break(self, last: JSON, winner: int) -> Mapping[str, Any] | None:
        """Return as a message what decided between a single winner and others with as many points, if it was so."""

    def difference(self, account: Any, winner: int, other: int) -> Mapping[str, Any] | None:
        """Return as a message what put a winner ahead of another seat."""

    def play_on(self, account: Any) -> int:
        """Return after how many moves somebody may like to play on differently."""


class Board(Protocol):
    """The table in the terminal; a game need not have one. It draws: all its words are labels of the catalogues."""

    def board(self, view: JSON, names: Sequence[str], language: str, previous: JSON | None = None) -> Any:
        """Return the table as something that Rich can print.

        `previous` is an earlier view, if there is one; what came to an end since then may be shown too.
        """

    def supply(self, view: JSON, language: str) -> Any:
        """Return what is left to draw as something that Rich can print."""


MAX_PLAYERS = 5  # seats in search trees
MAX_ACTIONS = 62  # bits of a signed 64-bit integer, with one to spare

PARTS: Mapping[str, type] = {
    "rules": Rules,
    "notation": Notation,
    "view": View,
    "heuristic": Heuristic,
    "story": Story,
}
FACTS = {
    "TITLE": (str, "the title of the game"),
    "PLAYERS": (tuple, "the smallest and the largest number of players"),
    "SECRETS": (bool, "whether hands are hidden"),
    "RULES": (int, "the version of its rules"),
}


def check_game(name: str, package: ModuleType) -> None:
    """Raise `InvalidGame` with one sentence for each thing that a game's package lacks."""
    missing = list(_missing(package))
    if missing:
        raise InvalidGame("\n".join(f"The game {name!r} {sentence}." for sentence in missing))


def _missing(package: ModuleType) -> Iterator[str]:
    for fact, (kind, meaning) in FACTS.items():
        if not isinstance(getattr(package, fact, None), kind):
            yield f"lacks {fact}: {meaning}"
    players = getattr(package, "PLAYERS", None)
    if isinstance(players, tuple) and not _is_range(players):
        yield f"has PLAYERS = {players!r}, which must be two numbers from 2 to {MAX_PLAYERS}"
    for part, contract in _contracts(package).items():
        module = getattr(package, part, None)
        if module is None:
            yield f"lacks the module {part!r}"
        else:
            yield from _missing_in(part, module, contract)
    yield from _wrong_counts(package)
    yield from _wrong_divisors(package)
    yield from _wrong_oversights(package)
    dtype = getattr(getattr(package, "rules", None), "POSITION", None)
    if isinstance(dtype, np.dtype):
        missing = [field for field in _fields(package) if field not in (dtype.names or ())]
        yield from (f"lacks the field {field!r} in its record" for field in missing)


def _is_range(players: tuple[Any, ...]) -> bool:
    """Return whether these are a smallest and a largest number of players."""
    return (
        len(players) == 2
        and all(isinstance(number, int) for number in players)
        and (2 <= players[0] <= players[1] <= MAX_PLAYERS)
    )


def _wrong_counts(package: ModuleType) -> Iterator[str]:
    """Yield what is wrong with the numbers of actions and outcomes."""
    rules, notation = getattr(package, "rules", None), getattr(package, "notation", None)
    for name, limit in (("ACTIONS", MAX_ACTIONS), ("OUTCOMES", None)):
        number, texts = getattr(rules, name, None), getattr(notation, name, None)
        if not isinstance(number, int) or texts is None:
            continue  # which is reported as missing
        if limit is not None and number > limit:
            yield f"has {number} actions, and {limit} is the most, since legal actions are a bit set"
        if len(texts) != number:
            yield f"has {number} rules.{name} and {len(texts)} texts for them in notation.{name}"


def _wrong_divisors(package: ModuleType) -> Iterator[str]:
    """Yield what is wrong with the divisors of observations, for the first number of players with wrong ones."""
    view, players = getattr(package, "view", None), getattr(package, "PLAYERS", None)
    size, divisors = getattr(view, "OBSERVATION", None), getattr(view, "divisors", None)
    if not (isinstance(size, int) and callable(divisors) and isinstance(players, tuple) and _is_range(players)):
        return  # which is reported as missing
    for number in range(players[0], players[1] + 1):
        found = [*divisors(number)]
        if len(found) != size or not all(1 <= divisor <= MAX_OBSERVED for divisor in found):
            yield f"has view.divisors({number}) that are not {size} whole numbers from 1 to {MAX_OBSERVED}"
            return


def _wrong_oversights(package: ModuleType) -> Iterator[str]:
    """Yield what is wrong with the oversights, which a game need not have."""
    part = getattr(package, "oversights", None)
    found = getattr(part, "OVERSIGHTS", None)
    if part is not None and not (isinstance(found, Mapping) and all(map(callable, found.values()))):
        yield "has a module 'oversights' whose OVERSIGHTS are not functions by name"


def _contracts(package: ModuleType) -> dict[str, type]:
    contracts = dict(PARTS)
    if is_composed(package):
        contracts["notation"] = ComposedNotation
    if getattr(package, "SECRETS", False):
        contracts["disclosure"] = Disclosure
    if hasattr(package, "reasons"):
        contracts["reasons"] = Reasons
    return contracts


def is_composed(package: ModuleType) -> bool:
    """Return whether a move of the game may take several decisions."""
    return bool(getattr(getattr(package, "notation", None), "COMPOSED", False))


def _fields(package: ModuleType) -> tuple[str, ...]:
    return ("players", "to_act", "steps", "steps_len") if is_composed(package) else ("players", "to_act")


def _missing_in(part: str, module: ModuleType, contract: type) -> Iterator[str]:
    for constant in _constants(contract):
        if not hasattr(module, constant):
            yield f"lacks the constant {part}.{constant}"
    for name, promised in _functions(contract).items():
        function = getattr(module, name, None)
        expected = [parameter for parameter in inspect.signature(promised).parameters if parameter != "self"]
        if not callable(function):
            yield f"lacks the function {part}.{name}({', '.join(expected)})"
        elif not _takes(function, len(expected)):
            yield f"has a function {part}.{name} that does not take ({', '.join(expected)})"


def _constants(contract: type) -> Iterator[str]:
    for base in contract.__mro__:
        yield from (name for name in vars(base).get("__annotations__", {}) if name.isupper())


def _functions(contract: type) -> dict[str, FunctionType]:
    members = ((name, value) for base in contract.__mro__ for name, value in vars(base).items())
    return {name: value for name, value in members if isinstance(value, FunctionType) and not name.startswith("_")}


def _takes(function: Callable[..., Any], number: int) -> bool:
    """Return whether a function, compiled or not, can be called with that many arguments."""
    try:
        inspect.signature(getattr(function, "py_func", function)).bind(*[None] * number)
    except TypeError:
        return False
    except ValueError:  # a function of C that does not say what it takes
        return True
    return True
