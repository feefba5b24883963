"""Tekhenu: the results of finished games, and what they say about the difficulty of the next one.

A result is plain JSON:

    automas         how many played
    difficulty      0 to 4
    time_of_seth    whether the expansion was in play
    settings        the settings that differ from their defaults, by name
    person_vp       the person's VP, null if they did not enter them
    margin          the person's VP less those of the best automa, null without `person_vp`
    winners         the players with the most VP; null without `person_vp`
    person_rounds   the person's VP by time: their scorings as far as they entered them, and the rest as `play`; or null
    players         for each automa its `vp`, and `sources`: VP by item of the score sheet, which add up to them, and
                    `rounds`: VP by time and item, each with `when` and `sources`, which add up to them too
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.prompts import reject
from heliopolis.games.tekhenu.score_sheet import PLAY_ITEMS, SCORING_ITEMS, automa_rounds, person_rounds
from heliopolis.games.tekhenu.session import Session
from heliopolis.games.tekhenu.shared_board import GameSettings, SharedBoard
from heliopolis.games.tekhenu.vocabulary import AUTOMAS, PERSON
from heliopolis.text.messages import Message, message

MAX_DIFFICULTY = 4
MAX_GAMES = 4  # that an advice considers: the person's strength changes
MANY_WINS, FEW_WINS = 0.7, 0.3  # shares of the games won: beyond them the difficulty is wrong
CLEAR_MARGIN = 15  # VP that make even one game tell something


def result_of(session: Session) -> JSON:
    """Return the result of a finished game; raise BadAnswer if it is not over."""
    if not session.over:
        raise reject("tekhenu.bad.not_over")
    board, person_vp = session.board, session.state.person_vp
    best, own_rounds = max(automa.vp for automa in board.automas.values()), person_rounds(session.state)
    return {
        "automas": len(board.automas),
        "difficulty": board.difficulty,
        "time_of_seth": board.settings.time_of_seth,
        "settings": changed_settings(board),
        "person_vp": person_vp,
        "margin": None if person_vp is None else person_vp - best,
        "winners": None if person_vp is None else winners_of(board, person_vp),
        "person_rounds": None if own_rounds is None else [one._asdict() for one in own_rounds],
        "players": {name: automa_result(session, name) for name in board.automas},
    }


def automa_result(session: Session, name: str) -> JSON:
    """Return the VP of an automa, by source, and by time and source."""
    return {
        "vp": session.board.automas[name].vp,
        "sources": sources_of(session, name),
        "rounds": [one._asdict() for one in automa_rounds(session.state, name)],
    }


def winners_of(board: SharedBoard, person_vp: int) -> list[str]:
    """Return everyone with the most VP: equal VP are a shared victory (ruling 10)."""
    vp = {PERSON: person_vp, **{name: automa.vp for name, automa in board.automas.items()}}
    return [player for player in vp if vp[player] == max(vp.values())]


def sources_of(session: Session, name: str) -> dict[str, int]:
    """Return an automa's VP by item of the score sheet, the scorings of all rounds together."""
    found: dict[str, int] = {}
    for row in session.sheet:
        found[row.item] = found.get(row.item, 0) + row.vp[name]
    return {item: found[item] for item in (*PLAY_ITEMS, *SCORING_ITEMS) if found.get(item)}


def changed_settings(board: SharedBoard) -> dict[str, Any]:
    """Return the settings that differ from what the set-up proposes; the expansion is not one of them."""
    chosen = board.settings
    usual = GameSettings(time_of_seth=chosen.time_of_seth, grey_to_seth=chosen.time_of_seth)
    names = [one.name for one in fields(GameSettings)]
    changed = {name: getattr(chosen, name) for name in names if getattr(chosen, name) != getattr(usual, name)}
    return {name: as_json(value) for name, value in changed.items()}


def as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return {key: as_json(one) for key, one in value.items()} if isinstance(value, dict) else value


# ---- advice ----------------------------------------------------------------------------------------------------------


def advise(results: Sequence[JSON]) -> JSON | None:
    """Return which difficulty to try next, and why, from results with the newest game first.

    Only the last games like the newest one count: as many automas, the same difficulty, VP entered. None without such
    a game.
    """
    known = [one for one in results if one["margin"] is not None]
    if not known:
        return None
    automas, difficulty = known[0]["automas"], known[0]["difficulty"]
    like = [one for one in known if (one["automas"], one["difficulty"]) == (automas, difficulty)][:MAX_GAMES]
    margins = [one["margin"] for one in like]
    key, (new_automas, new_difficulty) = suggestion(automas, difficulty, verdict(margins))
    why = record_message(automas, difficulty, margins).to_json()
    advice = message(f"tekhenu.advice.{key}", record=why, automas=new_automas, difficulty=new_difficulty)
    return {"automas": new_automas, "difficulty": new_difficulty, "message": advice.to_json()}


def record_message(automas: int, difficulty: int, margins: Sequence[int]) -> Message:
    """Return how many of these games the person won, and by how many VP."""
    average = round(sum(margins) / len(margins))
    key = (RECORD_OF_ONE if len(margins) == 1 else RECORD_OF_SEVERAL)[(average > 0) - (average < 0)]
    params = {"automas": automas, "difficulty": difficulty, "vp": abs(average)}
    if len(margins) > 1:
        params |= {"won": sum(margin > 0 for margin in margins), "games": len(margins)}
    return message(f"tekhenu.advice.{key}", **params)


RECORD_OF_ONE = {1: "one_ahead", 0: "one_level", -1: "one_behind"}  # by the sign of the margin
RECORD_OF_SEVERAL = {1: "several_ahead", 0: "several_level", -1: "several_behind"}


def verdict(margins: Sequence[int]) -> str:
    """Return whether games with these margins were too easy, too hard, or right; one close game says little."""
    share, average = sum(margin > 0 for margin in margins) / len(margins), sum(margins) / len(margins)
    least = CLEAR_MARGIN if len(margins) == 1 else 0
    if share >= MANY_WINS and average > least:
        return "easy"
    if share <= FEW_WINS and average < -least:
        return "hard"
    return "right"


def suggestion(automas: int, difficulty: int, found: str) -> tuple[str, tuple[int, int]]:
    """Return the key of an advice, and the number of automas and the difficulty that it suggests."""
    if found == "easy":
        return harder_than(automas, difficulty)
    return easier_than(automas, difficulty) if found == "hard" else ("same", (automas, difficulty))


def harder_than(automas: int, difficulty: int) -> tuple[str, tuple[int, int]]:
    if difficulty < MAX_DIFFICULTY:
        return "harder", (automas, difficulty + 1)
    return ("more_automas", (automas + 1, difficulty)) if automas < len(AUTOMAS) else ("hardest", (automas, difficulty))


def easier_than(automas: int, difficulty: int) -> tuple[str, tuple[int, int]]:
    if difficulty > 0:
        return "easier", (automas, difficulty - 1)
    return ("fewer_automas", (automas - 1, difficulty)) if automas > 1 else ("easiest", (automas, difficulty))
