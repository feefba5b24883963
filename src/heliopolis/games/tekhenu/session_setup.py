"""Tekhenu: the set-up of a session, question by question, until the first round.

The questions, in order: automas, difficulty, expansion, settings, what the person draws by hand, orientation, Horus
tiles, cubes, dice, the checklist, the first turn order, the destiny cards. Some parts of the set-up belong to Time of
Seth (ruling 13).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from heliopolis.games.tekhenu.actions import give_head_start
from heliopolis.games.tekhenu.chance import DICE_PER_SECTION, deal_tiles, dice_at_set_up, draw_cubes, draw_dice
from heliopolis.games.tekhenu.notation import MAX_ANKHS, MAX_SPACES
from heliopolis.games.tekhenu.obelisk import clockwise
from heliopolis.games.tekhenu.prompts import Option, Prompt, ask_number, ask_words
from heliopolis.games.tekhenu.shared_board import Automa, Die, GameSettings, SharedBoard, cells_of
from heliopolis.games.tekhenu.state import Question, State
from heliopolis.games.tekhenu.vocabulary import (
    AUTOMAS,
    BASE_COLOURS,
    COLOURS,
    DISTRICTS,
    GODS,
    LINES,
    PERSON,
    REGIONS,
    SIDE,
    SIDES,
)
from heliopolis.text.messages import message

MIN_CHOSEN_TRACK_END, MAX_CHOSEN_TRACK_END = 10, 40
MAX_REGION_VP, MAX_ORDER_VP, MAX_NEW_DICE = 20, 20, 9


# ---- players and settings --------------------------------------------------------------------------------------------


def ask_automas(_: State) -> Prompt:
    return ask_number("setup.automas", message("tekhenu.ask.automas"), 1, len(AUTOMAS), 1)


def take_automas(s: State, answer: int) -> State:
    automas = {name: Automa() for name in AUTOMAS[:answer]}
    return s.go_to("difficulty", board=replace(s.board, automas=automas, order=(PERSON, *automas)))


def ask_difficulty(_: State) -> Prompt:
    options = tuple(Option(level, message("tekhenu.part.difficulty", word=level)) for level in range(5))
    return Prompt("setup.difficulty", "choice", message("tekhenu.ask.difficulty"), options, default=0)


def take_difficulty(s: State, answer: int) -> State:
    return s.go_to("expansion", board=replace(s.board, difficulty=answer))


def ask_expansion(_: State) -> Prompt:
    return ask_words("setup.expansion", message("tekhenu.ask.expansion"), (True, False), "tekhenu.part.yes", True)


def take_expansion(s: State, answer: bool) -> State:
    stack = s.board.conquest_stack if answer else 0
    settings = replace(s.board.settings, time_of_seth=answer)
    return s.go_to("settings", board=replace(s.board, settings=settings, conquest_stack=stack))


def ask_settings(s: State) -> Prompt:
    """Return a form of the settings that no source of the rules decides, with their defaults."""
    players = len(s.board.order)
    usual = GameSettings()
    fields = [
        number_setting("statues_per_god", 1, MAX_SPACES),
        number_setting("population_end", MIN_CHOSEN_TRACK_END, MAX_CHOSEN_TRACK_END),
        number_setting("happiness_end", MIN_CHOSEN_TRACK_END, MAX_CHOSEN_TRACK_END),
        ask_words(
            "own_action_pays", message("tekhenu.setting.own_action_pays"), (True, False), "tekhenu.part.yes", True
        ),
        ask_number("new_dice", message("tekhenu.setting.new_dice"), 0, MAX_NEW_DICE, players),
        list_setting("order_bonus", usual.order_bonus[str(players)], MAX_ORDER_VP),
    ]
    if s.board.settings.time_of_seth:
        fields += [
            number_setting("statues_for_seth", 0, MAX_SPACES),
            number_setting("buildings_per_region", 1, MAX_SPACES),
            *(regions_setting(side) for side in SIDES),
            list_setting("region_vp", usual.region_vp, MAX_REGION_VP),
        ]
    return Prompt("setup.settings", "form", message("tekhenu.ask.settings"), fields=tuple(fields), default={})


def number_setting(name: str, low: int, high: int) -> Prompt:
    return ask_number(name, message(f"tekhenu.setting.{name}"), low, high, getattr(GameSettings(), name))


def list_setting(name: str, default: tuple[int, ...], high: int) -> Prompt:
    question = message(f"tekhenu.setting.{name}")
    return Prompt(name, "numbers", question, high=high, max_items=len(default), default=list(default))


def regions_setting(side: str) -> Prompt:
    options = tuple(Option(region, message("tekhenu.part.region", region=region)) for region in range(1, REGIONS + 1))
    default = list(GameSettings().people_statue_regions[side])
    return Prompt(f"{side}_regions", "several", message(f"tekhenu.setting.{side}_regions"), options, default=default)


def take_settings(s: State, answer: dict[str, Any]) -> State:
    old, players = s.board.settings, len(s.board.order)
    plain = ("statues_per_god", "population_end", "happiness_end", "own_action_pays")
    settings = replace(
        old,
        **{name: answer[name] for name in plain},
        new_dice=None if answer["new_dice"] == players else answer["new_dice"],
        order_bonus={**old.order_bonus, str(players): tuple(answer["order_bonus"])},
    )
    if old.time_of_seth:
        settings = replace(
            settings,
            statues_for_seth=answer["statues_for_seth"],
            buildings_per_region=answer["buildings_per_region"],
            people_statue_regions={side: tuple(answer[f"{side}_regions"]) for side in SIDES},
            region_vp=tuple(answer["region_vp"]),
        )
    return s.go_to("by_hand", board=replace(s.board, settings=settings))


def ask_by_hand(_: State) -> Prompt:
    options = tuple(Option(what, message("tekhenu.part.by_hand", word=what)) for what in ("cubes", "tiles", "dice"))
    return Prompt("setup.by_hand", "several", message("tekhenu.ask.by_hand"), options, default=[])


def take_by_hand(s: State, answer: list[str]) -> State:
    return s.go_to("first_sunny", by_hand=frozenset(answer))


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
    return Prompt(f"setup.cubes.{name}", "form", message("tekhenu.ask.cubes", player=name), fields=fields)


def take_cubes(s: State, answer: dict[str, Any]) -> State:
    name = next_without_cubes(s)
    cell = cells_of(answer["line"])[answer["cell"] - 1]
    cubes = {key: answer[key] for key in ("district", "obelisk", "line")}
    s = s.go_to("cubes", board=s.board.with_automa(name, **cubes, cell=cell), acted=(*s.acted, name))
    return s if len(s.acted) < len(s.board.automas) else s.go_to("dice", acted=())


def next_without_cubes(s: State) -> str:
    return next(name for name in s.board.automas if name not in s.acted)


def start_dice(s: State) -> State:
    if "dice" in s.by_hand:
        return s.go_to("first_dice")
    return add_first_dice(s, draw_dice(s.board, (), dice_at_set_up(s.board), s.chance("dice at set-up")))


def dice_fields(board: SharedBoard, sections: tuple[str, ...]) -> tuple[Prompt, ...]:
    colours = COLOURS if board.settings.time_of_seth else BASE_COLOURS
    options = tuple(Option(colour, message("tekhenu.part.colour", word=colour)) for colour in colours)
    return tuple(
        Prompt(section, "dice", message("tekhenu.field.dice", section=section), options, default=[])
        for section in sections
    )


def ask_first_dice(s: State) -> Prompt:
    question = message("tekhenu.ask.first_dice", number=DICE_PER_SECTION)
    return Prompt("setup.dice", "form", question, fields=dice_fields(s.board, tuple(dice_at_set_up(s.board))))


def take_first_dice(s: State, answer: dict[str, Any]) -> State:
    return add_first_dice(s, as_dice(answer))


def as_dice(answer: Mapping[str, list[list[Any]]]) -> dict[str, tuple[Die, ...]]:
    return {section: tuple(Die(*die) for die in dice) for section, dice in answer.items()}


def add_first_dice(s: State, dice: Mapping[str, tuple[Die, ...]]) -> State:
    if "tiles" not in s.by_hand:
        s = replace(s, board=deal_tiles(s.board, s.chance("tiles 1")))
    return add_checklist(s, dice).go_to("checklist")


# ---- the checklist ---------------------------------------------------------------------------------------------------


def add_checklist(s: State, dice: Mapping[str, tuple[Die, ...]]) -> State:
    """Add everything that must be put on the table, as steps."""
    board = s.board
    s = s.add_step("tekhenu.setup.board" if not board.settings.time_of_seth else "tekhenu.setup.boards")
    s = s.add_step("tekhenu.setup.obelisk", first=board.first_sunny, second=clockwise(board.first_sunny))
    for section in board.dice:
        s = add_dice(s, "tekhenu.setup.dice", section, dice.get(section, ()))
    s = s.add_step("tekhenu.setup.horus", gods=[{"place": i, "god": god} for i, god in enumerate(board.horus_order, 1)])
    for key in ("ra", "gold", "cards", "markers"):
        s = s.add_step(f"tekhenu.setup.{key}")
    if board.settings.time_of_seth:
        s = s.add_step("tekhenu.setup.seth")
    s = s.add_step("tekhenu.setup.person").add_step("tekhenu.setup.automas")
    for name in board.automas:
        s = add_automa_checklist(s, name)
    if "tiles" in s.by_hand:
        s = s.add_step("tekhenu.setup.tiles")
    return s.add_step("tekhenu.setup.initiative_seth" if board.settings.time_of_seth else "tekhenu.setup.initiative")


def add_dice(s: State, key: str, section: str, dice: tuple[Die, ...]) -> State:
    """Add dice to a section, if there are any, with the step that says so."""
    if not dice:
        return s
    s = replace(s, board=s.board.add_dice({section: dice}))
    return s.add_step(key, section=section, dice=[die._asdict() for die in dice])


def add_automa_checklist(s: State, name: str) -> State:
    board = s.board
    a = board.automas[name]
    s = s.add_step("tekhenu.setup.district", name, district=a.district)
    s = s.add_step("tekhenu.setup.line", name, first=a.obelisk, second=clockwise(a.obelisk))
    s = s.add_step("tekhenu.setup.temple", name, line=a.line, row=a.cell[0], column=a.cell[1])
    return s if board.difficulty < 2 else add_head_start(s, name)


def add_head_start(s: State, name: str) -> State:
    s = replace(s, board=give_head_start(s.board, name))
    a = s.board.automas[name]
    if name == "a1":
        row, district = next(
            (row, DISTRICTS[owners.index(name)])
            for row, owners in enumerate(s.board.osiris_buildings, 1)
            if name in owners
        )
        return s.add_step("tekhenu.setup.head_start_a1", name, row=row, district=district)
    if name == "a2":
        return s.add_step("tekhenu.setup.head_start_a2", name, population=a.population, happiness=a.happiness)
    return s.add_step("tekhenu.setup.head_start_a3", name, row=a.cell[0], column=a.cell[1])


def ask_checklist(_: State) -> Prompt:
    return Prompt("setup.checklist", "confirm", message("tekhenu.ask.checklist"), default=True)


def take_checklist(s: State, _: bool) -> State:
    return s.go_to("order")


def ask_order(s: State) -> Prompt:
    options = tuple(
        Option(player, message("tekhenu.part.player", word=player)) for player in (PERSON, *s.board.automas)
    )
    return Prompt("setup.order", "order", message("tekhenu.ask.order"), options)


def take_order(s: State, answer: list[str]) -> State:
    return deal_destiny(s.go_to("first_destiny", board=replace(s.board, order=tuple(answer))))


# ---- destiny cards, at set-up and after Maat -------------------------------------------------------------------------


def deal_destiny(s: State) -> State:
    """Add the steps in which all players take a destiny card, in turn order; the person may choose an artifact."""
    artifact = s.board.settings.time_of_seth
    for player in s.board.order:
        if player != PERSON:
            s = s.add_step("tekhenu.step.destiny", player)
        else:
            s = s.add_step("tekhenu.step.destiny_or_artifact" if artifact else "tekhenu.step.your_destiny", player)
    return s


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


QUESTIONS = {
    "automas": Question(ask_automas, take_automas),
    "difficulty": Question(ask_difficulty, take_difficulty),
    "expansion": Question(ask_expansion, take_expansion),
    "settings": Question(ask_settings, take_settings),
    "by_hand": Question(ask_by_hand, take_by_hand),
    "first_sunny": Question(ask_first_sunny, take_first_sunny),
    "horus_order": Question(ask_horus_order, take_horus_order),
    "cubes": Question(ask_cubes, take_cubes),
    "first_dice": Question(ask_first_dice, take_first_dice),
    "checklist": Question(ask_checklist, take_checklist),
    "order": Question(ask_order, take_order),
    "first_destiny": Question(ask_destiny, take_first_destiny),
}
AUTOMATIC = {"dice": start_dice}
