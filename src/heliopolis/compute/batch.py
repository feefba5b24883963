"""Batch: many games in lockstep, one decision per game and call, without Python code per game; for training nets."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.compute.devices.cpu import CpuDevice
from heliopolis.compute.templates import many_games
from heliopolis.core.checks import as_index, check_seed
from heliopolis.core.errors import IllegalMove, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.position import Position
from heliopolis.core.registry import game

if TYPE_CHECKING:
    from heliopolis.compute.devices.cuda import CudaDevice


class Batch:
    """Many games in lockstep: row i of every array belongs to the game in place i.

    The attributes are the batch's own arrays and change with every step; copy them to save their values.
    """

    to_act: NDArray[np.int8]  # the seat to act; -2 where the game is over
    legal: NDArray[np.int64]  # legal actions of the seat to act, as a bit set
    terminated: NDArray[np.bool_]  # whether the last step ended a game
    rewards: NDArray[np.float32]  # by seat: share of the victory in a game that the last step ended
    scores: NDArray[np.int32]  # by seat: final score of the game that ended here last
    numbers: NDArray[np.int64]  # number of the game: game n of a seed is always the same

    def __init__(
        self,
        name: str | Game,
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
        self.size = as_index(size)
        if self.size < 1:
            raise InvalidSetup(f"The number of games must be 1 or more, not {size!r}.")
        self.auto_reset = auto_reset
        self._device = _device(device, threads)
        self._make_arrays()
        self._kernels = self._device.kernels(self.game, BATCHES)
        self.reset(secrets.randbits(63) if seed is None else seed)

    def _make_arrays(self) -> None:
        """Allocate the arrays on the device."""
        device, size, players = self._device, self.size, self.players
        self._records = device.zeros((size,), self.game.dtype)
        self._positions = device.wrap_records(self._records)
        self._blank = device.wrap_records(device.zeros((1,), self.game.dtype))
        self._chance_rng, self._policy_rng = device.zeros((size, 2), np.int64), device.zeros((size, 2), np.int64)
        self.to_act, self.legal = device.zeros((size,), np.int8), device.zeros((size,), np.int64)
        self.terminated, self.numbers = device.zeros((size,), np.bool_), device.zeros((size,), np.int64)
        self.rewards, self.scores = device.zeros((size, players), np.float32), device.zeros((size, players), np.int32)

    def call_all(self) -> None:
        """Call every function once, so that all are compiled."""
        self.observe()
        self.masks()
        self.suggest()
        self.step(self.sample())

    def __repr__(self) -> str:
        return f"<{self.size} games of {self.game.title}, {self.players} players each>"

    def _run(self, function: str, *arguments: Any) -> None:
        """Run a compiled function for all games."""
        self._device.run(getattr(self._kernels, function), self.size, *arguments)

    # ---- playing ---------------------------------------------------------------------------------------------------

    def reset(self, seed: int | str | None = None) -> None:
        """Start new games: with a seed games 0 to size - 1 of that seed, without one the next game of each place."""
        if seed is not None:
            self._key = kernel.seed_key(check_seed(seed))
            policy_key = kernel.seed_key(f"whims of {seed}")  # as in 0.1, so that seeds still give the same actions
            self._run("seed_games", self.numbers, self._policy_rng, policy_key)
        next_game = self.size if seed is None else 0
        self._run("start_games", *self._games(), *self._results(), next_game)

    def _games(self) -> tuple[Any, ...]:
        return self._positions, self._blank, self.players, self._chance_rng, self._key, self.numbers

    def _results(self) -> tuple[Any, ...]:
        return self.to_act, self.legal, self.terminated, self.rewards

    def step(self, actions: Any) -> None:
        """Take one action in each game; if any is illegal, raise `IllegalMove` and change nothing."""
        taken = self._device.as_actions(actions, (self.size,))
        self._check(taken)
        next_game = self.size if self.auto_reset else 0
        self._run("step", taken, *self._games(), *self._results(), self.scores, next_game)

    def _check(self, actions: NDArray[np.int64]) -> None:
        """Raise `IllegalMove` if an action is not legal in its game."""
        faults = self._device.zeros((1,), np.int64)
        self._run("find_illegal_action", actions, self.legal, faults)
        place = int(faults[0]) - 1
        if place >= 0:
            raise IllegalMove(f"Action {actions[place]} is not legal in the game in place {place}.")

    # ---- observations and actions ----------------------------------------------------------------------------------

    def observe(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Return the features of `Position.observe` for the seat to act in each game, in the caller's array if any."""
        out = self._device.output_buffer(out, (self.size, self.game.observation_size), np.float32)
        self._run("observe", self._positions, self.to_act, out)
        return out

    def masks(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return which actions are legal, one column per action; none where the game is over."""
        out = self._device.output_buffer(out, (self.size, self.game.actions), np.bool_)
        self._run("masks", self.legal, out)
        return out

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Return a random legal action for each game."""
        out = self._device.output_buffer(out, (self.size,), np.int64)
        self._run("sample", self.legal, self._policy_rng, out)
        return out

    def suggest(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Return the action that the heuristic, and so the bot `greedy`, chooses in each game."""
        out = self._device.output_buffer(out, (self.size,), np.int64)
        self._run("suggest", self._positions, self.legal, self._policy_rng, out)
        return out

    def position(self, place: int) -> Position:
        """Return the position of one game, without a dealer."""
        number = as_index(place)
        if not 0 <= number < self.size:
            raise InvalidSetup(f"There is no place {place!r}; the places are 0 to {self.size - 1}.")
        return self.game.from_bytes(self._device.read_record(self._records, number))


def call_batches(game: Game) -> None:
    """Compile batches by playing one."""
    Batch(game, game.min_players, size=1, seed=0).call_all()


BATCHES = Piece("batches", "batches", many_games, call_batches)


def _device(name: str, threads: int) -> CpuDevice | CudaDevice:
    """Return the device of that name."""
    if name == "cpu":
        return CpuDevice(threads)
    if name == "cuda":
        from heliopolis.compute.devices.cuda import CudaDevice

        return CudaDevice()
    raise InvalidSetup(f"The device must be 'cpu' or 'cuda', not {name!r}.")
