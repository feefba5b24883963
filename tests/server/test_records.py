"""Records that somebody brings along."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import make_url

import heliopolis as hp
from heliopolis.core.record import Record
from heliopolis.server.http.limits import cost_of
from heliopolis.server.runtime import replays
from heliopolis.server.storage import Store
from tests.server.people import JSON, Person, play_on
from tests.server.running import InThread


def opened(person: Person, text: str, status: int = 200, **more: Any) -> JSON:
    answer = person.http.post("/api/records", json={"text": text, **more})
    assert answer.status_code == status, answer.text
    found: JSON = answer.json()
    return found


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who replays a record, from now on."""
    found: list[str] = []
    story = Record.story

    def counted(self: Record) -> Iterator[Any]:
        found.append(threading.current_thread().name)
        return story(self)

    monkeypatch.setattr(Record, "story", counted)
    return found


def test_bots_are_told_from_people_also_in_a_record_of_0_1(server: str) -> None:
    record = hp.play_match("ra", ["greedy"] * 3, seed=11).record.with_seats(["Ada", "easy", "stranger"])
    with Person(server) as ada:
        assert opened(ada, record.to_text())["bots"] == [None, "easy", None]
        said = replace(record, bots=(None, "medium", None))
        assert opened(ada, said.to_text())["bots"] == [None, "medium", None]
        unnamed = replace(record, seats=None)
        assert opened(ada, unnamed.to_text())["bots"] == [None, None, None]


@pytest.mark.parametrize("game", ["ra", "respublica"])
def test_stepping_through_a_record_replays_it_once(server: str, game: str, threads: list[str]) -> None:
    record = hp.play_match(game, ["greedy"] * 3, seed=11).record
    with Person(server) as ada:
        last = opened(ada, record.to_text())
        positions = [record.start_position(), *(position for _, _, position in record.steps())]
        assert last["at"] == len(last["entries"]) == len(record.moves)
        assert last["winners"] == positions[-1].winners()
        for at in (0, 1, 2, len(record.moves) // 2, len(record.moves) - 1):
            for seat in (None, 2):
                looked = opened(ada, record.to_text(), at=at, seat=seat)
                assert looked["position"] == positions[at].view(seat)
                assert looked["entries"] == last["entries"]
    assert len(threads) == 1
    assert threads[0].startswith("work")


def test_only_the_last_records_are_remembered(server: str, threads: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MAX_CACHED_RECORDS", 2)
    first, second, third = (hp.play_match("ra", ["random"] * 2, seed=seed).record.to_text() for seed in (21, 22, 23))
    with Person(server) as ada:
        for text, replayed in ((first, 1), (second, 2), (first, 2), (third, 3), (first, 3), (second, 4)):
            opened(ada, text)
            assert len(threads) == replayed


def test_bad_records(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = hp.play_match("ra", ["random"] * 2, seed=31).record
    text, data = record.to_text(), record.to_json()
    bad = [
        text + "0: dance\n",
        f"Game: {'1' * 5000}",
        f'{{"game": "ra", "seed": {"1" * 5000}, "start": {{}}, "moves": []}}',
        text.replace("\n0: ", "\n1: ", 1),
        json.dumps(data | {"moves": ["draw" + " a" * 25_000]}),
        json.dumps(data | {"moves": [*data["moves"], "draw"] * 50})[:60_000],
        json.dumps(data | {"result": [{"x": 1}]}),
        json.dumps(data | {"result": [99, 0]}),
        json.dumps(data | {"result": [*data["result"], 0]}),
        json.dumps(data | {"moves": data["moves"][:-1]}),
        '{"game": ' + "[" * 30_000,
    ]
    with Person(server) as ada:
        for one in bad:
            assert opened(ada, one, 422)["key"] == "record.bad"
        assert opened(ada, text)["result"] == list(record.result or ())
        monkeypatch.setattr(replays, "MAX_MOVES", 10)
        assert opened(ada, text + "\n", 422)["key"] == "record.bad"


# ---- of tables -------------------------------------------------------------------------------------------------------


def sql(server: InThread, statement: str) -> None:
    with sqlite3.connect(str(make_url(server.app.state.services.settings.database).database)) as connection:
        connection.execute(statement)


def test_a_record_is_made_of_the_moves_alone(tmp_path: Path) -> None:
    """What else the log has, and be it nonsense, is not even read; rows without a kind are of version 0.1."""
    running = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    with Person(running.url) as ada:
        ada.open("ra", "me", "me", seed="1")
        for _ in range(4):
            ada.move(ada.get()["position"]["legal"][0])
            ada.post("chat", text="Well…")
        before = ada.get("record")
        sql(running, "UPDATE log SET entry = 'nonsense' WHERE kind = 'chat'")
        assert ada.get("record") == before
        assert len(before["moves"]) == 4
        sql(running, "DELETE FROM log WHERE kind = 'chat' AND seq > 4")
        sql(running, """UPDATE log SET entry = '{"seq": 4, "kind": "chat"}' WHERE kind = 'chat'""")
        sql(running, "UPDATE log SET kind = NULL")
        assert ada.get("record") == before
    running.close()


def test_the_record_of_a_finished_game_is_made_once(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    moves = Store.moves

    async def counted(self: Store, table_id: str, *more: Any) -> list[JSON]:
        reads.append(table_id)
        return await moves(self, table_id, *more)

    monkeypatch.setattr(Store, "moves", counted)
    with Person(server) as ada:
        ada.open("ra", "me", "random", seed="1")
        for expected in (1, 2):
            ada.get("record")
            assert len(reads) == expected, "a game that goes on has another record soon"
        play_on([ada], random.Random(1))
        reads.clear()
        found = [ada.http.get(ada.path("record")).json() for _ in range(3)]
        assert found[0] == found[1] == found[2]
        texts = [ada.http.get(ada.path("record?form=text")) for _ in range(3)]
        assert Record.from_text(texts[2].text).to_json() == found[0]
        assert texts[0].headers["Content-Type"] == texts[2].headers["Content-Type"] == "text/plain; charset=utf-8"
    assert len(reads) == 2, "once for each form"


def test_records_cost_more_than_moves() -> None:
    assert cost_of("POST", "/api/records").tokens > cost_of("POST", "/api/tables/abc/moves").tokens
