"""One stranger, inside the limits as far as a program can be: every attack of the hostile test, as a process.

    python -m tests.attacks.strangers ATTACK URL

It says on its standard output when the attack is under way, goes on until its standard input is closed, and then
prints how it was answered.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlsplit

from tests.attacks.client import JSON, Client, new_request
from tests.server.people import answer_to
from tests.server.quick_reviews import finished_record

ADDRESS = "127.0.0.1"
THREADS = 12
HALF_REQUESTS = 1_100
EXPERT_TABLES = 58
REVIEWED_RECORDS = 40
STORIES_PER_SECOND = 15
WORDS = 25_000
LONG_PATH = 280  # letters: longer than a file's name may be


class Attack:
    """What all attacks share: where to, whether it is time to stop, and how the server answered."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.stop = threading.Event()
        self.statuses: Counter[str] = Counter()

    def client(self, name: str = "stranger") -> Client:
        client = Client(self.url, ADDRESS)
        client.become_known(name)
        client.statuses = self.statuses
        return client

    def connect(self) -> socket.socket:
        parts = urlsplit(self.url)
        return socket.create_connection((str(parts.hostname), int(parts.port or 80)), 5, (ADDRESS, 0))

    def flood(self, work: Callable[[Client], object], threads: int = THREADS) -> None:
        """Repeat a request in several threads, as fast as the answers come."""

        def go() -> None:
            client = self.client()
            while not self.stop.is_set():
                work(client)

        for _ in range(threads):
            threading.Thread(target=go, daemon=True).start()

    def tell(self) -> None:
        """Say that the attack is under way."""
        print("under way", flush=True)


# ---- connections -----------------------------------------------------------------------------------------------------


def endless_header(attack: Attack) -> None:
    """One connection sends a header that never ends; when it is cut off, the next one does."""
    attack.tell()
    while not attack.stop.is_set():
        with contextlib.suppress(OSError), attack.connect() as connection:
            connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-A: ")
            while not attack.stop.is_set():
                connection.sendall(b"a" * 65_536)
        attack.statuses["cut off"] += 1


def half_requests(attack: Attack) -> None:
    """More connections than a process may usually have files, each with half a request."""
    held: list[socket.socket] = []
    told = False
    while not attack.stop.is_set():
        held = [connection for connection in held if is_open(connection)]
        try:
            while len(held) < HALF_REQUESTS and not attack.stop.is_set():
                connection = attack.connect()
                connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
                held.append(connection)
        except OSError:
            attack.statuses["refused"] += 1
        if not told:
            attack.tell()
            told = True
        attack.stop.wait(0.2)
    for connection in held:
        connection.close()


def is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return bool(connection.recv(4096))
    except BlockingIOError:
        return True
    except OSError:
        return False


def slow_bodies(attack: Attack) -> None:
    """Requests whose body comes one letter at a time."""
    lines = ("POST /api/players HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: 60000")
    head = "\r\n".join([*lines, "", ""]).encode()

    def go() -> None:
        while not attack.stop.is_set():
            with contextlib.suppress(OSError), attack.connect() as connection:
                connection.sendall(head)
                while not attack.stop.wait(0.5):
                    connection.sendall(b" ")
            attack.statuses["cut off"] += 1

    for _ in range(150):
        threading.Thread(target=go, daemon=True).start()
    attack.tell()
    attack.stop.wait()


def long_paths(attack: Attack) -> None:
    """Pages whose names are longer than a file's may be."""
    attack.flood(lambda client: client.send("GET", "/" + "a" * LONG_PATH))
    attack.tell()
    attack.stop.wait()


# ---- bots ------------------------------------------------------------------------------------------------------------


def expert_tables(attack: Attack) -> None:
    """Tables of five bots of the strongest level and nobody else, as many as are allowed."""
    client = attack.client()
    body: JSON = {"game": "ra", "seats": [{"kind": "bot", "bot": "master"}] * 5}
    made, tried = 0, 0
    while made < EXPERT_TABLES and tried < 2 * EXPERT_TABLES and not attack.stop.is_set():
        status, _, _ = client.send("POST", "/api/tables", {**body, "request_id": new_request()})
        made, tried = made + (status == 201), tried + 1
    attack.statuses["tables"] = made
    attack.tell()
    attack.stop.wait()


def hints(attack: Attack) -> None:
    """Hints at one's own table, without end."""
    owner = attack.client()
    seats = [{"kind": "me"}] + [{"kind": "bot", "bot": "easy"}] * 2
    table = owner.ask("POST", "/api/tables", {"game": "ra", "seats": seats, "request_id": new_request()})["id"]
    while owner.ask("GET", f"/api/tables/{table}")["to_act"] != 0:
        time.sleep(0.05)
    token = owner.token

    def ask(client: Client) -> None:
        client.token = token
        client.send("GET", f"/api/tables/{table}/hint")

    attack.flood(ask)
    attack.tell()
    attack.stop.wait()


def reviews(attack: Attack) -> None:
    """Reviews of one record after the other, and looks at all of them meanwhile."""
    records = [finished_record(players=5, seed=seed).to_text() for seed in range(REVIEWED_RECORDS)]
    asked: list[str] = []
    luck = random.Random(4)

    def ask(client: Client) -> None:
        if not asked or luck.random() < 0.5:
            status, answer, _ = client.send("POST", "/api/records/review", {"text": luck.choice(records)})
            if status == 200:
                asked.append(f"/api/reviews/{answer['id']}")
        else:
            client.send("GET", luck.choice(asked))

    attack.flood(ask)
    attack.tell()
    attack.stop.wait()


