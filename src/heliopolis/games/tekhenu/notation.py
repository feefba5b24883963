"""Tekhenu: the board as JSON, and back with every field checked.

Fields that section "JSON" of the documentation calls optional are left out while they have their default, so that a
board written by hand comes back as it was written. The pieces on the board are not compared with the supplies: a board
may be a study of one corner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heliopolis.core.checks import JSON, check_int, check_list, check_object, check_word, require
from heliopolis.games.tekhenu.shared_board import Automa, Cell, Die, GameSettings, Owner, Pieces, SharedBoard, Square
from heliopolis.games.tekhenu.vocabulary import (
    AUTOMAS,
    BASE_COLOURS,
    BASE_TILES,
    BUILDINGS,
    COLOURS,
    DISTRICTS,
    GODS,
    LINES,
    PERSON,
    PILLARS,
    REGIONS,
    ROWS,
    SETH,
    SIDE,
    SIDES,
    STATUE_LINES,
    STATUES,
    TILES,
)

MAX_COUNT = 9999  # of VP, cards or tiles: more than any game has
MAX_SPACES = 4  # per god and per region: one for each player
MAX_TRACK_END = 60
LAST_ROUND = 16

SETTING_FIELDS = (
    "statues_per_god",
    "statues_for_seth",
    "people_statue_regions",
    "region_vp",
    "population_end",
    "happiness_end",
    "own_action_pays",
    "order_bonus",
)
OPTIONAL_SETTINGS = {"buildings_per_region": 1, "new_dice": None, "time_of_seth": True, "grey_to_seth": False}
BOARD_FIELDS = (
    "settings",
    "difficulty",
    "first_sunny",
    "dice",
    "horus_order",
    "god_statues",
    "osiris",
    "temple",
    "seth",
    "conquest_stack",
    "order",
    "person",
    "automas",
)
OPTIONAL_FIELDS = ("round", "piles", "stack", "discards")
OMITTED_VALUES: tuple[object, ...] = (1, {}, [])  # optional fields with these are written only if they were read
PIECES = {"buildings": BUILDINGS, "pillars": PILLARS, "statues": STATUES}
CARD_KINDS = ("decrees", "technologies", "blessings")
MAX_ANKHS = 3


# ---- writing -------------------------------------------------------------------------------------------------------


def write_board(board: SharedBoard) -> JSON:
    single = board.settings.buildings_per_region == 1
    data: JSON = {
        "settings": write_settings(board.settings),
        "difficulty": board.difficulty,
        "first_sunny": board.first_sunny,
        "dice": {section: [list(die) for die in dice] for section, dice in board.dice.items()},
        "horus_order": list(board.horus_order),
        "god_statues": {god: list(owners) for god, owners in board.god_statues.items()},
        "osiris": {"buildings": as_lists(board.osiris_buildings), "statues": list(board.osiris_statues)},
        "temple": {
            "pillars": as_lists(board.pillars),
            "conquest": as_lists(board.conquest),
            "buildings": list(board.temple_buildings),
            "statues": {str(line): owner for line, owner in board.temple_statues.items()},
        },
        "seth": {
            "regions": [(own[0] if own else None) if single else list(own) for own in board.regions],
            "statues": dict(board.people_statues),
        },
        "conquest_stack": board.conquest_stack,
        "order": list(board.order),
        "person": {piece: getattr(board.person, piece) for piece in PIECES},
        "automas": {name: write_automa(automa) for name, automa in board.automas.items()},
    }
    own = {
        "round": board.round,
        "piles": {name: list(pile) for name, pile in board.piles.items()},
        "stack": list(board.stack),
        "discards": list(board.discards),
    }
    return data | dict(board.extra) | {key: value for key, value in own.items() if value not in OMITTED_VALUES}


def write_settings(s: GameSettings) -> JSON:
    data: JSON = {key: getattr(s, key) for key in SETTING_FIELDS}
    data["people_statue_regions"] = {side: list(s.people_statue_regions[side]) for side in SIDES}
    data["region_vp"] = list(s.region_vp)
    data["order_bonus"] = {players: list(bonus) for players, bonus in s.order_bonus.items()}
    return data | {key: getattr(s, key) for key, usual in OPTIONAL_SETTINGS.items() if getattr(s, key) != usual}


def write_automa(a: Automa) -> JSON:
    keys = ("vp", "population", "happiness", *PIECES, *CARD_KINDS, "ankhs", "district", "obelisk", "line")
    return {key: getattr(a, key) for key in keys} | {"cell": list(a.cell)}


def as_lists(square: Square) -> list[list[Any]]:
    return [list(row) for row in square]


# ---- reading -------------------------------------------------------------------------------------------------------


def read_board(data: object) -> SharedBoard:
    d = check_object(data, "the table", BOARD_FIELDS, list(data) if isinstance(data, dict) else ())
    settings = read_settings(d["settings"])
    order = read_order(d["order"], d["automas"])
    reader = OwnerReader((PERSON, *AUTOMAS))
    osiris = check_object(d["osiris"], "osiris", ["buildings", "statues"])
    temple = check_object(d["temple"], "temple", ["pillars", "conquest", "buildings", "statues"])
    seth = check_object(d["seth"], "seth", ["regions", "statues"])
    board = SharedBoard(
        settings=settings,
        difficulty=check_int(d["difficulty"], "difficulty", 0, 4),
        first_sunny=read_word(d["first_sunny"], "first_sunny", GODS),
        dice=read_dice(d["dice"], settings),
        horus_order=read_permutation(d["horus_order"], "horus_order", GODS),
        god_statues=reader.god_statues(d["god_statues"], settings),
        osiris_buildings=reader.square(osiris["buildings"], "osiris.buildings", ROWS, len(DISTRICTS)),
        osiris_statues=reader.row(osiris["statues"], "osiris.statues", 2),
        pillars=reader.square(temple["pillars"], "temple.pillars", SIDE, SIDE),
        conquest=read_conquest(temple["conquest"]),
        temple_buildings=reader.row(temple["buildings"], "temple.buildings", LINES),
        temple_statues={
            int(line): owner
            for line, owner in reader.by_name(temple["statues"], "temple.statues", [*map(str, STATUE_LINES)]).items()
        },
        regions=reader.regions(seth["regions"], settings),
        people_statues=reader.by_name(seth["statues"], "seth.statues", SIDES),
        conquest_stack=check_int(d["conquest_stack"], "conquest_stack", 0, MAX_COUNT),
        order=order,
        person=Pieces(**read_pieces(d["person"], "person", [])),
        automas={name: read_automa(d["automas"][name], f"automas.{name}", settings) for name in d["automas"]},
        round=check_int(d.get("round", 1), "round", 1, LAST_ROUND),
        piles=read_piles(d.get("piles", {}), order, settings),
        stack=read_tiles(d.get("stack", []), "stack", settings),
        discards=read_tiles(d.get("discards", []), "discards", settings),
        extra={
            key: v
            for key, v in d.items()
            if key not in BOARD_FIELDS and (key not in OPTIONAL_FIELDS or v in OMITTED_VALUES)
        },
    )
    tiles = [*board.stack, *board.discards, *(tile for pile in board.piles.values() for tile in pile)]
    require(len(set(tiles)) == len(tiles), "piles, stack and discards must hold each tile once.")
    if not settings.time_of_seth:
        require(is_without_seth(board), "Without Time of Seth nothing of Seth may be on the table.")
    return board


def read_settings(data: object) -> GameSettings:
    d = write_settings(GameSettings()) | dict(check_object(data, "settings", [], [*SETTING_FIELDS, *OPTIONAL_SETTINGS]))
    regions = check_object(d["people_statue_regions"], "settings.people_statue_regions", SIDES)
    bonus = check_object(d["order_bonus"], "settings.order_bonus", ["2", "3", "4"])
    new_dice = d.get("new_dice")
    return GameSettings(
        statues_per_god=check_int(d["statues_per_god"], "settings.statues_per_god", 1, MAX_SPACES),
        statues_for_seth=check_int(d["statues_for_seth"], "settings.statues_for_seth", 0, MAX_SPACES),
        people_statue_regions={side: read_touched_regions(regions[side], side) for side in SIDES},
        region_vp=read_numbers(d["region_vp"], "settings.region_vp", REGIONS, MAX_COUNT),
        population_end=check_int(d["population_end"], "settings.population_end", 1, MAX_TRACK_END),
        happiness_end=check_int(d["happiness_end"], "settings.happiness_end", 1, MAX_TRACK_END),
        own_action_pays=read_bool(d["own_action_pays"], "settings.own_action_pays"),
        order_bonus={
            players: read_numbers(bonus[players], f"settings.order_bonus.{players}", int(players), MAX_COUNT)
            for players in bonus
        },
        buildings_per_region=check_int(
            d.get("buildings_per_region", 1), "settings.buildings_per_region", 1, MAX_SPACES
        ),
        new_dice=None if new_dice is None else check_int(new_dice, "settings.new_dice", 0, 9),
        time_of_seth=read_bool(d.get("time_of_seth", True), "settings.time_of_seth"),
        grey_to_seth=read_bool(d.get("grey_to_seth", False), "settings.grey_to_seth"),
    )


def read_touched_regions(data: object, side: str) -> tuple[int, ...]:
    where = f"settings.people_statue_regions.{side}"
    regions = tuple(check_int(region, where, 1, REGIONS) for region in check_list(data, where, 0, REGIONS))
    require(len(set(regions)) == len(regions), f"{where} names a region twice.")
    return regions


def read_dice(data: object, settings: GameSettings) -> Mapping[str, tuple[Die, ...]]:
    d = check_object(data, "dice", [], [*GODS, SETH])
    return {section: read_some_dice(d.get(section, []), f"dice.{section}", settings) for section in (*GODS, SETH)}


def read_some_dice(data: object, where: str, settings: GameSettings) -> tuple[Die, ...]:
    colours = COLOURS if settings.time_of_seth else BASE_COLOURS
    dice = []
    for i, die in enumerate(check_list(data, where, 0, 99)):
        colour, value = check_list(die, f"{where}[{i}]", 2, 2)
        dice.append(Die(read_word(colour, f"{where}[{i}]", colours), check_int(value, f"{where}[{i}]", 1, 6)))
    return tuple(dice)


def read_conquest(data: object) -> Square:
    rows = check_list(data, "temple.conquest", SIDE, SIDE)
    return tuple(read_numbers(row, f"temple.conquest[{i}]", SIDE, 1) for i, row in enumerate(rows))


def read_order(data: object, automas: object) -> tuple[str, ...]:
    names = check_object(automas, "automas", [AUTOMAS[0]], AUTOMAS[1:])
    require("a3" not in names or "a2" in names, "automas has 'a3' but lacks 'a2'.")
    return read_permutation(data, "order", (PERSON, *names))


def read_pieces(data: object, where: str, more: Sequence[str]) -> JSON:
    d = check_object(data, where, [*PIECES, *more])
    return {piece: check_int(d[piece], f"{where}.{piece}", 0, most) for piece, most in PIECES.items()}


def read_automa(data: object, where: str, settings: GameSettings) -> Automa:
    more = ["vp", "population", "happiness", *CARD_KINDS, "ankhs", "district", "obelisk", "line", "cell"]
    pieces = read_pieces(data, where, more)
    d = check_object(data, where, [*PIECES, *more])
    automa = Automa(
        **pieces,
        vp=check_int(d["vp"], f"{where}.vp", 0, MAX_COUNT),
        population=check_int(d["population"], f"{where}.population", 0, settings.population_end),
        happiness=check_int(d["happiness"], f"{where}.happiness", 0, settings.happiness_end),
        ankhs=check_int(d["ankhs"], f"{where}.ankhs", 0, MAX_ANKHS),
        district=read_word(d["district"], f"{where}.district", DISTRICTS),
        obelisk=read_word(d["obelisk"], f"{where}.obelisk", GODS),
        line=check_int(d["line"], f"{where}.line", 1, LINES),
        cell=read_cell(d["cell"], f"{where}.cell"),
        **{card: check_int(d[card], f"{where}.{card}", 0, MAX_COUNT) for card in CARD_KINDS},
    )
    require(automa.happiness <= automa.population, f"{where}.happiness must not be above population.")
    return automa


def read_cell(data: object, where: str) -> Cell:
    row, column = check_list(data, where, 2, 2)
    return check_int(row, where, 1, SIDE), check_int(column, where, 1, SIDE)


def read_piles(data: object, order: Sequence[str], settings: GameSettings) -> Mapping[str, tuple[str, ...]]:
    d = check_object(data, "piles", [], [name for name in order if name != PERSON])
    return {name: read_tiles(pile, f"piles.{name}", settings) for name, pile in d.items()}


def read_tiles(data: object, where: str, settings: GameSettings) -> tuple[str, ...]:
    tiles = TILES if settings.time_of_seth else BASE_TILES
    return tuple(
        read_word(tile, f"{where}[{i}]", tiles) for i, tile in enumerate(check_list(data, where, 0, len(tiles)))
    )


def is_without_seth(board: SharedBoard) -> bool:
    return not (board.dice[SETH] or board.god_statues[SETH] or any(board.regions) or any(board.people_statues.values()))


class OwnerReader:
    """Reads the owners of spaces."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = players

    def owner(self, data: object, where: str) -> Owner:
        return None if data is None else read_word(data, where, self.players)

    def row(self, data: object, where: str, length: int) -> tuple[Owner, ...]:
        return tuple(self.owner(own, f"{where}[{i}]") for i, own in enumerate(check_list(data, where, length, length)))

    def square(self, data: object, where: str, rows: int, columns: int) -> Square:
        return tuple(
            self.row(row, f"{where}[{i}]", columns) for i, row in enumerate(check_list(data, where, rows, rows))
        )

    def by_name(self, data: object, where: str, names: Sequence[str]) -> dict[str, Owner]:
        d = check_object(data, where, names)
        return {name: self.owner(d[name], f"{where}.{name}") for name in names}

    def several(self, data: object, where: str, most: int) -> tuple[str, ...]:
        return tuple(
            read_word(own, f"{where}[{i}]", self.players) for i, own in enumerate(check_list(data, where, 0, most))
        )

    def god_statues(self, data: object, settings: GameSettings) -> Mapping[str, tuple[str, ...]]:
        d = check_object(data, "god_statues", GODS, [SETH])
        statues = {god: self.several(d[god], f"god_statues.{god}", settings.statues_per_god) for god in GODS}
        seth = self.several(d.get(SETH, []), f"god_statues.{SETH}", settings.statues_for_seth)
        return statues | {SETH: seth}

    def regions(self, data: object, settings: GameSettings) -> tuple[tuple[str, ...], ...]:
        """Read the regions: each is its owner, or a list of owners if several buildings fit."""
        most = settings.buildings_per_region
        regions = check_list(data, "seth.regions", REGIONS, REGIONS)
        if most == 1:
            owners = self.row(regions, "seth.regions", REGIONS)
            return tuple(() if owner is None else (owner,) for owner in owners)
        return tuple(self.several(region, f"seth.regions[{i}]", most) for i, region in enumerate(regions))


def read_word(value: object, where: str, words: Sequence[str]) -> str:
    return words[check_word(value, where, words)]


def read_bool(value: object, where: str) -> bool:
    require(isinstance(value, bool), f"{where} must be true or false, not {value!r}.")
    return bool(value)


def read_numbers(data: object, where: str, length: int, high: int) -> tuple[int, ...]:
    return tuple(check_int(n, f"{where}[{i}]", 0, high) for i, n in enumerate(check_list(data, where, length, length)))


def read_permutation(data: object, where: str, words: Sequence[str]) -> tuple[str, ...]:
    found = tuple(read_word(value, where, words) for value in check_list(data, where, len(words), len(words)))
    require(len(set(found)) == len(words), f"{where} must name each of {', '.join(words)} once.")
    return found
