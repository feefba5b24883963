"""Position: one game in progress.

Positions are values: they can be copied, compared, hashed and written as JSON. The dealer, who resolves chance, and the
moves so far belong to a position but are not part of its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.core.checks import JSON, abbreviate, as_index
from heliopolis.core.dealer import Dealer
from heliopolis.core.errors import HeliopolisError, IllegalMove
from heliopolis.kernel import CHANCE, NOBODY, Random

if TYPE_CHECKING:
    from heliopolis.core.game import Game
    from heliopolis.core.parts import Oversight
    from heliopolis.core.record import Record

MAX_MOVES_NAMED = 24  # in an error
UNFINISHED = 1 << 8  # marks an action in the history that did not complete its move
NO_STEPS = (0,)  # in place of the number of steps, where every move is one decision


class Position:
    """One game in progress: who is to act, what is legal, and what each seat may know."""

    __slots__ = ("_history", "_legal", "_records", "_seat", "_start", "_steps_len", "dealer", "game", "rule_records")

    def __init__(self, game: Game, records: NDArray[np.void], dealer: Dealer | None = None) -> None:
        self.game = game
        self.dealer = dealer
        self._hold(records)
        self._start = records.tobytes()
        self._history: list[int] = []  # actions; outcomes of chance with all bits inverted
        self._seat: int
        self._legal: int
        self._seat, self._legal = game.kernels.to_act_and_legal(self.rule_records)
        self._deal()

    def _hold(self, records: NDArray[np.void]) -> None:
        self._records = records
        self.rule_records = kernel.wrap_records(records)  # the record as rules take it
        self._steps_len: Sequence[int] = records["steps_len"].data if self.game.composed else NO_STEPS

    # ---- who is to act, and the legal moves ----------------------------------------------------------------------

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self._records["players"][0])

    @property
    def to_act(self) -> int | None:
        """The seat to act, `hp.CHANCE`, or None when the game is over."""
        return None if self._seat == NOBODY else self._seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._seat == NOBODY

    @property
    def unfinished(self) -> bool:
        """Whether the player to act is in the middle of a move that takes several decisions."""
        return self._steps_len[0] > 0

    def actions(self) -> list[int]:
        """Return the legal actions of the seat to act, as numbers."""
        return list(_elements(self._legal))

    def legal(self) -> list[str]:
        """Return the legal moves as text. In Res Publica the list is a selection: other phrases may be legal too."""
        if self.game.composed:
            return self._proposals()
        texts = self.game.notation.ACTIONS
        return [texts[action] for action in _elements(self._legal)]

    def _proposals(self) -> list[str]:
        """Return the legal moves of one decision, and the legal ones among the game's proposals of longer moves."""
        if self._seat < 0:
            return []
        whole = self.game.composed_notation.WHOLE_MOVES
        moves = [text for action in self.actions() if (text := self.text(action)) in whole]
        fields = kernel.read_fields(self._records[0])
        proposals = self.game.composed_notation.proposals(self.rule_records[0], fields)
        return moves + [move for move in proposals if self._steps_to(move)]

    def _steps_to(self, move: str) -> list[int]:
        """Return the actions that complete a move; none if it is not legal."""
        fields = kernel.read_fields(self._records[0])
        steps = self.game.composed_notation.steps_of(self.rule_records[0], fields, move)
        made = fields.steps[: fields.steps_len]
        if steps is None or steps[: len(made)] != made:
            return []
        trial = self.without_history()
        for step in steps[len(made) :]:
            if trial._seat != self._seat or not trial._allows(step):
                return []
            trial.act(step)
        return [] if trial.unfinished else steps[len(made) :]

    def text(self, action: int) -> str:
        """Return the text of an action, or at a chance node of an outcome."""
        texts: Sequence[str] = self.game.notation.OUTCOMES if self._seat == CHANCE else self.game.notation.ACTIONS
        number = as_index(action)
        if 0 <= number < len(texts):
            return texts[number]
        raise IllegalMove(f"{action!r} is not the number of an action of {self.game.title}.")

    def chances(self) -> dict[str, float]:
        """Return the possible outcomes of a chance node with their probabilities; {} elsewhere."""
        if self._seat != CHANCE:
            return {}
        weights = self._weights()
        total = sum(weights)
        return {self.text(outcome): weight / total for outcome, weight in enumerate(weights) if weight}

    def _weights(self) -> list[int]:
        out = np.zeros(self.game.outcomes, np.int64)
        self.game.kernels.outcome_weights(self.rule_records, out)
        found: list[int] = out.tolist()
        return found

    # ---- playing moves ---------------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Play a move, or at a chance node an outcome."""
        if not self.try_play(move):
            raise IllegalMove(self._refusal(move))

    def try_play(self, move: str) -> bool:
        """Play a move, or at a chance node an outcome, if it is possible; return whether it was."""
        decisions = self.decisions(move) if isinstance(move, str) else []
        for action in decisions:
            self.act(action)
        return bool(decisions)

    def decisions(self, move: str) -> list[int]:
        """Return the actions of a legal move, or the number of a possible outcome; none if it is neither."""
        if self._seat == CHANCE:
            action = self.game.outcome_numbers.get(move)
        elif self.game.composed:
            return self._steps_to(move) if self._seat >= 0 else []
        else:
            action = self.game.action_numbers.get(move)
        return [] if action is None or not self._allows(action) else [action]

    def act(self, action: int) -> None:
        """Take an action by its number, or at a chance node apply an outcome."""
        number = action if type(action) is int else as_index(action)
        if not self._allows(number):
            raise IllegalMove(self._refusal(action))
        if self._seat >= 0:
            self._seat, self._legal = self.game.kernels.play(self.rule_records, number)
            self._history.append(number | UNFINISHED if self._steps_len[0] else number)
        else:
            self._seat, self._legal = self.game.kernels.apply_outcome(self.rule_records, number)
            self._history.append(~number)
        if self._seat == CHANCE:
            self._deal()

    def _allows(self, number: int) -> bool:
        """Return whether this is the number of a legal action or of a possible outcome."""
        if self._seat == CHANCE:
            return 0 <= number < self.game.outcomes and self._weights()[number] > 0
        return number >= 0 and self._legal >> number & 1 == 1

    def _refusal(self, move: object) -> str:
        """Return why a move, an action or an outcome is refused, with what would be legal."""
        what = abbreviate(move) if isinstance(move, str) else f"action number {abbreviate(move)}"
        if self._seat == NOBODY:
            return f"{what} is not legal: the game is over."
        if self._seat == CHANCE:
            return f"{what} cannot come now; possible are {', '.join(self.chances())}."
        legal = self.legal()
        more = f" or one of {len(legal) - MAX_MOVES_NAMED} other moves" if len(legal) > MAX_MOVES_NAMED else ""
        return f"{what} is not legal now; seat {self._seat} may play {', '.join(legal[:MAX_MOVES_NAMED])}{more}."

    def _deal(self) -> None:
        """Let the dealer, if there is one, resolve chance."""
        while self._seat == CHANCE and self.dealer is not None:
            generator = self.dealer.generator
            outcome, self._seat, self._legal = self.game.kernels.sample_and_apply(self.rule_records, generator)
            self._history.append(~outcome)

    # ---- results ---------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """Return the points of each seat so far."""
        return [self.game.kernels.score(self.rule_records, seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """Return the seats that have won; [] before the end."""
        if not self.over:
            return []
        won = self.game.kernels.winners(self.rule_records)
        return [seat for seat in range(self.players) if won >> seat & 1]

    @property
    def record(self) -> Record:
        """The game so far as a record."""
        from heliopolis.core.record import Record

        start = self.game.from_bytes(self._start)
        seed = self.dealer.seed if self.dealer is not None and self.over else None
        result = tuple(self.scores()) if self.over else None
        moves = tuple(self._moves())
        return Record(self.game.name, start.to_json(), moves, seed=seed, result=result, rules=self.game.rules_version)

    def _moves(self) -> list[str]:
        """Return the moves as text; an outcome of chance follows the move that led to it."""
        moves: list[str] = []
        steps: list[int] = []
        again = self.game.from_bytes(self._start) if self.game.composed else None
        for entry in self._history:
            if entry < 0:
                outcome = self.game.notation.OUTCOMES[~entry]
                moves[-1:] = [f"{moves[-1]} {outcome}"] if moves else [outcome]
                steps = [~entry]
            else:
                steps.append(entry & ~UNFINISHED)
                if entry & UNFINISHED:
                    continue
                moves.append(self.game.notation.ACTIONS[entry] if again is None else again.move_text(steps))
            if again is not None:
                for action in steps:
                    again.act(action)
            steps = []
        return moves

    def move_text(self, steps: list[int]) -> str:
        """Return the text of the move that these actions would make here."""
        if not self.game.composed:
            return self.text(steps[0])
        fields = kernel.read_fields(self._records[0])
        return self.game.composed_notation.move_text(self.rule_records[0], fields, steps)

    # ---- values ----------------------------------------------------------------------------------------------------

    def copy(self) -> Position:
        """Return an independent copy, with a dealer that will deal the same."""
        return self._twin(self._start, list(self._history), None if self.dealer is None else self.dealer.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.game, self._records.tobytes(), self._start, self._history, self.dealer)

    def without_history(self) -> Position:
        """Return a copy without dealer and past moves."""
        return self._twin(self._records.tobytes(), [], None)

    def _twin(self, start: bytes, history: list[int], dealer: Dealer | None) -> Position:
        twin = object.__new__(Position)
        twin.game, twin.dealer, twin._start, twin._history = self.game, dealer, start, history
        twin._hold(np.frombuffer(bytearray(self._records.tobytes()), self.game.dtype))
        twin._seat, twin._legal = self._seat, self._legal
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._records.tobytes() == other._records.tobytes()

    def __hash__(self) -> int:
        return hash((self.game.name, self._records.tobytes()))

    def __repr__(self) -> str:
        now = "over" if self.over else "chance" if self._seat == CHANCE else f"seat {self._seat} to act"
        return f"<{self.game.title}, {self.players} players, {now}>"

    def to_json(self) -> JSON:
        """Return the whole position, readable and exact."""
        return self.game.notation.to_json(kernel.read_fields(self._records[0]))

    def svg(self, seat: int | None = None) -> str:
        """Return a picture as SVG: of the whole position, or of what a seat may know of it."""
        return str(self.game.drawing.draw(self.to_json() if seat is None else self.view(seat)))

    def _repr_svg_(self) -> str:
        return self.svg()

    # ---- what a seat may know --------------------------------------------------------------------------------------

    def _check_seat(self, seat: int) -> int:
        number = as_index(seat)
        if not 0 <= number < self.players:
            raise HeliopolisError(f"There is no seat {seat!r}; the seats are 0 to {self.players - 1}.")
        return number

    def view(self, seat: int | None) -> JSON:
        """Return what a seat, or a spectator (None), may know, with legal moves and advice."""
        seat = None if seat is None else self._check_seat(seat)
        return self.game.view.view(self._records, seat, self.legal())

    def known_facts(self, seat: int | None) -> JSON:
        """Return the facts that a seat, or a spectator (None), may know, without legal moves and advice."""
        seat = None if seat is None else self._check_seat(seat)
        return self.game.view.known_facts(kernel.read_fields(self._records[0]), seat)

    def imagine(self, seat: int, rng: Random) -> Position:
        """Return a position that agrees with all the seat knows, the rest resampled, without dealer and past moves."""
        seat = self._check_seat(seat)
        twin = self.without_history()
        twin._seat, twin._legal = self.game.kernels.imagine(twin.rule_records, seat, kernel.generator_from(rng))
        twin._start = twin._records.tobytes()
        return twin

    def suggest(self, rng: Random, overlook: Iterable[Oversight] = ()) -> str:
        """Return the move that the game's own heuristic chooses, for a player who overlooks some things."""
        if self._seat < 0 or self.unfinished:
            raise IllegalMove("There is a suggestion only where a player starts a move.")
        generator, oversights = kernel.generator_from(rng), [*overlook]
        return self.compose(lambda trial: trial._suggested_action(generator, oversights))

    def _suggested_action(self, generator: kernel.Generator, oversights: list[Oversight]) -> int:
        """Return the heuristic's action; if the position with its oversights allows it only there, that without."""
        if oversights:
            records, fields = self.game.blank(), kernel.read_fields(self._records[0])
            for overlook in oversights:
                overlook(fields)
            kernel.write_fields(fields, records[0])
            action = int(self.game.kernels.choose(kernel.wrap_records(records), generator))
            if self._allows(action):
                return action
        return int(self.game.kernels.choose(self.rule_records, generator))

    def compose(self, decide: Callable[[Position], int]) -> str:
        """Return the move that `decide` composes: it is called with the position before each action and returns one."""
        trial, steps = self.without_history(), list[int]()
        while not steps or trial.unfinished:
            steps.append(decide(trial))
            trial.act(steps[-1])
        return self.move_text(steps)

    def observe(self, seat: int, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Return features of what the seat knows, written into the caller's buffer if there is one."""
        if out is None:
            out = np.zeros(self.game.observation_size, np.float32)
        elif not _is_buffer(out, size := self.game.observation_size):
            raise HeliopolisError(
                f"The buffer of an observation of {self.game.title} must be {size} contiguous, writable float32."
            )
        self.game.kernels.observe(self.rule_records, self._check_seat(seat), out)
        return out


@lru_cache(maxsize=4096)
def _elements(bits: int) -> tuple[int, ...]:
    """Return the elements of a bit set; the same sets of legal actions come up again and again."""
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)


def _is_buffer(out: object, size: int) -> bool:
    """Return whether an observation of that size can be written into an array."""
    if not isinstance(out, np.ndarray):
        return False
    return out.shape == (size,) and out.dtype == np.float32 and out.flags.carray


def _unpickle(game: Game, record: bytes, start: bytes, history: list[int], dealer: Dealer | None) -> Position:
    return game.from_bytes(record)._twin(start, history, dealer)
