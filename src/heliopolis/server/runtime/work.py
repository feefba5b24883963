"""Work that takes long and is nobody's move: a few threads, and a queue that is fair to every address.

One address has a share of the places and is served one job at a time; those who wait are served in turn by address.
So nobody waits behind a second job of somebody else, however many jobs that address asks for. A full queue refuses only
addresses that have a place in it: a few of them cannot keep others out. Who hangs up gives their place in the queue
back.

The threads have the usual priority: while one of them holds Python's lock, a lower one would slow everybody down.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from heliopolis.server.domain.problems import Problem
from heliopolis.server.runtime import metrics

MAX_JOBS = 64  # that wait or are being done; then only addresses without a job get a place
MAX_JOBS_EVER = 1000  # for the sake of memory, however many addresses ask
MAX_JOBS_PER_ADDRESS = 12  # a few people behind one router, each with a page that asks for two or three things
RETRY_SECONDS = 2  # after a refusal
T = TypeVar("T")


class Job:
    """Something to do for an address, and the future that whoever asked for it awaits."""

    def __init__(self, address: str, work: Callable[[], Awaitable[Any]]) -> None:
        self.address = address
        self.work = work
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class WorkPool:
    """Some threads, and the jobs that wait for them. Everything but the threads belongs to the event loop."""

    def __init__(
        self,
        name: str,
        threads: int,
        max_jobs: int = MAX_JOBS,
        share: int = MAX_JOBS_PER_ADDRESS,
        max_jobs_ever: int = MAX_JOBS_EVER,
    ) -> None:
        self.name = name
        self.size = threads
        self.max_jobs = max_jobs
        self.share = share
        self.max_jobs_ever = max_jobs_ever
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()  # by address; who was served last comes last
        self._running: dict[str, asyncio.Task[None]] = {}  # by address
        self._places: Counter[str] = Counter()  # jobs of each address that wait or are being done

    @property
    def jobs(self) -> int:
        """The number of jobs that wait or are being done."""
        return self._places.total()

    async def run(self, address: str, work: Callable[[], Awaitable[T]]) -> T:
        """Await the work when it is this address's turn, or refuse it with `server.busy`.

        Who stops waiting gives up a place in the queue; work that was begun goes on to its end.
        """
        if self._is_full_for(address):
            metrics.WORK_REFUSED.labels(self.name).inc()
            raise Problem("server.busy", seconds=RETRY_SECONDS)
        job = Job(address, work)
        self._places[address] += 1
        self._waiting.setdefault(address, deque()).append(job)
        self._serve()
        try:
            found: T = await job.result
            return found
        finally:
            self._drop(job)

    def _is_full_for(self, address: str) -> bool:
        """Return whether an address can have no further place; one that has none gets one as long as memory allows."""
        most = self.max_jobs if self._places.get(address) else self.max_jobs_ever
        return self._places.get(address, 0) >= self.share or self.jobs >= most

    async def compute(self, work: Callable[..., T], *arguments: Any) -> T:
        """Call a function in one of the threads; for use by work that has its turn."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, partial(work, *arguments))

    async def call(self, address: str, work: Callable[..., T], *arguments: Any) -> T:
        """Call a function in one of the threads when it is this address's turn, or refuse it."""
        return await self.run(address, partial(self.compute, work, *arguments))

    def close(self) -> None:
        """Refuse what waits and forget what is being done."""
        waiting = [job for jobs in self._waiting.values() for job in jobs]
        self._waiting.clear()
        for job in waiting:
            refuse(job, Problem("server.busy", seconds=RETRY_SECONDS))
        for task in list(self._running.values()):
            task.cancel()
        self.threads.shutdown(wait=False, cancel_futures=True)

    # ---- turns -----------------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        """Begin jobs while there are threads: of each address one, in the order in which the addresses wait."""
        for address in [one for one in self._waiting if one not in self._running][: self.size - len(self._running)]:
            job = self._waiting[address].popleft()
            if not self._waiting[address]:
                del self._waiting[address]
            self._running[address] = asyncio.get_running_loop().create_task(self._do(job))

    async def _do(self, job: Job) -> None:
        try:
            if not job.result.done():  # whoever waited may have left in between
                answer(job, await job.work())
        except Exception as error:  # whoever waits gets it
            refuse(job, error)
        except asyncio.CancelledError:
            refuse(job, Problem("server.busy", seconds=RETRY_SECONDS))
            raise
        finally:
            del self._running[job.address]
            if job.address in self._waiting:  # its next job comes behind those of all others who wait
                self._waiting.move_to_end(job.address)
            self._leave(job)
            self._serve()

    def _drop(self, job: Job) -> None:
        """Take a job out of the queue if it has not been begun."""
        waiting = self._waiting.get(job.address)
        if waiting is None or job not in waiting:
            return
        waiting.remove(job)
        if not waiting:
            del self._waiting[job.address]
        self._leave(job)

    def _leave(self, job: Job) -> None:
        self._places[job.address] -= 1
        if not self._places[job.address]:
            del self._places[job.address]


def answer(job: Job, result: Any) -> None:
    if not job.result.done():
        job.result.set_result(result)


def refuse(job: Job, error: Exception) -> None:
    if not job.result.done():
        job.result.set_exception(error)
