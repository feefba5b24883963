"""The table of a sun auction as a picture, drawn from a position or a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heliopolis.core.checks import JSON
from heliopolis.games.sun.auction import EPOCHS, RA_TRACK_LENGTH, ROW
from heliopolis.text.picture import ACT, EDGE, INK, INSET, LINE, MUTED, SURFACE, Picture

Colours = tuple[str, str]  # of a tile and of the drawing on it, as on the site
RED: Colours = ("#b4351f", "#fff1d6")
CREAM: Colours = ("#f4e7c3", "#6a4300")
PURPLE: Colours = ("#69468d", "#faf0de")
BLUE: Colours = ("#2463a7", "#f5f1e2")
TEAL: Colours = ("#127a79", "#f1f6e8")
GOLDEN: Colours = ("#e5ac2f", "#3f2900")
GREEN: Colours = ("#38764a", "#f7f2e0")
SANDSTONE: Colours = ("#cda56b", "#2b1c0a")
BLACK: Colours = ("#2c292b", "#ffa884")
BROWN: Colours = ("#93602a", "#fdf2dc")
BRICK: Colours = ("#ab3522", "#fff1d6")
SUN, RIM, ON_SUN, MOON, ON_MOON = "#f4c650", "#b87d10", "#382300", "#5d6579", "#ffffff"
WIDTH, HEAD, SKY, SEAT, EDGE_OF_PAGE = 1250, 56, 124, 78, 16


@dataclass(frozen=True)
class PictureStyle:
    """What differs between the games."""

    title: str
    groups: Sequence[Sequence[str]]  # how tiles lie before a player
    colours: Mapping[str, Colours]  # by tile
    drawings: Mapping[str, str]  # of tiles whose drawing has another name


def draw(data: JSON, style: PictureStyle, detail: str = "") -> Picture:
    """Return a picture of the table; `detail` is added to what is going on."""
    players = len(data["seats"])
    picture = Picture(WIDTH, HEAD + SKY + 12 + players * (SEAT + 8) + 8, f"{style.title}, {players} players")
    draw_head(picture, data, style.title, status(data) + detail)
    draw_row(picture, data, style)
    draw_sky(picture, data)
    for seat, shown in enumerate(data["seats"]):
        draw_seat(picture, data, style, seat, shown, HEAD + SKY + 12 + seat * (SEAT + 8))
    return picture


def draw_head(picture: Picture, data: JSON, title: str, doing: str) -> None:
    picture.text(EDGE_OF_PAGE + 8, 37, title, 26, bold=True)
    picture.text(WIDTH / 2, 36, f"epoch {data['epoch']} of {EPOCHS}", 16, MUTED, at="middle")
    picture.text(WIDTH - EDGE_OF_PAGE - 8, 36, doing, 16, ACT, at="end", bold=True)


def status(data: JSON) -> str:
    """Return what is going on, in a few words."""
    if data["phase"] == "over":
        return "the game is over"
    who = "chance" if data["to_act"] == "chance" else f"seat {data['to_act']}"
    return f"{who}: {data['phase']}"


def draw_row(picture: Picture, data: JSON, style: PictureStyle) -> None:
    picture.box(EDGE_OF_PAGE, HEAD, WIDTH - 2 * EDGE_OF_PAGE, SKY, SURFACE, 10, LINE)
    for space in range(ROW):
        x, y = EDGE_OF_PAGE + 16 + space * 92, HEAD + 20
        picture.box(x, y, 84, 84, INSET, 8)
        if space < len(data["row"]):
            draw_tile(picture, style, data["row"][space], x, y, 84)


def draw_sky(picture: Picture, data: JSON) -> None:
    """Draw the Ra track, the sun in the centre, and the auction."""
    x, length = EDGE_OF_PAGE + 16 + ROW * 92 + 12, RA_TRACK_LENGTH[len(data["seats"])]
    picture.text(x, HEAD + 26, f"Ra track {data['ra_track']} of {length}", 14, MUTED)
    face, ink = RED
    for space in range(length):
        filled = space < data["ra_track"]
        picture.box(x + space * 36, HEAD + 34, 32, 32, face if filled else INSET, 5)
        if filled:
            picture.icon("ra", x + space * 36 + 4, HEAD + 38, 24, ink, face)
    draw_sun(picture, x + 18, HEAD + 95, data["centre"], up=True)
    picture.text(x + 44, HEAD + 100, "in the centre", 14, MUTED)
    if data["auction"]:
        auction = data["auction"]
        standing = f"bid {auction['bid']} by seat {auction['bidder']}" if auction["bid"] else "no bid"
        picture.text(x + 150, HEAD + 100, f"auction of seat {auction['ra_player']}: {standing}", 14, INK, bold=True)


def draw_sun(picture: Picture, x: float, y: float, value: int, *, up: bool) -> None:
    picture.circle(x, y, 18, SUN if up else MOON, RIM if up else "")
    picture.text(x, y + 6, value, 17, ON_SUN if up else ON_MOON, at="middle", bold=True)


def draw_seat(picture: Picture, data: JSON, style: PictureStyle, seat: int, shown: JSON, y: float) -> None:
    acts = seat == data["to_act"]
    picture.box(EDGE_OF_PAGE, y, WIDTH - 2 * EDGE_OF_PAGE, SEAT, SURFACE, 10, ACT if acts else LINE)
    picture.seat(EDGE_OF_PAGE + 30, y + SEAT / 2, seat, acts)
    picture.icon("fame", EDGE_OF_PAGE + 58, y + SEAT / 2 - 11, 22, EDGE, SURFACE)
    picture.text(EDGE_OF_PAGE + 84, y + SEAT / 2 + 7, shown["fame"], 20, bold=True)
    suns = [(value, True) for value in shown["suns"]["up"]] + [(value, False) for value in shown["suns"]["down"]]
    for place, (value, up) in enumerate(suns):
        draw_sun(picture, EDGE_OF_PAGE + 146 + place * 42, y + SEAT / 2, value, up=up)
    draw_tiles(picture, style, shown["tiles"], y + SEAT / 2 - 20)


def draw_tiles(picture: Picture, style: PictureStyle, tiles: JSON, y: float) -> None:
    """Draw tiles group by group; a kind that is not there takes no room."""
    x = EDGE_OF_PAGE + 318.0
    for group in style.groups:
        for tile in group:
            if tiles.get(tile):
                draw_tile(picture, style, tile, x, y, 40)
                picture.badge(x + 38, y + 38, tiles[tile])
                x += 46
        x += 14 if any(tiles.get(tile) for tile in group) else 0


def draw_tile(picture: Picture, style: PictureStyle, tile: str, x: float, y: float, size: float) -> None:
    face, ink = style.colours[tile]
    picture.box(x, y, size, size, face, size / 10)
    picture.icon(style.drawings.get(tile, tile), x + size * 0.12, y + size * 0.12, size * 0.76, ink, face)
