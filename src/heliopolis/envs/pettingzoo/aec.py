"""The agent environment cycle of any dealt game.

`RawEnv` is the bare environment. `CheckedEnv` behaves like `RawEnv` inside PettingZoo's own wrappers (order enforcing,
termination of illegal moves), with which a test compares it, but is one object: nested wrappers would take longer than
the game itself.
"""

from __future__ import annotations

import random
from importlib.util import find_spec
from io import StringIO
from typing import Any

import numpy as np
from gymnasium.logger import warn
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger
from rich.console import Console

from heliopolis.core.checks import as_index
from heliopolis.core.dealer import Dealer
from heliopolis.core.errors import IllegalMove, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.position import Position
from heliopolis.core.registry import game
from heliopolis.kernel import NOBODY, wrap_records
from heliopolis.text.plain_board import board_of

RENDER_MODES = {"ansi": "board", "human": "board", "svg": "drawing"}  # and the module of the game that each needs
MAX_OBSERVATION = 10.0  # no number in an observation is greater; nearly all are between 0 and 1
ILLEGAL_MOVE_REWARD = -1.0
TEXT_COLUMNS = 100  # width of a table rendered as text

AFTER_RESET = {"agents", "agent_selection", "infos", "num_agents", "position", "rewards", "terminations", "truncations"}

Observation = dict[str, NDArray[Any]]


def env(game: str | Game, players: int = 4, render_mode: str | None = None) -> CheckedEnv:
    """Return the environment of any game for learners: an illegal move ends the game, calls out of order are logged."""
    return CheckedEnv(game, players, render_mode)


def raw_env(game: str | Game, players: int = 4, render_mode: str | None = None) -> RawEnv:
    """Return the bare environment of any game: an illegal move raises `IllegalMove`."""
    return RawEnv(game, players, render_mode)


def render_modes(rules: Game) -> list[str]:
    """Return the render modes that a game has the modules for."""
    if not hasattr(rules.package, "__path__"):
        return []
    return [mode for mode, part in RENDER_MODES.items() if find_spec(f"{rules.package.__name__}.{part}") is not None]


class ActionSpace(Discrete):
    """The actions of a game, with a sampler of legal ones that is as quick as the game."""

    def sample(self, mask: NDArray[np.int8] | None = None, probability: NDArray[np.int8] | None = None) -> np.int64:
        """Return a random action, of the legal ones if there is a mask."""
        legal = mask.nonzero()[0] if isinstance(mask, np.ndarray) and mask.shape == (self.n,) else ()
        if len(legal) == 0 or probability is not None:
            return super().sample(mask, probability)
        found: np.int64 = legal[int(self.np_random.random() * len(legal))]
        return found


