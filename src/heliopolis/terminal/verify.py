"""`heliopolis verify`: checks that the deal of a finished game was fixed in advance."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from heliopolis.core.errors import InvalidRecord
from heliopolis.core.record import Record
from heliopolis.server.domain.fairness import verify


def run(file: Path) -> None:
    """Check the record in a file and print what was found."""
    try:
        record = Record.from_text(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidRecord(f"{str(file)!r} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidRecord(f"{str(file)!r} is not a text file.") from None
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
