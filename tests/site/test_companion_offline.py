"""The companion without a network: a whole game, and everything that may happen between this device and the server."""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from heliopolis.games.tekhenu import from_snapshot
from heliopolis.server.domain.device_session import DeviceSession
from heliopolis.text.catalogues import format_message
from tests.site.companion import Person, begin
from tests.site.conftest import Server, Visit

PERSONS_TURN = 'main[data-prompt$=".person.die"]'
KEEPS_EVERYTHING = """async () => {
  const pause = () => new Promise((done) => setTimeout(done, 50));
  await navigator.serviceWorker.ready;
  const list = await (await fetch('/sw.js')).text();
  const paths = JSON.parse(list.match(/const LATER = (.*);/)[1]);
  for (const path of paths) while (!(await caches.match(path))) await pause();
}"""
KEPT_HERE = """(id) => new Promise((done) => {
  const request = indexedDB.open('heliopolis');
  request.onsuccess = () => {
    const found = request.result.transaction('tables').objectStore('tables').get(id);
    found.onsuccess = () => done(found.result ?? null);
  };
})"""
ALL_KEPT_HERE = """() => new Promise((done) => {
  const request = indexedDB.open('heliopolis');
  request.onsuccess = () => {
    const found = request.result.transaction('tables').objectStore('tables').getAllKeys();
    found.onsuccess = () => done(found.result);
  };
})"""


class Finger(Person):
    """A person who touches the screen."""

    def tap(self, control: Locator) -> None:
        control.tap()


def table_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


def unsent(page: Page) -> int:
    return int(page.locator(".saved").get_attribute("data-unsent") or 0)


def ready(page: Page) -> None:
    """Wait until the device has all that it needs to go on alone."""
    page.evaluate(KEEPS_EVERYTHING)
    expect(page.locator(".saved")).to_have_attribute("data-kept", "true")


def lose_network(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator(".saved.is-here")).to_be_visible()


def find_network(page: Page) -> None:
    """Wait until the server has everything."""
    page.context.set_offline(False)
    joined(page)


def joined(page: Page) -> None:
    expect(page.locator(".saved")).to_have_attribute("data-unsent", "0")
    expect(page.locator(".saved.is-saved")).to_be_visible()


def session_here(page: Page) -> Any:
    """The session that this device keeps, as the Python of this test reads it."""
    kept = page.evaluate(KEPT_HERE, table_of(page))
    device = DeviceSession.load(kept["snapshot"])
    for operation in kept["since"]:
        assert "problem" not in json.loads(device.operate(json.dumps(operation)))
    return without_ticks(json.loads(device.snapshot())["snapshot"])


def session_there(page: Page) -> Any:
    """The session that the server has."""
    answer = page.request.get(f"/api/tables/{table_of(page)}/session")
    assert answer.status == 200
    return without_ticks(answer.json()["snapshot"])


