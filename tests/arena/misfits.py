"""Bots that make every kind of mistake; and `Plain`, which makes none."""

import os
import sys
from pathlib import Path

import heliopolis as hp

FOLDER = Path(os.environ.get("HELIOPOLIS_MISFITS", "."))


class Plain:
    def choose(self, position: hp.Position, rng: object) -> str:
        print("Now let me see …")
        return position.legal()[0]


class Raises(Plain):
    def choose(self, position: hp.Position, rng: object) -> str:
        raise ZeroDivisionError("no idea\nat all")


class Silent(Plain):
    def choose(self, position: hp.Position, rng: object) -> str:
        return None  # type: ignore[return-value]


class Liar(Plain):
    def choose(self, position: hp.Position, rng: object) -> str:
        return "bid 99"


class Quits(Plain):
    def choose(self, position: hp.Position, rng: object) -> str:
        sys.exit("enough")


class Late(Plain):
    """Makes an illegal move as its third one."""

    moves = 0

    def choose(self, position: hp.Position, rng: object) -> str:
        self.moves += 1
        return position.legal()[0] if self.moves < 3 else "what?"


class Deadly(Plain):
    """Ends the process at its second move."""

    moves = 0

    def choose(self, position: hp.Position, rng: object) -> str:
        self.moves += 1
        if self.moves == 2:
            os._exit(7)
        return position.legal()[0]


class Endless(Plain):
    """Never answers at its second move."""

    moves = 0

    def choose(self, position: hp.Position, rng: object) -> str:
        self.moves += 1
        if self.moves == 2:
            (FOLDER / f"endless-{os.getpid()}").touch()
            while True:
                pass
        return position.legal()[0]


class Stateful(Plain):
    """Would play its second game differently if it were not created for each game."""

    moves = 0

    def choose(self, position: hp.Position, rng: object) -> str:
        self.moves += 1
        legal = position.legal()
        return legal[self.moves % len(legal)]
