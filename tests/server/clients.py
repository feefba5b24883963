"""People who insist: they ask again and again until they know, and write down what they were told."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx

from tests.server.people import JSON, answer_to, events_of, new_request
from tests.server.running import Process

GAMES = ("ra", "priests", "respublica")
BOTS = ("random", "greedy", "hard")
SECONDS_PER_MOVE = 5  # at tables with a clock
GIVE_UP = 240.0  # seconds a client insists on an answer
Entries = list[JSON]


@dataclass
class History:
    """What all clients were told."""

    acknowledged: dict[tuple[str, str], tuple[int, JSON]] = field(default_factory=dict)  # (table, request): seat, entry
    refused: list[tuple[str, str]] = field(default_factory=list)
    reads: list[tuple[str, int | None, Entries]] = field(default_factory=list)  # table, through whose eyes, entries
    deleted: set[str] = field(default_factory=set)  # tables
    erased: list[str] = field(default_factory=list)  # words of people who deleted themselves
    devices: int = 0  # that people changed to
    retries: int = 0
    kills: int = 0
    restarts: int = 0
    errors: list[str] = field(default_factory=list)


class Client:
    """Somebody who insists: asks any server, again and again, until they know."""

    def __init__(self, servers: list[Process], history: History, luck: random.Random, seat: int) -> None:
        self.servers = servers
        self.history = history
        self.luck = luck
        self.seat = seat
        self.http = httpx.Client()
        self.opened = [self.http]
        self.arrive()

    def arrive(self) -> None:
        """Come as a program with a token, as a browser with a cookie, or with nothing at all."""
        sort = self.luck.random()
        if sort < 0.3:
            self.insist("GET", "/api/me")
        elif sort < 0.6:
            made = self.insist("POST", "/api/players", {"name": f"client {self.seat}"})
            self.http.headers["Authorization"] = f"Bearer {made.json()['token']}"

    def new_device(self) -> httpx.Client:
        self.opened.append(httpx.Client())
        return self.opened[-1]

    def close(self) -> None:
        for http in self.opened:
            http.close()

    def once(
        self, method: str, path: str, body: JSON | None, timeout: float, http: httpx.Client | None = None
    ) -> httpx.Response | None:
        """An answer that is one; None if nobody knows what came of it, or if it only set a cookie."""
        url = self.luck.choice(self.servers).url + path
        try:
            answer = (http or self.http).request(method, url, json=body, timeout=timeout)
        except httpx.TransportError:
            return None
        if answer.status_code == 401:
            return None
        if answer.status_code >= 500 and answer.status_code != 503:
            self.history.errors.append(f"{answer.status_code} {path}")
        return None if answer.status_code >= 500 else answer

    def insist(
        self, method: str, path: str, body: JSON | None = None, http: httpx.Client | None = None
    ) -> httpx.Response:
        until = time.monotonic() + GIVE_UP
        while True:
            hurry = self.luck.random() < 0.1  # a time-out that is too short, so that nobody knows
            answer = self.once(method, path, body, 0.02 if hurry else 5.0, http)
            if answer is not None:
                if body is not None and self.luck.random() < 0.1:
                    self.once(method, path, body, 5.0, http)  # once more, for nothing
                return answer
            assert time.monotonic() < until, f"no answer to {method} {path}"
            self.history.retries += 1
            time.sleep(0.02)

    def insist_on_seat(self, path: str) -> httpx.Response:
        """Look from their seat; another server may hear a little later that they have sat down."""
        until = time.monotonic() + GIVE_UP
        while (answer := self.insist("GET", path)).status_code == 403:
            assert time.monotonic() < until, f"{path}: {answer.text}"
            time.sleep(0.02)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer

    def open(self, game: str, seats: list[JSON], clock: bool = False) -> str:
        body: JSON = {"game": game, "seats": seats, "request_id": new_request()}
        body |= {"clock": {"seconds_per_move": SECONDS_PER_MOVE}} if clock else {}
        made = self.insist("POST", "/api/tables", body)
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    def look(self, table: str) -> JSON:
        found: JSON = self.insist("GET", f"/api/tables/{table}").json()
        return found

    def change_device(self) -> None:
        """Go on with another device, which a link makes one of theirs; the link that came may be dead already."""
        other = self.new_device()
        while True:
            link = self.insist("POST", "/api/me/handover", {}).json()["link"]
            secret = link.partition("#")[2]
            if self.insist("POST", "/api/handover", {"secret": secret}, other).status_code == 200:
                self.http = other
                self.history.devices += 1
                return

    def delete(self, table: str) -> None:
        """Delete a table of theirs for good."""
        assert self.insist("DELETE", f"/api/tables/{table}", {}).status_code == 200
        self.history.deleted.add(table)

    def delete_themselves(self, words: list[str]) -> None:
        """Delete themselves, with everything they wrote, and come back as somebody new."""
        assert self.insist("DELETE", "/api/me", {"forever": True}).status_code == 200
        self.history.erased += words
        self.http = self.new_device()
        self.arrive()

    def read(self, table: str) -> None:
        """Write the whole log down, as their seat may read it."""
        entries: Entries = []
        while True:
            path = f"/api/tables/{table}/log?limit=500&after={len(entries)}&seat={self.seat}"
            told = self.insist_on_seat(path).json()["entries"]
            entries += told
            if len(told) < 500:
                break
        self.history.reads.append((table, self.seat, entries))

    # ---- doing -----------------------------------------------------------------------------------------------------

    def act(self, table: JSON, what: str, kind: str, **body: object) -> JSON | None:
        """Something at a table: what came of it, None if it was refused."""
        request = new_request()
        answer = self.insist("POST", f"/api/tables/{table['id']}/{what}", {**body, "request_id": request})
        key = (table["id"], request)
        if answer.status_code != 200:
            assert answer.status_code == 409, answer.text
            self.history.refused.append(key)
            return None
        update: JSON = answer.json()
        own = [entry for entry in update["entries"] if entry["kind"] == kind and self.did(entry)]
        self.history.acknowledged[key] = (self.seat, own[0] if own else {"kind": kind})
        return update

    def did(self, entry: JSON) -> bool:
        return bool(entry.get("seat", self.seat) == self.seat and entry.get("by") != "bot")

    def take_part(self, table: JSON) -> None:
        """Decide if it is their turn; now and then chat, go away, or come back."""
        if table["status"] != "running" or table["you"]["seat"] is None:
            return
        whim = self.luck.random()
        if table["seats"][self.seat]["away"]:
            if whim < 0.3:
                self.act(table, "back", "back", seat=self.seat)
        elif whim < 0.01:
            self.act(table, "away", "away", seat=self.seat)
        elif whim < 0.03:
            self.act(table, "chat", "chat", text="Well…", seat=self.seat)
        elif table["to_act"] == self.seat:
            self.play(table)

    def play(self, table: JSON) -> None:
        """Make a move, and take some back."""
        move = self.luck.choice(table["position"]["legal"])
        update = self.act(table, "moves", "move", expected_seq=table["seq"], move=move)
        if update is not None and self.luck.random() < 0.2:
            self.act(table, "undo", "undo", expected_seq=update["table"]["seq"])


class Group:
    """Two people and a bot at one table after the other, and somebody who watches."""

    def __init__(self, servers: list[Process], history: History, seed: str, game: str, done: threading.Event) -> None:
        self.servers, self.history, self.game, self.done = servers, history, game, done
        self.people = [Client(servers, history, random.Random(f"{seed}/{seat}"), seat) for seat in range(2)]
        self.luck = random.Random(seed)
        self.tables: list[str] = []

    def threads(self) -> list[Callable[[], None]]:
        self.open()
        return [lambda: self.sit(self.people[0], True), lambda: self.sit(self.people[1], False), self.watch]

    def open(self) -> None:
        """A new table, and the second person joins; both may have to ask more than once."""
        host, guest = self.people
        bot = {"kind": "bot", "bot": self.luck.choice(BOTS)}
        table = host.open(self.game, [{"kind": "me"}, {"kind": "open"}, bot], clock=self.luck.random() < 0.5)
        while True:  # the answer that came may not be the last one given: its link may be dead
            made = host.insist("POST", f"/api/tables/{table}/link", {"seat": 1, "request_id": new_request()})
            secret = made.json()["link"].partition("#")[2]
            join = {"secret": secret, "name": "guest", "request_id": new_request()}
            if guest.insist("POST", f"/api/tables/{table}/join", join).status_code == 200:
                break
        self.tables.append(table)

    def sit(self, person: Client, leads: bool) -> None:
        while not self.done.is_set():
            table = person.look(self.tables[-1])
            if table["status"] == "over" and leads:
                self.open()
            else:
                person.take_part(table)
            if person.luck.random() < 0.05:
                person.read(self.luck.choice(self.tables))
            if person.luck.random() < 0.02:
                person.change_device()
            self.done.wait(2 * SECONDS_PER_MOVE if person.luck.random() < 0.002 else person.luck.random() * 0.01)

    def watch(self) -> None:
        """A spectator with a stream, who comes back wherever it breaks."""
        heard: dict[str, Entries] = {}
        while not self.done.is_set():
            table = self.tables[-1]
            entries = heard.setdefault(table, [])
            url = f"{self.luck.choice(self.servers).url}/api/tables/{table}/events?after={len(entries)}"
            try:
                with httpx.stream("GET", url, timeout=3) as answer:
                    for event in events_of(answer):
                        entries += event["data"]["entries"]
                        if self.done.is_set() or event["data"]["table"]["status"] == "over":
                            break
            except (httpx.TransportError, ValueError):
                continue
            if entries and self.tables[-1] == table:
                time.sleep(0.05)
        self.history.reads += [(table, None, entries) for table, entries in heard.items()]


class Soloist:
    """Somebody with a Tekhenu session after the other, who takes back a good deal."""

    def __init__(self, servers: list[Process], history: History, seed: int, done: threading.Event) -> None:
        self.done = done
        self.people = [Client(servers, history, random.Random(f"{seed}/tekhenu"), 0)]

    def threads(self) -> list[Callable[[], None]]:
        return [self.sit]

    def sit(self) -> None:
        (person,) = self.people
        table = person.look(person.open("tekhenu", [{"kind": "me"}]))
        while not self.done.is_set():
            if table["status"] == "over":
                table = person.look(person.open("tekhenu", [{"kind": "me"}]))
            operation = self.choose(person.luck, table["position"])
            update = person.act(table, "operations", "operation", expected_seq=table["seq"], operation=operation)
            table = person.look(table["id"]) if update is None else update["table"]
            if person.luck.random() < 0.05:
                person.read(table["id"])

    def choose(self, luck: random.Random, position: JSON) -> list[object]:
        whim = luck.random()
        if whim < 0.1 and position["can_undo"]:
            return ["undo"]
        if whim < 0.2 and position["can_redo"]:
            return ["redo"]
        if whim < 0.35 and position["steps"]:
            return ["done", list(range(luck.randint(0, len(position["steps"]))))]
        if whim < 0.4 and position["can_use_cultist"]:
            return ["cultist", 1]
        return ["answer", position["prompt"]["id"], answer_to(position["prompt"], luck)]


class OneScreen:
    """Two people around one screen and a bot, at one table after the other; they delete each when it is over."""

    def __init__(self, servers: list[Process], history: History, seed: int, game: str, done: threading.Event) -> None:
        self.game, self.done = game, done
        self.people = [Client(servers, history, random.Random(f"{seed}/screen"), 0)]

    def threads(self) -> list[Callable[[], None]]:
        return [self.sit]

    def sit(self) -> None:
        (person,) = self.people
        table = self.open(person)
        while not self.done.is_set():
            seen = person.look(table)
            if seen["status"] == "over":
                person.delete(table)
                table = self.open(person)
            elif seen["to_act"] in (0, 1):
                person.seat = seen["to_act"]
                person.take_part(seen)
            if person.luck.random() < 0.05:
                person.read(table)

    def open(self, person: Client) -> str:
        return person.open(self.game, [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "greedy"}])


class Visitor:
    """Somebody who plays and chats for a while and then deletes themselves, again and again."""

    def __init__(self, servers: list[Process], history: History, seed: int, done: threading.Event) -> None:
        self.done = done
        self.people = [Client(servers, history, random.Random(f"{seed}/visitor"), 0)]

    def threads(self) -> list[Callable[[], None]]:
        return [self.sit]

    def sit(self) -> None:
        (person,) = self.people
        while not self.done.is_set():
            words = [f"name-{new_request()[:8]}", f"word-{new_request()[:8]}"]
            seats: list[JSON] = [{"kind": "me", "name": words[0]}, {"kind": "bot", "bot": "greedy"}]
            table = person.look(person.open("ra", seats))
            person.act(table, "chat", "chat", text=words[1], seat=0)
            for _ in range(person.luck.randint(1, 8)):
                person.take_part(person.look(table["id"]))
            person.delete_themselves(words)
