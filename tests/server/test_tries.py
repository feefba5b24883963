"""Practice tables that begin at a moment of another game: the same bots, the same luck or fresh, and no secrets."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.core.errors import InvalidRecord
from heliopolis.core.record import Record, play_recorded_move
from heliopolis.server.domain.sources import next_recorded, without
from heliopolis.server.domain.verification import verify
from tests.server.people import JSON, Person, new_request, play_on, sit_down, wait_for
from tests.server.quick_reviews import finished_record
from tests.server.running import InThread
from tests.server.test_reviews import finished_table, somebody_else_at
from tests.server.test_upgrades import heliopolis

SEED = 4


def try_from(person: Person, status: int = 201, bot: str | None = None, **moment: Any) -> JSON:
    asked = {"table": person.table, "luck": "same", "seat": 0, **moment}
    body: JSON = {"request_id": new_request(), "from": {key: one for key, one in asked.items() if one is not None}}
    answer = person.http.post("/api/tries", json=body | ({} if bot is None else {"bot": bot}))
    assert answer.status_code == status, answer.text
    found: JSON = answer.json()
    return found


def position_in(record: JSON, at: int) -> hp.Position:
    """The position of a record after so many moves."""
    position = Record.from_json(record).start_position()
    for move in record["moves"][:at]:
        for outcome in play_recorded_move(position, move):
            position.play(outcome)
    return position


def outcomes_in(record: JSON, at: int = 0) -> list[str]:
    """All outcomes of chance after so many moves."""
    position, found = position_in(record, at), []
    for move in record["moves"][at:]:
        outcomes = play_recorded_move(position, move)
        for outcome in outcomes:
            position.play(outcome)
        found += outcomes
    return found


def at_table(person: Person, table: JSON) -> Person:
    person.table = table["id"]
    return person


def finish(person: Person, seat: int = 0) -> None:
    """Let a bot play the rest."""
    person.post("away", seat=seat, bot="greedy")
    wait_for(person, "over")


# ---- of a finished game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", hp.games())
def test_a_moment_is_played_on_with_the_same_bots_and_the_same_luck(anywhere: str, game: str) -> None:
    ada = finished_table(anywhere, game)
    record, at = ada.get("record"), 9
    bea, source = somebody_else_at(ada), ada.table
    made = try_from(bea, at=at, seat=1)
    assert made["practice"]
    assert made["from"] == {"table": source, "at": at, "luck": "same"}
    assert [seat["bot"] for seat in made["seats"]] == ["greedy", None, *["greedy"] * (len(made["seats"]) - 2)]
    assert made["you"] == {"seat": 1, "host": True}
    finish(at_table(bea, made), 1)
    tried = bea.get("record")
    assert position_in(tried, 0) == position_in(record, at)
    assert tried["practice"]
    assert_same_luck(outcomes_in(record, at), outcomes_in(tried))


def assert_same_luck(recorded: list[str], came: list[str]) -> None:
    """Every bag and deck came out in the same order: what is left over was not drawn, or comes when all is used up."""
    decks = [set(hp.game("respublica").notation.OUTCOMES[:5]), set(hp.game("respublica").notation.OUTCOMES[5:])]
    kinds = decks if {*recorded} & (decks[0] | decks[1]) else [{*recorded, *came}]
    for kind in kinds:
        before, after = [one for one in recorded if one in kind], [one for one in came if one in kind]
        shared = min(len(before), len(after))
        assert after[:shared] == before[:shared]
        assert shared


def test_recorded_outcomes_come_in_their_order_as_far_as_they_are_possible() -> None:
    ahead = ("ra", "nile", "nile", "pharaoh")
    assert next_recorded(ahead, {"ra": 0.5, "nile": 0.5}) == "ra"
    assert next_recorded(ahead, {"pharaoh": 0.5, "nile": 0.5, "ra": 0.0}) == "nile"
    assert next_recorded(ahead, {"flood": 1.0}) is None
    assert without(ahead, "nile") == ("ra", "nile", "pharaoh")
    assert without(ahead, "flood") == ahead


def test_whoever_plays_the_same_gets_the_same_however_often_they_try(server: str) -> None:
    """Also behind the end of what is recorded, and after a restart of the practice table's log."""
    ada = finished_table(server)
    source, games = ada.table, []
    for _ in range(2):
        ada.table = source
        at_table(ada, try_from(ada, at=30))
        finish(ada)
        games.append(outcomes_in(ada.get("record")))
    shared = min(map(len, games))
    assert games[0][:shared] == games[1][:shared]


