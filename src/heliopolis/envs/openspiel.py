"""The dealt games as OpenSpiel games: `pyspiel.load_game("heliopolis_ra(players=4)")` after importing this module.

A game that is registered later becomes an OpenSpiel game by `register(game)`. All chance is explicit, that of the
set-up included. Actions have the numbers that they have everywhere in Heliopolis. Returns are shares of the victory: 1
for the winner, 0 for all others; equal winners share.

* Observation: what a player may know now. The string is JSON, the tensor is that of `Position.observe`.
* Information state: the observation, and all that the player has learnt from the moves so far. The string lists it move
  by move before the observation; the tensor has 64 bits of a hash of it behind the observation, so that information
  states with different strings have different tensors.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.core.checks import JSON, as_index
from heliopolis.core.errors import HeliopolisError, IllegalMove
from heliopolis.core.game import Game
from heliopolis.core.position import Position
from heliopolis.core.registry import game, games
from heliopolis.kernel import CHANCE

DEFAULT_PLAYERS = 4
HISTORY_BITS = 64  # of the past in the tensor of an information state


# ---- before the first turn -------------------------------------------------------------------------------------------


class SetupState:
    """A table before its first turn, on which chance makes one draw of the set-up after the other."""

    def __init__(self, rules: Game, players: int) -> None:
        self.game = rules
        self.records = rules.blank()
        self.draws: int = rules.kernels.prepare(kernel.wrap_records(self.records), players)
        self.drawn: tuple[int, ...] = ()

    def __deepcopy__(self, memo: object) -> SetupState:
        twin = object.__new__(SetupState)
        twin.game, twin.records, twin.draws, twin.drawn = self.game, self.records.copy(), self.draws, self.drawn
        return twin

    def weights(self) -> list[int]:
        """Return in how many ways each outcome of the next draw may come."""
        out = np.zeros(self.game.outcomes, np.int64)
        self.game.kernels.setup_weights(kernel.wrap_records(self.records), len(self.drawn), out)
        found: list[int] = out.tolist()
        return found

    def apply(self, outcome: int) -> SetupState | Position:
        """Apply an outcome of the next draw and return the table, which is a position after the last draw."""
        number = as_index(outcome)
        if not 0 <= number < self.game.outcomes or not self.weights()[number]:
            raise IllegalMove(f"{outcome!r} cannot be drawn now.")
        self.game.kernels.apply_setup_draw(kernel.wrap_records(self.records), len(self.drawn), number)
        self.drawn += (number,)
        return self.completed()

    def completed(self) -> SetupState | Position:
        """Return the first position if there is nothing left to draw, else the state itself."""
        return self if len(self.drawn) < self.draws else Position(self.game, self.records)

    def known_facts(self, seat: int | None) -> JSON:
        """Return what is on the table so far, as far as a seat, or a spectator (None), may know it."""
        return self.game.view.known_facts(kernel.read_fields(self.records[0]), seat)

    def __str__(self) -> str:
        return f"{self.game.title}, set-up: {' '.join(map(str, self.drawn))}"


# ---- what every seat has learnt --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatHistories:
    """What every seat, and last a spectator, has learnt from the moves up to a position; it is never changed."""

    position: Position
    texts: tuple[str, ...]  # one line per move
    unfinished: bytes = b""  # the actions of a move that is not complete in the position

    def __deepcopy__(self, memo: object) -> SeatHistories:
        return self

    def extended(self, actions: bytes) -> tuple[SeatHistories, bytes]:
        """Return the histories after these actions and outcomes, and those of them whose move is not complete."""
        position, texts = self.position.copy(), self.texts
        before, steps, outcomes, used = self.position, [*self.unfinished], list[str](), 0
        for number, action in enumerate(actions, 1):
            if position.to_act == CHANCE:
                outcomes.append(position.text(action))
            else:
                steps.append(action)
            position.act(action)
            if position.to_act != CHANCE and not position.unfinished:
                lines = move_lines(before, steps, outcomes, position)
                texts = tuple(old + new for old, new in zip(texts, lines, strict=True))
                before, steps, outcomes, used = position.copy(), [], [], number
        return (SeatHistories(before, texts), actions[used:]) if used else (self, actions)


def move_lines(before: Position, steps: list[int], outcomes: list[str], after: Position) -> list[str]:
    """Return the line of a move for every seat, and last for a spectator."""
    entry: dict[str, Any] = {"seat": before.to_act, "move": before.move_text(steps), "outcomes": outcomes}
    disclosure = before.game.disclosure
    if disclosure is None:
        return [move_line(entry["seat"], entry)] * (before.players + 1)
    given = disclosure.gifts_of(before.to_json(), entry["move"], after.to_json())
    entry |= {} if given is None else {"given": given}
    viewers = (*range(before.players), None)
    return [move_line(entry["seat"], disclosure.visible_to(entry, viewer)) for viewer in viewers]


def move_line(seat: int, entry: dict[str, Any]) -> str:
    """Return a move as a line of text: outcomes that the viewer may not know are a question mark."""
    words = [f"{seat}: {entry['move']}", *(["?"] if entry["outcomes"] is None else entry["outcomes"])]
    words += [f"({giver} gives {' '.join(cards)})" for giver, cards in (entry.get("given") or {}).items()]
    return " ".join(words) + "\n"


# ---- the state -------------------------------------------------------------------------------------------------------


class SpielState(pyspiel.State):
    """One game in progress; `table` is its position, or before the first turn the state of its set-up."""

    def __init__(self, spiel: SpielGame) -> None:
        super().__init__(spiel)
        self._histories: SeatHistories | None = None
        self._pending = b""  # actions and outcomes since then: the histories are only extended when they are read
        self.table: SetupState | Position
        self._continue_setup(SetupState(spiel.rules, spiel.num_players()).completed())

    def _continue_setup(self, table: SetupState | Position) -> None:
        """Set the table after a draw of the set-up; the first position starts the histories."""
        self.table = table
        if isinstance(table, Position):
            self._histories = SeatHistories(table.without_history(), ("",) * (self.num_players() + 1))

    def current_player(self) -> int:
        """Return the player to act, or the number that OpenSpiel has for chance and for the end."""
        if isinstance(self.table, SetupState):
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.to_act
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return isinstance(self.table, Position) and self.table.over

    def returns(self) -> list[float]:
        """Return the share of the victory of every player; 0 before the end."""
        winners = self.table.winners() if isinstance(self.table, Position) else []
        return [float(seat in winners) / max(1, len(winners)) for seat in range(self.num_players())]

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions of the player to act."""
        return self.table.actions() if isinstance(self.table, Position) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes of a chance node with their probabilities."""
        if isinstance(self.table, Position):
            numbers = self.table.game.outcome_numbers
            return [(numbers[text], chance) for text, chance in self.table.chances().items()]
        weights = self.table.weights()
        return [(outcome, weight / sum(weights)) for outcome, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        """Apply an action, or at a chance node an outcome."""
        if isinstance(self.table, Position):
            self.table.act(action)
            self._pending += bytes((action,))
        else:
            self._continue_setup(self.table.apply(action))

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of an action or an outcome."""
        if isinstance(self.table, SetupState):
            return f"set-up {action}"
        notation = self.table.game.notation
        text: str = (notation.OUTCOMES if player == pyspiel.PlayerId.CHANCE else notation.ACTIONS)[action]
        return text

    def __str__(self) -> str:
        return json.dumps(self.table.to_json()) if isinstance(self.table, Position) else str(self.table)

    def history_of(self, player: int) -> str:
        """Return what a player has learnt from the moves so far, one line per move; the last player is a spectator."""
        if self._histories is None:
            return ""
        self._histories, self._pending = self._histories.extended(self._pending)
        return self._histories.texts[player]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state that the player cannot distinguish from this one, with all they do not know resampled.

        It has no history of actions, which would reveal what the player does not know, and the other players have only
        learnt what a spectator has.
        """
        twin: SpielState = self.get_game().new_initial_state()
        if isinstance(self.table, SetupState):
            return twin
        own, public = self.history_of(player), self.history_of(self.num_players())
        texts = [public] * (self.num_players() + 1)
        texts[player] = own
        twin.table = self.table.imagine(player, SimpleNamespace(random=sampler))
        unfinished = b""
        if self._histories is not None and twin.table.unfinished:
            unfinished = self._histories.unfinished + self._pending
        twin._histories = SeatHistories(twin.table.without_history(), tuple(texts), unfinished)
        return twin


# ---- the game --------------------------------------------------------------------------------------------------------


def short_name(rules: Game) -> str:
    """Return the name of a game in OpenSpiel."""
    return f"heliopolis_{rules.name}"


def default_players(rules: Game) -> int:
    """Return the number of players of a game that is loaded without one."""
    return max(rules.min_players, min(DEFAULT_PLAYERS, rules.max_players))


def type_of(rules: Game) -> Any:
    """Return how OpenSpiel describes a game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(rules),
        long_name=f"{rules.title} (Heliopolis)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if rules.secrets else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=rules.min_players,
        max_num_players=rules.max_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": default_players(rules)},
    )


