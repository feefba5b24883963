"""Position: one game in progress, for people and programs that speak Python.

Positions are values: they can be copied, compared, hashed and written as JSON. The dealer (who resolves chance) and the
moves so far travel with a position but are no part of its value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.errors import HeliopolisError, IllegalMove, InvalidSetup
from heliopolis.games.reading import show
from heliopolis.kernel import CHANCE, NOBODY
from heliopolis.kernel import Random as Random

if TYPE_CHECKING:
    from heliopolis.game import Game
    from heliopolis.record import Record

JSON = dict[str, Any]

NAMED = 24  # moves that an error names at most
UNFINISHED = 1 << 8  # marks a decision in the history that did not finish its move


def as_number(value: object) -> int:
    """An integer of Python's or NumPy's; anything else is a number that nothing has."""
    return -1 if isinstance(value, bool) or not hasattr(value, "__index__") else index(value)


def check_seed(seed: int | str) -> int | str:
    """A seed is a number or a text."""
    if isinstance(seed, str):
        return seed
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise InvalidSetup(f"A seed is a whole number or a text, not {seed!r}.")
    return index(seed)


class Dealer:
    """Resolves chance from a seed: the same seed, the same luck."""

    def __init__(self, seed: int | str) -> None:
        self.seed = check_seed(seed)
        self.generator = kernel.new_generator()
        kernel.seed_generator(self.generator, kernel.key_of(self.seed), 0)

    def copy(self) -> Dealer:
        twin = object.__new__(Dealer)
        twin.seed, twin.generator = self.seed, self.generator.copy()
        return twin


class Position:
    """One game in progress."""

    __slots__ = ("_history", "_legal", "_records", "_seat", "_start", "dealer", "game", "raw")

    def __init__(self, game: Game, records: NDArray[np.void], dealer: Dealer | None = None) -> None:
        self.game = game
        self.dealer = dealer
        self._records = records
        self.raw = kernel.readable(records)  # as the rules take it
        self._start = records.tobytes()
        self._history: list[int] = []  # decisions; an outcome of chance inverted
        self._seat: int
        self._legal: int
        self._seat, self._legal = game.loops.state(self.raw)
        self._deal()

    # ---- whose turn, and what then -----------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return int(self._records["players"][0])

    @property
    def to_act(self) -> int | None:
        """The seat that decides next, `hp.CHANCE`, or None when the game is over."""
        return None if self._seat == NOBODY else self._seat

    @property
    def over(self) -> bool:
        return self._seat == NOBODY

    @property
    def unfinished(self) -> bool:
        """Whether the player to act is in the middle of a move that takes several decisions."""
        return self.game.composed and bool(self._records["trail_len"][0])

    def actions(self) -> list[int]:
        """The decisions open to the player to act, as numbers."""
        bits, found = self._legal, []
        while bits:
            low = bits & -bits
            found.append(low.bit_length() - 1)
            bits ^= low
        return found

    def legal(self) -> list[str]:
        """The moves open to him as text: all, or a sensible choice where a move takes several decisions to say."""
        if self.game.composed:
            return self._proposals()
        return [self.text(action) for action in self.actions()]

    def _proposals(self) -> list[str]:
        """Moves of one decision, and of the phrases that the game thinks of those that are legal."""
        if self._seat < 0:
            return []
        whole = self.game.notation.WHOLE_MOVES
        moves = [text for action in self.actions() if (text := self.text(action)) in whole]
        fields = kernel.plain(self._records[0])
        return moves + [m for m in self.game.notation.candidates(self.raw[0], fields) if self._decisions(m)]

    def _decisions(self, move: str) -> list[int]:
        """The decisions that are still to be made for a move; none if it is not legal."""
        fields = kernel.plain(self._records[0])
        steps: list[int] | None = self.game.notation.steps_of(self.raw[0], fields, move)
        made = fields.trail[: fields.trail_len]
        if steps is None or steps[: len(made)] != made:
            return []
        trial = self.bare()
        for step in steps[len(made) :]:
            if trial._seat != self._seat or not trial._allows(step):
                return []
            trial.act(step)
        return [] if trial.unfinished else steps[len(made) :]

    def text(self, action: int) -> str:
        """A decision, or at a chance node an outcome, as text."""
        texts: Sequence[str] = self.game.notation.OUTCOMES if self._seat == CHANCE else self.game.notation.ACTIONS
        number = as_number(action)
        if 0 <= number < len(texts):
            return texts[number]
        raise IllegalMove(f"{action!r} is not the number of a move of {self.game.title}.")

    def chances(self) -> dict[str, float]:
        """The outcomes of a chance node with their odds; nothing elsewhere."""
        if self._seat != CHANCE:
            return {}
        weights = self._weights()
        total = sum(weights)
        return {self.text(outcome): weight / total for outcome, weight in enumerate(weights) if weight}

    def _weights(self) -> list[int]:
        out = np.zeros(self.game.outcomes, np.int64)
        self.game.loops.weights(self.raw, out)
        found: list[int] = out.tolist()
        return found

    # ---- moving ----------------------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move, or at a chance node say what came."""
        decisions = self._read(move) if isinstance(move, str) else []
        if not decisions:
            raise IllegalMove(self._refusal(move))
        for action in decisions:
            self.act(action)

    def _read(self, move: str) -> list[int]:
        """A legal move, or a possible outcome, as decisions; none if it is neither."""
        if self._seat == CHANCE:
            action = self.game.outcome_numbers.get(move)
        elif self.game.composed:
            return self._decisions(move) if self._seat >= 0 else []
        else:
            action = self.game.action_numbers.get(move)
        return [] if action is None or not self._allows(action) else [action]

    def act(self, action: int) -> None:
        """The same by number: one decision, or an outcome."""
        if not self._allows(action):
            raise IllegalMove(self._refusal(action))
        action = index(action)
        if self._seat == CHANCE:
            self._seat, self._legal = self.game.loops.deal(self.raw, action)
            self._history.append(~action)
        else:
            self._seat, self._legal = self.game.loops.play(self.raw, action)
            self._history.append(action | UNFINISHED if self.unfinished else action)
        if self._seat == CHANCE:
            self._deal()

    def _allows(self, action: int) -> bool:
        """Whether this is the number of a legal decision or of a possible outcome."""
        number = as_number(action)
        if self._seat == CHANCE:
            return 0 <= number < self.game.outcomes and self._weights()[number] > 0
        return 0 <= number < self.game.actions and self._legal >> number & 1 == 1

    def _refusal(self, move: object) -> str:
        said = show(move) if isinstance(move, str) else f"move number {show(move)}"
        if self._seat == NOBODY:
            return f"{said} is not legal: the game is over."
        if self._seat == CHANCE:
            return f"{said} cannot come now; possible are {', '.join(self.chances())}."
        legal = self.legal()
        more = f" or one of {len(legal) - NAMED} other moves" if len(legal) > NAMED else ""
        return f"{said} is not legal now; seat {self._seat} may play {', '.join(legal[:NAMED])}{more}."

    def _deal(self) -> None:
        """The dealer, if there is one, resolves chance."""
        while self._seat == CHANCE and self.dealer is not None:
            outcome, self._seat, self._legal = self.game.loops.deal_blindly(self.raw, self.dealer.generator)
            self._history.append(~outcome)

    # ---- results ---------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """The points of each seat so far."""
        return [self.game.loops.score(self.raw, seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seats that have won; none before the end."""
        if not self.over:
            return []
        won = self.game.loops.winners(self.raw)
        return [seat for seat in range(self.players) if won >> seat & 1]

    @property
    def record(self) -> Record:
        """The game so far, from its first position on."""
        from heliopolis.record import Record  # a record is made of positions, not the other way round

        start = self.game.from_bytes(self._start)
        seed = self.dealer.seed if self.dealer is not None and self.over else None
        result = tuple(self.scores()) if self.over else None
        return Record(self.game.name, start.to_json(), tuple(self._moves()), seed=seed, result=result)

    def _moves(self) -> list[str]:
        """The moves as text; an outcome of chance stands behind the decision that led to it."""
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
        """The text of a move that these decisions would make here."""
        if not self.game.composed:
            return self.text(steps[0])
        text: str = self.game.notation.move_text(self.raw[0], kernel.plain(self._records[0]), steps)
        return text

    # ---- values ----------------------------------------------------------------------------------------------------

    def copy(self) -> Position:
        """An exact twin that goes its own way, with the same luck ahead of it."""
        return self._twin(self._start, list(self._history), None if self.dealer is None else self.dealer.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.game, self._records.tobytes(), self._start, self._history, self.dealer)

    def bare(self) -> Position:
        """A twin without dealer and past."""
        return self._twin(self._records.tobytes(), [], None)

    def _twin(self, start: bytes, history: list[int], dealer: Dealer | None) -> Position:
        twin = object.__new__(Position)
        twin.game, twin.dealer, twin._start, twin._history = self.game, dealer, start, history
        twin._records = np.frombuffer(bytearray(self._records.tobytes()), self.game.dtype)
        twin.raw = kernel.readable(twin._records)
        twin._seat, twin._legal = self._seat, self._legal
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and self._records.tobytes() == other._records.tobytes()

    def __hash__(self) -> int:
        return hash((self.game.name, self._records.tobytes()))

    def __repr__(self) -> str:
        now = "over" if self.over else "chance" if self._seat == CHANCE else f"seat {self._seat} to act"
        return f"<{self.game.title}, {self.players} players, {now}>"

    def to_json(self) -> JSON:
        """The whole position, readable and exact."""
        found: JSON = self.game.notation.to_json(kernel.plain(self._records[0]))
        return found

    def svg(self, seat: int | None = None) -> str:
        """A picture of the whole position, or of what a seat may know of it."""
        return str(self.game.draw(self.to_json() if seat is None else self.view(seat)))

    def _repr_svg_(self) -> str:
        return self.svg()

    # ---- what a seat may know --------------------------------------------------------------------------------------

    def _check_seat(self, seat: int) -> int:
        number = as_number(seat)
        if not 0 <= number < self.players:
            raise HeliopolisError(f"There is no seat {seat!r}; the seats are 0 to {self.players - 1}.")
        return number

    def view(self, seat: int | None) -> JSON:
        """What a seat, or a spectator (None), may know and needs to see."""
        seat = None if seat is None else self._check_seat(seat)
        found: JSON = self.game.views.view(self._records, seat, self.legal())
        return found

    def seen(self, seat: int | None) -> JSON:
        """The same without legal moves and advice: the bare facts."""
        seat = None if seat is None else self._check_seat(seat)
        found: JSON = self.game.views.seen(kernel.plain(self._records[0]), seat)
        return found

    def imagine(self, seat: int, rng: Random) -> Position:
        """A position that agrees with everything the seat knows, the rest resampled; it has neither dealer nor past."""
        seat = self._check_seat(seat)
        twin = self.bare()
        twin._seat, twin._legal = self.game.loops.imagine(twin.raw, seat, kernel.seeded(rng))
        twin._start = twin._records.tobytes()
        return twin

    def suggest(self, rng: Random) -> str:
        """What a sensible player would do now, by the game's own judgement: a whole move."""
        if self._seat < 0 or self.unfinished:
            raise IllegalMove("A suggestion is for a player who is to begin a move.")
        generator = kernel.seeded(rng)
        return self.compose(lambda trial: int(self.game.loops.choose(trial.raw, generator)))

    def compose(self, decide: Callable[[Position], int]) -> str:
        """The whole move that one decision after the other makes; `decide` sees how far it is."""
        trial, steps = self.bare(), list[int]()
        while not steps or trial.unfinished:
            steps.append(decide(trial))
            trial.act(steps[-1])
        return self.move_text(steps)

    def observe(self, seat: int, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Features of what the seat knows, written into the caller's buffer if he gives one."""
        if out is None:
            out = np.zeros(self.game.observation_size, np.float32)
        elif not _is_buffer(out, self.game.observation_size):
            raise HeliopolisError(f"An observation of {self.game.title} is {self.game.observation_size} float32.")
        self.game.loops.observe(self.raw, self._check_seat(seat), out)
        return out


def _is_buffer(out: object, size: int) -> bool:
    """Whether an observation can be written there."""
    if not isinstance(out, np.ndarray):
        return False
    return out.shape == (size,) and out.dtype == np.float32 and out.flags.writeable and out.flags.c_contiguous


def _unpickle(game: Game, record: bytes, start: bytes, history: list[int], dealer: Dealer | None) -> Position:
    return game.from_bytes(record)._twin(start, history, dealer)
