"""Res Publica in the terminal: the table drawn from a view, and moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.cards import PEOPLE_NAMES

PEOPLE_STYLE, TECHNOLOGY_STYLE = "green", "cyan"


def board(view: JSON, names: Sequence[str]) -> RenderableType:
    """The whole table as one seat sees it."""
    title = "Res Publica: the game is over" if view["phase"] == "over" else f"Res Publica: {view['phase']}"
    return Panel(
        Group(_stacks(view, names), "", _seats(view, names)), title=title, title_align="left", border_style="red"
    )


def _stacks(view: JSON, names: Sequence[str]) -> Table:
    grid = Table.grid(padding=(0, 2))
    decks = view["decks"]
    grid.add_row("Decks", f"{decks['people']} people, {decks['technology']} technology")
    monuments = " ".join(map(str, view["monuments_left"])) or "none"
    grid.add_row("To win", f"{view['cities_left']} cities of 3; monuments {monuments}")
    if view["final_round"] is not None and view["phase"] != "over":
        grid.add_row("End", Text(f"final round; the last turn is that of {names[view['final_round']]}", style="bold"))
    if view["announcement"]:
        verb = {"ask": "asks for", "offer": "offers"}[view["announcement"]["mode"]]
        grid.add_row("Trade", Text(f"{names[view['turn']]} {verb} {view['announcement']['phrase']}", style="bold"))
        for seat, answer in view["answers"].items():
            mine = "wants" if view["announcement"]["mode"] == "ask" else "gives"
            said = "nothing" if answer == "nothing" else f"{mine} {answer}"
            accepted = "  ← accepted" if view["accepted"] == int(seat) else ""
            grid.add_row("", f"{names[int(seat)]}: {said}{accepted}")
    return grid


def _seats(view: JSON, names: Sequence[str]) -> Table:
    """Two lines a player: cities, monuments and the number of cards; then his own hand, or what is known of it."""
    grid = Table.grid(padding=(0, 1))
    width = max(map(len, names))
    for seat, (name, shown) in enumerate(zip(names, view["seats"], strict=True)):
        marker = "▶" if seat == view["to_act"] else "☥" if seat == view["turn"] else " "
        line = Text(f"{name:<{width}}  ", style="bold" if seat == view["seat"] else "")
        line.append(f"cities {shown['cities']}   monuments {' '.join(map(str, shown['monuments'])) or 'none'}")
        line.append(f"   points {shown['points']}   cards {shown['cards']}")
        if view["wanted"][seat]:
            line.append(f"   last wanted {view['wanted'][seat]}", style="dim")
        grid.add_row(marker, line)
        second = Text(" " * (width + 2))
        if "hand" in shown:
            second.append("hand: ").append_text(_cards(shown["hand"]))
        elif shown.get("known"):
            second.append("known: ").append_text(_cards(shown["known"]))
        if len(second.plain.strip()):
            grid.add_row("", second)
    return grid


def _cards(cards: dict[str, int]) -> Text:
    text = Text()
    for card, number in cards.items():
        style = PEOPLE_STYLE if card in PEOPLE_NAMES else TECHNOLOGY_STYLE
        text.append(f"{card}{f'×{number}' if number > 1 else ''} ", style=style)
    return text if text else Text("no cards", style="dim")


def news(before: JSON, after: JSON, names: Sequence[str]) -> RenderableType | None:  # noqa: ARG001 -- as other boards
    """What a move changed that deserves a look of its own: in Res Publica the log says it all."""
    return None


def describe(move: str, view: JSON) -> str:
    """A move in words, before it is made."""
    verb, _, what = move.partition(" ")
    if verb == "accept":
        return f"trade with seat {what}: {view['answers'][what]}"
    if verb == "for":
        asked = view["announcement"]["mode"] == "ask"
        return f"{'want' if asked else 'give'} {what} for {view['announcement']['phrase']}"
    return {
        "ask": f"ask for {what}",
        "offer": f"offer {what}",
        "no": "make no announcement this turn",
        "nothing": "answer nothing",
        "decline": "accept no answer",
        "give": f"hand over {what}",
        "lay": f"lay five {what} cards",
        "end": "lay no more sets",
        "draw": f"draw {what}",
    }[verb]


def tell(name: str, move: str) -> str:
    """A move in words, after it was made; cards drawn or chosen are nobody else's business."""
    verb, _, what = move.partition(" ")
    if verb == "draw":
        words = what.split(" ")
        drawn = [f"{number} {deck}" for number, deck in pairwise(words) if number.isdecimal()]
        return f"{name} drew {' and '.join(drawn) or 'nothing'}"
    return {
        "ask": f"{name} asked for {what}",
        "offer": f"{name} offered {what}",
        "no": f"{name} did not trade",
        "for": f"{name} answered: for {what}",
        "nothing": f"{name} answered nothing",
        "accept": f"{name} accepted the answer of seat {what}",
        "decline": f"{name} accepted no answer",
        "give": f"{name} chose cards to give",
        "lay": f"{name} laid five {what} cards",
        "end": f"{name} laid no more",
    }[verb]
