"""Executors: play the games of a tournament in this process, or in processes that can be killed.

An executor is called with a tournament and numbers of games, and yields their results in any order. A result depends on
the tournament and the number of the game alone, so that all executors give equal results.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread, Timer
from typing import Any

import heliopolis
from heliopolis.arena.referee import CREATION_TURN, Result, play_game, too_slow
from heliopolis.arena.schedule import Tournament
from heliopolis.bots import BUILT_IN, bot, compile_bots
from heliopolis.core.cores import usable_cores
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.registry import game

Executor = Callable[[Tournament, Sequence[int]], Iterator[Result]]

CREATION_SECONDS = 60.0  # that the creation of a bot may take, if there is a time limit at all
MAX_WORKER_DEATHS = 2  # a worker that dies this often in the same game was killed by a bot


def serial(tournament: Tournament, numbers: Sequence[int]) -> Iterator[Result]:
    """Play one game after the other in this process; a bot that hangs or ends the process ends the tournament."""
    tournament.check()
    warm_up(tournament)
    for number in numbers:
        yield play_game(tournament, number)


def warm_up(tournament: Tournament) -> None:
    """If there is a time limit, let the built-in bots make a move, so that compiled code is loaded before it counts."""
    if tournament.move_time is not None:
        rng = random.Random(0)
        position = game(tournament.game).start(players=tournament.players, seed=0)
        for name in tournament.names:
            if name.partition(":")[0] in BUILT_IN:
                bot(name).choose(position.imagine(position.to_act or 0, rng), rng)


def processes(workers: int | None = None) -> Executor:
    """Return an executor that plays in several worker processes, by default one per core, which it can kill."""

    def play(tournament: Tournament, numbers: Sequence[int]) -> Iterator[Result]:
        tournament.check()
        compile_bots(tournament.names, game(tournament.game))  # once here, so that not every worker does
        left, done = deque(numbers), SimpleQueue[Result | BaseException]()
        team = [Worker(tournament) for _ in range(min(workers or usable_cores(), len(numbers)))]
        threads = [Thread(target=_work, args=(worker, left, done), daemon=True) for worker in team]
        for thread in threads:
            thread.start()
        try:
            for _ in numbers:
                found = done.get()
                if isinstance(found, BaseException):
                    raise found
                yield found
        finally:
            left.clear()
            for worker in team:
                worker.close()
            for thread in threads:
                thread.join()

    return play


def _work(worker: Worker, left: deque[int], done: SimpleQueue[Result | BaseException]) -> None:
    """Let a worker play games as long as there are any; report each result, or the error that ended it."""
    try:
        with suppress(IndexError):
            while True:
                done.put(worker.play(left.popleft()))
    except BaseException as error:
        done.put(error)
    finally:
        worker.end()


class Worker:
    """A process that plays games one by one; if a bot makes it die or hang, the bot forfeits and a new one starts."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.process: subprocess.Popen[str] | None = None
        self.closed = False

    def play(self, number: int) -> Result:
        """Play a game, as often as needed to find out which bots make the process die."""
        limit = self.tournament.move_time
        forfeits: dict[int, tuple[int, str]] = {}
        deaths = 0
        while True:
            attempt = _Attempt(limit)
            task = {"number": number, "known_forfeits": forfeits, "report_thinking": bool(limit) or deaths > 0}
            result = self._request(attempt, task)
            if result is not None:
                return result
            deaths += 1
            if attempt.overdue and limit is not None:
                forfeits[attempt.seat] = (attempt.turn, too_slow(limit))
            elif deaths >= MAX_WORKER_DEATHS and attempt.seat >= 0:
                forfeits[attempt.seat] = (attempt.turn, "ended its process")
            elif deaths > MAX_WORKER_DEATHS:
                raise HeliopolisError(f"Game {number} cannot be played: its process has died {deaths} times.")

    def _request(self, attempt: _Attempt, task: Any) -> Result | None:
        """Return the result of a game, or None if the process died."""
        process = self._started()
        with suppress(BrokenPipeError):
            _send(process, task)
        while answer := self._receive(process, attempt):
            if "result" in answer:
                return Result.from_json(answer["result"])
            attempt.seat, attempt.turn = answer["thinking"]
        self.end()
        return None

    def _receive(self, process: subprocess.Popen[str], attempt: _Attempt) -> Any:
        """Return the next message of the process; None if it is dead or was killed for taking too long."""
        assert process.stdout is not None
        with attempt.time_limit(process):
            line = process.stdout.readline()
        return json.loads(line) if line.endswith("\n") else None

    def _started(self) -> subprocess.Popen[str]:
        """Return the process, started if there is none."""
        if self.closed:
            raise HeliopolisError("The tournament was stopped.")
        if self.process is None:
            self.process = process = _start()
            assert process.stdout is not None
            if self.closed:  # while the process was starting
                process.kill()
            with suppress(BrokenPipeError):
                _send(process, self.tournament.to_json())
            answer = json.loads(process.stdout.readline() or '{"refusal": "A worker process cannot be started."}')
            if "refusal" in answer:
                self.end()
                raise HeliopolisError(answer["refusal"])
        return self.process

    def end(self) -> None:
        """Kill the process, if there is one."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(BrokenPipeError):
                        pipe.close()

    def close(self) -> None:
        """Stop for good, even in the middle of a game that another thread waits for."""
        self.closed = True
        if self.process is not None:
            self.process.kill()


class _Attempt:
    """One attempt at a game: which seat is thinking, in which turn, and whether it exceeded its time."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.seat, self.turn = -1, CREATION_TURN
        self.overdue = False

    @contextmanager
    def time_limit(self, process: subprocess.Popen[str]) -> Iterator[None]:
        """Kill a process whose bot takes far too long; the referee there sees to a bot that answers late."""
        if self.limit is None or self.seat < 0:
            yield
            return

        def kill() -> None:
            self.overdue = True
            process.kill()

        timer = Timer(CREATION_SECONDS if self.turn == CREATION_TURN else 1 + 2 * self.limit, kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _start() -> subprocess.Popen[str]:
    """Start a worker process."""
    package = Path(heliopolis.__file__).parent.parent
    path = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "heliopolis.arena.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        text=True,
        encoding="utf-8",
    )


def _send(process: subprocess.Popen[str], message: Any) -> None:
    """Send a message to a worker process as a line of JSON."""
    assert process.stdin is not None
    print(json.dumps(message), file=process.stdin, flush=True)
