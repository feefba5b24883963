"""Tekhenu: what is chosen before the board is set up: one form, of which everything has a default.

Version 0.1 of the package asked for each part of the form by itself. Those questions are asked only where such a
session stopped.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heliopolis.games.tekhenu.notation import MAX_SPACES
from heliopolis.games.tekhenu.prompts import Option, Prompt, ask_number, ask_words, reject
from heliopolis.games.tekhenu.shared_board import Automa, GameSettings
from heliopolis.games.tekhenu.state import Question, State
from heliopolis.games.tekhenu.vocabulary import AUTOMAS, PERSON, REGIONS, SIDES
from heliopolis.text.messages import message

MIN_CHOSEN_TRACK_END, MAX_CHOSEN_TRACK_END = 10, 40
MAX_REGION_VP, MAX_ORDER_VP, MAX_NEW_DICE = 20, 20, 9


def ask_game(s: State) -> Prompt:
    """Return a form of everything that is chosen before the board is set up; every field has a default."""
    parts = [replace(ask(s), id=name) for name, ask in GAME_PARTS.items()]
    settings = [as_setting_of_game(field) for field in ask_settings(s).fields]
    grey = ask_words("grey_to_seth", message("tekhenu.setting.grey_to_seth"), (True, False), "tekhenu.part.yes", True)
    return Prompt("setup.game", "form", message("tekhenu.ask.game"), fields=(*parts, *settings, grey), default={})


def as_setting_of_game(field: Prompt) -> Prompt:
    """Return a setting without what depends on the number of players: null is what the rules say for each number."""
    if field.id == "new_dice":
        return replace(field, default=None, optional=True)
    if field.id == "order_bonus":
        helped = (message("tekhenu.help.order_bonus"),)
        return replace(field, default=None, optional=True, min_items=2, max_items=len(AUTOMAS) + 1, help=helped)
    return field


def take_game(s: State, answer: dict[str, Any]) -> State:
    s = take_automas(s, answer["automas"])
    s = take_expansion(take_difficulty(s, answer["difficulty"]), answer["expansion"])
    players = len(s.board.order)
    bonus = answer["order_bonus"] or s.board.settings.order_bonus[str(players)]
    if len(bonus) != players:
        raise reject("tekhenu.bad.length", number=players)
    dice = players if answer["new_dice"] is None else answer["new_dice"]
    s = take_settings(s, answer | {"new_dice": dice, "order_bonus": bonus})
    grey = answer["grey_to_seth"] and answer["expansion"]
    s = replace(s, board=replace(s.board, settings=replace(s.board.settings, grey_to_seth=grey)))
    return take_by_hand(s, answer["by_hand"])


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


GAME_PARTS = {
    "automas": ask_automas,
    "difficulty": ask_difficulty,
    "expansion": ask_expansion,
    "by_hand": ask_by_hand,
}

QUESTIONS = {
    "game": Question(ask_game, take_game),
    "automas": Question(ask_automas, take_automas),
    "difficulty": Question(ask_difficulty, take_difficulty),
    "expansion": Question(ask_expansion, take_expansion),
    "settings": Question(ask_settings, take_settings),
    "by_hand": Question(ask_by_hand, take_by_hand),
}
