"""The learning curve of a training: a list of points, saved as JSON and drawn as SVG."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, MARGIN = 640, 360, 48
COLOURS = ("#1f5f8b", "#b4572a", "#3c7a3c", "#7a4a8c")
Points = list[dict[str, Any]]


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file by another content, so that nobody ever finds half of it."""
    waiting = path.with_name(f"{path.name}.new")
    waiting.write_bytes(content)
    waiting.replace(path)


def save_curve(folder: Path, points: Points, title: str) -> None:
    """Write the curve into a folder, as `curve.json` and `curve.svg`."""
    write_atomically(folder / "curve.json", json.dumps(points, indent=1).encode())
    write_atomically(folder / "curve.svg", draw(points, title).encode())


def draw(points: Points, title: str) -> str:
    """Return a picture of the shares of games won against the rival, one line per player count."""
    seconds = max([point["seconds"] for point in points], default=1.0) or 1.0
    counts = sorted({players for point in points for players in point["won"]}, key=int)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" fill="#333"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<text x="{MARGIN}" y="20" font-size="14">{escape(title)}</text>'
    ]
    for percentage in range(0, 101, 25):
        height = _y(percentage / 100)
        lines.append(f'<path d="M{MARGIN} {height:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        lines.append(f'<text x="{MARGIN - 6}" y="{height + 4:.1f}" text-anchor="end">{percentage}%</text>')
    lines.append(f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 16}" text-anchor="end">{seconds:.0f} s of training</text>')
    for players, colour in zip(counts, COLOURS, strict=False):
        shown = [point for point in points if players in point["won"]]
        places = [(_x(point["seconds"] / seconds), _y(point["won"][players])) for point in shown]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        x, y = places[-1]
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{x + 4:.1f}" y="{y + 4:.1f}" fill="{colour}">{players}</text>')
    return "\n".join([*lines, "</svg>\n"])


def _x(share: float) -> float:
    return MARGIN + share * (WIDTH - 2 * MARGIN)


def _y(share: float) -> float:
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)
