"""A Tekhenu session is a table like any other: the same log, stream and storage."""

from __future__ import annotations

import json
import random
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from heliopolis.games.tekhenu import Session, from_snapshot, view
from heliopolis.games.tekhenu.history import HistoryNode
from heliopolis.games.tekhenu.random_person import random_answer
from heliopolis.server.domain import companion_match
from heliopolis.server.domain.companion_match import check_operation
from heliopolis.server.domain.device_session import DeviceSession
from heliopolis.server.domain.problems import Problem
from tests.server.people import JSON, Person, answer_to
from tests.server.running import InThread
from tests.tekhenu.games import begin, play


class Shadow:
    """Return the server's session rebuilt in this process, to know what can be answered."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.session = Session()
        self.luck = random.Random(5)

    def operate(self, *operation: Any, status: int = 200) -> JSON:
        seq = self.person.get()["seq"]
        return self.person.post("operations", status, expected_seq=seq, operation=list(operation))

    def answer(self) -> JSON:
        """Any answer that fits the question that is asked there."""
        asked = self.person.get()["position"]["prompt"]
        return self.operate("answer", asked["id"], answer_to(asked, self.luck))


def test_a_whole_session(anywhere: str) -> None:
    with Person(anywhere) as ada:
        ada.open("tekhenu", "me")
        shadow = Shadow(ada)
        assert ada.get()["position"]["prompt"]["id"] == "setup.game"
        shadow.operate("answer", "setup.game", {})
        assert shadow.operate("answer", "setup.game", {}, status=422)["key"] == "tekhenu.bad.prompt"
        while not ada.get()["position"]["over"]:
            shadow.answer()
        table = ada.get()
        assert table["status"] == "over"
        story = ada.get("story")["story"]
        record = ada.get("record")
        assert len(story) == sum(operation[0] == "answer" for operation in record["operations"])
        session = Session.from_json({key: record[key] for key in ("format", "version", "seed", "operations")})
        assert session.over
        assert [row._asdict() for row in session.sheet] == table["position"]["sheet"]


def test_everything_can_be_taken_back_and_corrected(server: str) -> None:
    with Person(server) as ada:
        ada.open("tekhenu", "me")
        shadow = Shadow(ada)
        while not ada.get()["position"]["correctable"]:
            shadow.answer()
        before = ada.get()["position"]
        asked = ada.get("corrections/a1.vp")["prompt"]
        assert asked["kind"] == "number"
        shadow.operate("correction", {"a1.vp": 12})
        assert ada.get()["position"]["table"]["automas"]["a1"]["vp"] == 12
        shadow.operate("undo")
        undone = ada.get()["position"]
        assert undone["table"] == before["table"]
        assert undone["can_redo"]
        shadow.operate("redo")
        assert ada.get("entries/0")["prompt"]["id"] == "setup.game"
        shadow.operate("change", 0, {"automas": 2})
        assert ada.get("story")["story"][0]["entry"] == {"id": "setup.game", "value": {"automas": 2}}
        assert ada.get("record", status=409)["key"] == "record.running"
        assert ada.get("entries/9999", status=422)["key"] == "tekhenu.bad.entry"
        assert ada.move("draw", 409)["key"] == "game.other"


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("asked", ["cultist", "correction", "1.person.cultist", "setup.automas", "setup.game"])
def test_only_the_open_question_is_answered(asked: str, over: bool) -> None:
    session = play(begin(), random.Random(1), until=None if over else "1.person.die")
    with pytest.raises(Problem, match=r"tekhenu\.bad\.(over|prompt)"):
        check_operation(session, ["answer", asked, {"a1.vp": 3} if asked == "correction" else 1])


def test_ticks_are_logged_in_order_and_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(1)
    answers: tuple[Any, ...] = ({}, None, None)
    for answer in answers:
        session.answer(answer)
    assert check_operation(session, ["done", [3, 1, 3]]) == ["done", [1, 3]]
    with pytest.raises(Problem, match=r"tekhenu\.bad\.done"):
        check_operation(session, ["done", [0] * (len(session.steps) + 1)])
    session.tick([1])
    monkeypatch.setattr(companion_match, "MAX_TICKS", 1)
    with pytest.raises(Problem, match=r"table\.long"):
        check_operation(session, ["done", [1]])
    assert check_operation(session, ["answer", "setup.checklist", True])


def test_bad_operations_change_nothing(server: str) -> None:
    with Person(server) as ada:
        ada.open("tekhenu", "me")
        shadow, before = Shadow(ada), ada.get()
        shadow.operate("answer", "setup.game", {"automas": 9}, status=422)
        shadow.operate("answer", "setup.game", [[["x"]]], status=422)
        assert shadow.operate("done", [0], status=422)["key"] == "tekhenu.bad.done"
        assert shadow.operate("cultist", 1, status=422)["key"] == "tekhenu.bad.no_cultist"
        shadow.operate("done", 0, status=400)
        shadow.operate("done", status=400)
        shadow.operate("cultist", "x", status=400)
        shadow.operate("dance", status=400)
        shadow.operate("remove", "x", status=400)
        shadow.operate("undo", status=422)
        assert ada.get() == before


def test_ticks_and_the_cultist_reach_every_device_and_outlive_the_server(database: str) -> None:
    first = InThread(database)
    with Person(first.url) as ada:
        ada.open("tekhenu", "me")
        shadow = Shadow(ada)
        while not ada.get()["position"]["can_use_cultist"]:
            shadow.answer()
        shadow.operate("cultist", 2)
        before = ada.get()["position"]
        assert before["steps"][-1]["key"] == "tekhenu.step.cultist"
        shadow.operate("done", [0])
        log = ada.get("log")["entries"]
        assert log[-1]["operation"] == ["done", [0]]
        assert ada.get()["position"] == {**before, "done": [0]}
    first.close()
    second = InThread(database)
    with Person(second.url) as again:
        again.http.cookies, again.table = ada.http.cookies, ada.table
        assert again.get()["position"] == {**before, "done": [0]}
    second.close()


def test_ticks_are_not_counted(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion_match, "MAX_CORRECTIONS", 3)
    with Person(server) as ada:
        ada.open("tekhenu", "me")
        shadow = Shadow(ada)
        while ada.get()["position"]["prompt"]["id"] != "setup.checklist":
            shadow.answer()
        for done in ([0], [3, 1], [0, 1], []):
            shadow.operate("done", done)
        assert shadow.operate("undo", status=409)["key"] == "table.long"


def test_others_may_watch_but_not_touch(server: str) -> None:
    with Person(server) as ada, Person(server) as friend:
        friend.table = ada.open("tekhenu", "me")["id"]
        assert friend.get()["position"]["prompt"]["id"] == "setup.game"
        operation = ["answer", "setup.game", {}]
        assert friend.post("operations", 403, expected_seq=2, operation=operation)["key"] == "seat.foreign"


def test_only_the_owner_of_the_seat_gets_the_session(server: str) -> None:
    """It has the seed, from which everything that is still hidden follows."""
    with Person(server) as ada, Person(server) as friend, httpx.Client(base_url=server) as stranger:
        table = friend.table = ada.open("tekhenu", "me")["id"]
        shadow = Shadow(ada)
        for _ in range(8):
            shadow.answer()
        found, shown = ada.get("session"), ada.get()
        assert found["seq"] == shown["seq"]
        assert from_snapshot(found["snapshot"]).over is False
        assert view(from_snapshot(found["snapshot"])) == shown["position"]
        assert friend.get("session", status=403)["key"] == "seat.foreign"
        assert stranger.get(f"/api/tables/{table}/session").status_code == 403
        ada.open("ra", "me", "random", "random")
        assert ada.get("session", status=409)["key"] == "game.other"


def test_a_session_that_went_on_elsewhere_is_entered_again_one_by_one(server: str) -> None:
    """The same requests, sent twice as after a lost answer, lead to the same session as on the device."""
    with Person(server) as ada:
        ada.open("tekhenu", "me")
        begun = ada.get("session")
        device, rng = DeviceSession.load(json.dumps(begun)), random.Random(3)
        operations: list[list[Any]] = []
        while len(operations) < 30:
            prompt = device.match.session.prompt
            assert prompt is not None
            operation = ["undo"] if len(operations) % 7 == 6 else ["answer", prompt.id, random_answer(prompt, rng)]
            assert "problem" not in json.loads(device.operate(json.dumps(operation)))
            operations.append(operation)
        for number, operation in enumerate(operations):
            for _ in range(2):
                request = {"expected_seq": begun["seq"] + number, "request_id": f"offline-{number}"}
                ada.post("operations", operation=operation, **request)
        assert ada.get("session")["snapshot"] == json.loads(device.snapshot())["snapshot"]


def entered(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """In which threads sessions entered something, from now on."""
    threads: list[threading.Thread] = []
    result = HistoryNode.result

    def counted(self: HistoryNode, entry: Any) -> Any:
        threads.append(threading.current_thread())
        return result(self, entry)

    monkeypatch.setattr(HistoryNode, "result", counted)
    return threads


def test_an_operation_is_done_once_and_off_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    with Person(running.url) as ada:
        ada.open("tekhenu", "me")
        shadow, threads = Shadow(ada), entered(monkeypatch)
        for number in range(1, 9):
            shadow.answer()
            assert len(threads) == number
        shadow.operate("change", 0, {"automas": 2})
        assert len(threads) <= 16
        assert running.thread not in threads
    running.close()


def test_loading_a_session_enters_nothing_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = InThread(database)
    with Person(first.url) as ada:
        ada.open("tekhenu", "me")
        shadow = Shadow(ada)
        while not ada.get()["position"]["correctable"]:
            shadow.answer()
        for _ in range(3):
            shadow.operate("change", 1, "ra")
        before, story = ada.get(), ada.get("story")
    first.close()
    second, threads = InThread(database), entered(monkeypatch)
    with Person(second.url) as again:
        again.http.cookies, again.table = ada.http.cookies, ada.table
        assert again.get() == before
        assert threads == []
        assert again.get("story") == story
        Shadow(again).operate("undo")
        undone = again.get()["position"]
        assert undone["table"] == before["position"]["table"]
        assert undone["can_redo"]
        assert second.thread not in threads
    second.close()


def test_a_session_does_not_grow_without_end_but_can_be_finished(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion_match, "MAX_OPERATIONS", 7)
    monkeypatch.setattr(companion_match, "MAX_CORRECTIONS", 5)
    monkeypatch.setattr(companion_match, "MAX_REPLAYS", 1)
    with Person(server) as ada:
        ada.open("tekhenu", "me")
        shadow = Shadow(ada)
        for _ in range(3):
            shadow.answer()
        shadow.operate("change", 0, {"automas": 2})
        assert shadow.operate("change", 0, {}, status=409)["params"] == {"most": 1}
        shadow.operate("undo")
        assert shadow.operate("redo", status=409)["params"] == {"most": 5}
        shadow.answer()
        shadow.answer()
        asked = ada.get()["position"]["prompt"]
        full = shadow.operate("answer", asked["id"], answer_to(asked, shadow.luck), status=409)
        assert (full["key"], full["params"]) == ("table.long", {"most": 7})


def test_a_long_session_fits_three_times() -> None:
    """A person who answers at random against three automas."""
    luck, session = random.Random(1), Session(1)
    while not session.over:
        assert session.prompt is not None
        session.answer({"automas": 3} if session.prompt.id == "setup.game" else random_answer(session.prompt, luck))
    assert 50 < len(session.operations) < companion_match.MAX_OPERATIONS / 3
