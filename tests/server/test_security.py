"""Headers, origins, sizes and rates; bad requests by the thousand."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from heliopolis.core.errors import InvalidSetup
from heliopolis.server.http.guard import MAX_BODY_BYTES
from heliopolis.server.http.hosts import address_of, clean_host_name
from heliopolis.server.http.models import is_deeper
from heliopolis.server.runtime.metrics import SECURITY_EVENTS, exposition
from heliopolis.server.runtime.security_events import KINDS, SecurityEvents
from tests.lazy import lazy
from tests.server.people import Person, new_request
from tests.server.running import InThread, talk

jsonschema_rs = lazy("jsonschema_rs")
schemathesis = lazy("schemathesis")


def test_people_with_an_old_address_are_not_one_on_a_server_for_both_kinds() -> None:
    def asked(host: str) -> str:
        return address_of({"client": (host, 1)})

    assert asked("::ffff:10.0.0.1") == asked("10.0.0.1") != asked("::ffff:192.168.1.7")
    assert asked("2001:db8::1") == asked("2001:db8::2") != asked("2001:db8:0:100::1")
    assert asked("2001:db8::1") == asked("2001:db8:0:ff::1") == "2001:db8::/56", "one home, all networks that it has"


def test_headers(server: str) -> None:
    with Person(server) as ada:
        for path in ("/", "/t/abc", "/api/games", "/api/nothing", "/assets/none.js"):
            headers = ada.http.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "'unsafe-eval'" not in policy
            assert "script-src 'self' 'wasm-unsafe-eval';" in policy, "Python runs in the browser without a network"
            assert "worker-src 'self';" in policy
            assert "manifest-src 'self';" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers
        assert ada.http.get("/api/games").headers["cache-control"] == "no-store"
        assert ada.http.get("/api/nothing").json()["key"] == "path.unknown"
        assert ada.http.get("/t/abc").headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_change_nothing(server: str, headers: dict[str, str]) -> None:
    with Person(server) as ada:
        answer = ada.http.put("/api/me", json={"name": "Mallory"}, headers=headers)
        assert (answer.status_code, answer.json()["key"]) == (403, "request.origin")
        assert "set-cookie" not in answer.headers
        own = {"Origin": server, "Sec-Fetch-Site": "same-origin"}
        assert ada.http.put("/api/me", json={"name": "Ada"}, headers=own).status_code == 200


def test_forms_and_plain_text_are_not_taken(server: str) -> None:
    with Person(server) as ada:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            answer = ada.http.post("/api/tables", content=b"{}", headers={"Content-Type": kind})
            assert (answer.status_code, answer.json()["key"]) == (415, "request.media")


def test_large_requests_are_not_taken(server: str) -> None:
    with Person(server) as ada:
        body = json.dumps({"name": "x" * MAX_BODY_BYTES}).encode()
        answer = ada.http.put("/api/me", content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["key"]) == (413, "request.large")

        def in_pieces() -> Iterator[bytes]:
            for _ in range(MAX_BODY_BYTES // 512):
                yield b" " * 1024

        answer = ada.http.put("/api/me", content=in_pieces(), headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["key"]) == (413, "request.large")


@pytest.mark.parametrize("depth", [40, 300, 900, 20_000])
def test_deep_nesting_is_refused_before_anything_looks_at_it(server: str, depth: int) -> None:
    with Person(server) as ada:
        ada.open("tekhenu", "me")
        nested = "[" * depth + "]" * depth
        body = f'{{"request_id": "{new_request()}", "expected_seq": 1, "operation": ["answer", "x", {nested}]}}'
        answer = ada.http.post(ada.path("operations"), content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["key"]) == (400, "request.malformed")


def test_depth_is_counted_in_levels() -> None:
    assert not is_deeper({"a": [[1], {"b": 2}]}, 3)
    assert is_deeper({"a": [[1], {"b": []}]}, 3)
    assert not is_deeper("a" * 100, 0)


# ---- paths and methods -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/tables/abc/moves", "POST"),
        ("HEAD", "/api/tables/abc/moves", "POST"),
        ("GET", "/api/qr", "POST"),
        ("DELETE", "/api/games", "GET"),
        ("PATCH", "/api/tables", "GET, POST"),
        ("POST", "/", "GET, HEAD"),
        ("POST", "/t/abc", "GET, HEAD"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(server: str, method: str, path: str, allowed: str) -> None:
    """Whatever the type of the body: that is looked at where there is something to take it."""
    with Person(server) as ada:
        answer = ada.http.request(method, path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


def test_an_unknown_path_of_the_api_is_no_page(server: str) -> None:
    with Person(server) as ada:
        for path in ("/api", "/api/", "/api/games/", "/api/nothing"):
            answer = ada.http.get(path)
            assert (answer.status_code, answer.json()["key"]) == (404, "path.unknown")
        answer = ada.http.post("/api/nothing", content=b"x")
        assert (answer.status_code, answer.json()["key"]) == (404, "path.unknown")


# ---- hosts -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a name of its own."""
    running = InThread(f"sqlite:///{tmp_path_factory.mktemp('named')}/tables.sqlite3", names=("games.example.org",))
    yield running.url
    running.close()


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1", "[::1]", "[::1]:8000", "192.168.1.20:8000"),
        *("[fe80::1%25eth0]", "games.example.org", "Games.Example.Org:443"),
        *(socket.gethostname(), socket.gethostname().partition(".")[0] + ".local"),
    ],
)
def test_addresses_and_own_names_are_served(named: str, host: str) -> None:
    for path in ("/", "/api/health"):
        assert httpx.get(named + path, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "games.example.org.evil.example", "localhost.evil.example"),
        *("", "::1", "games.example.org@evil", "localhost:x", "127.1", "127.0.0.1.evil.example"),
    ],
)
def test_other_names_are_refused(named: str, host: str) -> None:
    for path in ("/", "/api/health", "/api/tables"):
        answer = httpx.get(named + path, headers={"Host": host})
        assert (answer.status_code, answer.json()["key"]) == (421, "request.host")
    own = {"Host": host, "Origin": f"http://{host}"}
    assert httpx.put(f"{named}/api/me", json={"name": "Mallory"}, headers=own).status_code == 421


