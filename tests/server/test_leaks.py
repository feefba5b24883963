"""Nothing that a seat may not know reaches it: re-deal that, and all it gets over HTTP stays byte for byte the same.

A table of Res Publica is played for a while. In a copy of the database everything that a viewer may not know is dealt
anew: hands and decks, what others drew, what others gave in secret. Whatever they ask for, both servers answer the
same; and when somebody else then draws a card, another one on each server, both streams send them the same.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.server.domain.stored_tables import fold, read_snapshot, successors
from heliopolis.server.domain.tables import TableSetup, new_table
from tests.server.people import JSON, Person, play_on, sit_down
from tests.server.running import InThread

PEOPLE = 3
CLOCKS = re.compile(rb'"(?:now|at|deadline)":[0-9.]+')
CARDS = ["roman", "babylonian", "egyptian", "atlantean", "greek"]
SPECTATOR = None


class World:
    """A database file, and a server on it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.server = InThread(f"sqlite:///{file}")

    def close(self) -> None:
        self.server.close()


@pytest.fixture(scope="module", params=[(11, 30), (12, 75), (13, 140), (14, 233)])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, list[Person]]]:
    """A table of three people in the middle of a game, and its database at rest."""
    seed, moves = request.param
    file = tmp_path_factory.mktemp("leaks") / "tables.sqlite3"
    world = World(file)
    people = sit_down(world.server.url, "respublica", "Ada Grace Hedy", clock={"seconds_per_move": 86400}, hints=True)
    for person in people:
        person.post("coach", agrees=True)
    Person.everybody.clear()  # they stay for the whole module
    luck = random.Random(seed)
    play_on(people, luck, moves)
    while people[0].get()["position"]["phase"] != "draw":
        play_on(people, luck, 1)
    for person in people:
        person.http.headers["Cookie"] = f"heliopolis={person.http.cookies['heliopolis']}"
    world.close()
    yield file, people
    for person in people:
        person.http.close()


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_what_a_seat_gets_does_not_depend_on_what_it_may_not_know(
    played: tuple[Path, list[Person]], viewer: int | None, tmp_path: Path
) -> None:
    file, people = played
    here, there = tmp_path / "here.sqlite3", tmp_path / "there.sqlite3"
    shutil.copy(file, here)
    shutil.copy(file, there)
    changed = redeal(there, viewer)
    assert changed, "the test would see nothing if nothing were dealt anew"
    worlds = [World(here), World(there)]
    try:
        compare([Seen(world, people, viewer) for world in worlds], viewer)
    finally:
        for world in worlds:
            world.close()


class Seen:
    """What the viewer gets from one of the servers."""

    def __init__(self, world: World, people: list[Person], viewer: int | None) -> None:
        self.table = people[0].table
        self.people = [self._at(world, person) for person in people]
        self.viewer = Person(world.server.url) if viewer is None else self.people[viewer]
        self.viewer.table = self.table

    def _at(self, world: World, person: Person) -> Person:
        twin = Person(world.server.url, person.name)
        twin.http.headers["Cookie"] = person.http.headers["Cookie"]
        twin.table = person.table
        return twin

    def answers(self) -> list[bytes]:
        """Everything that can be asked for, and errors too."""
        head = self.viewer.get()["seq"]
        paths = ["", "log?limit=500", f"moments/{head}", f"updates?after={head - 30}", "record", "hint", "?seat=0"]
        paths += [f"log?seat={seat}" for seat in range(PEOPLE)] + [f"?seat={seat}" for seat in range(1, PEOPLE)]
        paths += ["review", "card?at=3", f"/review/{self.table}", f"/review/{self.table}/3"]
        got = [self.get(path) for path in paths]
        got.append(self.post("review", {}))
        for luck in ("same", "fresh"):
            moment = {"table": self.table, "at": 3, "seat": 0, "luck": luck}
            got.append(self.post("/api/tries", {"from": moment, "request_id": "leaks-" + luck + "0" * 9}))
        for move in ("offer 9 any", "draw 1 people", "give roman", "lay greek", "for 2 greek", "end", "x"):
            got.append(self.post("check", {"move": move}))
            got.append(self.post("moves", {"move": move + " ", "expected_seq": head, "request_id": "leaks-" + "0" * 9}))
        if self.viewer.get()["undo"] is None:  # else it would go back to a moment that was not dealt anew
            got.append(self.post("undo", {"expected_seq": head, "request_id": "leaks-" + "1" * 9}))
        return got

    def get(self, path: str) -> bytes:
        answer = self.viewer.http.get(self.viewer.path(path))
        return b"%d " % answer.status_code + CLOCKS.sub(b"", answer.content)

    def post(self, path: str, body: JSON) -> bytes:
        answer = self.viewer.http.post(self.viewer.path(path), json=body)
        return b"%d " % answer.status_code + CLOCKS.sub(b"", answer.content)