def without_ticks(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A session without how often something was ticked: of many ticks only the last is sent later."""
    return {key: value for key, value in snapshot.items() if key != "ticks"}


def open_companion(visit: Visit, **options: Any) -> tuple[Page, Finger]:
    page = visit("/", width=390, height=844, touch=True, kept=True, **options)
    begin(page)
    ready(page)
    return page, Finger(page, random.Random(7))


def other_device(page: Page) -> BrowserContext:
    """A browser of the same player, which goes on by itself."""
    browser = page.context.browser
    assert browser is not None
    origin = page.evaluate("location.origin")
    return browser.new_context(storage_state=page.context.storage_state(), base_url=origin, service_workers="block")


def answer_there(page: Page, context: BrowserContext, *operations: list[Any]) -> None:
    """Let another device enter something."""
    for operation in operations:
        url = f"/api/tables/{table_of(page)}"
        body = {"request_id": f"other-{random.getrandbits(40)}", "expected_seq": context.request.get(url).json()["seq"]}
        origin = {"Origin": page.evaluate("location.origin")}
        answer = context.request.post(f"{url}/operations", data={**body, "operation": operation}, headers=origin)
        assert answer.ok, answer.text()


def test_a_whole_game_without_a_network(visit: Visit) -> None:
    """In Italian on a phone: three automas, off the network from round 2 to the end, then joined."""

    def say(key: str) -> str:
        return format_message("it", key, {})

    page, person = open_companion(visit, locale="it-IT")
    page.locator(".question input[type=number]").first.fill("3")
    person.enter(1, 'main[data-prompt^="2."]')
    lose_network(page)
    expect(page.locator(".saved")).to_have_attribute("title", say("offline.kept"))
    person.enter(1, 'main[data-prompt^="5."]')
    # undo takes the last entry back
    page.get_by_role("button", name=say("companion.undo")).first.tap()
    expect(page.get_by_role("button", name=say("companion.redo"))).to_be_visible()
    person.enter(1, 'main[data-prompt^="6."]')
    # an earlier entry is removed, and its question asked again
    page.get_by_role("button", name=say("companion.history")).tap()
    page.locator("button.entry").nth(3).tap()
    page.locator("[data-answer=remove]").tap()
    expect(page.locator("dialog")).to_have_count(0)
    # a reload in the middle
    now = page.locator("#decision").or_(page.locator(".steps .now")).first
    said = now.inner_text()
    page.reload()
    expect(now).to_have_text(said, use_inner_text=True)
    person.enter()
    expect(page.locator("main[data-over]")).to_be_visible()
    here, sent_later = session_here(page), unsent(page)
    board = from_snapshot(here).board
    assert (len(board.automas), board.round) == (3, 16)
    assert sent_later > 60
    # it is among the results before the server knows of it
    address = page.url
    page.goto("/results/tekhenu")
    expect(page.locator(".played > details")).to_have_count(1)
    page.goto(address)
    expect(page.locator("main[data-over]")).to_be_visible()
    find_network(page)
    assert session_there(page) == here
    kinds = {operation[0] for operation in here["operations"]}
    assert {"answer", "undo", "remove"} <= kinds


def test_a_game_that_is_begun_without_a_network_becomes_a_table_on_the_server(visit: Visit) -> None:
    page, person = open_companion(visit)
    page.goto("/")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".calm")).to_be_visible()
    expect(page.locator(".game.ra .btn.main")).to_be_disabled()
    expect(page.locator(".game.ra")).to_contain_text("needs the network")
    begin(page)
    person.enter(12)
    here, begun_as = session_here(page), table_of(page)
    page.goto("/")
    expect(page.locator(f'a[href="/t/{begun_as}"]')).to_contain_text("On this device")
    page.goto(f"/t/{begun_as}")
    expect(page.locator("main[data-moment]")).to_be_visible()
    find_network(page)
    assert table_of(page) != begun_as
    assert session_there(page) == here
    person.enter(3)
    assert session_there(page)["operations"][: len(here["operations"])] == here["operations"]
    # the old address leads to the same table
    table = page.url
    page.goto(f"/t/{begun_as}")
    expect(page).to_have_url(table)


def test_the_server_is_killed_in_the_middle(visit: Visit, mortal: Server) -> None:
    """No tap is lost, and a tab that is closed meanwhile loses nothing either."""
    page, person = open_companion(visit, base=mortal.url)
    person.enter(4)
    mortal.kill()
    person.enter(8)
    expect(page.locator(".toast")).to_have_count(0)
    here, url = session_here(page), page.url
    context = page.context
    page.close()
    mortal.start()
    again = context.new_page()
    again.goto(url)
    joined(again)
    assert session_there(again) == here


def test_an_answer_of_the_server_that_is_lost(visit: Visit) -> None:
    """The server has carried an operation out, but the device never hears of it: it counts once."""
    page, person = open_companion(visit)
    person.enter(3)

    def lose_answer(route: Any) -> None:
        route.fetch()
        route.abort()

    page.route("**/operations", lose_answer, times=1)
    person.enter(1)
    joined(page)
    there = session_there(page)
    assert there == session_here(page)
    answers = [operation[1] for operation in there["operations"] if operation[0] == "answer"]
    assert len(answers) == len(set(answers))


def conflict(visit: Visit) -> tuple[Page, Finger, Any]:
    """A game that went on here by some entries and on the server by one."""
    page, person = open_companion(visit)
    person.enter(1)
    elsewhere = other_device(page)
    lose_network(page)
    person.enter(4)
    here = session_here(page)
    answer_there(page, elsewhere, ["undo"], ["answer", "setup.game", {"automas": 2}])
    elsewhere.close()
    page.context.set_offline(False)
    expect(page.locator("dialog [data-side=device]")).to_contain_text(f"{unsent(page)} entries")
    expect(page.locator("dialog [data-side=server]")).to_contain_text("2 entries")
    return page, person, here


def test_both_went_on_and_this_device_is_kept(visit: Visit) -> None:
    page, person, here = conflict(visit)
    page.get_by_role("button", name="Keep this device").tap()
    joined(page)
    there = session_there(page)
    assert there["state"] == here["state"]
    assert ["answer", "setup.game", {"automas": 2}] in there["operations"], "what the server did is in its history"
    person.enter(2)
    joined(page)


def test_both_went_on_in_a_turn_and_this_device_is_kept(visit: Visit) -> None:
    """What to move back for the server's entry comes first: this device has not ticked the server's steps."""
    page, person = open_companion(visit)
    person.enter(1, PERSONS_TURN)
    elsewhere = other_device(page)
    prompt = elsewhere.request.get(f"/api/tables/{table_of(page)}").json()["position"]["prompt"]
    lose_network(page)
    person.one()
    person.enter(1, "main[data-prompt]")  # all steps are ticked
    answer_there(page, elsewhere, ["answer", prompt["id"], [*prompt["options"][1]["value"], "production"]])
    elsewhere.close()
    page.context.set_offline(False)
    page.get_by_role("button", name="Keep this device").tap()
    joined(page)
    expect(page.locator(".order > header h2")).to_have_text("Move these on your table")
    person.enter(1, "main[data-prompt]")
    joined(page)


def test_both_went_on_and_the_server_is_kept(visit: Visit) -> None:
    page, person, _ = conflict(visit)
    there = session_there(page)
    page.get_by_role("button", name="Keep the server").tap()
    expect(page.locator("dialog [role=alert]")).to_contain_text("for good")
    page.get_by_role("button", name="Give them up").tap()
    joined(page)
    assert session_there(page) == there
    assert session_here(page) == there
    person.enter(2)
    joined(page)


def test_two_tabs_of_one_device_stay_in_step(visit: Visit) -> None:
    first, person = open_companion(visit)
    person.enter(2)
    second = first.context.new_page()
    second.goto(first.url)
    expect(second.locator("main[data-moment]")).to_be_visible()
    lose_network(first)
    person.enter(3, "main[data-prompt]")
    prompt = first.locator("main").get_attribute("data-prompt") or ""
    expect(second.locator("main")).to_have_attribute("data-prompt", prompt)
    Finger(second, random.Random(8)).enter(3, "main[data-prompt]")
    prompt = second.locator("main").get_attribute("data-prompt") or ""
    expect(first.locator("main")).to_have_attribute("data-prompt", prompt)
    here = session_here(first)
    first.context.set_offline(False)
    joined(first)
    joined(second)
    assert session_there(first) == here


def test_only_files_are_kept_and_nothing_of_the_api(visit: Visit) -> None:
    page, person = open_companion(visit)
    person.enter(3)
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
             (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
    )
    assert "/" in kept
    assert any(path.endswith(".wasm") for path in kept)
    assert [path for path in kept if path.startswith("/api")] == []


def test_the_site_can_be_installed(visit: Visit) -> None:
    page = visit("/", kept=True)
    manifest = page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    told = manifest.json()
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    measure = "(src) => new Promise((done) => { const i = new Image(); i.onload = () => done(i.width); i.src = src; })"
    for icon in told["icons"]:
        if icon["sizes"] != "any":
            assert f"{page.evaluate(measure, icon['src'])}" == icon["sizes"].partition("x")[0]
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    faults = {fault["errorId"] for fault in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert faults <= {"in-incognito"}, "which a context of a test always is"


def test_signing_out_leaves_nothing_to_the_next_player(visit: Visit) -> None:
    """Games, seeds, results and what was not sent: the person is told what they lose, then all of it is gone."""
    page, person = open_companion(visit)
    person.enter(2)
    page.goto("/results/tekhenu")
    expect(page.locator(".played [role=status]")).not_to_have_text("Loading…")
    assert page.evaluate("localStorage.getItem('tekhenu-results')")
    page.goto("/")
    page.context.set_offline(True)
    page.reload()
    begin(page)
    person.enter(3)
    waiting = unsent(page)
    page.goto("/you")
    page.context.set_offline(False)
    page.get_by_role("button", name="Sign out here").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"{waiting} entries of games on this device have not been sent")
    dialog.get_by_role("button", name="Sign out here").tap()
    expect(page.locator(".game.ra .btn.main:not([disabled])")).to_be_visible()
    expect(page.locator("a[href^='/t/']")).to_have_count(0)
    assert page.evaluate(ALL_KEPT_HERE) == []
    assert page.evaluate("['name', 'tekhenu-results'].map((key) => localStorage.getItem(key))") == [None, None]


def test_a_device_that_plays_for_another_keeps_nothing_of_the_player_before(visit: Visit) -> None:
    page, person = open_companion(visit)
    person.enter(2)
    page.goto("/")
    page.context.set_offline(True)
    page.reload()
    begin(page)
    person.enter(3)
    waiting = unsent(page)
    other = visit("/you")
    other.get_by_role("button", name="Make a link").click()
    link = other.get_by_label("Link", exact=True).input_value()
    page.goto("/hello#" + link.split("#")[1])
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("main")).to_contain_text(f"{waiting} entries of games on this device have not been sent")
    page.locator("main .btn.main").tap()
    expect(page.locator(".game.ra .btn.main:not([disabled])")).to_be_visible()
    assert page.evaluate(ALL_KEPT_HERE) == []
