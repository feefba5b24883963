"""Whatever is sent, by the thousand: malformed requests get a 4xx, and every route does what its document says."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given

from heliopolis.server.app import make_app
from heliopolis.server.openapi import game_schemas
from heliopolis.server.settings import Settings
from tests.lazy import lazy
from tests.profiles import examples, seed_or_fresh
from tests.server.people import Person, new_request
from tests.server.running import InThread

jsonschema_rs = lazy("jsonschema_rs")
schemathesis = lazy("schemathesis")


# ---- by the thousand -------------------------------------------------------------------------------------------------


@pytest.mark.fuzz
def test_malformed_requests(server: str, long: bool) -> None:
    """No error of ours, no traceback, and the table as it was."""
    seed, requests = seed_or_fresh(9), 10_000 if long else 1_000
    luck = random.Random(seed)
    with Person(server) as ada:
        tables = [
            ada.open(game, *["me"] * seats)["id"] for game, seats in (("ra", 2), ("respublica", 3), ("tekhenu", 1))
        ]
        before = [ada.get(f"/api/tables/{table}") for table in tables]
        statuses: dict[int, int] = {}
        for _ in range(requests):
            answer = send_nonsense(ada.http, luck, luck.choice(tables))
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
            assert answer.status_code < 500, (seed, answer.request.url, answer.request.content, answer.text)
            assert "Traceback" not in answer.text
            if answer.status_code >= 400:
                assert answer.headers["content-type"] == "application/problem+json"
                assert set(answer.json()) == {"type", "status", "key", "params"}
        assert statuses[400] > requests / 10
        assert [ada.get(f"/api/tables/{table}") for table in tables] == before
    assert set(statuses) <= {200, 201, 400, 403, 404, 405, 409, 413, 415, 422}


PATHS = "moves undo operations check chat join leave away back fill link remove rematch".split()
FIELDS = "request_id expected_seq move seat practice operation secret name bot text x".split()


def send_nonsense(http: httpx.Client, luck: random.Random, table: str) -> httpx.Response:
    path = luck.choice(
        [f"/api/tables/{table}/{luck.choice(PATHS)}", "/api/tables", "/api/me", "/api/qr", "/api/players"]
    )
    if luck.random() < 0.05:
        path = "/api/" + "".join(luck.choices(string.printable[:94].replace("#", ""), k=12))
    if luck.random() < 0.1:
        return http.get(
            f"/api/tables/{table}/{luck.choice(['log', 'updates', 'moments/x', 'moments/-1', 'record'])}",
            params=nonsense_object(luck),
        )
    method = luck.choice(["POST"] * 8 + ["PUT", "PATCH", "DELETE"])
    content = nonsense_body(luck)
    return http.request(method, path, content=content, headers={"Content-Type": "application/json"})


def nonsense_body(luck: random.Random) -> bytes:
    whole = json.dumps(plausible(luck) if luck.random() < 0.5 else nonsense_object(luck)).encode()
    sort = luck.random()
    if sort < 0.1:
        return whole[: luck.randrange(len(whole) + 1)]
    if sort < 0.2:
        return bytes(luck.randrange(256) for _ in range(luck.randrange(40)))
    if sort < 0.25:
        return b"[" * luck.choice([10, 1000, 20_000])
    if sort < 0.3:
        return b'{"expected_seq": NaN, "operation": ["answer", "setup.game", Infinity], "request_id": "aaaaaaaa"}'
    if sort < 0.35:
        return b'{"name": "\\ud800", "text": "\\udfff", "move": "\\u0000", "request_id": "aaaaaaaa", "expected_seq": 1}'
    return whole


def plausible(luck: random.Random) -> dict[str, Any]:
    """Nearly right: the fields of a request, with a value here and there that is not."""
    body: dict[str, Any] = {
        "request_id": new_request() if luck.random() < 0.8 else nonsense(luck),
        "expected_seq": luck.choice([0, 1, 2, 3, 10**6, nonsense(luck)]),
    }
    what = luck.choice(["move", "operation", "seat", "secret", "text", "game"])
    if what == "move":
        body["move"] = luck.choice(["bid 99", "ask 9 any and 9 any", "give", "draw  ", "\x00", nonsense(luck)])
    elif what == "operation":
        known = ["answer", "correction", "change", "correct_before", "remove", "undo", "redo"]
        body["operation"] = [luck.choice(known), *(nonsense(luck) for _ in range(luck.randrange(3)))]
    elif what == "game":
        body |= {"game": luck.choice(["ra", "tekhenu", nonsense(luck)]), "seats": nonsense(luck)}
        del body["expected_seq"]
    else:
        body[what] = nonsense(luck)
    return body


def nonsense_object(luck: random.Random) -> dict[str, Any]:
    return {luck.choice(FIELDS): nonsense(luck) for _ in range(luck.randrange(5))}


def nonsense(luck: random.Random, depth: int = 0) -> Any:
    makers: list[Any] = [
        lambda: None,
        lambda: luck.choice([True, False]),
        lambda: luck.choice([0, -1, 2**31, 2**63, 10**400, luck.randrange(100)]),
        lambda: luck.choice([0.5, -1e308, 1e-308]),
        lambda: "".join(luck.choices(string.printable + "é\u202e\u0000𝔘", k=luck.choice([0, 1, 8, 300]))),
        lambda: [nonsense(luck, depth + 1) for _ in range(luck.randrange(3))] if depth < 3 else [],
        lambda: (
            {str(nonsense(luck, 9)): nonsense(luck, depth + 1) for _ in range(luck.randrange(3))} if depth < 3 else {}
        ),
    ]
    return luck.choice(makers)()


# ---- the document ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that nobody else talks to."""
    running = InThread(f"sqlite:///{tmp_path_factory.mktemp('described')}/tables.sqlite3")
    yield running.url
    running.close()


