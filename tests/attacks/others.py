"""What others get while a stranger attacks: how long they wait for a look, a move, an easy bot, a record."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field

from tests.attacks.client import JSON, Client, new_request

ADDRESS = "127.0.0.2"
PAUSE = 0.05  # seconds between rounds: people think
ROUNDS_PER_RECORD = 4
KINDS = ("look", "move", "bot", "record")
NOTICEABLE = 0.1  # seconds; nobody notices less


@dataclass
class Served:
    """Seconds that somebody waited for each kind of thing, and how they were answered."""

    look: list[float] = field(default_factory=list)
    move: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    record: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)

    def p95(self, kind: str) -> float:
        times = sorted(getattr(self, kind))
        return float(times[int(0.95 * (len(times) - 1))])

    def times_worse(self, before: Served) -> float:
        """Return how many times longer a look or a move takes than before; what nobody notices counts as equal."""
        return max(max(self.p95(kind), NOTICEABLE) / max(before.p95(kind), NOTICEABLE) for kind in ("look", "move"))

    def summary(self) -> JSON:
        return {f"{kind}_p95_ms": round(1000 * self.p95(kind), 1) for kind in KINDS}


class Others:
    """Somebody honest at another address, who plays Ra against a bot of the level `easy`."""

    def __init__(self, url: str) -> None:
        self.client = Client(url, ADDRESS)
        self.client.become_known("Ada")
        self.luck = random.Random(1)
        self.table: JSON = {}

    def close(self) -> None:
        self.client.close()

    def measure(self, rounds: int) -> Served:
        """Look and play for so many rounds; every round has a look, a move and a bot's answer."""
        served = Served()
        self.client.statuses = served.statuses
        while len(served.bot) < rounds:
            self._play_round(served)
            if len(served.look) % ROUNDS_PER_RECORD == 1:
                self._open_record(served)
            time.sleep(PAUSE)
        return served

    def _play_round(self, served: Served) -> None:
        if self.table.get("status") != "running":
            self._open()
        path = f"/api/tables/{self.table['id']}"
        self.client.close()  # a new connection, like everybody who arrives
        began = time.perf_counter()
        self.table = self.client.ask("GET", path)
        served.look.append(time.perf_counter() - began)
        if self.table["status"] != "running":
            return
        if self.table["to_act"] == 0:
            self._move(path, served)
        if self.table["status"] == "running" and self.table["to_act"] == 1:
            self._wait_for_bot(path, served)

    def _open(self) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "easy"}]
        self.table = self.client.ask("POST", "/api/tables", {"game": "ra", "seats": seats, "request_id": new_request()})

    def _move(self, path: str, served: Served) -> None:
        move = self.luck.choice(self.table["position"]["legal"])
        body = {"expected_seq": self.table["seq"], "request_id": new_request(), "move": move}
        began = time.perf_counter()
        self.table = self.client.ask("POST", f"{path}/moves", body)["table"]
        served.move.append(time.perf_counter() - began)

    def _wait_for_bot(self, path: str, served: Served) -> None:
        began = time.perf_counter()
        while self.table["status"] == "running" and self.table["to_act"] == 1:
            self.table = self.client.ask("GET", f"{path}/updates?after={self.table['seq']}&wait=20")["table"]
            served.bot.append(time.perf_counter() - began)
            began = time.perf_counter()

    def _open_record(self, served: Served) -> None:
        """Have the record of the game so far replayed, as the page for records does."""
        record = self.client.ask("GET", f"/api/tables/{self.table['id']}/record")
        began = time.perf_counter()
        self.client.ask("POST", "/api/records", {"text": json.dumps(record)})
        served.record.append(time.perf_counter() - began)
