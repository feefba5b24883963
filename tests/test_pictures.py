"""Pictures of positions: well formed, complete, in the colours of the site, and blind where a seat is."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.core.position import Position
from heliopolis.games.priests import drawing as priests_drawing
from heliopolis.games.ra import drawing as ra_drawing
from heliopolis.games.respublica import drawing as forum
from tests.walks import TABLES

SVG = "{http://www.w3.org/2000/svg}"
TOKENS = Path(__file__).parent.parent / "web" / "src" / "look" / "tokens.css"
FAMILIES = {  # tiles that share a colour, by the name of that colour on the site
    "civ": "art agriculture religion astronomy writing",
    "mon": "fortress obelisk palace pyramid sphinx statues steppyramid temple granary market library",
    "bad": "funeral drought unrest earthquake plague",
    "land": "farmer warrior trader scribe",
    "god": "god priest",
    "gold": "gold ankh",
}
FAMILY_OF = {tile: family for family, tiles in FAMILIES.items() for tile in tiles.split()}


def walk(name: str, players: int, seed: int) -> list[Position]:
    """Positions of one sensible game, its end among them."""
    p, rng, found = hp.game(name).start(players=players, seed=seed), random.Random(seed), []
    while not p.over:
        if rng.random() < 0.1:
            found.append(p.copy())
        p.play(p.suggest(rng))
    return [*found, p]


def icons(svg: str) -> list[str]:
    """The drawings that are used, by name; each must be there."""
    page = ET.fromstring(svg)
    there = {symbol.get("id") for symbol in page.iter(f"{SVG}symbol")}
    used = [use.get("href", "")[1:] for use in page.iter(f"{SVG}use")]
    assert set(used) == there
    return [re.sub(r"-\w{6}-\w{6}$", "", name) for name in used]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_position_is_drawn(name: str, players: int) -> None:
    for p in walk(name, players, seed=players):
        for svg in (p.svg(), p.svg(0), p._repr_svg_()):
            assert svg.startswith("<svg")
            assert icons(svg)
            assert "var(" not in svg
            assert "currentColor" not in svg


@pytest.mark.parametrize("name", ["ra", "priests"])
def test_all_tiles_and_suns_are_there(name: str) -> None:
    for p in walk(name, 3, seed=1):
        data, drawn = p.to_json(), icons(p.svg())
        for tile in {*data["row"], *(tile for seat in data["seats"] for tile in seat["tiles"])}:
            expected = data["row"].count(tile) + sum(tile in seat["tiles"] for seat in data["seats"])
            expected += data["ra_track"] if tile == "ra" else 0
            found = f"chamber-{tile}" if tile in ("red", "blue", "green", "yellow") else tile
            assert drawn.count(found) == expected, tile
        suns = [str(sun) for seat in data["seats"] for side in ("up", "down") for sun in seat["suns"][side]]
        texts = [text.text for text in ET.fromstring(p.svg()).iter(f"{SVG}text")]
        assert all(texts.count(sun) >= suns.count(sun) for sun in suns)


def test_a_seat_sees_its_own_hand_only() -> None:
    for number, p in enumerate(walk("respublica", 4, seed=2)):
        if not p.over:
            assert p.svg(1) == p.imagine(1, random.Random(number)).svg(1)
            hand = p.to_json()["seats"][1]["hand"]
            assert {icon for icon in icons(p.svg(1)) if icon in forum.PIGMENTS} == set(hand)


def test_colours_are_those_of_the_site() -> None:
    tokens = dict(re.findall(r"--([kc]-[\w-]+):\s*(?:light-dark\()?(#\w{6})", TOKENS.read_text(encoding="utf-8")))
    tiles = {**ra_drawing.STYLE.colours, **priests_drawing.STYLE.colours}
    for name, (face, ink) in tiles.items():
        token = f"k-{FAMILY_OF.get(name, name)}"
        assert (face, ink) == (tokens[token], tokens[f"{token}-ink"])
    for name, (face, ink) in forum.PIGMENTS.items():
        assert (face, ink) == (tokens[f"c-{name}"], tokens[f"c-{name}-ink"])


def test_no_such_seat() -> None:
    with pytest.raises(hp.HeliopolisError, match="There is no seat 7"):
        hp.game("ra").start(players=2, seed=1).svg(7)