def compare(worlds: list[Seen], viewer: int | None) -> None:
    first, second = (world.answers() for world in worlds)
    assert first == second
    mover = worlds[0].viewer.get()["to_act"]
    if mover == viewer:
        assert any(b'"visits"' in answer for answer in first), "advice was among the answers"
        return
    assert not any(b'"visits"' in answer for answer in first), "nobody gets advice on somebody else's decision"
    told: list[bytes] = []
    for world in worlds:
        with world.viewer.stream() as events:
            told.append(dumped(next(events)))
            moves = [move for move in world.people[mover].get()["position"]["legal"] if move != "draw nothing"]
            world.people[mover].move(moves[0])
            told.append(dumped(next(events)))
    assert told[:2] == told[2:]


def dumped(event: Any) -> bytes:
    return CLOCKS.sub(b"", json.dumps(event, separators=(",", ":")).encode())


def redeal(file: Path, viewer: int | None) -> bool:
    """Deal anew what the viewer may not know; whether that made another position."""
    with sqlite3.connect(file) as connection:
        table_id, head = connection.execute("SELECT id, head FROM tables").fetchone()
        state = state_now(connection)
        position = hp.game("respublica").from_json(state["match"]["position"])
        luck = random.Random(7)
        other = position.imagine(0, luck).imagine(1, luck) if viewer is None else position.imagine(viewer, luck)
        state["match"]["position"] = other.to_json()
        connection.execute("DELETE FROM snapshots")
        connection.execute("INSERT INTO snapshots VALUES (?, ?, ?)", [table_id, head, json.dumps(state)])
        for before, entry, after in history(connection):
            other_entry = disguised(entry, viewer, before, after)
            connection.execute("UPDATE log SET entry = ? WHERE seq = ?", [json.dumps(other_entry), entry["seq"]])
    connection.close()
    return other != position


def disguised(entry: JSON, viewer: int | None, before: JSON, after: JSON) -> JSON:
    """An entry with other secrets of other people; what everybody is told of it is told again."""
    if entry["kind"] != "move" or entry["seat"] == viewer:
        return entry
    entry = {**entry}
    entry["outcomes"] = [CARDS[len(card) % 5] for card in entry["outcomes"]]
    if entry["move"].startswith("give "):
        entry["move"] = "give " + " ".join(CARDS[len(card) % 5] for card in entry["move"].split(" ")[1:])
    if "given" in entry and str(viewer) not in entry["given"]:
        entry["given"] = {seat: ["greek"] for seat in entry["given"]}
    entry["told"] = hp.game("respublica").story.messages(before, entry["seat"], entry["move"], entry["outcomes"], after)
    return entry


def history(connection: sqlite3.Connection) -> list[tuple[JSON, JSON, JSON]]:
    """Every entry, between what everybody could see before and after it."""
    facts = json.loads(connection.execute("SELECT facts FROM tables").fetchone()[0])
    entries = [json.loads(row[0]) for row in connection.execute("SELECT entry FROM log ORDER BY seq")]
    views = [table.match.view(None) for table in successors(new_table(TableSetup.from_json(facts)), entries)]
    return list(zip([views[0], *views], entries, views, strict=False))


def state_now(connection: sqlite3.Connection) -> JSON:
    """The table at the head of its log, as a snapshot has it."""
    facts = json.loads(connection.execute("SELECT facts FROM tables").fetchone()[0])
    return fold(
        read_snapshot(TableSetup.from_json(facts), None), [entry for _, entry, _ in history(connection)]
    ).to_json()
