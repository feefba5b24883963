"""People at the tables, as tests need them: each has a browser of their own."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import httpx

from heliopolis.games.tekhenu import Option, Prompt
from heliopolis.games.tekhenu.random_person import random_answer
from heliopolis.text.messages import Message

JSON = dict[str, Any]


class Person:
    """Somebody with a browser: a cookie, and what one can do."""

    everybody: ClassVar[list[Person]] = []  # all go home after a test

    def __init__(self, url: str, name: str = "Ada", arrives: bool = True) -> None:
        self.everybody.append(self)
        self.http = httpx.Client(base_url=url, timeout=60)
        if arrives:
            self.http.get("/api/me")  # a browser has its cookie from this before it does anything
        self.name = name
        self.table = ""

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str = "", status: int = 200, **query: Any) -> JSON:
        answer = self.http.get(self.path(path), params=query)
        assert answer.status_code == status, answer.text
        found: JSON = answer.json()
        return found

    def post(self, path: str, status: int = 200, **body: Any) -> JSON:
        body.setdefault("request_id", new_request())
        answer = self.http.post(self.path(path), json=body)
        assert answer.status_code == status, answer.text
        found: JSON = answer.json()
        return found

    def path(self, path: str) -> str:
        """A path of the table one sits at, or one that begins at the top."""
        if path.startswith("/"):
            return path
        return (
            f"/api/tables/{self.table}{path}"
            if path.startswith("?")
            else f"/api/tables/{self.table}/{path}".rstrip("/")
        )

    def open(self, game: str, *seats: str, status: int = 201, **more: Any) -> JSON:
        """A table: seats are `me`, `open`, or the name of a bot."""
        wanted = [{"kind": one} if one in ("me", "open") else {"kind": "bot", "bot": one} for one in seats]
        made = self.post("/api/tables", status, game=game, seats=wanted, **more)
        self.table = made.get("id", "")
        return made

    def join(self, table: JSON, seat: int) -> JSON:
        path = table["links"][str(seat)]
        self.table = table["id"]
        return self.post("join", secret=path.partition("#")[2], name=self.name)

    def move(self, move: str, status: int = 200, **more: Any) -> JSON:
        seq = self.get()["seq"]
        return self.post("moves", status, **{"expected_seq": seq, "move": move, **more})

    @contextmanager
    def stream(self, **query: Any) -> Iterator[Iterator[JSON]]:
        """Events of the stream, as they come."""
        with self.http.stream("GET", self.path("events"), params=query) as answer:
            assert answer.status_code == 200
            yield events_of(answer)


def events_of(answer: httpx.Response) -> Iterator[JSON]:
    event: JSON = {}
    for line in answer.iter_lines():
        key, _, value = line.partition(": ")
        if key:
            event[key] = value
        elif not line and "data" in event:
            yield {**event, "data": json.loads(event["data"])}
            event = {}
        elif not line:
            event = {}


def new_request() -> str:
    return uuid.uuid4().hex


def sit_down(url: str, game: str, names: str, **more: Any) -> list[Person]:
    """A table with people only, all there."""
    people = [Person(url, name) for name in names.split()]
    table = people[0].open(game, "me", *["open"] * (len(people) - 1), **more)
    for seat, person in enumerate(people[1:], 1):
        person.join(table, seat)
    return people


def play_on(people: list[Person], luck: random.Random, moves: int = 10_000) -> JSON:
    """People who play at random, at seats in their order; bots in the others. The table when it is over or enough."""
    table = people[0].get()
    for _ in range(moves):
        while table["status"] == "running" and not is_person(table):
            table = people[0].get("updates", after=table["seq"], wait=20)["table"]
        if table["status"] != "running":
            break
        mover = people[table["to_act"]]
        seen = mover.get()
        move = luck.choice(seen["position"]["legal"])
        table = mover.post("moves", expected_seq=seen["seq"], move=move)["table"]
    return people[0].get()


def is_person(table: JSON) -> bool:
    return bool(table["seats"][table["to_act"]]["kind"] == "person")


def wait_for(person: Person, status: str) -> JSON:
    """The table once it is like that; somebody watches it meanwhile, so that bots alone play at full speed."""
    with person.stream() as events:
        return next(event["data"]["table"] for event in events if event["data"]["table"]["status"] == status)


def answer_to(asked: JSON, luck: random.Random) -> Any:
    """An answer to a prompt of which one has only the JSON."""

    def message(data: JSON) -> Message:
        return Message(data["key"], data["params"])

    def prompt(data: JSON) -> Prompt:
        options = tuple(Option(one["value"], message(one["label"])) for one in data.get("options", []))
        actions = tuple(Option(one["value"], message(one["label"])) for one in data.get("actions", []))
        fields = tuple(prompt(one) for one in data.get("fields", []))
        names = {"low": "low", "high": "high", "most": "max_items"}
        limits = {name: data[key] for key, name in names.items() if key in data}
        shape = {"default": data["default"], "optional": data["optional"], "fields": fields, "actions": actions}
        return Prompt(data["id"], data["kind"], message(data["question"]), options, **limits, **shape)

    return random_answer(prompt(asked), luck)
