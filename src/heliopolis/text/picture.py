"""A picture of a table as SVG: boxes, text, and the drawings that the site shows too.

There is no style sheet, variable or script in it, so that notebooks, browsers and converters show the same picture.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

DRAWINGS = Path(__file__).parent / "drawings.svg"
GROUND, SURFACE, INSET, LINE = "#efe5d0", "#fbf6ea", "#ebdfc5", "#dccdad"
INK, MUTED, ACT, EDGE = "#2a2016", "#5b4c37", "#1a4c8b", "#85724d"
SEAT_COLOURS = ("#1f5595", "#a63a26", "#2b6b48", "#68448c", "#87560f")
FONTS = "'Source Sans 3', 'Segoe UI', system-ui, sans-serif"


@cache
def drawings() -> dict[str, str]:
    """Return all drawings by name: 48 by 48 units, in `currentColor` on `--cut`."""
    sprite = DRAWINGS.read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="([\w-]+)" viewBox="0 0 48 48">(.*?)</symbol>', sprite, re.DOTALL))


class Picture:
    """A picture to which shapes are added from back to front."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._symbols: dict[str, str] = {}
        self._parts: list[str] = []
        self.box(0, 0, width, height, GROUND, 0)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, rounded: float = 6, line: str = ""
    ) -> None:
        """Add a box with rounded corners."""
        stroke = f' stroke="{line}" stroke-width="1.5"' if line else ""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rounded:g}" fill="{fill}"{stroke}/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str, line: str = "") -> None:
        """Add a circle."""
        stroke = f' stroke="{line}" stroke-width="1.5"' if line else ""
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{stroke}/>')

    def text(
        self, x: float, y: float, words: object, size: float, fill: str = INK, *, at: str = "start", bold: bool = False
    ) -> None:
        """Add a line of text; `at` says which part of it is at x: start, middle or end."""
        weight = ' font-weight="700"' if bold else ""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{at}"{weight}>'
            f"{escape(str(words))}</text>"
        )

    def icon(self, name: str, x: float, y: float, size: float, ink: str, cut: str) -> None:
        """Add a drawing in two colours: of the lines and of the background."""
        symbol = f"{name}-{ink[1:]}-{cut[1:]}"
        if symbol not in self._symbols:
            drawn = re.sub(r"var\(--cut,[^)]*\)", cut, drawings()[name]).replace("currentColor", ink)
            self._symbols[symbol] = f'<symbol id="{symbol}" viewBox="0 0 48 48">{drawn.strip()}</symbol>'
        self._parts.append(f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>')

    def badge(self, x: float, y: float, number: int) -> None:
        """Add the number of pieces at the lower right corner of a drawing, if there are several."""
        if number > 1:
            self.circle(x, y, 8.5, INK)
            self.text(x, y + 4, number, 11.5, SURFACE, at="middle", bold=True)

    def seat(self, x: float, y: float, seat: int, to_act: bool) -> None:
        """Add the badge of a seat; that of the seat to act has an outline."""
        self.circle(x, y, 17, SEAT_COLOURS[seat], INK if to_act else "")
        self.text(x, y + 6, seat, 17, "#ffffff", at="middle", bold=True)

    def __str__(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" font-family="{FONTS}" role="img"><title>{escape(self.title)}</title>'
            f"<defs>{''.join(self._symbols.values())}</defs>{''.join(self._parts)}</svg>"
        )
