"""Golden transcripts: whole games with 1, 2 and 3 automas, one in each language.

`python -m tests.tekhenu.golden` writes them anew, after a change of rules or words that is meant.
"""

from __future__ import annotations

from pathlib import Path

from heliopolis.games.tekhenu.transcript import transcript
from heliopolis.terminal.tekhenu import random_game

FOLDER = Path(__file__).parent / "golden"
GAMES = {  # automas, difficulty, seed, language
    "one-automa-en": (1, 0, 7, "en"),
    "two-automas-it": (2, 2, 11, "it"),
    "three-automas-es": (3, 4, 5, "es"),
}


def lines(name: str) -> list[str]:
    automas, difficulty, seed, language = GAMES[name]
    return transcript(random_game(seed, automas, difficulty), language)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text("\n".join(lines(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
