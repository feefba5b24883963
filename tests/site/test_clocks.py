"""Clocks and bots that decide for a person, as that person sees them."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

from playwright.sync_api import Page, expect

from tests.server.running import wait_until
from tests.site.conftest import Server, Visit, axe
from tests.site.people import play_once, sit_down

HOUR = 3600
OPEN = """async (clock) => {
  await fetch('/api/me'); // the page may not have asked yet who it is
  const seats = [{ kind: 'me' }, { kind: 'open' }];
  const body = JSON.stringify({ game: 'ra', seats, clock, request_id: String(Math.random()).slice(2).padEnd(8, '0') });
  const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const { id, links } = await answer.json();
  return [`/t/${id}`, links[1]];
}"""


def open_table(visit: Visit, base: str = "") -> tuple[Page, Page]:
    """Two people at a table with an hour for each move; the bot that plays for one of them waits for the other."""
    host = visit(base=base)
    path, link = host.evaluate(OPEN, {"seconds_per_move": HOUR})
    host.goto(path)
    guest = sit_down(visit(link, base=base))
    expect(guest.locator("#decision")).to_be_visible()
    expect(host.locator("#decision")).to_be_visible()
    return host, guest


def is_asked(page: Page) -> bool:
    return page.locator(".mine.asked").count() > 0


def until_asked(host: Page, guest: Page) -> None:
    """The guest plays until the host is asked."""
    rng = random.Random(1)
    while True:
        wait_until(lambda: is_asked(host) or is_asked(guest))
        if is_asked(host):
            return
        play_once(guest, rng)


def let_time_pass(server: Server, seconds: float) -> None:
    """So much service time passes, and the server has noticed."""
    with closing(sqlite3.connect(server.database)) as connection:
        with connection:
            connection.execute("UPDATE service_clock SET uptime = uptime + ?", [seconds])
        then = uptime(connection)
        wait_until(lambda: uptime(connection) > then)


def uptime(connection: sqlite3.Connection) -> float:
    found: float = connection.execute("SELECT uptime FROM service_clock").fetchone()[0]
    return found


def ask_for_bot(page: Page) -> None:
    page.get_by_role("button", name="Seats and links").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.get_by_role("dialog", name="Let a bot play for you?")).to_be_visible()


def test_a_bot_plays_for_somebody_only_if_they_say_so_twice(visit: Visit) -> None:
    page, _ = open_table(visit)
    ask_for_bot(page)
    assert axe(page) == []
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".notice")).to_have_count(0)
    ask_for_bot(page)
    page.get_by_role("button", name="Let the bot play").click()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("A bot plays for you.")
    assert axe(page) == []
    notice.get_by_role("button", name="Take my seat back").click()
    expect(notice).to_have_count(0)


def test_time_that_runs_out(visit: Visit, server: Server) -> None:
    page, guest = open_table(visit)
    until_asked(page, guest)
    clock, notice = page.get_by_role("timer"), page.locator(".notice")
    expect(clock).to_be_visible()
    expect(clock).not_to_contain_text("Hurry")
    let_time_pass(server, HOUR * 0.9)
    page.reload()
    expect(clock).to_contain_text("Hurry")
    expect(page.get_by_text("Your time is nearly up.")).to_be_attached()
    assert axe(page) == []
    let_time_pass(server, HOUR)
    expect(notice).to_contain_text("You ran out of time, so a bot decides for you this once.")
    expect(page.locator("#log")).to_contain_text("You ran out of time: a bot decides for you this once")
    expect(notice.get_by_role("button")).to_have_count(0)
    expect(guest.locator(".notice")).to_have_count(0)
    until_asked(page, guest)
    play_once(page, random.Random(3))
    expect(notice).to_have_count(0)


def test_a_person_who_comes_back_reads_that_a_bot_has_the_seat(visit: Visit, server: Server) -> None:
    page, guest = open_table(visit)
    table, late = page.url, "You ran out of time: a bot decides for you this once"
    for times in (1, 2):
        until_asked(page, guest)
        let_time_pass(server, 2 * HOUR)
        expect(page.locator("#log").get_by_text(late)).to_have_count(times)
        expect(page.locator("#log li").first).not_to_contain_text(late)  # the bot has decided
    until_asked(page, guest)
    page.goto("/")
    let_time_pass(server, 2 * HOUR)
    expect(guest.locator("#log")).to_contain_text("ran out of time again and again: a bot plays for them now")
    page.goto(table)
    notice = page.locator(".notice")
    expect(notice).to_contain_text("You ran out of time again and again, so a bot plays for you.")
    notice.get_by_role("button", name="Take my seat back").click()
    expect(notice).to_have_count(0)


def test_a_countdown_without_a_server(visit: Visit, mortal: Server) -> None:
    page, _ = open_table(visit, mortal.url)
    mortal.kill()
    expect(page.locator(".banner")).to_contain_text("While the server is away, clocks stand still.")
    expect(page.get_by_role("timer")).to_contain_text("at most")
    mortal.start()
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.get_by_role("timer")).not_to_contain_text("at most")
