"""Data of earlier versions, which every later version must read; tests/fixtures/VERSION/README.md describes it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

JSON = dict[str, Any]
FIXTURES = Path(__file__).parent / "fixtures"
V0_1 = FIXTURES / "0.1.0"
DROPPED = {"log", "may_outbid"}  # fields of views that newer versions no longer send
ADDED = {"card_facts", "prices", "pyramid_steps", "tile_facts"}  # fields of views that newer versions send too
ADDED_TO_SEATS = {"coach", "late", "same_as"}
# In a Tekhenu session's view: new, or asked and worded otherwise since.
NEW_IN_SESSIONS = {"before", "done", "can_use_cultist", "result", "scores_prompt", "steps"}
ASKED_SINCE = {"setup.automas": "setup.game"}  # questions that are part of others since
NEW_IN_TABLES = {"round", "discards"}  # in 0.1 only if they were not the default


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def check_view(found: JSON, expected: JSON, where: object) -> None:
    """A view is what it was, but for the fields named above."""
    found, expected = without_news(found), without_news(expected)
    missing = expected.keys() - found.keys()
    assert missing <= DROPPED, where
    assert found.keys() - expected.keys() <= ADDED, where
    different = [key for key in expected if key in found and found[key] != expected[key]]
    assert different == [], where


def without_news(view: JSON) -> JSON:
    if view.get("game") == "respublica" and "why_not" in view:
        return view | {"why_not": sorted(view["why_not"])}  # which cards are lacking was not said in 0.1
    if "prompt" not in view:  # of another game than Tekhenu
        return view if "if_played" not in view else view | {"if_played": without_later(view["if_played"])}
    table = {key: value for key, value in view.get("table", {}).items() if key not in NEW_IN_TABLES}
    asked = None if view["prompt"] is None else ASKED_SINCE.get(view["prompt"]["id"], view["prompt"]["id"])
    kept = {key: view[key] for key in view if key not in NEW_IN_SESSIONS}
    return kept | {"table": table, "prompt": asked, "sheet": in_one_row(view.get("sheet", []))}


def without_later(previews: JSON) -> JSON:
    """Previews without what only the end of the game scores, which 0.1 did not tell."""
    return {move: {key: value for key, value in told.items() if key != "later"} for move, told in previews.items()}


def in_one_row(sheet: list[JSON]) -> list[JSON]:
    """A score sheet whose VP of play are in one row, as in 0.1; since then they are told by source."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    for row in sheet:
        item = "play" if row["when"] == "play" and row["item"] != "start" else row["item"]
        rows.setdefault((row["when"], item), Counter()).update(row["vp"])
    return [{"when": when, "item": item, "vp": vp} for (when, item), vp in rows.items() if any(vp.values())]


def check_table(found: JSON, expected: JSON, where: object) -> None:
    """A table is what it was, and so is the view of its position; `clock.now` is the time of the answer."""
    found, expected = {**found}, {**expected}
    if found["clock"] is not None:
        found["clock"] = {key: value for key, value in found["clock"].items() if key != "now"}
    found["seats"] = [{key: seat[key] for key in seat if key not in ADDED_TO_SEATS} for seat in found["seats"]]
    expected["deal"] = {**expected["deal"], "version": 1, "shares": None, "lots": None}  # as those were
    expected["from"] = None  # nobody could try a moment
    position, was = found.pop("position"), expected.pop("position")
    assert found.pop("coach") is False, where  # there was none
    assert found == expected, where
    if was is None:
        assert position is None, where
    else:
        check_view(position, was, where)
