"""An executor that plays the games of a tournament on a Ray cluster.

A task plays a few games in a worker process that can be killed, as on one machine, so that faults of bots have the same
consequences everywhere. A task whose node is lost is repeated on another node, with the same results.
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

TASK_SECONDS = 2.0  # enough to make Ray's overhead small, not much to lose with a node
TASKS_PER_CORE = 2  # submitted at a time, so that no core waits
MAX_RETRIES = 20  # of a task whose node or process was lost

_workers: dict[str, Worker] = {}  # in a process of Ray: its worker, of which there is never more than one


def on_ray(address: str = "local") -> Executor:
    """Return an executor that plays on the cluster at an address; `local` starts one on this machine for the time."""

    def play(tournament: Tournament, numbers: Sequence[int]) -> Iterator[Result]:
        tournament.check()
        ray = connect(address)
        try:
            yield from _play(ray, tournament, numbers)
        finally:
            ray.shutdown()

    return play


def connect(address: str) -> ModuleType:
    """Connect to a cluster and return the module `ray`."""
    try:
        import ray
    except ImportError:
        raise InvalidSetup("Ray is not installed: pip install 'heliopolis[ray]'.") from None
    _check_address(address)
    options: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _unreachable(address, " ".join(str(error).split()).partition(". ")[0]) from None
    return ray


def _check_address(address: str) -> None:
    """Raise `InvalidSetup` if no cluster answers at an address; Ray itself would try for many minutes."""
    if address not in ("local", "auto"):
        host, _, port = address.removeprefix("ray://").rpartition(":")
        if not host or not port.isdecimal() or int(port) >= 1 << 16:
            raise _unreachable(address, "an address is HOST:PORT, auto or local")
        try:
            socket.create_connection((host, int(port)), timeout=10).close()
        except OSError as error:
            raise _unreachable(address, error.strerror or "no answer") from None


def _unreachable(address: str, why: str) -> InvalidSetup:
    return InvalidSetup(f"No Ray cluster answers at {address!r}: {why.rstrip('.')}.")


def _play(ray: ModuleType, tournament: Tournament, numbers: Sequence[int]) -> Iterator[Result]:
    """Submit tasks, each of about `TASK_SECONDS`, and yield their results."""
    task = ray.remote(num_cpus=1, max_retries=MAX_RETRIES)(_play_task)
    planned, left, size = tournament.to_json(), deque(numbers), 1
    running: dict[Any, int] = {}
    while left or running:
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))  # nodes come and go
        while left and len(running) < TASKS_PER_CORE * cores:
            part = [left.popleft() for _ in range(min(size, 1 + len(left) // (TASKS_PER_CORE * cores)))]
            running[task.remote(planned, part)] = len(part)
        [done], _ = ray.wait(list(running))
        played = running.pop(done)
        answer = _result_of(ray, done)
        size = max(1, int(TASK_SECONDS * played / answer["seconds"]))
        yield from map(Result.from_json, answer["results"])


def _result_of(ray: ModuleType, done: Any) -> JSON:
    """Return what a finished task returned, or raise the error that it reports."""
    try:
        answer: JSON = ray.get(done)
    except ray.exceptions.RayError as error:
        raise HeliopolisError(f"Ray gave up on some games: {' '.join(str(error).split()):.200}") from None
    if "refusal" in answer:
        raise HeliopolisError(answer["refusal"])
    return answer


def _play_task(planned: JSON, numbers: list[int]) -> JSON:
    """Play some games of a tournament on a node of the cluster."""
    began = time.perf_counter()
    try:
        worker = _worker_for(planned)
        results = [worker.play(number).to_json() for number in numbers]
    except HeliopolisError as error:
        return {"refusal": str(error)}
    return {"results": results, "seconds": time.perf_counter() - began}


def _worker_for(planned: JSON) -> Worker:
    """Return the worker of this process for a tournament, created for the first of its tasks."""
    key = repr(planned)
    if key not in _workers:
        for worker in _workers.values():
            worker.end()
        _workers.clear()
        _workers[key] = Worker(Tournament.from_json(planned))
    return _workers[key]
