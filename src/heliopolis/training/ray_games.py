"""Games of a training on the cores of a Ray cluster.

Each core has games of its own, plays on with the net that it is sent, and returns the decisions to learn from. A core
that is lost with its node is replaced by another one, which starts new games.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import torch

from heliopolis import kernel
from heliopolis.arena.ray_executor import connect
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.game import Game
from heliopolis.core.registry import game as game_of
from heliopolis.training.gathering import LocalGames, Task
from heliopolis.training.network import Network
from heliopolis.training.self_play import Lessons
from heliopolis.training.settings import TrainingSettings

MAX_LOSSES = 20  # of cores without a lesson in between


class RayGames:
    """Games on the cores of a cluster, divided among them; nothing of them is saved."""

    def __init__(self, game: Game, settings: TrainingSettings, games: int, steps: int, seed: str) -> None:
        self.ray = _cluster(settings.ray)
        self.game, self.settings, self.steps, self.seed = game, settings, steps, seed
        cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.games = max(1, -(-games // cores))
        self.started = self.losses = 0
        self.workers = [self._start() for _ in range(cores)]
        self.decisions = steps * self.games * len(settings.counts(game)) * cores

    def _start(self) -> Any:
        """Start games on a core that is free."""
        self.started += 1
        worker = self.ray.remote(num_cpus=1)(CoreGames)
        seed = f"{self.seed}, core {self.started}"
        settings = {**self.settings.to_json(), "device": "cpu"}
        return worker.remote(self.game.name, settings, self.games, self.steps, seed)

    def gather(self, network: Network, task: Task) -> Lessons:
        """Play on with a net on all cores, and return what there is to learn."""
        weights = self.ray.put({name: value.cpu() for name, value in network.state_dict().items()})
        answers = [worker.gather.remote(weights, task) for worker in self.workers]
        parts: list[Lessons] = []
        while not parts:
            for place, answer in enumerate(answers):
                try:
                    parts.append(self.ray.get(answer))
                    self.losses = 0
                except self.ray.exceptions.RayActorError as error:
                    self._replace(place, error)
                    answers[place] = self.workers[place].gather.remote(weights, task)
        return Lessons.join(parts, self.settings.device)

    def _replace(self, place: int, error: Exception) -> None:
        """Start new games in the place of those that were lost."""
        self.losses += 1
        if self.losses > MAX_LOSSES:
            raise HeliopolisError(f"Ray gave up on some games: {' '.join(str(error).split()):.200}") from None
        self.workers[place] = self._start()

    def keep(self, network: Network) -> None:
        """Keep a net as an opponent for later, on all cores."""
        weights = self.ray.put({name: value.cpu() for name, value in network.state_dict().items()})
        for worker in self.workers:
            worker.keep.remote(weights)

    def close(self) -> None:
        """Give the cores back."""
        for worker in self.workers:
            self.ray.kill(worker)
        self.workers = []

    def state(self) -> dict[str, Any]:
        """Return nothing: games on a cluster are not saved."""
        return {}

    def set_state(self, saved: dict[str, Any]) -> None:
        """Go on with new games."""


def _cluster(address: str) -> Any:
    """Return the module `ray`, connected to a cluster; a process is connected to one cluster at most."""
    with suppress(ImportError):
        import ray

        if ray.is_initialized():
            return ray
    return connect(address)


class CoreGames:
    """Games on one core of the cluster."""

    def __init__(self, name: str, settings: dict[str, Any], games: int, steps: int, seed: str) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(kernel.seed_key(seed))
        game = game_of(name)
        self.games = LocalGames(game, TrainingSettings.from_json(settings), "cpu", games, steps, seed, threads=1)
        self.network = Network(game, settings["hidden"])

    def gather(self, weights: dict[str, Any], task: Task) -> Lessons:
        """Play on with a net, and return what there is to learn."""
        self.network.load_state_dict(weights)
        return self.games.gather(self.network, task)

    def keep(self, weights: dict[str, Any]) -> None:
        """Keep a net as an opponent for later."""
        self.network.load_state_dict(weights)
        self.games.keep(self.network)
