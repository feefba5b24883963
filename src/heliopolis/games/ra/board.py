"""Ra in the terminal: the table drawn from a view, and moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heliopolis.games.ra.scoring import CATEGORY_WORDS
from heliopolis.games.ra.tiles import CIVILIZATION, DISASTERS, MONUMENTS, WORDS
from heliopolis.games.sun_auction import EPOCHS, ROW

JSON = dict[str, Any]

STYLES = {
    "ra": "bold red",
    "god": "bold yellow",
    "gold": "yellow",
    "pharaoh": "magenta",
    "nile": "blue",
    "flood": "bold blue",
    **{WORDS[kind]: "green" for kind in CIVILIZATION},
    **{WORDS[kind]: "cyan" for kind in MONUMENTS},
    **{WORDS[kind]: "bold white on red" for kind in DISASTERS},
}
DISASTER_WORDS = {WORDS[kind] for kind in DISASTERS}
GROUPS = [  # as the rulebook lays tiles out
    ["god", "gold"],
    ["pharaoh"],
    ["nile", "flood"],
    [WORDS[kind] for kind in CIVILIZATION],
    [WORDS[kind] for kind in MONUMENTS],
]


def board(view: JSON, names: Sequence[str]) -> RenderableType:
    """The whole table."""
    title = "Ra: the game is over" if view["phase"] == "over" else f"Ra: epoch {view['epoch']} of {EPOCHS}"
    parts: list[RenderableType] = [_table_centre(view, names), "", _displays(view, names)]
    if view["scoring"] and view["phase"] in ("turn", "over") and not view["row"]:
        parts.append(scoring(view, names))
    return Panel(Group(*parts), title=title, title_align="left", border_style="yellow")


def _table_centre(view: JSON, names: Sequence[str]) -> RenderableType:
    left, ra_left = view["pile_left"], view["pile"].get("ra", 0)
    track = "●" * view["ra_track"] + "○" * (view["track_length"] - view["ra_track"])
    grid = Table.grid(padding=(0, 2))
    odds = f"{ra_left} Ra of {left} tiles, one draw in {left / ra_left:.1f}" if ra_left else f"{left} tiles, no Ra"
    grid.add_row("Ra track", Text(f"{track}  {view['ra_track']} of {view['track_length']}", style="bold red"))
    grid.add_row("Pile", odds)
    grid.add_row("Centre", sun(view["centre"]))
    row = Columns([tile(word) for word in view["row"]], padding=(0, 1)) if view["row"] else Text("empty", style="dim")
    grid.add_row(f"Row {len(view['row'])}/{ROW}", row)
    if view["auction"]:
        grid.add_row("Auction", _auction(view, names))
    return grid


def _auction(view: JSON, names: Sequence[str]) -> Text:
    auction = view["auction"]
    kinds = {
        "drawn": "Ra was drawn by",
        "voluntary": "Ra was invoked by",
        "forced": "The row is full: Ra was invoked by",
    }
    text = f"{kinds[auction['kind']]} {names[auction['ra_player']]}. "
    if auction["bidder"] is None:
        text += "No bid yet."
    else:
        text += f"{names[auction['bidder']]} bid {auction['bid']}."
    if view["may_outbid"]:
        text += f" Still to come: {', '.join(names[seat] for seat in view['may_outbid'])}."
    return Text(text, style="bold")


def _displays(view: JSON, names: Sequence[str]) -> Table:
    """Two lines a player: fame, suns and what the epoch would score if it ended now; then his tiles by group."""
    grid = Table.grid(padding=(0, 1))
    width = max(map(len, names))
    for seat, (name, display) in enumerate(zip(names, view["seats"], strict=True)):
        marker = "▶" if seat == view["to_act"] else "☥" if seat == view["turn"] else " "
        line = Text(f"{name:<{width}}  ", style="bold" if seat == view["seat"] else "")
        line.append(f"fame {display['fame']:<3} suns ").append_text(_suns(display["suns"]))
        if view["if_epoch_ended"]:
            line.append(f"   now worth {sum(view['if_epoch_ended'][seat].values()):+d}", style="dim")
        grid.add_row(marker, line)
        grid.add_row("", _tiles(display["tiles"], width))
    return grid


def _suns(suns: JSON) -> Text:
    text = Text(" ".join(map(str, suns["up"])) or "none", style="bold yellow")
    if suns["down"]:
        text.append(f" (used {' '.join(map(str, suns['down']))})", style="dim")
    return text


def _tiles(tiles: dict[str, int], width: int) -> Padding:
    text = Text()
    for group in GROUPS:
        if any(word in tiles for word in group):
            text.append("| " if text else "")
        for word in group:
            if word in tiles:
                text.append(f"{word}{f'×{tiles[word]}' if tiles[word] > 1 else ''} ", style=STYLES[word])
    return Padding(text if text else Text("no tiles", style="dim"), (0, 0, 0, width + 2))


def tile(word: str) -> Text:
    return Text(f"!{word}!" if word in DISASTER_WORDS else f"[{word}]", style=STYLES[word])


def sun(number: int) -> Text:
    return Text(f"sun {number}", style="bold yellow")


def scoring(view: JSON, names: Sequence[str]) -> RenderableType:
    """The last scoring by category."""
    epoch = EPOCHS if view["phase"] == "over" else view["epoch"] - 1
    table = Table(title=f"Scoring of epoch {epoch}", title_justify="left", padding=(0, 1), title_style="bold")
    table.add_column("player")
    for word in [*CATEGORY_WORDS, "sum"]:
        table.add_column(word, justify="right")
    for name, points in zip(names, view["scoring"], strict=True):
        table.add_row(name, *(f"{points[word]:+d}" for word in CATEGORY_WORDS), f"{sum(points.values()):+d}")
    return table


def describe(move: str, view: JSON) -> str:
    """A move in words, before it is made."""
    verb, _, what = move.partition(" ")
    ra = view["pile"].get("ra", 0) / max(1, view["pile_left"])
    return {
        "draw": f"draw a tile (Ra comes with {ra:.0%})",
        "invoke": "invoke Ra: the row is auctioned",
        "take": f"play a god and take the {what} from the row",
        "end": "play no more gods",
        "bid": f"bid your sun {what}",
        "pass": "do not bid",
        "discard": f"give up a tile: {what}",
    }[verb]


def tell(name: str, move: str) -> str:
    """A move in words, after it was made."""
    verb, _, what = move.partition(" ")
    return {
        "draw": f"{name} drew {what}" + (" — an auction, or the end of the epoch" if what == "ra" else ""),
        "invoke": f"{name} invoked Ra",
        "take": f"{name} played a god and took {what}",
        "end": f"{name} played no more gods",
        "bid": f"{name} bid {what}",
        "pass": f"{name} passed",
        "discard": f"{name} gave up {what}",
    }[verb]
