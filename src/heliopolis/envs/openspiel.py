"""The dealt games as OpenSpiel games: `pyspiel.load_game("heliopolis_ra(players=4)")` after importing this module.

All chance is explicit, the set-up's included. Decisions have the numbers that they have everywhere in Heliopolis.
Returns are shares in the victory: 1 for the winner, 0 for all others; equal winners share.

* Observation: what a player may know now; the string is JSON, the tensor that of `Position.observe`.
* Information state: the same after all that he has heard in the game; the string tells it move by move, the tensor
  has 64 bits behind the observation that stand for it: they differ where the strings do.
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

PLAYERS = 4  # unless somebody says otherwise
BITS = 64  # of the past in the tensor of an information state


# ---- before the first turn -------------------------------------------------------------------------------------------


class Opening:
    """A table before its first turn: luck deals one thing after the other."""

    def __init__(self, rules: Game, players: int) -> None:
        self.game = rules
        self.records = rules.blank()
        self.deals: int = rules.kernels.prepare(kernel.wrap_records(self.records), players)
        self.dealt: tuple[int, ...] = ()

    def __deepcopy__(self, memo: object) -> Opening:
        twin = object.__new__(Opening)
        twin.game, twin.records, twin.deals, twin.dealt = self.game, self.records.copy(), self.deals, self.dealt
        return twin

    def weights(self) -> list[int]:
        out = np.zeros(self.game.outcomes, np.int64)
        self.game.kernels.setup_weights(kernel.wrap_records(self.records), len(self.dealt), out)
        found: list[int] = out.tolist()
        return found

    def deal(self, outcome: int) -> Opening | Position:
        """The table after this deal; after the last one it is a position."""
        number = as_index(outcome)
        if not 0 <= number < self.game.outcomes or not self.weights()[number]:
            raise IllegalMove(f"{outcome!r} cannot be dealt now.")
        self.game.kernels.apply_setup_draw(kernel.wrap_records(self.records), len(self.dealt), number)
        self.dealt += (number,)
        return self if len(self.dealt) < self.deals else Position(self.game, self.records)

    def known_facts(self, seat: int | None) -> JSON:
        """What lies on the table so far, as a seat, or a spectator, may see it."""
        found: JSON = self.game.view.known_facts(kernel.read_fields(self.records[0]), seat)
        return found

    def __str__(self) -> str:
        return f"{self.game.title}, set-up: {' '.join(map(str, self.dealt))}"


# ---- what everybody has heard ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Log:
    """What every seat, and last a spectator, has heard of the game up to a position, which nobody changes."""

    position: Position
    heard: tuple[str, ...]
    begun: bytes = b""  # the decisions of a move that is not complete there

    def __deepcopy__(self, memo: object) -> Log:
        return self

    def tell(self, decisions: bytes) -> tuple[Log, bytes]:
        """The log after these decisions and outcomes, and those of them whose move is not complete."""
        position, heard = self.position.copy(), self.heard
        before, steps, outcomes, told = self.position, [*self.begun], list[str](), 0
        for number, decision in enumerate(decisions, 1):
            if position.to_act == CHANCE:
                outcomes.append(position.text(decision))
            else:
                steps.append(decision)
            position.act(decision)
            if position.to_act != CHANCE and not position.unfinished:
                lines = lines_of(before, steps, outcomes, position)
                heard = tuple(old + new for old, new in zip(heard, lines, strict=True))
                before, steps, outcomes, told = position.copy(), [], [], number
        return (Log(before, heard), decisions[told:]) if told else (self, decisions)


def lines_of(before: Position, steps: list[int], outcomes: list[str], after: Position) -> list[str]:
    """What every seat, and a spectator, hears of a move."""
    entry: dict[str, Any] = {"seat": before.to_act, "move": before.move_text(steps), "outcomes": outcomes}
    disclosure = before.game.disclosure
    if disclosure is None:
        return [line_of(entry["seat"], entry)] * (before.players + 1)
    given = disclosure.gifts_of(before.to_json(), entry["move"], after.to_json())
    entry |= {} if given is None else {"given": given}
    return [line_of(entry["seat"], disclosure.visible_to(entry, viewer)) for viewer in (*range(before.players), None)]


def line_of(seat: int, heard: dict[str, Any]) -> str:
    words = [f"{seat}: {heard['move']}", *(["?"] if heard["outcomes"] is None else heard["outcomes"])]
    words += [f"({giver} gives {' '.join(cards)})" for giver, cards in (heard.get("given") or {}).items()]
    return " ".join(words) + "\n"


# ---- the state -------------------------------------------------------------------------------------------------------


class SpielState(pyspiel.State):
    """One game in progress; `table` is its position, or before the first turn its opening."""

    def __init__(self, spiel: SpielGame) -> None:
        super().__init__(spiel)
        self.table: Opening | Position = Opening(spiel.rules, spiel.num_players())
        self._log: Log | None = None
        self._untold = b""  # decisions and outcomes since then: the log is written when somebody reads it

    def current_player(self) -> int:
        if isinstance(self.table, Opening):
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.to_act
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return isinstance(self.table, Position) and self.table.over

    def returns(self) -> list[float]:
        winners = self.table.winners() if isinstance(self.table, Position) else []
        return [float(seat in winners) / max(1, len(winners)) for seat in range(self.num_players())]

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.actions() if isinstance(self.table, Position) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if isinstance(self.table, Position):
            numbers = self.table.game.outcome_numbers
            return [(numbers[text], chance) for text, chance in self.table.chances().items()]
        weights = self.table.weights()
        return [(outcome, weight / sum(weights)) for outcome, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        if isinstance(self.table, Position):
            self.table.act(action)
            self._untold += bytes((action,))
        else:
            self.table = self.table.deal(action)
            if isinstance(self.table, Position):
                self._log = Log(self.table.without_history(), ("",) * (self.num_players() + 1))

    def _action_to_string(self, player: int, action: int) -> str:
        if isinstance(self.table, Opening):
            return f"set-up {action}"
        notation = self.table.game.notation
        text: str = (notation.OUTCOMES if player == pyspiel.PlayerId.CHANCE else notation.ACTIONS)[action]
        return text

    def __str__(self) -> str:
        return json.dumps(self.table.to_json()) if isinstance(self.table, Position) else str(self.table)

    def heard(self, player: int) -> str:
        """All that a player has heard of the game, move by move."""
        if self._log is None:
            return ""
        self._log, self._untold = self._log.tell(self._untold)
        return self._log.heard[player]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one, what he does not know dealt anew.

        Its history begins anew, since the true one would tell what he does not know, and the others have heard what
        everybody has.
        """
        twin: SpielState = self.get_game().new_initial_state()
        if isinstance(self.table, Opening):
            return twin
        own, public = self.heard(player), self.heard(self.num_players())
        heard = [public] * (self.num_players() + 1)
        heard[player] = own
        twin.table = self.table.imagine(player, SimpleNamespace(random=sampler))
        begun = self._log.begun + self._untold if self._log is not None and twin.table.unfinished else b""
        twin._log = Log(twin.table.without_history(), tuple(heard), begun)
        return twin


