"""The table of a sun auction in the terminal, drawn from a view. Every label is a message of the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heliopolis.core.checks import JSON
from heliopolis.games.sun.auction import EPOCHS
from heliopolis.text.message_json import message_json
from heliopolis.text.narration import Narrator
from heliopolis.text.numbers import format_percent, signed


@dataclass(frozen=True)
class BoardStyle:
    """How a game's tiles look: the groups in which they are laid out, colours, and which of them are bad news."""

    groups: Sequence[Sequence[str]]
    styles: Mapping[str, str]
    bad: frozenset[str]
    centre_rows: Callable[[JSON, Narrator], Sequence[tuple[str, str]]] | None = None  # more lines below the row
    seat_note: Callable[[JSON, Narrator], str] | None = None  # what else a seat owns


def board(view: JSON, narrator: Narrator, style: BoardStyle, previous: JSON | None) -> RenderableType:
    """Return the whole table; under it the scoring, if an epoch ended since the previous view or the game is over."""
    over = view["phase"] == "over"
    stage = narrator.text("sun.doing.over") if over else narrator.text("sun.epoch_of", epoch=view["epoch"])
    parts: list[RenderableType] = [_centre(view, narrator, style), "", _displays(view, narrator, style)]
    if over or (previous is not None and previous["epoch"] < view["epoch"]):
        parts.append(_scoring(view, narrator))
    title = narrator.text(f"site.game.{view['game']}")
    return Panel(Group(*parts), title=f"{title}: {stage}", title_align="left", border_style="yellow")


def supply(view: JSON, narrator: Narrator) -> str:
    """Return the tiles in the bag, by kind."""
    return ", ".join(_counted(tile_name(kind, narrator), number) for kind, number in view["pile"].items())


def _centre(view: JSON, narrator: Narrator, style: BoardStyle) -> Table:
    """Draw the Ra track, the bag, the centre sun, the row and the auction."""
    number, length = view["ra_track"], view["track_length"]
    tiles = [_tile(tile, narrator, style) for tile in view["row"]]
    grid = Table.grid(padding=(0, 2))
    track = Text("●" * number + "○" * (length - number), style="bold red")
    grid.add_row(narrator.text("sun.track", number=number, length=length), track)
    grid.add_row(narrator.text("sun.bag"), _bag(view, narrator))
    grid.add_row(narrator.text("sun.centre"), Text(str(view["centre"]), style="bold yellow"))
    row = Columns(tiles, padding=(0, 1)) if tiles else Text("–", style="dim")
    grid.add_row(narrator.text("sun.row", number=len(tiles)), row)
    for label, value in style.centre_rows(view, narrator) if style.centre_rows else ():
        grid.add_row(label, Text(value, style="bold"))
    if view["auction"]:
        ra_player = view["auction"]["ra_player"]
        reason = narrator.render(message_json(f"sun.auction.{view['auction']['kind']}", seat=ra_player))
        grid.add_row(narrator.text("sun.ra_player"), Text(f"{narrator.names[ra_player]} ({reason})", style="bold"))
        grid.add_row(narrator.text("sun.bidding_order"), Text(_bidders(view, narrator), style="bold"))
    return grid


def _bag(view: JSON, narrator: Narrator) -> str:
    left, ra_left = view["pile_left"], view["pile"].get("ra", 0)
    share = format_percent(narrator.language, ra_left / left if left else 0)
    return f"{narrator.text('sun.tiles_left', number=left)}, {narrator.text('sun.odds_ra', share=share)}"


def _bidders(view: JSON, narrator: Narrator) -> str:
    """Return everybody in bidding order with their state; an arrow marks the one who is deciding."""
    bidders = []
    for bidder in view["bidding"]:
        name = narrator.names[bidder["seat"]]
        if bidder["state"] == "asked":
            bidders.append(f"▶ {name}")
        else:
            last = "ra_" if bidder["seat"] == view["auction"]["ra_player"] and bidder["state"] != "leads" else ""
            key, bid = f"sun.doing.{last}{bidder['state']}", view["auction"]["bid"]
            state = narrator.render(message_json(key, seat=bidder["seat"], bid=bid))
            bidders.append(f"{name} ({state})")
    return ", ".join(bidders)


def _displays(view: JSON, narrator: Narrator, style: BoardStyle) -> Table:
    """Draw two lines per player: fame, suns, and the points if the epoch ended now; then the tiles by group."""
    grid = Table.grid(padding=(0, 1))
    width = max(map(len, narrator.names))
    for seat, (name, display) in enumerate(zip(narrator.names, view["seats"], strict=True)):
        marker = "▶" if seat == view["to_act"] else "☥" if seat == view["turn"] else " "
        line = Text(f"{name:<{width}}  ", style="bold" if seat == view["seat"] else "")
        line.append(f"{narrator.text('sun.fame')} {display['fame']:<3} {narrator.text('sun.category.sun')} ")
        line.append_text(_suns(display["suns"], narrator))
        line.append(style.seat_note(display, narrator) if style.seat_note else "")
        if view["if_epoch_ended"]:
            points = signed(sum(view["if_epoch_ended"][seat].values()))
            line.append(f"   {narrator.text('sun.now')} {points}", style="dim")
        grid.add_row(marker, line)
        grid.add_row("", Padding(_tiles(display["tiles"], narrator, style), (0, 0, 0, width + 2)))
    return grid


def _suns(suns: JSON, narrator: Narrator) -> Text:
    text = Text(" ".join(map(str, suns["up"])) or narrator.text("sun.no_suns"), style="bold yellow")
    if suns["down"]:
        text.append(f" ({narrator.text('sun.suns_down', suns=' '.join(map(str, suns['down'])))})", style="dim")
    return text


def _tiles(tiles: dict[str, int], narrator: Narrator, style: BoardStyle) -> Text:
    groups = []
    for group in style.groups:
        held = [tile for tile in group if tile in tiles]
        names = [_counted(tile_name(tile, narrator), tiles[tile]) for tile in held]
        parts = [Text(name, style=style.styles[tile]) for tile, name in zip(held, names, strict=True)]
        if parts:
            groups.append(Text(", ").join(parts))
    return Text(" | ").join(groups) if groups else Text(narrator.text("sun.no_tiles"), style="dim")


def _counted(name: str, number: int) -> str:
    return f"{name}×{number}" if number > 1 else name


def _tile(tile: str, narrator: Narrator, style: BoardStyle) -> Text:
    name = tile_name(tile, narrator)
    return Text(f"!{name}!" if tile in style.bad else f"[{name}]", style=style.styles[tile])


def tile_name(tile: str, narrator: Narrator) -> str:
    """Return the name of a tile; both names of one with two faces."""
    return " / ".join(narrator.text(f"sun.tile.{face}") for face in tile.split("|"))


def _scoring(view: JSON, narrator: Narrator) -> Table:
    """Draw the last scoring: one row per category, one column per player."""
    epoch = EPOCHS if view["phase"] == "over" else view["epoch"] - 1
    title = narrator.text("sun.show_scoring", epoch="I" * epoch)
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, title_style="bold")
    table.add_column("")
    for name in narrator.names:
        table.add_column(name, justify="right")
    scoring = view["scoring"]
    for category in scoring[0]:
        table.add_row(narrator.text(f"sun.category.{category}"), *(signed(points[category]) for points in scoring))
    table.add_section()
    table.add_row(narrator.text("sun.sum"), *(signed(sum(points.values())) for points in scoring))
    return table
