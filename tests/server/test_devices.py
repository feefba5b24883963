"""The devices of a player: listed, revoked, signed out, and joined by another one through a link."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, insert

from heliopolis.server.domain.changes import NewPlayer
from heliopolis.server.domain.secrets import hash_of, new_id, new_secret, player_id_of
from heliopolis.server.http.user_agents import label_of
from heliopolis.server.storage import People, opened
from heliopolis.server.storage.people import HANDOVER_SECONDS
from heliopolis.server.storage.schema import players
from tests.server.people import JSON, Person, new_request, sit_down
from tests.server.postgres import Postgres
from tests.server.running import InThread, wait_until
from tests.server.stores import store_in

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/15E148 Safari/604.1"
)
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0"


def delete(person: Person, path: str) -> httpx.Response:
    return person.http.request("DELETE", path, json={})


def hand_over(person: Person, other: Person) -> JSON:
    """The other browser becomes a device of the person's."""
    link = person.http.post("/api/me/handover", json={}).json()["link"]
    taken = other.http.post("/api/handover", json={"secret": link.partition("#")[2]})
    assert taken.status_code == 200, taken.text
    found: JSON = taken.json()
    return found


@pytest.mark.parametrize(
    ("header", "label"),
    [
        (FIREFOX, "Firefox/Android"),
        (SAFARI, "Safari/iPhone"),
        (EDGE, "Edge/Windows"),
        ("python-httpx/0.28", "python-httpx"),
        ("<script>alert(1)</script>", None),
        ("Firefox/<b>x</b>", "Firefox"),
        ("", None),
        ("x" * 5000, "x" * 24),
    ],
)
def test_devices_are_named_in_our_own_words(header: str, label: str | None) -> None:
    assert label_of(header) == label


def test_a_seat_is_carried_to_another_device(anywhere: str) -> None:
    ada, grace = sit_down(anywhere, "respublica", "Ada Grace Hedy")[:2]
    phone = Person(anywhere)
    phone.http.headers["User-Agent"] = FIREFOX
    old = phone.http.cookies["heliopolis"]
    grace.http.put("/api/me", json={"name": "Grace"})
    link = grace.http.post("/api/me/handover", json={}).json()
    assert link["seconds"] == 600
    secret = link["link"].removeprefix("/hello#")

    looked = phone.http.post("/api/handover", json={"secret": secret, "look": True}).json()
    assert looked == {"name": "Grace", "was": None, "same": False, "tables": 0, "token": None}
    phone.table = grace.table
    assert phone.get()["you"]["seat"] is None, "nothing has happened yet"

    assert phone.http.post("/api/handover", json={"secret": secret}).json() == looked
    assert phone.http.cookies["heliopolis"] != old, "whoever knows the old secret is not let in"
    for device in (grace, phone):
        seen = device.get()
        assert seen["you"]["seat"] == 1
        assert "hand" in seen["position"]["seats"][1]
        assert device.get("/api/me") == {"name": "Grace", "known": True}
    listed = phone.get("/api/me/devices")["devices"]
    assert sorted((one["browser"], one["system"], one["current"]) for one in listed) == [
        ("Firefox", "Android", True),
        ("python-httpx", None, False),
    ]
    again = phone.http.post("/api/handover", json={"secret": secret, "look": True})
    assert again.status_code == 404, "the link is used up"
    assert ada.http.post("/api/handover", json={"secret": secret}).json()["key"] == "link.dead"


