"""Trainer: a whole run. It imitates a teacher, improves by self-play, and then learns from a search with itself.

A run can be stopped at any moment: its folder then has the newest net, the learning curve and a checkpoint, from which
`resume` goes on.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from heliopolis import kernel
from heliopolis.arena.intervals import wilson
from heliopolis.compute.net import Net
from heliopolis.compute.net_files import SUFFIX, net_bytes
from heliopolis.core.errors import HeliopolisError, InvalidSetup
from heliopolis.core.game import Game
from heliopolis.training.calibration import calibrate
from heliopolis.training.curve import Points, save_curve, write_atomically
from heliopolis.training.expert import Expert
from heliopolis.training.gathering import NO_TEACHER, Games, LocalGames, Task
from heliopolis.training.learning import Figures, Learner, Rates
from heliopolis.training.matches import play_against
from heliopolis.training.network import WholeNetwork
from heliopolis.training.opponents import league_of
from heliopolis.training.ray_games import RayGames
from heliopolis.training.rivals import nets_of, rival_of
from heliopolis.training.self_play import Lessons
from heliopolis.training.settings import EXPERT, IMITATION, SELF_PLAY, TrainingSettings

IMITATED = 0.8  # share of the actions taken by a teacher while it is imitated; the others are the net's own
CHECKPOINT = "checkpoint.pt"
FORMAT = 2  # of checkpoints

Report = Callable[[str], None]


class Trainer:
    """A training run in a folder."""

    def __init__(self, game: Game, settings: TrainingSettings, folder: Path, report: Report) -> None:
        first = nets_of(settings.start, game) if settings.start else ()
        settings = settings.starting_from([net.hidden for net in first])
        self.game, self.settings, self.folder, self.report = game, settings, folder, report
        torch.manual_seed(kernel.seed_key(settings.seed))
        if settings.device == "cuda":
            torch.set_float32_matmul_precision("high")
        self.learner = Learner(game, settings.hidden, settings.narrow, settings.device)
        for network, net in zip(self.learner.networks, first, strict=False):
            network.take_over(net)
        net_bytes(game, self._export(), {})  # nets that are too large for a file are refused now, not in the end
        self.rival = rival_of(settings.against, game, settings.device)
        league_of(settings.league, game, settings.device)  # what is wrong with it is said now, too
        rival_of(settings.teaching_bot, game, settings.device)
        began = time.perf_counter()
        self.play = self._games(settings.device, settings.games, settings.steps, f"training {settings.seed}")
        self.report(f"{settings.games} games of each player count, ready in {time.perf_counter() - began:.1f} s")
        self.expert: Expert | None = None  # begun when its phase is
        self.curve: Points = []
        self.lessons = self.decisions = 0
        self.seconds = 0.0  # of training, evaluations included
        self.evaluated = 0.0  # seconds of training at the last evaluation
        self.times = dict.fromkeys(("play", "learn"), 0.0)

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
        self.measure()

    def measure(self) -> None:
        """Report the shares that the first net wins of new games against the rival, with intervals at 95 %."""
        settings, whole = self.settings, WholeNetwork(self._export()[0], self.settings.device)
        for players in settings.counts(self.game):
            games = settings.evaluation_games
            found = play_against(self.rival, whole, self.game, players, games, "final", settings.device)
            low, high = wilson(found.share, games)
            share = f"{found.share:.1%} ({low:.1%} to {high:.1%})"
            self.report(f"{players} players: {share} of {games} games won against {settings.against}")

    def calibrate(self) -> None:
        """Fit the winning chances of the nets to games that they play, and write them again."""
        settings, counts = self.settings, self.settings.counts(self.game)
        if settings.calibration_games:
            games, device = settings.calibration_games, settings.device
            nets = calibrate(self._export(), self.game, counts, games, settings.seed, device, self.report)
            self._write(nets)

    def _games(self, device: str, games: int, steps: int, seed: str) -> Games:
        """Return games that go on from lesson to lesson."""
        if self.settings.ray:
            return RayGames(self.game, self.settings, games, steps, seed)
        return LocalGames(self.game, self.settings, device, games, steps, seed)

    def lesson(self) -> Figures:
        """Play and learn once."""
        began = time.perf_counter()
        phase = self.settings.phase(self.lessons, self.progress)
        rates = self.settings.rates(self.progress)
        lessons = self._play(phase, rates)
        self._lap("play", began)
        learning = time.perf_counter()
        if phase == IMITATION:
            rates = replace(rates, learning=self.settings.learning_rate_of_imitation(self.lessons))
        epochs = self.settings.epochs if phase == SELF_PLAY else 1
        figures = self.learner.learn(lessons, rates, epochs, self.settings.minibatch, phase != SELF_PLAY)
        self._lap("learn", learning)
        self.lessons += 1
        self.seconds += time.perf_counter() - began
        if phase != SELF_PLAY or self.lessons % 20 == 0:
            self.report(self._line(figures, phase))
        return figures

    def _play(self, phase: str, rates: Rates) -> Lessons:
        """Play some decisions and return what there is to learn."""
        if phase == EXPERT:
            if self.expert is None:
                self.play.close()
                games, steps = self.settings.expert_games, self.settings.expert_steps
                of_expert = self._games("cpu", games, steps, f"expert {self.settings.seed}")
                self.expert = Expert(self.game, self.settings, of_expert)
            self.decisions += self.expert.games.decisions
            return self.expert.lessons(self.learner, rates)
        imitating = phase == IMITATION
        teacher = self.settings.teaching_bot if imitating or rates.teacher > 0 else NO_TEACHER
        self.decisions += self.play.decisions
        return self.play.gather(self.learner.network, Task(teacher, IMITATED if imitating else 0.0, rates))

    def _lap(self, part: str, began: float) -> None:
        """Add to the time of a part."""
        if self.settings.device == "cuda":
            torch.cuda.synchronize()
        self.times[part] += time.perf_counter() - began

    def _line(self, figures: Figures, phase: str) -> str:
        """Return a line that says how a lesson went."""
        total = sum(self.times.values()) or 1.0
        shares = ", ".join(f"{part} {100 * seconds / total:.0f}%" for part, seconds in self.times.items())
        named = ", ".join(f"{name} {value:.4f}" for name, value in figures._asdict().items())
        what = "lesson" if phase == SELF_PLAY else phase
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
        self.play.keep(self.learner.network)
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
            "games": self.play.state(),
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
        except (OSError, RuntimeError, EOFError, UnpicklingError):
            raise InvalidSetup(f"The checkpoint in {str(self.folder)!r} cannot be read.") from None
        if saved.get("format") != FORMAT or saved["game"] != self.game.name:
            raise InvalidSetup(f"The checkpoint in {str(self.folder)!r} is of another game or version.")
        try:
            self.learner.set_state(saved["learner"])
            self.play.set_state(saved["games"])
        except (RuntimeError, ValueError, HeliopolisError):
            raise InvalidSetup(
                f"The checkpoint in {str(self.folder)!r} has other nets or other numbers of games than are asked for."
            ) from None
        torch.set_rng_state(saved["random"]["cpu"])
        if self.settings.device == "cuda" and "cuda" in saved["random"]:
            torch.cuda.set_rng_state(saved["random"]["cuda"])
        self.curve = saved["curve"]
        self.lessons, self.decisions, self.seconds = saved["lessons"], saved["decisions"], saved["seconds"]
        self.evaluated = self.seconds
