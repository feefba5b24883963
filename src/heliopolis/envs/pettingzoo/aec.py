"""The agent environment cycle of any dealt game.

`RawEnv` is the environment itself. `CheckedEnv` behaves as if PettingZoo's own wrappers (order enforcing, termination
of illegal moves) lay around it, but is one object: wrappers around wrappers would take longer than the game does.
"""

from __future__ import annotations

import random
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
from heliopolis.core.position import Position
from heliopolis.core.registry import game
from heliopolis.kernel import NOBODY, wrap_records
from heliopolis.text.plain_board import board_of

RENDER_MODES = ["ansi", "human", "svg"]
MOST = 10.0  # of any number in an observation; nearly all are between 0 and 1
ILLEGAL = -1.0  # the reward of one who makes an illegal move
WIDTH = 100  # columns of a table as text

AFTER_RESET = {"agents", "agent_selection", "infos", "num_agents", "position", "rewards", "terminations", "truncations"}

Observation = dict[str, NDArray[Any]]


class Decisions(Discrete):
    """Numbers of decisions, of which a random legal one is found as quickly as the game is played."""

    def sample(self, mask: NDArray[np.int8] | None = None, probability: NDArray[np.int8] | None = None) -> np.int64:
        legal = mask.nonzero()[0] if isinstance(mask, np.ndarray) and mask.shape == (self.n,) else ()
        if len(legal) == 0 or probability is not None:
            return super().sample(mask, probability)
        found: np.int64 = legal[int(self.np_random.random() * len(legal))]
        return found


class RawEnv(AECEnv[str, Observation, int | None]):
    """One table. An illegal action raises `IllegalMove` and changes nothing."""

    def __init__(self, name: str, players: int, render_mode: str | None = None) -> None:
        self.game = game(name)
        self.players = self.game.check_players(players)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidSetup(f"The render mode is one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}.")
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{name}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: Decisions(self.game.actions) for agent in self.possible_agents}
        self.state_space = Box(0.0, MOST, (self.players * self.game.observation_size,), np.float32)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._luck = random.Random()

    def _observation_space(self) -> Dict:
        observation = Box(0.0, MOST, (self.game.observation_size,), np.float32)
        return Dict({"observation": observation, "action_mask": Box(0, 1, (self.game.actions,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Decisions:
        return self.action_spaces[agent]

    # ---- the cycle -------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: with a seed the one that `Game.start` deals from it, without one the next in line."""
        self._dealer = Dealer(self._luck.getrandbits(63) if seed is None else seed)
        if seed is not None:
            self._luck = random.Random(f"after {seed}")
        self._actions: list[int] = []
        self._raw = wrap_records(self.game.blank())
        seat, self._legal = self.game.kernels.set_up(self._raw, self.players, self._dealer.generator)
        agents = self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[seat]

    def step(self, action: int | None) -> None:
        """The decision of the agent selected. When the game is over, everybody leaves with `None`."""
        if not self.agents:
            raise IllegalMove("The game is over and everybody has left; reset() starts the next one.")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        number = as_index(action)
        if number < 0 or not self._legal >> number & 1:
            self.position.act(action)  # type: ignore[arg-type]  # which says what is wrong with it
        seat, self._legal = self.game.kernels.play_and_resolve(self._raw, number, self._dealer.generator)
        self._actions.append(number)
        if seat == NOBODY:
            self._share_victory()
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    @property
    def position(self) -> Position:
        """The game so far, with its record and the luck ahead of it; yours to play on."""
        position = self.game.start(self.players, self._dealer.seed)
        for action in self._actions:
            position.act(action)
        return position

    def _share_victory(self) -> None:
        won = self.game.kernels.winners(self._raw)
        share = 1.0 / won.bit_count()
        self.rewards = {agent: share if won >> seat & 1 else 0.0 for agent, seat in self._seats.items()}
        self._end()

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and which decisions are open to it, in arrays of its own."""
        observation = np.empty(self.game.observation_size, np.float32)
        mask = np.empty(self.game.actions, np.int8)
        self.game.kernels.observe_with_mask(self._raw, self._seats[agent], observation, mask)
        return {"observation": observation, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """What all agents know, one after the other."""
        return np.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    # ---- looking at it -----------------------------------------------------------------------------------------------

    def render(self) -> str | None:
        """The table as the agent to act sees it: as text, printed, or as a picture."""
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
        self._draw(Console(file=page, width=WIDTH, color_system=None))
        return page.getvalue()

    def _draw(self, console: Console) -> None:
        position = self.position
        view = position.view(position.to_act)
        console.print(board_of(self.game).board(view, self.possible_agents, "en"))

    def close(self) -> None:
        """Nothing is held open."""


class CheckedEnv(RawEnv):
    """The same for learners: an illegal move ends the game, and calls out of order are told."""

    _moved = False  # since the iterator last named an agent

    def __getattr__(self, name: str) -> Any:
        if name in AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self._moved = True

    def step(self, action: int | None) -> None:
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
            self._punish()

    def _punish(self) -> None:
        """An illegal move ends the game for everybody, as PettingZoo's games do it."""
        EnvLogger.warn_on_illegal_move()
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards[self.agent_selection] = ILLEGAL
        self._end()

    def observe(self, agent: str) -> Observation:
        if "agents" not in self.__dict__:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> NDArray[np.float32]:
        if "agents" not in self.__dict__:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> str | None:
        if "agents" not in self.__dict__:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, int | None]:
        if "agents" not in self.__dict__:
            EnvLogger.error_agent_iter_before_reset()
        return CheckedIterable(self, max_iter)


class CheckedIterable(AECIterable[str, Observation, int | None]):
    def __iter__(self) -> AECIterator[str, Observation, int | None]:
        return CheckedIterator(self.env, self.max_iter)


class CheckedIterator(AECIterator[str, Observation, int | None]):
    """Names the agent to act, and asks for a step between two names."""

    env: CheckedEnv

    def __next__(self) -> str:
        agent: str = super().__next__()
        assert self.env._moved, "need to call step() or reset() in a loop over `agent_iter`"
        self.env._moved = False
        return agent
