"""Calibration of winning chances: of positions in which a seat was judged to win 30 %, how many it won.

    PYTHONPATH=. python benchmarks/calibration.py ra                  # the net of the package
    PYTHONPATH=. python benchmarks/calibration.py ra --net ra-net/ra.hnet --narrow
    PYTHONPATH=. python benchmarks/calibration.py ra --search 200     # judged by a search, as the bot search:200 does

Nets play their first choices in all seats, at tables of every player count. Some random decisions of each game are the
positions; the chances of all seats, as the seat to act judges them, are sorted into tenths. The interval is that of the
difference between the share won and the mean of the judged chances, at 95 %; it allows for the positions of one game
having the same result.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.table import Table

import heliopolis as hp
from benchmarks.machine import describe_run
from heliopolis.compute.net import Net
from heliopolis.compute.net_files import own_nets, parse_nets, read_file
from heliopolis.core.cores import usable_cores
from heliopolis.core.game import Game
from heliopolis.training.calibration import Sample, Tenth, compare, judge_chances, play_sample, worst
from heliopolis.training.network import WholeNetwork

RESULTS = Path(__file__).parent / "results" / "calibration.json"
GAMES = 2500  # of each player count: 10,000 with four of them
POSITIONS = 4  # of each game
CONFIDENCE = 1.96  # standard errors


def read_nets(game: Game, file: Path | None) -> tuple[Net, ...]:
    """Return the nets of a file, or those of the package."""
    nets = own_nets(game) if file is None else parse_nets(read_file(file), game, str(file))
    if nets is None:
        raise hp.InvalidSetup(f"There is no net for {game.title} here: name a file.")
    return nets


def search(game: Game, players: int, states: dict[str, Any], simulations: int) -> torch.Tensor:
    """Return the chances of all seats, counted from the one to act, as a search of the positions judges them."""
    batch = hp.Batch(game, players, len(states["to_act"]), threads=usable_cores())
    batch.set_state(states)
    _, values = batch.search(simulations)
    turned = (states["to_act"][:, None] + np.arange(players)) % players
    found = np.take_along_axis(values, turned, axis=1)
    return torch.from_numpy(np.pad(found, ((0, 0), (0, game.max_players - players))))


def show(title: str, tenths: list[Tenth | None]) -> None:
    """Print the tenths as a table."""
    table = Table(title=title, title_justify="left")
    for heading in ("judged", "chances", "mean", "won", "difference", "± 95 %"):
        table.add_column(heading, justify="right")
    for place, tenth in enumerate(tenths):
        if tenth:
            shares = (tenth.judged, tenth.won, tenth.won - tenth.judged, CONFIDENCE * tenth.deviation)
            mean, won, difference, interval = (f"{100 * share:.1f}" for share in shares)
            table.add_row(f"{10 * place}-{10 * place + 10} %", f"{tenth.number:,}", mean, won, difference, interval)
    Console(highlight=False).print(table)


def to_json(tenths: list[Tenth | None]) -> list[dict[str, Any] | None]:
    """Return tenths as they are saved."""
    return [tenth and {name: round(value, 4) for name, value in tenth._asdict().items()} for tenth in tenths]


def main() -> None:
    """Measure, print and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--net", type=Path, metavar="FILE", help="a file of nets (default: that of the package)")
    parser.add_argument("--narrow", action="store_true", help="judge by the narrow net; the wide one still plays")
    parser.add_argument("--search", type=int, default=0, metavar="N", help="judge one position of each game by a "
                        "search of N simulations")  # fmt: skip
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help="of each player count (%(default)s)")
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N", help="of each game (%(default)s)")
    parser.add_argument("--players", type=int, nargs="*", metavar="N", help="player counts (default: all)")
    parser.add_argument("--seed", default="measured", help="of the deals (default: %(default)s)")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    options = parser.parse_args()
    torch.set_num_threads(1)
    game = hp.game(options.game)
    nets = read_nets(game, options.net)
    player, judge = (WholeNetwork(net, options.device) for net in (nets[0], nets[-1 if options.narrow else 0]))
    counts = options.players or range(game.min_players, game.max_players + 1)
    positions = 1 if options.search else options.positions
    samples, chances = {}, {}
    for number in counts:
        states: dict[str, Any] | None = {} if options.search else None
        settings = options.games, options.seed, options.device, positions, states
        sample = play_sample(player, game, number, *settings)
        judged = judge_chances(judge, game, sample) if states is None else search(game, number, states, options.search)
        samples[str(number)], chances[str(number)] = sample, judged
    everything = {"all": Sample.join(list(samples.values())), **samples}
    chances["all"] = torch.cat(list(chances.values()))
    found = {name: compare(chances[name], sample) for name, sample in everything.items()}
    for name, tenths in found.items():
        title = f"{game.title}, {'all player counts' if name == 'all' else name + ' players'}"
        show(f"{title}: {len(everything[name].counts):,} positions, worst tenth {worst(tenths):.1%}", tenths)
    saved = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    kind = f"search:{options.search}" if options.search else "narrow" if options.narrow else "net"
    about = {"games_per_player_count": options.games, "positions_per_game": positions, "seed": options.seed}
    saved[f"{game.name}, {kind}"] = {**describe_run(), **about, **{name: to_json(rows) for name, rows in found.items()}}
    RESULTS.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
