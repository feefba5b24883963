"""Tekhenu: corrections of anything on the board, at any time.

Everything that can be corrected has a name: a space (see `spaces`; its value is the owner or null, for gods and regions
a list of owners, for a conquest tile 0 or 1), `dice.ra` (a list), `first_sunny`, `horus_order`, `conquest_stack`,
`order`, and the fields of each automa, such as `a1.vp`. A prompt for each says what is allowed. Supplies cannot be
corrected: they are what is not on the board, so no correction can lose or multiply a piece.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heliopolis.games.tekhenu.notation import CARD_KINDS, MAX_ANKHS, PIECES
from heliopolis.games.tekhenu.prompts import Option, Prompt, ask_number, ask_words, check, reject
from heliopolis.games.tekhenu.shared_board import SharedBoard, cells, column_number
from heliopolis.games.tekhenu.spaces import all_spaces, space_name, split_name
from heliopolis.games.tekhenu.vocabulary import BASE_COLOURS, COLOURS, DISTRICTS, GODS, LINES, PERSON, SETH
from heliopolis.text.messages import Message, message

MAX_CORRECTED_COUNT = 999  # VP, cards, conquest tiles
CUBES = ("district", "obelisk", "line", "cell")
BUILDING_ACTIONS = ("horus", "ra", "hathor", "osiris", "seth")


def correctable(board: SharedBoard) -> list[str]:
    """Return the names of everything that can be corrected, in the order of the board."""
    with_seth = board.settings.time_of_seth
    actions = BUILDING_ACTIONS if with_seth else BUILDING_ACTIONS[:-1]
    spaces = [space for action in actions for space in all_spaces(board, action)]
    tiles = [f"conquest.{row}.{column}" for row, column in cells()] if with_seth else []
    dice = [f"dice.{section}" for section in ((*GODS, SETH) if with_seth else GODS)]
    own = ("vp", "population", "happiness", *CARD_KINDS, "ankhs", *CUBES)
    automas = [f"{name}.{field}" for name in board.automas for field in own]
    stack = ["conquest_stack"] if with_seth else []
    return [*spaces, *tiles, *dice, "first_sunny", "horus_order", "order", *stack, *automas]


def prompt_for(board: SharedBoard, name: str) -> Prompt:
    """Return the prompt for one correction; its default is the present value."""
    if name not in correctable(board):
        raise reject("tekhenu.bad.correction", name=str(name))
    first, _, rest = name.partition(".")
    if first in board.automas:
        return prompt_for_automa(board, first, rest)
    if first == "dice":
        return prompt_for_dice(board, rest)
    if first == "conquest":
        return ask_number(name, space_name(name), 0, 1, value_of(board, name))
    if first in ("first_sunny", "horus_order", "order", "conquest_stack"):
        return prompt_for_shared(board, first)
    return prompt_for_space(board, name)


def prompt_for_space(board: SharedBoard, name: str) -> Prompt:
    owners = tuple(Option(player, message("tekhenu.part.player", word=player)) for player in (PERSON, *board.automas))
    value = value_of(board, name)
    if isinstance(value, list):
        return Prompt(name, "owners", space_name(name), owners, max_items=max_owners(board, name), default=value)
    return Prompt(
        name, "choice", space_name(name), (Option(None, message("tekhenu.part.free")), *owners), default=value
    )


def max_owners(board: SharedBoard, name: str) -> int:
    return (
        board.settings.buildings_per_region
        if name.startswith("region")
        else board.statue_spaces(name.rpartition(".")[2])
    )


def prompt_for_dice(board: SharedBoard, section: str) -> Prompt:
    colours = COLOURS if board.settings.time_of_seth else BASE_COLOURS
    options = tuple(Option(colour, message("tekhenu.part.colour", word=colour)) for colour in colours)
    value = value_of(board, f"dice.{section}")
    return Prompt(f"dice.{section}", "dice", message("tekhenu.field.dice", section=section), options, default=value)


def prompt_for_shared(board: SharedBoard, name: str) -> Prompt:
    value = value_of(board, name)
    if name == "conquest_stack":
        return ask_number(name, message("tekhenu.field.conquest_stack"), 0, MAX_CORRECTED_COUNT, value)
    if name == "first_sunny":
        return ask_words(name, message("tekhenu.field.first_sunny"), GODS, "tekhenu.part.god", value)
    if name == "horus_order":
        return ask_order_of(name, message("tekhenu.field.horus_order"), GODS, "tekhenu.part.god", value)
    return ask_order_of(name, message("tekhenu.field.order"), board.order, "tekhenu.part.player", value)


def ask_order_of(name: str, question: Message, words: tuple[str, ...], label: str, value: list[str]) -> Prompt:
    options = tuple(Option(word, message(label, word=word)) for word in words)
    return Prompt(name, "order", question, options, default=value)


def prompt_for_automa(board: SharedBoard, player: str, field: str) -> Prompt:
    name, value = f"{player}.{field}", value_of(board, f"{player}.{field}")
    question = message("tekhenu.field.automa", player=player, field=field)
    if field == "district":
        return ask_words(name, question, DISTRICTS, "tekhenu.part.district", value)
    if field == "obelisk":
        return ask_words(name, question, GODS, "tekhenu.part.line_after", value)
    if field == "cell":
        return Prompt(name, "choice", question, cell_options(), default=value)
    limits = {
        "line": (1, LINES),
        "ankhs": (0, MAX_ANKHS),
        "population": (0, board.settings.population_end),
        "happiness": (0, board.settings.happiness_end),
    }
    return ask_number(name, question, *limits.get(field, (0, MAX_CORRECTED_COUNT)), value)


def cell_options() -> tuple[Option, ...]:
    """Return all cells of the temple as options of row and column, with the numbers that the real board has."""
    return tuple(
        Option([row, column], message("tekhenu.part.cell", row=row, column=column_number(column)))
        for row, column in cells()
    )


# ---- values, by name -------------------------------------------------------------------------------------------------


def locate(data: Any, name: str) -> tuple[Any, Any]:
    """Return where a named thing is in the board's JSON: a container and a key or index."""
    kind, where = split_name(name)
    if kind in LOCATIONS:
        return LOCATIONS[kind](data, *where)
    return (data["automas"][kind], where[0]) if where else (data, kind)


LOCATIONS: dict[str, Callable[..., tuple[Any, Any]]] = {
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


def value_of(board: SharedBoard, name: str) -> Any:
    container, key = locate(board.to_json(), name)
    return container[key]


def correct(board: SharedBoard, changes: Mapping[str, Any]) -> SharedBoard:
    """Return the corrected board; raise BadAnswer if a change is not allowed."""
    if not isinstance(changes, dict) or not changes:
        raise reject("tekhenu.bad.form")
    data = board.to_json()
    for name, value in changes.items():
        container, key = locate(data, name) if name in correctable(board) else (data, name)
        checked = check(prompt_for(board, name), value)
        if name.startswith("conquest.") and "conquest_stack" not in changes:
            data["conquest_stack"] = max(0, data["conquest_stack"] + container[key] - checked)
        container[key] = checked
    recount_supplies(data)
    for player, automa in data["automas"].items():
        if automa["happiness"] > automa["population"]:
            raise reject("tekhenu.bad.happiness", player=player)
    return SharedBoard.from_json(data)


def recount_supplies(data: dict[str, Any]) -> None:
    """Set every supply to the pieces that are not on the board."""
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
