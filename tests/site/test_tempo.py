"""Against impatience and tedium: clicks that come too early, decisions with one option, settings.

Time is the test's own: the page's clock stands still until a test moves it on.
"""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.conftest import Visit, axe
from tests.site.people import asked_or_over, decide, moves, play_once, seq, settled, sit_down, start
from tests.site.test_table_life import invite, path_of, together

QUIET = 400  # milliseconds without a click before new choices take one
NOTE = 1000  # that the note of a forced move stays
NOON = 1_800_000_000_000  # of a day in 2027


def stop_clock(page: Page) -> None:
    """From now on no time passes in the page."""
    page.clock.install(time=NOON)
    page.clock.pause_at(NOON + 1000)


def middle(button: Locator) -> tuple[float, float]:
    """The place that a mouse clicks."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def choose(page: Page, move: str) -> None:
    """Click a move once it takes clicks."""
    page.clock.run_for(QUIET)
    page.locator(f'[data-move="{move}"]').first.click()


def use_settings(page: Page, **settings: object) -> None:
    chosen = json.dumps({"speed": "off", "sound": False, **settings})
    page.evaluate("chosen => { localStorage.settings = chosen; }", chosen)
    page.reload()


# ---- clicks that come too early --------------------------------------------------------------------------------------


def test_no_click_meant_for_one_decision_makes_the_next(visit: Visit) -> None:
    """Whoever clicks on and on makes one move, and the next only after a pause."""
    page = visit()
    stop_clock(page)
    start(page, "ra")
    assert asked_or_over(page)
    rng = random.Random(3)
    for _ in range(6):
        page.clock.run_for(QUIET)
        here = seq(page)
        decide(page, rng)
        settled(page, here)
        assert asked_or_over(page)
        here = seq(page)
        for button in page.locator("main [data-move]").all():
            page.mouse.click(*middle(button))
            page.clock.run_for(QUIET - 100)
        assert seq(page) == here
        assert page.locator(".settling").count() == 1


def test_choices_take_clicks_again_when_the_pointer_was_quiet(visit: Visit) -> None:
    page = visit()
    stop_clock(page)
    start(page, "ra")
    assert asked_or_over(page)
    here = seq(page)
    place = middle(page.locator("main [data-move]").first)
    page.mouse.click(*place)
    page.clock.run_for(QUIET - 1)
    page.mouse.click(*place)
    assert seq(page) == here
    page.clock.run_for(QUIET)
    page.mouse.click(*place)
    settled(page, here)


def test_a_key_pressed_on_purpose_and_a_screen_reader_do_not_wait(visit: Visit) -> None:
    page = visit()
    stop_clock(page)
    start(page, "ra")
    assert asked_or_over(page)
    here = seq(page)
    page.locator('[data-move="draw"], [data-move="pass"]').first.focus()
    page.keyboard.press("Enter")
    settled(page, here)
    assert asked_or_over(page)
    here = seq(page)
    page.locator("main [data-move]:not([aria-disabled=true])").last.evaluate("button => button.click()")
    settled(page, here)


def test_a_key_that_is_held_down_makes_one_move(visit: Visit) -> None:
    page = visit()
    start(page, "respublica")
    assert asked_or_over(page)
    while "no trade" not in moves(page):
        play_once(page, random.Random(1))
        assert asked_or_over(page)
    here = seq(page)
    page.locator('[data-move="no trade"]').focus()
    page.keyboard.down("Enter")
    settled(page, here)
    page.locator('[data-move="end"]').focus()
    here = seq(page)
    page.keyboard.down("Enter")  # again: a key that is down repeats itself
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert seq(page) == here
    page.keyboard.press("Enter")
    settled(page, here)


def test_a_double_click_does_not_confirm_what_it_chose(visit: Visit) -> None:
    page = visit()
    use_settings(page, confirm=True)
    stop_clock(page)
    start(page, "ra")
    assert asked_or_over(page)
    page.clock.run_for(QUIET)
    here = seq(page)
    place = middle(page.locator("main [data-move]").first)
    page.mouse.dblclick(*place)
    yes = page.get_by_role("button", name="Yes, do it")
    expect(yes).to_be_visible()
    page.mouse.click(*middle(yes))
    assert seq(page) == here
    page.clock.run_for(QUIET)
    yes.click()
    settled(page, here)


# ---- decisions with one option ---------------------------------------------------------------------------------------


def to_forced_decision(page: Page) -> str:
    """Play Res Publica until there is nothing to decide but what is forced: how far the game is then."""
    stop_clock(page)
    start(page, "respublica")
    note = page.locator(".forced")
    while not note.count():
        assert asked_or_over(page)
        here = seq(page)
        if note.count():
            break
        choose(page, next(move for move in moves(page) if move in ("no trade", "nothing") or move.startswith("draw")))
        settled(page, here)
        expect(page.locator(".mine.asked")).to_be_visible()
    return seq(page)


def test_a_forced_decision_is_made_by_itself_after_a_note(visit: Visit) -> None:
    page = visit()
    use_settings(page)
    here = to_forced_decision(page)
    expect(page.locator(".forced")).to_contain_text("Only one choice, made for you: go on")
    expect(page.locator("#decision")).to_contain_text("no five of a kind")
    page.clock.run_for(NOTE - 1)
    assert seq(page) == here
    page.clock.run_for(1)
    settled(page, here)
    expect(page.locator(".forced")).to_have_count(0)


@pytest.mark.parametrize("how", ["key", "touch", "setting"])
def test_a_forced_decision_can_be_left_to_the_player(visit: Visit, how: str) -> None:
    page = visit(touch=True)
    use_settings(page, forced=how != "setting")
    if how == "setting":
        stop_clock(page)
        start(page, "respublica")
        assert asked_or_over(page)
        while moves(page) != ["end"]:
            here = seq(page)
            choose(page, next(one for one in moves(page) if one in ("no trade", "nothing") or one.startswith("draw")))
            settled(page, here)
            assert asked_or_over(page)
        here = seq(page)
    else:
        here = to_forced_decision(page)
        if how == "key":
            page.keyboard.press("Escape")
        else:
            page.locator(".forced button").tap()
    expect(page.locator(".forced")).to_have_count(0)
    page.clock.run_for(20 * NOTE)
    assert seq(page) == here
    choose(page, moves(page)[0])
    settled(page, here)


def test_a_forced_decision_that_was_taken_back_is_not_made_again(visit: Visit) -> None:
    page = visit()
    use_settings(page)
    here = to_forced_decision(page)
    page.clock.run_for(NOTE)
    settled(page, here)
    assert asked_or_over(page)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(page.locator("#log h2 small")).to_have_text(here)
    assert asked_or_over(page)
    page.clock.run_for(20 * NOTE)
    assert seq(page) == here
    expect(page.locator(".forced")).to_have_count(0)


def test_a_stretch_of_res_publica_needs_no_forced_click(visit: Visit) -> None:
    """Every click of a person has an alternative."""
    page = visit()
    use_settings(page)
    stop_clock(page)
    start(page, "respublica")
    clicks = by_itself = 0
    rng = random.Random(11)
    while clicks < 15 and asked_or_over(page):
        here = seq(page)
        offered = moves(page)
        if len(offered) == 1 and not page.locator("[data-move=say], [data-move=give]").count():
            expect(page.locator(".forced")).to_be_visible()
            page.clock.run_for(NOTE)
            by_itself += 1
        else:
            assert page.locator(".forced").count() == 0, offered
            page.clock.run_for(QUIET)
            decide(page, rng)
            clicks += 1
        settled(page, here)
    assert clicks == 15
    assert by_itself > 3


# ---- bids decided ahead --------------------------------------------------------------------------------------------


def test_a_bid_decided_ahead_is_made_when_its_turn_comes(visit: Visit) -> None:
    host = visit()
    guest = sit_down(visit(path_of(invite(host, "ra"))))
    rng = random.Random(1)
    while together(host, guest) and "invoke" not in moves(host):
        before = seq(host)
        decide(host if host.locator(".mine.asked").count() else guest, rng)
        settled(host, before)
        settled(guest, before)
    host.locator('[data-move="invoke"]').click()
    expect(guest.locator('.mine.asked [data-move="pass"]')).to_be_visible()
    ahead = host.locator('[data-plan^="bid"]')
    ahead.last.click()
    ahead.last.click()
    expect(host.locator("[aria-pressed=true][data-plan]")).to_have_count(0)
    host.locator('[data-plan="pass"]').press("Enter")
    ahead.first.click()
    expect(host.locator("[aria-pressed=true][data-plan]")).to_have_count(1)
    expect(host.locator(".if")).to_contain_text("if that is still possible, else pass")
    assert axe(host) == []
    before = seq(host)
    guest.locator('[data-move="pass"]').click()
    settled(host, before)
    expect(host.locator("#log li").filter(has_text="You bid").or_(host.get_by_text("You pass")).first).to_be_visible()
    expect(host.locator("[data-plan]")).to_have_count(0)


# ---- settings --------------------------------------------------------------------------------------------------------

WORDS = {
    "en-GB": ("Settings", "Bots’ pace", "at once"),
    "it-IT": ("Impostazioni", "Ritmo dei bot", "subito"),
    "es-ES": ("Ajustes", "Ritmo de los bots", "al instante"),
}


@pytest.mark.parametrize("locale", WORDS)
def test_the_settings_explain_themselves(visit: Visit, locale: str) -> None:
    title, pace, none = WORDS[locale]
    page = visit(locale=locale, width=390, height=844)
    page.get_by_role("button", name=title).press("Enter")
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog.get_by_role("heading", level=3)).to_have_count(3)
    assert axe(page) == []
    settings = dialog.locator("fieldset, .check")
    for one in settings.all():
        assert one.locator("small").inner_text().endswith(".")
    chosen = dialog.get_by_role("group", name=pace).get_by_role("button", name=none)
    chosen.press("Space")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    assert json.loads(page.evaluate("localStorage.settings"))["pace"] == "none"


def test_the_server_is_told_of_the_pace(visit: Visit) -> None:
    page = visit()
    paces: list[str] = []
    page.on(
        "request", lambda request: paces.append(request.url.split("pace=")[1]) if "/events?" in request.url else None
    )
    start(page, "ra")
    assert asked_or_over(page)
    page.get_by_role("button", name="Settings").click()
    with page.expect_request("**/events?*pace=slow"):
        page.get_by_role("group", name="Bots’ pace").get_by_role("button", name="slow").click()
    page.keyboard.press("Escape")
    assert paces == ["normal", "slow"]
    assert asked_or_over(page)
    play_once(page, random.Random(2))
