"""`python -m heliopolis.arena.worker`: a process that plays games for another process, which may kill it.

It reads lines of JSON: the tournament, then games to play. It answers each game with its result; if asked to, it
announces every seat that begins to think, so that it is known who was thinking if no answer ever comes.
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


def serve(asked: Iterator[Any], out: TextIO) -> None:
    def answer(**line: Any) -> None:
        print(json.dumps(line), file=out, flush=True)

    try:
        tournament = Tournament.from_json(next(asked))
        tournament.check()
        warm_up(tournament)
    except HeliopolisError as error:
        return answer(refusal=str(error))
    answer(ready=True)
    for task in asked:
        lost = {int(seat): (turn, why) for seat, (turn, why) in task["lost"].items()}
        announce = (lambda seat, turn: answer(thinking=[seat, turn])) if task["announce"] else None
        answer(result=play_game(tournament, task["number"], lost, announce).to_json())
    return None


def listen(lines: TextIO, queue: SimpleQueue[Any]) -> None:
    for line in lines:
        queue.put(json.loads(line))
    os._exit(0)  # nobody is there any more who could want an answer, or stop a bot that thinks for ever


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asked
    lines = os.fdopen(os.dup(0), encoding="utf-8")
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # whatever a bot reads or prints, it does not get in between
    os.dup2(2, 1)
    queue: SimpleQueue[Any] = SimpleQueue()
    Thread(target=listen, args=(lines, queue), daemon=True).start()
    serve(iter(queue.get, None), out)
    sys.exit(1)


if __name__ == "__main__":
    main()