def test_fresh_luck_is_another_each_time(server: str) -> None:
    ada = finished_table(server)
    source, record, games = ada.table, ada.get("record"), []
    for _ in range(2):
        ada.table = source
        made = try_from(ada, at=0, luck="fresh")
        assert made["from"]["luck"] == "fresh"
        assert made["deal"]["seed"] is None
        finish(at_table(ada, made))
        games.append(outcomes_in(ada.get("record"))[:20])
    assert games[0] != games[1]
    assert outcomes_in(record)[:20] not in games


def test_what_is_tried_survives_a_restart(database: str) -> None:
    server = InThread(database)
    ada = finished_table(server.url)
    record = ada.get("record")
    at_table(ada, try_from(ada, at=5))
    for _ in range(6):
        play_on([ada] * 2, random.Random(SEED), 1)
    cookie = ada.http.cookies["heliopolis"]
    server.close()
    server = InThread(database)
    again = Person(server.url, arrives=False)
    again.http.cookies.set("heliopolis", cookie)
    again.table = ada.table
    finish(again)
    assert_same_luck(outcomes_in(record, 5), outcomes_in(again.get("record")))
    server.close()


def test_people_become_bots_of_a_level_that_one_chooses(server: str) -> None:
    people = sit_down(server, "ra", "Ada Bea")
    play_on(people, random.Random(SEED))
    ada = people[0]
    assert [seat["bot"] for seat in try_from(ada, at=3)["seats"]] == [None, "expert"]
    assert [seat["bot"] for seat in try_from(ada, at=3, bot="easy", seat=1)["seats"]] == ["easy", None]
    assert try_from(ada, 422, at=3, bot="search:999999")["key"] == "setup.bot"


def test_where_it_came_from_is_its_hosts_business(server: str) -> None:
    ada = finished_table(server)
    source = ada.table
    at_table(ada, try_from(ada, at=3))
    assert ada.get()["from"]["table"] == source
    assert somebody_else_at(ada).get()["from"] == {"table": None, "at": 3, "luck": "same"}


def test_a_try_that_is_sent_twice_makes_one_table(server: str) -> None:
    ada = finished_table(server)
    body = {"request_id": new_request(), "from": {"table": ada.table, "at": 3, "seat": 0, "luck": "same"}}
    ids = {ada.http.post("/api/tries", json=body).json()["id"] for _ in range(2)}
    assert len(ids) == 1
    body["from"] = {**body["from"], "at": 4}  # type: ignore[dict-item]
    assert ada.http.post("/api/tries", json=body).json()["key"] == "request.reused"


def test_a_rematch_of_a_try_is_a_fair_game(server: str) -> None:
    ada = finished_table(server)
    finish(at_table(ada, try_from(ada, at=30)))
    again = ada.post("rematch")
    ada.table = again["table"]["rematch"]
    table = ada.get()
    assert (table["from"], table["practice"], table["deal"]["open"]) == (None, False, False)


def test_moments_that_there_are_not(server: str) -> None:
    ada = finished_table(server)
    moves = len(ada.get("record")["moves"])
    assert try_from(ada, 404, at=moves)["key"] == "moment.unknown", "the game is over there"
    assert try_from(ada, 404, at=moves + 1)["key"] == "moment.unknown"
    assert try_from(ada, 404, at=1, seat=4)["key"] == "seat.unknown"
    assert try_from(ada, 404, at=1, table="nowhere")["key"] == "table.unknown"
    assert try_from(ada, 400, at=1, record="x")["key"] == "request.malformed", "a table or a record, not both"
    assert try_from(ada, 400, at=1, table=None)["key"] == "request.malformed"
    assert try_from(ada, 400, at=1, luck="good")["key"] == "request.malformed"


