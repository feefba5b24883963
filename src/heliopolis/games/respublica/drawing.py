"""Res Publica as a picture, drawn from a position or a view: the supply, the trade, and what every seat has."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.cards import CARD_NAMES, FIRST_TECHNOLOGY
from heliopolis.text.picture import ACT, INK, INSET, LINE, MUTED, SURFACE, Picture

PIGMENTS = {  # face and ink, as on the site
    "roman": ("#a93522", "#fff1d6"),
    "babylonian": ("#2463a7", "#f5f1e2"),
    "egyptian": ("#e5ac2f", "#3f2900"),
    "atlantean": ("#127a79", "#f1f6e8"),
    "greek": ("#69468d", "#faf0de"),
    "metallurgy": ("#564a44", "#fbefdd"),
    "wheel": ("#93602a", "#fdf2dc"),
    "architecture": ("#cda56b", "#2b1c0a"),
    "chemistry": ("#38764a", "#f7f2e0"),
    "navigation": ("#2d4275", "#f2f0e6"),
}
WIDTH, HEAD, SUPPLY, SEAT, LINE_HEIGHT, MARGIN = 1040, 56, 76, 84, 24, 16


def draw(data: JSON) -> Picture:
    """Return the picture of a position or a view."""
    trade = trade_lines(data)
    seats_at = HEAD + SUPPLY + 12 + (len(trade) * LINE_HEIGHT + 24 if trade else 0)
    players = len(data["seats"])
    picture = Picture(WIDTH, seats_at + players * (SEAT + 8) + 8, f"Res Publica, {players} players")
    picture.text(MARGIN + 8, 37, "Res Publica", 26, bold=True)
    picture.text(WIDTH - MARGIN - 8, 36, headline(data), 16, ACT, at="end", bold=True)
    draw_supply(picture, data)
    for line, (words, bold) in enumerate(trade):
        picture.text(MARGIN + 20, HEAD + SUPPLY + 30 + line * LINE_HEIGHT, words, 16, bold=bold)
    for seat, shown in enumerate(data["seats"]):
        draw_seat(picture, data, seat, shown, seats_at + seat * (SEAT + 8))
    return picture


def headline(data: JSON) -> str:
    """Return who acts and in which phase, in a few words."""
    if data["phase"] == "over":
        return "the game is over"
    last = "" if data["final_round"] is None else ", final round"
    return f"{'chance' if data['to_act'] == 'chance' else 'seat ' + str(data['to_act'])}: {data['phase']}{last}"


def trade_lines(data: JSON) -> list[tuple[str, bool]]:
    """Return what was said in the running trade: lines, and whether each is bold."""
    if not data["announcement"]:
        return []
    asked = data["announcement"]["mode"] == "ask"
    verb, answer = ("asks for", "wants") if asked else ("offers", "gives")
    lines = [(f"seat {data['turn']} {verb} {data['announcement']['phrase']}", True)]
    for seat, phrase in data["answers"].items():
        accepted = data["accepted"] == int(seat)
        lines.append((f"seat {seat} {answer} {phrase}{' (accepted)' if accepted else ''}", accepted))
    return lines


def draw_supply(picture: Picture, data: JSON) -> None:
    """Draw the decks, and the cities and monuments that are left."""
    picture.box(MARGIN, HEAD, WIDTH - 2 * MARGIN, SUPPLY, SURFACE, 10, LINE)
    x = MARGIN + 20.0
    for deck in ("people", "technology"):
        cards = data["decks"][deck]
        left = sum(cards.values()) if isinstance(cards, dict) else cards
        picture.icon(deck, x, HEAD + 20, 36, MUTED, SURFACE)
        picture.text(x + 44, HEAD + 45, left, 20, bold=True)
        x += 100
    picture.icon("city", x, HEAD + 20, 36, MUTED, SURFACE)
    picture.text(x + 44, HEAD + 45, data["cities_left"], 20, bold=True)
    picture.icon("monument", x + 100, HEAD + 20, 36, MUTED, SURFACE)
    picture.text(x + 144, HEAD + 45, " ".join(map(str, data["monuments_left"])) or "none", 20, bold=True)


def draw_seat(picture: Picture, data: JSON, seat: int, shown: JSON, y: float) -> None:
    """Draw the cities, monuments and cards of a seat."""
    acts = seat == data["to_act"]
    middle = y + SEAT / 2
    picture.box(MARGIN, y, WIDTH - 2 * MARGIN, SEAT, SURFACE, 10, ACT if acts else LINE)
    picture.seat(MARGIN + 30, middle, seat, acts)
    picture.icon("city", MARGIN + 60, middle - 30, 24, MUTED, SURFACE)
    picture.text(MARGIN + 92, middle - 11, shown["cities"], 18, bold=True)
    picture.icon("monument", MARGIN + 60, middle + 4, 24, MUTED, SURFACE)
    picture.text(MARGIN + 92, middle + 23, " ".join(map(str, shown["monuments"])) or "–", 18, bold=True)
    draw_hand(picture, shown, middle)


def draw_hand(picture: Picture, shown: JSON, middle: float) -> None:
    """Draw the cards of a hand, or how many there are; people are round, technology is not."""
    x = MARGIN + 250.0
    hand = shown.get("hand")
    if hand is None:
        picture.box(x, middle - 28, 42, 56, INSET, 6, LINE)
        picture.icon("anycard", x + 6, middle - 15, 30, MUTED, INSET)
        picture.text(x + 56, middle + 7, f"{shown['cards']} cards", 18, INK)
        return
    for number, card in enumerate(CARD_NAMES):
        if hand.get(card):
            face, ink = PIGMENTS[card]
            picture.box(x, middle - 26, 52, 52, face, 26 if number < FIRST_TECHNOLOGY else 6)
            picture.icon(card, x + 9, middle - 17, 34, ink, face)
            picture.badge(x + 48, middle + 22, hand[card])
            x += 66
