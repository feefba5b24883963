"""The table of Res Publica in a browser: cards that travel, a temple that is never empty, and who sees what."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.site.conftest import Visit
from tests.site.trading import LONG_ASK, Trading

RECORD = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.dataset?.flying) window.flown.push(node.dataset.flying);
  }).observe(document.body, { childList: true, subtree: true });
}"""
COLOUR = "(button) => getComputedStyle(button).color"


def watch(game: Trading, *pages: Page) -> None:
    """Open the table, and note every card that travels over it."""
    for page in pages:
        page.goto(game.address)
        expect(page.locator(".forum")).to_be_visible()
        page.evaluate(RECORD)


def flown(page: Page, number: int) -> list[str]:
    """Wait until so many cards have started, and return them all."""
    page.wait_for_function("number => window.flown.length >= number", arg=number)
    found: list[str] = page.evaluate("window.flown")
    return found


def test_cards_travel_and_only_those_who_may_know_them_see_their_faces(visit: Visit) -> None:
    ada, spectator = visit(moving=True), visit(moving=True)
    game = Trading(ada, visit(), 3, "travel")
    watch(game, ada, spectator)
    for _ in game.long_trade():
        pass
    moves = [entry for entry in game.log() if entry["kind"] == "move"]
    given = next(entry["given"] for entry in moves if entry.get("given"))
    known = [*given["0"], *given["2"], *moves[-1]["outcomes"]]
    assert flown(ada, len(known)) == known
    assert flown(spectator, len(known)) == ["back"] * len(known)


def test_a_set_that_is_laid_is_seen_by_all_and_brings_a_city(visit: Visit) -> None:
    ada, spectator = visit(moving=True), visit(moving=True)
    game = Trading(ada, visit(), 3, "travel")
    for phase in game.set_for_ada():
        if phase == "lay a set":
            game.seen()
            watch(game, ada, spectator)
    laid = next(entry["move"].split(" ")[1] for entry in game.log() if str(entry.get("move")).startswith("lay"))
    for page in (ada, spectator):
        assert flown(page, 6)[:6] == [laid] * 5 + ["city"]


def test_nothing_travels_for_those_who_want_no_motion(visit: Visit) -> None:
    ada = visit()
    game = Trading(ada, visit(), 3, "travel")
    watch(game, ada)
    for _ in game.long_trade():
        pass
    game.seen(ada)
    expect(ada.locator(".flying")).to_have_count(0)


def test_a_spectator_sees_everybody_and_nobody_as_you(visit: Visit) -> None:
    spectator = visit()
    game = Trading(visit(), visit(), 4, "watched")
    watch(game, spectator)
    expect(spectator.locator(".others .seat")).to_have_count(4)
    expect(spectator.locator(".mine")).to_have_count(0)
    expect(spectator.locator(".hand")).to_have_count(0)
    assert "You" not in spectator.locator(".forum .name").all_inner_texts()


def test_the_temple_tells_what_everybody_wanted_and_what_just_happened(visit: Visit) -> None:
    ada = visit()
    game = Trading(ada, visit(), 3, "temple")
    watch(game, ada)
    for _ in game.long_trade():
        pass
    game.seen(ada)
    expect(ada.locator(".event")).to_have_text("You draw 1 people")
    expect(ada.locator(".scroll.record")).to_have_count(2)
    expect(ada.locator(".others .seat.on")).to_have_count(1)


def test_an_answer_says_what_it_costs_or_which_cards_are_lacking(visit: Visit) -> None:
    ada = visit()
    game = Trading(ada, visit(), 3, "prices")
    while game.position()["turn"] != 0:
        game.pass_on()
    watch(game, ada)
    game.play(LONG_ASK)
    game.play("for 1 people or 9 wheel")
    game.play("for 1 metallurgy")
    game.seen(ada)
    expect(ada.get_by_role("button", name="Give 1 people", exact=True)).to_be_visible()
    expect(ada.locator(".scroll .no")).to_have_text("You hold no Metallurgy")


def test_a_button_that_cannot_be_pressed_stays_readable_under_the_pointer(visit: Visit) -> None:
    ada = visit()
    game = Trading(ada, visit(), 3, "hover")
    while game.position()["turn"] != 0:
        game.pass_on()
    watch(game, ada)
    say = ada.locator("[data-move=say]")
    expect(say).to_have_attribute("aria-disabled", "true")
    before = say.evaluate(COLOUR)
    say.hover(force=True)
    assert say.evaluate(COLOUR) == before
