"""Tekhenu: the correction of anything on the board, at any time.

What can be corrected has a name: a space (`spaces`; its value is the owner or null, for gods and regions a list of
owners, for a conquest tile 0 or 1), `dice.ra` (a list), `first_sunny`, `horus_order`, `conquest_stack`, `order`, and
of each automa `a1.vp` and so on. A prompt for each says what is allowed. Supplies are never corrected: they are what
is not on the board, so no correction can lose or multiply a piece.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heliopolis.games.tekhenu.decision import Message, say
from heliopolis.games.tekhenu.notation import CARDS, MOST_ANKHS, PIECES
from heliopolis.games.tekhenu.prompts import Option, Prompt, ask_number, ask_words, check, reject
from heliopolis.games.tekhenu.spaces import all_spaces, called, parts
from heliopolis.games.tekhenu.table import Table, cells
from heliopolis.games.tekhenu.vocabulary import BASE_COLOURS, COLOURS, DISTRICTS, GODS, LINES, PERSON, SETH, SIDE

MOST = 999  # of anything that is counted
CUBES = ("district", "obelisk", "line", "cell")
BUILDING_ACTIONS = ("horus", "ra", "hathor", "osiris", "seth")


def correctable(t: Table) -> list[str]:
    """The names of all that can be corrected, in the order of the board."""
    with_seth = t.settings.time_of_seth
    actions = BUILDING_ACTIONS if with_seth else BUILDING_ACTIONS[:-1]
    spaces = [space for action in actions for space in all_spaces(t, action)]
    tiles = [f"conquest.{row}.{column}" for row, column in cells()] if with_seth else []
    dice = [f"dice.{section}" for section in ((*GODS, SETH) if with_seth else GODS)]
    own = ("vp", "population", "happiness", *CARDS, "ankhs", *CUBES)
    automas = [f"{name}.{field}" for name in t.automas for field in own]
    stack = ["conquest_stack"] if with_seth else []
    return [*spaces, *tiles, *dice, "first_sunny", "horus_order", "order", *stack, *automas]


def prompt_for(t: Table, name: str) -> Prompt:
    """The question for one correction; its default is the value now."""
    if name not in correctable(t):
        raise reject("tekhenu.bad.correction", name=str(name))
    first, _, rest = name.partition(".")
    if first in t.automas:
        return prompt_for_automa(t, first, rest)
    if first == "dice":
        return prompt_for_dice(t, rest)
    if first == "conquest":
        return ask_number(name, called(name), 0, 1, value_of(t, name))
    if first in ("first_sunny", "horus_order", "order", "conquest_stack"):
        return prompt_for_table(t, first)
    return prompt_for_space(t, name)


def prompt_for_space(t: Table, name: str) -> Prompt:
    owners = tuple(Option(player, say("tekhenu.part.player", word=player)) for player in (PERSON, *t.automas))
    value = value_of(t, name)
    if isinstance(value, list):
        return Prompt(name, "owners", called(name), owners, most=most_owners(t, name), default=value)
    return Prompt(name, "choice", called(name), (Option(None, say("tekhenu.part.free")), *owners), default=value)


def most_owners(t: Table, name: str) -> int:
    return t.settings.buildings_per_region if name.startswith("region") else t.capacity(name.rpartition(".")[2])


def prompt_for_dice(t: Table, section: str) -> Prompt:
    colours = COLOURS if t.settings.time_of_seth else BASE_COLOURS
    options = tuple(Option(colour, say("tekhenu.part.colour", word=colour)) for colour in colours)
    value = value_of(t, f"dice.{section}")
    return Prompt(f"dice.{section}", "dice", say("tekhenu.field.dice", section=section), options, default=value)


def prompt_for_table(t: Table, name: str) -> Prompt:
    value = value_of(t, name)
    if name == "conquest_stack":
        return ask_number(name, say("tekhenu.field.conquest_stack"), 0, MOST, value)
    if name == "first_sunny":
        return ask_words(name, say("tekhenu.field.first_sunny"), GODS, "tekhenu.part.god", value)
    if name == "horus_order":
        return order_of(name, say("tekhenu.field.horus_order"), GODS, "tekhenu.part.god", value)
    return order_of(name, say("tekhenu.field.order"), t.order, "tekhenu.part.player", value)


def order_of(name: str, question: Message, words: tuple[str, ...], label: str, value: list[str]) -> Prompt:
    options = tuple(Option(word, say(label, word=word)) for word in words)
    return Prompt(name, "order", question, options, default=value)


def prompt_for_automa(t: Table, player: str, field: str) -> Prompt:
    name, value = f"{player}.{field}", value_of(t, f"{player}.{field}")
    question = say("tekhenu.field.automa", player=player, field=field)
    if field == "district":
        return ask_words(name, question, DISTRICTS, "tekhenu.part.district", value)
    if field == "obelisk":
        return ask_words(name, question, GODS, "tekhenu.part.line_after", value)
    if field == "cell":
        return Prompt(name, "numbers", question, low=1, high=SIDE, most=2, default=value)
    limits = {
        "line": (1, LINES),
        "ankhs": (0, MOST_ANKHS),
        "population": (0, t.settings.population_end),
        "happiness": (0, t.settings.happiness_end),
    }
    return ask_number(name, question, *limits.get(field, (0, MOST)), value)


# ---- values, by name -------------------------------------------------------------------------------------------------


def place_in(data: Any, name: str) -> tuple[Any, Any]:
    """Where in the table's JSON a thing is: a container and a key."""
    kind, where = parts(name)
    if kind in PLACES:
        return PLACES[kind](data, *where)
    return (data["automas"][kind], where[0]) if where else (data, kind)


