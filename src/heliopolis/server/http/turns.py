"""Requests that take long wait for their turn in a pool; a client that hangs up leaves the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from fastapi import Request

from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.hosts import address_of
from heliopolis.server.runtime.work import WorkPool

T = TypeVar("T")


async def in_turn(request: Request, pool: WorkPool, work: Callable[[], Awaitable[T]]) -> T:
    """Await the work when it is the turn of the client's address; `server.busy` if too much waits already."""
    turn = asyncio.ensure_future(pool.run(address_of(request.scope), work))
    gone = asyncio.ensure_future(hung_up(request))
    try:
        await asyncio.wait((turn, gone), return_when=asyncio.FIRST_COMPLETED)
        if not turn.done():
            raise Problem("server.busy")  # nobody reads that
        return turn.result()
    finally:
        for task in (turn, gone):
            task.cancel()
        await asyncio.gather(turn, gone, return_exceptions=True)


async def call_in_turn(request: Request, pool: WorkPool, work: Callable[..., T], *arguments: Any) -> T:
    """Call a function in a thread of the pool when it is the turn of the client's address."""
    return await in_turn(request, pool, partial(pool.compute, work, *arguments))


async def hung_up(request: Request) -> None:
    """Return when the client has closed the connection; its body has been read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
