"""One bot of this version against others of an older checkout: shares of games won.

    python benchmarks/matches.py ra master expert --checkout FOLDER --deals 100 --players 4
    python benchmarks/matches.py ra master net --deals 100            # both of this version

One seat has the bot, all others have the opponent; every deal is played once from every seat. The opponents of another
checkout play in a process of their own, which gets positions as JSON, as their seat may know them, and answers with
moves. Seeds decide everything, so that the same command gives the same games. Intervals are Wilson's, of 95 %, in which
the games of a deal are one cluster.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

import heliopolis as hp
from heliopolis.arena.intervals import clustered

PLAYER = """
import json, random, sys
import heliopolis as hp
for line in sys.stdin:
    game, position, bot, seed = json.loads(line)
    player = hp.bot(bot, threads=1)
    print(json.dumps(player.choose(hp.game(game).from_json(position), random.Random(seed))), flush=True)
"""


class OtherVersion:
    """Bots of another checkout, asked move by move."""

    def __init__(self, checkout: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")}
        command = [sys.executable, "-c", PLAYER]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def choose(self, bot: str, position: hp.Position, seed: str) -> str:
        """Return the move of a bot."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([position.game.name, position.to_json(), bot, seed]), file=self.process.stdin)
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("The bots of the other checkout have stopped.")
        return str(json.loads(answer))


class ThisVersion:
    """Bots of this version."""

    def choose(self, bot: str, position: hp.Position, seed: str) -> str:
        """Return the move of a bot."""
        return hp.bot(bot, threads=1).choose(position, random.Random(seed))


def play(game: str, specs: list[str], versions: list[Any], deal: str) -> tuple[list[float], list[int]]:
    """Play one game; return each seat's share of the victory, and the scores."""
    p, number = hp.game(game).start(len(specs), seed=deal), 0
    while not p.over:
        seat = p.to_act or 0
        seed = f"{deal}/{number}"
        known = p.imagine(seat, random.Random(seed))
        p.play(versions[seat].choose(specs[seat], known, seed))
        number += 1
    return [(seat in p.winners()) / len(p.winners()) for seat in range(p.players)], p.scores()


@cache
def version(checkout: Path | None) -> ThisVersion | OtherVersion:
    """Return the bots of a checkout, which a process starts once."""
    return ThisVersion() if checkout is None else OtherVersion(checkout)


def play_deal(told: argparse.Namespace, deal: int) -> list[tuple[float, float, float]]:
    """Play one deal from every seat; return the share of each victory, the points and those of the others."""
    rows = list[tuple[float, float, float]]()
    for own in range(told.players):
        specs, versions = [told.opponent] * told.players, [version(told.checkout)] * told.players
        specs[own], versions[own] = told.bot, version(None)
        shares, scores = play(told.game, specs, versions, f"{told.seed} {deal}")
        rows.append((shares[own], scores[own], (sum(scores) - scores[own]) / (told.players - 1)))
    return rows


def main() -> None:
    """Play, and print the share of games won after every deal, and as JSON at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bot", help="the bot of this version")
    parser.add_argument("opponent", help="the bot in all other seats")
    parser.add_argument("--checkout", type=Path, help="folder of the version that the opponent is of")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", default="match")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many")
    told = parser.parse_args()
    deals, began = list[list[tuple[float, float, float]]](), time.monotonic()
    with get_context("spawn").Pool(told.jobs) as pool:
        for rows in pool.imap(partial(play_deal, told), range(told.deals)):
            deals.append(rows)
            shares = [fmean(share for share, _, _ in rows) for rows in deals]
            low, high = clustered(shares, told.players)
            games, share = len(deals) * told.players, fmean(shares)
            print(f"{games} games: {share:.1%} won ({low:.1%} to {high:.1%})", flush=True)
            if time.monotonic() - began > told.seconds:
                break
    setup = {name: str(value) for name, value in vars(told).items() if value is not None}
    points, others = (fmean(row[column] for rows in deals for row in rows) for column in (1, 2))
    result = {"games": games, "won": share, "low": low, "high": high, "points": points, "points of others": others}
    print(json.dumps({**setup, **result}))


if __name__ == "__main__":
    main()