PLACES: dict[str, Callable[..., tuple[Any, Any]]] = {
    "pillar": lambda data, row, column: (data["temple"]["pillars"][row - 1], column - 1),
    "conquest": lambda data, row, column: (data["temple"]["conquest"][row - 1], column - 1),
    "temple": lambda data, line: (data["temple"]["buildings"], line - 1),
    "osiris": lambda data, row, district: (data["osiris"]["buildings"][row - 1], DISTRICTS.index(district)),
    "region": lambda data, region: (data["seth"]["regions"], region - 1),
    "statue.god": lambda data, god: (data["god_statues"], god),
    "statue.osiris": lambda data, space: (data["osiris"]["statues"], space),
    "statue.people": lambda data, side: (data["seth"]["statues"], side),
    "statue.temple": lambda data, line: (data["temple"]["statues"], str(line)),
    "dice": lambda data, section: (data["dice"], section),
}


def value_of(t: Table, name: str) -> Any:
    container, key = place_in(t.to_json(), name)
    return container[key]


def correct(t: Table, changes: Mapping[str, Any]) -> Table:
    """The corrected table; BadAnswer if that cannot be."""
    if not isinstance(changes, dict) or not changes:
        raise reject("tekhenu.bad.form")
    data = t.to_json()
    for name, value in changes.items():
        container, key = place_in(data, name) if name in correctable(t) else (data, name)
        checked = check(prompt_for(t, name), value)
        if name.startswith("conquest.") and "conquest_stack" not in changes:
            data["conquest_stack"] = max(0, data["conquest_stack"] + container[key] - checked)
        container[key] = checked
    refill_supplies(data)
    for player, automa in data["automas"].items():
        if automa["happiness"] > automa["population"]:
            raise reject("tekhenu.bad.happiness", player=player)
    return Table.from_json(data)


def refill_supplies(data: dict[str, Any]) -> None:
    """What is not on the board is in the supply."""
    for player in data["order"]:
        supply = data["person"] if player == PERSON else data["automas"][player]
        on_board = {
            "buildings": count(data["osiris"]["buildings"], player)
            + count(data["temple"]["buildings"], player)
            + count(data["seth"]["regions"], player),
            "pillars": count(data["temple"]["pillars"], player),
            "statues": count(list(data["god_statues"].values()), player)
            + count(data["osiris"]["statues"], player)
            + count(list(data["temple"]["statues"].values()), player)
            + count(list(data["seth"]["statues"].values()), player),
        }
        for piece, total in PIECES.items():
            if on_board[piece] > total:
                raise reject("tekhenu.bad.pieces", player=player, piece=piece, most=total)
            supply[piece] = total - on_board[piece]


def count(owners: list[Any], player: str) -> int:
    return sum(count(own, player) if isinstance(own, list) else own == player for own in owners)
