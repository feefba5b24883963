"""What others get while one stranger attacks a server: `make attacks`.

    python benchmarks/attacks.py                       # all attacks of tests/attacks
    python benchmarks/attacks.py --rounds 50 expert_tables hints

Every attack meets a new server with its limits on. Somebody at another address looks, plays, waits for a bot of the
level `easy` and opens records, first in peace and then during the attack; the times are their 95 % quantiles. All of
it shares this machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table
from tests.attacks.others import KINDS
from tests.attacks.staging import Outcome, attack
from tests.attacks.strangers import ATTACKS

from benchmarks.rules import machine

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    """Run the attacks, print what others got, and save it."""
    parser = argparse.ArgumentParser(description="What others get while one stranger attacks.")
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="all by default")
    parser.add_argument("--rounds", type=int, default=60, help="looks, moves and bots' answers in each measurement")
    arguments = parser.parse_args()
    found: dict[str, Outcome] = {}
    for name in track(arguments.attacks or list(ATTACKS), "Attacks", transient=True):
        with tempfile.TemporaryDirectory() as folder:
            found[name] = attack(name, Path(folder), arguments.rounds)
    print_outcomes(found)
    command = " ".join(["python", *sys.argv])
    data = {"command": command, "machine": machine(), "attacks": {name: one.to_json() for name, one in found.items()}}
    (RESULTS / "attacks.json").write_text(json.dumps(data, indent=1) + "\n")


def print_outcomes(found: dict[str, Outcome]) -> None:
    """Print one line per attack."""
    table = Table("attack", *(f"{kind} before, during" for kind in KINDS), "times worse")
    for name, one in found.items():
        cells = [f"{pair(one, kind)} ms" for kind in KINDS]
        table.add_row(name, *cells, f"{one.times_worse:.1f}")
    Console().print(table)


def pair(outcome: Outcome, kind: str) -> str:
    """Return what others waited before and during an attack, in milliseconds."""
    return f"{1000 * outcome.before.p95(kind):.0f}, {1000 * outcome.during.p95(kind):.0f}"


if __name__ == "__main__":
    main()
