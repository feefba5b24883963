"""Finished tables for the tests of the review, and made-up reviews where the numbers do not matter."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page, Route

import heliopolis as hp
from tests.server.people import JSON, new_request

MAX_OPTIONS = 8
RETRIES = 3  # of a request whose connection the server has just closed; all can be sent again


def finish_table(page: Page, game: str, players: int, seed: int = 5) -> str:
    """Play a whole game against weak bots by requests of this browser, at random, and return the table's id."""
    request = page.context.request
    request.get("/api/me")
    seats = [{"kind": "me", "name": "Maat"}, *[{"kind": "bot", "bot": "greedy"}] * (players - 1)]
    body = {"request_id": new_request(), "game": game, "seats": seats, "seed": f"review {seed}"}
    made = request.post("/api/tables", data=body)
    table, luck = made.json(), random.Random(seed)
    path = f"/api/tables/{table['id']}"
    while table["status"] != "over":
        if table["to_act"] != 0:
            found = request.get(f"{path}/updates?after={table['seq']}", max_retries=RETRIES)
            table = found.json()["table"] if found.ok else request.get(path).json()
            continue
        legal = table["position"]["legal"] or ["nothing"]
        answer = request.post(
            f"{path}/moves",
            data={"request_id": new_request(), "expected_seq": table["seq"], "move": luck.choice(legal), "seat": 0},
            max_retries=RETRIES,
        )
        table = answer.json()["table"] if answer.ok else request.get(path).json()
    return str(table["id"])


def made_up_review(text: str, seed: int = 3) -> JSON:
    """Return a review of a record with numbers that are only plausible."""
    record, luck = hp.Record.parse(text), random.Random(seed)
    position = record.start_position()
    players, moments = position.players, list[JSON]()
    chances = [1 / players] * players
    for number, (seat, move, _, _, after) in enumerate(record.story()):
        if seat >= 0:
            moments.append(moment := made_up_moment(position, number, seat, move, chances, luck))
            chances = drift(moment["after"], luck)
        position = after
    winners = position.winners()
    last = [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
    skill = [-sum(one["loss"] for one in moments if one["seat"] == seat) for seat in range(players)]
    luck_share = [luck.uniform(-0.2, 0.2) for _ in range(players)]
    return {
        "game": record.game,
        "players": players,
        "bot": "search:200",
        "complete": True,
        "result": position.scores(),
        "winners": winners,
        "moments": moments,
        "last": last,
        "accuracy": [round(luck.uniform(60, 95), 1) for _ in range(players)],
        "luck": luck_share,
        "skill": skill,
        "others": [last[seat] - 1 / players - skill[seat] - luck_share[seat] for seat in range(players)],
    }


def drift(chances: list[float], luck: random.Random) -> list[float]:
    moved = [max(0.01, chance + luck.gauss(0, 0.012)) for chance in chances]
    return [chance / sum(moved) for chance in moved]


def made_up_moment(position: Any, number: int, seat: int, move: str, win: list[float], luck: random.Random) -> JSON:
    """Return one decision; the share of big mistakes is about that of a person who plays now and then."""
    others = [one for one in position.legal() if one != move][: MAX_OPTIONS - 1]
    forced = not others
    loss = 0.0 if forced or luck.random() < 0.75 else min(win[seat] * 0.8, luck.expovariate(18))
    label = "good" if forced or loss else "best"
    for name, threshold in (("inaccuracy", 0.03), ("mistake", 0.08), ("blunder", 0.15)):
        label = name if loss >= threshold else label
    best = luck.choice(others) if loss else move
    values = {best: win[seat], move: win[seat] - loss}
    for one in others:
        values.setdefault(one, max(0.0, win[seat] - loss - luck.uniform(0.0, 0.2)))
    ranked = sorted(values, key=lambda one: -values[one])
    options = [
        {"move": one, "win": given(win, seat, values[one]), "points": [20.0] * len(win), "visits": 200}
        for one in ranked
    ]
    return {
        "number": number,
        "seat": seat,
        "move": move,
        "best": best,
        "win": win,
        "after": given(win, seat, values[move]),
        "loss": loss,
        "error": 0.01,
        "label": label,
        "only": label == "best" and luck.random() < 0.06,
        "options": options,
        "why": [],
    }


def given(win: list[float], seat: int, chance: float) -> list[float]:
    """Return chances in which a seat has another one; the others share the rest as before."""
    rest = sum(win) - win[seat]
    return [chance if one == seat else value * (1 - chance) / rest for one, value in enumerate(win)]


def serve_review(page: Page, review: JSON, upto: int | None = None) -> None:
    """Answer the requests of a page for a review with this one, or with its first moments as if it grew."""

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(json={"id": "made-up"})
            return
        after = int(route.request.url.partition("after=")[2] or 0)
        moments = review["moments"][after:upto]
        done = upto is None
        route.fulfill(
            json={
                "status": "done" if done else "working",
                "place": None,
                "review": {**review, "complete": done, "moments": moments},
            }
        )

    page.route("**/api/tables/*/review*", answer)
    page.route("**/api/records/review", answer)
    page.route("**/api/reviews/**", answer)