def test_a_lost_answer_to_a_handover_loses_nothing(anywhere: str) -> None:
    with Person(anywhere) as ada, Person(anywhere) as phone, Person(anywhere) as thief:
        ada.open("ra", "me", "open")
        secret = ada.http.post("/api/me/handover", json={}).json()["link"].partition("#")[2]
        cookie = {"Cookie": f"heliopolis={phone.http.cookies['heliopolis']}"}
        answers = [httpx.post(f"{anywhere}/api/handover", json={"secret": secret}, headers=cookie) for _ in range(3)]
        assert [one.status_code for one in answers] == [200] * 3
        assert thief.http.post("/api/handover", json={"secret": secret}).status_code == 404
        assert len({one.cookies["heliopolis"] for one in answers}) == 1, "whichever comes last, and whichever is lost"
        assert httpx.get(f"{anywhere}/api/me", cookies=answers[0].cookies).json()["known"]
        devices = ada.get("/api/me/devices")["devices"]
        assert len(devices) == 2
        (other,) = (one["id"] for one in devices if not one["current"])
        delete(ada, f"/api/me/devices/{other}")
        late = httpx.post(f"{anywhere}/api/handover", json={"secret": secret}, headers=cookie)
        assert not httpx.get(f"{anywhere}/api/me", cookies=late.cookies).json()["known"], "it was revoked meanwhile"


def test_programs_get_a_token_instead_of_a_cookie(anywhere: str) -> None:
    with Person(anywhere) as ada:
        ada.open("ra", "me", "open")
        secret = ada.http.post("/api/me/handover", json={}).json()["link"].partition("#")[2]
        bearer = {"Authorization": f"Bearer {new_secret()}"}
        taken = httpx.post(f"{anywhere}/api/handover", json={"secret": secret}, headers=bearer)
        assert "set-cookie" not in taken.headers
        token = {"Authorization": f"Bearer {taken.json()['token']}"}
        assert httpx.get(f"{anywhere}/api/tables/{ada.table}", headers=token).json()["you"]["host"]


def test_a_device_with_tables_of_its_own_hears_what_it_gives_up(anywhere: str) -> None:
    with Person(anywhere) as ada, Person(anywhere) as phone:
        phone.http.put("/api/me", json={"name": "Hedy"})
        phone.open("ra", "me", "open")
        taken = hand_over(ada, phone)
        assert (taken["was"], taken["tables"]) == ("Hedy", 1)
        assert phone.get()["you"] == {"seat": None, "host": False}
        secret = ada.http.post("/api/me/handover", json={}).json()["link"].partition("#")[2]
        same = phone.http.post("/api/handover", json={"secret": secret}).json()
        assert (same["same"], same["tables"]) == (True, 0)


def test_links_to_another_device_end(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            everybody = People(store.database)
            player = NewPlayer(new_id(), "Ada", hash_of(new_secret()))
            first, second = hash_of("first"), hash_of("second")
            await everybody.offer_handover(player, first)
            assert await everybody.handover(first, "x") is not None
            await everybody.offer_handover(player, second)
            assert await everybody.handover(first, "x") is None, "the newer one counts"
            now = time.time()
            monkeypatch.setattr(time, "time", lambda: now + HANDOVER_SECONDS)
            assert await everybody.handover(second, "x") is None
            assert await everybody.take_handover(second, "x", hash_of("new"), None) is None
            assert len(await everybody.devices(player.id)) == 1

    asyncio.run(go())


# ---- revoking --------------------------------------------------------------------------------------------------------


def test_a_revoked_device_is_nobody(anywhere: str) -> None:
    """The first device as well as a later one; and whoever has its secret can never be the player again."""
    for first in (True, False):
        with Person(anywhere) as ada, Person(anywhere) as phone:
            ada.open("ra", "me", "open")
            hand_over(ada, phone)
            phone.table = ada.table
            lost, kept = (ada, phone) if first else (phone, ada)
            (device,) = [one["id"] for one in lost.get("/api/me/devices")["devices"] if one["current"]]
            left = delete(kept, f"/api/me/devices/{device}").json()["devices"]
            assert [one["current"] for one in left] == [True]
            assert delete(kept, f"/api/me/devices/{device}").json()["devices"] == left, "asked again, nothing happens"

            old = {"Cookie": f"heliopolis={lost.http.cookies['heliopolis']}"}
            assert httpx.get(f"{anywhere}/api/tables/{ada.table}", headers=old).json()["you"]["seat"] is None
            body = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "open"}], "request_id": new_request()}
            made = httpx.post(f"{anywhere}/api/tables", json=body, headers=old)
            if first:
                assert (made.status_code, made.json()["key"]) == (401, "player.unknown")
                assert "set-cookie" in made.headers
            else:
                assert made.status_code == 201, "a secret that was only a device's may begin anew"
            assert len(kept.get("/api/tables")["tables"]) == 1
            assert httpx.get(f"{anywhere}/api/me", headers=old).json() == {"name": None, "known": not first}
            assert kept.get()["you"]["host"]


