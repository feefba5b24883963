"""What older versions saved opens and goes on; what newer ones saved is refused in one sentence."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from heliopolis.core.errors import InvalidRecord
from heliopolis.games import tekhenu
from heliopolis.games.tekhenu import Session, from_snapshot, to_snapshot, view
from heliopolis.games.tekhenu.history import HistoryNode, UndoPoint
from heliopolis.games.tekhenu.score_sheet import SCORINGS
from heliopolis.games.tekhenu.state_json import write_state
from heliopolis.games.tekhenu.vocabulary import GODS
from heliopolis.terminal.tekhenu_files import SaveFolder
from tests.tekhenu.games import begin, play, whole_game

FIXTURES = Path(__file__).parent.parent / "fixtures" / "0.1.0" / "tekhenu"
EXPECTED = json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))
SNAPSHOTS = sorted(file.stem for file in (FIXTURES / "kept").glob("*.json"))
MODULES_WITH_RULES = ("version", "session", "snapshot")


OLD_SETUP = {
    "automas": 1,
    "difficulty": 0,
    "expansion": True,
    "settings": {},
    "by_hand": [],
    "first_sunny": None,
    "horus_order": None,
    "checklist": True,
    "order": ["person", "a1"],
    "destiny": {"a1": 0},
}


def read(name: str) -> Any:
    return json.loads((FIXTURES / name).read_text(encoding="utf-8"))


# not there in the fixtures, or otherwise since
NEW_IN_VIEW = ("correctable", "can_use_cultist", "before", "done", "steps", "prompt", "result", "scores_prompt")
NEW_IN_TABLE = ("round", "discards")  # always there now, in 0.1 only if they were not the default


NEW_IN_SNAPSHOT = ("rules", "state", "ticks")
NEW_IN_STATE = ("before", "steps", "waiting", "sheets")  # 0.1 kept no VP of turns on its sheets


def without(data: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


def shown(session: Session) -> dict[str, Any]:
    """The view as the fixtures have it, without the steps."""
    return without_news(json.loads(json.dumps(view(session))))


def without_news(data: dict[str, Any]) -> dict[str, Any]:
    table = {key: value for key, value in data["table"].items() if key not in NEW_IN_TABLE}
    changed = {"table": table, "sheet": turns_in_one_row(data["sheet"])}
    return {key: value for key, value in data.items() if key not in NEW_IN_VIEW} | changed


def turns_in_one_row(sheet: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A score sheet as version 0.1 had it: all VP of turns in one row, behind those of the start."""
    played = [row["vp"] for row in sheet if row["when"] == "play" and row["item"] != "start"]
    total = {name: sum(vp[name] for vp in played) for name in sheet[0]["vp"]}
    return [sheet[0], {"when": "play", "item": "play", "vp": total}, *(row for row in sheet if row["when"] != "play")]


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newer rules are in force; they do the same as these unless a test changes them."""
    for module in MODULES_WITH_RULES:
        monkeypatch.setattr(f"heliopolis.games.tekhenu.{module}.RULES", tekhenu.RULES + 1)


def refuse_production(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rules: a production in the first round is no longer allowed."""
    old = HistoryNode.result

    def result(self: HistoryNode, entry: tekhenu.SessionEntry) -> Any:
        if (entry.id, entry.value) == ("1.person.action", "production"):
            raise tekhenu.BadAnswer(tekhenu.Message("tekhenu.bad.choice", {}))
        return old(self, entry)

    monkeypatch.setattr(HistoryNode, "result", result)


