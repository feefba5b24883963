"""Gathering: games that go on from lesson to lesson, and the decisions to learn from that they give.

`LocalGames` are in this process, on a GPU or on CPU cores. `ray_games` has the same on the cores of a Ray cluster.
"""

from __future__ import annotations

import copy
from typing import Any, NamedTuple, Protocol

from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.training.learning import Rates
from heliopolis.training.network import Network
from heliopolis.training.opponents import Opponents, league_of
from heliopolis.training.rivals import SearchRival, rival_of
from heliopolis.training.self_play import Lessons, SelfPlay
from heliopolis.training.settings import TrainingSettings
from heliopolis.training.tables import Decider, Tables

NO_TEACHER, OWN_SEARCH = "", "search"  # beside bots


class Task(NamedTuple):
    """How some decisions are made."""

    teacher: str  # a bot that is asked what it would do, a search with the net, or nobody
    imitated: float  # share of the actions that are the teacher's
    rates: Rates  # what victories and points are worth


class Games(Protocol):
    """Games that go on from lesson to lesson."""

    decisions: int  # of one lesson

    def gather(self, network: Network, task: Task) -> Lessons:
        """Play on with a net, and return what there is to learn."""

    def keep(self, network: Network) -> None:
        """Keep a net as an opponent for later."""

    def close(self) -> None:
        """End these games, so that others can have their cores."""

    def state(self) -> dict[str, Any]:
        """Return what is needed to go on, to be saved."""

    def set_state(self, saved: dict[str, Any]) -> None:
        """Go on with saved games."""


class LocalGames:
    """Games in this process."""

    def __init__(
        self, game: Game, settings: TrainingSettings, device: str, games: int, steps: int, seed: str, threads: int = 0
    ) -> None:
        self.game, self.settings, self.device = game, settings, device
        tables = Tables(game, dict.fromkeys(settings.counts(game), games), seed, device, threads)
        if settings.spread:
            tables.spread(settings.spread)
        opponents = Opponents(tables, game.max_players, league_of(settings.league, game, device))
        secrets = not game.heuristic.OPPONENTS_IN_TREE
        self.play = SelfPlay(opponents, steps, settings.gae_lambda, secrets)
        self.decisions = steps * tables.size
        self.teachers: dict[str, Decider] = {}

    def gather(self, network: Network, task: Task) -> Lessons:
        """Play on with a net, and return what there is to learn."""
        self.play.play(network, self._teacher(task.teacher, network), task.imitated)
        return self.play.lessons(task.rates.victory, task.rates.lead, task.rates.own_points)

    def _teacher(self, name: str, network: Network) -> Decider | None:
        """Return the teacher of a name."""
        if name == OWN_SEARCH:
            return SearchRival(self.settings.simulations, copy.deepcopy(network).to(self.settings.device))
        if name and name not in self.teachers:
            self.teachers[name] = rival_of(name, self.game, self.device)
        return self.teachers.get(name)

    def _new_network(self) -> Network:
        network: Network = Network(self.game, self.settings.hidden).to(self.device)
        return network

    def keep(self, network: Network) -> None:
        """Keep a net as an opponent for later."""
        self.play.opponents.keep(network, self._new_network)

    def close(self) -> None:
        """Do nothing: what no longer plays needs no core."""

    def state(self) -> dict[str, Any]:
        """Return what is needed to go on, to be saved."""
        return {"tables": self.play.tables.state(), "opponents": self.play.opponents.state()}

    def set_state(self, saved: dict[str, Any]) -> None:
        """Go on with saved games."""
        if not saved:
            raise InvalidSetup("These games were played elsewhere.")
        self.play.tables.set_state(saved["tables"])
        self.play.opponents.set_state(saved["opponents"], self._new_network)
        self.play.begin()
