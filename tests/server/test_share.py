"""Addresses that people share: a title and a picture for messengers, of finished games, in the reader's language."""

from __future__ import annotations

import random
import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import heliopolis as hp
from heliopolis.server.runtime.png import HEIGHT, WIDTH, to_png
from heliopolis.server.runtime.shared_words import language_of
from heliopolis.server.runtime.svg_paths import lines_of
from tests.server.people import Person, sit_down, wait_for
from tests.server.quick_reviews import QuickReviewing, quick_reviews
from tests.server.test_reviews import ask, finished_table, wait_until_done

META = re.compile(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />')


def tags_of(person: Person, path: str, language: str = "en") -> dict[str, str]:
    """The tags of a page, and its title."""
    answer = person.http.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    [title] = re.findall("<title>(.*?)</title>", answer.text)
    return {"title": unescape(title), **{name: unescape(value) for name, value in META.findall(answer.text)}}


def plain_page(person: Person) -> str:
    return person.http.get("/").text


# ---- the document ----------------------------------------------------------------------------------------------------


def test_a_moment_has_a_title_a_description_and_a_picture(server: str) -> None:
    ada = finished_table(server)
    tags = tags_of(ada, f"/review/{ada.table}/12")
    assert tags["title"] == tags["og:title"] == "Ra, move 13"
    assert tags["og:description"] == tags["description"]
    scores = sorted(ada.get()["scores"], reverse=True)
    assert tags["og:description"].endswith(f" {scores[-1]}")
    assert tags["og:url"] == f"{server}/review/{ada.table}/12"
    assert tags["og:image"] == f"{server}/api/tables/{ada.table}/card?at=12"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["twitter:card"] == "summary_large_image"
    picture = ada.http.get(tags["og:image"])
    assert picture.headers["content-type"] == "image/png"
    with Image.open(BytesIO(picture.content)) as image:
        image.load()
        assert image.size == (1200, 630)


@pytest.mark.parametrize(
    ("language", "moment", "whole"),
    [
        ("it-CH,it;q=0.9,en;q=0.8", "Ra, mossa 13", "Ra: una partita da rivedere"),
        ("es", "Ra, jugada 13", "Ra: una partida para repasar"),
        ("tlh", "Ra, move 13", "Ra: a game in review"),
    ],
)
def test_it_is_in_the_readers_language(server: str, language: str, moment: str, whole: str) -> None:
    ada = finished_table(server)
    assert tags_of(ada, f"/review/{ada.table}/12", language)["title"] == moment
    assert tags_of(ada, f"/review/{ada.table}", language)["title"] == whole


def test_the_language_that_is_liked_best_is_taken() -> None:
    assert language_of("de, es;q=0.5, it;q=0.7") == "it"
    assert language_of("it, es") == "it"
    assert language_of("es;q=nonsense, it;q=0.1") == "it"
    assert language_of("") == "en"


def test_a_mistake_is_named_with_what_was_better(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with quick_reviews():
        step = QuickReviewing.step

        def blunder(self: QuickReviewing) -> bool:
            more = step(self)
            self.moments[-1] |= {"label": "blunder", "best": "invoke"}
            return more

        monkeypatch.setattr(QuickReviewing, "step", blunder)
        ada = finished_table(server)
        ask(ada)
        wait_until_done(ada)
    moves = ada.get("record")["moves"]
    at = next(number for number, move in enumerate(moves) if move.startswith("draw"))
    assert "Better: " in tags_of(ada, f"/review/{ada.table}/{at}")["og:description"]
    at = next(number for number, move in enumerate(moves) if move.startswith("invoke"))
    assert "Better: " not in tags_of(ada, f"/review/{ada.table}/{at}")["og:description"]


def test_names_cannot_break_out_of_the_document(server: str) -> None:
    ada = Person(server)
    evil = {"kind": "me", "name": 'A"><script>x'}
    made = ada.post("/api/tables", 201, game="ra", seats=[evil, {"kind": "bot", "bot": "greedy"}])
    ada.table = made["id"]
    ada.post("away", seat=0, bot="greedy")
    wait_for(ada, "over")
    shared = ada.http.get(f"/review/{ada.table}").text
    assert "A&quot;&gt;&lt;script&gt;x" in shared
    assert "<script>x" not in shared


def test_the_rest_of_the_document_is_that_of_every_page(server: str) -> None:
    ada = finished_table(server)
    shared = ada.http.get(f"/review/{ada.table}/3").text
    without = re.sub(r"<title>.*?</title>(\s*<meta (?:property|name)=\"[^>]*/>)*", "<title>Heliopolis</title>", shared)
    assert without.count("<title>Heliopolis</title>") == 1
    assert without == plain_page(ada)


@pytest.mark.parametrize(
    "path", ["/review/nowhere", "/review/nowhere/3", "/review/record", "/review/TABLE/x", "/review/"]
)
def test_what_is_not_there_is_the_plain_document(server: str, path: str) -> None:
    ada = Person(server)
    ada.open("ra", "me", "open")
    answer = ada.http.get(path.replace("TABLE", ada.table))
    assert answer.status_code == 200
    assert answer.text == plain_page(ada)


def test_a_moment_that_there_is_not_is_the_whole_game(server: str) -> None:
    ada = finished_table(server)
    for number in (9999, "x", "-1"):
        assert tags_of(ada, f"/review/{ada.table}/{number}")["title"] == "Ra: a game in review"


@pytest.mark.parametrize("game", ["ra", "respublica"])
def test_nothing_of_a_running_game_is_shared(server: str, game: str) -> None:
    people = sit_down(server, game, "Ada Bea Cem")
    for person in people:
        for path in ("", "/0", "/1"):
            assert person.http.get(f"/review/{person.table}{path}").text == plain_page(person)
        assert person.get("card", 403, at=0)["key"] == "review.not_over"


# ---- the picture -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", hp.games())
def test_every_moment_of_every_game_can_be_painted(game: str) -> None:
    for players in range(hp.game(game).min_players, hp.game(game).max_players + 1):
        position, luck = hp.game(game).start(players=players, seed=players), random.Random(players)
        for _ in range(40):
            position.play(position.suggest(luck))
        with Image.open(BytesIO(to_png(position.svg(position.to_act)))) as image:
            image.load()
            assert image.size == (WIDTH, HEIGHT)
            assert len(image.convert("P").getcolors() or []) > 20, "something is to be seen"


def test_the_end_of_a_game_has_a_picture_and_what_is_behind_it_has_none(server: str) -> None:
    ada = finished_table(server, "respublica")
    moves = len(ada.get("record")["moves"])
    assert ada.http.get(ada.path("card"), params={"at": moves}).status_code == 200
    assert ada.get("card", 404, at=moves + 1)["key"] == "moment.unknown"


def test_paths_are_lines() -> None:
    assert lines_of("M1 2h3v4H0z") == [[(1, 2), (4, 2), (4, 6), (0, 6), (1, 2)]]
    assert lines_of("m1 1 2 0l0 2") == [[(1, 1), (3, 1), (3, 3)]]
    [curved] = lines_of("M0 0c0 4 4 4 4 0s4-4 4 0")
    assert curved[-1] == (8, 0)
    [circle] = lines_of("M0 1a1 1 0 0 1 2 0")
    assert circle[-1] == (2, 1)
    assert all(abs((x - 1) ** 2 + (y - 1) ** 2 - 1) < 1e-9 for x, y in circle)
    assert lines_of("nonsense") == []


def test_the_whole_drawing_is_on_the_picture(tmp_path: Path) -> None:
    """A black square in a picture as wide as it is high comes out as a square, in the middle."""
    path = '<path fill="#000000" d="M0 0h10v10h-10z"/>'
    square = f'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">{path}</svg>'
    file = tmp_path / "square.png"
    file.write_bytes(to_png(square))
    with Image.open(file) as image:
        black = image.convert("L").point([255] + [0] * 255).getbbox()
    assert black is not None
    left, top, right, bottom = black
    assert abs((right - left) - HEIGHT) <= 3
    assert abs(left - (WIDTH - HEIGHT) / 2) <= 2
    assert (top, bottom) == (0, HEIGHT)
