"""Golden transcripts: whole games with 1, 2 and 3 automas, one in each language.

`python -m tests.tekhenu.golden` writes them again after an intended change of rules or wording.
"""

from __future__ import annotations

import random
from pathlib import Path

from heliopolis.games.tekhenu import Session
from heliopolis.games.tekhenu.random_person import any_answer, random_answer
from heliopolis.games.tekhenu.transcript import transcript

FOLDER = Path(__file__).parent / "golden"
GAMES = {  # automas, difficulty, seed, language
    "one-automa-en": (1, 0, 7, "en"),
    "two-automas-it": (2, 2, 11, "it"),
    "three-automas-es": (3, 4, 5, "es"),
}


def golden_game(seed: int, automas: int, difficulty: int) -> Session:
    """Play a whole game at random; the person may enter any VP at the end, or none."""
    session, rng = Session(seed), random.Random(str(seed))
    session.answer({"automas": automas, "difficulty": difficulty})
    while (prompt := session.prompt) is not None:
        choose = any_answer if prompt.id.endswith("end.vp") else random_answer
        session.answer(choose(prompt, rng))
    return session


def lines(name: str) -> list[str]:
    automas, difficulty, seed, language = GAMES[name]
    return transcript(golden_game(seed, automas, difficulty), language)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text("\n".join(lines(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
