"""Tekhenu: the set-up of a session, question by question, until the first round.

The questions, in order: the form of `setup_game`, orientation, Horus tiles, cubes, dice, the checklist, the first turn
order, the destiny cards. Some parts of the set-up belong to Time of Seth (ruling 13).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from heliopolis.games.tekhenu import setup_game
from heliopolis.games.tekhenu.chance import DICE_PER_SECTION, deal_tiles, dice_at_set_up, draw_cubes, draw_dice
from heliopolis.games.tekhenu.checklist import add_beginning, add_board, add_checklist, needs_board_first
from heliopolis.games.tekhenu.notation import MAX_ANKHS
from heliopolis.games.tekhenu.obelisk import clockwise
from heliopolis.games.tekhenu.prompts import Option, Prompt, ask_number, ask_words
from heliopolis.games.tekhenu.shared_board import Die, SharedBoard, cells_of, column_number
from heliopolis.games.tekhenu.state import Question, State
from heliopolis.games.tekhenu.vocabulary import (
    BASE_COLOURS,
    COLOURS,
    DISTRICTS,
    GODS,
    LINES,
    PERSON,
    SETH,
    SIDE,
)
from heliopolis.text.messages import Message, message

# ---- the board -------------------------------------------------------------------------------------------------------


def ask_first_sunny(_: State) -> Prompt:
    options = tuple(Option(god, message("tekhenu.part.god", word=god)) for god in GODS)
    return Prompt("setup.first_sunny", "choice", message("tekhenu.ask.first_sunny"), options, optional=True)


def take_first_sunny(s: State, answer: str | None) -> State:
    section = answer or s.chance("first sunny").choose(GODS)
    return s.go_to("horus_order", board=replace(s.board, first_sunny=section))


def ask_horus_order(_: State) -> Prompt:
    options = tuple(Option(god, message("tekhenu.part.god", word=god)) for god in GODS)
    return Prompt("setup.horus_order", "order", message("tekhenu.ask.horus_order"), options, optional=True)


def take_horus_order(s: State, answer: list[str] | None) -> State:
    order = s.chance("horus").shuffled(GODS) if answer is None else tuple(answer)
    s = s.go_to("cubes", board=replace(s.board, horus_order=order))
    if needs_board_first(s):
        s = add_board(s, {})
    if "cubes" in s.by_hand:
        return s
    automas = {name: draw_cubes(s.chance(f"cubes {name}")) for name in s.board.automas}
    return s.go_to("dice", board=replace(s.board, automas=automas))


def ask_cubes(s: State) -> Prompt:
    name = next_without_cubes(s)
    fields = (
        ask_words("district", message("tekhenu.ask.district"), DISTRICTS, "tekhenu.part.district"),
        ask_words("obelisk", message("tekhenu.ask.obelisk"), GODS, "tekhenu.part.line_after"),
        ask_number("line", message("tekhenu.ask.line"), 1, LINES),
        ask_number("cell", message("tekhenu.ask.cell"), 1, SIDE),
    )
    helped = tuple(replace(field, help=(message(f"tekhenu.help.{field.id}"),)) for field in fields)
    return Prompt(f"setup.cubes.{name}", "form", message("tekhenu.ask.cubes", player=name), fields=helped)


def take_cubes(s: State, answer: dict[str, Any]) -> State:
    name = next_without_cubes(s)
    cell = cells_of(answer["line"])[answer["cell"] - 1]
    cubes = {key: answer[key] for key in ("district", "obelisk", "line")}
    s = s.go_to("cubes", board=s.board.with_automa(name, **cubes, cell=cell), acted=(*s.acted, name))
    first, second = answer["obelisk"], clockwise(answer["obelisk"])
    where = {"district": answer["district"], "first": first, "second": second, "line": answer["line"]}
    s = s.add_step("tekhenu.step.person_cubes", name, **where, row=cell[0], column=column_number(cell[1]))
    return s if len(s.acted) < len(s.board.automas) else s.go_to("dice", acted=())


def next_without_cubes(s: State) -> str:
    return next(name for name in s.board.automas if name not in s.acted)


def start_dice(s: State) -> State:
    if "dice" in s.by_hand:
        return s.go_to("first_dice")
    return finish_set_up(s, draw_dice(s.board, (), dice_at_set_up(s.board), s.chance("dice at set-up")))


def dice_fields(board: SharedBoard, numbers: Mapping[str, int]) -> tuple[Prompt, ...]:
    """Return a field for the dice of each place, with how many to draw there."""
    colours = COLOURS if board.settings.time_of_seth else BASE_COLOURS
    options = tuple(Option(colour, message("tekhenu.part.colour", word=colour)) for colour in colours)
    return tuple(
        Prompt(
            section,
            "dice",
            message("tekhenu.field.dice", section=section),
            options,
            default=[],
            help=dice_help(board, section, number),
        )
        for section, number in numbers.items()
    )


def dice_help(board: SharedBoard, section: str, number: int) -> tuple[Message, ...]:
    if section == SETH:
        return (message("tekhenu.help.seth_dice", number=number),)
    how_many = message("tekhenu.help.dice", number=number)
    return (how_many, message("tekhenu.help.grey_dice")) if board.settings.grey_to_seth else (how_many,)


def ask_first_dice(s: State) -> Prompt:
    question = message("tekhenu.ask.first_dice", number=DICE_PER_SECTION)
    return Prompt("setup.dice", "form", question, fields=dice_fields(s.board, dice_at_set_up(s.board)))


def take_first_dice(s: State, answer: dict[str, Any]) -> State:
    return finish_set_up(s, as_dice(answer))


def as_dice(answer: Mapping[str, list[list[Any]]]) -> dict[str, tuple[Die, ...]]:
    return {section: tuple(Die(*die) for die in dice) for section, dice in answer.items()}


def finish_set_up(s: State, dice: Mapping[str, tuple[Die, ...]]) -> State:
    """Add the checklist, once cubes and dice are known."""
    if "tiles" not in s.by_hand:
        s = replace(s, board=deal_tiles(s.board, s.chance("tiles 1")))
    return add_checklist(s, dice).go_to("checklist")


# ---- the checklist ---------------------------------------------------------------------------------------------------


def ask_checklist(_: State) -> Prompt:
    return Prompt("setup.checklist", "confirm", message("tekhenu.ask.checklist"), default=True)


def take_checklist(s: State, _: bool) -> State:
    return s.go_to("order")


def ask_order(s: State) -> Prompt:
    options = tuple(
        Option(player, message("tekhenu.part.player", word=player)) for player in (PERSON, *s.board.automas)
    )
    helped = (message("tekhenu.help.order"),)
    return Prompt("setup.order", "order", message("tekhenu.ask.order"), options, help=helped)


def take_order(s: State, answer: list[str]) -> State:
    return add_beginning(s.go_to("first_destiny", board=replace(s.board, order=tuple(answer))))


# ---- destiny cards, at set-up and after Maat -------------------------------------------------------------------------


def ask_destiny(s: State) -> Prompt:
    where = "setup" if s.phase == "first_destiny" else s.prompt_prefix
    names = [player for player in s.board.order if player != PERSON]
    fields = tuple(ask_number(name, message("tekhenu.ask.ankhs", player=name), 0, MAX_ANKHS) for name in names)
    return Prompt(f"{where}.destiny", "form", message("tekhenu.ask.destiny"), fields=fields)


def set_ankhs(board: SharedBoard, answer: Mapping[str, int]) -> SharedBoard:
    for name, ankhs in answer.items():
        board = board.with_automa(name, ankhs=ankhs)
    return board


def take_first_destiny(s: State, answer: dict[str, int]) -> State:
    s = s.go_to("turn", board=set_ankhs(s.board, answer))
    return s.add_step("tekhenu.step.round", round=s.board.round)


QUESTIONS = setup_game.QUESTIONS | {
    "first_sunny": Question(ask_first_sunny, take_first_sunny),
    "horus_order": Question(ask_horus_order, take_horus_order),
    "cubes": Question(ask_cubes, take_cubes),
    "first_dice": Question(ask_first_dice, take_first_dice),
    "checklist": Question(ask_checklist, take_checklist),
    "order": Question(ask_order, take_order),
    "first_destiny": Question(ask_destiny, take_first_destiny),
}
AUTOMATIC = {"dice": start_dice}