def test_a_revoked_device_does_not_come_back_by_a_link_that_it_made(anywhere: str) -> None:
    with Person(anywhere) as ada, Person(anywhere) as thief:
        ada.open("ra", "me", "open")
        hand_over(ada, thief)
        (device,) = [one["id"] for one in thief.get("/api/me/devices")["devices"] if one["current"]]
        secret = thief.http.post("/api/me/handover", json={}).json()["link"].partition("#")[2]
        delete(ada, f"/api/me/devices/{device}")
        with Person(anywhere) as again:
            refused = again.http.post("/api/handover", json={"secret": secret})
            assert (refused.status_code, refused.json()["key"]) == (404, "link.dead")
        assert len(ada.get("/api/me/devices")["devices"]) == 1


def test_nobody_revokes_the_devices_of_others(anywhere: str) -> None:
    with Person(anywhere) as ada, Person(anywhere) as mallory:
        for person in (ada, mallory):
            person.open("ra", "me", "open")
        (device,) = ada.get("/api/me/devices")["devices"]
        assert [one["id"] for one in delete(mallory, f"/api/me/devices/{device['id']}").json()["devices"]] != [device]
        assert ada.get("/api/me/devices")["devices"] == [device]
        assert httpx.get(f"{anywhere}/api/me/devices").json() == {"devices": []}


def test_who_signs_out_begins_anew(anywhere: str) -> None:
    with Person(anywhere) as ada:
        ada.http.put("/api/me", json={"name": "Ada"})
        ada.open("ra", "me", "open")
        old = {"Cookie": f"heliopolis={ada.http.cookies['heliopolis']}"}
        assert ada.http.post("/api/me/sign-out", json={}).json() == {"name": None, "known": False}
        assert dict(ada.http.cookies) == {}
        assert ada.http.post("/api/me/sign-out", json={}).status_code == 200, "asked again, nothing happens"
        assert ada.get("/api/me") == {"name": None, "known": False}
        assert ada.get("/api/tables")["tables"] == []
        ada.open("ra", "me", "open")
        again = httpx.get(f"{anywhere}/api/me", headers=old)
        assert not again.json()["known"]
        assert old["Cookie"] not in again.headers["set-cookie"], "the old secret is not given out again"


def test_a_stream_of_a_revoked_device_ends(anywhere: str) -> None:
    with Person(anywhere) as ada, Person(anywhere) as phone:
        ada.open("ra", "me", "open")
        hand_over(ada, phone)
        phone.table = ada.table
        (device,) = [one["id"] for one in phone.get("/api/me/devices")["devices"] if one["current"]]
        with phone.stream() as events:
            assert next(events)["data"]["table"]["you"]["seat"] == 0
            delete(ada, f"/api/me/devices/{device}")
            ada.post("chat", text="Is anybody there?")
            assert next(events)["event"] == "gone"


def test_another_process_hears_of_a_revocation_within_seconds(postgres: Postgres) -> None:
    """It may know the device from before, but asks the database again soon."""
    database = postgres.new_database()
    one, two = InThread(database), InThread(database)
    with Person(one.url) as ada:
        ada.open("ra", "me", "open")
        cookie = {"Cookie": f"heliopolis={ada.http.cookies['heliopolis']}"}
        there = f"{two.url}/api/tables/{ada.table}"
        assert httpx.get(there, headers=cookie).json()["you"]["seat"] == 0
        ada.http.post("/api/me/sign-out", json={})
        assert httpx.get(f"{one.url}/api/tables/{ada.table}", headers=cookie).json()["you"]["seat"] is None
        wait_until(lambda: httpx.get(there, headers=cookie).json()["you"]["seat"] is None)
    for server in (one, two):
        server.close()


