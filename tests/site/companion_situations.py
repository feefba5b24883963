"""Every question of the companion, reached through the server's API, with all that can be opened beside it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page

ANKHS = 2  # of all players at Maat, who are level therefore
BY_HAND = {"automas": 3, "difficulty": 2, "by_hand": ["cubes", "tiles", "dice"], "statues_per_god": 2}


class Table:
    """A table of the companion that is played through the API."""

    def __init__(self, page: Page, rng: random.Random) -> None:
        self.page, self.rng = page, rng
        page.goto("/")
        self.origin = {"Origin": page.url.rstrip("/")}
        page.request.get("/api/me")
        order = {"game": "tekhenu", "seats": [{"kind": "me", "name": "You"}], "seed": "Heliopolis"}
        self.id: str = self.post("/api/tables", order)["id"]
        self.actions = 0
        self.read()

    def read(self) -> None:
        self.table: dict[str, Any] = self.page.request.get(f"/api/tables/{self.id}").json()

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.table["position"])

    @property
    def prompt(self) -> dict[str, Any] | None:
        return self.view["prompt"]  # type: ignore[no-any-return]

    def post(self, path: str, data: dict[str, Any]) -> Any:
        answer = self.page.request.post(path, data={"request_id": uuid4().hex, **data}, headers=self.origin)
        assert answer.ok, (data, answer.text())
        return answer.json()

    def operate(self, *operation: Any) -> None:
        data = {"expected_seq": self.table["seq"], "operation": list(operation)}
        self.post(f"/api/tables/{self.id}/operations", data)
        self.read()

    def do_steps(self) -> None:
        """Tick all steps, so that the page opens with its question."""
        if self.view["steps"] and self.prompt and self.prompt["id"] != "setup.checklist":
            self.operate("done", [*range(len(self.view["steps"]))])

    def answer(self) -> None:
        assert self.prompt is not None
        self.operate("answer", self.prompt["id"], self.choose(self.prompt))

    def choose(self, prompt: dict[str, Any]) -> Any:
        """Return an answer that leads to every question in the course of a game."""
        topic = prompt["id"]
        if topic == "setup.game":
            return BY_HAND
        if topic == "setup.order":
            return [option["value"] for option in prompt["options"]]
        if topic.endswith(("maat.place", "maat.ankhs")):
            return ANKHS
        if topic.endswith("destiny"):
            return {field["id"]: ANKHS for field in prompt["fields"]}
        if prompt["kind"] == "turn":
            return self.turn(prompt)
        return any_value(prompt, self.rng)

    def turn(self, prompt: dict[str, Any]) -> Any:
        """Take any die; do all actions one after the other, and once take none."""
        self.actions += 1
        if self.actions == 1:
            return None
        dice = [option["value"] for option in prompt["options"] if option["value"]]
        actions = [option["value"] for option in prompt["actions"]]
        return [*self.rng.choice(dice), actions[self.actions % len(actions)]]


def any_value(prompt: dict[str, Any], rng: random.Random) -> Any:
    """Return an allowed answer to a question of any kind."""
    kind, values = prompt["kind"], [option["value"] for option in prompt.get("options", [])]
    if kind == "form":
        return {field["id"]: any_value(field, rng) for field in prompt["fields"]}
    if kind == "number":
        return prompt["default"] if prompt["default"] is not None else max(prompt["low"], min(prompt["high"], 1))
    if kind == "dice":
        return [[rng.choice(values), rng.randint(1, 6)] for _ in range(3)]
    if kind == "several":
        return rng.sample(values, min(1, len(values)))
    if kind == "order":
        return values
    return True if kind == "confirm" else rng.choice(values)


def kind_of(prompt: dict[str, Any]) -> str:
    """Return what is asked, whoever's turn it is and in whichever round."""
    topic = re.sub(r"^\d+\.|\.\d+$", "", prompt["id"])
    topic = re.sub(r"\ba\d\b", "automa", topic)
    action = prompt["question"]["params"].get("action")
    return f"{topic} {action}" if action else topic


def questions(table: Table) -> Iterator[str]:
    """Play a whole game; stop at the first question of each kind, and at the end."""
    seen: set[str] = set()
    while table.prompt is not None:
        kind = kind_of(table.prompt)
        if kind not in seen:
            seen.add(kind)
            table.do_steps()
            yield kind
        table.answer()
    yield "over"


# What is corrected, one thing of each kind, and the area in which it is found.
CORRECTIONS = {
    "pillar.2.3": "temple",
    "temple.4": "temple",
    "statue.temple.3": "temple",
    "osiris.2.bread": "osiris",
    "statue.god.ra": "gods",
    "horus_order": "gods",
    "region.3": "seth",
    "conquest_stack": "seth",
    "conquest.2.2": "conquest",
    "dice.ra": "dice",
    "first_sunny": "dice",
    "order": "order",
    "a1.vp": "a1",
    "a1.ankhs": "a1",
    "a1.district": "a1",
    "a1.obelisk": "a1",
    "a1.line": "a1",
    "a1.cell": "a1",
}
