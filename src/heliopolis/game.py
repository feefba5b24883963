"""Game: the facts, rules and notation of one dealt game, and its compiled loops."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel, loops, search
from heliopolis.errors import HeliopolisError, IllegalMove, InvalidPosition, InvalidSetup, UnknownName
from heliopolis.games import NAMES
from heliopolis.games.reading import show
from heliopolis.kernel import CHANCE
from heliopolis.picture import Picture
from heliopolis.position import JSON, Dealer, Position, as_number
from heliopolis.tree import DEEPEST, new_tree

RULES, SEARCH = "the rules", "the search"


class Game:
    """The facts, rules and notation of one game."""

    def __init__(self, name: str, package: ModuleType) -> None:
        self.name = name
        self._package = package.__name__
        self.title: str = package.TITLE
        self.min_players, self.max_players = package.PLAYERS
        self.secrets: bool = package.SECRETS
        self.rules = package.rules
        self.notation = package.notation
        self.views = package.view
        self.judgement = package.judgement
        self.modules = {"rules": self.rules, "view": self.views, "judgement": self.judgement}  # as loops know them
        self.told = package.telling.told  # what a move led to, as messages
        self.actions: int = package.rules.ACTIONS
        self.outcomes: int = package.rules.OUTCOMES
        self.composed: bool = getattr(package.notation, "COMPOSED", False)  # a move may take several decisions
        self.observation_size: int = package.view.OBSERVATION
        self.action_numbers = {text: number for number, text in enumerate(package.notation.ACTIONS)}
        self.outcome_numbers = {text: number for number, text in enumerate(package.notation.OUTCOMES)}
        self.dtype: np.dtype[np.void] = package.rules.POSITION
        hearing = "module 'hearing' that says who hears what of a move, though it has secrets"
        self.hearing = self._part("hearing", hearing) if self.secrets else None

    def __repr__(self) -> str:
        return f"<{self.title}, {self.min_players} to {self.max_players} players>"

    @cached_property
    def loops(self) -> SimpleNamespace:
        """The game's compiled loops, all compiled now if this machine never did."""
        return self._specialise(loops, RULES, self._compile)

    @cached_property
    def search(self) -> SimpleNamespace:
        """The game's compiled tree search."""
        return self._specialise(search, SEARCH, self._compile_search)

    @cached_property
    def draw(self) -> Callable[[JSON], Picture]:
        """How the game is drawn from a position or a view."""
        found: Callable[[JSON], Picture] = self._part("drawing", "pictures").draw
        return found

    @cached_property
    def board(self) -> ModuleType:
        """How the game is shown in a terminal: `board`, `news`, `describe`, `tell`."""
        return self._part("board", "board for a terminal")

    def _part(self, name: str, what: str) -> ModuleType:
        """A module that not every game has."""
        try:
            return import_module(f"{self._package}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{self._package}.{name}":
                raise
            raise HeliopolisError(f"{self.title} has no {what}.") from None

    @property
    def compiled(self) -> bool:
        """Whether this machine has compiled rules and search before."""
        return all(kernel.is_compiled(f"{what} of {self.title}") for what in (RULES, SEARCH))

    def compile(self) -> None:
        """Have rules and search ready."""
        _ = self.loops, self.search

    def _specialise(
        self, templates: ModuleType, what: str, compile_all: Callable[[SimpleNamespace], None]
    ) -> SimpleNamespace:
        found = kernel.specialise(templates, self.name, **self.modules)
        kernel.announce_compilation(f"{what} of {self.title}", lambda: compile_all(found))
        return found

    def _compile(self, loops: SimpleNamespace) -> None:
        positions, generator = kernel.readable(self.blank(2)), kernel.new_generator()
        kernel.seed_generator(generator, 1, 0)
        weights, observation = np.zeros(self.outcomes, np.int64), np.zeros(self.observation_size, np.float32)
        loops.prepare(positions, self.min_players)
        loops.first_weights(positions, 0, weights)
        loops.deal_first(positions, 0, 0)
        positions = kernel.readable(self.blank(2))
        to_act, legal = loops.set_up(positions, self.min_players, generator)
        loops.observe(positions, 0, observation)
        loops.look(positions, 0, observation, np.zeros(self.actions, np.int8))
        loops.choose(positions, generator)
        while to_act != CHANCE:
            to_act, legal = loops.play(positions, kernel.pick(legal, generator))
        loops.weights(positions, weights)
        loops.deal(positions, next(outcome for outcome, weight in enumerate(weights) if weight))
        loops.state(positions)
        loops.deal_blindly(positions, generator)
        loops.score(positions, 0)
        loops.winners(positions)
        to_act, legal = loops.set_up(positions, self.min_players, generator)
        loops.advance(positions, kernel.pick(legal, generator), generator)
        loops.imagine(positions, 0, generator)
        run_playouts(loops, self, self.min_players, 1, 0, 1)

    def _compile_search(self, found: SimpleNamespace) -> None:
        positions, generator = kernel.readable(self.blank(2)), kernel.new_generator()
        kernel.seed_generator(generator, 1, 0)
        self.loops.set_up(positions, self.min_players, generator)
        found.sensible(positions)
        tree, path = new_tree(8), np.zeros(DEEPEST, np.int32)
        found.think(positions, tree, path, 0, 1, generator, False)

    def blank(self, number: int = 1) -> NDArray[np.void]:
        return np.zeros(number, self.dtype)

    def check_players(self, players: int) -> int:
        """A number of players that the game is for."""
        number = as_number(players)
        if not self.min_players <= number <= self.max_players:
            raise InvalidSetup(
                f"{self.title} is for {self.min_players} to {self.max_players} players, not {players!r}."
            )
        return number

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.name,)

    def start(
        self, players: int, seed: int | str | None = None, dealer: Literal["seeded"] | None = "seeded"
    ) -> Position:
        """The first position. The dealer resolves chance from the seed; with `dealer=None` that is up to you."""
        players = self.check_players(players)
        deck = Dealer(secrets.randbits(63) if seed is None else seed)
        if dealer not in ("seeded", None):
            raise InvalidSetup(f"The dealer is 'seeded' or None, not {dealer!r}.")
        records = self.blank()
        self.loops.set_up(kernel.readable(records), players, deck.generator)
        return Position(self, records, dealer=None if dealer is None else deck)

    def from_bytes(self, record: bytes) -> Position:
        """A position from the bytes of its record; chance is yours."""
        return Position(self, np.frombuffer(bytearray(record), self.dtype))

    def from_json(self, data: JSON) -> Position:
        """A position written by `to_json`, or edited by hand; chance is yours."""
        records = self.blank()
        if not isinstance(data, dict):
            raise InvalidPosition(f"A position of {self.title} is a JSON object, not {type(data).__name__}.")
        if data.get("game", self.name) != self.name:
            raise InvalidPosition(f"This is a position of {data['game']!r}, not of {self.name!r}.")
        fields = kernel.plain(records[0])
        self.notation.from_json(data, fields)
        kernel.store(fields, records[0])
        if not self.composed:
            return Position(self, records)
        return self._go_on(records, self.notation.unfinished(data, kernel.readable(records)[0]))

    def _go_on(self, records: NDArray[np.void], steps: list[int]) -> Position:
        """A position in the middle of a move that takes several decisions."""
        position = Position(self, records)
        try:
            for step in steps:
                position.act(step)
        except IllegalMove as error:
            raise InvalidPosition(f"The unfinished move is wrong: {error}") from None
        return position


def run_playouts(
    loops: SimpleNamespace, game: Game, players: int, number: int, first: int, key: int
) -> tuple[NDArray[Any], ...]:
    """Random games of one thread: scores, winners as bits, decisions, tallies."""
    scores = np.zeros((number, players), np.int32)
    wins = np.zeros(number, np.int32)
    decisions = np.zeros(number, np.int32)
    counts = np.zeros(game.rules.TALLIES, np.int64)
    blank, positions, generator = kernel.readable(game.blank()), kernel.readable(game.blank()), kernel.new_generator()
    told = scores, wins, decisions, counts
    loops.playouts(0, number, 1, positions, blank, players, key, first, generator, *told)
    return scores, wins, decisions, counts


def games() -> list[str]:
    """The names of all dealt games."""
    return list(NAMES)


def game(name: str) -> Game:
    """The game of that name."""
    if name not in NAMES:
        raise UnknownName(f"There is no game {show(name)}; there are {', '.join(NAMES)}.")
    return _load(name)


@cache
def _load(name: str) -> Game:
    return Game(name, import_module(f"heliopolis.games.{name}"))
