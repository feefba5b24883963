"""People who were never here before: whatever they send can be sent again, and the same happens."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from heliopolis.server import startup
from heliopolis.server.app import make_app
from heliopolis.server.domain.secrets import hash_of, new_secret, player_id_of
from heliopolis.server.settings import Settings
from tests.server.people import JSON, Person, new_request
from tests.server.running import InThread


def first_cookie(http: httpx.Client) -> str:
    """What a browser has after its first request."""
    cookie = http.get("/api/me").headers["set-cookie"]
    return cookie.partition("=")[2].partition(";")[0]


class Forgetful:
    """A newcomer who never sees an answer but the last: every request is sent several times with the first cookie."""

    def __init__(self, url: str, **headers: str) -> None:
        self.url, self.headers = url, headers

    def send(self, method: str, path: str, body: JSON, times: int = 3) -> list[httpx.Response]:
        return [
            httpx.request(method, self.url + path, json=body, headers=self.headers, timeout=60) for _ in range(times)
        ]


@pytest.fixture(params=["cookie", "bearer"])
def newcomer(request: pytest.FixtureRequest, anywhere: str) -> Forgetful:
    if request.param == "bearer":
        return Forgetful(anywhere, Authorization=f"Bearer {new_secret()}")
    with httpx.Client(base_url=anywhere) as http:
        return Forgetful(anywhere, Cookie=f"heliopolis={first_cookie(http)}")


def test_a_newcomer_who_asks_again_gets_the_same_table_and_the_same_seat(newcomer: Forgetful) -> None:
    body = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "open"}], "request_id": new_request()}
    made = newcomer.send("POST", "/api/tables", body)
    assert [one.status_code for one in made] == [201] * 3
    assert len({one.json()["id"] for one in made}) == 1

    with Person(newcomer.url) as host:
        table = host.open("ra", "open", "me")
        secret = table["links"]["0"].partition("#")[2]
        join = {"secret": secret, "name": "Grace", "request_id": new_request()}
        joined = newcomer.send("POST", f"/api/tables/{table['id']}/join", join)
        assert [one.status_code for one in joined] == [200] * 3
        assert [one.json()["table"]["you"]["seat"] for one in joined] == [0] * 3
        assert host.get()["seats"][0]["name"] == "Grace"
        assert host.get("/api/tables", which="mine")["tables"][0]["open"] == 0

    named = newcomer.send("PUT", "/api/me", {"name": "Grace"})
    assert [one.json() for one in named] == [{"name": "Grace", "known": True}] * 3
    mine = httpx.get(f"{newcomer.url}/api/tables", headers=newcomer.headers).json()["tables"]
    assert {one["id"] for one in mine} == {table["id"], made[0].json()["id"]}


def test_first_requests_at_the_same_time_do_not_get_into_each_others_way(anywhere: str) -> None:
    with httpx.Client(base_url=anywhere) as http:
        headers = {"Cookie": f"heliopolis={first_cookie(http)}"}

    def make(number: int) -> httpx.Response:
        if number % 4 == 0:
            return httpx.put(f"{anywhere}/api/me", json={"name": "Grace"}, headers=headers)
        body = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "open"}], "request_id": new_request()}
        return httpx.post(f"{anywhere}/api/tables", json=body, headers=headers)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(make, range(8)))
    assert {one.status_code for one in answers} == {200, 201}
    assert len(httpx.get(f"{anywhere}/api/tables", headers=headers).json()["tables"]) == 6
    assert len(httpx.get(f"{anywhere}/api/me/devices", headers=headers).json()["devices"]) == 1


def test_without_a_cookie_nothing_is_made_but_the_cookie_comes(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    server = InThread(f"sqlite:///{file}")
    body = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "open"}], "request_id": new_request()}
    with httpx.Client(base_url=server.url) as http:
        refused = http.post("/api/tables", json=body)
        assert (refused.status_code, refused.json()["key"]) == (401, "player.unknown")
        assert refused.headers["www-authenticate"] == "Bearer"
        assert rows(file, "players") == rows(file, "tables") == 0
        made = http.post("/api/tables", json=body)
        assert made.status_code == 201
        assert http.post("/api/tables", json=body).json()["id"] == made.json()["id"]
        assert http.get("/api/me").json() == {"name": None, "known": True}
    for wrong in ("short", "x" * 44, "ü" * 20):
        headers = {b"Authorization": f"Bearer {wrong}".encode()}
        answer = httpx.post(f"{server.url}/api/tables", json=body, headers=headers)
        assert (answer.status_code, answer.json()["key"]) == (401, "player.unknown")
        assert "set-cookie" not in answer.headers, "programs have no use for cookies"
    assert (rows(file, "players"), rows(file, "tables")) == (1, 1)
    server.close()


def test_asking_who_one_is_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    server = InThread(f"sqlite:///{file}")
    with httpx.Client(base_url=server.url) as http:
        first, second = first_cookie(http), first_cookie(http)
        assert first == second, "the cookie is renewed, not changed"
        assert http.get("/api/me").json() == {"name": None, "known": False}
    assert rows(file, "players") == rows(file, "devices") == 0
    server.close()


def rows(file: Path, table: str) -> int:
    connection = sqlite3.connect(file)
    found = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    connection.close()
    return int(found)


def test_the_player_of_a_secret_is_always_the_same_and_says_nothing_of_it() -> None:
    hashes = [hash_of(new_secret()) for _ in range(50)]
    ids = [player_id_of(one) for one in hashes]
    assert ids == [player_id_of(one) for one in hashes]
    assert len(set(ids)) == 50
    assert all(len(one) == 24 and one not in two for one, two in zip(ids, hashes, strict=True))


def test_a_site_that_moves_to_https_keeps_its_people(tmp_path: Path) -> None:
    """The cookie of plain http counts until the one of https is set, which then has the same secret."""
    import asyncio

    async def move() -> None:
        url = f"sqlite:///{tmp_path}/tables.sqlite3"
        await startup.prepare(url)
        app = make_app(Settings(url, names=("tables.example",)))
        inner: Any = app  # the two libraries disagree about the type of an application
        behind: Any = ProxyHeadersMiddleware(inner, trusted_hosts="*")
        transport = httpx.ASGITransport(behind, client=("10.0.0.9", 1234))
        browser = httpx.AsyncClient(transport=transport, base_url="http://tables.example")
        https = {"X-Forwarded-Proto": "https"}
        body = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "open"}], "request_id": new_request()}
        async with app.router.lifespan_context(app), browser as http:
            await http.get("/api/me")
            secret = http.cookies["heliopolis"]
            table = (await http.post("/api/tables", json=body)).json()["id"]
            plain = {**https, "Cookie": f"heliopolis={secret}"}
            moved = await http.get("/api/me", headers=plain)
            assert moved.json()["known"]
            cookies = moved.headers.get_list("set-cookie")
            assert cookies[0].startswith(f"__Host-heliopolis={secret};")
            assert cookies[1].startswith('heliopolis="";')
            assert "Max-Age=0" in cookies[1]
            planted = {**https, "Cookie": f"heliopolis={new_secret()}; __Host-heliopolis={secret}"}
            for headers in (plain, {**https, "Cookie": f"__Host-heliopolis={secret}"}, planted):
                mine = (await http.get("/api/tables", headers=headers)).json()["tables"]
                assert [one["id"] for one in mine] == [table]

    asyncio.run(move())
