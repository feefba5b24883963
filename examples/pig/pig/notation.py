"""Pig: moves and outcomes as text, the position as JSON."""

from __future__ import annotations

from heliopolis.core.checks import JSON, check_int, check_list, check_object, check_word, require
from heliopolis.kernel import CHANCE, NOBODY, Fields
from pig import rules

ACTIONS = ("roll", "hold")
OUTCOMES = ("1", "2", "3", "4", "5", "6")
PHASES = ("turn", "rolling", "over")


def to_json(r: Fields) -> JSON:
    """Return the whole position, readable and exact."""
    return {"game": "pig", "phase": PHASES[r.phase], "turn": r.turn, "sum": r.sum, "points": r.points[: r.players]}


def from_json(data: JSON, r: Fields) -> None:
    """Read a position into blank fields; an error names the field that is wrong."""
    check_object(data, "The position", ["phase", "turn", "sum", "points"], ["game"])
    points = check_list(data["points"], "points", 2, rules.SEATS)
    r.players = len(points)
    for seat, number in enumerate(points):
        r.points[seat] = check_int(number, f"points[{seat}]", 0, 2 * rules.GOAL)
    r.phase = check_word(data["phase"], "phase", PHASES)
    r.turn = check_int(data["turn"], "turn", 0, r.players - 1)
    r.sum = check_int(data["sum"], "sum", 0, 2 * rules.GOAL)
    r.to_act = {rules.TURN: r.turn, rules.ROLLING: CHANCE, rules.OVER: NOBODY}[r.phase]
    won = r.points[r.turn] >= rules.GOAL
    require(won == (r.phase == rules.OVER), f"The game is over when a player has {rules.GOAL} points, and only then.")
