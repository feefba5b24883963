"""`heliopolis verify`: checks that nobody could choose what chance decided in a finished game."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.progress import track

from heliopolis.core.errors import InvalidSetup
from heliopolis.core.record import Record
from heliopolis.games.tekhenu.session import FORMAT
from heliopolis.server.domain.verification import Proof, verify, verify_session
from heliopolis.terminal.replay import read_record, read_text


def run(arguments: Namespace) -> None:
    """Print in a sentence or two what a record proves."""
    commitment = None if arguments.commitment is None else as_hex(arguments.commitment, 64, "A commitment")
    shares = [as_hex(share, 32, "A share") for share in arguments.share]
    names: list[str] = []
    practice = False
    session = read_session(arguments.file)
    if session is not None:
        proof, names = verify_session(session, commitment, shares), ["you"]
    else:
        record = read_record(arguments.file)
        proof = verify(record, commitment, shares, bots=arguments.bots, progress=show_progress)
        names, practice = names_of(record), record.practice
    console = Console(highlight=False)
    for line in sentences(proof, names, commitment is not None, shares, session is not None):
        console.print(line, markup=False)
    if practice:
        console.print("This was a practice table: moves were undone after they had revealed something.")
    if commitment is None:
        console.print(f"Its commitment: {proof.commitment}", markup=False, soft_wrap=True)


def as_hex(text: str, digits: int, what: str) -> str:
    """Return a number that a person typed, in small letters."""
    text = text.strip().lower()
    if re.fullmatch(f"[0-9a-f]{{{digits}}}", text) is None:
        raise InvalidSetup(f"{what} has {digits} hexadecimal digits, unlike {text!r:.80}.")
    return text


def read_session(file: Path) -> dict[str, object] | None:
    """Return the Tekhenu session in a file; None if it contains something else."""
    try:
        data = json.loads(read_text(file))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and data.get("format") == FORMAT else None


def show_progress(steps: Iterable[int], total: int) -> Iterable[int]:
    console = Console(stderr=True)
    return track(steps, "Deciding again", total=total, transient=True, console=console, disable=not console.is_terminal)


def names_of(record: Record) -> list[str]:
    """Return the names of the seats, or their numbers where there are none."""
    seats = record.seats or ()
    return [name or f"seat {seat}" for seat, name in enumerate(seats)]


def sentences(proof: Proof, names: list[str], is_seen: bool, own: list[str], is_session: bool) -> list[str]:
    """Return what was proved; `is_seen`: the commitment is the one that a player saw. `own`: their shares."""
    found = what_follows(proof, is_session)
    if not is_seen:
        return [
            f"The record is consistent with itself: {found} follow from its seed.",
            "It does not prove that the deal was fixed in advance, because the commitment came from the record too: "
            "give the one that you saw before the game with --commitment.",
            *remarks(proof, is_session),
        ]
    return [
        f"{found[0].upper()}{found[1:]} follow from the seed {who_could_choose(proof, names, own)}",
        *remarks(proof, is_session),
    ]


def what_follows(proof: Proof, is_session: bool) -> str:
    """Return what was derived again from the deal, as a part of a sentence."""
    if is_session:
        return "all draws and rolls of the session"
    parts = ["the set-up", *(["the seats' lots"] if proof.lots else [])]
    parts.append(f"all {proof.outcomes} outcomes of chance")
    if proof.bot_moves:
        parts.append(f"the luck of {proof.bot_moves} bot moves")
    return listed(parts)


def who_could_choose(proof: Proof, names: list[str], own: list[str]) -> str:
    """Return the end of the sentence: when the seed was committed to, and who could have chosen what follows."""
    givers = [names[seat] if seat < len(names) else f"seat {seat}" for seat in proof.givers]
    if proof.deal.open:
        return "that somebody chose and everybody saw, so that all of it could be known in advance."
    if not givers:
        return (
            "that was committed to before the game, without anybody's share: no player could choose it, "
            "but whoever runs the server could."
        )
    shares = f"that was committed to before the share{'s' if len(givers) > 1 else ''} of {listed(givers)}"
    if not own:
        return f"{shares}; nobody could choose them if these shares are really theirs (give your own with --share)."
    others = [giver for giver, share in zip(givers, proof.deal.shares, strict=True) if share.share not in own]
    if not others:
        return f"{shares}, all of which you knew when you gave yours; nobody could choose them."
    return (
        f"{shares}; nobody could choose them, unless whoever runs the server conspired with {listed(others, 'or')}, "
        "whose share may have come after yours."
    )


def remarks(proof: Proof, is_session: bool) -> list[str]:
    """Return what was not proved."""
    if proof.unchecked_bot_moves:
        number = proof.unchecked_bot_moves
        return [f"Not checked: the luck of {number} bot moves, which were skipped or made by another version or bot."]
    if not proof.bot_moves and not is_session:
        return ["The record names no moves of bots."]
    return []


def listed(parts: list[str], last: str = "and") -> str:
    """Return parts of a sentence as a list in words."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"