# ---- of a running game -----------------------------------------------------------------------------------------------


def test_nobody_tries_the_running_game_of_others(server: str) -> None:
    people = sit_down(server, "ra", "Ada Bea")
    play_on(people, random.Random(SEED), 5)
    for person in (*people, somebody_else_at(people[0])):
        for luck in ("same", "fresh"):
            assert try_from(person, 403, at=2, luck=luck)["key"] == "try.running"


def test_the_luck_of_a_running_game_stays_secret(server: str) -> None:
    ada = Person(server)
    ada.open("ra", "me", "random")
    play_on([ada] * 2, random.Random(SEED), 5)
    assert try_from(ada, 409, at=2, luck="same")["key"] == "try.luck"
    made = try_from(ada, at=2, luck="fresh")
    assert made["from"] == {"table": ada.table, "at": 2, "luck": "fresh"}
    stranger = somebody_else_at(ada)
    assert try_from(stranger, 403, at=2, luck="fresh")["key"] == "try.running"
    assert try_from(ada, 403, at=2, luck="fresh", seat=1)["key"] == "try.running"
    assert try_from(ada, 404, at=99, luck="fresh")["key"] == "moment.unknown"


def test_what_one_could_not_know_is_dealt_anew(tmp_path: Path) -> None:
    """At ten tries the others hold other cards; what the seat knew is the same each time."""
    server = InThread(f"sqlite:///{tmp_path}/tables.sqlite3")
    ada = Person(server.url)
    ada.open("respublica", "me", "random", "random")
    play_on([ada] * 3, random.Random(SEED), 12)
    source, at = ada.table, 10
    starts = []
    for _ in range(10):
        ada.table = source
        at_table(ada, try_from(ada, at=at, luck="fresh"))
        setup = server.app.state.services.rooms.find(ada.table).table.setup
        starts.append(hp.game("respublica").from_json(setup.deal.source.start))
        ada.table = source
    known = [start.known_facts(0) for start in starts]
    assert all(one == known[0] for one in known)
    assert len(set(starts)) > 1
    server.close()


# ---- of a record -----------------------------------------------------------------------------------------------------


def test_a_moment_of_a_record_is_played_on(server: str) -> None:
    record = finished_record(seed=11).with_seats(["greedy", "Bea"])
    ada = Person(server)
    made = try_from(ada, at=7, seat=1, table=None, record=record.to_text())
    assert [seat["bot"] for seat in made["seats"]] == ["greedy", None]
    assert made["from"] == {"table": None, "at": 7, "luck": "same"}
    finish(at_table(ada, made), 1)
    assert_same_luck(outcomes_in(record.to_json(), 7), outcomes_in(ada.get("record")))
    assert try_from(ada, 404, at=len(record.moves), table=None, record=record.to_text())["key"] == "moment.unknown"
    assert try_from(ada, 404, at=1, seat=2, table=None, record=record.to_text())["key"] == "seat.unknown"
    assert try_from(ada, 422, at=1, table=None, record="nonsense")["key"] == "record.bad"


# ---- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("luck", ["same", "fresh"])
def test_a_try_is_no_fair_deal_and_says_so(server: str, luck: str, tmp_path: Path) -> None:
    ada = finished_table(server)
    source = ada.table
    finish(at_table(ada, try_from(ada, at=20, luck=luck)))
    record = ada.get("record")
    assert record["deal"]["from"] == {"at": 20, "luck": luck}
    assert source not in str(record), "others who get the record may not know the table"
    with pytest.raises(InvalidRecord, match="began at a moment of another game, for practice"):
        verify(Record.from_json(record))
    file = tmp_path / "try.txt"
    file.write_text(Record.from_json(record).to_text(), encoding="utf-8")
    refused = heliopolis("verify", str(file))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "for practice" in refused.stderr
