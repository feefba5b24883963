"""Reviews of finished games: asked for, grown, saved, resumed by whoever comes next, and deleted with their tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

import heliopolis as hp
from heliopolis.core.record import Record
from heliopolis.server.domain.problems import Problem
from heliopolis.server.runtime import reviews as runtime
from heliopolis.server.storage import reviews as storage
from heliopolis.server.storage.reviews import DONE, Asked, ReviewStore, prune_reviews
from heliopolis.server.storage.schema import log, reviews
from heliopolis.terminal.database import work
from tests.server.people import JSON, Person, sit_down, wait_for
from tests.server.quick_reviews import ENDLESS, QuickReviewing, finished_record, quick_reviews
from tests.server.running import InThread, Process, wait_until
from tests.server.stores import store_in
from tests.server.test_upgrades import TABLES, old_database

DAY = 24 * 3600.0


@pytest.fixture
def quick() -> Iterator[type[QuickReviewing]]:
    with quick_reviews() as reviewing:
        yield reviewing


def finished_table(url: str, game: str = "ra") -> Person:
    """Somebody who has watched bots play."""
    ada = Person(url)
    ada.open(game, *["greedy"] * hp.game(game).min_players)
    wait_for(ada, "over")
    return ada


def ask(person: Person, status: int = 200) -> JSON:
    answer = person.http.post(person.path("review"), json={})
    assert answer.status_code == status, answer.text
    found: JSON = answer.json()
    return found


def upload(person: Person, record: Record, status: int = 200) -> JSON:
    answer = person.http.post("/api/records/review", json={"text": record.to_text()})
    assert answer.status_code == status, answer.text
    found: JSON = answer.json()
    return found


def wait_for_moments(person: Person, number: int, path: str = "review") -> JSON:
    wait_until(lambda: judged(person.get(path)) >= number)
    return person.get(path)


def wait_until_done(person: Person, path: str = "review") -> JSON:
    wait_until(lambda: person.get(path)["status"] in ("done", "failed"))
    return person.get(path)


def judged(answer: JSON) -> int:
    return len(answer["review"]["moments"]) if answer["review"] else 0


# ---- of a table ------------------------------------------------------------------------------------------------------


def test_a_review_grows_and_is_shown_meanwhile(anywhere: str, quick: type[QuickReviewing]) -> None:
    quick.left = 5
    ada = finished_table(anywhere)
    assert ada.get("review") == {"status": "none", "place": None, "review": None}
    assert ask(ada)["status"] in ("waiting", "working")
    found = wait_for_moments(ada, 5)
    assert found["status"] == "working"
    assert not found["review"]["complete"]
    assert [moment["number"] for moment in ada.get("review", after=3)["review"]["moments"]] == [3, 4]
    quick.left = ENDLESS
    found = wait_until_done(somebody_else_at(ada))
    assert found["status"] == "done"
    assert found["review"]["complete"]
    moves = ada.get("record")["moves"]
    assert judged(found) == len(moves)
    assert found["review"]["moments"][:5] == ada.get("review")["review"]["moments"][:5]
    assert ask(ada) == found, "asked again, it is the same"
    assert quick.judged == list(range(len(moves))), "and nothing was judged twice"


def somebody_else_at(person: Person) -> Person:
    other = Person(str(person.http.base_url), "Bea")
    other.table = person.table
    return other


@pytest.mark.parametrize("game", ["ra", "respublica"])
def test_nobody_gets_a_review_before_the_game_is_over(server: str, game: str) -> None:
    people = sit_down(server, game, "Ada Bea Cem")
    for person in (*people, somebody_else_at(people[0])):
        assert ask(person, 403)["key"] == "review.not_over"
        assert person.get("review", 403)["key"] == "review.not_over"


def test_a_session_has_no_review(server: str) -> None:
    ada = Person(server)
    ada.open("tekhenu", "me")
    assert ask(ada, 409)["key"] == "game.other"


def test_whoever_can_see_a_finished_table_can_have_its_review(server: str, quick: type[QuickReviewing]) -> None:
    assert quick.left
    ada = finished_table(server, "respublica")
    stranger = somebody_else_at(ada)
    ask(stranger)
    assert wait_until_done(stranger)["status"] == "done"
    assert wait_until_done(ada) == stranger.get("review")


def test_a_review_is_deleted_with_its_table(database: str, quick: type[QuickReviewing]) -> None:
    quick.left = 3
    server = InThread(database)
    ada = finished_table(server.url)
    ask(ada)
    wait_for_moments(ada, 3)
    assert ada.http.request("DELETE", ada.path(""), json={}).json() == {"deleted": True}
    assert ada.get("review", 404)["key"] == "table.unknown"
    quick.left = ENDLESS
    queue = server.app.state.services.bot_turns.reviews
    wait_until(lambda: not len(queue))
    server.close()
    assert asyncio.run(count(database)) == 0


async def count(url: str) -> int:
    async with store_in(url) as store:
        number = select(func.count()).select_from(reviews)
        return int(await store.database.read(lambda connection: connection.execute(number).scalar_one()))


def test_a_game_that_cannot_be_replayed_says_so(database: str, quick: type[QuickReviewing]) -> None:
    """The table itself is read from its snapshot, as one that was begun under older rules."""
    server = InThread(database)
    ada = finished_table(server.url)
    record = ada.get("record")
    server.close()
    asyncio.run(spoil_first_move(database, ada.table))
    server = InThread(database)
    bea = Person(server.url)
    bea.table = ada.table
    ask(bea)
    assert wait_until_done(bea) == {"status": "failed", "place": None, "review": None}
    assert ask(bea)["status"] == "failed"
    assert record["moves"]
    assert quick.judged == []
    server.close()


async def spoil_first_move(url: str, table_id: str) -> None:
    async with store_in(url) as store:
        entries = await store.entries(table_id, 0)
        first = next(entry for entry in entries if entry["kind"] == "move")
        spoilt = json.dumps({**first, "move": "bid 99"})
        row = (log.c.table_id == table_id) & (log.c.seq == first["seq"])
        await store.database.write(lambda c: c.execute(update(log).where(row).values(entry=spoilt)))


def test_tables_of_the_first_version_can_be_reviewed(database: str, quick: type[QuickReviewing]) -> None:
    asyncio.run(work("upgrade", None, old_database(database)))
    server = InThread(database)
    ada, found = Person(server.url), []
    for table in TABLES.values():
        ada.table = table["id"]
        if ada.get()["status"] == "over" and ada.get()["game"] != "tekhenu":
            ask(ada)
            found.append(wait_until_done(ada)["status"])
    assert found
    assert set(found) == {"done"}
    assert quick.judged
    server.close()


# ---- of a record -----------------------------------------------------------------------------------------------------


def test_a_record_is_reviewed_under_an_id_that_follows_from_the_game(server: str, quick: type[QuickReviewing]) -> None:
    assert quick.left
    ada, record = Person(server), finished_record(seed=21)
    asked = upload(ada, record.with_seats(["Ada", "Bea"]))
    assert upload(ada, record) == asked, "whoever played it"
    path = f"/api/reviews/{asked['id']}"
    found = wait_until_done(ada, path)
    assert judged(found) == len(record.moves)
    assert judged(ada.get(path, after=10)) == len(record.moves) - 10
    assert ada.get(f"/api/reviews/{'0' * 32}", 404)["key"] == "review.unknown"


def test_names_are_not_stored_with_the_review_of_a_record() -> None:
    asked = runtime.asked_of_text(finished_record().with_seats(["Adalgisa", "Bea"]).to_text())
    assert asked.record is not None
    assert "Adalgisa" not in asked.record


def test_an_unfinished_or_bad_record_is_refused(server: str) -> None:
    ada, record = Person(server), finished_record()
    unfinished = replace(record, moves=record.moves[:-3], result=None)
    assert upload(ada, unfinished, 403)["key"] == "review.not_over"
    answer = ada.http.post("/api/records/review", json={"text": "nonsense"})
    assert (answer.status_code, answer.json()["key"]) == (422, "record.bad")


def test_the_review_of_a_table_is_not_found_as_one_of_a_record(server: str, quick: type[QuickReviewing]) -> None:
    assert quick.left
    ada = finished_table(server)
    ask(ada)
    ada.get(f"/api/reviews/{ada.table}", 400)


def test_reviews_of_records_are_kept_for_a_while_and_only_so_many(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "MAX_OF_RECORDS", 2)

    async def go() -> None:
        async with store_in(database) as store:
            kept = ReviewStore(store.database)
            for number, age in enumerate([0.0, 1.0, 2.0, 40.0]):
                await kept.ask(Asked(str(number), record="{}"))
                old = update(reviews).where(reviews.c.id == str(number)).values(changed=1e9 - age * DAY)
                await store.database.write(lambda connection, old=old: connection.execute(old))
            await prune_reviews(store.database, 1e9)
            found = [number for number in "0123" if await kept.find(number) is not None]
            assert found == ["0", "1"]

    asyncio.run(go())


# ---- limits ----------------------------------------------------------------------------------------------------------


def test_one_address_has_only_so_many_places(database: str, quick: type[QuickReviewing]) -> None:
    quick.left = 0
    server = InThread(database, limits=True)
    ada = Person(server.url)
    records = [finished_record(seed=seed, left=3) for seed in range(storage.MAX_UNFINISHED_OF_ADDRESS + 1)]
    for record in records[:-1]:
        upload(ada, record)
    answer = ada.http.post("/api/records/review", json={"text": records[-1].to_text()})
    assert answer.status_code == 503
    assert answer.json()["key"] == "server.busy"
    assert int(answer.headers["Retry-After"]) == storage.RETRY_SECONDS
    upload(ada, records[0])  # one that waits already takes no other place
    last = f"/api/reviews/{runtime.asked_of_text(records[-2].to_text()).id}"
    assert ada.get(last)["place"] == storage.MAX_UNFINISHED_OF_ADDRESS
    quick.left = ENDLESS
    wait_until_done(ada, last)
    upload(ada, records[-1])
    server.close()


def test_all_together_have_only_so_many_places(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "MAX_UNFINISHED", 2)

    async def go() -> None:
        async with store_in(database) as store:
            kept = ReviewStore(store.database)
            for address in "ab":
                await kept.ask(Asked(address, record="{}", origin=address))
            with pytest.raises(Problem, match=r"server\.busy"):
                await kept.ask(Asked("c", record="{}", origin="c"))

    asyncio.run(go())


# ---- who works on it -------------------------------------------------------------------------------------------------


def test_one_process_at_a_time_works_on_a_review(postgres_store: str) -> None:
    async def go() -> None:
        async with store_in(postgres_store) as store:
            first, second = ReviewStore(store.database), ReviewStore(store.database)
            await first.ask(Asked("x", record="{}"))
            assert [one.id for one in await first.claim(100.0, 5)] == ["x"]
            assert await second.claim(100.0, 5) == []
            assert await first.renew(["x"], 105.0) == {"x"}
            assert await second.claim(105.0 + storage.CLAIM_SECONDS - 1, 5) == []
            assert await first.save("x", '{"moments":[]}')
            assert [one.review for one in await second.claim(106.0 + storage.CLAIM_SECONDS, 5)] == ['{"moments":[]}']
            assert await first.renew(["x"], 120.0) == set()
            assert not await first.save("x", "{}", DONE), "it is another process's by now"
            await second.give_back()
            assert [one.id for one in await first.claim(120.0, 5)] == ["x"]

    asyncio.run(go())


@pytest.fixture
def postgres_store(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue("postgres").new_database()
    return found


def test_one_of_each_address_is_claimed_first(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            kept = ReviewStore(store.database)
            for number, address in enumerate("aaabc"):
                await kept.ask(Asked(f"{address}{number}", record="{}", origin=address))
            assert [one.id for one in await kept.claim(0.0, 4)] == ["a0", "b3", "c4", "a1"]

    asyncio.run(go())


def test_what_was_judged_is_saved_when_a_server_stops_and_not_judged_again(
    database: str, quick: type[QuickReviewing]
) -> None:
    quick.left = 7
    server = InThread(database)
    ada = finished_table(server.url)
    ask(ada)
    wait_for_moments(ada, 7)
    server.close()
    quick.left = ENDLESS
    server = InThread(database)
    bea = Person(server.url)
    bea.table = ada.table
    found = wait_until_done(bea)
    assert quick.judged == list(range(judged(found)))
    server.close()


def test_a_review_of_a_process_that_died_is_finished_by_another(
    database: str, quick: type[QuickReviewing], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that died had claimed it for a while; time goes on only while some server is there."""
    monkeypatch.setattr(storage, "CLAIM_SECONDS", 1.0)
    record = finished_record(seed=5, left=20)
    asked = runtime.asked_of_text(record.to_text())

    async def die() -> None:
        async with store_in(database) as store:
            dead = ReviewStore(store.database)
            await dead.ask(asked)
            assert len(await dead.claim(0.0, 1)) == 1

    asyncio.run(die())
    server = InThread(database)
    found = wait_until_done(Person(server.url), f"/api/reviews/{asked.id}")
    assert (found["status"], judged(found)) == ("done", 20)
    assert quick.judged == list(range(20))
    server.close()


def test_a_review_survives_a_crash(database: str, tmp_path: Path) -> None:
    """The server is killed while it thinks, and judges the rest when it is there again."""
    record = finished_record(seed=3, left=30)
    server = Process(database, tmp_path / "log")
    server.start()
    try:
        server.wait()
        ada = Person(server.url)
        path = f"/api/reviews/{upload(ada, record)['id']}"
        before = wait_for_moments(ada, 2, path)
        server.kill()
        server.start()
        server.wait()
        found = wait_until_done(Person(server.url), path)
    finally:
        server.end()
    assert found["review"]["complete"]
    shared = min(judged(before), 2)
    assert found["review"]["moments"][:shared] == before["review"]["moments"][:shared]
    assert judged(found) == 30
