"""A finished game, or a moment of it, in words, for the page of it that somebody shares. It loads the rules."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.core.registry import game
from heliopolis.server.domain.tables import Seat, Table
from heliopolis.text.catalogues import LANGUAGES, catalogue
from heliopolis.text.narration import Narrator


def describe_game(table: Table, language: str) -> tuple[str, str]:
    """Return a title and a description of a finished game: which it is, and who had how many points."""
    narrator = narrator_for(table, language)
    title = narrator.text("site.shared_game", game=narrator.game_title(game(table.setup.game)))
    return title, result_of(table, narrator)


def describe_moment(table: Table, move: JSON, at: int, best: str | None, language: str) -> tuple[str, str]:
    """Return a title and a description of a moment: what was played, and what would have been better, if anything."""
    narrator, played = narrator_for(table, language), game(table.setup.game)
    title = narrator.text("site.shared_move", game=narrator.game_title(played), number=at + 1)
    made = {"name": narrator.name_of(move["seat"]), "move": narrator.option(played, move["move"])}
    if best is None or best == move["move"]:
        said = narrator.text("site.shared_played", **made)
    else:
        said = narrator.text("site.shared_better", **made, best=narrator.option(played, best))
    return title, f"{said} {result_of(table, narrator)}"


def narrator_for(table: Table, language: str) -> Narrator:
    """Return who puts a game into words, with the names of its players."""
    return Narrator(language, [name_of(seat, number, language) for number, seat in enumerate(table.seats)])


def name_of(seat: Seat, number: int, language: str) -> str:
    """Return the name of a person, or the level of a bot; one who has deleted themselves has only their seat."""
    if seat.name is not None or seat.bot is None:
        return seat.name or Narrator(language).text("site.seat_number", number=number + 1)
    return catalogue(language).get(f"site.level.{seat.bot}", seat.bot)


def result_of(table: Table, narrator: Narrator) -> str:
    """Return the points of all players, the winners first."""
    scores, winners = table.match.scores() or [], table.match.winners() or []
    order = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))
    return " · ".join(f"{narrator.name_of(seat)} {scores[seat]}" for seat in order)


def language_of(header: str) -> str:
    """Return the language of ours that a reader likes best, by what their browser accepts; English if there is none."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(header.lower().split(",")[:20]):
        name, _, quality = part.partition(";q=")
        language = name.strip().partition("-")[0]
        if language in LANGUAGES:
            wanted.append((-_number(quality), place, language))
    return min(wanted)[2] if wanted else LANGUAGES[0]


def _number(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
