"""Games played all over a Ray cluster.

A task plays a few games, in a process of its own that can be killed, as on one machine; so what bots do wrong has the
same consequences everywhere. A task whose node is lost is played again elsewhere: its games are what they would have
been.
"""

from __future__ import annotations

import logging
import socket
import time
from collections import deque
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from heliopolis.arena.executors import Executor, Worker
from heliopolis.arena.referee import Result
from heliopolis.arena.schedule import Tournament
from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError, InvalidSetup

TASK_TIME = 2.0  # seconds of work in a task: enough to make Ray's own part small, not much to lose with a node
AHEAD = 2  # tasks for each core at a time, so that none waits
RETRIES = 20  # of a task whose node, or whose process, was lost

_workers: dict[str, Worker] = {}  # of this process, if it is one of Ray's; there is never more than one


def on_ray(address: str = "local") -> Executor:
    """Games on the cluster at an address; `local` starts one on this machine for as long as it takes."""

    def play(tournament: Tournament, numbers: Sequence[int]) -> Iterator[Result]:
        tournament.check()
        ray = _connect(address)
        try:
            yield from _play(ray, tournament, numbers)
        finally:
            ray.shutdown()

    return play


def _connect(address: str) -> ModuleType:
    try:
        import ray
    except ImportError:
        raise InvalidSetup("Ray is not installed: pip install 'heliopolis[ray]'.") from None
    _check(address)
    options: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _silent(address, " ".join(str(error).split()).partition(". ")[0]) from None
    return ray


def _check(address: str) -> None:
    """Ray itself would try for many minutes."""
    if address not in ("local", "auto"):
        host, _, port = address.removeprefix("ray://").rpartition(":")
        if not host or not port.isdecimal() or int(port) >= 1 << 16:
            raise _silent(address, "an address is HOST:PORT, auto or local")
        try:
            socket.create_connection((host, int(port)), timeout=10).close()
        except OSError as error:
            raise _silent(address, error.strerror or "no answer") from None


def _silent(address: str, why: str) -> InvalidSetup:
    return InvalidSetup(f"No Ray cluster answers at {address!r}: {why.rstrip('.')}.")


def _play(ray: ModuleType, tournament: Tournament, numbers: Sequence[int]) -> Iterator[Result]:
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_play_some)
    asked, left, size = tournament.to_json(), deque(numbers), 1
    running: dict[Any, int] = {}
    while left or running:
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))  # nodes come and go
        while left and len(running) < AHEAD * cores:
            some = [left.popleft() for _ in range(min(size, 1 + len(left) // (AHEAD * cores)))]
            running[task.remote(asked, some)] = len(some)
        [done], _ = ray.wait(list(running))
        played = running.pop(done)
        answer = _answer(ray, done)
        size = max(1, int(TASK_TIME * played / answer["seconds"]))
        yield from map(Result.from_json, answer["results"])


def _answer(ray: ModuleType, done: Any) -> JSON:
    try:
        answer: JSON = ray.get(done)
    except ray.exceptions.RayError as error:
        raise HeliopolisError(f"Ray gave up on some games: {' '.join(str(error).split()):.200}") from None
    if "refusal" in answer:
        raise HeliopolisError(answer["refusal"])
    return answer


def _play_some(asked: JSON, numbers: list[int]) -> JSON:
    """On a node: play these games."""
    began = time.perf_counter()
    try:
        worker = _worker(asked)
        results = [worker.play(number).to_json() for number in numbers]
    except HeliopolisError as error:
        return {"refusal": str(error)}
    return {"results": results, "seconds": time.perf_counter() - began}


def _worker(asked: JSON) -> Worker:
    """Started once for all tasks of a tournament that this process gets."""
    key = repr(asked)
    if key not in _workers:
        for worker in _workers.values():
            worker.end()
        _workers.clear()
        _workers[key] = Worker(Tournament.from_json(asked))
    return _workers[key]
