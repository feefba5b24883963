"""`heliopolis verify`: checks that the deal of a finished game was fixed in advance."""

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
    console.print(f"The set-up and all {drawn} outcomes of chance follow from the seed with the commitment")
    console.print(f"  {record.deal['commitment']}", soft_wrap=True)
    console.print("Compare it with the commitment that the table showed when it was created.", style="dim")
    if record.deal.get("open") is True:
        console.print("The seed was chosen and shown from the start, so that all outcomes could be known in advance.")
    if record.practice:
        console.print("This was a practice table: moves were undone after they had revealed something.")
