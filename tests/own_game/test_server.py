"""Pig at a table of the server."""

from __future__ import annotations

from pathlib import Path

import heliopolis as hp
from heliopolis.bots import LEVELS, compile_bots
from tests.server.people import Person
from tests.server.running import InThread


def test_a_table_from_the_first_roll_to_the_end(game: hp.Game, tmp_path: Path) -> None:
    for name in hp.games():
        compile_bots(LEVELS, hp.game(name))  # now, and not while a request waits
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        with Person(server.url) as ada:
            facts = next(one for one in ada.get("/api/games")["games"] if one["game"] == "pig")
            assert (facts["title"], facts["min_players"], facts["max_players"]) == (game.title, 2, 5)
            ada.open("pig", "me", "me")
            shown = ada.get()
            while shown["status"] == "running":
                seat = shown["to_act"]
                points, total = shown["position"]["points"][seat], shown["position"]["sum"]
                ada.move("hold" if total >= 20 or points + total >= 100 else "roll", seat=seat)
                shown = ada.get()
            assert max(shown["scores"]) >= 100
            record = hp.Record.from_json(ada.get("record"))
            assert record.replay().over
            assert record.rules == 1
    finally:
        server.close()
