"""Res Publica in the terminal: the table drawn from a view. Every label is a message of the catalogues."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.cards import PEOPLE_NAMES
from heliopolis.games.respublica.phrase_text import text_message
from heliopolis.text.message_json import message_json
from heliopolis.text.narration import Narrator, narrator_of_board

PEOPLE_STYLE, TECHNOLOGY_STYLE = "green", "cyan"
PART_OF_PHASE = {"lay": "lay", "last lay": "lay", "draw": "draw", "deal": "draw"}  # all other phases are trade


def board(
    view: JSON,
    names: Sequence[str],
    language: str,
    previous: JSON | None = None,  # noqa: ARG001 -- other games show what came to an end
) -> RenderableType:
    """Return the whole table as one seat sees it."""
    narrator = narrator_of_board(language, names)
    if view["phase"] == "over":
        stage = narrator.text("respublica.announce.over")
    else:
        stage = narrator.text(f"respublica.part.{PART_OF_PHASE.get(view['phase'], 'trade')}")
    parts = Group(_stacks(view, narrator), "", _seats(view, narrator))
    title = f"{narrator.text('site.game.respublica')}: {stage}"
    return Panel(parts, title=title, title_align="left", border_style="red")


def supply(view: JSON, language: str) -> str:
    """Return how many cards are in each deck."""
    narrator = Narrator(language)
    return ", ".join(f"{number} {narrator.text(f'respublica.{deck}_left')}" for deck, number in view["decks"].items())


def _stacks(view: JSON, narrator: Narrator) -> Table:
    """Draw the decks, the cities and monuments that are left, and the trade."""
    grid = Table.grid(padding=(0, 2))
    grid.add_row(narrator.text("respublica.supply"), supply(view, narrator.language))
    grid.add_row("", narrator.text("respublica.cities_left", number=view["cities_left"]))
    monuments = " ".join(map(str, view["monuments_left"])) or "–"
    grid.add_row("", f"{narrator.text('respublica.monuments_left')}: {monuments}")
    if view["final_round"] is not None and view["phase"] != "over":
        last = narrator.render(message_json("respublica.final_round", seat=view["final_round"]))
        grid.add_row("", Text(last, style="bold"))
    if view["announcement"]:
        _add_trade(grid, view, narrator)
    return grid


def _add_trade(grid: Table, view: JSON, narrator: Narrator) -> None:
    """Add a line for the announcement and one for each answer."""
    mode = view["announcement"]["mode"]
    announced = narrator.render(text_message(view["announcement"]["phrase"]))
    active = narrator.names[view["turn"]]
    does = narrator.render(message_json(f"respublica.doing.{mode}", seat=view["turn"]))
    grid.add_row(does, Text(f"{active}: {announced}", style="bold"))
    for seat, answer in view["answers"].items():
        silent = answer == "nothing"
        text = narrator.text("respublica.nothing") if silent else narrator.render(text_message(answer))
        accepted = f"  ← {narrator.text('respublica.accepted')}" if view["accepted"] == int(seat) else ""
        price = message_json("respublica.wants" if mode == "ask" else "respublica.gives", seat=int(seat))
        grid.add_row("" if silent else narrator.render(price), f"{narrator.names[int(seat)]}: {text}{accepted}")


def _seats(view: JSON, narrator: Narrator) -> Table:
    """Draw two lines per player: cities, monuments, points and number of cards; then their hand, or what is known."""
    grid = Table.grid(padding=(0, 1))
    width = max(map(len, narrator.names))
    for seat, (name, shown) in enumerate(zip(narrator.names, view["seats"], strict=True)):
        marker = "▶" if seat == view["to_act"] else "☥" if seat == view["turn"] else " "
        line = Text(f"{name:<{width}}  ", style="bold" if seat == view["seat"] else "")
        grid.add_row(marker, line.append("   ".join(_achievements(shown, narrator))))
        if "hand" in shown:
            second = Text(f"{narrator.text('respublica.hand')}: ").append_text(_cards(shown["hand"], narrator))
        else:
            second = Text("   ".join(_known(view, seat, narrator)), style="dim")
        if second:
            grid.add_row("", Padding(second, (0, 0, 0, width + 2)))
    return grid


def _achievements(shown: JSON, narrator: Narrator) -> list[str]:
    """Return the cities, monuments, points and number of cards of a player."""
    built, points = len(shown["monuments"]), " ".join(map(str, shown["monuments"]))
    return [
        narrator.text("respublica.cities_of", number=shown["cities"]),
        *([narrator.text("respublica.monuments_of", number=built, points=points)] if built else []),
        narrator.text("respublica.score", points=shown["points"]),
        narrator.text("respublica.cards_of", number=shown["cards"]),
    ]


def _known(view: JSON, seat: int, narrator: Narrator) -> list[str]:
    """Return what the viewer knows of another hand, and the card that the seat asked for last."""
    cards, wanted = view["seats"][seat].get("known"), view["wanted"][seat]
    known = []
    if cards:
        known.append(narrator.text("respublica.memory_known", cards=_cards(cards, narrator)))
    if wanted:
        what = narrator.text(f"respublica.cards.{wanted}")
        known.append(narrator.text("respublica.memory_wants", what=what))
    return known


def _cards(cards: dict[str, int], narrator: Narrator) -> Text:
    parts = []
    for card, number in cards.items():
        style = PEOPLE_STYLE if card in PEOPLE_NAMES else TECHNOLOGY_STYLE
        name = narrator.text(f"respublica.card.{card}")
        parts.append(Text(f"{name}×{number}" if number > 1 else name, style=style))
    return Text(", ").join(parts) if parts else Text(narrator.text("respublica.no_cards"), style="dim")
