"""What must never go wrong at a table: two browsers, reloads, a server that dies, hands that stay secret."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect

from tests.site.conftest import Server, Visit, axe
from tests.site.people import asked_or_over, decide, moves, play_a_while, play_once, seq, settled, sit_down, start

GOLDEN = Path(__file__).parents[1] / "golden"


def invite(host: Page, game: str, bots: int = 1) -> str:
    """A table for a friend: its link."""
    host.locator(f".game.{game} .acts .btn:not(.main)").click()
    for seat in range(bots):
        host.locator("form.new .seats li").nth(2 + seat).locator("select").first.select_option("bot")
    host.get_by_label("Draw lots for the seats").uncheck()
    assert axe(host) == []
    host.get_by_role("button", name="Open the table").click()
    link = host.locator(".lobby .invite input").first
    expect(link).to_be_visible()
    return link.input_value()


def path_of(link: str) -> str:
    return "/t/" + link.split("/t/")[1]


def together(host: Page, guest: Page) -> str:
    """Wait until one of the two is asked, and both have the same moment before them: which it is."""
    person = host.locator(".mine.asked").or_(host.locator(".seat.on:not(:has(.bot))"))
    expect(person.first).to_be_visible()
    if not host.locator(".mine.asked").count():
        expect(guest.locator(".mine.asked")).to_be_visible()
    expect(guest.locator("#log h2 small")).to_have_text(seq(host))
    return seq(host)


def test_two_browsers_at_one_table(visit: Visit) -> None:
    host = visit()
    link = invite(host, "ra")
    assert axe(host) == []
    guest = sit_down(visit(path_of(link)))
    expect(guest.locator("#decision")).to_be_visible()
    expect(host.locator("#decision")).to_be_visible()
    assert "#" not in guest.url
    rng = random.Random(1)
    for _ in range(8):
        before = together(host, guest)
        decide(host if host.locator(".mine.asked").count() else guest, rng)
        settled(host, before)
        settled(guest, before)
    together(host, guest)


def test_a_link_works_once(visit: Visit) -> None:
    host = visit()
    link = invite(host, "ra")
    first = sit_down(visit(path_of(link)))
    expect(first.locator("#decision")).to_be_visible()
    second = visit(path_of(link))
    second.locator("#name").fill("Hedy")
    second.keyboard.press("Enter")
    expect(second.get_by_role("alert")).to_contain_text("This link has been used")
    second.get_by_role("button", name="Only watch").click()
    expect(second.locator(".watching")).to_be_visible()
    expect(second.locator(".mine.asked")).to_have_count(0)


def test_reload_and_a_server_that_dies_in_the_middle(visit: Visit, mortal: Server) -> None:
    page = visit("/", base=mortal.url)
    start(page, "ra")
    rng = random.Random(2)
    play_a_while(page, rng, 4)
    assert asked_or_over(page)
    here = seq(page), moves(page), page.locator(".row .tile").count()
    page.reload()
    expect(page.locator(".mine.asked")).to_be_visible()
    assert (seq(page), moves(page), page.locator(".row .tile").count()) == here
    mortal.kill()
    expect(page.locator(".banner")).to_be_visible()
    mortal.start()
    expect(page.locator(".banner")).to_have_count(0)
    assert seq(page) == here[0]
    play_once(page, rng)


@pytest.mark.parametrize("game", ["ra", "priests"])
def test_nobody_waits_for_pieces_that_travel(visit: Visit, game: str) -> None:
    """They never arrive here, and yet everything can be done."""
    page = visit(moving=True)
    page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": 0})
    start(page, game)
    rng = random.Random(5)
    play_a_while(page, rng, 6)
    assert page.evaluate("document.getAnimations().length") > 0


def test_a_log_older_than_the_table_is_made_up_for(visit: Visit) -> None:
    """The two are asked for at the same time, and a bot may move in between."""
    page = visit()
    start(page, "ra")
    assert asked_or_over(page)
    play_once(page, random.Random(2))
    assert asked_or_over(page)
    here = seq(page)

    def older(route: Route) -> None:
        answer = route.fetch()
        log = answer.json()
        route.fulfill(response=answer, json=log | {"entries": log["entries"][:-1]})

    page.route("**/log?*", older)
    page.reload()
    expect(page.locator("#log h2 small")).to_have_text(here)


def hands(data: Any, where: str = "") -> list[str]:
    """The places in a JSON where somebody's hand is."""
    found = []
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "hand":
                found.append(where)
            found += hands(value, f"{where}.{key}")
    elif isinstance(data, list):
        for number, value in enumerate(data):
            found += hands(value, f"{where}[{number}]")
    return found


class Wiretap:
    """Everything that the server sends to a page."""

    def __init__(self, page: Page) -> None:
        self.answers: list[str] = []
        self.updates: list[str] = []
        self.session = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.session.on("Network.eventSourceMessageReceived", lambda event: self.updates.append(event["data"]))
        page.on("response", self._read)

    def _read(self, response: Response) -> None:
        if "/api/" in response.url and "json" in response.headers.get("content-type", "") and response.ok:
            self.answers.append(response.text())

    def _catch_up(self) -> None:
        """What the page has got by now was told before the answer to this."""
        self.session.send("Runtime.evaluate", {"expression": "0"})

    def hands(self) -> set[str]:
        self._catch_up()
        return {place for text in self.answers + self.updates for place in hands(json.loads(text))}

    def streamed(self) -> set[int]:
        """The moves that came over the stream."""
        self._catch_up()
        entries = [entry for text in self.updates for entry in json.loads(text)["entries"]]
        return {entry["seq"] for entry in entries if entry["kind"] == "move"}


