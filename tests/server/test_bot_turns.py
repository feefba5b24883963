"""How bots think on a server: which, on how many cores, and what is told of them."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.bots import search
from heliopolis.server.domain.dealt_match import DealtMatch
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.presenters import present_entry
from heliopolis.server.runtime.bot_choices import bots_for, choose, explain

PROTOCOL = Path(__file__).parent.parent.parent / "docs" / "protocol.md"


def test_a_bot_takes_no_more_cores_than_its_thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def pool(number: int) -> ThreadPoolExecutor:
        threads.append(number)
        return ThreadPoolExecutor(number)

    monkeypatch.setattr(search, "ThreadPoolExecutor", pool)
    monkeypatch.setattr(search, "usable_cores", lambda: 8)
    deal = Deal.chosen("7")
    match = DealtMatch.start("ra", 3, deal)
    setup = SimpleNamespace(game="ra")
    table: Any = SimpleNamespace(match=match, moved=0, acting_bot="hard", to_act=match.to_act, setup=setup, deal=deal)
    choice = choose(table)
    assert (choice.move in match.position.legal(), choice.bot) == (True, "plain:200")
    explain(table)
    assert set(threads) == {1}


def test_a_move_is_heard_as_the_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever game it is: here Ra, as if it had secrets."""
    entry = {"seq": 4, "at": 0.0, "kind": "move", "seat": 0, "move": "give greek", "outcomes": ["roman"]}
    entry |= {"told": [], "player": None}
    assert present_entry(entry, "ra", 1)["move"] == "give greek"
    monkeypatch.setattr(hp.game("ra"), "disclosure", hp.game("respublica").disclosure)
    heard = present_entry(entry, "ra", 1)
    assert (heard["move"], heard["outcomes"]) == ("give", None)


def test_the_protocol_shows_the_levels_there_are() -> None:
    [shown] = re.findall(r"`GET /api/games`\n```json\n(.*?)```", PROTOCOL.read_text(encoding="utf-8"), re.DOTALL)
    for name, levels in json.loads(shown)["bots"].items():
        assert levels == bots_for(name)