def pay_cultist_double(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rules: each use of the cultist gives 2 VP."""
    from heliopolis.games.tekhenu.shared_board import SharedBoard

    old = SharedBoard.add_vp
    monkeypatch.setattr(SharedBoard, "add_vp", lambda self, name, vp: old(self, name, 2 * vp))


def with_production() -> Session:
    """A game in round 3; in round 1 the person has produced."""
    session = begin()
    for answer in (None, "production"):
        session.answer(answer)
    session.use_cultist(1)
    return play(session, random.Random(3), until="3.person.die")


# ---- version 0.1 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPECTED)
def test_sessions_of_0_1_open_as_they_were(name: str) -> None:
    session, expected = Session.from_json(read(name)), EXPECTED[name]
    asked = (expected["view"]["prompt"] or {"id": None})["id"]
    assert session.start is None
    assert session.over == expected["over"]
    assert len(session.log) == 0 or session.story[-1][1] == session.steps
    if name == "sessions/new.json":
        assert (asked, session.prompt and session.prompt.id) == ("setup.automas", "setup.game")
    elif asked is not None and asked.endswith(".cultist"):  # is not asked any more: the automas have gone on
        stopped = session.now.node.before_cultist
        assert stopped is not None
        assert shown(Session(start=UndoPoint(HistoryNode(stopped))))["table"] == without_news(expected["view"])["table"]
    else:
        assert shown(session) == without_news(expected["view"])
        assert asked == (session.prompt and session.prompt.id)


def test_entries_of_0_1_about_the_cultist_count_where_they_were() -> None:
    """The automa acts after a correction that was made while 0.1 asked for the cultist, as it did then."""
    setup = [["answer", f"setup.{name}", value] for name, value in OLD_SETUP.items()]
    turn = [["answer", "1.person.die", None], ["answer", "1.person.action", "nothing"]]
    correction = ["correction", {f"dice.{name}": [] for name in (*GODS, "seth")} | {"dice.bastet": [["green", 5]]}]
    data = {**Session(3).to_json(), "operations": [*setup, *turn, correction, ["answer", "1.person.cultist", 2]]}
    session = Session.from_json(data)
    assert session.board.dice["bastet"] == ()
    assert session.board.automas["a1"].vp == 12
    assert session.board.automas["a1"].happiness == 6
    assert [step.key for step in session.steps][:2] == ["tekhenu.step.cultist", "tekhenu.step.take_die"]
    assert [entry.id for entry in session.log[-2:]] == ["correction", "1.person.cultist"]
    turns = [step.key for _, steps in session.story for step in steps].count("tekhenu.step.take_die")
    assert turns == 1


def test_uses_of_the_cultist_that_0_1_stored_can_be_changed() -> None:
    session = Session.from_json(read("saves/finished-2.tekhenu.json"))
    before = session.board
    number = next(i for i, entry in enumerate(session.log) if entry.id == "3.person.cultist")
    asked = session.prompt_at(number)
    assert asked is not None
    assert (asked.id, asked.low) == ("3.person.cultist", 0)
    session.change(number, session.log[number].value + 2)
    assert session.over
    assert session.dropped == ()
    for name, automa in session.board.automas.items():
        assert automa.vp == before.automas[name].vp + 2
    session.change(0, 1)
    assert session.log[0].id == "setup.automas"
    assert len(session.board.automas) == 1


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_snapshots_of_0_1_open_as_they_were(name: str) -> None:
    session = from_snapshot(read(f"kept/{name}.json"))
    assert session.start is None
    assert view(session) == view(Session.from_json(read(f"sessions/{name}.json")))
    while session.can_undo:
        session.undo()
    assert session.log == []


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_snapshots_of_0_1_lose_no_field(name: str) -> None:
    old = read(f"kept/{name}.json")
    session = from_snapshot(old)
    new = json.loads(json.dumps(to_snapshot(session)))
    assert without(new, NEW_IN_SNAPSHOT) == without(old, NEW_IN_SNAPSHOT)
    state = new["state"]
    if old["state"]["phase"] == "person_cultist":  # is not asked any more: the automas have gone on
        stopped = session.now.node.before_cultist
        assert stopped is not None
        state = json.loads(json.dumps(write_state(stopped)))
    assert without(state, NEW_IN_STATE) == without(old["state"], NEW_IN_STATE)
    assert [row for row in state["sheets"] if row[0] in SCORINGS] == old["state"]["sheets"]


def test_saved_games_of_0_1_go_on_in_the_terminal(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "saves", tmp_path, dirs_exist_ok=True)
    saves = SaveFolder(tmp_path)
    assert sorted(saves.names()) == sorted(file.name.split(".")[0] for file in (FIXTURES / "saves").iterdir())
    for name in saves.names():
        session = play(saves.load(name), random.Random(1))
        assert session.over
        saves.save(name, session)
        assert saves.load(name).to_json() == session.to_json()


# ---- rules that have changed since -----------------------------------------------------------------------------------


def test_every_save_carries_the_rules_version(tmp_path: Path) -> None:
    session = begin()
    SaveFolder(tmp_path).save("g", session)
    saved = json.loads((tmp_path / "g.tekhenu.json").read_text(encoding="utf-8"))
    assert [data["rules"] for data in (session.to_json(), to_snapshot(session), saved)] == [tekhenu.RULES] * 3


@pytest.mark.usefixtures("newer_rules")
def test_older_saves_keep_their_history_if_newer_rules_lead_to_the_same_state() -> None:
    session = with_production()
    session.change(0, {"automas": 1})
    older = [{**data, "rules": 1} for data in (session.to_json(), session.to_json(with_state=True))]
    for twin in [*map(Session.from_json, older), from_snapshot({**to_snapshot(session), "rules": 1})]:
        assert twin.to_json() == session.to_json()
        assert view(twin) == view(session)


@pytest.mark.usefixtures("newer_rules")
@pytest.mark.parametrize("change", [refuse_production, pay_cultist_double])
def test_older_saves_go_on_from_their_state_if_newer_rules_lead_elsewhere(
    change: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = with_production()
    older = [{**data, "rules": 1} for data in (session.to_json(with_state=True), to_snapshot(session))]
    change(monkeypatch)
    for twin in (Session.from_json(older[0]), from_snapshot(older[1])):
        assert twin.state == session.state
        assert (twin.log, twin.can_undo) == ([], False)
        play(twin, random.Random(2))
        assert twin.over
        for again in (Session.from_json(json.loads(json.dumps(twin.to_json()))), from_snapshot(to_snapshot(twin))):
            assert again.state == twin.state
            assert again.to_json() == twin.to_json()


@pytest.mark.usefixtures("newer_rules")
def test_entries_that_wait_still_wait_when_a_save_goes_on_from_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    session = with_production()
    session.remove([entry.id for entry in session.log].index("2.person.die"))
    older = {**session.to_json(with_state=True), "rules": 1}
    refuse_production(monkeypatch)
    twin = Session.from_json(older)
    assert twin.waiting == session.waiting != ()
    again = Session.from_json(twin.to_json())
    assert again.waiting == session.waiting


@pytest.mark.usefixtures("newer_rules")
def test_an_older_save_without_a_state_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    session = with_production()
    older = {**session.to_json(), "rules": 1}
    refuse_production(monkeypatch)
    for data in (older, {**older, "state": {"phase": "gone"}}):
        with pytest.raises(
            InvalidRecord, match=r"^This game was saved under rules 1 of Tekhenu and cannot be [^.]*\.$"
        ):
            Session.from_json(data)


def test_newer_saves_are_refused_in_one_sentence() -> None:
    session = begin()
    newer = tekhenu.RULES + 1
    for read_it, data in ((Session.from_json, session.to_json(with_state=True)), (from_snapshot, to_snapshot(session))):
        with pytest.raises(
            InvalidRecord, match=rf"^This game was saved under rules {newer} of Tekhenu by a newer [^.]*\.$"
        ):
            read_it({**data, "rules": newer})


@pytest.mark.parametrize("rules", [0, "1", None, True, 1.0])
def test_a_rules_version_that_is_none_is_refused(rules: object) -> None:
    with pytest.raises(InvalidRecord, match="is a whole number from 1 on"):
        Session.from_json({**begin().to_json(), "rules": rules})


# ---- fields of other versions ----------------------------------------------------------------------------------------


def test_unknown_stored_fields_are_ignored() -> None:
    session = with_production()
    data = json.loads(json.dumps(to_snapshot(session)))
    state, board = data["state"], data["state"]["table"]
    parts = [board[part] for part in ("settings", "osiris", "temple", "seth", "person", "dice", "god_statues")]
    for part in (data, state, board, *parts, *board["automas"].values(), *data["entries"], *state["steps"]):
        part["unknown"] = {"from": "a newer version"}
    twin = from_snapshot(data)
    assert twin.state == session.state
    assert "unknown" not in twin.board.to_json()
    assert Session.from_json({**session.to_json(), "state": state, "unknown": 1}).log == session.log


@pytest.mark.parametrize("data", [{}, {"seed": 1}, {"seed": 1, "now": 0, "line": [], "state": None}])
def test_what_is_no_snapshot_is_refused(data: Any) -> None:
    with pytest.raises(InvalidRecord, match="This is no snapshot of a Tekhenu session"):
        from_snapshot({"rules": tekhenu.RULES, **data})


# ---- copies ----------------------------------------------------------------------------------------------------------


def test_a_copy_is_independent() -> None:
    session = with_production()
    session.undo()
    before = to_snapshot(session)
    twin = session.copy()
    assert to_snapshot(twin) == before
    twin.redo()
    twin.change(0, {"difficulty": 2})
    play(twin, random.Random(5))
    assert to_snapshot(session) == before
    session.redo()
    assert session.to_json() != twin.to_json()


def test_a_copy_keeps_where_a_restored_session_began() -> None:
    session = Session(3, start=whole_game(3).past[-1])
    assert session.copy().to_json() == session.to_json()
