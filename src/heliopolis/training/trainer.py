"""Trainer: a whole run. It imitates the heuristic, then improves by self-play, and saves what it has as it goes.

A run can be stopped at any moment: its folder then has the newest net, the learning curve and a checkpoint, from which
`resume` goes on.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from heliopolis.compute.net import Net
from heliopolis.compute.net_files import SUFFIX, net_bytes
from heliopolis.core.errors import HeliopolisError, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.training.calibration import calibrate
from heliopolis.training.curve import Points, save_curve, write_atomically
from heliopolis.training.learning import Figures, Learner
from heliopolis.training.matches import play_against
from heliopolis.training.network import WholeNetwork
from heliopolis.training.opponents import Opponents
from heliopolis.training.rivals import nets_of, rival_of
from heliopolis.training.self_play import SelfPlay
from heliopolis.training.settings import TrainingSettings
from heliopolis.training.tables import Tables

IMITATED = 0.8  # share of the actions taken by the heuristic while it is imitated; the others are the net's own
CHECKPOINT = "checkpoint.pt"
FORMAT = 1  # of checkpoints

Report = Callable[[str], None]


class Trainer:
    """A training run in a folder."""

    def __init__(self, game: Game, settings: TrainingSettings, folder: Path, report: Report) -> None:
        first = nets_of(settings.start, game) if settings.start else ()
        settings = settings.starting_from([net.hidden for net in first])
        self.game, self.settings, self.folder, self.report = game, settings, folder, report
        torch.manual_seed(int.from_bytes(f"{settings.seed}".encode()[-7:]))
        if settings.device == "cuda":
            torch.set_float32_matmul_precision("high")
        self.learner = Learner(game, settings.hidden, settings.narrow, settings.device)
        for network, net in zip(self.learner.networks, first, strict=False):
            network.take_over(net)
        net_bytes(game, self._export(), {})  # nets that are too large for a file are refused now, not in the end
        sizes = dict.fromkeys(settings.counts(game), settings.games)
        self.rival = rival_of(settings.against, game, settings.device)
        began = time.perf_counter()
        tables = Tables(game, sizes, f"training {settings.seed}", settings.device)
        if settings.spread:
            tables.spread(settings.spread)
        opponents = Opponents(tables, game.max_players, self.rival, settings.rival_games, settings.earlier_games)
        secrets = not game.heuristic.OPPONENTS_IN_TREE
        self.play = SelfPlay(opponents, settings.steps, settings.gae_lambda, secrets)
        self.report(f"{tables.size} games side by side, ready in {time.perf_counter() - began:.1f} s")
        self.curve: Points = []
        self.lessons = self.decisions = 0
        self.seconds = 0.0  # of training, evaluations included
        self.evaluated = 0.0  # seconds of training at the last evaluation
        self.times = dict.fromkeys(("play", "worth", "learn"), 0.0)

    # ---- the run -----------------------------------------------------------------------------------------------------

    @property
    def progress(self) -> float:
        """How much of the run is done, from 0 to 1."""
        if self.settings.minutes is not None:
            return self.seconds / (60 * self.settings.minutes)
        return self.lessons / (self.settings.updates or 1)

    def run(self) -> None:
        """Train to the end, with evaluations in between."""
        self.folder.mkdir(parents=True, exist_ok=True)
        while self.progress < 1:
            figures = self.lesson()
            if self.seconds - self.evaluated >= self.settings.evaluation_seconds or self.progress >= 1:
                self.evaluate(figures)
        self.calibrate()

    def calibrate(self) -> None:
        """Fit the winning chances of the nets to games that they play, and write them again."""
        settings, counts = self.settings, self.settings.counts(self.game)
        if settings.calibration_games:
            games, device = settings.calibration_games, settings.device
            nets = calibrate(self._export(), self.game, counts, games, settings.seed, device, self.report)
            self._write(nets)

    def lesson(self) -> Figures:
        """Play and learn once."""
        began = time.perf_counter()
        imitating = self.lessons < self.settings.imitation
        rates = self.settings.rates(self.progress)
        self.play.play(self.learner.network, IMITATED if imitating else 0.0, rates.teacher > 0)
        self._lap("play", began)
        worth = time.perf_counter()
        lessons = self.play.lessons(rates.victory, rates.lead, rates.own_points)
        if imitating:
            rates = replace(rates, learning=self.settings.imitation_rate)
        self._lap("worth", worth)
        learning = time.perf_counter()
        epochs = 1 if imitating else self.settings.epochs
        figures = self.learner.learn(lessons, rates, epochs, self.settings.minibatch, imitating)
        self._lap("learn", learning)
        self.lessons += 1
        self.decisions += len(lessons.counts)
        self.seconds += time.perf_counter() - began
        if self.lessons <= self.settings.imitation or self.lessons % 20 == 0:
            self.report(self._line(figures, imitating))
        return figures

    def _lap(self, part: str, began: float) -> None:
        """Add to the time of a part."""
        if self.settings.device == "cuda":
            torch.cuda.synchronize()
        self.times[part] += time.perf_counter() - began

    def _line(self, figures: Figures, imitating: bool) -> str:
        """Return a line that says how a lesson went."""
        total = sum(self.times.values()) or 1.0
        shares = ", ".join(f"{part} {100 * seconds / total:.0f}%" for part, seconds in self.times.items())
        named = ", ".join(f"{name} {value:.4f}" for name, value in figures._asdict().items())
        what = "imitation" if imitating else "lesson"
        speed = self.decisions / max(self.seconds, 1e-9) / 1e6
        return f"{self.seconds:6.1f} s  {what} {self.lessons}: {named}; {speed:.2f} million decisions/s ({shares})"

    # ---- evaluation --------------------------------------------------------------------------------------------------

    def evaluate(self, figures: Figures) -> None:
        """Play the exported nets against the rival, and save everything."""
        began = time.perf_counter()
        nets = self._export()
        point: dict[str, Any] = {
            "seconds": round(self.seconds, 1),
            "decisions": self.decisions,
            "lessons": self.lessons,
            "figures": {name: round(value, 5) for name, value in figures._asdict().items()},
        }
        for name, net in zip(("won", "won_narrow"), nets, strict=False):
            whole = WholeNetwork(net, self.settings.device)
            point[name], point[f"points_{name}"] = {}, {}
            for players in self.settings.counts(self.game):
                games, device = self.settings.evaluation_games, self.settings.device
                result = play_against(self.rival, whole, self.game, players, games, "evaluation", device)
                point[name][str(players)] = round(result.share, 4)
                point[f"points_{name}"][str(players)] = [round(result.points, 2), round(result.points_of_others, 2)]
            shares = ", ".join(f"{players} players {share:.1%}" for players, share in point[name].items())
            self.report(f"{self.seconds:6.1f} s  {name.replace('_', ' ')} against {self.settings.against}: {shares}")
        self.play.opponents.keep(self.learner.network, self.learner.make_network)
        self.curve.append(point)
        self.save(nets)
        self.seconds += time.perf_counter() - began
        self.evaluated = self.seconds

    # ---- saving ------------------------------------------------------------------------------------------------------

    def _export(self) -> tuple[Net, ...]:
        """Return the nets in whole numbers."""
        return tuple(network.export() for network in self.learner.networks)

    def save(self, nets: tuple[Net, ...]) -> None:
        """Write the nets, the curve and a checkpoint."""
        self._write(nets)
        save_curve(
            self.folder, self.curve, f"{self.game.title}: won against {self.settings.against}, by number of players"
        )
        buffer = io.BytesIO()
        torch.save(self.state(), buffer)
        write_atomically(self.folder / CHECKPOINT, buffer.getvalue())

    def _write(self, nets: tuple[Net, ...]) -> None:
        """Write the file of the nets."""
        about = {"settings": self.settings.to_json(), **self.curve[-1]}
        write_atomically(self.folder / f"{self.game.name}{SUFFIX}", net_bytes(self.game, nets, about))

    def state(self) -> dict[str, Any]:
        """Return everything that is needed to go on."""
        random = {"cpu": torch.get_rng_state()}
        if self.settings.device == "cuda":
            random["cuda"] = torch.cuda.get_rng_state()
        return {
            "format": FORMAT,
            "game": self.game.name,
            "settings": self.settings.to_json(),
            "learner": self.learner.state(),
            "tables": self.play.tables.state(),
            "opponents": self.play.opponents.state(),
            "random": random,
            "curve": self.curve,
            "lessons": self.lessons,
            "decisions": self.decisions,
            "seconds": self.seconds,
        }

    def resume(self) -> None:
        """Go on from the checkpoint in the folder."""
        path = self.folder / CHECKPOINT
        try:
            saved = torch.load(path, map_location="cpu", weights_only=True)
        except FileNotFoundError:
            raise InvalidSetup(f"There is no checkpoint in {str(self.folder)!r}.") from None
        if saved.get("format") != FORMAT or saved["game"] != self.game.name:
            raise InvalidSetup(f"The checkpoint in {str(self.folder)!r} is of another game or version.")
        try:
            self.learner.set_state(saved["learner"])
            self.play.tables.set_state(saved["tables"])
            self.play.opponents.set_state(saved["opponents"], self.learner.make_network)
        except (RuntimeError, ValueError, HeliopolisError):
            raise InvalidSetup(
                f"The checkpoint in {str(self.folder)!r} has other nets or other numbers of games than are asked for."
            ) from None
        self.play.begin()
        torch.set_rng_state(saved["random"]["cpu"])
        if self.settings.device == "cuda" and "cuda" in saved["random"]:
            torch.cuda.set_rng_state(saved["random"]["cuda"])
        self.curve = saved["curve"]
        self.lessons, self.decisions, self.seconds = saved["lessons"], saved["decisions"], saved["seconds"]
        self.evaluated = self.seconds