class SpielGame(pyspiel.Game):
    """A dealt game for a number of players."""

    rules: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = self.rules
        params = params or {"players": default_players(rules)}
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions,
            max_chance_outcomes=rules.outcomes,
            num_players=rules.check_players(params["players"]),
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=rules.rules.MAX_DECISIONS,
        )
        super().__init__(type_of(rules), info, params)

    def new_initial_state(self) -> SpielState:
        """Return a table before its set-up."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound of the number of chance nodes in a game."""
        return int(self.max_game_length())

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SpielObserver:
        """Return an observer of that type; by default of the present position alone."""
        return SpielObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielObserver:
    """What a player may know: the public part, the private part, or all of it; now, or since the game began."""

    def __init__(self, rules: Game, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise HeliopolisError(f"An observer takes no parameters; there are {params!r}.")
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = kind.public_info
        self.recall = kind.perfect_recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.private and self.public:
            size = rules.observation_size
            self.tensor = np.zeros(size + HISTORY_BITS * self.recall, np.float32)
            self.dict = {"observation": self.tensor[:size]} | ({"past": self.tensor[size:]} if self.recall else {})

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor of a state for a player."""
        if self.tensor is None:
            return
        self.tensor.fill(0.0)
        if isinstance(state.table, Position):
            state.table.observe(player, self.dict["observation"])
            if self.recall:
                known = state.history_of(player).encode() + self.tensor.tobytes()
                digest = blake2b(known, digest_size=HISTORY_BITS // 8).digest()
                self.dict["past"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the string of a state for a player."""
        viewer = player if self.private else None
        known: Any = {"seat": viewer} | state.table.known_facts(viewer)
        if not self.public:
            known = difference(known, state.table.known_facts(None) | {"seat": player})
        now = "" if known is None else json.dumps(known)
        past = (
            state.history_of(state.num_players() if viewer is None else viewer) if self.recall and self.public else ""
        )
        return past + now


def difference(own: Any, public: Any) -> Any:
    """Return the part of a player's knowledge that is not public; None if there is none."""
    if own == public:
        return None
    if isinstance(own, dict) and isinstance(public, dict):
        return {key: difference(value, public.get(key)) for key, value in own.items() if value != public.get(key)}
    if isinstance(own, list) and isinstance(public, list) and len(own) == len(public):
        return [difference(one, two) for one, two in zip(own, public, strict=True)]
    return own


def register(name: str | Game) -> str:
    """Make a game known to OpenSpiel and return the name that `pyspiel.load_game` takes."""
    rules = game(name)
    if short_name(rules) not in pyspiel.registered_names():
        # OpenSpiel keeps the factory until the interpreter has ended, which only a class survives.
        factory = type(f"Spiel{rules.title.replace(' ', '')}", (SpielGame,), {"rules": rules})
        pyspiel.register_game(type_of(rules), factory)
    return short_name(rules)


for _name in games():
    register(_name)
