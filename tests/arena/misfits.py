"""Bots that make every kind of mistake; and `Honest`, which makes none."""

import os
import sys
from pathlib import Path

import heliopolis as hp

FOLDER = Path(os.environ.get("HELIOPOLIS_MISFITS", "."))


class Honest:
    def choose(self, position: hp.Position, rng: object) -> str:
        print("Now let me see …")
        return position.legal()[0]


class Raises(Honest):
    def choose(self, position: hp.Position, rng: object) -> str:
        raise ZeroDivisionError("no idea\nat all")


class Silent(Honest):
    def choose(self, position: hp.Position, rng: object) -> str:
        return None  # type: ignore[return-value]


class Liar(Honest):
    def choose(self, position: hp.Position, rng: object) -> str:
        return "bid 99"


class Quits(Honest):
    def choose(self, position: hp.Position, rng: object) -> str:
        sys.exit("enough")


class Late(Honest):
    """Makes an illegal move as its third one."""

    moves = 0

    def choose(self, position: hp.Position, rng: object) -> str:
        self.moves += 1
        return position.legal()[0] if self.moves < 3 else "what?"


class Deadly(Honest):
    """Ends the process at its second move."""

    moves = 0

    def choose(self, position: hp.Position, rng: object) -> str:
        self.moves += 1
        if self.moves == 2:
            os._exit(7)
        return position.legal()[0]


class Endless(Honest):
    """Never answers at its second move."""

    moves = 0

    def choose(self, position: hp.Position, rng: object) -> str:
        self.moves += 1
        if self.moves == 2:
            (FOLDER / f"endless-{os.getpid()}").touch()
            while True:
                pass
        return position.legal()[0]


class Stateful(Honest):
    """Would play its second game differently if it were not created for each game."""

    moves = 0

    def choose(self, position: hp.Position, rng: object) -> str:
        self.moves += 1
        legal = position.legal()
        return legal[self.moves % len(legal)]
