"""What one address may ask for: tokens, what each request takes of them, and streams."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from fastapi.routing import APIRoute

from heliopolis.server.app import make_app
from heliopolis.server.http import limits
from heliopolis.server.http.limits import RATES, READS, WRITES, Cost, Limiter, cost_of, subject_of
from heliopolis.server.http.turns import call_in_turn, in_turn
from heliopolis.server.settings import Settings
from tests.server.people import Person, new_request
from tests.server.running import InThread


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[str]:
    """A server with its limits, which nobody has asked yet."""
    running = InThread(f"sqlite:///{tmp_path}/tables.sqlite3", limits=True)
    yield running.url
    running.close()


def test_a_bucket_fills_up_again() -> None:
    limiter, rate, guess = Limiter(), RATES["guess"], Cost("guess")
    taken = [limiter.take("a", guess, 0.0) for _ in range(int(rate.burst) + 1)]
    assert taken[:-1] == [0.0] * int(rate.burst)
    assert taken[-1] == 1 / rate.per_second
    assert limiter.take("b", guess, 0.0) == 0.0
    assert limiter.take("a", guess, 1 / rate.per_second) == 0.0
    assert limiter.take("a", guess, 1 / rate.per_second) > 0.0


def test_what_costs_more_takes_more() -> None:
    limiter = Limiter()
    cheap = sum(limiter.take("a", cost_of("GET", "/api/tables/x"), 0.0) == 0 for _ in range(1000))
    dear = sum(limiter.take("b", cost_of("GET", "/api/tables/x/record"), 0.0) == 0 for _ in range(1000))
    assert cheap == RATES["work"].burst == 10 * dear
    assert limiter.take("b", cost_of("POST", "/api/tables/x/chat"), 0.0) > 0, "all work is taken from one bucket"
    assert limiter.take("b", cost_of("POST", "/api/tables"), 0.0) == 0, "making tables has its own"


def test_no_request_costs_more_than_there_can_be() -> None:
    for cost in (*READS.values(), *WRITES.values()):
        assert cost.tokens <= RATES[cost.bucket].burst / 10


@pytest.mark.parametrize(
    ("method", "path", "cost"),
    [
        ("GET", "/", limits.PAGE),
        ("GET", "/assets/index.js", limits.PAGE),
        ("POST", "/apiary", limits.PAGE),
        ("GET", "/api/health", limits.READ),
        ("GET", "/api/tables/x", limits.READ),
        ("GET", "/api/tables/x/hint", limits.THINK),
        ("GET", "/api/tables/x/moments/7", Cost("work", 3)),
        ("POST", "/api/tables/x/join", limits.GUESS),
        ("POST", "/api/tables", limits.MAKE),
        ("PUT", "/api/me", limits.MAKE),
        ("DELETE", "/api/tables/x", limits.WRITE),
        ("POST", "/api/tables/x/moves", limits.WRITE),
        ("POST", "/api/records", Cost("work", 10)),
        ("POST", "/api/records/review", limits.THINK),
        ("POST", "/api/tables/x/review", limits.THINK),
        ("GET", "/api/tables/x/review", Cost("work", 3)),
        ("GET", "/review/x/3", Cost("work", 3)),
        ("POST", "/api/tries", limits.MAKE),
    ],
)
def test_costs(method: str, path: str, cost: Cost) -> None:
    assert cost_of(method, path) == cost


def test_everything_that_has_a_cost_is_there() -> None:
    """A route that is renamed must not become cheap by it."""
    paths = make_app(Settings("sqlite:///nowhere")).openapi()["paths"]
    reads = {subject_of(path) for path, routes in paths.items() if "get" in routes}
    writes = {subject_of(path) for path, routes in paths.items() if set(routes) - {"get"}}
    assert set(READS) <= reads | {"openapi.json"}
    assert set(WRITES) <= writes


def handlers_in_turn() -> set[tuple[str, str]]:
    """Return method and path of all routes whose handlers wait for their turn, themselves or through what they call."""
    found = set()
    modules = [module for name, module in sys.modules.items() if name.startswith("heliopolis.server.http.")]
    for route in (route for module in modules if hasattr(module, "router") for route in module.router.routes):
        if isinstance(route, APIRoute) and waits_in_turn(inspect.unwrap(route.endpoint), set()):
            found |= {(method, route.path) for method in route.methods or ()}
    return found


def waits_in_turn(function: FunctionType, seen: set[FunctionType]) -> bool:
    """Return whether a function refers to `in_turn`, or to a function of ours that does."""
    if function in (in_turn, call_in_turn):
        return True
    seen.add(function)
    names = {name for code in codes_in(function.__code__) for name in code.co_names}
    called = [function.__globals__[name] for name in names if name in function.__globals__]
    ours = [one for one in called if isinstance(one, FunctionType) and one.__module__.startswith("heliopolis.server")]
    return any(waits_in_turn(one, seen) for one in ours if one not in seen)


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of those that are defined in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes_in(inner)


def test_everything_that_waits_for_its_turn_has_a_cost() -> None:
    """Work that takes long must not be as cheap as a look at a table."""
    found = handlers_in_turn()
    tables = "/api/tables/{table_id}"
    assert {("GET", f"{tables}/draws"), ("GET", f"{tables}/log"), ("POST", "/api/qr")} <= found
    costs = {"GET": READS, "HEAD": READS, "POST": WRITES}
    assert {(method, path) for method, path in found if subject_of(path) not in costs[method]} == set()


def test_guessing_links_is_slow(limited: str) -> None:
    with Person(limited) as ada:
        ada.open("ra", "me", "open")
        answers = [
            ada.http.post(ada.path("join"), json={"secret": new_request(), "request_id": new_request()})
            for _ in range(int(RATES["guess"].burst) + 5)
        ]
        assert answers[0].status_code == 404
        assert answers[-1].status_code == 429
        assert answers[-1].json()["key"] == "request.often"
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert ada.get()["status"] == "waiting", "reading goes on"


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/nothing", "/assets/none.js"])
def test_pages_and_unknown_paths_are_limited_too(limited: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for bucket in ("page", "work"):
        monkeypatch.setitem(RATES, bucket, limits.Rate(10, 0.001))
    with Person(limited, arrives=False) as ada:
        answers = [ada.http.get(path) for _ in range(12)]
        assert [answer.status_code == 429 for answer in answers] == [False] * 10 + [True] * 2


def test_waiting_for_an_update_counts_as_a_stream(limited: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_STREAMS", 2)
    with Person(limited) as ada:
        ada.open("ra", "me", "me")
        with ada.stream() as first, ada.stream() as second:
            next(first)
            next(second)
            for path in (ada.path("updates?after=0&wait=0"), ada.path("events")):
                answer = ada.http.get(path)
                assert (answer.status_code, answer.json()["key"]) == (429, "request.often")


def test_streams_of_an_address_are_counted_down() -> None:
    limiter = Limiter()
    assert all(limiter.open_stream("a") for _ in range(limits.MAX_STREAMS))
    assert not limiter.open_stream("a")
    limiter.close_stream("a")
    assert limiter.open_stream("a")
    for _ in range(limits.MAX_STREAMS):
        limiter.close_stream("a")
    assert not limiter._streams
