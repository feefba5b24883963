"""What the seats of a table are called on the screen and in a record."""

from __future__ import annotations

from collections.abc import Sequence

from heliopolis.text.catalogues import format_message
from heliopolis.text.narration import Narrator

YOU = "you"  # the seat of the only person in a record, whatever their language


def narrator_for(bots: Sequence[str | None], language: str) -> Narrator:
    """Return a narrator for a table with these bots; None is a person."""
    people = [seat for seat, bot in enumerate(bots) if bot is None]
    if len(people) == 1:
        names = [YOU if bot is None else f"{bot} {seat}" for seat, bot in enumerate(bots, 1)]
        return narrator_of_record(names, language)
    names = [_player(seat, language) if bot is None else f"{bot} {seat + 1}" for seat, bot in enumerate(bots)]
    return Narrator(language, names)


def narrator_of_record(seats: Sequence[str], language: str) -> Narrator:
    """Return a narrator for the names in a record; a single `you` is the reader."""
    if seats.count(YOU) != 1:
        return Narrator(language, tuple(seats))
    you = seats.index(YOU)
    return Narrator(language, [*seats[:you], format_message(language, "site.you"), *seats[you + 1 :]], you)


def narrator_of_seats(players: int, language: str) -> Narrator:
    """Return a narrator for a table of which nobody knows who sat there."""
    return Narrator(language, [_player(seat, language) for seat in range(players)])


def names_for_record(narrator: Narrator) -> list[str]:
    """Return the names to write into a record."""
    return [YOU if seat == narrator.you else name for seat, name in enumerate(narrator.names)]


def _player(seat: int, language: str) -> str:
    return format_message(language, "site.player_number", {"number": seat + 1})