# ---- what the database has -------------------------------------------------------------------------------------------


def test_a_player_made_by_version_0_1_after_the_upgrade_gets_a_device(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            everybody, secret_hash = People(store.database), hash_of(new_secret())
            row = {"id": new_id(), "secret_hash": secret_hash, "name": "Ada", "created": 1.0}

            def old_worker(connection: Connection) -> None:
                connection.execute(insert(players).values(**row))

            await store.database.write(old_worker)
            found = await everybody.find(secret_hash, "Firefox/Linux")
            assert found is not None
            assert (found.id, found.name) == (row["id"], "Ada")
            (device,) = await everybody.devices(found.id)
            assert device.label == "Firefox/Linux"
            await everybody.revoke(found.id, device.id)
            assert await everybody.find(secret_hash) is None

    asyncio.run(go())


def test_a_device_is_seen_at_most_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> list[float]:
        async with store_in(f"sqlite:///{tmp_path}/tables.sqlite3") as store:
            everybody, secret_hash = People(store.database), hash_of(new_secret())
            monkeypatch.setattr(time, "time", lambda: 1000.0)
            await everybody.add(NewPlayer("ada", None, secret_hash))
            seen = []
            for now in (1000.0, 80_000.0, 87_400.0, 100_000.0):
                monkeypatch.setattr(time, "time", lambda now=now: now)
                await everybody.find(secret_hash)
                seen.append((await everybody.devices("ada"))[0].seen)
            return seen

    assert asyncio.run(go()) == [1000.0, 1000.0, 87_400.0, 87_400.0]


def test_only_hashes_of_links_to_devices_are_stored(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    server = InThread(f"sqlite:///{file}")
    with Person(server.url) as ada, Person(server.url) as phone:
        secret = ada.http.post("/api/me/handover", json={}).json()["link"].partition("#")[2]
        phone.http.post("/api/handover", json={"secret": secret})
        secrets = [secret, *(person.http.cookies["heliopolis"] for person in (ada, phone))]
    server.close()
    connection = sqlite3.connect(file)
    dump = "\n".join(connection.iterdump())
    connection.close()
    assert all(one not in dump and hash_of(one) in dump for one in secrets)


def test_the_upgrade_gives_every_player_a_device(tmp_path: Path) -> None:
    from shutil import copy

    from heliopolis.server.storage.backups import upgrade_safely
    from tests.versions import V0_1

    copy(V0_1 / "server.sqlite", tmp_path / "server.sqlite")

    async def go() -> None:
        async with opened(f"sqlite:///{tmp_path}/server.sqlite") as database:
            await upgrade_safely(database)

    asyncio.run(go())
    connection = sqlite3.connect(tmp_path / "server.sqlite")
    rows = connection.execute(
        "SELECT count(*), count(devices.id), count(DISTINCT devices.id) FROM players "
        "LEFT JOIN devices ON devices.player_id = players.id AND devices.secret_hash = players.secret_hash"
    ).fetchone()
    connection.close()
    assert rows[0] == rows[1] == rows[2] > 0


def test_a_secret_is_not_revoked_while_its_newcomer_is_being_stored(database: str) -> None:
    """Two first requests at once: one finds nobody, then the other stores the player, then the first asks on."""

    async def go() -> None:
        async with store_in(database) as store:
            everybody, secret_hash = People(store.database), hash_of(new_secret())
            newcomer = NewPlayer(player_id_of(secret_hash), None, secret_hash)
            assert await everybody.find(secret_hash) is None
            assert not await everybody.is_revoked(secret_hash)
            await everybody.add(newcomer)
            assert not await everybody.is_revoked(secret_hash)
            (device,) = await everybody.devices(newcomer.id)
            await everybody.revoke(newcomer.id, device.id)
            assert await everybody.is_revoked(secret_hash)

    asyncio.run(go())
