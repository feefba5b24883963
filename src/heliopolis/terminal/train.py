"""`heliopolis train`: trains nets for a game by self-play, and writes a file that the bot `net:FILE` plays."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path
from typing import Any

import torch

from heliopolis.compute.net_files import SUFFIX, net_bytes, parse_nets, read_file
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.registry import game
from heliopolis.training.calibration import calibrate
from heliopolis.training.curve import write_atomically
from heliopolis.training.settings import RECIPES, TrainingSettings, on_gpu, read_numbers
from heliopolis.training.trainer import CHECKPOINT, Trainer

OPTIONS = "hidden narrow games minibatch start ray league teaching_bot".split()  # whose defaults are in the settings


def run(arguments: Namespace) -> None:
    """Train as the command line says."""
    chosen = game(arguments.game)
    settings = read_settings(chosen, arguments)
    folder = arguments.folder or Path(f"{chosen.name}-net")
    check_folder(folder, new=not arguments.resume and not arguments.calibrate)
    if arguments.calibrate:
        calibrate_file(chosen, settings, arguments.calibrate, folder)
    else:
        trainer = Trainer(chosen, settings, folder, report)
        if arguments.resume:
            trainer.resume()
        trainer.run()
    print(f"The bot net:{folder / chosen.name}{SUFFIX} plays this net.")


def report(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


def check_folder(folder: Path, new: bool) -> None:
    """Raise `InvalidSetup` if nothing can be written there, or if a new training would overwrite another one."""
    if new and (folder / CHECKPOINT).exists():
        raise InvalidSetup(f"{str(folder)!r} has a training already: --resume goes on with it, --folder takes another.")
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        raise InvalidSetup(f"Nothing can be written to {str(folder)!r}.")


def read_settings(chosen: Game, arguments: Namespace) -> TrainingSettings:
    """Return the settings that the command line asks for."""
    device = arguments.device or ("cuda" if torch.cuda.is_available() else "cpu")
    if device == "cuda" and not torch.cuda.is_available():
        raise InvalidSetup("PyTorch finds no CUDA GPU here, or was installed without support for it.")
    chosen_options = {name: getattr(arguments, name) for name in OPTIONS if getattr(arguments, name) is not None}
    exploit = {} if arguments.against is None else {"against": arguments.against, "league": f"{arguments.against}=1"}
    options: dict[str, Any] = {**RECIPES.get(chosen.name, {}), **exploit, **chosen_options}
    options |= read_numbers(arguments.set)
    return TrainingSettings(
        str(arguments.seed),
        arguments.minutes,
        0 if arguments.calibrate else arguments.updates,
        players=arguments.players,
        **(on_gpu(**options) if device == "cuda" else options),
    )


def calibrate_file(chosen: Game, settings: TrainingSettings, file: Path, folder: Path) -> None:
    """Write the nets of a file again, with winning chances that are fitted to games that they play."""
    nets = parse_nets(read_file(file), chosen, str(file))
    games, counts = settings.calibration_games, settings.counts(chosen)
    fitted = calibrate(nets, chosen, counts, games, settings.seed, settings.device, report)
    folder.mkdir(parents=True, exist_ok=True)
    about = {**nets[0].about, "calibration": {"games": games, "seed": settings.seed, "players": counts}}
    write_atomically(folder / f"{chosen.name}{SUFFIX}", net_bytes(chosen, fitted, about))
