"""A server on a machine that has compiled nothing, in a process of its own: `python -m tests.server.cold_server WHAT`.

Its compiling processes are replaced: they wait until they are released, and then fetch compiled code from a cache
that is full, or fail. The environment names the cache (`FULL_CACHE`); nothing may be compiled here.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from numba.core import event

import heliopolis as hp
from heliopolis.bots import pieces_for_levels
from heliopolis.core import compile_process
from tests.server.people import Person
from tests.server.running import InThread, wait_until

# Several of these processes run at the same time while the server loads: whole files, and what names others last.
HELD_BACK = """
import os, shutil, sys, time
from pathlib import Path

while not os.path.exists(sys.argv[1]):
    time.sleep(0.02)
full, here = Path(os.environ["FULL_CACHE"]), Path(os.environ["HELIOPOLIS_COMPILED"])
for pattern in ("*.nbc", "*.nbi", "*.compiled"):
    for path in full.rglob(pattern):
        copy = here / path.relative_to(full)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            unfinished = copy.with_name(f"{copy.name}.{os.getpid()}")
            shutil.copyfile(path, unfinished)
            os.replace(unfinished, copy)
"""
MAIN_FUNCTIONS = ("play", "imagine", "simulate", "judge")  # of rules, searches and nets
FAILING = "import sys; sys.exit('No space is left on the disk.')"


def play_some(ada: Person, game: str) -> None:
    """Play an exchange against the strongest level: a move of the person, and the bots' answers."""
    ada.open(game, "me", "master", "hard")
    for _ in range(2):
        wait_until(lambda: ada.get()["to_act"] == 0)
        table = ada.get()
        assert table["position"]["legal"]
        ada.move(table["position"]["legal"][0])
    wait_until(lambda: ada.get()["to_act"] == 0)


def is_loaded(game: str) -> bool:
    """Return whether all that the levels of a game need runs compiled."""
    functions = [vars(piece.functions(hp.game(game))) for piece in pieces_for_levels(hp.game(game))]
    return all(piece[name].overloads for piece in functions for name in MAIN_FUNCTIONS if name in piece)


def main() -> None:
    what, folder = sys.argv[1], Path(tempfile.mkdtemp())
    code = HELD_BACK if what == "held back" else FAILING
    compile_process.COMMAND[:] = [sys.executable, "-c", code, str(folder / "released")]
    with event.install_recorder("numba:compile") as compiled:
        server = InThread(f"sqlite:///{folder}/tables.sqlite3")
        with Person(server.url) as ada:
            for game in hp.games():
                play_some(ada, game)
                assert not is_loaded(game)
            if what == "held back":
                (folder / "released").touch()
                wait_until(lambda: all(is_loaded(game) for game in hp.games()))
                for game in hp.games():
                    play_some(ada, game)
        server.close()
    assert not compiled.buffer, [str(entry) for entry in compiled.buffer]
    print("played")


if __name__ == "__main__":
    main()
