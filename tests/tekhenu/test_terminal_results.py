"""`heliopolis tekhenu results`, and the advice before a new game."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from heliopolis.terminal.tekhenu_files import SaveFolder
from tests.tekhenu.games import begin, play, whole_game
from tests.tekhenu.test_terminal import heliopolis as heliopolis


def save_game(folder: Path, name: str, margin: int) -> None:
    """Save a finished game against one automa at difficulty 1 that the person won by so many VP."""
    session = play(begin(name, automas=1, difficulty=1), random.Random(name), "end.vp")
    session.answer(session.board.automas["a1"].vp + margin)
    SaveFolder(folder).save(name, session)


def test_results_and_advice_are_printed(heliopolis: Any, tmp_path: Path) -> None:
    save_game(tmp_path, "one", 20)
    save_game(tmp_path, "two", 30)
    SaveFolder(tmp_path).save("open", begin(3))
    (tmp_path / "broken.tekhenu.json").write_text("{", encoding="utf-8")
    lines = heliopolis("results").splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["two", "one"]
    assert "+30" in lines[1]
    assert "open" not in "".join(lines)
    assert "2 of your last 2 games against 1 automa at difficulty 1, 25 VP ahead" in " ".join(lines)
    assert " ".join(lines).endswith("try difficulty 2.")


def test_results_of_one_game_have_vp_by_source(heliopolis: Any, tmp_path: Path) -> None:
    session = whole_game(5, 2)
    SaveFolder(tmp_path).save("five", session)
    shown = heliopolis("results", "five")
    assert "rewards for statues" in shown
    assert shown.split()[-2:] == [str(automa.vp) for automa in session.board.automas.values()]


def test_results_of_one_game_have_vp_by_round(heliopolis: Any, tmp_path: Path) -> None:
    session = whole_game(5, 2)
    session.enter_scores({"8": 12})
    SaveFolder(tmp_path).save("five", session)
    blocks = heliopolis("results", "five").split("VP by round")[1].split("\n\n")[0].splitlines()
    total, added = 0, 0
    for line in blocks:
        if line.startswith(("You", "Automa")):
            assert added == total
            total, added = int(line.split()[-1]), 0
        elif found := re.search(r"█* +(-?\d+)  [a-zA-Z]", line):
            added += int(found[1])
    assert added == total == session.board.automas["a2"].vp
    assert any(re.fullmatch(r"after round 8 +█+ +12 +scoring 12", line.strip()) for line in blocks)


def test_without_finished_games_there_are_no_results(heliopolis: Any) -> None:
    assert "There are no finished games" in heliopolis("results")


def test_a_new_game_begins_with_the_advice(heliopolis: Any, tmp_path: Path) -> None:
    assert "difficulty" not in heliopolis("new", typed=[]).partition("How many automas")[0]
    save_game(tmp_path, "one", 40)
    assert "by 40 VP: try difficulty 2." in " ".join(heliopolis("new", typed=[]).split())
