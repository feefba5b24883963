"""Records, positions, saved Tekhenu games and tournaments of version 0.1.0."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.arena.schedule import arrange
from heliopolis.arena.tournaments import run
from heliopolis.core.record import Record
from heliopolis.games.tekhenu import Session, snapshot
from heliopolis.games.tekhenu.screen import view
from heliopolis.server.domain.verification import verify
from tests.versions import JSON, V0_1, check_view, read

RECORDS: dict[str, JSON] = read(V0_1 / "records" / "expected.json")
POSITIONS: dict[str, JSON] = read(V0_1 / "positions" / "expected.json")
TEKHENU: dict[str, JSON] = read(V0_1 / "tekhenu" / "expected.json")
ARENA: dict[str, JSON] = read(V0_1 / "arena" / "expected.json")
DEALT = ["ra-finished", "ra-practice", "priests-finished", "priests-time", "respublica-finished"]
UNSAVED = {"log", "correctable"}  # of the views of sessions; `expected.json` has them without


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays(name: str) -> None:
    text, expected = (V0_1 / "records" / name).read_text(encoding="utf-8"), RECORDS[name]
    record = Record.from_text(text)
    position = record.replay()
    assert record.rules is None, "older than versions of rules"
    assert len(record.moves) == expected["moves"]
    assert position.to_act == expected["to_act"]
    assert position.scores() == expected["scores"]
    assert position.winners() == expected["winners"]
    assert position.to_json() == expected.get("position", position.to_json())
    assert record.to_json() == json.loads(text) if name.endswith(".json") else record.to_text() == text


@pytest.mark.parametrize("name", DEALT)
def test_a_deal_is_verified(name: str) -> None:
    text = (V0_1 / "records" / "server" / f"{name}.txt").read_text(encoding="utf-8")
    assert verify(Record.from_text(text)).outcomes > 0


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_is_read_and_written(name: str) -> None:
    data, expected = read(V0_1 / "positions" / name), POSITIONS[name]
    p = hp.game(data["game"]).from_json(data)
    assert p.to_json() == data
    found: JSON = {"to_act": p.to_act, "over": p.over, "unfinished": p.unfinished, "actions": p.actions()}
    found |= {"legal": p.legal(), "chances": p.chances(), "scores": p.scores(), "winners": p.winners()}
    for key, value in found.items():
        assert value == expected[key], key
    viewer = p.to_act if p.to_act is not None and p.to_act >= 0 else None
    for key, seat in (("view", viewer), ("spectator", None)):
        if key in expected:
            check_view(p.view(seat), expected[key], (name, key))


@pytest.mark.parametrize("name", TEKHENU)
def test_a_saved_session_opens(name: str) -> None:
    data = read(V0_1 / "tekhenu" / name)
    check_session(Session.from_json(data), TEKHENU[name])


@pytest.mark.parametrize("file", sorted((V0_1 / "tekhenu" / "kept").iterdir()), ids=lambda file: file.stem)
def test_a_session_in_a_database_opens(file: Path) -> None:
    reader: Any = snapshot.from_snapshot
    check_session(reader(read(file)), TEKHENU[f"sessions/{file.name}"])


def check_session(session: Session, expected: JSON) -> None:
    assert session.over == expected["over"]
    assert len(session.operations) == expected["operations"]
    asked = expected["view"]["prompt"]
    if asked is not None and asked["id"].endswith("person.cultist"):
        assert session.prompt is not None
        assert session.prompt.id.endswith("person.die"), "no longer a question: the automas have gone on"
        return
    check_view({key: value for key, value in view(session).items() if key not in UNSAVED}, expected["view"], "view")
    last = [[step.to_json() for step in steps] for _, steps in session.story[-1:]]
    assert vp_of(last) == vp_of(expected["last_steps"]), "the sentences are others since, the VP are the same"


def vp_of(entries: list[list[JSON]]) -> list[Counter[str]]:
    """The VP that the steps of entries gave each player."""
    found = [Counter[str]() for _ in entries]
    for total, steps in zip(found, entries, strict=True):
        for step in steps:
            total[step["who"]] += step["vp"]
    return [+total for total in found]


@pytest.mark.parametrize("name", ARENA)
def test_a_tournament_of_other_sources_is_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    arguments = ARENA[name]["arguments"]
    planned = arrange(arguments["name"], arguments["bots"], games=arguments["games"], seed=arguments["seed"])
    shutil.copy(V0_1 / "arena" / name, tmp_path / name)
    with pytest.raises(hp.HeliopolisError, match=r"^[^\n]+\.$"):
        run(planned, save=tmp_path / name)
    assert (tmp_path / name).read_bytes() == (V0_1 / "arena" / name).read_bytes()
