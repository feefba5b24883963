"""Game: the facts and parts of one dealt game, and its compiled functions."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.core.background import compile_in_background
from heliopolis.core.checks import JSON, as_index
from heliopolis.core.dealer import Dealer
from heliopolis.core.errors import HeliopolisError, IllegalMove, InvalidPosition, InvalidSetup
from heliopolis.core.observations import split_reciprocals
from heliopolis.core.parts import (
    Board,
    ComposedNotation,
    Disclosure,
    Drawing,
    GameEnding,
    Heuristic,
    Notation,
    Oversight,
    Reasons,
    Rules,
    Story,
    View,
    check_game,
    default_spread,
    is_composed,
)
from heliopolis.core.position import Position
from heliopolis.core.registry import restore_game
from heliopolis.core.rule_calls import RULES


class Game:
    """One dealt game: its facts, parts and compiled functions. `core.parts` says what its package must offer."""

    def __init__(self, name: str, package: ModuleType) -> None:
        check_game(name, package)
        self.name = name
        self.package = package
        self.title: str = package.TITLE
        self.min_players, self.max_players = cast("tuple[int, int]", package.PLAYERS)
        self.secrets: bool = package.SECRETS  # whether hands are hidden
        self.rules_version: int = package.RULES  # raised when a ruling changes what a record means
        self.rules: Rules = package.rules
        self.notation: Notation = package.notation
        self.view: View = package.view
        self.heuristic: Heuristic = package.heuristic
        self.story: Story = package.story
        self.oversights: Mapping[str, Oversight] = (
            package.oversights.OVERSIGHTS if hasattr(package, "oversights") else {}
        )
        self.disclosure: Disclosure | None = package.disclosure if self.secrets else None
        self.composed = is_composed(package)  # whether a move may take several decisions
        self.actions = self.rules.ACTIONS
        self.outcomes = self.rules.OUTCOMES
        self.observation_size = self.view.OBSERVATION
        self.dtype = self.rules.POSITION
        self.action_numbers = {text: number for number, text in enumerate(self.notation.ACTIONS)}
        self.outcome_numbers = {text: number for number, text in enumerate(self.notation.OUTCOMES)}

    def __repr__(self) -> str:
        return f"<{self.title}, {self.min_players} to {self.max_players} players>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.name == other.name and self.package is other.package

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_game, (self.name, self.package.__name__)

    @property
    def folder(self) -> Path:
        """The folder of the game's package."""
        return Path(getattr(self.package, "__file__", None) or ".").parent

    # ---- parts ---------------------------------------------------------------------------------------------------

    @cached_property
    def drawing(self) -> Drawing:
        """The module that draws pictures."""
        return cast(Drawing, self._optional_part("drawing", "pictures"))

    @cached_property
    def board(self) -> Board:
        """The module that shows the table in a terminal."""
        return cast(Board, self._optional_part("board", "board for a terminal"))

    @cached_property
    def ending(self) -> GameEnding | None:
        """The module that says why a game was won; None if there is none."""
        try:
            return cast(GameEnding, self._optional_part("ending", "words for its end"))
        except HeliopolisError:
            return None

    def _optional_part(self, name: str, what: str) -> ModuleType:
        """Import a module that not every game has."""
        path = f"{self.package.__name__}.{name}"
        try:
            return import_module(path)
        except ModuleNotFoundError as error:
            if error.name != path:
                raise
            raise HeliopolisError(f"{self.title} has no {what}.") from None

    def reasons(self, position: Position, seat: int, best: str, other: str) -> list[JSON]:
        """Return messages that say why one move is better than another; none if the game has no words for it."""
        part: Reasons | None = getattr(self.package, "reasons", None)
        return [] if part is None else [*part.reasons(position, seat, best, other)]

    # ---- compiled functions --------------------------------------------------------------------------------------

    @property
    def cache_folder(self) -> Path:
        """The folder of the game's compiled functions."""
        return kernel.cache_for(self.folder)

    def specialise(self, template: ModuleType, **bindings: Any) -> SimpleNamespace:
        """Compile a template for this game, each function at its first call."""
        parts: dict[str, Any] = {
            "rules": self.rules,
            "view": self.view,
            "heuristic": self.heuristic,
            "spread": self.spread,
            "equivalence": getattr(self.package, "equivalence", None),
            "reciprocals": self.reciprocals,
        }
        return kernel.specialise(template, self.name, lambda: self.cache_folder, **parts, **bindings)

    @cached_property
    def kernels(self) -> SimpleNamespace:
        """The functions of `core.one_game` for this game; they run interpreted until another process compiled them.

        Their arguments must have the types that `core.rule_calls` calls them with: compiled functions do not look.
        """
        compile_in_background(self, RULES)
        return kernel.call_directly(RULES.functions(self))

    @property
    def spread(self) -> Any:
        """The rule that says how many points of lead make the chance of winning e times as high."""
        return getattr(self.heuristic, "spread", default_spread)

    # ---- observations --------------------------------------------------------------------------------------------

    def observation_divisors(self, players: int) -> NDArray[np.uint8]:
        """Return what the numbers of a compact observation are divided by to make the features of `observe`."""
        return np.array(self.view.divisors(self.check_players(players)), np.uint8)

    @cached_property
    def reciprocals(self) -> NDArray[np.float32]:
        """The reciprocals of the divisors of observations, by number of players, as `core.observations` splits them."""
        found = np.zeros((self.max_players + 1, 2, self.observation_size), np.float32)
        for players in range(self.min_players, self.max_players + 1):
            found[players] = split_reciprocals(self.view.divisors(players))
        return found

    # ---- positions -----------------------------------------------------------------------------------------------

    def blank(self, number: int = 1) -> NDArray[np.void]:
        """Return records of zeros."""
        return np.zeros(number, self.dtype)

    def check_players(self, players: int) -> int:
        """Return a number of players, or raise `InvalidSetup` if the game does not allow it."""
        number = as_index(players)
        if not self.min_players <= number <= self.max_players:
            raise InvalidSetup(
                f"{self.title} is for {self.min_players} to {self.max_players} players, not {players!r}."
            )
        return number

    def start(
        self, players: int, seed: int | str | None = None, dealer: Literal["seeded"] | None = "seeded"
    ) -> Position:
        """Return a first position.

        The dealer resolves chance from the seed; with `dealer=None` the caller plays the outcomes of chance.
        """
        players = self.check_players(players)
        seeded = Dealer(secrets.randbits(63) if seed is None else seed)
        if dealer not in ("seeded", None):
            raise InvalidSetup(f"The dealer must be 'seeded' or None, not {dealer!r}.")
        records = self.blank()
        self.kernels.set_up(kernel.wrap_records(records), players, seeded.generator)
        return Position(self, records, dealer=None if dealer is None else seeded)

    def from_bytes(self, record: bytes) -> Position:
        """Return a position from the bytes of its record; it has no dealer."""
        return Position(self, np.frombuffer(bytearray(record), self.dtype))

    def from_json(self, data: JSON) -> Position:
        """Return a position written by `to_json`, perhaps edited by hand; it has no dealer."""
        records = self.blank()
        if not isinstance(data, dict):
            raise InvalidPosition(f"A position of {self.title} must be a JSON object, not {type(data).__name__}.")
        if data.get("game", self.name) != self.name:
            raise InvalidPosition(f"This is a position of {data['game']!r}, not of {self.name!r}.")
        fields = kernel.read_fields(records[0])
        self.notation.from_json(data, fields)
        kernel.write_fields(fields, records[0])
        if not self.composed:
            return Position(self, records)
        return self._continue_move(records, self.composed_notation.unfinished(data, kernel.wrap_records(records)[0]))

    @property
    def composed_notation(self) -> ComposedNotation:
        """The notation of a game in which a move may take several decisions."""
        return cast(ComposedNotation, self.notation)

    def _continue_move(self, records: NDArray[np.void], steps: list[int]) -> Position:
        """Return a position in the middle of a move that takes several decisions."""
        position = Position(self, records)
        try:
            for step in steps:
                position.act(step)
        except IllegalMove as error:
            raise InvalidPosition(f"The unfinished move is wrong: {error}") from None
        return position
