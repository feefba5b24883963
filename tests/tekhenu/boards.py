"""Tables for the tests, written as the JSON of the rules page."""

from __future__ import annotations

from typing import Any

from heliopolis.games import tekhenu
from heliopolis.games.tekhenu import Decision, SharedBoard

GODS = ["horus", "ra", "hathor", "bastet", "thoth", "osiris"]


def automa(**changes: Any) -> dict[str, Any]:
    return {
        "vp": 10,
        "population": 5,
        "happiness": 2,
        "buildings": 10,
        "pillars": 8,
        "statues": 6,
        "decrees": 1,
        "technologies": 0,
        "blessings": 0,
        "ankhs": 0,
        "district": "papyrus",
        "obelisk": "horus",
        "line": 1,
        "cell": [1, 1],
        **changes,
    }


def blank(automas: int = 1) -> dict[str, Any]:
    """An empty board, as JSON."""
    names = [f"a{number}" for number in range(1, automas + 1)]
    return {
        "settings": {
            "statues_per_god": 1,
            "statues_for_seth": 1,
            "people_statue_regions": {"left": [1, 2, 4], "right": [3, 5, 6]},
            "region_vp": [2, 2, 3, 3, 4, 5],
            "population_end": 21,
            "happiness_end": 21,
            "own_action_pays": True,
            "order_bonus": {"2": [3, 0], "3": [3, 2, 0], "4": [3, 2, 0, 0]},
        },
        "difficulty": 0,
        "first_sunny": "horus",
        "dice": {section: [] for section in [*GODS, "seth"]},
        "horus_order": list(GODS),
        "god_statues": {god: [] for god in [*GODS, "seth"]},
        "osiris": {"buildings": [[None] * 4 for _ in range(6)], "statues": [None, None]},
        "temple": {
            "pillars": [[None] * 5 for _ in range(5)],
            "conquest": [[0] * 5 for _ in range(5)],
            "buildings": [None] * 10,
            "statues": {"3": None, "8": None},
        },
        "seth": {"regions": [None] * 6, "statues": {"left": None, "right": None}},
        "conquest_stack": 12,
        "order": ["person", *names],
        "person": {"buildings": 10, "pillars": 8, "statues": 6},
        "automas": {name: automa() for name in names},
    }


def put(data: dict[str, Any], path: str, value: Any) -> None:
    """Change one place, such as `temple.pillars.0.2`."""
    *way, last = path.split(".")
    place: Any = data
    for key in way:
        place = place[int(key)] if isinstance(place, list) else place[key]
    place[int(last) if isinstance(place, list) else last] = value


def make_board(automas: int = 1, /, **changes: Any) -> SharedBoard:
    """A table with changes; two underscores stand for a dot in their names."""
    data = blank(automas)
    for path, value in changes.items():
        put(data, path.replace("__", "."), value)
    return SharedBoard.from_json(data)


def gods_taken(owner: str = "person") -> dict[str, Any]:
    """Every god's statue space and Seth's are taken."""
    return {f"god_statues__{god}": [owner] for god in [*GODS, "seth"]}


def keys(decision: Decision) -> list[str]:
    """The reasons of a decision, without their common beginning."""
    return [reason.key.removeprefix("tekhenu.why.") for reason in decision.why]


def act(board: SharedBoard, section: str, value: int, **more: Any) -> Decision:
    return tekhenu.act(board, "a1", section, value, **more)
