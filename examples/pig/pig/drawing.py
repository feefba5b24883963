"""Pig as a picture: one line per seat, and the sum of the turn."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.text.picture import INK, INSET, MUTED, SURFACE, Picture

WIDTH, LINE, MARGIN = 480, 56, 16


def draw(data: JSON) -> Picture:
    """Draw a position or a view."""
    points = data["points"]
    picture = Picture(WIDTH, 2 * MARGIN + LINE * (len(points) + 1), "Pig")
    picture.text(MARGIN, MARGIN + 34, "Pig", 26, bold=True)
    picture.text(WIDTH - MARGIN, MARGIN + 34, f"{data['sum']} this turn", 20, MUTED, at="end")
    for seat, number in enumerate(points):
        y = MARGIN + LINE * (seat + 1)
        picture.box(MARGIN, y, WIDTH - 2 * MARGIN, LINE - 8, SURFACE if seat == data["turn"] else INSET)
        picture.seat(MARGIN + 26, y + 24, seat, seat == data["turn"])
        picture.text(WIDTH - MARGIN - 12, y + 31, number, 22, INK, at="end", bold=True)
    return picture