# ---- long logs and records -------------------------------------------------------------------------------------------


def chat(attack: Attack) -> None:
    """Chat at one's own table as fast as it is taken, with twenty people who read along."""
    owner = attack.client()
    table = open_alone(owner)
    for _ in range(20):
        connection = attack.connect()
        connection.sendall(f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        threading.Thread(target=drain, args=(connection,), daemon=True).start()
    token = owner.token

    def write(client: Client) -> None:
        client.token = token
        client.send("POST", f"/api/tables/{table}/chat", {"text": "x" * 400, "request_id": new_request()})

    attack.flood(write)
    attack.tell()
    attack.stop.wait()


def drain(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.settimeout(None)
        while connection.recv(65_536):
            pass


def long_log(attack: Attack) -> None:
    """The record, log and text of a table whose log was filled beforehand; its id is in the environment."""
    table = os.environ["ATTACKED_TABLE"]
    luck = random.Random(1)
    paths = ["record", "record?form=text", "log?limit=500&after=1000", "moments/30"]
    attack.flood(lambda client: client.send("GET", f"/api/tables/{table}/{luck.choice(paths)}"))
    attack.tell()
    attack.stop.wait()


def many_words(attack: Attack) -> None:
    """Records with one move of thousands of words."""
    owner = attack.client()
    record = owner.ask("GET", f"/api/tables/{open_alone(owner)}/record")
    luck = random.Random(2)

    def upload(client: Client) -> None:
        words = ["draw", *luck.choices("abcdefgh", k=WORDS)]  # another record each time
        client.send("POST", "/api/records", {"text": json.dumps({**record, "moves": [" ".join(words)]})})

    attack.flood(upload)
    attack.tell()
    attack.stop.wait()


def qr_codes(attack: Attack) -> None:
    """Large QR codes."""
    luck = random.Random(3)
    attack.flood(lambda client: client.send("POST", "/api/qr", {"text": "".join(luck.choices("aB3/#", k=300))}))
    attack.tell()
    attack.stop.wait()


def stories(attack: Attack) -> None:
    """The story of a long Tekhenu session and corrections at its beginning, so many a second."""
    client = attack.client()
    body: JSON = {"game": "tekhenu", "seats": [{"kind": "me"}], "request_id": new_request()}
    table = client.ask("POST", "/api/tables", body)
    play_long_session(client, table)
    attack.tell()
    path = f"/api/tables/{table['id']}"
    every = 1 / STORIES_PER_SECOND
    token = client.token

    def ask(client: Client) -> None:
        client.token = token
        began = time.monotonic()
        client.send("GET", f"{path}/story")
        seq = client.send("GET", path)[1].get("seq", 1)
        operation = ["correct_before", 1, {"a1.vp": 3}]
        correction = {"operation": operation, "expected_seq": seq, "request_id": new_request()}
        client.send("POST", f"{path}/operations", correction)
        attack.stop.wait(max(0.0, THREADS * every - (time.monotonic() - began)))

    attack.flood(ask)
    attack.stop.wait()


def play_long_session(client: Client, table: JSON) -> None:
    """Play a whole session at random, and correct something again and again, until no more is taken."""
    luck = random.Random(4)
    path = f"/api/tables/{table['id']}/operations"
    refused = 0
    for _ in range(400):
        prompt = table["position"]["prompt"]
        if prompt is None or luck.random() < 0.3:
            operation: list[object] = ["correction", {"a1.vp": luck.randint(0, 40)}]
        else:
            operation = ["answer", prompt["id"], answer_to(prompt, luck)]
        body = {"operation": operation, "expected_seq": table["seq"], "request_id": new_request()}
        status, answer, wait = client.send("POST", path, body)
        if status == 200:
            table = answer["table"]
        elif status in (429, 503):
            time.sleep(min(wait, 1.0))
        else:
            refused += 1
            if refused > 5:
                return


def open_alone(client: Client) -> str:
    """Open a table of Ra with two seats of one's own."""
    body = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "me"}], "request_id": new_request()}
    return str(client.ask("POST", "/api/tables", body)["id"])


def new_tables(attack: Attack) -> None:
    """Tables of bots that play by themselves, to fill the disk."""

    def make(client: Client) -> None:
        body = {"game": "ra", "seats": [{"kind": "bot", "bot": "random"}] * 5, "request_id": new_request()}
        client.send("POST", "/api/tables", body)

    attack.flood(make)
    attack.tell()
    attack.stop.wait()


ATTACKS: dict[str, Callable[[Attack], None]] = {
    attack.__name__: attack
    for attack in (
        endless_header,
        half_requests,
        slow_bodies,
        long_paths,
        expert_tables,
        hints,
        reviews,
        chat,
        long_log,
        many_words,
        qr_codes,
        stories,
        new_tables,
    )
}


def main() -> None:
    """Attack until nobody wants it any more; the machine's own work comes first."""
    os.nice(19)
    attack = Attack(sys.argv[2])
    worker = threading.Thread(target=ATTACKS[sys.argv[1]], args=(attack,), daemon=True)
    worker.start()
    sys.stdin.read()
    attack.stop.set()
    worker.join(10)
    print(json.dumps(attack.statuses), flush=True)


if __name__ == "__main__":
    main()
