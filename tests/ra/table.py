"""Positions of Ra to order: a start position with whatever a test needs changed."""

from __future__ import annotations

from typing import Any

import heliopolis as hp

RA = hp.game("ra")
SUNS = {
    2: [[9, 6, 5, 2], [8, 7, 4, 3]],
    3: [[13, 8, 5, 2], [12, 9, 6, 3], [11, 10, 7, 4]],
    4: [[13, 6, 2], [12, 7, 3], [11, 8, 4], [10, 9, 5]],
    5: [[16, 7, 2], [15, 8, 3], [14, 9, 4], [13, 10, 5], [12, 11, 6]],
}


def table(
    players: int = 4,
    tiles: dict[int, dict[str, int]] | None = None,
    up: dict[int, list[int]] | None = None,
    fame: dict[int, int] | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """A start position as JSON: seat 0 on turn, groups of suns in order; `up` leaves only these suns face up."""
    data = RA.start(players=players, seed=0).to_json()
    data |= {"turn": 0, "to_act": 0}
    for seat, display in enumerate(data["seats"]):
        suns = SUNS[players][seat]
        showing = suns if up is None else up.get(seat, suns)
        display["suns"] = {"up": showing, "down": [sun for sun in suns if sun not in showing]}
        display["tiles"] = (tiles or {}).get(seat, {})
        display["fame"] = (fame or {}).get(seat, 10)
        for kind, number in display["tiles"].items():
            data["pile"][kind] -= number
    for kind in changes.get("row", []):
        data["pile"][kind] -= 1
    data["pile"]["ra"] -= changes.get("ra_track", 0)
    return data | changes


def position(**changes: Any) -> hp.Position:
    return RA.from_json(table(**changes))


def play(p: hp.Position, *moves: str) -> hp.Position:
    for move in moves:
        p.play(move)
    return p


def end_epoch(p: hp.Position) -> hp.Position:
    """The player on turn draws the Ra tile that fills the track."""
    return play(p, "draw", "ra")


def tiles_of(p: hp.Position, seat: int) -> dict[str, int]:
    found: dict[str, int] = p.to_json()["seats"][seat]["tiles"]
    return found


def scoring(p: hp.Position, category: str) -> list[int]:
    return [points[category] for points in p.to_json()["scoring"]]
