"""Pig in a real browser: the site has no board for it and shows the plain table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.site.conftest import ARRIVAL, axe, chromium, serving
from tests.site.people import PATIENCE, asked_or_over, moves, play_once, start


@pytest.mark.slow
def test_a_whole_game_at_the_plain_table(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])  # the server finds the game as an installed package
    with serving(tmp_path) as server, chromium() as browser:
        context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800})
        context.add_init_script(ARRIVAL)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto("/")
        expect(page.locator(".game.pig h2")).to_have_text("Pig")
        start(page, "pig")
        assert asked_or_over(page)
        assert moves(page) == ["roll", "hold"]
        expect(page.locator("img.picture")).to_be_visible()
        assert axe(page) == []
        rng = random.Random(1)
        while asked_or_over(page):
            play_once(page, rng)
        expect(page.locator("#log .then", has_text=": hold").first).to_be_visible()
        expect(page.locator("#log .then", has_text=": roll 1").first).to_be_visible()  # with its outcome
        context.close()
