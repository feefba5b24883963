"""Who may do what: every path with no secret, a wrong one, a stranger's, another seat's, one that was taken away."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from heliopolis.server.domain.secrets import hash_of, new_secret
from tests.server.people import JSON, Person, sit_down
from tests.server.running import InThread

HAND = '"hand"'  # stands in every answer that shows a hand of Res Publica
READS = ["", "log", "moments/3", "updates?after=0", "record", "?seat=0", "log?seat=0", "updates?after=0&seat=0", "hint"]
WRITES: dict[str, JSON] = {
    "moves": {"expected_seq": 5, "move": "no trade", "seat": 0},
    "undo": {"expected_seq": 5, "seat": 0},
    "leave": {"seat": 0},
    "away": {"seat": 0},
    "back": {"seat": 0},
    "chat": {"text": "hello", "seat": 0},
    "coach": {"agrees": True, "seat": 0},
    "fill": {"seat": 0, "bot": "greedy"},
    "link": {"seat": 0},
    "remove": {"seat": 0},
    "rematch": {},
    "check": {"move": "no trade", "seat": 0},
}


@pytest.fixture
def table(server: str) -> list[Person]:
    """Three people; the first is host."""
    return sit_down(server, "respublica", "Ada Grace Hedy")


def strangers(server: str, people: list[Person]) -> dict[str, Person]:
    """Everybody who has no business at seat 0."""
    nobody, wrong, foreign, revoked = (Person(server, name) for name in ("nobody", "wrong", "foreign", "revoked"))
    wrong.http.headers["Authorization"] = f"Bearer {new_secret()}"
    foreign.open("ra", "me", "me")  # somebody with a seat, elsewhere
    revoked.http.headers["Cookie"] = f"heliopolis={people[2].http.cookies['heliopolis']}"
    people[0].post("remove", seat=2)
    for one in (nobody, wrong, foreign, revoked):
        one.table = people[0].table
    return {"nobody": nobody, "wrong": wrong, "foreign": foreign, "revoked": revoked, "other seat": people[1]}


def test_nobody_reads_or_writes_for_another_seat(server: str, table: list[Person]) -> None:
    before = table[0].get("log")
    for who, person in strangers(server, table).items():
        for path in READS:
            answer = person.http.get(person.path(path))
            assert answer.status_code in (200, 403, 409), (who, path)
            own = answer.text.count(HAND)
            assert own <= (1 if who == "other seat" else 0), (who, path)
            if "seat=0" in path:
                assert answer.status_code == 403, (who, path)
        for path, body in WRITES.items():
            full = body if path == "check" else {**body, "request_id": new_secret()}
            answer = person.http.post(person.path(path), json=full)
            allowed = path == "rematch" and who == "other seat"
            assert answer.status_code == (409 if allowed else 403), (who, path, answer.text)
            assert answer.json()["key"] in ("seat.foreign", "host.only", "table.running"), (who, path)
    since = table[0].get("log")["entries"][len(before["entries"]) :]
    by_people = [one["kind"] for one in since if one.get("by") != "bot"]  # one goes on at the seat that was emptied
    assert by_people == ["remove"]


def test_streams_show_only_the_own_hand(server: str, table: list[Person]) -> None:
    for who, person in strangers(server, table).items():
        with person.stream() as events:
            shown = next(events)["data"]["table"]["position"]["seats"]
            hands = [seat for seat, place in enumerate(shown) if "hand" in place]
            assert hands == ([1] if who == "other seat" else [])
        person.get("events", status=403, seat=0)


def test_a_link_works_once(server: str) -> None:
    with Person(server) as ada, Person(server, "Grace") as grace, Person(server, "Hedy") as hedy:
        made = ada.open("ra", "me", "open")
        old = made["links"]["1"].partition("#")[2]
        new = ada.post("link", seat=1)["link"].partition("#")[2]
        grace.table = hedy.table = ada.table
        assert grace.post("join", 404, secret=old)["key"] == "link.dead"
        again = grace.post("join", secret=new, request_id="the-same-request")
        assert grace.post("join", secret=new, request_id="the-same-request")["table"] == again["table"]
        assert hedy.post("join", 404, secret=new)["key"] == "link.dead"
        assert hedy.post("join", 404, secret="x")["key"] == "link.dead"


def test_the_links_of_a_seat_die_when_somebody_else_gets_it(anywhere: str) -> None:
    with Person(anywhere) as ada, Person(anywhere, "Grace") as grace:
        made = ada.open("ra", "me", "open", "open")
        old = {seat: link.partition("#")[2] for seat, link in made["links"].items()}
        grace.table = ada.table
        ada.post("fill", seat=1, bot="greedy")
        assert grace.post("join", 404, secret=old["1"])["key"] == "link.dead"
        new = ada.post("link", seat=1)["link"].partition("#")[2]
        assert grace.post("join", secret=new)["table"]["seats"][1]["kind"] == "person", "a new one displaces the bot"
        grace.post("leave", seat=1)
        again = ada.post("link", seat=1)["link"].partition("#")[2]
        ada.post("fill", seat=1, bot="random")
        assert grace.post("join", 404, secret=again)["key"] == "link.dead"
        assert grace.post("join", secret=old["2"])["table"]["seats"][2]["kind"] == "person", "other seats keep theirs"


def test_a_link_opens_only_its_own_table(server: str) -> None:
    with Person(server) as ada, Person(server, "Grace") as grace:
        secret = ada.open("ra", "me", "open")["links"]["1"].partition("#")[2]
        grace.table = ada.open("ra", "me", "open")["id"]
        assert grace.post("join", 404, secret=secret)["key"] == "link.dead"


def test_no_secret_is_kept_and_none_is_in_the_log(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    server = InThread(f"sqlite:///{file}")
    with Person(server.url) as ada, Person(server.url, "Grace") as grace:
        table = ada.open("ra", "me", "open", "open")
        grace.join(table, 1)
        secrets = [person.http.cookies["heliopolis"] for person in (ada, grace)]
        secrets += [link.partition("#")[2] for link in table["links"].values()]
    server.close()
    with sqlite3.connect(file) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    for secret in secrets:
        assert len(secret) * 6 >= 256
        assert secret not in dump
    assert hash_of(secrets[0]) in dump


def test_who_is_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    server = InThread(f"sqlite:///{file}")

    def players() -> int:
        connection = sqlite3.connect(file)
        found = connection.execute("SELECT count(*) FROM players").fetchone()[0]
        connection.close()
        return int(found)

    with Person(server.url) as ada, Person(server.url) as nobody:
        ada.open("ra", "me", "open")
        assert players() == 1
        nobody.table = ada.table
        nobody.post("join", 404, secret=new_secret())
        nobody.open("chess", "me", status=422)
        nobody.open("ra", "me", "nonsense", status=422)
        assert nobody.http.put("/api/me", json={"name": " "}).status_code == 422
        assert players() == 1
        nobody.table = ada.table
        nobody.post("join", secret=ada.post("link", seat=1)["link"].partition("#")[2])
        assert nobody.get()["you"]["seat"] == 1
        assert players() == 2
    server.close()


def test_cookies_and_tokens(server: str) -> None:
    with Person(server) as ada:
        cookie = ada.http.get("/api/me").headers["set-cookie"].lower()
        assert cookie.startswith("heliopolis=")
        assert all(word in cookie for word in ("httponly", "samesite=strict", "path=/", "max-age="))
        assert "set-cookie" not in ada.http.put("/api/me", json={"name": "Ada"}).headers
    with Person(server) as program:
        token = program.http.post("/api/players", json={"name": "bot 7"}).json()["token"]
        program.http.headers["Authorization"] = f"Bearer {token}"
        assert program.get("/api/me") == {"name": "bot 7", "known": True}
        assert program.open("ra", "me", "me")["you"]["host"]


def test_on_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    """Behind a proxy that is trusted, and only then."""
    import asyncio

    import httpx
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    from heliopolis.server import startup
    from heliopolis.server.app import make_app
    from heliopolis.server.settings import Settings

    async def ask(trusted: str) -> httpx.Response:
        url = f"sqlite:///{tmp_path}/tables.sqlite3"
        await startup.prepare(url)
        app = make_app(Settings(url, names=("tables.example",)))
        inner: Any = app  # the two libraries disagree about the type of an application
        behind: Any = ProxyHeadersMiddleware(inner, trusted_hosts=trusted)
        transport = httpx.ASGITransport(behind, client=("10.0.0.9", 1234))
        headers = {"X-Forwarded-Proto": "https"}
        browser = httpx.AsyncClient(transport=transport, base_url="http://tables.example")
        async with app.router.lifespan_context(app), browser as http:
            return await http.get("/api/me", headers=headers)

    secure = asyncio.run(ask("10.0.0.9"))
    assert secure.headers["set-cookie"].startswith("__Host-heliopolis=")
    assert "Secure" in secure.headers["set-cookie"]
    assert "strict-transport-security" in secure.headers
    plain = asyncio.run(ask("127.0.0.1"))
    assert plain.headers["set-cookie"].startswith("heliopolis=")


def test_a_spectator_looks_from_any_seat_where_nothing_is_hidden(server: str) -> None:
    for game, names, status in (("ra", "Ada Grace", 200), ("respublica", "Ada Grace Hedy", 403)):
        people = sit_down(server, game, names)
        watcher = Person(server)
        watcher.table = people[0].table
        seen = watcher.get(seat=1, status=status)
        if status == 200:
            assert (seen["you"], seen["position"]["seat"]) == ({"seat": 1, "host": False}, 1)
            assert not any(seat["yours"] for seat in seen["seats"])
            assert people[0].get(seat=1, status=403)["key"] == "seat.foreign", "players look from their own seats"
            assert watcher.get(seat=7, status=403)["key"] == "seat.foreign"
        else:
            assert seen["key"] == "seat.foreign"
