"""Who runs out of time is replaced by a bot, and may come back."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from tests.server.people import Person
from tests.server.running import InThread, wait_until


def test_time_out_hands_the_seat_to_a_bot(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    server = InThread(f"sqlite:///{file}")
    with Person(server.url) as ada:
        table = ada.open("ra", "me", "me", clock={"seconds_per_move": 3600})
        clock = table["clock"]
        assert clock["seconds_per_move"] == 3600
        assert 3500 < clock["deadline"] - clock["now"] <= 3600
        ada.move("draw")
        assert ada.get()["clock"]["deadline"] >= clock["deadline"]
        server.close()
        make_it_late(file, 4000)
        server = InThread(f"sqlite:///{file}")
        ada.http.base_url = server.url
        wait_until(lambda: any(entry["kind"] == "away" for entry in ada.get("log")["entries"]))
        entry = next(entry for entry in ada.get("log")["entries"] if entry["kind"] == "away")
        assert entry["why"] == "time"
        seat = ada.get()["seats"][entry["seat"]]
        assert (seat["away"], seat["bot"], seat["yours"]) == (True, "greedy", True)
        back = ada.post("back", seat=entry["seat"])["table"]
        assert back["seats"][entry["seat"]]["kind"] == "person"
    server.close()


def make_it_late(file: Path, seconds: float) -> None:
    """All that is in the database happened so much earlier."""
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE tables SET deadline = deadline - ?", [seconds])
        for table_id, seq, entry in connection.execute("SELECT table_id, seq, entry FROM log").fetchall():
            data = json.loads(entry)
            data["at"] -= seconds
            connection.execute(
                "UPDATE log SET entry = ? WHERE table_id = ? AND seq = ?", [json.dumps(data), table_id, seq]
            )
        for table_id, seq, state in connection.execute("SELECT table_id, seq, state FROM snapshots").fetchall():
            data = json.loads(state)
            data["since"] -= seconds
            connection.execute(
                "UPDATE snapshots SET state = ? WHERE table_id = ? AND seq = ?", [json.dumps(data), table_id, seq]
            )
    connection.close()
