"""A review as one page of HTML that needs nothing else: the chart of everybody's chances, the moments that decided."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from heliopolis.core.game import Game
from heliopolis.core.registry import game as game_of
from heliopolis.review import Moment, Review
from heliopolis.text.narration import Narrator
from heliopolis.text.numbers import format_percent, signed

SIGNS = {"inaccuracy": "haze", "mistake": "shade", "blunder": "eclipse"}
WIDTH, HEIGHT, MARGIN = 1000, 260, 40
STYLE = """
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { max-width: 66rem; margin: 0 auto; padding: 1rem; background: light-dark(#efe5d0, #0b111f);
  color: light-dark(#2a2016, #f4ebd8); }
h1, h2 { font-family: Marcellus, Georgia, serif; font-weight: 400; }
svg { width: 100%; height: auto; background: light-dark(#fbf6ea, #141c2f); border-radius: 10px; }
svg text { fill: currentColor; font-size: 13px; }
.seat-0 { --seat: light-dark(#1f5595, #7db4ee); } .seat-1 { --seat: light-dark(#a63a26, #f2977f); }
.seat-2 { --seat: light-dark(#2b6b48, #82cb9b); } .seat-3 { --seat: light-dark(#68448c, #c5a3ea); }
.seat-4 { --seat: light-dark(#87560f, #e9b765); }
polyline { fill: none; stroke: var(--seat); stroke-width: 2; }
.seat-1 polyline { stroke-dasharray: 9 3; } .seat-2 polyline { stroke-dasharray: 3 3; }
.seat-3 polyline { stroke-dasharray: 12 3 3 3; } .seat-4 polyline { stroke-dasharray: 1 4; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: .3rem .6rem; }
tbody tr { border-top: 1px solid light-dark(#d9c9a5, #2a3654); } td.number { text-align: end; }
section { background: light-dark(#fbf6ea, #141c2f); border-radius: 10px; padding: .6rem 1rem; margin: 1rem 0; }
.scroll { overflow-x: auto; } meter { width: 12rem; max-width: 40vw; }
"""


def page_of(review: Review, narrator: Narrator) -> str:
    """Return the page."""
    game = game_of(review.game)
    title = escape(narrator.text("review.title", game=narrator.game_title(game)))
    moments = [moment for moment in review.moments if moment.label in SIGNS]
    parts = [
        f"<h1>{title}</h1>",
        chart(review, narrator),
        table_of_sums(review, narrator),
        f"<h2>{escape(narrator.text('review.moments'))}</h2>",
        *(section(moment, game, narrator) for moment in moments),
        "" if moments else f"<p>{escape(narrator.text('review.clean_all'))}</p>",
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{narrator.language}">\n<head>{head}<style>{STYLE}</style></head>\n'
        f"<body><main>\n{body}\n</main></body>\n</html>\n"
    )


# ---- the chart -------------------------------------------------------------------------------------------------------


def chart(review: Review, narrator: Narrator) -> str:
    """Return everybody's chances over the moves as SVG."""
    points = [moment.win for moment in review.moments] + ([review.last] if review.last else [])
    lines = "".join(curve(seat, points, narrator) for seat in range(review.players))
    label = escape(narrator.text("review.chance"), quote=True)
    box = f"0 0 {WIDTH} {HEIGHT}"
    return f'<svg viewBox="{box}" role="img" aria-label="{label}">{"".join(grid(narrator))}{lines}</svg>'


def grid(narrator: Narrator) -> Iterator[str]:
    """Yield lines at every quarter."""
    for quarter in range(5):
        y = height_of(quarter / 4)
        yield f'<line x1="{MARGIN}" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="currentColor" opacity=".2"/>'
        yield f'<text x="2" y="{y + 4}">{format_percent(narrator.language, quarter / 4)}</text>'


def curve(seat: int, points: list[list[float]], narrator: Narrator) -> str:
    """Return the line of one seat, with its name at its end."""
    step = (WIDTH - MARGIN - 90) / max(1, len(points) - 1)
    places = [(MARGIN + number * step, height_of(chances[seat])) for number, chances in enumerate(points)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    x, y = places[-1]
    name = escape(narrator.names[seat])
    end = f'<text x="{x + 6:.1f}" y="{y + 4 - 14 * (seat % 2):.1f}">{name}</text>'
    return f'<g class="seat-{seat}"><polyline points="{line}"/>{end}</g>'


def height_of(chance: float) -> float:
    """Return where a chance stands in the chart."""
    return round(HEIGHT - 12 - chance * (HEIGHT - 30), 1)


# ---- words -----------------------------------------------------------------------------------------------------------


def table_of_sums(review: Review, narrator: Narrator) -> str:
    """Return by seat how much came from draws and how much from decisions."""
    keys = ("review.accuracy", "review.part.luck", "review.part.skill", "review.part.others")
    head = "".join(f"<th>{escape(narrator.text(key))}</th>" for key in keys)
    rows = ""
    for seat, name in enumerate(narrator.names):
        accuracy = review.accuracy[seat]
        changes = (review.luck[seat], review.skill[seat], review.others[seat])
        cells = ["–" if accuracy is None else f"{accuracy:.0f}", *(f"{signed(round(100 * one))} %" for one in changes)]
        rows += f"<tr><th>{escape(name)}</th>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    caption = escape(narrator.text("review.luck_skill"))
    return (
        f'<h2>{caption}</h2><div class="scroll"><table><thead><tr><td></td>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def section(moment: Moment, game: Game, narrator: Narrator) -> str:
    """Return one moment: what was played, what was better, every option, and why."""
    sign = narrator.text(f"review.sign.{SIGNS[moment.label]}")
    where = narrator.text("review.move", number=moment.number + 1)
    loss = format_percent(narrator.language, -moment.loss).replace("-", "−")
    heading = f"{sign} {loss}: {where}, {narrator.name_of(moment.seat)}"
    bars = "".join(bar(moment, option.move, option.win[moment.seat], game, narrator) for option in moment.options)
    why = " ".join(narrator.render(message) for message in moment.why)
    return (
        f'<section class="seat-{moment.seat}"><h3>{escape(heading)}</h3><div class="scroll"><table>{bars}</table></div>'
        f"<p>{escape(why)}</p></section>"
    )


def bar(moment: Moment, move: str, chance: float, game: Game, narrator: Narrator) -> str:
    """Return an option as a row with a bar."""
    marks = {moment.best: narrator.text("review.best_move")} | {moment.move: narrator.text("review.played")}
    text, share = escape(narrator.option(game, move)), format_percent(narrator.language, chance)
    return (
        f"<tr><td>{text}</td><td>{escape(marks.get(move, ''))}</td>"
        f'<td><meter max="1" value="{chance:.3f}">{share}</meter></td><td class="number">{share}</td></tr>'
    )
