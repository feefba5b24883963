"""Pictures of tables as PNG, for messengers, which show no SVG.

Only what `text.picture` draws is understood: boxes, circles, text, and drawings made of paths. Everything is painted
three times as large and then reduced, so that edges are smooth. The font is the one that comes with Pillow, so that
every machine paints the same; it has the letters of ASCII, and pictures need no others.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from math import ceil, floor
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from heliopolis.server.runtime.svg_paths import Line, Point, lines_of

WIDTH, HEIGHT = 1200, 630  # as messengers show it
ENLARGED = 3
GROUND = "#efe5d0"  # of the picture, which goes on around it
DASHES = str.maketrans("–—−", "---")
BOLD = 0.025  # of the size: the width of the line that makes letters bold
INHERITED = ("fill", "stroke", "stroke-width", "opacity", "font-size", "font-weight", "text-anchor")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
Style = dict[str, str]


def to_png(svg: str) -> bytes:
    """Return a picture, which is never cut off, in the middle of a PNG of the usual size."""
    root = ET.fromstring(svg)
    width, height = (float(root.get(name, "0")) for name in ("width", "height"))
    scale = min(WIDTH / width, HEIGHT / height) * ENLARGED
    left, top = (WIDTH * ENLARGED - width * scale) / 2, (HEIGHT * ENLARGED - height * scale) / 2
    painting = Painting(scale, (left, top), {str(one.get("id")): one for one in root.iter() if tag(one) == "symbol"})
    for shape in root:
        painting.paint(shape, {"fill": "#000000", "stroke-width": "1"})
    reduced = painting.image.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    file = BytesIO()
    reduced.save(file, "PNG")
    return file.getvalue()


def tag(shape: ET.Element) -> str:
    return shape.tag.rpartition("}")[2]


@cache
def font(size: int) -> Any:
    return ImageFont.load_default(size)


class Painting:
    """An image, and where the units of the picture are on it."""

    def __init__(self, scale: float, corner: Point, symbols: dict[str, ET.Element]) -> None:
        self.scale = scale
        self.corner = corner
        self.symbols = symbols
        self.image = Image.new("RGB", (WIDTH * ENLARGED, HEIGHT * ENLARGED), GROUND)

    def inside(self, x: float, y: float, scale: float) -> Painting:
        """Return the same image with other units, whose corner is at a point."""
        other = Painting.__new__(Painting)
        other.scale, other.corner, other.symbols = self.scale * scale, self.at(x, y), self.symbols
        other.image = self.image
        return other

    def at(self, x: float, y: float) -> Point:
        return self.corner[0] + x * self.scale, self.corner[1] + y * self.scale

    def paint(self, shape: ET.Element, around: Style) -> None:
        """Paint a shape and what is in it, with the style of what is around it."""
        style = around | {name: str(shape.get(name)) for name in INHERITED if shape.get(name) is not None}
        kind = tag(shape)
        if kind == "g":
            for inner in shape:
                self.paint(inner, style)
        elif kind == "use":
            self.paint_symbol(shape, style)
        elif kind == "text":
            self.paint_text(shape, style)
        elif kind == "rect":
            self.paint_box(shape, style)
        elif kind == "circle":
            x, y, radius = (float(shape.get(name, "0")) for name in ("cx", "cy", "r"))
            self.paint_oval(x - radius, y - radius, 2 * radius, 2 * radius, radius, style)
        elif kind == "path":
            self.paint_path(lines_of(shape.get("d", "")), style)

    def paint_symbol(self, shape: ET.Element, style: Style) -> None:
        symbol = self.symbols.get(shape.get("href", "")[1:])
        if symbol is None:
            return
        x, y, width = (float(shape.get(name, "0")) for name in ("x", "y", "width"))
        units = float(symbol.get("viewBox", "0 0 48 48").split()[2])
        painting = self.inside(x, y, width / units)
        for inner in symbol:
            painting.paint(inner, style)

    def paint_box(self, shape: ET.Element, style: Style) -> None:
        x, y, width, height, rounded = (float(shape.get(name, "0")) for name in ("x", "y", "width", "height", "rx"))
        self.paint_oval(x, y, width, height, rounded, style)

    def paint_oval(self, x: float, y: float, width: float, height: float, rounded: float, style: Style) -> None:
        """Paint a box with rounded corners; a circle is one too."""
        left, top, right, bottom = (*self.at(x, y), *self.at(x + width, y + height))
        radius = min(rounded * self.scale, (right - left) / 2, (bottom - top) / 2)
        if fill := colour(style, "fill"):
            stencil = Stencil([(left, top), (right, bottom)])
            stencil.drawing.rounded_rectangle(stencil.moved((left, top), (right, bottom)), radius, fill=255)
            self.spread(stencil, fill, style)
        if stroke := colour(style, "stroke"):
            half = self.stroke_width(style) / 2
            corners = [(left - half, top - half), (right + half, bottom + half)]
            stencil = Stencil(corners)
            line = max(1, round(2 * half))
            stencil.drawing.rounded_rectangle(stencil.moved(*corners), radius + half, outline=255, width=line)
            self.spread(stencil, stroke, style)

    def paint_path(self, lines: list[Line], style: Style) -> None:
        lines = [[self.at(*point) for point in line] for line in lines]
        points = [point for line in lines for point in line]
        if not points:
            return
        if fill := colour(style, "fill"):
            stencil = Stencil(points)
            for line in lines:
                if len(line) > 2:
                    stencil.drawing.polygon(stencil.moved(*line), fill=255)
            self.spread(stencil, fill, style)
        if stroke := colour(style, "stroke"):
            width = self.stroke_width(style)
            stencil = Stencil(points, width)
            for line in lines:
                moved = stencil.moved(*line)
                stencil.drawing.line(moved, fill=255, width=max(1, round(width)), joint="curve")
                for x, y in (moved[0], moved[-1]):
                    stencil.drawing.circle((x, y), width / 2, fill=255)
            self.spread(stencil, stroke, style)

    def paint_text(self, shape: ET.Element, style: Style) -> None:
        size = float(style.get("font-size", "16")) * self.scale
        anchor = {"middle": "ms", "end": "rs"}.get(style.get("text-anchor", ""), "ls")
        place = self.at(float(shape.get("x", "0")), float(shape.get("y", "0")))
        bold = round(size * BOLD) if style.get("font-weight") == "700" else 0
        words = (shape.text or "").translate(DASHES).encode("ascii", "replace").decode()
        fill = colour(style, "fill")
        ImageDraw.Draw(self.image).text(
            place, words, fill, font(round(size)), anchor, stroke_width=bold, stroke_fill=fill
        )

    def stroke_width(self, style: Style) -> float:
        return float(style.get("stroke-width", "1")) * self.scale

    def spread(self, stencil: Stencil, paint: str, style: Style) -> None:
        """Spread a colour over the image through a stencil."""
        opacity, mask = float(style.get("opacity", "1")), stencil.mask
        if opacity < 1:
            mask = mask.point([round(level * opacity) for level in range(256)])
        self.image.paste(paint, stencil.corner, mask)


class Stencil:
    """A sheet as large as a shape, in which the shape is cut out."""

    def __init__(self, points: Sequence[Point], margin: float = 1.0) -> None:
        left, top = (floor(min(point[axis] for point in points) - margin) for axis in (0, 1))
        right, bottom = (ceil(max(point[axis] for point in points) + margin) for axis in (0, 1))
        self.corner = (left, top)
        self.mask = Image.new("L", (right - left + 1, bottom - top + 1), 0)
        self.drawing = ImageDraw.Draw(self.mask)

    def moved(self, *points: Point) -> Line:
        """Return points of the image as they are on the sheet."""
        return [(x - self.corner[0], y - self.corner[1]) for x, y in points]


def colour(style: Style, name: str) -> str | None:
    """Return the colour of a style, if there is one."""
    value = style.get(name, "")
    return value if COLOUR.fullmatch(value) else None
