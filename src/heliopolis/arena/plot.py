"""A plot of standings: each bot's win share with its interval, beside chance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from heliopolis.arena.standings import Standings
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.registry import game

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".png", ".svg")
GROUND, SURFACE, LINE, INK, MUTED = "#efe5d0", "#fbf6ea", "#dccdad", "#2a2016", "#5b4c37"
BETTER, CHANCE, WORSE = "#1a4c8b", "#85724d", "#9c2a18"
STYLE: dict[Any, Any] = {"font.family": ["Source Sans 3", "DejaVu Sans"], "font.size": 11, "svg.hashsalt": "heliopolis"}


def check_plot(path: Path) -> None:
    """Raise `InvalidSetup` if a plot cannot be drawn into that file, before anything is played."""
    if path.suffix not in SUFFIXES:
        raise InvalidSetup(f"The file of a plot must end in .png or .svg, not {path.name!r}.")
    try:
        import matplotlib as _  # noqa: F401 -- only checks that it is installed
    except ImportError:
        raise InvalidSetup("Plots need matplotlib: pip install 'heliopolis[arena]'.") from None


def plot(standings: Standings, path: Path) -> None:
    """Draw standings into a file."""
    check_plot(path)
    import logging

    import matplotlib
    from matplotlib.figure import Figure

    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # the first font need not be installed
    planned = standings.tournament
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(8, 1.6 + 0.55 * len(standings.standings)), facecolor=SURFACE, layout="constrained")
        axes = figure.subplots()
        _draw(axes, standings)
        title = f"{game(planned.game).title}, {planned.players} players"
        axes.set_title(title, loc="left", pad=26, size=16, color=INK)
        subtitle = f"win share of a seat in {planned.games:,} games, with 95 % interval"
        axes.annotate(subtitle, (0, 1), (0, 10), "axes fraction", textcoords="offset points", color=MUTED, size=10)
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)


def _draw(axes: Axes, standings: Standings) -> None:
    """Draw one row per bot, best at the top."""
    chance = 1 / standings.tournament.players
    axes.axvline(chance, color=CHANCE, linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
    axes.annotate(
        f"chance {chance:.0%}", (chance, 0), (3, 3), "axes fraction", textcoords="offset points", color=MUTED, size=9
    ).xycoords = axes.get_xaxis_transform()
    for row, standing in enumerate(reversed(standings.standings)):
        colour = BETTER if standing.low > chance else WORSE if standing.high < chance else CHANCE
        axes.plot(
            [standing.low, standing.high], [row, row], color=colour, linewidth=3, solid_capstyle="round", alpha=0.4
        )
        axes.plot([standing.win_share], [row], "o", color=colour, markersize=9)
        axes.annotate(f"{standing.win_share:.1%}", (standing.win_share, row), (0, 9), textcoords="offset points",
                      ha="center", color=INK, size=10)  # fmt: skip
    axes.set_yticks(range(len(standings.standings)), [standing.bot for standing in reversed(standings.standings)])
    axes.set_ylim(-0.6, len(standings.standings) - 0.2)
    axes.set_xlim(0, max(0.5, min(1.0, 1.15 * max(standing.high for standing in standings.standings))))
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.tick_params(length=0, colors=INK)
    axes.grid(axis="x", color=LINE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_facecolor(SURFACE)
    for side in axes.spines.values():
        side.set_visible(False)
