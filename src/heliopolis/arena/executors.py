"""Who plays the games of a tournament: this process, or processes that can be killed.

An executor is given a tournament and the numbers of games, and yields their results in any order. Each result depends
on the tournament and its number alone, so that all executors give the same.
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
from heliopolis.arena.referee import MAKING, Result, play_game, too_slow
from heliopolis.arena.schedule import Tournament
from heliopolis.bots import BUILT_IN, bot
from heliopolis.compute.compiled import compile_all
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.registry import game

Executor = Callable[[Tournament, Sequence[int]], Iterator[Result]]

MAKING_TIME = 60.0  # seconds a bot has before its first game begins, if there is a limit at all
DEATHS = 2  # a worker that dies so often at the same game was killed by a bot


def serial(tournament: Tournament, numbers: Sequence[int]) -> Iterator[Result]:
    """One game after the other in this very process: a bot that never answers, or ends the process, ends it all."""
    tournament.check()
    warm_up(tournament)
    for number in numbers:
        yield play_game(tournament, number)


def warm_up(tournament: Tournament) -> None:
    """Before a clock is used: our own bots make a move, so that what was compiled is loaded."""
    if tournament.move_time is not None:
        rng = random.Random(0)
        position = game(tournament.game).start(players=tournament.players, seed=0)
        for name in tournament.names:
            if name.partition(":")[0] in BUILT_IN:
                bot(name).choose(position.imagine(position.to_act or 0, rng), rng)


def processes(workers: int | None = None) -> Executor:
    """Several games at a time, each in a process of its own that can be killed; as many as there are cores."""

    def play(tournament: Tournament, numbers: Sequence[int]) -> Iterator[Result]:
        tournament.check()
        compile_all(game(tournament.game))  # once here, not by all workers at the same time
        left, done = deque(numbers), SimpleQueue[Result | BaseException]()
        team = [Worker(tournament) for _ in range(min(workers or os.cpu_count() or 1, len(numbers)))]
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
    try:
        with suppress(IndexError):
            while True:
                done.put(worker.play(left.popleft()))
    except BaseException as error:
        done.put(error)
    finally:
        worker.end()


class Worker:
    """A process that plays games one by one. If a bot makes it die or hang, the bot forfeits and another plays on."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.process: subprocess.Popen[str] | None = None
        self.closed = False

    def play(self, number: int) -> Result:
        limit = self.tournament.move_time
        lost: dict[int, tuple[int, str]] = {}
        deaths = 0
        while True:
            attempt = _Attempt(limit)
            result = self._ask(attempt, {"number": number, "lost": lost, "announce": bool(limit) or deaths > 0})
            if result is not None:
                return result
            deaths += 1
            if attempt.overdue and limit is not None:
                lost[attempt.seat] = (attempt.turn, too_slow(limit))
            elif deaths >= DEATHS and attempt.seat >= 0:
                lost[attempt.seat] = (attempt.turn, "ended its process")
            elif deaths > DEATHS:
                raise HeliopolisError(
                    f"Game {number} cannot be played: the process that plays it dies again and again."
                )

    def _ask(self, attempt: _Attempt, task: Any) -> Result | None:
        """The result of a game, or None if the process died over it."""
        process = self._started()
        with suppress(BrokenPipeError):
            _send(process, task)
        while answer := self._hear(process, attempt):
            if "result" in answer:
                return Result.from_json(answer["result"])
            attempt.seat, attempt.turn = answer["thinking"]
        self.end()
        return None

    def _hear(self, process: subprocess.Popen[str], attempt: _Attempt) -> Any:
        """The next line; nothing if the process is dead, or was killed because it took too long."""
        assert process.stdout is not None
        with attempt.clock(process):
            line = process.stdout.readline()
        return json.loads(line) if line.endswith("\n") else None

    def _started(self) -> subprocess.Popen[str]:
        if self.closed:
            raise HeliopolisError("The tournament was stopped.")
        if self.process is None:
            self.process = process = _start()
            assert process.stdout is not None
            if self.closed:  # meanwhile
                process.kill()
            with suppress(BrokenPipeError):
                _send(process, self.tournament.to_json())
            answer = json.loads(process.stdout.readline() or '{"refusal": "A process for playing cannot be started."}')
            if "refusal" in answer:
                self.end()
                raise HeliopolisError(answer["refusal"])
        return self.process

    def end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(BrokenPipeError):
                        pipe.close()

    def close(self) -> None:
        """Stop, also in the middle of a game; another thread may be waiting for it."""
        self.closed = True
        if self.process is not None:
            self.process.kill()


class _Attempt:
    """Who was thinking when, in one attempt at a game."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.seat, self.turn = -1, MAKING
        self.overdue = False

    @contextmanager
    def clock(self, process: subprocess.Popen[str]) -> Iterator[None]:
        """Kills a process in which a bot thinks for far too long; one that is late but answers is judged there."""
        if self.limit is None or self.seat < 0:
            yield
            return

        def kill() -> None:
            self.overdue = True
            process.kill()

        timer = Timer(MAKING_TIME if self.turn == MAKING else 1 + 2 * self.limit, kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _start() -> subprocess.Popen[str]:
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


def _send(process: subprocess.Popen[str], line: Any) -> None:
    assert process.stdin is not None
    print(json.dumps(line), file=process.stdin, flush=True)
