"""The database of version 0.1.0: everything looks as it did, and play goes on."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from heliopolis.server.storage import opened
from heliopolis.server.storage.backups import restore
from tests.server.people import new_request
from tests.server.running import InThread, wait_until
from tests.versions import JSON, V0_1, check_table, check_view, read

SEATS = read(V0_1 / "seats.json")
TABLES: dict[str, JSON] = {name: table for name, table in SEATS["tables"].items() if not table["volatile"]}
NEXT: dict[str, JSON] = {name: then for name, then in read(V0_1 / "expected" / "next.json").items() if then is not None}
VOLATILE = {table["id"] for table in SEATS["tables"].values() if table["volatile"]}


class Site:
    """A server on the old database, and everybody who had to do with it."""

    def __init__(self, url: str) -> None:
        tokens = {name: person["token"] for name, person in SEATS["people"].items()}
        self.clients = {
            name: httpx.Client(base_url=url, timeout=60, headers={"Authorization": f"Bearer {token}"})
            for name, token in tokens.items()
        }
        self.clients["spectator"] = httpx.Client(base_url=url, timeout=60)

    def get(self, who: str, path: str, **query: Any) -> Any:
        """Ask as `Ada/0` (Ada, from seat 0), `Grace` or `spectator`."""
        name, _, seat = who.partition("/")
        answer = self.clients[name].get(path, params={**query, "seat": seat} if seat else query)
        assert answer.status_code == 200, (who, path, answer.text)
        return answer.json()

    def post(self, who: str, path: str, body: JSON) -> Any:
        answer = self.clients[who].post(path, json={"request_id": new_request(), **body})
        assert answer.status_code == 200, (who, path, answer.text)
        return answer.json()

    def close(self) -> None:
        for client in self.clients.values():
            client.close()


def old_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """A copy of the old file, or its backup restored into PostgreSQL."""
    if kind == "sqlite":
        shutil.copy(V0_1 / "server.sqlite", folder / "server.sqlite")
        return f"sqlite:///{folder}/server.sqlite"
    url: str = request.getfixturevalue("postgres").new_database()

    async def go() -> None:
        async with opened(url) as database:
            await restore(database, V0_1 / "server.backup")

    asyncio.run(go())
    return url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    server = InThread(old_database(request.param, tmp_path_factory.mktemp("old"), request))
    found = Site(server.url)
    yield found
    found.close()
    server.close()


# ---- looking: these come first, since those below change the tables --------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_everybody_sees_the_table_as_it_was(site: Site, name: str) -> None:
    expected = read(V0_1 / "expected" / f"{name}.json")["views"]
    whole = expected["spectator"]
    for who, own in expected.items():
        view = {**whole, **own}
        if whole["position"] is not None and own.get("position") is not None:
            view["position"] = {**whole["position"], **own["position"]}
        check_table(site.get(who, TABLES[name]["path"]), view, (name, who))


@pytest.mark.parametrize("name", TABLES)
def test_everybody_reads_the_log_as_it_was(site: Site, name: str) -> None:
    expected = read(V0_1 / "expected" / f"{name}.json")
    for who in expected["views"]:
        own = {entry["seq"]: entry for entry in expected["heard"].get(who, [])}
        log = [own.get(entry["seq"], entry) for entry in expected["log"]]
        found = site.get(who, f"{TABLES[name]['path']}/log", after=expected["log_after"], limit=500)
        assert found["entries"] == log, (name, who)


@pytest.mark.parametrize("name", TABLES)
def test_an_earlier_moment_is_as_it_was(site: Site, name: str) -> None:
    expected = read(V0_1 / "expected" / f"{name}.json")
    moment = expected.get("moment")
    if moment is not None:
        found = site.get(moment["who"], f"{TABLES[name]['path']}/moments/{moment['seq']}")
        position, was = found.pop("position"), moment["view"].pop("position")
        assert {key: found[key] for key in moment["view"]} == moment["view"]
        assert (position is None) == (was is None)
        check_view({key: position[key] for key in position or () if key in was}, was or {}, name)
    if "story_length" in expected:
        story = site.get("spectator", f"{TABLES[name]['path']}/story")["story"]
        assert len(story) == expected["story_length"]
        end = [one["entry"] for one in expected["story_end"]]  # the words of its steps have changed since
        assert [one["entry"] for one in story[-len(end) :]] == end


def test_lists_are_as_they_were(site: Site) -> None:
    expected = read(V0_1 / "expected" / "lists.json")
    listed = site.get("spectator", "/api/tables", which="listed")["tables"]
    assert without_volatile(listed) == expected.pop("listed")
    for name, lists in expected.items():
        assert site.get(name, "/api/me") == lists["me"]
        assert without_volatile(site.get(name, "/api/tables", which="mine")["tables"]) == lists["mine"]


def without_volatile(tables: list[JSON]) -> list[JSON]:
    return [table for table in tables if table["id"] not in VOLATILE]


@pytest.mark.parametrize("file", sorted((V0_1 / "records" / "server").glob("*.json")), ids=lambda file: file.stem)
def test_a_record_is_as_it_was_and_names_the_rules(site: Site, file: Path) -> None:
    table, was = TABLES[file.stem], read(file)
    found = site.get("spectator", f"{table['path']}/record")
    assert found.pop("rules") == (1 if table["game"] == "tekhenu" else f"{table['game']}/1")
    assert found == was


# ---- playing on ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, table in TABLES.items() if table["answered_requests"]])
def test_a_request_that_was_answered_then_changes_nothing_now(site: Site, name: str) -> None:
    for request in TABLES[name]["answered_requests"]:
        before = site.get("spectator", TABLES[name]["path"])
        site.post(request["person"], request["path"], request["body"])
        assert site.get("spectator", TABLES[name]["path"]) == before


@pytest.mark.parametrize("name", NEXT)
def test_play_goes_on_as_it_would_have(site: Site, name: str) -> None:
    then, table = NEXT[name], TABLES[name]
    person, body = then["person"], then["body"]
    who = f"{person}/{body['seat']}" if "seat" in body else person
    site.post(person, then["path"], body)

    def since() -> list[JSON]:
        entries = site.get(who, f"{table['path']}/log", after=body["expected_seq"], limit=500)["entries"]
        return [{key: value for key, value in entry.items() if key != "at"} for entry in entries]

    wait_until(lambda: len(since()) >= len(then["entries"]))
    assert since() == then["entries"]
    position = site.get(who, table["path"])["position"]
    if table["game"] == "tekhenu":
        position = {key: position[key] for key in then["position"]}
    check_view(position, then["position"], name)


@pytest.mark.parametrize("name", [name for name, table in TABLES.items() if table["open_links"]])
def test_links_that_were_given_out_still_work(site: Site, name: str) -> None:
    table = TABLES[name]
    for seat, secret in table["open_links"].items():
        joined = site.post("Zoë", f"{table['path']}/join", {"secret": secret, "name": "Zoë"})
        assert joined["table"]["seats"][int(seat)]["yours"]
    assert joined["table"]["status"] == "running", "that was the last open seat"
    assert site.clients["Zoë"].get(table["path"]).json()["position"] is not None