class RawEnv(AECEnv[str, Observation, int | None]):
    """The environment of one table. An illegal action raises `IllegalMove` and changes nothing."""

    def __init__(self, name: str | Game, players: int, render_mode: str | None = None) -> None:
        self.game = game(name)
        self.players = self.game.check_players(players)
        modes = render_modes(self.game)
        if render_mode is not None and render_mode not in modes:
            raise InvalidSetup(f"The render mode must be {', '.join([*modes, 'None'])}, not {render_mode!r}.")
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.game.name}_v0",
            "render_modes": modes,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: ActionSpace(self.game.actions) for agent in self.possible_agents}
        self.state_space = Box(0.0, MAX_OBSERVATION, (self.players * self.game.observation_size,), np.float32)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = random.Random()  # of the games after the first

    def _observation_space(self) -> Dict:
        observation = Box(0.0, MAX_OBSERVATION, (self.game.observation_size,), np.float32)
        return Dict({"observation": observation, "action_mask": Box(0, 1, (self.game.actions,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations with their action masks."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> ActionSpace:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    # ---- the cycle -------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: with a seed the one that `Game.start` deals, without one the next of a random sequence."""
        self._dealer = Dealer(self._seeds.getrandbits(63) if seed is None else seed)
        if seed is not None:
            self._seeds = random.Random(f"after {seed}")
        self._actions: list[int] = []
        self._records = wrap_records(self.game.blank())
        seat, self._legal = self.game.kernels.set_up(self._records, self.players, self._dealer.generator)
        agents = self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[seat]

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent. When the game is over, every agent leaves with `None`."""
        if not self.agents:
            raise IllegalMove("The game is over and all agents have left; reset() starts the next game.")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        number = as_index(action)
        if number < 0 or not self._legal >> number & 1:
            self.position.act(action)  # type: ignore[arg-type]  # raises an error that says what is wrong
        seat, self._legal = self.game.kernels.play_and_resolve(self._records, number, self._dealer.generator)
        self._actions.append(number)
        if seat == NOBODY:
            self._share_victory()
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    @property
    def position(self) -> Position:
        """A copy of the game so far, with its record and a dealer that will deal the same."""
        position = self.game.start(self.players, self._dealer.seed)
        for action in self._actions:
            position.act(action)
        return position

    def _share_victory(self) -> None:
        """Reward the winners, who share a reward of 1, and end the game."""
        won = self.game.kernels.winners(self._records)
        share = 1.0 / won.bit_count()
        self.rewards = {agent: share if won >> seat & 1 else 0.0 for agent, seat in self._seats.items()}
        self._end()

    def _end(self) -> None:
        """End the game for all agents."""
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows and which actions it may take, in new arrays."""
        observation = np.empty(self.game.observation_size, np.float32)
        mask = np.empty(self.game.actions, np.int8)
        self.game.kernels.observe_with_mask(self._records, self._seats[agent], observation, mask)
        return {"observation": observation, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all agents, one after the other."""
        return np.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    # ---- rendering ---------------------------------------------------------------------------------------------------

    def render(self) -> str | None:
        """Return the table as the agent to act sees it, as text or as SVG; in the mode `human`, print it."""
        if self.render_mode is None:
            warn("You are calling render method without specifying any render mode.")
            return None
        if self.render_mode == "human":
            self._draw(Console())
            return None
        if self.render_mode == "svg":
            position = self.position
            return position.svg(position.to_act)
        page = StringIO()
        self._draw(Console(file=page, width=TEXT_COLUMNS, color_system=None))
        return page.getvalue()

    def _draw(self, console: Console) -> None:
        position = self.position
        view = position.view(position.to_act)
        console.print(board_of(self.game).board(view, self.possible_agents, "en"))

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


class CheckedEnv(RawEnv):
    """The environment for learners: an illegal move ends the game, and calls out of order are logged or refused."""

    _moved = False  # whether there was a step since the iterator last named an agent

    def __getattr__(self, name: str) -> Any:
        if name in AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game and allow the first turn of an iterator."""
        super().reset(seed, options)
        self._moved = True

    def step(self, action: int | None) -> None:
        """Take an action; an illegal one ends the game, and one after the end is logged."""
        if "agents" not in self.__dict__:
            EnvLogger.error_step_before_reset()
        self._moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        try:
            super().step(action)
        except IllegalMove:
            if not self.action_spaces[self.agent_selection].contains(action):
                raise
            self._end_by_illegal_move()

    def _end_by_illegal_move(self) -> None:
        """End the game for all agents, as PettingZoo's wrappers do, with a negative reward for the selected agent."""
        EnvLogger.warn_on_illegal_move()
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards[self.agent_selection] = ILLEGAL_MOVE_REWARD
        self._end()

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows; refused before `reset`."""
        if "agents" not in self.__dict__:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all agents; refused before `reset`."""
        if "agents" not in self.__dict__:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> str | None:
        """Render the table; refused before `reset`."""
        if "agents" not in self.__dict__:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, int | None]:
        """Return an iterator over the agents to act, which expects a step between two of them."""
        if "agents" not in self.__dict__:
            EnvLogger.error_agent_iter_before_reset()
        return CheckedIterable(self, max_iter)


class CheckedIterable(AECIterable[str, Observation, int | None]):
    """The agents to act, with a check that each of them steps."""

    def __iter__(self) -> AECIterator[str, Observation, int | None]:
        return CheckedIterator(self.env, self.max_iter)


class CheckedIterator(AECIterator[str, Observation, int | None]):
    """Yields the agent to act, and raises if there was no step since the last one."""

    env: CheckedEnv

    def __next__(self) -> str:
        agent: str = super().__next__()
        assert self.env._moved, "need to call step() or reset() in a loop over `agent_iter`"
        self.env._moved = False
        return agent
