"""The table of any sun auction as a picture, drawn from a position or a view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heliopolis.core.checks import JSON
from heliopolis.games.sun.auction import EPOCHS, ROW, TRACK
from heliopolis.text.picture import ACT, EDGE, INK, INSET, LINE, MUTED, SURFACE, Picture

PIGMENTS = {  # face and ink, as on the site
    "ra": ("#b4351f", "#fff1d6"),
    "god": ("#f4e7c3", "#6a4300"),
    "pharaoh": ("#69468d", "#faf0de"),
    "nile": ("#2463a7", "#f5f1e2"),
    "flood": ("#127a79", "#f1f6e8"),
    "gold": ("#e5ac2f", "#3f2900"),
    "civ": ("#38764a", "#f7f2e0"),
    "mon": ("#cda56b", "#2b1c0a"),
    "bad": ("#2c292b", "#ffa884"),
    "land": ("#93602a", "#fdf2dc"),
    "red": ("#ab3522", "#fff1d6"),
    "blue": ("#2463a7", "#f5f1e2"),
    "green": ("#38764a", "#f7f2e0"),
    "yellow": ("#e5ac2f", "#3f2900"),
}
SUN, RIM, ON_SUN, MOON, ON_MOON = "#f4c650", "#b87d10", "#382300", "#5d6579", "#ffffff"
WIDTH, HEAD, SKY, SEAT, EDGE_OF_PAGE = 1250, 56, 124, 78, 16


@dataclass(frozen=True)
class Look:
    """What differs between the games."""

    title: str
    groups: Sequence[Sequence[str]]  # how tiles lie before a player
    families: dict[str, str]  # whose pigment a tile has, if it has none of its own
    drawings: dict[str, str]  # of tiles that are called otherwise


def draw(data: JSON, look: Look) -> Picture:
    players = len(data["seats"])
    picture = Picture(WIDTH, HEAD + SKY + 12 + players * (SEAT + 8) + 8, f"{look.title}, {players} players")
    draw_head(picture, data, look)
    draw_row(picture, data, look)
    draw_sky(picture, data)
    for seat, shown in enumerate(data["seats"]):
        draw_seat(picture, data, look, seat, shown, HEAD + SKY + 12 + seat * (SEAT + 8))
    return picture


def draw_head(picture: Picture, data: JSON, look: Look) -> None:
    picture.text(EDGE_OF_PAGE + 8, 37, look.title, 26, bold=True)
    picture.text(WIDTH / 2, 36, f"epoch {data['epoch']} of {EPOCHS}", 16, MUTED, at="middle")
    picture.text(WIDTH - EDGE_OF_PAGE - 8, 36, news(data), 16, ACT, at="end", bold=True)


def news(data: JSON) -> str:
    """What is going on, in a few words."""
    if data["phase"] == "over":
        return "the game is over"
    who = "chance" if data["to_act"] == "chance" else f"seat {data['to_act']}"
    drawn = f" ({data['drawn'].replace('|', ' or ')})" if data.get("drawn") else ""
    return f"{who}: {data['phase']}{drawn}"


def draw_row(picture: Picture, data: JSON, look: Look) -> None:
    picture.box(EDGE_OF_PAGE, HEAD, WIDTH - 2 * EDGE_OF_PAGE, SKY, SURFACE, 10, LINE)
    for space in range(ROW):
        x, y = EDGE_OF_PAGE + 16 + space * 92, HEAD + 20
        picture.box(x, y, 84, 84, INSET, 8)
        if space < len(data["row"]):
            draw_tile(picture, look, data["row"][space], x, y, 84)


def draw_sky(picture: Picture, data: JSON) -> None:
    """The Ra track, the sun in the centre, and the auction."""
    x, length = EDGE_OF_PAGE + 16 + ROW * 92 + 12, TRACK[len(data["seats"])]
    picture.text(x, HEAD + 26, f"Ra track {data['ra_track']} of {length}", 14, MUTED)
    face, ink = PIGMENTS["ra"]
    for space in range(length):
        filled = space < data["ra_track"]
        picture.box(x + space * 36, HEAD + 34, 32, 32, face if filled else INSET, 5)
        if filled:
            picture.icon("ra", x + space * 36 + 4, HEAD + 38, 24, ink, face)
    draw_sun(picture, x + 18, HEAD + 95, data["centre"], up=True)
    picture.text(x + 44, HEAD + 100, "in the centre", 14, MUTED)
    if data["auction"]:
        auction = data["auction"]
        told = f"bid {auction['bid']} by seat {auction['bidder']}" if auction["bid"] else "no bid"
        picture.text(x + 150, HEAD + 100, f"auction of seat {auction['ra_player']}: {told}", 14, INK, bold=True)


def draw_sun(picture: Picture, x: float, y: float, value: int, *, up: bool) -> None:
    picture.circle(x, y, 18, SUN if up else MOON, RIM if up else "")
    picture.text(x, y + 6, value, 17, ON_SUN if up else ON_MOON, at="middle", bold=True)


def draw_seat(picture: Picture, data: JSON, look: Look, seat: int, shown: JSON, y: float) -> None:
    acts = seat == data["to_act"]
    picture.box(EDGE_OF_PAGE, y, WIDTH - 2 * EDGE_OF_PAGE, SEAT, SURFACE, 10, ACT if acts else LINE)
    picture.seat(EDGE_OF_PAGE + 30, y + SEAT / 2, seat, acts)
    picture.icon("fame", EDGE_OF_PAGE + 58, y + SEAT / 2 - 11, 22, EDGE, SURFACE)
    picture.text(EDGE_OF_PAGE + 84, y + SEAT / 2 + 7, shown["fame"], 20, bold=True)
    suns = [(value, True) for value in shown["suns"]["up"]] + [(value, False) for value in shown["suns"]["down"]]
    for place, (value, up) in enumerate(suns):
        draw_sun(picture, EDGE_OF_PAGE + 146 + place * 42, y + SEAT / 2, value, up=up)
    draw_tiles(picture, look, {**shown["tiles"], "ankh": shown.get("ankhs", 0)}, y + SEAT / 2 - 20)


def draw_tiles(picture: Picture, look: Look, tiles: JSON, y: float) -> None:
    """Group by group; a kind that is not there takes no room."""
    x = EDGE_OF_PAGE + 318.0
    for group in look.groups:
        for tile in group:
            if tiles.get(tile):
                draw_tile(picture, look, tile, x, y, 40)
                picture.badge(x + 38, y + 38, tiles[tile])
                x += 46
        x += 14 if any(tiles.get(tile) for tile in group) else 0


def draw_tile(picture: Picture, look: Look, tile: str, x: float, y: float, size: float) -> None:
    face, ink = PIGMENTS[look.families.get(tile, tile)]
    picture.box(x, y, size, size, face, size / 10)
    picture.icon(look.drawings.get(tile, tile), x + size * 0.12, y + size * 0.12, size * 0.76, ink, face)