def test_nothing_a_browser_gets_has_another_hand_in_it(visit: Visit) -> None:
    page = visit()
    tap = Wiretap(page)
    start(page, "respublica")
    rng = random.Random(4)
    for _ in range(10):
        if not asked_or_over(page):
            break
        play_once(page, rng)
    assert tap.streamed()
    assert tap.answers
    places = {place.rpartition(".seats")[2] for place in tap.hands()}
    assert len(places) == 1, places
    assert page.locator(".hand").count() == 1


def test_a_spectator_sees_no_hand_and_can_do_nothing(visit: Visit) -> None:
    player = visit()
    start(player, "respublica")
    watcher = visit("/")
    tap = Wiretap(watcher)
    watcher.goto(player.url)
    expect(watcher.locator("#decision")).to_be_visible()
    assert asked_or_over(player)
    here = seq(player)
    expect(watcher.locator("#log h2 small")).to_have_text(here)
    known = tap.streamed()
    decide(player, random.Random(7))
    settled(watcher, here)
    assert tap.streamed() > known
    assert tap.answers
    assert tap.hands() == set()
    assert watcher.locator(".hand").count() == 0
    assert watcher.locator(".mine.asked").count() == 0
    assert axe(watcher) == []


def test_around_one_screen_hands_are_covered(visit: Visit) -> None:
    page = visit()
    page.locator(".game.respublica .acts .btn:not(.main)").click()
    for seat, name in ((1, "Livia"), (2, "Cato")):
        row = page.locator("form.new .seats li").nth(seat)
        row.locator("select").first.select_option("me")
        row.locator("input").fill(name)
    page.get_by_role("button", name="Open the table").click()
    covered = page.locator(".handover")
    expect(covered).to_be_visible()
    assert page.locator(".hand, .card").count() == 0
    assert axe(page) == []
    first = page.locator(".handover h1").inner_text()
    page.locator(".handover button").click()
    expect(page.locator(".hand")).to_be_visible()
    page.locator('[data-move="no trade"]').click()
    page.locator('[data-move="end"]').click()
    page.locator('[data-move^="draw"]').first.click()
    expect(covered).to_be_visible()
    assert page.locator(".handover h1").inner_text() != first
    assert page.locator(".hand, .card").count() == 0


@pytest.mark.parametrize("name", ["ra-3", "respublica-3"])
def test_a_record_can_be_opened_and_walked_through(visit: Visit, name: str) -> None:
    record = next(GOLDEN.glob(f"{name}*.txt"))
    page = visit("/replay")
    assert axe(page) == []
    page.locator("input[type=file]").set_input_files(record)
    expect(page.locator(".strip.replay")).to_contain_text("Move 0 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".strip.replay")).to_contain_text("Move 1 of")
    page.get_by_role("button", name="One move back").first.click()
    expect(page.locator(".strip.replay")).to_contain_text("Move 0 of")
    page.locator(".player select").select_option("1")
    expect(page.locator("#decision")).to_be_visible()
    assert axe(page) == []


def test_a_file_that_is_no_record_is_refused_in_a_sentence(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada,", encoding="utf-8")
    page = visit("/replay")
    page.locator("input[type=file]").set_input_files(tmp_path / "letter.txt")
    expect(page.get_by_role("alert")).to_have_text("This is not a record that can be replayed.")


def test_earlier_moments_hints_and_confirmation(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    rng = random.Random(6)
    play_a_while(page, rng, 3)
    assert asked_or_over(page)
    page.locator("#log .then").nth(2).click()
    expect(page.locator(".banner")).to_contain_text("earlier moment")
    expect(page.locator(".mine.asked")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".mine.asked")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".coach b.move")).to_be_visible()
    page.evaluate("localStorage.settings = JSON.stringify({speed: 'off', sound: false, confirm: true})")
    page.reload()
    assert asked_or_over(page)
    here = seq(page)
    decide(page, rng)
    expect(page.get_by_role("button", name="Yes, do it")).to_be_visible()
    assert seq(page) == here
    page.get_by_role("button", name="Yes, do it").click()
    settled(page, here)


def test_a_decision_is_taken_back_as_practice(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    rng = random.Random(6)
    while asked_or_over(page) and "draw" not in moves(page):
        play_once(page, rng)
    here = seq(page), moves(page), page.locator(".row .tile").count()
    told = page.locator("#log .then").all_inner_texts()
    page.locator('[data-move="draw"]').first.click()
    settled(page, here[0])
    assert asked_or_over(page)
    later = seq(page)
    drawn = page.locator("#log .then").all_inner_texts()[-len(told) - 1]
    where = page.locator(".where")
    undo = page.get_by_role("button", name="Take back", exact=True)
    dialog = page.get_by_role("dialog", name="Take it back?")
    undo.click()
    expect(dialog).to_contain_text("practice table")
    assert axe(page) == []
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(where).not_to_contain_text("practice")
    assert seq(page) == later
    undo.click()
    dialog.get_by_role("button", name="Take back, as practice").click()
    expect(where).to_contain_text("practice")
    expect(page.locator("#log h2 small")).to_have_text(here[0])
    expect(page.locator("#log li").first).to_contain_text("You take something back")
    assert asked_or_over(page)
    assert (seq(page), moves(page), page.locator(".row .tile").count()) == here
    assert page.locator("#log .then").all_inner_texts() == told
    # the same luck comes again, and practice is asked about once
    page.locator('[data-move="draw"]').first.click()
    settled(page, here[0])
    assert asked_or_over(page)
    assert page.locator("#log .then").all_inner_texts()[-len(told) - 1] == drawn
    undo.click()
    expect(page.locator("#log h2 small")).to_have_text(here[0])
    page.reload()
    expect(where).to_contain_text("practice")
