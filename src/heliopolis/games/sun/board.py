"""The table of any sun auction in the terminal, drawn from a view; moves in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heliopolis.core.checks import JSON
from heliopolis.games.sun.auction import EPOCHS, ROW

AUCTIONS = {
    "drawn": "Ra was drawn by",
    "voluntary": "Ra was invoked by",
    "forced": "The row is full: Ra was invoked by",
}


@dataclass(frozen=True)
class Look:
    """How a game's tiles look: the groups in which they are laid out, colours, and which of them are bad news."""

    title: str
    groups: Sequence[Sequence[str]]
    styles: Mapping[str, str]
    bad: frozenset[str]


def board(view: JSON, names: Sequence[str], look: Look) -> RenderableType:
    """The whole table."""
    title = (
        f"{look.title}: the game is over"
        if view["phase"] == "over"
        else f"{look.title}: epoch {view['epoch']} of {EPOCHS}"
    )
    parts: list[RenderableType] = [_centre(view, names, look), "", _displays(view, names, look)]
    if view["phase"] == "over":
        parts.append(_scoring(view, names))
    return Panel(Group(*parts), title=title, title_align="left", border_style="yellow")


def _centre(view: JSON, names: Sequence[str], look: Look) -> RenderableType:
    left, ra_left = view["pile_left"], view["pile"].get("ra", 0)
    track = "●" * view["ra_track"] + "○" * (view["track_length"] - view["ra_track"])
    odds = f"{ra_left} Ra of {left} tiles, one draw in {left / ra_left:.1f}" if ra_left else f"{left} tiles, no Ra"
    tiles = [_tile(word, look) for word in view["row"]]
    grid = Table.grid(padding=(0, 2))
    grid.add_row("Ra track", Text(f"{track}  {view['ra_track']} of {view['track_length']}", style="bold red"))
    grid.add_row("Pile", odds)
    grid.add_row("Centre", Text(f"sun {view['centre']}", style="bold yellow"))
    grid.add_row(f"Row {len(tiles)}/{ROW}", Columns(tiles, padding=(0, 1)) if tiles else Text("empty", style="dim"))
    if view.get("drawn"):
        grid.add_row("Drawn", Text(view["drawn"], style="bold"))
    if view["auction"]:
        grid.add_row("Auction", _auction(view, names))
    return grid


def _auction(view: JSON, names: Sequence[str]) -> Text:
    auction = view["auction"]
    text = f"{AUCTIONS[auction['kind']]} {names[auction['ra_player']]}. "
    if auction["bidder"] is None:
        text += "No bid yet."
    else:
        text += f"{names[auction['bidder']]} bid {auction['bid']}."
    may_outbid = [status["seat"] for status in view["bidding"] if status["state"] == "can"]
    if may_outbid:
        text += f" Still to come: {', '.join(names[seat] for seat in may_outbid)}."
    return Text(text, style="bold")


def _displays(view: JSON, names: Sequence[str], look: Look) -> Table:
    """Two lines a player: fame, suns and what the epoch would score if it ended now; then his tiles by group."""
    grid = Table.grid(padding=(0, 1))
    width = max(map(len, names))
    for seat, (name, display) in enumerate(zip(names, view["seats"], strict=True)):
        marker = "▶" if seat == view["to_act"] else "☥" if seat == view["turn"] else " "
        line = Text(f"{name:<{width}}  ", style="bold" if seat == view["seat"] else "")
        line.append(f"fame {display['fame']:<3} suns ").append_text(_suns(display["suns"]))
        if display.get("ankhs"):
            line.append(f"   ankhs {display['ankhs']}")
        if view["if_epoch_ended"]:
            line.append(f"   now worth {sum(view['if_epoch_ended'][seat].values()):+d}", style="dim")
        grid.add_row(marker, line)
        grid.add_row("", Padding(_tiles(display["tiles"], look), (0, 0, 0, width + 2)))
    return grid


def _suns(suns: JSON) -> Text:
    text = Text(" ".join(map(str, suns["up"])) or "none", style="bold yellow")
    if suns["down"]:
        text.append(f" (used {' '.join(map(str, suns['down']))})", style="dim")
    return text


def _tiles(tiles: dict[str, int], look: Look) -> Text:
    text = Text()
    for group in look.groups:
        if any(word in tiles for word in group):
            text.append("| " if text else "")
        for word in group:
            if word in tiles:
                text.append(f"{word}{f'×{tiles[word]}' if tiles[word] > 1 else ''} ", style=look.styles[word])
    return text if text else Text("no tiles", style="dim")


def _tile(word: str, look: Look) -> Text:
    return Text(f"!{word}!" if word in look.bad else f"[{word}]", style=look.styles[word])


def _scoring(view: JSON, names: Sequence[str]) -> RenderableType:
    """The last scoring by category."""
    epoch = EPOCHS if view["phase"] == "over" else view["epoch"] - 1
    table = Table(title=f"Scoring of epoch {epoch}", title_justify="left", box=SIMPLE_HEAD, title_style="bold")
    table.add_column("player")
    for word in [*view["scoring"][0], "sum"]:
        table.add_column(word, justify="right")
    for name, points in zip(names, view["scoring"], strict=True):
        table.add_row(name, *(f"{number:+d}" for number in points.values()), f"{sum(points.values()):+d}")
    return table


def news(before: JSON, after: JSON, names: Sequence[str]) -> RenderableType | None:
    """What a move changed that deserves a look of its own: the scoring of an epoch, but for the last."""
    scored = after["epoch"] != before["epoch"]
    return _scoring(after, names) if scored else None


def describe(move: str, view: JSON) -> str:
    """A move in words, before it is made."""
    verb, _, what = move.partition(" ")
    ra = view["pile"].get("ra", 0) / max(1, view["pile_left"])
    return {
        "draw": f"draw a tile (Ra comes with {ra:.0%})",
        "invoke": "invoke Ra: the row is auctioned",
        "bid": f"bid your sun {what}",
        "pass": "do not bid",
    }[verb]


def tell(name: str, move: str) -> str:
    """A move in words, after it was made."""
    verb, _, what = move.partition(" ")
    return {
        "draw": f"{name} drew {'Ra' if what == 'ra' else what}" + ("!" if what == "ra" else ""),
        "invoke": f"{name} invoked Ra",
        "bid": f"{name} bid {what}",
        "pass": f"{name} passed",
    }[verb]
