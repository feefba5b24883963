"""Compiles pieces of a game: `python -m heliopolis.compute.compile_pieces GAME PACKAGE PRIORITY PIECE …`.

`core.compile_process` starts it. It writes a line of JSON for each function that is compiled: how many are, of how
many; and `null` at the end of a piece. Rules that several pieces call are read only once by Numba. Whatever a game
prints goes to the standard error. The process ends when its standard input is closed, since the one that started it is
gone then.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import TextIO

from heliopolis import kernel
from heliopolis.compute.compiled import PIECES
from heliopolis.core.errors import HeliopolisError
from heliopolis.core.registry import restore_game

LOW_PRIORITY = 5  # of 19: a busy process gets three times as much of a core


def main() -> None:
    """Compile what the command line names."""
    name, package, priority, *pieces = sys.argv[1:]
    if priority == "low" and hasattr(os, "nice"):
        os.nice(LOW_PRIORITY)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    reports = _take_standard_output()

    def report(found: list[int] | None) -> None:
        print(json.dumps(found), file=reports, flush=True)

    with kernel.reporting_to(lambda done, total: report([done, total])):
        try:
            for piece in pieces:
                PIECES[piece].compile(restore_game(name, package))
                report(None)
        except HeliopolisError as error:
            sys.exit(str(error))


def _take_standard_output() -> TextIO:
    """Return the standard output; from now on what Python or compiled code prints goes to the standard error."""
    reports = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return reports


def _end_with_parent() -> None:
    """Wait until the standard input is closed; without Python's buffer, which must not be in use at the end."""
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