# ---- the game --------------------------------------------------------------------------------------------------------


def type_of(rules: Game) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"heliopolis_{rules.name}",
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
        parameter_specification={"players": PLAYERS},
    )


class SpielGame(pyspiel.Game):
    """One of the dealt games, for a number of players."""

    rules: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = self.rules
        params = params or {"players": PLAYERS}
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
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return int(self.max_game_length())

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SpielObserver:
        return SpielObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielObserver:
    """What a player may know: the public, the private, or all of it; now, or since the game began."""

    def __init__(self, rules: Game, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise HeliopolisError(f"An observer takes no parameters, not {params!r}.")
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = kind.public_info
        self.recall = kind.perfect_recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.private and self.public:
            size = rules.observation_size
            self.tensor = np.zeros(size + BITS * self.recall, np.float32)
            self.dict = {"observation": self.tensor[:size]} | ({"past": self.tensor[size:]} if self.recall else {})

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0.0)
        if isinstance(state.table, Position):
            state.table.observe(player, self.dict["observation"])
            if self.recall:
                known = state.heard(player).encode() + self.tensor.tobytes()
                digest = blake2b(known, digest_size=BITS // 8).digest()
                self.dict["past"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        viewer = player if self.private else None
        known: Any = {"seat": viewer} | state.table.known_facts(viewer)
        if not self.public:
            known = difference(known, state.table.known_facts(None) | {"seat": player})
        now = "" if known is None else json.dumps(known)
        told = state.heard(state.num_players() if viewer is None else viewer) if self.recall and self.public else ""
        return told + now


def difference(own: Any, public: Any) -> Any:
    """Of what somebody knows, that which not everybody does."""
    if own == public:
        return None
    if isinstance(own, dict) and isinstance(public, dict):
        return {key: difference(value, public.get(key)) for key, value in own.items() if value != public.get(key)}
    if isinstance(own, list) and isinstance(public, list) and len(own) == len(public):
        return [difference(one, two) for one, two in zip(own, public, strict=True)]
    return own


def register(rules: Game) -> None:
    """OpenSpiel keeps what makes a game beyond the interpreter's end, which only a class survives."""
    maker = type(f"Spiel{rules.title.replace(' ', '')}", (SpielGame,), {"rules": rules})
    pyspiel.register_game(type_of(rules), maker)


for _name in games():
    register(game(_name))
