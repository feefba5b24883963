"""Records that somebody brings along."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.core.record import Record
from heliopolis.server.http.limits import cost_of
from heliopolis.server.runtime import replays
from tests.server.people import JSON, Person


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
    assert threads[0].startswith("record")


def test_only_the_last_records_are_remembered(server: str, threads: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MAX_CACHED_RECORDS", 2)
    first, second, third = (hp.play_match("ra", ["random"] * 2, seed=seed).record.to_text() for seed in (21, 22, 23))
    with Person(server) as ada:
        for text, replayed in ((first, 1), (second, 2), (first, 2), (third, 3), (first, 3), (second, 4)):
            opened(ada, text)
            assert len(threads) == replayed


def test_bad_records_and_too_many(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = hp.play_match("ra", ["random"] * 2, seed=31).record.to_text()
    with Person(server) as ada:
        for _ in range(2):
            assert opened(ada, text + "0: dance\n", 422)["key"] == "record.bad"
        monkeypatch.setattr(replays, "MAX_MOVES", 10)
        assert opened(ada, text, 422)["key"] == "record.bad"
        monkeypatch.setattr(replays, "MAX_WAITING", 0)
        assert opened(ada, text + "\n", 503)["key"] == "server.busy"
        assert opened(ada, text, 422)["key"] == "record.bad", "what is known is told nevertheless"


def test_records_cost_more_than_moves() -> None:
    assert cost_of("POST", "/api/records").tokens > cost_of("POST", "/api/tables/abc/moves").tokens
