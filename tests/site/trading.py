"""A table of Res Publica at which everything that is said is known before: a game through all phases, in long phrases.

Ada plays in a browser; Zenobia holds all other seats and answers at once. Both act through the interface of the
server, so that a page that looks on sees every phase as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page, expect

JSON = dict[str, Any]
PEOPLE = ("roman", "babylonian", "egyptian", "atlantean", "greek")
NAMES = ("Ada", "Babylonia", "Maximilian", "Drusus", "Galba")
SET_SIZE = 5
LONG_ASK = "ask 1 people or 9 architecture"  # everybody can give a card of a people
LONG_PRICES = ("for 9 technology and 9 architecture", "for 1 people or 9 babylonian", "for 1 any", "nothing")


class Trading:
    """A table, and the two people who play at it."""

    def __init__(self, ada: Page, zenobia: Page, players: int, seed: str) -> None:
        self.ada, self.zenobia, self.players = ada, zenobia, players
        ada.request.get("/api/me")
        zenobia.request.get("/api/me")
        seats = [{"kind": "me", "name": NAMES[0]}, *[{"kind": "open"}] * (players - 1)]
        made = self.post(ada, "/api/tables", {"game": "respublica", "seats": seats, "seed": seed, "shuffle": False})
        self.path = f"/api/tables/{made['id']}"
        self.address = f"/t/{made['id']}"
        for seat, link in made["links"].items():
            self.post(zenobia, f"{self.path}/join", {"secret": link.split("#")[1], "name": NAMES[int(seat)]})

    @staticmethod
    def post(person: Page, path: str, data: JSON) -> JSON:
        answer = person.request.post(path, data={"request_id": uuid4().hex, **data})
        assert answer.ok, (path, data, answer.text())
        found: JSON = answer.json()
        return found

    def person(self, seat: int) -> Page:
        return self.ada if seat == 0 else self.zenobia

    def table(self, seat: int) -> JSON:
        """The table as a seat sees it."""
        found: JSON = self.person(seat).request.get(f"{self.path}?seat={seat}").json()
        return found

    def position(self, seat: int = 0) -> JSON:
        found: JSON = self.table(seat)["position"]
        return found

    def play(self, move: str) -> None:
        """Play a move for whoever is to act."""
        table = self.table(0)
        move_of = {"move": move, "seat": table["to_act"], "expected_seq": table["seq"]}
        self.post(self.person(table["to_act"]), f"{self.path}/moves", move_of)

    def hands(self) -> list[JSON]:
        return [self.position(seat)["seats"][seat]["hand"] for seat in range(self.players)]

    def seen(self, *pages: Page) -> None:
        """Wait until these pages show the newest state."""
        number = self.table(0)["moved"]
        moves = len([one for one in self.log() if one["kind"] == "move"])
        assert number
        for page in pages:
            expect(page.locator("#log h2 small")).to_have_text(re.compile(rf"\b{moves}\b"))

    def log(self) -> list[JSON]:
        found: list[JSON] = self.ada.request.get(f"{self.path}/log?limit=500").json()["entries"]
        return found

    # ---- a whole game, phase by phase ----

    def game(self) -> Iterator[str]:
        """Play a game, and yield the name of each phase worth looking at before it is left."""
        yield from self.long_trade()
        yield from self.turns_of_others()
        yield from self.set_for_ada()
        yield from self.idle_until_the_end()

    def long_trade(self) -> Iterator[str]:
        """Ada asks in many words, and takes an answer that leaves her a choice."""
        while self.position()["turn"] != 0:
            yield f"{self.position()['phase']} of another"
            self.pass_on()
        yield "trade"
        self.play(LONG_ASK)
        for seat in range(1, self.players):
            yield f"answer {seat} to come"
            self.play(LONG_PRICES[seat - 1] if seat < self.players - 1 else "for 1 any")
        yield "accept"
        self.play(f"accept {self.players - 1}")
        while self.position()["phase"] == "give":
            giver = self.position()["to_act"]
            yield "give" if giver == 0 else "give of another"
            hand = self.hands()[giver]
            self.play(f"give {next(card for card in PEOPLE if hand.get(card))}")
        yield "lay"
        self.play("end")
        yield "draw"
        self.play("draw 1 people")

    def turns_of_others(self) -> Iterator[str]:
        """The next ask for what Ada has and the one after for what she has not; then one offers."""
        for number, announcement in enumerate(("ask 1 people or 2 navigation", "ask 9 metallurgy", "offer 1 people")):
            if self.position()["turn"] == 0:
                return
            yield f"turn {number} of another"
            self.play(announcement)
            while (position := self.position())["phase"] == "answer":
                if position["to_act"] == 0:
                    yield f"answer to {announcement}"
                self.play("nothing")
            yield f"lay {number} of another"
            self.play("end")
            yield f"draw {number} of another"
            self.play("draw 1 people")

    def set_for_ada(self) -> Iterator[str]:
        """Ada collects five of a kind, lays them, and may draw technology."""
        for _ in range(4 * SET_SIZE):
            while self.position()["turn"] != 0:
                self.pass_on()
            hands = self.hands()
            kind = max(PEOPLE, key=lambda card: (hands[0].get(card, 0) >= SET_SIZE, sum(h.get(card, 0) for h in hands)))
            self.collect(kind, hands)
            if self.hands()[0].get(kind, 0) >= SET_SIZE:
                break
            self.play("end")
            self.play("draw 1 people")
        yield "lay a set"
        self.play(f"lay {kind}")
        yield "lay after a set"
        self.play("end")
        yield "draw with a city"
        self.play("draw 1 people 1 technology")

    def collect(self, kind: str, hands: list[JSON]) -> None:
        """Let Ada get cards of a kind from whoever has most of them, for one card of her own."""
        giver = max(range(1, self.players), key=lambda seat: hands[seat].get(kind, 0))
        number = min(hands[giver].get(kind, 0), SET_SIZE - hands[0].get(kind, 0))
        price = next((card for card in hands[0] if card != kind), None)
        if number <= 0 or price is None:
            self.play("no trade")
            return
        self.play(f"ask {number} {kind}")
        for seat in range(1, self.players):
            self.play(f"for 1 {price}" if seat == giver else "nothing")
        self.play(f"accept {giver}")

    def idle_until_the_end(self) -> Iterator[str]:
        """Nobody draws or lays any more: the final round begins, and the game ends."""
        final = False
        while (position := self.position())["phase"] != "over":
            if position["final_round"] is not None and not final and position["to_act"] == 0:
                final = True
                yield "trade in the final round"
            if position["phase"] == "last lay" and position["to_act"] == 0:
                yield "last lay"
            self.pass_on()
        yield "over"

    def pass_on(self) -> None:
        """Let whoever is to act do nothing."""
        idle = {"trade": "no trade", "answer": "nothing", "accept": "decline", "draw": "draw nothing"}
        self.play(idle.get(self.position()["phase"], "end"))
