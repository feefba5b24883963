"""The data of SVG paths as lines of points: curves and arcs become short straight pieces."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise

Point = tuple[float, float]
Line = list[Point]

CURVE_PIECES = 12
ARC_PIECES = 24  # of a whole turn
TOKEN = re.compile(r"[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}  # that a command takes


def lines_of(data: str) -> list[Line]:
    """Return the lines of a path; one that is closed ends where it begins. What is not a path ends it."""
    lines: list[Line] = []
    at, mirrored = (0.0, 0.0), None
    for command, numbers in commands_in(data):
        name, base = command.lower(), at if command.islower() else (0.0, 0.0)
        control = None
        if name == "m" or not lines:
            at = (base[0] + numbers[0], base[1] + numbers[1]) if name == "m" else at
            lines.append([at])
        elif name == "z":
            at = lines[-1][0]
            lines[-1].append(at)
            lines.append([at])  # where the next line begins unless it says so itself
        elif name in ("h", "v"):
            at = (base[0] + numbers[0], at[1]) if name == "h" else (at[0], base[1] + numbers[0])
            lines[-1].append(at)
        elif name == "a":
            end = (base[0] + numbers[5], base[1] + numbers[6])
            lines[-1] += arc(at, end, numbers)
            at = end
        else:
            points = [(base[0] + x, base[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if name == "s":
                points.insert(0, at if mirrored is None else (2 * at[0] - mirrored[0], 2 * at[1] - mirrored[1]))
            control = points[-2] if name in ("c", "s") else None
            lines[-1] += curve([at, *points])
            at = points[-1]
        mirrored = control
    return [line for line in lines if len(line) > 1]


def commands_in(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of a path with their numbers; one that is left out is the one before, after m it is l."""
    tokens = TOKEN.findall(data)
    place, command = 0, ""
    while place < len(tokens):
        if tokens[place].isalpha():
            command, place = tokens[place], place + 1
        if command.lower() not in NUMBERS:
            return
        size = NUMBERS[command.lower()]
        numbers = tokens[place : place + size]
        if len(numbers) < size or any(number.isalpha() for number in numbers):
            return
        yield command, [float(number) for number in numbers]
        place += size
        if size == 0 and place < len(tokens) and not tokens[place].isalpha():
            return
        command = {"m": "l", "M": "L"}.get(command, command)


def curve(points: Line) -> Line:
    """Return points of a Bézier curve behind its first point; with two points it is a straight line."""
    if len(points) == 2:
        return points[1:]
    return [_bezier(points, step / CURVE_PIECES) for step in range(1, CURVE_PIECES + 1)]


def _bezier(points: Line, share: float) -> Point:
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(points)]
    return points[0]


def arc(begin: Point, end: Point, numbers: list[float]) -> Line:
    """Return points of an arc of a circle or an upright ellipse behind its first point, as the SVG standard says."""
    rx, ry, _, large, sweep = (abs(numbers[0]), abs(numbers[1]), *numbers[2:5])
    if not rx or not ry or begin == end:
        return [end]
    half = ((begin[0] - end[0]) / 2 / rx, (begin[1] - end[1]) / 2 / ry)  # on a circle of radius 1
    distance = math.hypot(*half)
    scale = max(1.0, distance)  # an ellipse that is too small is enlarged
    rise = math.sqrt(max(0.0, scale**2 - distance**2)) / (distance or 1.0) * (-1 if large == sweep else 1)
    centre = (rise * half[1], -rise * half[0])
    first = math.atan2(half[1] - centre[1], half[0] - centre[0])
    last = math.atan2(-half[1] - centre[1], -half[0] - centre[0])
    turn = (last - first) % math.tau if sweep else -((first - last) % math.tau)
    middle = ((begin[0] + end[0]) / 2 + centre[0] * rx, (begin[1] + end[1]) / 2 + centre[1] * ry)
    pieces = max(1, math.ceil(abs(turn) / math.tau * ARC_PIECES))
    angles = [first + turn * step / pieces for step in range(1, pieces)]
    return [(middle[0] + scale * rx * math.cos(a), middle[1] + scale * ry * math.sin(a)) for a in angles] + [end]
