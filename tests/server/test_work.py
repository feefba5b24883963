"""Pools for work that takes long: whoever floods one does not stand before anybody else."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import heliopolis as hp
from heliopolis.server.domain.problems import Problem
from heliopolis.server.http import info
from heliopolis.server.runtime.work import WorkPool
from tests.profiles import examples
from tests.server.people import Person
from tests.server.running import InThread, wait_until


class Bench:
    """A pool whose jobs wait until they are let go, and the order in which they were begun."""

    def __init__(self, threads: int = 1, **limits: int) -> None:
        self.pool = WorkPool("test", threads, **limits)
        self.begun: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[str]] = {}

    async def ask(self, name: str) -> None:
        """Somebody asks for a job; the first letter of its name is their address."""
        self.gates[name] = asyncio.Event()

        async def work() -> str:
            self.begun.append(name)
            await self.gates[name].wait()
            return name

        self.tasks[name] = asyncio.create_task(self.pool.run(name[0], work))
        await settle()

    async def finish(self, name: str) -> None:
        self.gates[name].set()
        await settle()

    async def hang_up(self, name: str) -> None:
        self.tasks[name].cancel()
        await settle()

    async def refused(self, name: str) -> bool:
        """Whether a job is refused; if it is not, it waits from now on."""
        await self.ask(name)
        task = self.tasks[name]
        if not task.done():
            return False
        problem = task.exception()
        assert isinstance(problem, Problem)
        assert (problem.key, problem.status) == ("server.busy", 503)
        assert problem.params["seconds"] >= 1
        return True


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(10):
        await asyncio.sleep(0)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_one_job_of_another_comes_before_the_second_of_whoever_floods() -> None:
    async def go() -> None:
        bench = Bench()
        for number in range(10):
            await bench.ask(f"a{number}")
        await bench.ask("b0")
        for _ in range(11):
            await bench.finish(bench.begun[-1])
        assert bench.begun[:3] == ["a0", "b0", "a1"]
        assert len(bench.begun) == 11

    run(go)


def test_an_address_occupies_one_thread_only() -> None:
    async def go() -> None:
        bench = Bench(threads=2)
        for number in range(5):
            await bench.ask(f"a{number}")
        assert bench.begun == ["a0"]
        await bench.ask("b0")
        assert bench.begun == ["a0", "b0"], "nobody has to wait for an end of what somebody else began"

    run(go)


@examples(60)
@given(st.lists(st.sampled_from("abcd"), max_size=24), st.integers(1, 3), st.randoms(use_true_random=False))
def test_who_waits_is_served_in_turn(arrivals: list[str], threads: int, luck: Any) -> None:
    """With one thread: until the n-th job of an address that waits is begun, others begin at most n each."""

    async def go() -> None:
        bench = Bench(threads)
        asked: dict[str, tuple[int, int]] = {}  # how many were begun before, and its place among those of its address
        for number, address in enumerate(arrivals):
            name = f"{address}{number}"
            place = sum(one[0] == address and one not in bench.begun for one in asked) + 1
            asked[name] = (len(bench.begun), place)
            await bench.ask(name)
            running = [one for one in bench.begun if not bench.tasks[one].done()]
            assert len({one[0] for one in running}) == len(running) <= threads
            if running and luck.random() < 0.3:
                await bench.finish(luck.choice(running))
        while running := [one for one in bench.begun if not bench.tasks[one].done()]:
            await bench.finish(luck.choice(running))
        assert sorted(bench.begun) == sorted(asked)
        for name, (before, place) in asked.items() if threads == 1 else ():
            between = Counter(one[0] for one in bench.begun[before : bench.begun.index(name)])
            del between[name[0]]
            assert all(times <= place for times in between.values())
        assert bench.pool.jobs == 0

    run(go)


def test_who_asks_for_too_much_is_refused_and_others_are_not() -> None:
    async def go() -> None:
        bench = Bench(max_jobs=5, share=3)
        assert [await bench.refused(f"a{number}") for number in range(4)] == [False, False, False, True]
        assert not await bench.refused("b0")
        assert not await bench.refused("c0")
        assert await bench.refused("b1"), "all places are taken"
        await bench.finish("a0")
        assert not await bench.refused("b2")

    run(go)


def test_a_full_queue_refuses_nobody_who_has_no_place_in_it() -> None:
    async def go() -> None:
        bench = Bench(max_jobs=4, share=2, max_jobs_ever=6)
        assert [await bench.refused(name) for name in ("a0", "a1", "b0", "b1")] == [False] * 4
        assert not await bench.refused("c0"), "few cannot keep others out"
        assert await bench.refused("c1")
        assert not await bench.refused("d0")
        assert await bench.refused("e0"), "memory has its limit too"
        await bench.finish("a0")
        assert bench.begun == ["a0", "b0"]
        assert not await bench.refused("e1")

    run(go)


def test_who_hangs_up_gives_a_place_back_and_is_not_served() -> None:
    async def go() -> None:
        bench = Bench(share=2)
        await bench.ask("a0")
        await bench.ask("a1")
        await bench.ask("b0")
        await bench.hang_up("a1")
        assert not await bench.refused("a2")
        await bench.finish("a0")
        await bench.finish("b0")
        assert bench.begun == ["a0", "b0", "a2"]

    run(go)


def test_what_was_begun_occupies_its_place_to_the_end() -> None:
    """Else whoever asks and hangs up again and again would fill all threads."""

    async def go() -> None:
        bench = Bench(share=1)
        await bench.ask("a0")
        await bench.hang_up("a0")
        assert await bench.refused("a1")
        await bench.finish("a0")
        assert not await bench.refused("a2")

    run(go)


def test_an_error_reaches_whoever_asked_and_nobody_else() -> None:
    async def go() -> None:
        pool = WorkPool("test", 1)

        def fail() -> None:
            raise ValueError("a bug")

        with pytest.raises(ValueError, match="a bug"):
            await pool.call("a", fail)
        assert await pool.call("a", threading.current_thread) is not threading.current_thread()
        assert pool.jobs == 0

    run(go)


def test_a_pool_that_is_closed_lets_nobody_wait() -> None:
    async def go() -> None:
        bench = Bench()
        await bench.ask("a0")
        await bench.ask("b0")
        bench.pool.close()
        await settle()
        for task in bench.tasks.values():
            assert isinstance(task.exception(), Problem)

    run(go)


# ---- in a server -----------------------------------------------------------------------------------------------------


@pytest.fixture
def running(tmp_path: Path) -> Iterator[InThread]:
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    yield server
    server.close()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """QR codes are not drawn before it is open."""
    opened, draw = threading.Event(), info.draw_qr_code

    def wait(text: str) -> bytes:
        opened.wait()
        return draw(text)

    monkeypatch.setattr(info, "draw_qr_code", wait)
    yield opened
    opened.set()


def flood(url: str, requests: int) -> list[threading.Thread]:
    """Ask for QR codes from one address, all at once."""

    def ask() -> None:
        httpx.post(f"{url}/api/qr", json={"text": "x"}, timeout=60)

    threads = [threading.Thread(target=ask) for _ in range(requests)]
    for thread in threads:
        thread.start()
    return threads


def test_a_flood_delays_no_move_and_nobody_elses_work(running: InThread, gate: threading.Event) -> None:
    pool = running.app.state.services.work
    threads = flood(running.url, pool.share)
    wait_until(lambda: pool.jobs == pool.share)
    refused = httpx.post(f"{running.url}/api/qr", json={"text": "x"})
    assert (refused.status_code, refused.json()["key"]) == (503, "server.busy")
    assert int(refused.headers["Retry-After"]) >= 1
    with Person(running.url) as ada:
        ada.open("ra", "me", "me")
        ada.move("draw")
        ada.open("tekhenu", "me")
        ada.post("operations", expected_seq=2, operation=["answer", "setup.game", {}])
        assert pool.jobs == pool.share, "all of that was done while nothing of the flood was"
        other = httpx.Client(base_url=running.url, transport=httpx.HTTPTransport(local_address="127.0.0.2"))
        with other:
            assert other.get(f"/api/tables/{ada.table}/log").status_code == 200
    gate.set()
    for thread in threads:
        thread.join()
    wait_until(lambda: pool.jobs == 0)


def test_a_client_that_hangs_up_leaves_the_queue(running: InThread, gate: threading.Event) -> None:
    pool = running.app.state.services.work
    threads = flood(running.url, 1)
    wait_until(lambda: pool.jobs == 1)
    with Person(running.url) as ada:
        table = ada.open("ra", "me", "me")["id"]
    host, port = running.socket.getsockname()
    body = json.dumps({"text": "x"})
    record = f"POST /api/records HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    reads = [f"GET /api/tables/{table}/{what} HTTP/1.1" for what in ("log", "record", "moments/1", "picture")]
    for head, content in ((record, body), *((read, "") for read in reads)):
        with socket.create_connection((host, port)) as client:
            client.sendall(f"{head}\r\nHost: {host}:{port}\r\n\r\n{content}".encode())
            wait_until(lambda: pool.jobs == 2)
        wait_until(lambda: pool.jobs == 1)
    gate.set()
    for thread in threads:
        thread.join()


def test_nothing_of_it_runs_in_the_default_threads(running: InThread) -> None:
    """They are asyncio's own, for instance for looking names up: nobody may fill them."""
    text = hp.play_match("ra", ["random"] * 2, seed=1).record.to_text()
    with Person(running.url) as ada:
        ada.open("ra", "me", "me", seed="1")
        for _ in range(40):
            ada.move(ada.get()["position"]["legal"][0])
        ada.http.post("/api/records", json={"text": text}).raise_for_status()
        ada.http.post("/api/qr", json={"text": "x"}).raise_for_status()
        for path in ("log", "moments/3", "picture", "picture?seq=9", "record", "record?form=text"):
            assert ada.http.get(ada.path(path)).status_code == 200
        ada.open("tekhenu", "me")
        ada.post("operations", expected_seq=2, operation=["answer", "setup.game", {}])
        ada.post("operations", expected_seq=3, operation=["undo"])
        assert [ada.http.get(ada.path(path)).status_code for path in ("story", "entries/0")] == [200, 422]
    names = [thread.name for thread in threading.enumerate()]
    assert [name for name in names if name.startswith(("asyncio", "ThreadPoolExecutor"))] == []
    assert any(name.startswith("work") for name in names)