def test_only_old_clients_may_leave_the_host_out(named: str) -> None:
    def asked(version: bytes, *hosts: bytes) -> bytes:
        lines = [b"GET /api/health HTTP/" + version, b"Connection: close", *(b"Host: " + host for host in hosts)]
        return talk(named, b"\r\n".join([*lines, b"", b""])).split()[1]

    assert asked(b"1.0") == b"200"
    assert asked(b"1.0", b"evil.example") == b"421"
    assert asked(b"1.1") == b"400"
    assert asked(b"1.1", b"localhost", b"evil.example") == b"400"


def test_names_are_checked_at_the_start() -> None:
    assert clean_host_name("Caffè.Example.") == "xn--caff-8oa.example"
    for name in ("https://games.example.org", "games.example.org:80", "", "a b", "*"):
        with pytest.raises(InvalidSetup, match="host name"):
            clean_host_name(name)


# ---- metrics and events ----------------------------------------------------------------------------------------------


def test_metrics_are_for_those_who_have_the_token(server: str, tmp_path: Path) -> None:
    token = "a secret of the operator"
    own = {"Authorization": f"Bearer {token}"}
    with Person(server) as ada:
        answer = ada.http.get("/api/metrics", headers=own)
        assert (answer.status_code, answer.json()["key"]) == (404, "path.unknown")
    running = InThread(f"sqlite:///{tmp_path}/tables.sqlite3", metrics_token=token)
    with Person(running.url) as ada:
        assert ada.http.get("/api/metrics").status_code == 404
        assert ada.http.get("/api/metrics", headers={"Authorization": f"Bearer {token}r"}).status_code == 404
        told = ada.http.get("/api/metrics", headers=own)
        assert told.status_code == 200
        assert "heliopolis_requests_total" in told.text
        assert 'heliopolis_security_events_total{kind="metrics"}' in told.text
    running.close()


def test_metrics_do_not_grow_with_what_is_asked(server: str) -> None:
    def lines_after(*methods: str) -> int:
        for method in methods:
            for path in ("/api/games", f"/api/{new_request()}", f"/{new_request()}", f"/api/tables/{new_request()}"):
                ada.http.request(method, path)
        return len(exposition().splitlines())

    with Person(server) as ada:
        before = lines_after("GET", "POST", "OPTIONS")
        assert lines_after("GET", "POST", "PROPFIND", "MKCOL", "LOCK") == before


def test_events_are_counted_and_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    found = SecurityEvents()
    for second in range(50):
        found.note("link", "203.0.113.7", now=second)
    found.note("link", "2001:db8:1:2::/64", now=50.0)
    found.report(now=59.0)
    assert [line.getMessage() for line in caplog.records] == [f"security: {KINDS['link']}: 1, from 203.0.113.0/24"]
    found.report(now=60.0)
    assert caplog.records[1].getMessage() == f"security: {KINDS['link']}: 50 more, most from 203.0.113.0/24"
    found.report(now=120.0)
    found.note("link", "2001:db8:1:2::/64", now=121.0)
    assert caplog.records[2].getMessage() == f"security: {KINDS['link']}: 1, from 2001:db8:1::/48"
    assert len(caplog.records) == 3


def test_what_strangers_try_is_counted(server: str) -> None:
    def counted() -> dict[str, float]:
        (metric,) = SECURITY_EVENTS.collect()
        return {one.labels["kind"]: one.value for one in metric.samples if one.name.endswith("_total")}

    before = counted()
    with Person(server) as ada, Person(server) as eve:
        table = ada.open("ra", "me", "open")
        eve.table = ada.table
        eve.http.put("/api/me", json={"name": "Eve"}, headers={"Origin": "http://evil.example"})
        eve.http.get("/", headers={"Host": "evil.example"})
        eve.http.post(eve.path("join"), json={"secret": new_request(), "request_id": new_request()})
        eve.http.post(eve.path("fill"), json={"seat": 1, "bot": "random", "request_id": new_request()})
        assert table
    after = counted()
    for kind in ("origin", "host", "link", "seat"):
        assert after.get(kind, 0) > before.get(kind, 0), kind
    assert set(after) <= set(KINDS)
