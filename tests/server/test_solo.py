"""The results of a player's finished Tekhenu games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heliopolis.games.tekhenu import Session, result_of
from heliopolis.server.runtime import solo_results
from heliopolis.server.storage import store
from heliopolis.server.storage.stored_logs import fold_stored
from tests.server.people import JSON, Person, answer_to
from tests.server.running import InThread


def finish_game(person: Person, vp: int | None) -> JSON:
    """Play a whole game at random, and enter the VP of the person."""
    person.open("tekhenu", "me")
    table, luck = person.get(), random.Random(5)
    while (prompt := table["position"]["prompt"]) is not None:
        value = vp if prompt["id"].endswith("end.vp") else answer_to(prompt, luck)
        operation = ["answer", prompt["id"], value]
        table = person.post("operations", expected_seq=table["seq"], operation=operation)["table"]
    return table


def solo(person: Person) -> JSON:
    return person.get("/api/solo")


def test_finished_games_are_listed_with_their_results(anywhere: str) -> None:
    with Person(anywhere) as ada, Person(anywhere) as stranger:
        assert solo(ada) == {"games": [], "advice": None}
        table = finish_game(ada, 400)
        first = ada.table
        ada.open("tekhenu", "me")  # not finished
        found = solo(ada)
        [game] = found["games"]
        assert (game["table"], game["finished"] > 0) == (first, True)
        result = table["position"]["result"]
        assert {key: game[key] for key in result} == result
        assert game["person_vp"] == 400
        assert game["margin"] == 400 - max(automa["vp"] for automa in game["players"].values())
        assert all(sum(automa["sources"].values()) == automa["vp"] for automa in game["players"].values())
        assert found["advice"]["message"]["key"].startswith("tekhenu.advice.")
        assert solo(stranger) == {"games": [], "advice": None}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[InThread]:
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    yield server
    server.close()


def test_a_result_is_read_once_and_needs_no_replay(running: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Session] = []
    loaded: list[tuple[int, int]] = []

    def counted(session: Session) -> JSON:
        read.append(session)
        return result_of(session)

    def folded(setup: Any, stored: Any) -> Any:
        loaded.append((stored.seq, len(stored.entries)))
        return fold_stored(setup, stored)

    with Person(running.url) as ada:
        finish_game(ada, 10)
        monkeypatch.setattr(solo_results, "result_of", counted)
        monkeypatch.setattr(store, "fold_stored", folded)
        assert solo(ada) == solo(ada)
        assert len(read) == 1
        assert [entries for _, entries in loaded] == [0], "the snapshot is that of the end"


def test_the_newest_games_are_listed_and_none_that_goes_on(running: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_LISTED_TABLES", 1)
    with Person(running.url) as ada:
        finish_game(ada, 1)
        first = ada.table
        finish_game(ada, 2)
        assert [game["table"] for game in solo(ada)["games"]] == [ada.table]
        ada.post("operations", expected_seq=ada.get()["seq"], operation=["undo"])
        assert [game["table"] for game in solo(ada)["games"]] == [first]


def test_a_table_of_that_name_is_no_such_game(running: InThread) -> None:
    with Person(running.url) as ada:
        ada.open("ra", "me", "beginner", name='"game":"tekhenu"')
        assert solo(ada)["games"] == []