def operations() -> list[Any]:
    """All routes of the document but the stream, which never ends."""
    app = make_app(Settings("sqlite:///nowhere"))
    found: Any = schemathesis.openapi.from_dict(app.openapi()).get_all_operations()
    return [one.ok() for one in found if not one.ok().path.endswith("/events")]


@pytest.mark.fuzz
def test_every_route_does_what_the_document_says(described: str, subtests: pytest.Subtests) -> None:
    for operation in operations():
        with subtests.test(f"{operation.method} {operation.path}"):
            check_route(operation, described)


def check_route(operation: Any, described: str) -> None:
    """Ask as the host of some tables, who may be signed out or deleted by it."""
    with Person(described) as host:
        tables = [host.open(game, *["me"] * seats)["id"] for game, seats in (("ra", 2), ("tekhenu", 1))]
        cookie = f"heliopolis={host.http.cookies['heliopolis']}"
    luck = random.Random(operation.path)

    checks = [
        schemathesis.checks.not_a_server_error,
        schemathesis.checks.status_code_conformance,
        schemathesis.checks.content_type_conformance,
        schemathesis.checks.response_schema_conformance,
    ]

    @examples(
        25,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        if case.method != "GET":
            case.headers["Content-Type"] = "application/json"
        if "table_id" in (case.path_parameters or {}) and luck.random() < 0.8:
            case.path_parameters["table_id"] = luck.choice(tables)
        if "wait" in (case.query or {}):
            case.query["wait"] = 0  # it may be 25 seconds, which nobody here has
        answer = case.call(base_url=described, headers={"Cookie": cookie})
        case.validate_response(answer, checks=checks)

    ask()


def test_the_document_has_examples_and_problems_for_every_route(server: str) -> None:
    with Person(server) as ada:
        document = ada.http.get("/api/openapi.json").json()
    for path, routes in document["paths"].items():
        for method, route in routes.items():
            assert route["description"], path
            if method != "get":
                assert "429" in route["responses"], path
                assert list(route["requestBody"]["content"]) == ["application/json"]
    views = game_schemas()  # those are described by the games, without examples
    for name in document["components"]["schemas"].keys() - views.keys():
        schema = document["components"]["schemas"][name]
        fields = schema.get("properties", {}).items()
        shown = [field for key, field in fields if key in schema.get("required", ())]
        assert all("examples" in field or "$ref" in json.dumps(field) for field in shown), name
        for field in shown:
            for example in field.get("examples", ()):
                jsonschema_rs.validate({**field, "components": document["components"]}, example)
