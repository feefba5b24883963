"""Tekhenu: the set-up of a session, question by question, until the first round.

Automas, difficulty, expansion, settings, what the person draws himself, orientation, Horus tiles, cubes, dice, the
checklist, the first turn order, the destiny cards.

Ruling: without Time of Seth there are neither cultists nor artifacts; initiative and destiny cards are those of the
base game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from heliopolis.games.tekhenu.actions import difficulty_set_up
from heliopolis.games.tekhenu.chance import DICE_PER_SECTION, deal_tiles, dice_at_set_up, draw_cubes, draw_dice
from heliopolis.games.tekhenu.decision import say
from heliopolis.games.tekhenu.notation import MOST_ANKHS, MOST_SPACES
from heliopolis.games.tekhenu.obelisk import clockwise
from heliopolis.games.tekhenu.prompts import Option, Prompt, ask_number, ask_words
from heliopolis.games.tekhenu.state import Question, State
from heliopolis.games.tekhenu.table import Automa, Die, Settings, Table, cells_of
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

SHORTEST_TRACK, LONGEST_TRACK = 10, 40
MOST_REGION_VP, MOST_ORDER_VP, MOST_NEW_DICE = 20, 20, 9


# ---- who and how -----------------------------------------------------------------------------------------------------


def ask_automas(_: State) -> Prompt:
    return ask_number("setup.automas", say("tekhenu.ask.automas"), 1, len(AUTOMAS), 1)


def take_automas(s: State, answer: int) -> State:
    automas = {name: Automa() for name in AUTOMAS[:answer]}
    return s.to("difficulty", table=replace(s.table, automas=automas, order=(PERSON, *automas)))


def ask_difficulty(_: State) -> Prompt:
    options = tuple(Option(level, say("tekhenu.part.difficulty", word=level)) for level in range(5))
    return Prompt("setup.difficulty", "choice", say("tekhenu.ask.difficulty"), options, default=0)


def take_difficulty(s: State, answer: int) -> State:
    return s.to("expansion", table=replace(s.table, difficulty=answer))


def ask_expansion(_: State) -> Prompt:
    return ask_words("setup.expansion", say("tekhenu.ask.expansion"), (True, False), "tekhenu.part.yes", True)


def take_expansion(s: State, answer: bool) -> State:
    stack = s.table.conquest_stack if answer else 0
    settings = replace(s.table.settings, time_of_seth=answer)
    return s.to("settings", table=replace(s.table, settings=settings, conquest_stack=stack))


def ask_settings(s: State) -> Prompt:
    """Everything that no source settles, with its default."""
    players = len(s.table.order)
    usual = Settings()
    fields = [
        number_setting("statues_per_god", 1, MOST_SPACES),
        number_setting("population_end", SHORTEST_TRACK, LONGEST_TRACK),
        number_setting("happiness_end", SHORTEST_TRACK, LONGEST_TRACK),
        ask_words("own_action_pays", say("tekhenu.setting.own_action_pays"), (True, False), "tekhenu.part.yes", True),
        ask_number("new_dice", say("tekhenu.setting.new_dice"), 0, MOST_NEW_DICE, players),
        list_setting("order_bonus", usual.order_bonus[str(players)], MOST_ORDER_VP),
    ]
    if s.table.settings.time_of_seth:
        fields += [
            number_setting("statues_for_seth", 0, MOST_SPACES),
            number_setting("buildings_per_region", 1, MOST_SPACES),
            *(regions_setting(side) for side in SIDES),
            list_setting("region_vp", usual.region_vp, MOST_REGION_VP),
        ]
    return Prompt("setup.settings", "form", say("tekhenu.ask.settings"), fields=tuple(fields), default={})


def number_setting(name: str, low: int, high: int) -> Prompt:
    return ask_number(name, say(f"tekhenu.setting.{name}"), low, high, getattr(Settings(), name))


def list_setting(name: str, default: tuple[int, ...], high: int) -> Prompt:
    question = say(f"tekhenu.setting.{name}")
    return Prompt(name, "numbers", question, high=high, most=len(default), default=list(default))


def regions_setting(side: str) -> Prompt:
    options = tuple(Option(region, say("tekhenu.part.region", region=region)) for region in range(1, REGIONS + 1))
    default = list(Settings().people_statue_regions[side])
    return Prompt(f"{side}_regions", "several", say(f"tekhenu.setting.{side}_regions"), options, default=default)


def take_settings(s: State, answer: dict[str, Any]) -> State:
    old, players = s.table.settings, len(s.table.order)
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
    return s.to("by_hand", table=replace(s.table, settings=settings))


def ask_by_hand(_: State) -> Prompt:
    options = tuple(Option(what, say("tekhenu.part.by_hand", word=what)) for what in ("cubes", "tiles", "dice"))
    return Prompt("setup.by_hand", "several", say("tekhenu.ask.by_hand"), options, default=[])


def take_by_hand(s: State, answer: list[str]) -> State:
    return s.to("first_sunny", by_hand=frozenset(answer))


# ---- the board -------------------------------------------------------------------------------------------------------


def ask_first_sunny(_: State) -> Prompt:
    options = tuple(Option(god, say("tekhenu.part.god", word=god)) for god in GODS)
    return Prompt("setup.first_sunny", "choice", say("tekhenu.ask.first_sunny"), options, optional=True)


def take_first_sunny(s: State, answer: str | None) -> State:
    section = answer or s.chance("first sunny").one_of(GODS)
    return s.to("horus_order", table=replace(s.table, first_sunny=section))


def ask_horus_order(_: State) -> Prompt:
    options = tuple(Option(god, say("tekhenu.part.god", word=god)) for god in GODS)
    return Prompt("setup.horus_order", "order", say("tekhenu.ask.horus_order"), options, optional=True)


def take_horus_order(s: State, answer: list[str] | None) -> State:
    order = s.chance("horus").shuffled(GODS) if answer is None else tuple(answer)
    s = s.to("cubes", table=replace(s.table, horus_order=order))
    if "cubes" in s.by_hand:
        return s
    automas = {name: draw_cubes(s.chance(f"cubes {name}")) for name in s.table.automas}
    return s.to("dice", table=replace(s.table, automas=automas))


def ask_cubes(s: State) -> Prompt:
    name = next_without_cubes(s)
    fields = (
        ask_words("district", say("tekhenu.ask.district"), DISTRICTS, "tekhenu.part.district"),
        ask_words("obelisk", say("tekhenu.ask.obelisk"), GODS, "tekhenu.part.line_after"),
        ask_number("line", say("tekhenu.ask.line"), 1, LINES),
        ask_number("cell", say("tekhenu.ask.cell"), 1, SIDE),
    )
    return Prompt(f"setup.cubes.{name}", "form", say("tekhenu.ask.cubes", player=name), fields=fields)


def take_cubes(s: State, answer: dict[str, Any]) -> State:
    name = next_without_cubes(s)
    cell = cells_of(answer["line"])[answer["cell"] - 1]
    cubes = {key: answer[key] for key in ("district", "obelisk", "line")}
    s = s.to("cubes", table=s.table.with_automa(name, **cubes, cell=cell), acted=(*s.acted, name))
    return s if len(s.acted) < len(s.table.automas) else s.to("dice", acted=())


def next_without_cubes(s: State) -> str:
    return next(name for name in s.table.automas if name not in s.acted)


def begin_dice(s: State) -> State:
    if "dice" in s.by_hand:
        return s.to("first_dice")
    return put_first_dice(s, draw_dice(s.table, (), dice_at_set_up(s.table), s.chance("dice at set-up")))


def dice_fields(t: Table, sections: tuple[str, ...]) -> tuple[Prompt, ...]:
    colours = COLOURS if t.settings.time_of_seth else BASE_COLOURS
    options = tuple(Option(colour, say("tekhenu.part.colour", word=colour)) for colour in colours)
    return tuple(
        Prompt(section, "dice", say("tekhenu.field.dice", section=section), options, default=[]) for section in sections
    )


def ask_first_dice(s: State) -> Prompt:
    question = say("tekhenu.ask.first_dice", number=DICE_PER_SECTION)
    return Prompt("setup.dice", "form", question, fields=dice_fields(s.table, tuple(dice_at_set_up(s.table))))


def take_first_dice(s: State, answer: dict[str, Any]) -> State:
    return put_first_dice(s, as_dice(answer))


def as_dice(answer: Mapping[str, list[list[Any]]]) -> dict[str, tuple[Die, ...]]:
    return {section: tuple(Die(*die) for die in dice) for section, dice in answer.items()}


def put_first_dice(s: State, dice: Mapping[str, tuple[Die, ...]]) -> State:
    table = difficulty_set_up(s.table.add_dice(dice))
    if "tiles" not in s.by_hand:
        table = deal_tiles(table, s.chance("tiles 1"))
    return check_list(s.to("checklist", table=table))


# ---- the checklist ---------------------------------------------------------------------------------------------------


def check_list(s: State) -> State:
    """All that is to be put on the table, as steps."""
    t = s.table
    s = s.do("tekhenu.setup.board" if not t.settings.time_of_seth else "tekhenu.setup.boards")
    s = s.do("tekhenu.setup.obelisk", first=t.first_sunny, second=clockwise(t.first_sunny))
    for section, dice in t.dice.items():
        if dice:
            s = dice_step(s, "tekhenu.setup.dice", section, dice)
    s = s.do("tekhenu.setup.horus", gods=[{"place": i, "god": god} for i, god in enumerate(t.horus_order, 1)])
    for key in ("ra", "gold", "cards", "markers"):
        s = s.do(f"tekhenu.setup.{key}")
    if t.settings.time_of_seth:
        s = s.do("tekhenu.setup.seth")
    s = s.do("tekhenu.setup.person").do("tekhenu.setup.automas")
    for name in t.automas:
        s = set_up_automa(s, name)
    if "tiles" in s.by_hand:
        s = s.do("tekhenu.setup.tiles")
    return s.do("tekhenu.setup.initiative_seth" if t.settings.time_of_seth else "tekhenu.setup.initiative")


def dice_step(s: State, key: str, section: str, dice: tuple[Die, ...]) -> State:
    return s.do(key, section=section, dice=[{"colour": die.colour, "value": die.value} for die in dice])


def set_up_automa(s: State, name: str) -> State:
    t = s.table
    a = t.automas[name]
    s = s.do("tekhenu.setup.district", name, district=a.district)
    s = s.do("tekhenu.setup.line", name, first=a.obelisk, second=clockwise(a.obelisk))
    s = s.do("tekhenu.setup.temple", name, line=a.line, row=a.cell[0], column=a.cell[1])
    if t.difficulty < 2:
        return s
    if name == "a1":
        row, district = next(
            (row, DISTRICTS[owners.index(name)]) for row, owners in enumerate(t.osiris_buildings, 1) if name in owners
        )
        return s.do("tekhenu.setup.head_start_a1", name, row=row, district=district)
    if name == "a2":
        return s.do("tekhenu.setup.head_start_a2", name, population=a.population, happiness=a.happiness)
    return s.do("tekhenu.setup.head_start_a3", name, row=a.cell[0], column=a.cell[1])


def ask_checklist(_: State) -> Prompt:
    return Prompt("setup.checklist", "confirm", say("tekhenu.ask.checklist"), default=True)


def take_checklist(s: State, _: bool) -> State:
    return s.to("order")


def ask_order(s: State) -> Prompt:
    options = tuple(Option(player, say("tekhenu.part.player", word=player)) for player in (PERSON, *s.table.automas))
    return Prompt("setup.order", "order", say("tekhenu.ask.order"), options)


def take_order(s: State, answer: list[str]) -> State:
    return deal_destiny(s.to("first_destiny", table=replace(s.table, order=tuple(answer))))


# ---- destiny cards, now and after Maat ----------------------------------------------------------------------


def deal_destiny(s: State) -> State:
    """In turn order everybody takes a card."""
    artifact = s.table.settings.time_of_seth
    for player in s.table.order:
        if player != PERSON:
            s = s.do("tekhenu.step.destiny", player)
        else:
            s = s.do("tekhenu.step.destiny_or_artifact" if artifact else "tekhenu.step.your_destiny", player)
    return s


def ask_destiny(s: State) -> Prompt:
    where = "setup" if s.phase == "first_destiny" else s.here
    names = [player for player in s.table.order if player != PERSON]
    fields = tuple(ask_number(name, say("tekhenu.ask.ankhs", player=name), 0, MOST_ANKHS) for name in names)
    return Prompt(f"{where}.destiny", "form", say("tekhenu.ask.destiny"), fields=fields)


def put_ankhs(t: Table, answer: Mapping[str, int]) -> Table:
    for name, ankhs in answer.items():
        t = t.with_automa(name, ankhs=ankhs)
    return t


def take_first_destiny(s: State, answer: dict[str, int]) -> State:
    s = s.to("turn", table=put_ankhs(s.table, answer))
    return s.do("tekhenu.step.round", round=s.table.round)


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
AUTOMATIC = {"dice": begin_dice}
