"""Batch: many games in lockstep, one decision per game and call, without Python code per game; for training nets."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import DTypeLike, NDArray

from heliopolis import kernel
from heliopolis.compute.devices.cpu import CpuDevice, either
from heliopolis.compute.evaluators import EvaluatedSearch, Evaluator
from heliopolis.compute.net_files import own_nets
from heliopolis.compute.search_pieces import SearchPiece, nets_with_memory
from heliopolis.compute.templates import many_games
from heliopolis.compute.templates import search as plain_search
from heliopolis.compute.templates.many_games import FLOATS, HALVES, NOTHING
from heliopolis.compute.tree import MAX_CHILDREN, MAX_DEPTH, NODES_PER_SIMULATION, new_tree
from heliopolis.compute.weights import net_weights, plain_weights
from heliopolis.core.checks import as_index, check_seed
from heliopolis.core.errors import HeliopolisError, IllegalMove, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.position import Position
from heliopolis.core.registry import game

if TYPE_CHECKING:
    from heliopolis.compute.devices.cuda import CudaDevice

FORMS = FLOAT, HALF, COUNT = np.dtype(np.float32), np.dtype(np.float16), np.dtype(np.uint8)  # of observations
SAVED = "to_act legal terminated rewards scores numbers _chance_rng _policy_rng".split()  # arrays of a batch's state
MAX_SIMULATIONS = 1_000_000  # of a search, in each game


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
        self._use(_device(device, threads))
        self.reset(secrets.randbits(63) if seed is None else seed)

    @classmethod
    def of(
        cls,
        positions: Iterable[Position],
        seed: int | str | None = None,
        *,
        auto_reset: bool = True,
        threads: int = 1,
        device: Literal["cpu", "cuda"] = "cpu",
    ) -> Batch:
        """Return a batch that plays on from positions of one game and number of players, in their order.

        Chance comes from the seed, not from the positions' dealers, and is resolved at once where a position waits for
        it. Where a game ends, the next game of the seed is started, as in any batch, unless `auto_reset` is False.
        """
        given = list(positions)
        if not given or not all(isinstance(one, Position) for one in given):
            raise InvalidSetup("A batch is made of one or more positions.")
        first = given[0]
        if any(one.game != first.game or one.players != first.players for one in given):
            raise InvalidSetup("The positions of a batch must be of one game and one number of players.")
        batch = cls(first.game, first.players, len(given), seed, auto_reset=auto_reset, threads=threads, device=device)
        batch._place(given)
        return batch

    def _place(self, positions: list[Position]) -> None:
        """Put positions in the places of the games, and resolve chance there."""
        state = self.state()
        records = kernel.wrap_records(state["records"].view(self.game.dtype))
        for place, position in enumerate(positions):
            records[place] = position.rule_records[0]
        self.set_state(state)
        self._run("go_on", self._positions, self._chance_rng, self.to_act, self.legal)

    def _use(self, device: CpuDevice | CudaDevice) -> None:
        """Allocate the arrays on a device, and load its functions."""
        self._device = device
        self._kernels = device.kernels(self.game, BATCHES)
        size, players = self.size, self.players
        self._records = device.new_records(self.game, size)
        self._positions = device.wrap_records(self._records)
        self._blank = device.blank_record(self.game)
        self._chance_rng, self._policy_rng = device.zeros((size, 2), np.int64), device.zeros((size, 2), np.int64)
        self.to_act, self.legal = device.zeros((size,), np.int8), device.zeros((size,), np.int64)
        self.terminated, self.numbers = device.zeros((size,), np.bool_), device.zeros((size,), np.int64)
        self.rewards, self.scores = device.zeros((size, players), np.float32), device.zeros((size, players), np.int32)
        self._unused = {form: device.zeros((1, self.game.observation_size), form) for form in FORMS}
        self._unused_masks = device.zeros((1, self.game.actions), np.bool_)
        self._reciprocals = device.array(self.game.reciprocals[players])

    def call_all(self) -> None:
        """Call every function once, so that all are compiled."""
        self._run("go_on", self._positions, self._chance_rng, self.to_act, self.legal)
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

    def step(self, actions: Any, *, observations: Any = None, masks: Any = None, check: bool = True) -> None:
        """Take one action in each game; if any is illegal, raise `IllegalMove` and change nothing.

        Where arrays are given, the next observations and masks are written into them, as `observe` and `masks` do, in
        one pass over the games. With `check=False` the caller sees to it that all actions are legal, and a GPU need not
        be waited for; what an illegal one does is undefined.
        """
        taken = self._device.as_actions(actions, (self.size,))
        outputs = self._outputs(observations, masks)
        if check:
            self._check(taken)
        self._step(taken, False, *outputs)

    def step_at_random(self, actions: Any = None, *, observations: Any = None, masks: Any = None) -> None:
        """Take the action that `sample` would return in each game, and write it into `actions` if that is given.

        Where arrays are given, the next observations and masks are written into them, as `observe` and `masks` do, in
        one pass over the games.
        """
        taken = self._device.output_buffer(actions, (self.size,), np.int64)
        self._step(taken, True, *self._outputs(observations, masks))

    def _step(self, actions: Any, sampled: bool, *outputs: Any) -> None:
        next_game = self.size if self.auto_reset else 0
        games, results = self._games(), (*self._results(), self.scores)
        self._run("step", actions, *games, *results, next_game, sampled, self._policy_rng, *outputs)

    def _outputs(self, observations: Any, masks: Any) -> tuple[Any, ...]:
        """Return what a step writes observations and masks into, if it does."""
        if observations is not None:
            observations = self._observations(observations)
        rows = self._unused_masks if masks is None else self._masks(masks)
        return self._observed(observations), masks is not None, rows

    def _check(self, actions: NDArray[np.int64]) -> None:
        """Raise `IllegalMove` if an action is not legal in its game."""
        faults = self._device.zeros((1,), np.int64)
        self._run("find_illegal_action", actions, self.legal, faults)
        place = int(faults[0]) - 1
        if place >= 0:
            raise IllegalMove(f"Action {actions[place]} is not legal in the game in place {place}.")

    # ---- observations and actions ----------------------------------------------------------------------------------

    def observe(self, out: Any = None, dtype: DTypeLike = np.float32) -> NDArray[Any]:
        """Return the features of `Position.observe` for the seat to act in each game, in the caller's array if any.

        They are float32 or float16, rounded correctly; or uint8: whole numbers that over `divisors` are the features.
        """
        rows = self._observations(out, dtype)
        self._run("observe", self._positions, self._observed(rows))
        return rows

    def _observations(self, out: Any, dtype: DTypeLike = np.float32) -> NDArray[Any]:
        """Return the caller's array for observations after checking it, or a new one."""
        if dtype not in FORMS:
            raise HeliopolisError(f"Observations are {either(FORMS)}, not {dtype!r}.")
        dtypes = dict.fromkeys((np.dtype(dtype), *FORMS))
        return self._device.output_buffer(out, (self.size, self.game.observation_size), *dtypes)

    def _observed(self, out: Any) -> tuple[Any, ...]:
        """Return what `templates.many_games` writes observations with: into `out`, or not at all if it is None."""
        form = NOTHING if out is None else out.dtype.itemsize
        outputs = self._unused if out is None else {**self._unused, out.dtype: out}
        rows = self._buffers if form in (HALVES, FLOATS) else outputs[COUNT]
        halves = outputs[HALF].view(np.uint16)  # as bits: CPUs do not compute with them
        return form, rows, halves, outputs[FLOAT], self._reciprocals

    @cached_property
    def _buffers(self) -> Any:
        """The counts of one observation for each thread, before they are converted."""
        return self._device.thread_buffers(self.game.observation_size)

    @property
    def divisors(self) -> NDArray[np.uint8]:
        """What each number of a uint8 observation is divided by to make a feature."""
        return self.game.observation_divisors(self.players)

    def masks(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return which actions are legal, one column per action; none where the game is over."""
        rows = self._masks(out)
        self._run("masks", self.legal, rows)
        return rows

    def _masks(self, out: Any) -> NDArray[np.bool_]:
        """Return the caller's array for masks after checking it, or a new one."""
        return self._device.output_buffer(out, (self.size, self.game.actions), np.bool_)

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

    # ---- search ----------------------------------------------------------------------------------------------------

    def search(
        self, simulations: int = 64, evaluator: Evaluator | None = None
    ) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Search in every game for the seat to act, as the bot `search` does: with the game's net, if it has one.

        With an evaluator, that judges positions instead, those of all games in one call (`compute.evaluators`).

        Return how often each action was visited (size, actions), and every seat's chance of winning (size, players),
        which add up to 1. Of a finished game these are no visits and the seats' shares of the victory.
        """
        number = as_index(simulations)
        if not 1 <= number <= MAX_SIMULATIONS:
            raise InvalidSetup(f"The number of simulations must be 1 to {MAX_SIMULATIONS:,}, not {simulations!r}.")
        if not isinstance(self._device, CpuDevice):
            raise InvalidSetup("Batches are searched on the CPU only; on a GPU there is no search.")
        if evaluator is not None:
            rng = self._policy_rng.copy()  # if the evaluator fails, nothing has changed
            search = EvaluatedSearch(self.game, self.players, self._positions, rng, evaluator, self._device.run)
            search.simulate(number)
            self._policy_rng[...] = rng
            return search.results()
        visits, values = np.zeros((self.size, self.game.actions), np.int32), np.zeros((self.size, self.players))
        search_games, nets = BATCH_SEARCH.compiled(self.game).search_games, own_nets(self.game)
        weights = (plain_weights if nets is None else net_weights)(self.game)

        def run(first: int, end: int, stride: int) -> None:
            tree = new_tree(NODES_PER_SIMULATION * number + 2 * MAX_CHILDREN)
            trial, path = kernel.wrap_records(self.game.blank(2)), np.zeros(MAX_DEPTH, np.int32)
            memory = trial, tree, path, *(() if nets is None else nets_with_memory(nets))
            rng, results = self._policy_rng, (visits, values)
            search_games(first, end, stride, self._positions, number, rng, weights, *results, *memory)

        self._device.run(run, self.size)
        return visits, values

    # ---- saving ----------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, NDArray[Any]]:
        """Return everything that a batch of this game, player count and size, on any device, needs to continue."""
        found = {name: self._device.read(getattr(self, name)) for name in SAVED}
        records, own = self.game.blank(self.size), self._device.read(self._records)
        for name in self.game.dtype.names or ():
            records[name] = own[name]
        return {**found, "records": records.view(np.uint8), "key": np.array(self._key)}

    def copy(self) -> Batch:
        """Return an independent batch that goes on as this one does."""
        twin = object.__new__(Batch)
        twin.__setstate__(self.__getstate__())
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Batch:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        setup = {"game": self.game, "players": self.players, "size": self.size, "auto_reset": self.auto_reset}
        return {**setup, "device": self._device.arguments, "state": self.state()}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.game, self.players, self.size = saved["game"], saved["players"], saved["size"]
        self.auto_reset = saved["auto_reset"]
        self._use(_device(*saved["device"]))
        self.set_state(saved["state"])

    def set_state(self, state: dict[str, NDArray[Any]]) -> None:
        """Continue the games of another batch, from what its `state` returned."""
        records, shape = self._device.read(self._records), state["rewards"].shape
        if shape != (self.size, self.players) or state["records"].size != self.size * self.game.dtype.itemsize:
            raise HeliopolisError("The state is of a batch of another game, size or number of players.")
        saved = state["records"].view(self.game.dtype)
        for name in self.game.dtype.names or ():
            records[name] = saved[name]
        self._device.write(records, self._records)
        for name in SAVED:
            self._device.write(state[name], getattr(self, name))
        self._key = int(state["key"])


def call_batches(game: Game) -> None:
    """Compile batches by playing one."""
    Batch(game, game.min_players, size=1, seed=0).call_all()


def call_batch_search(game: Game) -> None:
    """Compile the search of batches by searching one."""
    Batch(game, game.min_players, size=1, seed=0).search(1)


BATCHES = Piece("batches", "batches", many_games, call_batches)
BATCH_SEARCH = SearchPiece("searches", "searches of batches", plain_search, call_batch_search)


def _device(name: str, threads: int) -> CpuDevice | CudaDevice:
    """Return the device of that name."""
    if name == "cpu":
        return CpuDevice(threads)
    if name == "cuda":
        from heliopolis.compute.devices.cuda import CudaDevice

        return CudaDevice()
    raise InvalidSetup(f"The device must be 'cpu' or 'cuda', not {name!r}.")
