"""`python -m heliopolis.arena.worker`: a process that plays games for another process, which may kill it.

It reads lines of JSON: the tournament, then games to play. It answers each game with its result; on request it also
reports every seat that starts to think, so that the bot is known that never answers.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

from heliopolis.arena.executors import warm_up
from heliopolis.arena.referee import play_game
from heliopolis.arena.schedule import Tournament
from heliopolis.core.errors import HeliopolisError


def serve(requests: Iterator[Any], out: TextIO) -> None:
    """Play the games that are requested and write their results."""

    def answer(**message: Any) -> None:
        print(json.dumps(message), file=out, flush=True)

    try:
        tournament = Tournament.from_json(next(requests))
        tournament.check()
        warm_up(tournament)
    except HeliopolisError as error:
        return answer(refusal=str(error))
    answer(ready=True)
    for task in requests:
        forfeits = {int(seat): (turn, why) for seat, (turn, why) in task["known_forfeits"].items()}
        on_thinking = (lambda seat, turn: answer(thinking=[seat, turn])) if task["report_thinking"] else None
        answer(result=play_game(tournament, task["number"], forfeits, on_thinking).to_json())
    return None


def read_requests(lines: TextIO, queue: SimpleQueue[Any]) -> None:
    """Put requests into a queue; end the process when the one that sent them is gone."""
    for line in lines:
        queue.put(json.loads(line))
    os._exit(0)  # also while a bot is thinking, which nobody could stop any more


def main() -> None:
    """Serve the process that started this one, by its standard input and output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    lines = os.fdopen(os.dup(0), encoding="utf-8")
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # what a bot reads or prints cannot disturb the messages
    os.dup2(2, 1)
    queue: SimpleQueue[Any] = SimpleQueue()
    Thread(target=read_requests, args=(lines, queue), daemon=True).start()
    serve(iter(queue.get, None), out)
    sys.exit(1)


if __name__ == "__main__":
    main()
