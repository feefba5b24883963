"""The deal, as two browsers see it: each adds its share, and checks afterwards that nobody could choose the deal."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.people import new_request
from tests.site.conftest import Visit, axe
from tests.site.people import ENDING, sit_down
from tests.site.test_table_life import invite, path_of

JSON = dict[str, Any]
OTHER = "0b0b" * 8


def play_by_requests(people: list[Page]) -> JSON:
    """A whole game of the people at these pages, each with their own cookie; far quicker than with the mouse."""
    path = "/api/tables/" + people[0].url.partition("/t/")[2]
    while True:
        for person in people:
            table: JSON = person.request.get(path).json()
            if table["status"] == "over":
                return table
            if table["to_act"] is not None and table["to_act"] == table["you"]["seat"]:
                move = {"move": table["position"]["legal"][0], "expected_seq": table["seq"]}
                person.request.post(f"{path}/moves", data={**move, "request_id": new_request()})


def check(page: Page) -> str:
    """What the page says of the deal when it is asked to check it."""
    expect(page.locator(ENDING)).to_be_visible()
    page.get_by_role("button", name="Check the deal").click()
    expect(page.locator(".deal-check")).to_be_visible()
    return page.locator(".deal-check").inner_text()


def altered(page: Page, path: str, alter: Callable[[JSON], None]) -> None:
    """Let the server answer something else from now on."""

    def answer(route: Route) -> None:
        response = route.fetch()
        data = response.json()
        alter(data)
        route.fulfill(response=response, body=json.dumps(data))

    page.route(path, answer)


def test_two_browsers_check_that_nobody_could_choose_the_deal(visit: Visit) -> None:
    host = visit()
    link = invite(host, "ra")
    sealed = host.locator(".lobby .sealed")
    expect(sealed).to_contain_text("The deal is sealed: ")
    guest = sit_down(visit(path_of(link)))
    expect(guest.locator("#decision")).to_be_visible()
    table = play_by_requests([host, guest])
    assert len(table["deal"]["shares"]) == 2
    told = check(guest)
    assert "Nobody could choose this deal." in told
    assert table["deal"]["commitment"] in told
    assert all(share["share"] in told for share in table["deal"]["shares"]), "for the command"
    assert axe(guest) == []
    assert "Nobody could choose this deal, unless whoever runs the server conspired with" in check(host)


def test_a_forged_record_is_found_by_the_browser(visit: Visit) -> None:
    page = visit()
    page.locator(".game.ra .acts .btn:not(.main)").click()
    for seat in (1, 2):
        page.locator("form.new .seats li").nth(seat).locator("select").first.select_option("bot")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#decision")).to_be_visible()
    play_by_requests([page])

    def change_share(record: JSON) -> None:
        record["deal"]["shares"][0]["share"] = OTHER

    def change_outcome(found: JSON) -> None:
        draw = found["draws"][3]
        draw["outcome"] = next(name for name, _ in draw["chances"] if name != draw["outcome"])

    forgeries: list[tuple[str, Callable[[JSON], None], str]] = [
        ("**/record", change_share, "The share of this browser is missing from the deal."),
        ("**/draws", change_outcome, "An outcome of chance does not follow from the deal."),
        ("**/record", lambda record: record["deal"].update(commitment="ab" * 32), "The seal is not the one"),
    ]
    assert "Nobody could choose this deal." in check(page)
    for path, alter, told in forgeries:
        altered(page, path, alter)
        page.reload()
        found = check(page)
        assert "Something is wrong with this deal!" in found
        assert told in found
        page.unroute(path)


def test_the_rematch_begins_when_everybody_is_there(visit: Visit) -> None:
    """Until then the host sees who is missing, and can begin without them."""
    host = visit()
    guest = sit_down(visit(path_of(invite(host, "ra"))))
    expect(guest.locator("#decision")).to_be_visible()
    play_by_requests([host, guest])
    expect(host.locator(ENDING)).to_be_visible()
    host.get_by_role("button", name="Rematch").click()
    expect(host.locator(".lobby")).to_contain_text("Waiting for")
    assert axe(host) == []
    guest.goto(host.url)
    expect(guest.locator("#decision")).to_be_visible()
    expect(host.locator("#decision")).to_be_visible()


@pytest.mark.parametrize(("game", "begun"), [("ra", "#decision"), ("tekhenu", ".order")])
def test_a_game_of_one_person_begins_with_one_click(visit: Visit, game: str, begun: str) -> None:
    page = visit()

    def without_seed(route: Route) -> None:
        """Ask for what the site wants, without the seed that the other tests play with."""
        wanted: JSON = route.request.post_data_json or {}
        route.continue_(post_data={**wanted, "seed": None})

    page.route("**/api/tables", without_seed)
    page.locator(f".game.{game} .btn.main").click()
    expect(page.locator(begun).first).to_be_visible()
    expect(page.locator(".lobby")).to_have_count(0)
    table = page.request.get("/api/tables/" + page.url.partition("/t/")[2]).json()
    assert (table["status"], len(table["deal"]["shares"])) == ("running", 1)
