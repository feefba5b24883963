"""How much a finished game adds to the database, for each game and each kind of database.

    python benchmarks/growth.py
    python benchmarks/growth.py --games 2

People play at random from the first move to the last. The figures are what the database has grown by, indexes and all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import uuid
from pathlib import Path

import asyncpg
from tests.server.people import answer_to

from benchmarks.load_clients import Connection
from benchmarks.load_servers import Storage, postgres_storage, server_on, sqlite_storage
from benchmarks.machine import JSON, describe_run

RESULTS = Path(__file__).parent / "results"
SEATS = {"ra": 3, "priests": 3, "respublica": 3, "tekhenu": 1}


async def sit_down(url: str, game: str) -> tuple[str, list[Connection]]:
    """Open a table for people only and return it with their connections."""
    people = [Connection(url) for _ in range(SEATS[game])]
    for person in people:
        person.token = (await person.request("POST", "/api/players", {"name": "Ada"}))["token"]
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(people) - 1)]
    made = await people[0].request("POST", "/api/tables", {"game": game, "seats": seats, **new_request()})
    for seat, person in enumerate(people[1:], 1):
        join = {"secret": made["links"][str(seat)].partition("#")[2], **new_request()}
        await person.request("POST", f"/api/tables/{made['id']}/join", join)
    return made["id"], people


def new_request() -> JSON:
    return {"request_id": uuid.uuid4().hex}


async def play_out(url: str, game: str, rng: random.Random) -> int:
    """Play a game to its end and return the number of its entries."""
    table_id, people = await sit_down(url, game)
    path = f"/api/tables/{table_id}"
    table = await people[0].request("GET", path)
    while table["status"] != "over":
        mover = people[table["to_act"] or 0]
        seen = await mover.request("GET", path)
        body = {"expected_seq": seen["seq"], **new_request()}
        if game == "tekhenu":
            asked = seen["position"]["prompt"]
            answer = {**body, "operation": ["answer", asked["id"], answer_to(asked, rng)]}
            table = (await mover.request("POST", f"{path}/operations", answer))["table"]
        else:
            move = {**body, "move": rng.choice(seen["position"]["legal"])}
            table = (await mover.request("POST", f"{path}/moves", move))["table"]
    for person in people:
        person.close()
    return int(table["seq"])


async def size_of(storage: Storage) -> int:
    """Return the bytes that the database takes, without what it keeps for a crash."""
    if storage.postmaster is None:
        with sqlite3.connect(storage.url.removeprefix("sqlite:///")) as connection:
            pages, free, size = (
                connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("page_count", "freelist_count", "page_size")
            )
        connection.close()
        return int((pages - free) * size)
    connection = await asyncpg.connect(storage.url)
    try:
        return int(await connection.fetchval("SELECT pg_database_size(current_database())"))
    finally:
        await connection.close()


async def grow(storage: Storage, url: str, game: str, games: int) -> JSON:
    """Play some games and return the entries and bytes that each has added."""
    rng, before = random.Random(1), await size_of(storage)
    entries = [await play_out(url, game, rng) for _ in range(games)]
    grown = (await size_of(storage) - before) / games
    return {"players": SEATS[game], "entries": round(sum(entries) / games), "kib": round(grown / 1024, 1)}


def main() -> None:
    """Measure all games on SQLite and on PostgreSQL; print and save the figures."""
    parser = argparse.ArgumentParser(description="How much a finished game adds to the database.")
    parser.add_argument("--games", type=int, default=20, help="games of each kind")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where to save the figures")
    arguments = parser.parse_args()
    figures: JSON = {**describe_run(), "games": arguments.games}
    for name, new_storage in (("sqlite", sqlite_storage), ("postgresql", postgres_storage)):
        with new_storage() as storage, server_on(storage, 1, "ra") as server:
            figures[name] = {game: asyncio.run(grow(storage, server.url, game, arguments.games)) for game in SEATS}
    text = json.dumps(figures, indent=1)
    (arguments.results / "growth.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
