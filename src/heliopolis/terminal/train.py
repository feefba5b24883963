"""`heliopolis train`: trains nets for a game by self-play, and writes a file that the bot `net:FILE` plays."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import torch

from heliopolis.compute.net_files import SUFFIX
from heliopolis.core.registry import game
from heliopolis.training.settings import RECIPES, TrainingSettings, on_gpu
from heliopolis.training.trainer import Trainer

OPTIONS = ("hidden", "narrow", "games", "minibatch")  # that have defaults of the settings


def run(arguments: Namespace) -> None:
    """Train as the command line says."""
    chosen = game(arguments.game)
    device = arguments.device or ("cuda" if torch.cuda.is_available() else "cpu")
    chosen_options = {name: getattr(arguments, name) for name in OPTIONS if getattr(arguments, name) is not None}
    exploit = {} if arguments.against is None else {"against": arguments.against, "rival_games": 1.0}
    options: dict[str, Any] = {**RECIPES.get(chosen.name, {}), **exploit, **chosen_options}
    settings = TrainingSettings(
        str(arguments.seed),
        arguments.minutes,
        arguments.updates,
        players=arguments.players,
        **(on_gpu(**options) if device == "cuda" else options),
    )
    folder = arguments.folder or Path(f"{chosen.name}-net")
    trainer = Trainer(chosen, settings, folder, lambda line: print(line, flush=True))
    if arguments.resume:
        trainer.resume()
    trainer.run()
    print(f"The bot net:{folder / chosen.name}{SUFFIX} plays this net.")
