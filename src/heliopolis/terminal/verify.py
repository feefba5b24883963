"""`heliopolis verify`: whether the deal of a finished game was fixed in advance."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console

from heliopolis.server.domain.fairness import verify
from heliopolis.terminal.replay import read_record


def run(arguments: Namespace) -> None:
    """Print whether the deal of a record is the one that was committed to."""
    record = read_record(arguments.file)
    drawn = verify(record)
    assert record.deal is not None
    console = Console(highlight=False)
    console.print("[bold]The deal was fixed in advance.[/]")
    console.print(f"Set-up and all {drawn} outcomes of chance are those of the seed that was committed to as")
    console.print(f"  {record.deal['commitment']}", soft_wrap=True)
    console.print("Compare that with what the table showed when it was made.", style="dim")
    if record.deal.get("open") is True:
        console.print("The seed was chosen, and shown from the start: anybody could know what would come.")
    if record.practice:
        console.print("This was a practice table: moves were taken back after something new was seen.")
