"""Batch: many games side by side, one decision in each at a time, no Python per game. For those who train nets."""

from __future__ import annotations

import secrets
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.errors import IllegalMove, InvalidSetup
from heliopolis.game import game
from heliopolis.position import Position, as_number, check_seed
from heliopolis.processor import Processor

if TYPE_CHECKING:
    from heliopolis.cuda import Card


class Batch:
    """`size` games, each in a place of its own: row i of every array is about the game in place i.

    The attributes are the batch's own arrays and change with every step: copy what is to be kept.
    """

    to_act: NDArray[np.int8]  # who decides next; -2 where the game is over
    legal: NDArray[np.int64]  # the decisions open to him, as bits
    terminated: NDArray[np.bool_]  # whether the last step ended a game
    rewards: NDArray[np.float32]  # by seat: of a game that the last step ended, the share in the victory
    scores: NDArray[np.int32]  # by seat: the points in the game that ended here last
    numbers: NDArray[np.int64]  # which game it is: game n of a seed is always the same

    def __init__(
        self,
        name: str,
        players: int,
        size: int,
        seed: int | str | None = None,
        *,
        auto_reset: bool = True,
        threads: int = 1,
        device: Literal["cpu", "cuda"] = "cpu",
    ) -> None:
        self.game = game(name)
        self.players = self.game.check_players(players)
        self.size = as_number(size)
        if self.size < 1:
            raise InvalidSetup(f"The number of games must be 1 or more, not {size!r}.")
        self.auto_reset = auto_reset
        self._device = _device(device, threads)
        self._make_arrays()
        self._loops = self._device.loops(self.game, self._rehearse)
        self.reset(secrets.randbits(63) if seed is None else seed)

    def _make_arrays(self) -> None:
        device, size, players = self._device, self.size, self.players
        self._records = device.zeros((size,), self.game.dtype)
        self._positions = device.readable(self._records)
        self._blank = device.readable(device.zeros((1,), self.game.dtype))
        self._luck, self._whims = device.zeros((size, 2), np.int64), device.zeros((size, 2), np.int64)
        self.to_act, self.legal = device.zeros((size,), np.int8), device.zeros((size,), np.int64)
        self.terminated, self.numbers = device.zeros((size,), np.bool_), device.zeros((size,), np.int64)
        self.rewards, self.scores = device.zeros((size, players), np.float32), device.zeros((size, players), np.int32)

    def _rehearse(self, loops: SimpleNamespace) -> None:
        """Call every loop once."""
        self._loops = loops
        self.reset(0)
        self.observe()
        self.masks()
        self.suggest()
        self.step(self.sample())

    def __repr__(self) -> str:
        return f"<{self.size} games of {self.game.title}, {self.players} players each>"

    def _run(self, loop: str, *arguments: Any) -> None:
        self._device.run(getattr(self._loops, loop), self.size, *arguments)

    # ---- playing ---------------------------------------------------------------------------------------------------

    def reset(self, seed: int | str | None = None) -> None:
        """All games begin anew: with a seed those numbered 0 to size - 1 of it, without one the next of each place."""
        if seed is not None:
            self._key = kernel.key_of(check_seed(seed))
            self._run("sow", self.numbers, self._whims, kernel.key_of(f"whims of {seed}"))
        next_game = self.size if seed is None else 0
        self._run("begin", *self._games(), *self._told(), next_game)

    def _games(self) -> tuple[Any, ...]:
        return self._positions, self._blank, self.players, self._luck, self._key, self.numbers

    def _told(self) -> tuple[Any, ...]:
        return self.to_act, self.legal, self.terminated, self.rewards

    def step(self, actions: Any) -> None:
        """One decision in each game. If one of them is not legal, `IllegalMove` is raised and nothing has changed."""
        decisions = self._device.take(actions, (self.size,))
        self._check(decisions)
        next_game = self.size if self.auto_reset else 0
        self._run("step", decisions, *self._games(), *self._told(), self.scores, next_game)

    def _check(self, decisions: NDArray[np.int64]) -> None:
        faults = self._device.zeros((1,), np.int64)
        self._run("check", decisions, self.legal, faults)
        place = int(faults[0]) - 1
        if place >= 0:
            raise IllegalMove(f"Action {decisions[place]} is not legal in the game in place {place}.")

    # ---- what the players know, and may do -------------------------------------------------------------------------

    def observe(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What the player to act in each game knows, as `Position.observe` tells it, into the caller's array if any."""
        out = self._device.buffer(out, (self.size, self.game.observation_size), np.float32)
        self._run("observe", self._positions, self.to_act, out)
        return out

    def masks(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Which decisions are legal, a column for each; none where the game is over."""
        out = self._device.buffer(out, (self.size, self.game.actions), np.bool_)
        self._run("masks", self.legal, out)
        return out

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A random legal decision in each game."""
        out = self._device.buffer(out, (self.size,), np.int64)
        self._run("sample", self.legal, self._whims, out)
        return out

    def suggest(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """What the game's own judgement, the bot `greedy`, would decide in each game."""
        out = self._device.buffer(out, (self.size,), np.int64)
        self._run("suggest", self._positions, self.legal, self._whims, out)
        return out

    def position(self, place: int) -> Position:
        """The position of one game, without a dealer."""
        number = as_number(place)
        if not 0 <= number < self.size:
            raise InvalidSetup(f"There is no place {place!r}; the places are 0 to {self.size - 1}.")
        return self.game.from_bytes(self._device.fetch(self._records, number))


def _device(name: str, threads: int) -> Processor | Card:
    if name == "cpu":
        return Processor(threads)
    if name == "cuda":
        from heliopolis.cuda import Card

        return Card()
    raise InvalidSetup(f"The device is 'cpu' or 'cuda', not {name!r}.")
